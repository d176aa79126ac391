// The bulk copy engine fills two stages in turn; an mbarrier says when one is full.
#include "fix.h"

__device__ unsigned address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void load(float* to, const float* from, unsigned long long* full) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;"
               :: "r"(address(full)) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
               " [%0], [%1], 256, [%2];"
               :: "r"(address(to)), "l"(from), "r"(address(full)) : "memory");  // A
}

__device__ void wait(unsigned long long* full, int phase) {
  for (int done = 0; !done;)
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                 "selp.s32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(address(full)), "r"(phase) : "memory");
}

extern "C" __global__ void bulk_pipeline(const float* x, float* out, int tiles) {
  __shared__ __align__(128) float stage[2][64];
  __shared__ unsigned long long full[2];
  int t = threadIdx.x;
  if (t < 2)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(address(full + t)) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (t == 0) load(stage[0], x, full);
  float sum = 0;
  for (int i = 0; i < tiles; i++) {
    if (t == 0 && i + 1 < tiles) load(stage[(i + 1) % 2], x + (i + 1) * 64, full + (i + 1) % 2);
    FIX(wait(full + i % 2, i / 2 % 2));
    sum += stage[i % 2][63 - t];  // B
    asm volatile("fence.proxy.async;" ::: "memory"); __syncthreads();
  }
  out[t] = sum;
}
