// flashinfer-ai/flashinfer #2996: warps 0 to 3 add up their results and meet at __syncthreads(), in
// a branch that the copying warps never enter. It hung now and then on an H100, and synccheck said
// so. The fix: a barrier of the threads that come, here a named one.
#include "bugs.h"

extern "C" __global__ void flashinfer_2996(const float* x, float* y) {
  __shared__ __align__(128) float stage[128], part[128];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 1);
  __syncthreads();
  if (t >= 128) {
    if (t == 128) {
      arrive_expect(&full, 512);
      bulk_load(stage, x, 512, &full);
    }
  } else {
    wait_for(&full, 0);
    part[t] = stage[t] + stage[127 - t];
    CHANGED(__syncthreads(), named_sync(1, 128));  // A
    if (t < 32) y[t] = part[t] + part[t + 32] + part[t + 64] + part[t + 96];
  }
}
