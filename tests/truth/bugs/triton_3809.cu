// triton-lang/triton #3809: a group of warps reads a stage, and its first thread arrives at the
// mbarrier for which the producer waits. No barrier of the group lies before the arrival, so that
// the other warps may still read when the producer loads the next tile. The fix: bar.sync before
// the arrival.
#include "bugs.h"

extern "C" __global__ void triton_3809(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full, empty;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&empty, 1);
    fence_inits();
  }
  __syncthreads();
  if (t >= 128) {
    for (int i = 0; i < tiles && t == 128; i++) {
      wait_for(&empty, i % 2 ^ 1);
      arrive_expect(&full, 512);
      bulk_load(stage, x + i * 128, 512, &full);  // A
    }
  } else {
    float sum = 0;
    for (int i = 0; i < tiles; i++) {
      wait_for(&full, i % 2);
      sum += stage[127 - t];  // B
      fence_async();
      FIX(named_sync(1, 128);)
      if (t == 0) arrive(&empty);
    }
    y[t] = sum;
  }
}
