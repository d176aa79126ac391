// csarofeen/pytorch #2457: a pipeline of cp.async commits its group behind the wait. So the wait
// does not count the newest copies, and waits for one group less than it should: the next stage may
// not be there yet. The fix: the commit comes right after the copies.
#include "bugs.h"

extern "C" __global__ void csarofeen_pytorch_2457(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[3][128];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 2; i++) {
    copy16(&stage[i][4 * t], x + i * 128 + 4 * t);
    commit_copies();
  }
  wait_copies(1);
  __syncthreads();
  for (int i = 0; i < tiles; i++) {
    if (i + 2 < tiles) copy16(&stage[(i + 2) % 3][4 * t], x + (i + 2) * 128 + 4 * t);  // B
    FIX(commit_copies();)
    for (int k = 0; k < 4; k++) sum += stage[i % 3][32 * k + t];  // A
    wait_copies(1);
    CHANGED(commit_copies(), );
    __syncthreads();
  }
  y[t] = sum;
}
