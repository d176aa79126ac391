// tile-ai/tilelang #2566: the producer of a pipeline with one iteration announces the bytes of its
// bulk copy, and the arrival that should follow is left out. The phase never ends: consumers wait
// forever. The fix: the arrival is emitted with the expected bytes.
#include "bugs.h"

extern "C" __global__ void tilelang_2566(const float* x, float* y) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 1);
  __syncthreads();
  if (t == 128) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 512;" ::"r"(at(&full))
                 : "memory");
    bulk_load(stage, x, 512, &full);
    FIX(arrive(&full);)
  }
  if (t < 128) {
    wait_for(&full, 0);  // A
    y[t] = stage[127 - t];
  }
}
