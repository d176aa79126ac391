// NVIDIA/cudnn-frontend #652: warps tell the thread that multiplies that a stage of sums is free,
// and load the rest of it afterwards. The next product writes the columns before they are read.
// The fix: the load and tcgen05.wait::ld come before the arrival.
#include "bugs.h"

extern "C" __global__ void cudnn_frontend_652(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full, empty;
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&empty, 128);
  }
  begin_sums(sums, place, a, b, x);
  if (t == 128) {
    multiply(sums, a, b);
    commit_to(&full);
    wait_for(&empty, 0);
    multiply(sums, a, b);  // A
    commit_to(&full);
    wait_for(&full, 1);
  } else if (t < 128) {
    unsigned d[4], e[4];
    wait_for(&full, 0);
    load_sums(d, sums);
    wait_sums_loaded();
    CHANGED(arrive(&empty);, )
    load_sums(e, sums + 8);  // B
    wait_sums_loaded();
    FIX(arrive(&empty);)
    y[t] = d[0] + e[0];
  }
  __syncthreads();
  if (t < 32) free_columns(sums);
}
