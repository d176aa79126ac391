// One warp of block 0 of a cluster of four executes one instruction on distributed shared memory, or
// issues one bulk copy: which counters does it move? pat[lane] is an element index (in units of the
// access width), -1 if the lane takes no part; to[lane] is the block whose shared memory it reaches.
// `bytes`, `offset` and `mask` are of the bulk copies. Each block has 64 KiB of shared memory: 256
// bytes for an mbarrier, and data from byte 1,024.
__constant__ int pat[32];
__constant__ int to[32];
__constant__ int bytes;
__constant__ int offset;
__constant__ int mask;
struct alignas(64) Map { char opaque[128]; };

__device__ inline unsigned start(char* s) {
  unsigned base = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(base) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  return base;
}
__device__ inline void finish() {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ inline void expect(unsigned base, int n) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(base), "r"(n) : "memory");
}
__device__ inline void await(unsigned base) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra again; }"
               :: "r"(base) : "memory");
}
#define RANK unsigned rank; asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#define BEGIN extern __shared__ __align__(1024) char s[]; \
  int lane = threadIdx.x, i = pat[lane]; unsigned a = 0, b = 0, c = 0, d = 0; RANK \
  unsigned base = start(s), data = base + 1024; (void)b; (void)c; (void)d; (void)data;
#define REMOTE(width) unsigned at; \
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(data + width * i), "r"(to[lane]));
// What a load brings back is stored, coalesced, so that the assembler keeps the load.
#define USE if (rank == 0) ((unsigned*)p)[lane] = a + b + c + d; finish();

extern "C" {
__global__ void __cluster_dims__(4) ld_4(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(4) asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(a) : "r"(at) : "memory"); } USE }
__global__ void __cluster_dims__(4) ld_8(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(8) asm volatile("ld.shared::cluster.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory"); } USE }
__global__ void __cluster_dims__(4) ld_16(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(16) asm volatile("ld.shared::cluster.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory"); } USE }
__global__ void __cluster_dims__(4) ld_generic_4(char* p) { BEGIN if (rank == 0 && i >= 0) { unsigned long long at; asm volatile("mapa.u64 %0, %1, %2;" : "=l"(at) : "l"(s + 1024 + 4 * i), "r"(to[lane])); asm volatile("ld.u32 %0, [%1];" : "=r"(a) : "l"(at) : "memory"); } USE }
__global__ void __cluster_dims__(4) st_1(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(1) asm volatile("st.shared::cluster.u8 [%0], %1;" :: "r"(at), "r"(lane) : "memory"); } finish(); }
__global__ void __cluster_dims__(4) st_4(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(4) asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(at), "r"(lane) : "memory"); } finish(); }
__global__ void __cluster_dims__(4) st_8(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(8) asm volatile("st.shared::cluster.v2.u32 [%0], {%1,%1};" :: "r"(at), "r"(lane) : "memory"); } finish(); }
__global__ void __cluster_dims__(4) st_16(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(16) asm volatile("st.shared::cluster.v4.u32 [%0], {%1,%1,%1,%1};" :: "r"(at), "r"(lane) : "memory"); } finish(); }
__global__ void __cluster_dims__(4) atom_4(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(4) asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(a) : "r"(at), "r"(lane) : "memory"); } USE }
__global__ void __cluster_dims__(4) red_4(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(4) asm volatile("red.shared::cluster.add.u32 [%0], %1;" :: "r"(at), "r"(lane) : "memory"); } finish(); }
__global__ void __cluster_dims__(4) cas_4(char* p) { BEGIN if (rank == 0 && i >= 0) { REMOTE(4) asm volatile("atom.shared::cluster.cas.b32 %0, [%1], 0, %2;" : "=r"(a) : "r"(at), "r"(lane) : "memory"); } USE }
// st.async and red.async complete on the mbarrier of block 1, whose thread 0 waits for them.
#define ASYNC(width, text) BEGIN unsigned n = __popc(__ballot_sync(~0u, i >= 0)); \
  if (rank == 1 && lane == 0) expect(base, n * width); \
  if (rank == 0 && i >= 0) { unsigned at, bar; \
    asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(at) : "r"(data + width * i)); \
    asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(bar) : "r"(base)); \
    asm volatile(text :: "r"(at), "r"(lane), "r"(bar) : "memory"); } \
  if (rank == 1 && lane == 0) await(base); finish();
__global__ void __cluster_dims__(4) st_async_4(char* p) { ASYNC(4, "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];") }
__global__ void __cluster_dims__(4) st_async_8(char* p) { ASYNC(8, "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1,%1}, [%2];") }
__global__ void __cluster_dims__(4) st_async_16(char* p) { ASYNC(16, "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1,%1,%1,%1}, [%2];") }
__global__ void __cluster_dims__(4) red_async_4(char* p) { ASYNC(4, "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];") }
__global__ void __cluster_dims__(4) barrier(char* p) { BEGIN finish(); }

