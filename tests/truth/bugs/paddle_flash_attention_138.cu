// PaddlePaddle/flash-attention #138: in a backward pass the warp that multiplies gives the columns
// of tensor memory back, while the warps that reduce still load sums from them: it waits for the
// other warps alone. The fix: the reducing warps arrive at its mbarrier, too.
#include "bugs.h"

extern "C" __global__ void paddle_flash_attention_138(const float* x, float* y) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full, loaded;
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&loaded, CHANGED(64, 128));
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
  } else if (t < 64) {
    unsigned d[4];
    wait_for(&full, 0);
    load_sums(d, sums);
    wait_sums_loaded();
    arrive(&loaded);
    y[t] = d[0];
  } else {
    unsigned d[4];
    wait_for(&full, 0);
    load_sums(d, sums);  // B
    wait_sums_loaded();
    FIX(arrive(&loaded);)
    y[t] = d[0];
  }
}
