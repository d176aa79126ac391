// Shared memory does not begin with zeros.
#include "fix.h"

extern "C" __global__ void accumulator(const int* x, int* sum) {
  __shared__ int total;
  FIX(if (threadIdx.x == 0) total = 0);
  __syncthreads();
  atomicAdd(&total, x[threadIdx.x]);  // A
  __syncthreads();
  if (threadIdx.x == 0) sum[0] = total;  // B
}
