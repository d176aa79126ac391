// Softmax of a row by one block. `shared[0]` holds the maximum, and then the sum: warp 0 must not
// write the sum while another warp still has to read the maximum.
#include "fix.h"

__device__ float of_warp(float v, bool largest) {
  for (int step = 16; step > 0; step /= 2) {
    float other = __shfl_xor_sync(~0u, v, step);
    v = largest ? fmaxf(v, other) : v + other;
  }
  return v;
}

extern "C" __global__ void block_softmax(const float* x, float* y) {
  __shared__ float shared[4];
  int t = threadIdx.x, warp = t / 32;
  float mine = x[blockIdx.x * 128 + t], largest = of_warp(mine, true);
  if (t % 32 == 0) shared[warp] = largest;
  __syncthreads();
  if (t == 0)
    shared[0] = fmaxf(fmaxf(shared[0], shared[1]), fmaxf(shared[2], shared[3]));
  __syncthreads();
  float power = expf(mine - shared[0]);  // A
  float sum = of_warp(power, false);
  FIX(__syncthreads());
  if (t % 32 == 0) shared[warp] = sum;  // B
  __syncthreads();
  y[blockIdx.x * 128 + t] = power / (shared[0] + shared[1] + shared[2] + shared[3]);
}
