// tile-ai/tilelang #2927: a loop loads by TMA and waits at a barrier of each iteration's own, with
// the parity of the loop's counter. Of a barrier in its first phase the parity 1 counts as over:
// the wait returns at once. The fix: the parity follows the barrier that is waited for.
#include "bugs.h"

extern "C" __global__ void tilelang_2927(const float* x, float* y) {
  __shared__ __align__(128) float part[4][128];
  __shared__ u64 full[4];
  int t = threadIdx.x;
  float sum = 0;
  if (t < 4) init_mbarrier(&full[t], 1);
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    if (t == 0) {
      arrive_expect(&full[i], 512);
      bulk_load(part[i], x + 128 * i, 512, &full[i]);  // B
    }
    wait_for(&full[i], CHANGED(i % 2, 0));
    sum += part[i][127 - t];  // A
  }
  y[t] = sum;
}
