// marin-community/marin #8311: the pipeline of a fused kernel gives stages back at a barrier of the
// whole cluster, in which the transporting warps take part, too. They wait for a signal that the
// computing warps send only behind that barrier: each waits for the other. The fix, here: transport
// has an mbarrier of its own, and the pipeline's barrier is one of the computing warps. (The
// report's hypothesis.)
#include "bugs.h"

extern "C" __global__ void marin_8311(const float* x, float* y, int tiles) {
  __shared__ float tile[64];
  __shared__ u64 signal;
  int t = threadIdx.x;
  if (t == 0) init_mbarrier(&signal, 64);
  __syncthreads();
  if (t < 64) {
    for (int i = 0; i < tiles; i++) {
      CHANGED(named_sync(1, 96), named_sync(1, 64));
      if (i == tiles - 1) tile[t] = x[t];
    }
    arrive(&signal);
  } else {
    wait_for(&signal, 0);  // A
    CHANGED(for (int i = 0; i < tiles; i++) named_sync(1, 96), );
    for (int i = t - 64; i < 64; i += 32) y[i] = tile[i];
  }
}
