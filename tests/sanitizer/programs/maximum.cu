// Between the comparison and the store, another thread may have stored a larger value.
#include "fix.h"

extern "C" __global__ void maximum(const int* x, int* largest) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  FAULT(if (v > *largest) *largest = v, atomicMax(largest, v));  // A B
}
