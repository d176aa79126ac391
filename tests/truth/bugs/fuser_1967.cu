// NVIDIA/Fuser #1967: one thread writes eight numbers to shared memory and stores them by TMA
// itself. Even its own plain stores need not be visible to the engine. The fix: a fence before the
// copy.
#include "bugs.h"

extern "C" __global__ void fuser_1967(const float* x, float* y) {
  __shared__ __align__(16) float row[8];
  for (int i = 0; i < 8; i++) row[i] = x[8 * blockIdx.x + 7 - i];  // B
  FIX(fence_async();)
  bulk_store(y + 8 * blockIdx.x, row, 32);  // A
  commit_stores();
  wait_reads(0);
}
