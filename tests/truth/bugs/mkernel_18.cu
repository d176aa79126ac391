// uccl-project/mKernel #18: a stage of a ring holds inputs of a task, and at its end the result,
// which TMA stores from there. The producer waits for that store at a fixed step of the next task.
// That is early enough only if a task's steps are a multiple of the ring's stages: with three steps
// and two stages the load of an input overwrites the result on its way. The fix: wait as the task
// begins.
#include "bugs.h"

extern "C" __global__ void mkernel_18(const float* x, float* y, int tasks) {
  __shared__ __align__(128) float ring[2][64];
  __shared__ u64 full[2];
  int t = threadIdx.x, used = 0;
  const int steps = 3;
  if (t < 2) init_mbarrier(&full[t], 1);
  __syncthreads();
  for (int task = 0; task < tasks; task++) {
    float sum = 0;
    int s = 0;
    FIX(if (t == 0) wait_reads(0); __syncthreads();)
    for (int k = 0; k < steps; k++, used++) {
      s = used % 2;
      if (t == 0) {
        CHANGED(if (k == 1) wait_reads(0), );
        arrive_expect(&full[s], 256);
        bulk_load(ring[s], x + 64 * (task * steps + k), 256, &full[s]);  // A
      }
      wait_for(&full[s], used / 2 % 2);
      sum += ring[s][t];
      fence_async();
      __syncthreads();
    }
    s ^= 1;
    ring[s][t] = sum;
    fence_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + 64 * task, ring[s], 256);  // B
      commit_stores();
    }
  }
  if (t == 0) wait_stores(0);
}
