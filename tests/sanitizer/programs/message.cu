// Block 0 sends a number to block 1. `volatile` keeps the compiler from moving the two stores, but
// it does not order them for the other block.
#include "fix.h"

extern "C" __global__ void message(int* data, volatile int* ready, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;  // A
    FIX(__threadfence());
    *ready = 1;
  } else {
    while (*ready == 0) {}
    FIX(__threadfence());
    *out = *data;  // B
  }
}
