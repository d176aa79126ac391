// flashinfer-ai/flashinfer #4685, found in review: griddepcontrol.wait orders the thread that
// executes it. It stood in the warp that loads B alone, and another warp loads A and its scales
// with no wait: these may be those from before the launch in front. The fix: each loading warp
// waits.
#include "bugs.h"

extern "C" __global__ void scale(const float* x, float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  launch_next();
  a[i] = x[i] * 2;  // B
  b[i] = x[i] * 3;
}
extern "C" __global__ void flashinfer_4685(const float* a, const float* b, float* y) {
  __shared__ __align__(128) float left[128], right[128];
  __shared__ u64 full[2];
  int t = threadIdx.x;
  if (t < 2) {
    init_mbarrier(&full[t], 1);
    fence_inits();
  }
  __syncthreads();
  if (t == 0) {
    FIX(wait_for_launch();)
    arrive_expect(&full[0], 512);
    bulk_load(left, a, 512, &full[0]);  // A
  }
  if (t == 32) {
    wait_for_launch();
    arrive_expect(&full[1], 512);
    bulk_load(right, b, 512, &full[1]);
  }
  wait_for(&full[0], 0);
  wait_for(&full[1], 0);
  y[t] = left[t] + right[t];
}
