// Some warps count before warp 0 has cleared their buckets.
#include "fix.h"

extern "C" __global__ void cleared_late(const int* keys, int* counts) {
  __shared__ int buckets[16];
  int t = threadIdx.x;
  if (t < 16) buckets[t] = 0;  // A
  FIX(__syncthreads());
  atomicAdd(buckets + keys[t], 1);  // B
  __syncthreads();
  if (t < 16) counts[t] = buckets[t];
}
