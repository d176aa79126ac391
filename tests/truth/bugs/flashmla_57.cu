// deepseek-ai/FlashMLA #57: a named barrier in a part of the kernel that one group of warps
// executes has the thread count of the whole block, 256. Of these only 128 come, and the barrier
// never opens. The fix, as proposed: the number of threads that come.
#include "bugs.h"

extern "C" __global__ void flashmla_57(const float* x, float* y) {
  __shared__ float part[128];
  int t = threadIdx.x;
  if (t < 128) {
    part[t] = x[t];
    named_sync(2, CHANGED(256, 128));  // A
    y[t] = part[127 - t];
  }
}
