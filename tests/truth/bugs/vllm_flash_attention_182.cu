// vllm-project/flash-attention #182: warps load sums from tensor memory, and tell the thread that
// multiplies that their columns are free. tcgen05.ld is asynchronous: the next product may write
// what it has not read yet. The fix: tcgen05.wait::ld before the arrival.
#include "bugs.h"

extern "C" __global__ void vllm_flash_attention_182(const float* x, float* y) {
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
    for (int round = 0; round < 2; round++) {
      if (round) wait_for(&empty, 0);
      multiply(sums, a, b);  // A
      commit_to(&full);
    }
  } else if (t < 128) {
    for (int round = 0; round < 2; round++) {
      unsigned d[4];
      wait_for(&full, round);
      load_sums(d, sums);  // B
      FIX(wait_sums_loaded();)
      arrive(&empty);
      wait_sums_loaded();
      y[t] = d[0] + d[1];
    }
  }
  __syncthreads();
  if (t < 32) free_columns(sums);
}
