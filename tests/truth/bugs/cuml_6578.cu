// NVIDIA/cuml #6578: in a loop over rows, all threads write their part to shared memory, meet, and
// thread 0 adds the parts up. The others go on and write the next row's parts while it still reads.
// The fix: a barrier at the end of the loop's body.
#include "bugs.h"

extern "C" __global__ void cuml_6578(const float* a, const float* x, float* y, int rows) {
  __shared__ float part[64];
  int t = threadIdx.x;
  for (int row = 0; row < rows; row++) {
    part[t] = a[row * 64 + t] * x[t];  // A
    __syncthreads();
    if (t == 0) {
      float sum = 0;
      for (int i = 0; i < 64; i++) sum += part[i];  // B
      y[row] = sum;
    }
    FIX(__syncthreads();)
  }
}
