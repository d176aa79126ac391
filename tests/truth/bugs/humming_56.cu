// inclusionAI/humming #56: the leading block of a cluster sends a tile to both blocks by multicast
// as soon as its own threads are done with the one before. The other block may still use it: 5 to
// 18 % of the elements were wrong on H100 and H200. The fix: both blocks' threads arrive at the
// leader's mbarrier.
#include "bugs.h"

extern "C" __global__ void __cluster_dims__(2, 1, 1)
humming_56(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[32];
  __shared__ u64 full, empty;
  int t = threadIdx.x;
  unsigned rank = cluster_rank();
  float sum = 0;
  if (t == 0) {
    init_mbarrier(&full, 1);
    init_mbarrier(&empty, CHANGED(32, 64));
    fence_inits();
  }
  cluster_sync();
  for (int i = 0; i < tiles; i++) {
    if (t == 0) arrive_expect(&full, 128);
    if (t == 0 && rank == 0) {
      wait_for_cluster(&empty, i % 2 ^ 1);
      bulk_multicast(stage, x + 32 * i, 128, &full, 3);  // A
    }
    __syncwarp();
    wait_for_cluster(&full, i % 2);
    sum += stage[31 - t];  // B
    fence_async();
    CHANGED(if (rank == 0), ) arrive_there(in_block(&empty, 0));
  }
  y[blockIdx.x * 32 + t] = sum;
  cluster_sync();
}
