// A mean of three neighbours in place: some of them are the new values already.
#include "fix.h"

extern "C" __global__ void stencil(float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  float mean = (x[i - 1] + x[i] + x[i + 1]) / 3;  // A
  FAULT(x, y)[i] = mean;  // B
}
