// The sum of 256 numbers. Each step reads what the step before it wrote.
#include "fix.h"

extern "C" __global__ void reduction(const float* x, float* sum) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];  // A B
    FIX(__syncthreads());
  }
  if (t == 0) sum[0] = part[0];
}
