// Element 64 of `first` is element 0 of whatever the compiler has put behind it.
#include "fix.h"

extern "C" __global__ void next_array(const int* x, int* y, int shift) {
  __shared__ struct { int first[64], second[64]; } kept;
  int t = threadIdx.x;
  kept.first[t] = x[t];
  kept.second[t] = -1;
  __syncthreads();
  y[t] = kept.first[FAULT(t + shift, (t + shift) % 64)];  // A
}
