// NVIDIA/Fuser #4233: a generated kernel lets every thread issue the product, and waits by
// nanosleep. tcgen05.mma is the work of one thread: the products of the others write the same sums
// with nothing between them. The fix: one thread issues it, between two barriers.
#include "bugs.h"

extern "C" __global__ void fuser_4233(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full;
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, CHANGED(128, 1));
  begin_sums(sums, place, a, b, x);
  FIX(if (t == 0)) {
    multiply(sums, a, b);  // A
    commit_to(&full);
  }
  wait_for(&full, 0);
  unsigned d[4];
  load_sums(d, sums);
  wait_sums_loaded();
  y[t] = d[0] + d[1];
  __syncthreads();
  if (t < 32) free_columns(sums);
}
