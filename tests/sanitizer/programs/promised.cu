// A kernel that writes through a pointer to const: its caller keeps the input for later.
#include "fix.h"

extern "C" __global__ void promised(const float* __restrict__ x, float* y, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  y[i] = x[i] > 0 ? x[i] : 0;
  FAULT(((float*)x)[i] = y[i], );  // A
}
