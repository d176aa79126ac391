// NVIDIA/cutlass #2502 (sm100_fmha_mla): a producer warp copies by cp.async and arrives at the
// stage's mbarrier once "all but STAGES - 1" of its groups are there. Only STAGES - 1 groups have
// been issued when it first arrives, so it announces a stage that nothing has been waited for. The
// fix: one less.
#include "bugs.h"
#define STAGES 3

extern "C" __global__ void cutlass_2502(const float* x, float* y) {
  __shared__ __align__(128) float stage[STAGES][128];
  __shared__ u64 full[STAGES];
  int t = threadIdx.x;
  if (t < STAGES) init_mbarrier(&full[t], 32);
  __syncthreads();
  if (t >= 32) {
    float sum = 0;
    for (int i = 0; i < STAGES; i++) {
      wait_for(&full[i], 0);
      for (int k = 0; k < 4; k++) sum += stage[i][32 * k + t - 32];  // A
    }
    y[t - 32] = sum;
    return;
  }
  for (int i = 0; i < STAGES - 1; i++) {
    copy16(&stage[i][4 * t], x + i * 128 + 4 * t);
    commit_copies();
  }
  for (int i = 0; i < STAGES; i++) {
    CHANGED(wait_copies(STAGES - 1), wait_copies(STAGES - 2));
    arrive(&full[i]);
    if (i == 0) copy16(&stage[STAGES - 1][4 * t], x + (STAGES - 1) * 128 + 4 * t);  // B
    commit_copies();
  }
}
