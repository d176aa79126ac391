// facebookexperimental/triton #1040: LLVM's jump threading copies a named barrier into both sides
// of a branch, because the inline assembly is not marked convergent. Lanes of one warp then wait at
// two barriers: the kernel hangs. The fix: intrinsics that may not be copied, so that the barrier
// stays behind the branch.
#include "bugs.h"

extern "C" __global__ void tlx_1040(const float* x, float* y) {
  __shared__ float part[32];
  int t = threadIdx.x;
  if (x[t] > 3) {
    part[t] = x[t] * 2;
    CHANGED(asm volatile("bar.sync 14, 32;" ::: "memory"), );  // A
  } else {
    part[t] = -x[t];
    CHANGED(asm volatile("bar.sync 14, 32;" ::: "memory"), );  // B
  }
  FIX(asm volatile("bar.sync 14, 32;" ::: "memory");)
  y[t] = part[31 - t];
}
