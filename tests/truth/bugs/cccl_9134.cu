// NVIDIA/cccl #9134, mended by #9163: a kernel compiled for sm_80 has no
// cudaGridDependencySynchronize(), and is launched with the PDL attribute all the same. On a newer
// GPU it then overlaps with the launch before it. The fix is on the host: the attribute is set only
// if the code has the wait.
#include "bugs.h"

extern "C" __global__ void first(const float* x, float* middle) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle[i] = x[i] * 2;  // B
}
extern "C" __global__ void cccl_9134(const float* middle, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = middle[i] + 1;  // A
}
