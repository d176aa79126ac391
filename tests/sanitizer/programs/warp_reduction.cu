// The lanes of a warp are not in step: what one stores, the next must wait for.
#include "fix.h"

extern "C" __global__ void warp_reduction(const float* x, float* sum) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t] = x[t];
  part[t + 32] = 0;
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    float other = part[t + step];  // A
    FIX(__syncwarp());
    part[t] += other;  // B
    FIX(__syncwarp());
  }
  if (t == 0) sum[0] = part[0];
}
