// facebookexperimental/triton #1993: two buffers share columns of tensor memory. Two groups of
// warps have the same lanes: one loads the first buffer, the other stores the second. The
// compiler's analysis of barriers knows shared memory alone. The fix: a barrier between them.
#include "bugs.h"

extern "C" __global__ void tlx_1993(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full;
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 1);
  begin_sums(sums, place, a, b, x);
  if (t == 0) {
    multiply(sums, a, b);
    commit_to(&full);
  }
  wait_for(&full, 0);
  unsigned d[4] = {1, 2, 3, 4};
  if (t < 128) {
    load_sums(d, sums);  // B
    wait_sums_loaded();
  }
  FIX(__syncthreads();)
  if (t >= 128) {
    store_sums(d, sums);  // A
    wait_sums_stored();
  }
  y[t] = d[0];
  __syncthreads();
  if (t < 32) free_columns(sums);
}
