// facebookexperimental/triton #368: the proxy fence stands behind the TMA store that needs it. The
// store may read a tile that is not complete. The fix: the fence moves before the store.
#include "bugs.h"

extern "C" __global__ void tlx_368(const float* x, float* y) {
  __shared__ __align__(128) float out[128];
  int t = threadIdx.x;
  out[t] = x[127 - t];  // B
  FIX(fence_async();)
  __syncthreads();
  if (t == 0) {
    bulk_store(y, out, 512);  // A
    commit_stores();
    wait_reads(0);
  }
  CHANGED(fence_async(), );
}
