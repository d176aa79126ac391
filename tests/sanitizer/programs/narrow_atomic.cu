// `_block` makes an addition atomic for the threads of one block; other blocks add here, too.
#include "fix.h"

extern "C" __global__ void narrow_atomic(const int* x, int* sum) {
  FAULT(atomicAdd_block, atomicAdd)(sum, x[blockIdx.x * blockDim.x + threadIdx.x]);  // A B
}
