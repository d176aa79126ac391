// Clusters: their shape, their barrier, the shared memory of their other blocks, and copies
// between blocks. The size comes from the launch, but for `ring_of_a_fixed_cluster`.
typedef unsigned long long u64;

__device__ unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}
__device__ unsigned of_rank(const void* at, unsigned rank) {
  unsigned r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(r) : "r"(shared_address(at)), "r"(rank));
  return r;
}
__device__ int load(unsigned at) {
  int v;
  asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
  return v;
}
__device__ void store(unsigned at, int v) {
  asm volatile("st.shared::cluster.s32 [%0], %1;" :: "r"(at), "r"(v) : "memory");
}
__device__ void cluster_arrive() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ void cluster_wait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ void cluster_sync() { cluster_arrive(), cluster_wait(); }
#define REGISTER(name) \
  ({ unsigned r; asm volatile("mov.u32 %0, %%" name ";" : "=r"(r)); r; })
__device__ unsigned rank() { return REGISTER("cluster_ctarank"); }
__device__ unsigned ranks() { return REGISTER("cluster_nctarank"); }

__device__ void barrier_init(u64* barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
               :: "r"(shared_address(barrier)), "r"(count) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ void expect(u64* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :: "r"(shared_address(barrier)), "r"(bytes) : "memory");
}
__device__ void wait(u64* barrier, int parity) {
  int done = 0;
  while (!done)
    asm volatile("{.reg .pred p;"
                 "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
                 "selp.s32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(shared_address(barrier)), "r"(parity) : "memory");
}

// Every special register of a cluster, of a grid of 4 x 4 x 2 blocks in clusters of 2 x 2 x 1.
extern "C" __global__ void cluster_registers(unsigned* out) {
  if (threadIdx.x != 0) return;
  unsigned* row = out + 17 * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
  row[0] = REGISTER("cluster_ctaid.x"), row[1] = REGISTER("cluster_ctaid.y");
  row[2] = REGISTER("cluster_ctaid.z"), row[3] = REGISTER("cluster_nctaid.x");
  row[4] = REGISTER("cluster_nctaid.y"), row[5] = REGISTER("cluster_nctaid.z");
  row[6] = REGISTER("clusterid.x"), row[7] = REGISTER("clusterid.y");
  row[8] = REGISTER("clusterid.z"), row[9] = REGISTER("nclusterid.x");
  row[10] = REGISTER("nclusterid.y"), row[11] = REGISTER("nclusterid.z");
  row[12] = rank(), row[13] = ranks();
  asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
               : "=r"(row[14]));
  row[15] = REGISTER("ctaid.x"), row[16] = REGISTER("nctaid.y");
}

// A launch without clusters: each block is a cluster of one, which its barrier passes.
extern "C" __global__ void cluster_of_one(unsigned* out) {
  __shared__ int kept;
  if (threadIdx.x == 0) kept = blockIdx.x + 5;
  cluster_sync();
  if (threadIdx.x == 0) {
    unsigned explicit_cluster;
    asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
                 : "=r"(explicit_cluster));
    out[blockIdx.x] = load(of_rank(&kept, 0)) * 100 + rank() * 10 + ranks() + 50 * explicit_cluster;
  }
}

// Each block reads what its right neighbour has stored; nobody leaves before all have read.
extern "C" __global__ void reads_from_the_neighbour(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  kept[t] = in[i];
  cluster_sync();
  out[i] = load(of_rank(kept + 63 - t, (rank() + 1) % ranks())) * 2;
  cluster_sync();
}

// Each block stores into its neighbour's memory, once for every block of the ring.
extern "C" __global__ void stores_round_the_ring(const int* in, int* out) {
  __shared__ int kept[2][32];
  int t = threadIdx.x, i = (blockIdx.y * gridDim.x + blockIdx.x) * 32 + t, v = in[i], sum = 0;
  cluster_sync();
  for (int k = 0; k < (int)ranks(); k++) {
    store(of_rank(&kept[k & 1][t], (rank() + 1) % ranks()), v);
    cluster_sync();
    v = kept[k & 1][t] + 1;
    sum = sum * 3 + v;
  }
  out[i] = sum;
}

