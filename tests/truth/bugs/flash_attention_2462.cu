// Dao-AILab/flash-attention #2462: a row of statistics is loaded by TMA into the stage of Q, and
// read by threads with plain loads. They release the stage by an mbarrier, and the producer loads
// the next tile. One path had no proxy fence before the release. The fix: the fence.
#include "bugs.h"

extern "C" __global__ void flash_attention_2462(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full, empty;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&empty, 128);
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
      sum += stage[t];  // B
      FIX(fence_async();)
      arrive(&empty);
    }
    y[t] = sum;
  }
}
