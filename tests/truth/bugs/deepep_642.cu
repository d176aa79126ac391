// deepseek-ai/DeepEP #642 (the report is #621): a warp waits for a stage, reads it, and one lane
// loads the next tile into it by TMA. The load could be ahead of the reads: results differed from
// run to run on NVL72. The fix: fence.proxy.async.shared::cta before the load.
#include "bugs.h"

extern "C" __global__ void deepep_642(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[32];
  __shared__ u64 full;
  int lane = threadIdx.x;
  float sum = 0;
  if (lane == 0) {
    init_mbarrier(&full, 1);
    fence_inits();
    arrive_expect(&full, 128);
    bulk_load(stage, x, 128, &full);
  }
  __syncwarp();
  for (int i = 0; i < tiles; i++) {
    wait_for(&full, i % 2);
    sum += stage[lane];  // B
    __syncwarp();
    if (lane == 0 && i + 1 < tiles) {
      FIX(fence_async();)
      arrive_expect(&full, 128);
      bulk_load(stage, x + 32 * (i + 1), 128, &full);  // A
    }
  }
  y[lane] = sum;
}
