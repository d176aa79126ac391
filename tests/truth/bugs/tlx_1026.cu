// facebookexperimental/triton #1026: sums have two buffers in tensor memory, each with an mbarrier.
// tcgen05.commit after a product arrives at the mbarriers of both, and not at its buffer's alone: so
// the second buffer is read before its product is done. The fix: a commit for the own buffer.
#include "bugs.h"

extern "C" __global__ void tlx_1026(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full[2];
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t < 2) init_mbarrier(&full[t], 1);
  begin_sums(sums, place, a, b, x);
  if (t == 128) {
    multiply(sums, a, b);
    commit_to(&full[0]);
    CHANGED(commit_to(&full[1]);, )
    multiply(sums + 16, a, b);  // A
    FIX(commit_to(&full[1]);)
  } else if (t < 128) {
    unsigned d[4], e[4];
    wait_for(&full[0], 0);
    load_sums(d, sums);
    wait_for(&full[1], 0);
    load_sums(e, sums + 16);  // B
    wait_sums_loaded();
    y[t] = d[0] + e[0];
  }
  __syncthreads();
  if (t < 32) free_columns(sums);
}
