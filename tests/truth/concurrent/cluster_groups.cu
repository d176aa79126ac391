// Clusters by cooperative_groups: map_shared_rank gives ordinary pointers.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Sums travel to rank 0 by plain stores and come back by plain loads.
extern "C" __global__ void map_shared_rank(const int* in, int* out) {
  __shared__ int parts[8];
  __shared__ int total;
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, n = (int)cluster.num_blocks(), r = (int)cluster.block_rank();
  int sum = __reduce_add_sync(~0u, in[blockIdx.x * 32 + t]);
  cluster.sync();
  if (t == 0) cluster.map_shared_rank(parts, 0)[r] = sum;
  cluster.sync();
  if (r == 0 && t == 0) {
    total = 0;
    for (int i = 0; i < n; i++) total = total * 3 + parts[i];
  }
  cluster.sync();
  int all = *cluster.map_shared_rank(&total, 0);
  cluster.sync();
  out[blockIdx.x * 32 + t] = all + (int)cluster.thread_rank();
}

// atomicAdd on a mapped pointer, in dynamic shared memory.
extern "C" __global__ void atomics_on_mapped_pointers(const int* in, int* out) {
  extern __shared__ int counts[];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  counts[t] = 0;
  cluster.sync();
  int key = in[blockIdx.x * 32 + t];
  atomicAdd(cluster.map_shared_rank(counts, key % cluster.num_blocks()) + (key >> 4 & 31), t + 1);
  cluster.sync();
  out[blockIdx.x * 32 + t] = counts[t];
}

// arrive and wait with a token.
extern "C" __global__ void cluster_arrive_and_wait(const int* in, int* out) {
  __shared__ int kept[32];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  kept[t] = in[i];
  auto token = cluster.barrier_arrive();
  int own = in[i] * 7;
  cluster.barrier_wait(std::move(token));
  int v = cluster.map_shared_rank(kept, (cluster.block_rank() + 1) % cluster.num_blocks())[31 - t];
  cluster.sync();
  out[i] = v + own;
}
