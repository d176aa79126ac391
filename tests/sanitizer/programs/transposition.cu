// A tile goes through shared memory, so that both sides of the transposition are contiguous.
#include "fix.h"

extern "C" __global__ void transposition(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16, y = blockIdx.y * 16;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * n + x + threadIdx.x];  // A
  FIX(__syncthreads());
  out[(x + threadIdx.y) * n + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // B
}
