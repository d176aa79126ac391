// ggml-org/llama.cpp #23690: a new kernel, a Walsh-Hadamard transform, is launched like all others
// by the function that sets the PDL attribute, and lacks the call of the synchronisation that
// belongs to it. Results were garbled on an RTX 5090. The fix: the call.
#include "bugs.h"

extern "C" __global__ void rotate(const float* x, float* middle) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  wait_for_launch();
  launch_next();
  middle[i] = -x[i];  // B
}
extern "C" __global__ void llama_cpp_23690(const float* middle, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  FIX(wait_for_launch();)
  float value = middle[i];  // A
  for (int step = 1; step < 32; step *= 2) {
    float other = __shfl_xor_sync(~0u, value, step);
    value = threadIdx.x & step ? other - value : other + value;
  }
  y[i] = value;
}