// The cluster's size is part of the kernel: a launch without an attribute has clusters of two.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
    ring_of_a_fixed_cluster(const int* in, int* out) {
  __shared__ int kept[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  cluster_sync();
  store(of_rank(kept + t, rank() ^ 1), in[i]);
  cluster_sync();
  out[i] = kept[31 - t] * 10 + ranks();
}

// All threads of a cluster add to one number in the memory of rank 0.
extern "C" __global__ void sum_of_a_cluster(const int* in, int* out) {
  __shared__ int sum;
  int t = threadIdx.x, block = blockIdx.y * gridDim.x + blockIdx.x;
  if (t == 0) sum = 0;
  cluster_sync();
  asm volatile("red.shared::cluster.add.s32 [%0], %1;"
               :: "r"(of_rank(&sum, 0)), "r"(in[block * 64 + t]) : "memory");
  cluster_sync();
  if (t == 0) out[block] = load(of_rank(&sum, 0)) + rank();
  cluster_sync();
}

// A histogram whose bins are spread over the blocks; atomics with and without a result.
extern "C" __global__ void histogram_of_a_cluster(const int* in, int* out) {
  __shared__ int bins[16], most;
  int t = threadIdx.x, n = ranks();
  if (t < 16) bins[t] = 0;
  if (t == 16) most = -1;
  cluster_sync();
  for (int i = t; i < 256; i += 64) {
    int key = in[blockIdx.x * 256 + i] & (16 * n - 1), old;
    asm volatile("atom.shared::cluster.add.u32 %0, [%1], 1;"
                 : "=r"(old) : "r"(of_rank(bins + key % 16, key / 16)) : "memory");
    asm volatile("red.shared::cluster.max.s32 [%0], %1;"
                 :: "r"(of_rank(&most, key / 16)), "r"(old) : "memory");
  }
  cluster_sync();
  if (t < 16) out[blockIdx.x * 17 + t] = bins[t];
  if (t == 16) out[blockIdx.x * 17 + 16] = most;
}

// Between arriving and waiting a block does work of its own.
extern "C" __global__ void arrives_and_waits_later(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, own = 0;
  kept[t] = in[i] + 1;
  cluster_arrive();
  for (int k = 0; k < 20; k++) own = own * 3 + in[(i + k) & 255];
  cluster_wait();
  int v = load(of_rank(kept + t, ranks() - 1 - rank()));
  cluster_arrive();
  out[i] = v + own;
  cluster_wait();
}

// Odd and even lanes execute cluster barriers of their own (not aligned).
extern "C" __global__ void cluster_barrier_on_both_sides(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, v;
  if (t & 1) {
    kept[t] = in[i];
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    v = load(of_rank(kept + (t ^ 1), rank() ^ 1)) + 1;
  } else {
    kept[t] = in[i] * 3;
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    v = load(of_rank(kept + (t ^ 1), rank() ^ 1)) + 2;
  }
  cluster_sync();
  out[i] = v;
}

// Threads that have ended do not count at the cluster's barrier.
extern "C" __global__ void cluster_barrier_without_ended_warps(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  kept[t] = in[i];
  __syncthreads();
  if (t >= 32 && rank() == 1) return;
  cluster_sync();
  int v = load(of_rank(kept + (t ^ 32), (rank() + 1) % ranks()));
  cluster_sync();
  out[i] = v + 1;
}

// Asynchronous stores to the neighbour; its mbarrier counts their bytes.
extern "C" __global__ void asynchronous_stores(const int* in, int* out) {
  __shared__ int kept[64];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  unsigned to = (rank() + 1) % ranks();
  if (t == 0) barrier_init(&barrier, 1), expect(&barrier, 64 * 4);
  cluster_sync();
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
               :: "r"(of_rank(kept + t, to)), "r"(in[i]), "r"(of_rank(&barrier, to)) : "memory");
  wait(&barrier, 0);
  out[i] = kept[(t + 5) & 63] + rank();
  cluster_sync();
}

// Asynchronous stores of 16 bytes, in three phases of one mbarrier.
extern "C" __global__ void asynchronous_stores_in_phases(const int4* in, int4* out) {
  __shared__ int4 kept[3][32];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  unsigned to = rank() ^ 1;
  if (t == 0) barrier_init(&barrier, 1);
  cluster_sync();
  int4 v = in[i];
  for (int k = 0; k < 3; k++) {
    if (t == 0) expect(&barrier, 32 * 16);
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1,%2,%3,%4}, [%5];"
        :: "r"(of_rank(&kept[k][t], to)), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w),
           "r"(of_rank(&barrier, to)) : "memory");
    wait(&barrier, k & 1);
    int4 w = kept[k][31 - t];
    v = make_int4(w.y + k, w.z, w.w, w.x * 3);
    cluster_sync();  // else bytes of the next phase could count for this one
  }
  out[i] = v;
  cluster_sync();
}

// Asynchronous reductions into the neighbour's counters.
extern "C" __global__ void asynchronous_reductions(const int* in, unsigned* out) {
  __shared__ unsigned sums[8], most[8];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  unsigned to = (rank() + 1) % ranks(), v = in[i];
  if (t < 8) sums[t] = t, most[t] = 0;
  if (t == 0) barrier_init(&barrier, 1), expect(&barrier, 2 * 64 * 4);
  cluster_sync();
  unsigned there = of_rank(&barrier, to);
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32"
               " [%0], %1, [%2];"
               :: "r"(of_rank(sums + (v & 7), to)), "r"(v), "r"(there) : "memory");
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32"
               " [%0], %1, [%2];"
               :: "r"(of_rank(most + (v & 7), to)), "r"(v), "r"(there) : "memory");
  wait(&barrier, 0);
  if (t < 8) out[blockIdx.x * 16 + t] = sums[t], out[blockIdx.x * 16 + 8 + t] = most[t];
  cluster_sync();
}

