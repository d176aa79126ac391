// NVIDIA/Fuser #3573 (the report is #3561): a generated kernel multiplies by wgmma and uses the
// result at once. The product is asynchronous: nothing says that its registers are complete. The
// fix: wgmma.commit_group and wgmma.wait_group behind it.
#include "bugs.h"

extern "C" __global__ void fuser_3573(const float* x, float* y) {
  __shared__ __align__(128) float a[A_BYTES / 4], b[B_BYTES / 4];
  int t = threadIdx.x;
  float d[4] = {};
  for (int i = t; i < A_BYTES / 4; i += 128) a[i] = x[i];
  for (int i = t; i < B_BYTES / 4; i += 128) b[i] = x[i];
  fence_async();
  __syncthreads();
  fence_products(d);
  product(d, a, b);  // B
  FIX(commit_products(); wait_products(0);)
  y[t] = d[0] + d[1];  // A
}
