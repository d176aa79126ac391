// NVIDIA/cutlass #2835: the warp that multiplies allocates tensor memory, and the epilogue's warp
// reads the address from shared memory. Only the mbarriers of the sums order the two; without a
// tile to multiply there are none. The fix: allocate only if there is a tile.
#include "bugs.h"

extern "C" __global__ void cutlass_2835(const float* x, float* y, int tiles) {
  __shared__ __align__(1024) float a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full;
  __shared__ unsigned place;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&full, 1);
  for (int i = t; i < SUMS_A_BYTES / 4; i += blockDim.x) a[i] = x[i];
  for (int i = t; i < SUMS_B_BYTES / 4; i += blockDim.x) b[i] = x[i];
  fence_async();
  __syncthreads();
  if (t < 32) {
    if (CHANGED(true, tiles > 0)) alloc_columns(&place);  // B
    if (tiles > 0 && t == 0) {
      multiply(place, a, b);
      commit_to(&full);
    }
  } else if (CHANGED(true, tiles > 0)) {
    if (tiles > 0) wait_for(&full, 0);
    unsigned sums = place;  // A
    free_columns(sums);
  }
  y[t] = t;
}
