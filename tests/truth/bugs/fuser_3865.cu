// NVIDIA/Fuser #3865: two groups of four warps multiply from one stage. wgmma.wait_group is a wait
// of a warp for itself; it stood behind the barrier of the block, so that thread 0 could load the
// next stage while another warp's products still read. The fix: the wait comes before the barrier.
#include "bugs.h"

extern "C" __global__ void fuser_3865(const float* x, float* y, int tiles) {
  __shared__ __align__(128) char stage[A_BYTES + B_BYTES];
  __shared__ u64 full;
  int t = threadIdx.x;
  float d[4] = {};
  if (t == 0) init_mbarrier(&full, 1);
  __syncthreads();
  for (int i = 0; i < tiles; i++) {
    if (t == 0) {
      arrive_expect(&full, A_BYTES + B_BYTES);
      bulk_load(stage, (const char*)x + i * (A_BYTES + B_BYTES), A_BYTES + B_BYTES, &full);  // A
    }
    wait_for(&full, i % 2);
    fence_products(d);
    product(d, stage, stage + A_BYTES);  // B
    commit_products();
    FIX(wait_products(0);)
    __syncthreads();
    CHANGED(wait_products(0), );
  }
  y[t] = d[0] + d[1] + d[2] + d[3];
}
