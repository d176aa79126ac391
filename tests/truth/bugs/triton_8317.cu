// triton-lang/triton #8317: a group of warps writes an operand to shared memory, and arrives at the
// mbarrier for which the group waits that multiplies. The products read through the async proxy.
// The fix: a fence between the stores and the arrival. (There the product is tcgen05.mma, here
// wgmma.)
#include "bugs.h"

extern "C" __global__ void triton_8317(const float* x, float* y) {
  __shared__ __align__(128) float a[A_BYTES / 4], b[B_BYTES / 4];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 128);
  __syncthreads();
  if (t >= 128) {
    for (int i = t - 128; i < A_BYTES / 4; i += 128) a[i] = x[i];  // B
    for (int i = t - 128; i < B_BYTES / 4; i += 128) b[i] = x[i];
    FIX(fence_async();)
    arrive(&full);
  } else {
    float d[4] = {};
    wait_for(&full, 0);
    fence_products(d);
    product(d, a, b);  // A
    commit_products();
    wait_products(0);
    y[t] = d[0] + d[1] + d[2] + d[3];
  }
}
