// NVIDIA/Fuser #1552, mended by #1769: a thread makes an mbarrier, and the others arrive at it with
// no barrier in between. The test hung on an H100 now and then. The fix: __syncthreads() behind the
// init.
#include "bugs.h"

extern "C" __global__ void fuser_1769(const float* x, float* y) {
  __shared__ float part[128];
  __shared__ u64 bar;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&bar, 128);  // B
  FIX(__syncthreads();)
  part[t] = x[t];
  arrive(&bar);  // A
  wait_for(&bar, 0);
  y[t] = part[127 - t];
}
