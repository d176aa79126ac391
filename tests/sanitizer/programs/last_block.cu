// The last block to finish adds up what all blocks have written.
#include "fix.h"

extern "C" __global__ void last_block(const float* x, float* parts, unsigned* done, float* sum) {
  if (threadIdx.x > 0) return;
  float part = 0;
  for (int i = 0; i < 32; i++) part += x[blockIdx.x * 32 + i];
  parts[blockIdx.x] = part;  // A
  FIX(__threadfence());
  if (atomicAdd(done, 1) == gridDim.x - 1) {
    FIX(__threadfence());
    float total = 0;
    for (int i = 0; i < gridDim.x; i++) total += parts[i];  // B
    sum[0] = total;
  }
}
