// NVIDIA/cccl #5456 (the report is #5297): the merge kernel of cub::DeviceMergeSort loads its
// tile's bounds from what the partition kernel writes, and synchronises with that launch only
// afterwards. Wrong bounds lead out of shared memory. The fix: the synchronisation comes before the
// first load.
#include "bugs.h"

extern "C" __global__ void partition(int* bounds) {
  if (threadIdx.x < 8) bounds[threadIdx.x] = 32 * threadIdx.x;  // B
}
extern "C" __global__ void cccl_5456(const int* bounds, const float* x, float* y) {
  FIX(wait_for_launch();)
  int begin = bounds[blockIdx.x], end = bounds[blockIdx.x + 1];  // A
  CHANGED(wait_for_launch(), );
  for (int i = begin + threadIdx.x; i < end && i < 128; i += blockDim.x) y[i] = x[i];
}