// Bulk copies: each lane with pat >= 0 issues one of `bytes` bytes, 4 KiB apart in both memories.
#define FROM (p + 4096 * i + offset)
#define PLACE (data + 4096 * i)
#define LANES __popc(__ballot_sync(~0u, i >= 0))
__global__ void __cluster_dims__(4) bulk_load(char* p) { BEGIN int n = LANES * bytes; if (rank == 0) { if (lane == 0) expect(base, n); __syncwarp(); if (i >= 0) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(PLACE), "l"(FROM), "r"(bytes), "r"(base) : "memory"); await(base); } finish(); }
__global__ void __cluster_dims__(4) bulk_multicast(char* p) { BEGIN int n = LANES * bytes; bool gets = mask >> rank & 1; if (gets && lane == 0) expect(base, n); finish(); if (rank == 0 && i >= 0) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" :: "r"(PLACE), "l"(FROM), "r"(bytes), "r"(base), "h"((short)mask) : "memory"); if (gets) await(base); finish(); }
__global__ void __cluster_dims__(4) bulk_store(char* p) { BEGIN if (rank == 0 && i >= 0) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(FROM), "r"(PLACE), "r"(bytes) : "memory"); asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory"); } finish(); }
__global__ void __cluster_dims__(4) bulk_add(char* p) { BEGIN if (rank == 0 && i >= 0) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" :: "l"(FROM), "r"(PLACE), "r"(bytes) : "memory"); asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory"); } finish(); }
#define BETWEEN(text) BEGIN int n = LANES * bytes; if (rank == 1 && lane == 0) expect(base, n); finish(); \
  if (rank == 0 && i >= 0) { unsigned at, bar; \
    asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(at) : "r"(PLACE)); \
    asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(bar) : "r"(base)); \
    asm volatile(text :: "r"(at), "r"(PLACE), "r"(bytes), "r"(bar) : "memory"); } \
  if (rank == 1) await(base); finish();
__global__ void __cluster_dims__(4) bulk_between(char* p) { BETWEEN("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];") }
__global__ void __cluster_dims__(4) bulk_between_add(char* p) { BETWEEN("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];") }
__global__ void __cluster_dims__(4) bulk_prefetch(char* p) { BEGIN if (rank == 0 && i >= 0) asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(FROM), "r"(bytes) : "memory"); finish(); }

// Boxes of tensors; x, y and z are the box's first coordinates, `bytes` its size in shared memory.
#define BOX(dim, where) \
__global__ void __cluster_dims__(4) box_load_##dim(const __grid_constant__ Map map, int x, int y, int z) { BEGIN if (rank == 0 && lane == 0) { expect(base, bytes); asm volatile("cp.async.bulk.tensor." #dim ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" where "}], [%2];" :: "r"(data), "l"(&map), "r"(base), "r"(x), "r"(y), "r"(z) : "memory"); await(base); } finish(); } \
__global__ void __cluster_dims__(4) box_multicast_##dim(const __grid_constant__ Map map, int x, int y, int z) { BEGIN bool gets = mask >> rank & 1; if (gets && lane == 0) expect(base, bytes); finish(); if (rank == 0 && lane == 0) asm volatile("cp.async.bulk.tensor." #dim ".shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {" where "}], [%2], %6;" :: "r"(data), "l"(&map), "r"(base), "r"(x), "r"(y), "r"(z), "h"((short)mask) : "memory"); if (gets) await(base); finish(); } \
__global__ void __cluster_dims__(4) box_store_##dim(const __grid_constant__ Map map, int x, int y, int z) { BEGIN if (rank == 0 && lane == 0) { asm volatile("cp.async.bulk.tensor." #dim ".global.shared::cta.tile.bulk_group [%1, {" where "}], [%0];" :: "r"(data), "l"(&map), "r"(base), "r"(x), "r"(y), "r"(z) : "memory"); asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory"); } finish(); } \
__global__ void __cluster_dims__(4) box_add_##dim(const __grid_constant__ Map map, int x, int y, int z) { BEGIN if (rank == 0 && lane == 0) { asm volatile("cp.reduce.async.bulk.tensor." #dim ".global.shared::cta.add.tile.bulk_group [%1, {" where "}], [%0];" :: "r"(data), "l"(&map), "r"(base), "r"(x), "r"(y), "r"(z) : "memory"); asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory"); } finish(); } \
__global__ void __cluster_dims__(4) box_prefetch_##dim(const __grid_constant__ Map map, int x, int y, int z) { BEGIN if (rank == 0 && lane == 0) asm volatile("cp.async.bulk.prefetch.tensor." #dim ".L2.global.tile [%1, {" where "}];" :: "r"(data), "l"(&map), "r"(base), "r"(x), "r"(y), "r"(z) : "memory"); finish(); }
BOX(1d, "%3")
BOX(2d, "%3, %4")
BOX(3d, "%3, %4, %5")
}
