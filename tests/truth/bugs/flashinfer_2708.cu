// flashinfer-ai/flashinfer #2708: launches are programmatic (PDL), but a macro for the compiler is
// missing, without which CUTLASS's wait_on_dependent_grids() is empty. The kernel reads what the
// launch before it has not written yet: tiles of NaN under load. The fix: the flag, so the wait is
// there.
#include "bugs.h"

extern "C" __global__ void quantize(const float* x, float* middle) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  launch_next();
  middle[i] = rintf(x[i] * 16);  // B
}
extern "C" __global__ void flashinfer_2708(const float* middle, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  FIX(wait_for_launch();)
  y[i] = middle[i] / 16;  // A
}
