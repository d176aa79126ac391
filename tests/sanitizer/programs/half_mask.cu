// All 32 lanes call the shuffle, so all 32 have to be in its mask.
#include "fix.h"

extern "C" __global__ void half_mask(const float* x, float* sum) {
  float v = x[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    v += __shfl_xor_sync(FAULT(0xffff, 0xffffffff), v, step);  // A
  if (threadIdx.x == 0) sum[0] = v;
}
