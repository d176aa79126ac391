// sgl-project/sglang #37287: the partial sums of a split-K product go into the memory of its first
// stage. A barrier orders the sums, but none makes sure that all warps have read the stage before
// one overwrites it. The fix: a barrier of the computing warps before the first store.
#include "bugs.h"

extern "C" __global__ void sglang_37287(const float* x, float* y) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 1);
  __syncthreads();
  if (t >= 64) {
    if (t == 64) {
      arrive_expect(&full, 512);
      bulk_load(stage, x, 512, &full);
    }
    return;
  }
  wait_for(&full, 0);
  float sum = stage[2 * t] * stage[2 * t + 1];  // B
  FIX(named_sync(1, 64);)
  stage[t] = sum;  // A
  named_sync(1, 64);
  if (t < 32) y[t] = stage[t] + stage[t + 32];
}
