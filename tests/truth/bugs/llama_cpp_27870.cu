// ggml-org/llama.cpp #27870 (the report is #27678): rows of threads combine their results, and
// __syncthreads() stands in the branch that only every other row takes. synccheck reported
// thousands of divergent barriers. The fix: the barrier moves out of the branch.
#include "bugs.h"

extern "C" __global__ void llama_cpp_27870(const float* x, float* y) {
  __shared__ float most[4][16];
  int t = threadIdx.x, row = t / 16;
  most[row][t % 16] = x[t];
  __syncthreads();
  float both = 0;
  if (row % 2 == 0) {
    both = fmaxf(most[row][t % 16], most[row + 1][t % 16]);
    CHANGED(__syncthreads(), );  // A
  }
  FIX(__syncthreads();)
  if (row % 2 == 0) most[row + 1][t % 16] = both;
  __syncthreads();  // B
  y[t] = most[row][15 - t % 16];
}
