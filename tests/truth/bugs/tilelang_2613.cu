// tile-ai/tilelang #2613: two groups of warps multiply from one operand in shared memory, and each
// iteration writes it anew. The barrier at the loop's end is missing: of a group that is ahead the
// writes meet the products of the other, which read asynchronously. The fix: wait, then the
// barrier.
#include "bugs.h"

extern "C" __global__ void tilelang_2613(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float a[A_BYTES / 4], b[B_BYTES / 4];
  int t = threadIdx.x;
  float d[4] = {};
  for (int i = t; i < A_BYTES / 4; i += 256) a[i] = x[i];
  for (int i = 0; i < tiles; i++) {
    if (t < B_BYTES / 4) b[t] = x[i * 64 + t];  // A
    fence_async();
    __syncthreads();
    fence_products(d);
    product(d, a, b);  // B
    commit_products();
    wait_products(0);
    FIX(__syncthreads();)
  }
  y[t] = d[0] + d[1] + d[2] + d[3];
}
