// NVIDIA/Fuser #3680: the sums of a product are set by plain code, and no wgmma.fence lies between
// that and the product. wgmma.fence is needed wherever other code has touched its registers. The
// fix: the fence is always there before a product.
#include "bugs.h"

extern "C" __global__ void fuser_3680(const float* x, float* y, int rounds) {
  __shared__ __align__(128) float a[A_BYTES / 4], b[B_BYTES / 4];
  int t = threadIdx.x;
  float d[4] = {1, 2, 3, 4};
  for (int i = t; i < A_BYTES / 4; i += 128) a[i] = x[i];
  for (int i = t; i < B_BYTES / 4; i += 128) b[i] = x[i];
  fence_async();
  __syncthreads();
  for (int i = 0; i < rounds; i++) {
    for (int k = 0; k < 4; k++) d[k] *= 0.5f;  // B
    FIX(fence_products(d);)
    product(d, a, b);  // A
    commit_products();
    wait_products(0);
  }
  y[t] = d[0] + d[1] + d[2] + d[3];
}
