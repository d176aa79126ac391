// Sums of all elements up to each one, in place in shared memory.
#include "fix.h"

extern "C" __global__ void scan(const int* x, int* y) {
  __shared__ int sums[128];
  int t = threadIdx.x;
  sums[t] = x[t];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    int before = t >= step ? sums[t - step] : 0;  // A
    FIX(__syncthreads());
    sums[t] += before;  // B
    __syncthreads();
  }
  y[t] = sums[t];
}