// A bulk copy from a block's own shared memory to its neighbour's.
extern "C" __global__ void bulk_copy_to_the_neighbour(const int* in, int* out) {
  __shared__ __align__(16) int mine[128], theirs[128];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  unsigned to = (rank() + ranks() - 1) % ranks();
  mine[t] = in[i] * 2 + 1;
  if (t == 0) barrier_init(&barrier, 1), expect(&barrier, 512);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster_sync();
  if (t == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                 " [%0], [%1], 512, [%2];"
                 :: "r"(of_rank(theirs, to)), "r"(shared_address(mine)),
                    "r"(of_rank(&barrier, to)) : "memory");
  wait(&barrier, 0);
  out[i] = theirs[127 - t];
  cluster_sync();
}

// Rank 0 copies one piece of global memory to all blocks, and every rank one to two of them.
extern "C" __global__ void multicast_copies(const int* in, int* out) {
  __shared__ __align__(16) int common[128], pair[2][128];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x, r = rank(), n = ranks();
  if (t == 0) barrier_init(&barrier, 1), expect(&barrier, 3 * 512);
  cluster_sync();
  if (t == 0) {
    const int* from = in + blockIdx.x / n * 128;
    if (r == 0)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                   ".multicast::cluster [%0], [%1], 512, [%2], %3;"
                   :: "r"(shared_address(common)), "l"(from), "r"(shared_address(&barrier)),
                      "h"((unsigned short)((1 << n) - 1)) : "memory");
    from = in + 1024 + blockIdx.x * 128;
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1], 512, [%2], %3;"
                 :: "r"(shared_address(pair[r & 1])), "l"(from), "r"(shared_address(&barrier)),
                    "h"((unsigned short)(3 << (r & ~1))) : "memory");
  }
  wait(&barrier, 0);
  out[blockIdx.x * 128 + t] = common[t] + 3 * pair[0][t] + 5 * pair[1][127 - t];
  cluster_sync();
}

// A block fills its neighbour's buffer of two places; mbarriers say "full" here and "empty" there.
extern "C" __global__ void producer_in_another_block(const int* in, int* out) {
  __shared__ int ring[2][32];
  __shared__ __align__(8) u64 full[2], empty[2];
  int t = threadIdx.x, pair = blockIdx.x / 2;
  if (t == 0)
    for (int i = 0; i < 2; i++) barrier_init(full + i, 32), barrier_init(empty + i, 32);
  cluster_sync();
  if (rank() == 0) {
    for (int i = 0; i < 10; i++) {
      if (i >= 2) wait(empty + (i & 1), (i / 2 - 1) & 1);
      store(of_rank(&ring[i & 1][t], 1), in[pair * 320 + i * 32 + t]);
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];"
                   :: "r"(of_rank(full + (i & 1), 1)) : "memory");
    }
  } else {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      wait(full + (i & 1), i / 2 & 1);
      sum = sum * 3 + ring[i & 1][t];
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];"
                   :: "r"(of_rank(empty + (i & 1), 0)) : "memory");
    }
    out[pair * 32 + t] = sum;
  }
  cluster_sync();
}

// A word in the memory of another block is polled until its owner has set it.
extern "C" __global__ void polls_another_block(int* out) {
  __shared__ int flag, value;
  int t = threadIdx.x, last = ranks() - 1;
  if (t == 0) flag = 0;
  cluster_sync();
  if (t == 0) {
    int v = 1, r = rank();
    if (r < last) {
      int seen = 0;
      while (!seen)
        asm volatile("ld.acquire.cluster.shared::cluster.s32 %0, [%1];"
                     : "=r"(seen) : "r"(of_rank(&flag, r + 1)) : "memory");
      v = load(of_rank(&value, r + 1)) * 3 + r;
    }
    value = v;
    asm volatile("st.release.cluster.shared::cta.s32 [%0], 1;"
                 :: "r"(shared_address(&flag)) : "memory");
    out[blockIdx.x] = v;
  }
  cluster_sync();
}

// Generic addresses of other blocks' memory: `mapa` and `getctarank` without a space.
extern "C" __global__ void generic_addresses(const int* in, int* out) {
  __shared__ int kept[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  kept[t] = in[i];
  cluster_sync();
  u64 there, mine = (u64)(kept + t);
  unsigned whose, who = (rank() + t) % ranks();
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(mine), "r"(who));
  asm volatile("getctarank.u64 %0, %1;" : "=r"(whose) : "l"(there));
  int v = *(volatile int*)there;
  cluster_sync();
  out[i] = v * 10 + (whose == who);
}

// A stencil over 8 blocks: the edges come from the neighbours, in six steps.
extern "C" __global__ void stencil_over_a_cluster(const int* in, int* out) {
  __shared__ int cells[2][32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t, r = rank(), n = ranks();
  cells[0][t] = in[i];
  cluster_sync();
  for (int k = 0; k < 6; k++) {
    int* from = cells[k & 1];
    int left = t > 0 ? from[t - 1] : load(of_rank(from + 31, (r + n - 1) % n));
    int right = t < 31 ? from[t + 1] : load(of_rank(from, (r + 1) % n));
    cells[(k + 1) & 1][t] = left + 2 * from[t] - right + k;
    cluster_sync();
  }
  out[i] = cells[0][t];
}
