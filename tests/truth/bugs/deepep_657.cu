// deepseek-ai/DeepEP #657: a copy from global to global memory by two stages. Before a stage is
// loaded again the thread waits until at most one store is left to read, and the last store is the
// one of this very stage. The load overwrites what the store still reads. The fix: wait for all
// stores.
#include "bugs.h"

extern "C" __global__ void deepep_657(const float* x, float* y, int tiles) {
  __shared__ __align__(128) float stage[2][64];
  __shared__ u64 full[2];
  if (threadIdx.x > 0) return;
  for (int s = 0; s < 2; s++) init_mbarrier(&full[s], 1);
  fence_inits();
  for (int i = 0; i < 2; i++) {
    arrive_expect(&full[i], 256);
    bulk_load(stage[i], x + 64 * i, 256, &full[i]);
  }
  for (int i = 0; i < tiles; i++) {
    int s = i % 2;
    wait_for(&full[s], i / 2 % 2);
    bulk_store(y + 64 * i, stage[s], 256);  // B
    commit_stores();
    if (i + 2 < tiles) {
      CHANGED(wait_reads(1), wait_reads(0));
      arrive_expect(&full[s], 256);
      bulk_load(stage[s], x + 64 * (i + 2), 256, &full[s]);  // A
    }
  }
  wait_stores(0);
}
