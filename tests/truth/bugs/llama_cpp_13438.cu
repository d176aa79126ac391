// ggml-org/llama.cpp #13438: warps of an attention kernel put their maxima into shared memory, and
// the memory is used again for the sums while other warps still read the maxima. racecheck reported
// it. The fix: __syncthreads() before the memory is used again.
#include "bugs.h"

extern "C" __global__ void llama_cpp_13438(const float* x, float* y) {
  __shared__ float warps[4];
  int t = threadIdx.x, warp = t / 32;
  float most = x[t], all = -1e30f;
  for (int step = 16; step; step /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, step));
  if (t % 32 == 0) warps[warp] = most;
  __syncthreads();
  for (int w = 0; w < 4; w++) all = fmaxf(all, warps[w]);  // B
  FIX(__syncthreads();)
  float sum = expf(x[t] - all);
  for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (t % 32 == 0) warps[warp] = sum;  // A
  __syncthreads();
  y[t] = warps[0] + warps[1] + warps[2] + warps[3];
}
