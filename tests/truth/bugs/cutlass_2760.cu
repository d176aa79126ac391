// NVIDIA/cutlass #2760: the grouped matmul kernels of Hopper never call wait_on_dependent_grids().
// With PDL their TMA loads may read a matrix that the launch before is still writing. The fix: the
// producer waits before its first load.
#include "bugs.h"

extern "C" __global__ void produce(const float* x, float* middle) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  launch_next();
  middle[i] = x[i] * 2;  // B
}
extern "C" __global__ void cutlass_2760(const float* middle, float* y) {
  __shared__ __align__(128) float stage[128];
  __shared__ u64 full;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    fence_inits();
    FIX(wait_for_launch();)
    arrive_expect(&full, 512);
    bulk_load(stage, middle + blockIdx.x * 128, 512, &full);  // A
  }
  __syncthreads();
  wait_for(&full, 0);
  y[blockIdx.x * 128 + t] = stage[127 - t];
}
