// NVIDIA/cudnn-frontend #784: the epilogue of an attention kernel writes its result to shared
// memory, its warps meet at a named barrier, and one thread stores the tile by TMA. The barrier
// orders the threads, but the TMA engine reads through the async proxy: two equal launches differed
// in 120 elements. The fix: a proxy fence in each writing thread, before the barrier.
#include "bugs.h"

extern "C" __global__ void cudnn_frontend_784(const float* x, float* y) {
  __shared__ __align__(128) float out[128];
  int t = threadIdx.x;
  if (t < 128) {
    out[t] = x[t] * 2;  // B
    FIX(fence_async();)
    named_sync(1, 128);
    if (t == 0) {
      bulk_store(y, out, 512);  // A
      commit_stores();
      wait_stores(0);
    }
  }
}
