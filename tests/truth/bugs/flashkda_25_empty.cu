// MoonshotAI/FlashKDA #24, mended by #25: a state starts as zeros, and the loop over its tiles has
// the proxy fence in its body. A sequence of no tiles never comes to that fence: the TMA store of
// the state then reads what was in shared memory before. The fix: a fence behind the zeros.
#include "bugs.h"

extern "C" __global__ void flashkda_25_empty(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float state[128];
  int t = threadIdx.x;
  state[t] = 0;  // B
  FIX(fence_async();)
  __syncthreads();
  for (int i = 0; i < tiles; i++) {
    state[t] += x[i * 128 + t];
    fence_async();
    __syncthreads();
  }
  if (t == 0) {
    bulk_store(y, state, 512);  // A
    commit_stores();
    wait_stores(0);
  }
}
