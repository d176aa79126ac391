// ggml-org/llama.cpp #28358: a warp stores quantized values of 16 words, followed by their scales.
// All 32 lanes store a word: lanes 16 to 31 write the padding's zeros over the scales that two
// other lanes store. The fix: only the lanes that have a value store it.
#include "bugs.h"

extern "C" __global__ void llama_cpp_28358(const float* x, float* y) {
  __shared__ int words[32];
  int lane = threadIdx.x, count = 16;
  float value = lane < count ? x[lane] : 0, most = fabsf(value);
  for (int step = 4; step; step /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, step));
  FIX(if (lane < count))
  words[lane] = most == 0 ? 0 : (int)(127 * value / most);  // B
  if (lane % 8 == 0 && lane < count) words[count + lane / 8] = __float_as_int(most);  // A
  __syncwarp();
  if (lane < count) y[lane] = words[lane] * __int_as_float(words[count + lane / 8]) / 127;
}
