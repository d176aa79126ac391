// NVIDIA/Fuser #5448: in a loop, threads write a tile to shared memory and TMA stores it. The
// commit and the wait stand behind the loop only, so that the next iteration writes what the store
// of the last one may still read. The fix: both are in the loop's body.
#include "bugs.h"

extern "C" __global__ void fuser_5448(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float out[128];
  int t = threadIdx.x;
  for (int i = 0; i < tiles; i++) {
    out[t] = x[i * 128 + t] * 3;  // A
    fence_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + i * 128, out, 512);  // B
      FIX(commit_stores(); wait_reads(0);)
    }
    __syncthreads();
  }
  if (t == 0) {
    commit_stores();
    wait_stores(0);
  }
}
