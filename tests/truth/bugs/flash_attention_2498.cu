// Dao-AILab/flash-attention #2498: a kernel of the backward pass is launched by PDL behind the one
// that prepares the row sums, and its loading warp reads these with no griddepcontrol.wait. The
// fix: the loading warp waits; the others get the numbers from it through a barrier.
#include "bugs.h"

extern "C" __global__ void prepare(const float* o, const float* g, float* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = o[i], b = g[i];
  launch_next();
  sums[i] = a * b;  // B
}
extern "C" __global__ void flash_attention_2498(const float* sums, const float* p, float* y) {
  __shared__ float rows[32];
  int t = threadIdx.x;
  if (t < 32) {
    FIX(wait_for_launch();)
    rows[t] = sums[blockIdx.x * 32 + t];  // A
  }
  __syncthreads();
  y[blockIdx.x * 64 + t] = p[blockIdx.x * 64 + t] - rows[t / 2];
}
