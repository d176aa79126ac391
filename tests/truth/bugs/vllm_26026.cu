// vllm-project/vllm #26026: warps that have no work for a tile arrive at the epilogue's named
// barrier and go on to the next tile, where they arrive again, before the loading warp has come to
// the first one. A phase is then over without it, and of a later one it waits for arrivals that
// have been: the kernel hangs. The fix: arrive and wait.
#include "bugs.h"

extern "C" __global__ void vllm_26026(const int* work, float* y, int tiles) {
  int t = threadIdx.x, done = 0;
  for (int i = 0; i < tiles; i++) {
    if (t >= 64) {
      named_sync(1, 96);  // A
    } else if (work[i] == 0) {
      CHANGED(named_arrive(1, 96), named_sync(1, 96));
    } else {
      done += work[i];
      named_sync(1, 96);
    }
  }
  y[t] = done;
}
