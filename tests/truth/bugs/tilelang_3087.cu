// tile-ai/tilelang #3087: in a pipeline of three stages, the wait for an mbarrier that is a single
// slot has the parity of the ring, i / 3, in place of i. If the phase that it should wait for is
// not over, it returns at once, and the next load overwrites a stage that is still multiplied; if
// it is over, it waits for one that does not come. The fix: the parity of i. (There a product
// arrives, here a warp.)
#include "bugs.h"

extern "C" __global__ void tilelang_3087(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[3][32];
  __shared__ u64 full[3], used;
  int t = threadIdx.x;
  if (t < 3) init_mbarrier(&full[t], 1);
  if (t == 3) init_mbarrier(&used, 32);
  __syncthreads();
  float sum = 0;
  for (int i = -2; i < tiles; i++) {
    if (t >= 32 && i > 0) wait_for(&used, CHANGED((i - 1) / 3 % 2, (i - 1) % 2));  // A
    if (t == 32 && i + 2 < tiles) {
      int s = (i + 2) % 3;
      arrive_expect(&full[s], 128);
      bulk_load(stage[s], x + 32 * (i + 2), 128, &full[s]);
    }
    __syncthreads();
    if (t < 32 && i >= 0) {
      wait_for(&full[i % 3], i / 3 % 2);
      sum += stage[i % 3][t];
      fence_async();
      arrive(&used);
    }
  }
  if (t < 32) y[t] = sum;
}
