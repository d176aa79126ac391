// inclusionAI/cuLA #114: registers go to shared memory, and a box of a tensor map stores them.
// Without a cross-proxy fence the TMA engine can read what was there before. The fix: the fence.
#include <cuda.h>

#include "bugs.h"

extern "C" __global__ void cula_114(const float* x, const __grid_constant__ CUtensorMap y) {
  __shared__ __align__(128) float out[8][16];
  int t = threadIdx.x;
  out[t / 16][t % 16] = x[t] - 1;  // B
  FIX(fence_async();)
  __syncthreads();
  if (t == 0) {
    box_store(y, out, 0, 0);  // A
    commit_stores();
    wait_stores(0);
  }
}
