// NVIDIA/cutlass #3652: warps load sums, some lanes use none of them, and all arrive at the
// mbarrier for which the warp waits that gives the columns back. Nothing orders the loads of the
// other lanes before that. The fix: tcgen05.wait::ld before the arrival.
#include "bugs.h"

extern "C" __global__ void cutlass_3652(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full, loaded;
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&loaded, 128);
  }
  begin_sums(sums, place, a, b, x);
  if (t >= 128) {
    if (t == 128) {
      multiply(sums, a, b);
      commit_to(&full);
    }
    __syncwarp();
    wait_for(&loaded, 0);
    free_columns(sums);  // A
  } else {
    unsigned d[4];
    wait_for(&full, 0);
    load_sums(d, sums);  // B
    FIX(wait_sums_loaded();)
    arrive(&loaded);
    wait_sums_loaded();
    if (t % 32 < 16) y[t] = d[0];
  }
}
