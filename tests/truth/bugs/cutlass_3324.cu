// NVIDIA/cutlass #3324: a block fills its shared memory and arrives at an mbarrier of the block
// that reads it. Both the arrival and the wait have the scope of a block, so that the reader may
// see the barrier before the data. The fix: the scope of the cluster on both sides.
#include "bugs.h"

extern "C" __global__ void __cluster_dims__(2, 1, 1) cutlass_3324(const float* x, float* y) {
  __shared__ float stage[32];
  __shared__ u64 full;
  int t = threadIdx.x, value;
  if (t == 0) {
    init_mbarrier(&full, 32);
    fence_inits();
  }
  cluster_sync();
  if (cluster_rank() == 1) {
    stage[t] = x[t];  // B
    asm volatile("mbarrier.arrive.release." CHANGED("cta", "cluster")
                 ".shared::cluster.b64 _, [%0];" ::"r"(in_block(&full, 0)) : "memory");
  } else {
    for (int done = 0; !done;)
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire." CHANGED("cta", "cluster")
                   ".shared::cta.b64 p, [%1], 0; selp.s32 %0, 1, 0, p;}"
                   : "=r"(done) : "r"(at(&full)) : "memory");
    load_there(value, in_block(&stage[31 - t], 1));  // A
    y[t] = __int_as_float(value);
  }
  cluster_sync();
}
