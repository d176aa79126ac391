// mlc-ai/TIRx-kernels #7: for each block of queries, a kernel writes factors into the same columns
// of tensor memory, while the last product of the block before may still read them. The fix: a wait
// for its commit first. (There the columns hold scales, here A.)
#include "bugs.h"

extern "C" __global__ void tirx_kernels_7(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full[2];
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t < 2) init_mbarrier(&full[t], 1);
  begin_sums(sums, place, a, b, x);
  unsigned d[4] = {1, 2, 3, 4};
  for (int block = 0; block < 2; block++) {
    FIX(if (block) wait_for(&full[0], 0);)
    store_sums(d, sums + 16);  // A
    store_sums(d, sums + 20);
    wait_sums_stored();
    __syncthreads();
    if (t == 0) {
      multiply_stored(sums, sums + 16, b);  // B
      commit_to(&full[block]);
    }
  }
  wait_for(&full[0], 0);
  wait_for(&full[1], 0);
  load_sums(d, sums);
  wait_sums_loaded();
  y[t] = d[0] + d[1];
  __syncthreads();
  if (t < 32) free_columns(sums);
}
