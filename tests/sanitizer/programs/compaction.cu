// The positive numbers, packed; each thread takes the next free place.
#include "fix.h"

extern "C" __global__ void compaction(const int* x, int* packed, int* count) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 0) {
    int place = FAULT((*count)++, atomicAdd(count, 1));  // A B
    packed[place] = v;
  }
}
