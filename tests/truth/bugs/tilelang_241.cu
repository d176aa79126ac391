// tile-ai/tilelang #241: the rewriter of a pass leaves out mbarrier.expect_tx for a TMA load. The
// arrival alone ends the phase, and the consumers read what may not be there yet. The fix: the
// producer announces the bytes.
#include "bugs.h"

extern "C" __global__ void tilelang_241(const float* x, float* y) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 1);
  __syncthreads();
  if (t == 0) {
    FIX(arrive_expect(&full, 512);)
    bulk_load(stage, x, 512, &full);  // B
    CHANGED(arrive(&full), );
  }
  wait_for(&full, 0);
  y[t] = stage[127 - t];  // A
}
