// A float4 is 16 bytes and has to begin at a multiple of 16.
#include "fix.h"

extern "C" __global__ void misaligned(const float* x, float* y) {
  int i = threadIdx.x * 4 + FAULT(1, 4);
  float4 v = *(const float4*)(x + i);  // A
  y[threadIdx.x] = v.x + v.y + v.z + v.w;
}
