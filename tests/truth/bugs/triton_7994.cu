// triton-lang/triton #7994: a kernel gives its columns of tensor memory back at its end. Other
// warps may still load from them, and another block may get them. The fix: a barrier of the block
// before tcgen05.dealloc.
#include "bugs.h"

extern "C" __global__ void triton_7994(const float* x, float* y) {
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
  unsigned d[4];
  load_sums(d, sums);  // B
  wait_sums_loaded();
  y[t] = d[0] + d[1];
  FIX(__syncthreads();)
  if (t < 32) free_columns(sums);  // A
}
