// flashinfer-ai/flashinfer #4576, in review: results go through two stages, and a TMA store empties
// each. The wait for the store of two iterations ago stands behind the writes that need it. The
// fix: the wait comes first.
#include "bugs.h"

extern "C" __global__ void flashinfer_4576(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float out[2][128];
  int t = threadIdx.x;
  for (int i = 0; i < tiles; i++) {
    FIX(if (t == 0) wait_reads(1); __syncthreads();)
    out[i % 2][t] = x[i * 128 + t] + 1;  // A
    fence_async();
    __syncthreads();
    if (t == 0) {
      CHANGED(wait_reads(1), );
      bulk_store(y + i * 128, out[i % 2], 512);  // B
      commit_stores();
    }
  }
  if (t == 0) wait_stores(0);
}
