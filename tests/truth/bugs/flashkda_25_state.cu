// MoonshotAI/FlashKDA #24, mended by #25: a state is converted to FP32 into another buffer of
// shared memory, by plain stores, and only __syncthreads() lies between these and the TMA store of
// that buffer. The fix: every thread that has written makes a proxy fence before the barrier.
#include "bugs.h"

extern "C" __global__ void flashkda_25_state(const float* x, float* y) {
  __shared__ __align__(128) unsigned short state[256];
  __shared__ __align__(128) float wide[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128) state[i] = __float_as_uint(x[i]) >> 16;
  __syncthreads();
  for (int i = t; i < 256; i += 128) wide[i] = __uint_as_float(state[255 - i] << 16);  // B
  FIX(fence_async();)
  __syncthreads();
  if (t == 0) {
    bulk_store(y, wide, 1024);  // A
    commit_stores();
    wait_stores(0);
  }
}
