// ggml-org/llama.cpp #13469: a __syncthreads() that #13438 had added is executed by some warps
// only. It meets the next one of the others: from there on the warps are one barrier apart, and
// what a barrier seems to order is not ordered. The fix: all warps execute the same barriers.
#include "bugs.h"

extern "C" __global__ void llama_cpp_13469(const float* x, float* y) {
  __shared__ float part[64];
  int t = threadIdx.x;
  if (t < 32) {
    part[t] = x[t];
    CHANGED(__syncthreads(), __syncwarp());
    part[t + 32] = part[31 - t] + x[t + 32];  // B
  }
  __syncthreads();
  float value = part[t];  // A
  __syncthreads();
  if (t < 32) part[t] = value * 2;
  CHANGED(if (t >= 32), )
  __syncthreads();
  y[t] = value + part[t % 32];
}
