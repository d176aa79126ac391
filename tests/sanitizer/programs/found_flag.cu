// Every thread that finds the value stores the same 1: harmless on today's GPUs, and still a race.
#include "fix.h"

extern "C" __global__ void found_flag(const int* x, int wanted, int* found) {
  if (x[blockIdx.x * blockDim.x + threadIdx.x] == wanted)
    FAULT(*found = 1, atomicExch(found, 1));  // A B
}
