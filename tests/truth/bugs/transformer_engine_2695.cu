// NVIDIA/TransformerEngine #2695: threads read a stage of shared memory, meet at a barrier, and TMA
// loads the next tile into it. The barrier orders the threads' reads, but the engine writes through
// another proxy, so that it may be ahead of them. The fix: a proxy fence between the reads and the
// next load.
#include "bugs.h"

extern "C" __global__ void transformer_engine_2695(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full;
  int t = threadIdx.x;
  float most = 0;
  if (t == 0) init_mbarrier(&full, 1);
  __syncthreads();
  for (int i = 0; i < tiles; i++) {
    if (t == 0) {
      arrive_expect(&full, 512);
      bulk_load(stage, x + i * 128, 512, &full);  // A
    }
    wait_for(&full, i % 2);
    most = fmaxf(most, fabsf(stage[127 - t]));  // B
    FIX(fence_async();)
    __syncthreads();
  }
  y[t] = most;
}
