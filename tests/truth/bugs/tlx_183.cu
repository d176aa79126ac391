// facebookexperimental/triton #183: the compiler makes an mbarrier for the arrivals of four warps,
// wherever it is used. The group that arrives has two: the phase never ends. The fix: the count is
// that of the group's threads.
#include "bugs.h"

extern "C" __global__ void tlx_183(const float* x, float* y) {
  __shared__ float part[64];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, CHANGED(128, 64));
  __syncthreads();
  if (t < 64) {
    part[t] = x[t];
    arrive(&full);
  } else {
    wait_for(&full, 0);  // A
    y[t - 64] = part[127 - t];
  }
}
