// flashinfer-ai/flashinfer #4533: pairs of warps add up their results across a named barrier, and two
// pairs that can be there at once have the same number. A warp of each then opens it: both go on
// before their own partners have come, and now and then a block hung. The fix: a number of its own
// for each pair.
#include "bugs.h"

extern "C" __global__ void flashinfer_4533(const float* x, float* y) {
  __shared__ float part[128];
  int t = threadIdx.x, pair = t / 32 % 2;
  part[t] = x[t];  // B
  named_sync(CHANGED(1, 1 + pair), 64);
  y[t] = x[t] + part[t ^ 64];  // A
}
