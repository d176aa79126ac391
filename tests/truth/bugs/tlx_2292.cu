// facebookexperimental/triton #2292: a block stores into the other one's shared memory, and nothing
// says that that block has begun and set up its memory: its own initialisation may come later and
// win. The fix: a barrier of the cluster before the first such store.
#include "bugs.h"

extern "C" __global__ void __cluster_dims__(2, 1, 1) tlx_2292(const float* x, float* y) {
  __shared__ float inbox[32];
  int t = threadIdx.x;
  unsigned rank = cluster_rank();
  inbox[t] = -1;  // B
  FIX(cluster_sync();)
  store_there(in_block(&inbox[t], rank ^ 1), __float_as_uint(x[blockIdx.x * 32 + t]));  // A
  cluster_sync();
  y[blockIdx.x * 32 + t] = inbox[31 - t];
}
