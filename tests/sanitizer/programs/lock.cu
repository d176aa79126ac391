// A lock lets one block in at a time, but without fences it does not hand over what the last one did.
#include "fix.h"

extern "C" __global__ void lock(int* taken, float* total, const float* x) {
  if (threadIdx.x > 0) return;
  while (atomicCAS(taken, 0, 1) != 0) {}
  FIX(__threadfence());
  *total = *total + x[blockIdx.x];  // A B
  FIX(__threadfence());
  atomicExch(taken, 0);
}
