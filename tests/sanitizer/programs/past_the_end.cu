// The last thread's right neighbour is not in the array.
#include "fix.h"

extern "C" __global__ void past_the_end(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < FAULT(n, n - 1)) y[i] = x[i + 1] - x[i];  // A
}
