// deepseek-ai/DeepGEMM #389: two stages are filled by TMA in turn and added up by a warp. Nothing
// orders the warp's plain reads of a stage before the async proxy's next write to it. The fix: a
// proxy fence in each lane when it has read its part, before the stage can be taken again.
#include "bugs.h"

extern "C" __global__ void deepgemm_389(const float* x, float* y, int parts) {
  __shared__ __align__(128) float stage[2][64];
  __shared__ u64 full[2];
  int lane = threadIdx.x;
  float sums[2] = {};
  if (lane < 2) {
    init_mbarrier(&full[lane], 1);
    fence_inits();
  }
  __syncwarp();
  for (int i = 0; i < parts + 1; i++) {
    if (lane == 0 && i < parts) {
      arrive_expect(&full[i % 2], 256);
      bulk_load(stage[i % 2], x + 64 * i, 256, &full[i % 2]);  // A
    }
    __syncwarp();
    if (i == 0) continue;
    wait_for(&full[(i - 1) % 2], (i - 1) / 2 % 2);
    for (int k = 0; k < 2; k++) sums[k] += stage[(i - 1) % 2][32 * k + lane];  // B
    FIX(fence_async();)
    __syncwarp();
  }
  y[lane] = sums[0] + sums[1];
}
