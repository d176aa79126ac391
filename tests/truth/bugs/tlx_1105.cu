// facebookexperimental/triton #1105: a block of a cluster reads shared memory of the other one,
// which may have ended. The GPU then stops with "cluster target block not present". The fix: a
// barrier of the cluster before every block's end.
#include "bugs.h"

extern "C" __global__ void __cluster_dims__(2, 1, 1) tlx_1105(const float* x, float* y) {
  __shared__ float part[32];
  int t = threadIdx.x, value;
  unsigned rank = cluster_rank();
  part[t] = x[blockIdx.x * 32 + t];
  cluster_sync();
  load_there(value, in_block(&part[31 - t], rank ^ 1));  // A
  y[blockIdx.x * 32 + t] = __int_as_float(value);
  FIX(cluster_sync();)
}
