// Two threads with the same key both read the old count, and one of them is lost.
#include "fix.h"

extern "C" __global__ void histogram(const int* keys, int* counts) {
  int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  FAULT(counts[key] = counts[key] + 1, atomicAdd(counts + key, 1));  // A B
}
