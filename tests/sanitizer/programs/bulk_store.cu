// The copy engine does not see what the threads wrote to shared memory until a proxy fence says so.
#include "fix.h"

extern "C" __global__ void bulk_store(const float* x, float* y) {
  __shared__ __align__(128) float kept[64];
  int t = threadIdx.x;
  kept[t] = x[t] * 2;  // A
  FIX(asm volatile("fence.proxy.async.shared::cta;" ::: "memory"));
  __syncthreads();
  if (t == 0) {
    unsigned from = (unsigned)__cvta_generic_to_shared(kept);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;"
                 :: "l"(y), "r"(from) : "memory");  // B
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
