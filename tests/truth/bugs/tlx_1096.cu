// facebookexperimental/triton #1096: an arrival at an mbarrier of another block is compiled for the
// block's own shared memory. The other block waits forever. The fix: shared::cluster, with the
// other block's address.
#include "bugs.h"

extern "C" __global__ void __cluster_dims__(2, 1, 1) tlx_1096(const float* x, float* y) {
  __shared__ u64 ready;
  int t = threadIdx.x;
  unsigned rank = cluster_rank();
  if (t == 0) {
    init_mbarrier(&ready, 1);
    fence_inits();
  }
  cluster_sync();
  if (rank == 0) {
    y[t] = x[t];
    __syncwarp();
    if (t == 0) {
      CHANGED(arrive(&ready), arrive_there(in_block(&ready, 1)));
    }
  } else {
    wait_for_cluster(&ready, 0);  // A
    y[t + 32] = y[t] + 1;
  }
}
