// The threads outside the array do not come to the barrier that the others wait at.
#include "fix.h"

extern "C" __global__ void guarded_barrier(const float* x, float* y, int n) {
  __shared__ float kept[64];
  int i = threadIdx.x;
  if (i < n) kept[i] = x[i];
  FIX(__syncthreads());
  if (i < n) {
    FAULT(__syncthreads(), );  // A
    y[i] = kept[n - 1 - i];
  }
}
