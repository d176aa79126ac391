// triton-lang/triton #10035: a group of two warps waits for a stage and its first thread gives it
// back at once, with no barrier of the group in between. If its second warp comes late, the
// producer has filled the stage again: the late warp waits for a phase that is over and asks for
// the one after it. Both sides then wait forever. The fix: a barrier of the group before each
// arrival.
#include "bugs.h"

extern "C" __global__ void triton_10035(float* y, int rounds) {
  __shared__ u64 full, empty;
  int t = threadIdx.x;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&empty, 1);
  }
  __syncthreads();
  if (t >= 64) {
    for (int i = 0; i < rounds && t == 64; i++) {
      wait_for(&empty, i % 2 ^ 1);
      arrive(&full);
    }
    return;
  }
  for (int i = 0; i < rounds; i++) {
    if (t >= 32 && i == 0) __nanosleep(100000);
    wait_for(&full, i % 2);  // A
    FIX(named_sync(1, 64);)
    if (t == 0) arrive(&empty);
  }
  y[t] = rounds;
}
