// flashinfer-ai/flashinfer #5081: an object's constructor loads this thread's first row, and it is
// made before cudaGridDependencySynchronize(). The row may be that from before the launch in front.
// The fix: the object is made behind the synchronisation.
#include "bugs.h"

struct Fused {
  float residual;
  __device__ Fused(const float* from, int i) { residual = from[i]; }  // A
};

extern "C" __global__ void embed(const float* x, float* residual) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  launch_next();
  residual[i] = x[i] + 1;  // B
}
extern "C" __global__ void flashinfer_5081(const float* residual, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  FIX(wait_for_launch();)
  Fused fused(residual, i);
  CHANGED(wait_for_launch(), );
  y[i] = fused.residual + x[i];
}
