// What the kernels of this folder are written in. With -DFIXED, FIX(…) is there: what the fix
// added. CHANGED(before, after) is one or the other. Instructions are macros, so that a finding
// names the line of the kernel and not one of this file.
#pragma once
#ifdef FIXED
#define FIX(...) __VA_ARGS__
#define CHANGED(before, after) after
#else
#define FIX(...)
#define CHANGED(before, after) before
#endif

typedef unsigned long long u64;
__device__ inline unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

// ---- barriers ----------------------------------------------------------------------------------

#define init_mbarrier(bar, count)                                                                \
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory")
#define fence_inits() asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory")
#define arrive(bar)                                                                              \
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory")
#define arrive_expect(bar, bytes)                                                                \
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes)\
               : "memory")
#define wait_for(bar, parity)                                                                    \
  for (int done = 0; !done;)                                                                     \
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"            \
               "selp.s32 %0, 1, 0, p;}"                                                          \
               : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory")
#define named_sync(id, threads)                                                                  \
  asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory")
#define named_arrive(id, threads)                                                                \
  asm volatile("barrier.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory")

// ---- copies ------------------------------------------------------------------------------------

#define bulk_load(to, from, bytes, bar)                                                          \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2,"\
               " [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory")
#define bulk_multicast(to, from, bytes, bar, blocks)                                             \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"               \
               ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at(to)), "l"(from),         \
               "r"(bytes), "r"(at(bar)), "h"((short)blocks) : "memory")
#define bulk_store(to, from, bytes)                                                              \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),          \
               "r"(at(from)), "r"(bytes) : "memory")
#define box_store(map, from, x, y)                                                               \
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::  \
                   "l"(&map), "r"(at(from)), "r"(x), "r"(y) : "memory")
#define box_load(to, map, x, y, bar)                                                             \
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"     \
               " [%0], [%1, {%2, %3}], [%4];" ::"r"(at(to)), "l"(&map), "r"(x), "r"(y),          \
               "r"(at(bar)) : "memory")
#define commit_stores() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define wait_stores(left) asm volatile("cp.async.bulk.wait_group %0;" ::"n"(left) : "memory")
#define wait_reads(left) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(left) : "memory")
#define fence_async() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

#define copy16(to, from)                                                                         \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory")
#define commit_copies() asm volatile("cp.async.commit_group;" ::: "memory")
#define wait_copies(left) asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory")

// ---- products ----------------------------------------------------------------------------------

// 64 rows by 8 columns by 16, of bf16. Tiles lie as blocks of 8 rows of 16 bytes, along k first.
#define A_BYTES 2048
#define B_BYTES 256
__device__ inline u64 tile(const void* p) {
  return (16ull << 32) | (8ull << 16) | ((at(p) & 0x3FFFF) >> 4);
}
#define product(d, a, b)                                                                         \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1,"\
               " 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                   \
               : "l"(tile(a)), "l"(tile(b)) : "memory")
// The sums are operands, so that the compiler sets them before the fence.
#define fence_products(d)                                                                        \
  asm volatile("wgmma.fence.sync.aligned;"                                                       \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory")
#define commit_products() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define wait_products(left) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory")

// ---- products in tensor memory -----------------------------------------------------------------

// 128 rows by 16 columns by 16, of f16, into 16 columns. Tiles lie as above.
#define SUMS_A_BYTES 4096
#define SUMS_B_BYTES 512
#define SUMS_SHAPE 0x8040010u
#define COLUMNS 32
__device__ inline u64 sums_tile(const void* p) {
  return 1ull << 46 | 16ull << 32 | 8ull << 16 | ((at(p) & 0x3FFFF) >> 4);
}
#define alloc_columns(place)                                                                     \
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(        \
                   at(place)), "n"(COLUMNS) : "memory")
#define free_columns(sums)                                                                       \
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(sums), "n"(COLUMNS) \
               : "memory")
#define multiply(sums, a, b)                                                                     \
  asm volatile("{.reg .pred p; setp.ne.u32 p, 0, 0;"                                             \
               "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;}" ::"r"(sums),           \
               "l"(sums_tile(a)), "l"(sums_tile(b)), "r"(SUMS_SHAPE) : "memory")
// The same with A in 8 columns.
#define multiply_stored(sums, a, b)                                                              \
  asm volatile("{.reg .pred p; setp.ne.u32 p, 0, 0;"                                             \
               "tcgen05.mma.cta_group::1.kind::f16 [%0], [%1], %2, %3, p;}" ::"r"(sums), "r"(a), \
               "l"(sums_tile(b)), "r"(SUMS_SHAPE) : "memory")
#define commit_to(bar)                                                                           \
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::  \
                   "r"(at(bar)) : "memory")
// The lanes of a warp's quarter: those of warps 0, 4, …, then of 1, 5, … and so on.
__device__ inline unsigned own_lanes(unsigned sums) {
  return sums + (threadIdx.x / 32 % 4 << 21);
}
#define load_sums(d, sums)                                                                       \
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];"                   \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(own_lanes(sums)))
#define store_sums(d, sums)                                                                      \
  asm volatile("tcgen05.st.sync.aligned.32x32b.x4.b32 [%4], {%0, %1, %2, %3};" ::"r"(d[0]),      \
               "r"(d[1]), "r"(d[2]), "r"(d[3]), "r"(own_lanes(sums)) : "memory")
#define wait_sums_loaded() asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory")
#define wait_sums_stored() asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory")
// Both tiles from x, seen by the products, and the columns: what the kernels begin with. All
// threads run it.
#define begin_sums(sums, place, a, b, x)                                                         \
  for (int i = threadIdx.x; i < SUMS_A_BYTES / 4; i += blockDim.x) a[i] = x[i];                  \
  for (int i = threadIdx.x; i < SUMS_B_BYTES / 4; i += blockDim.x) b[i] = x[i];                  \
  fence_async();                                                                                 \
  if (threadIdx.x < 32) alloc_columns(&place);                                                   \
  __syncthreads();                                                                               \
  unsigned sums = place

// ---- clusters and launches ---------------------------------------------------------------------

__device__ inline unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
// The address of another block's variable.
__device__ inline unsigned in_block(const void* p, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(p)), "r"(rank));
  return there;
}
#define cluster_arrive() asm volatile("barrier.cluster.arrive.aligned;" ::: "memory")
#define cluster_wait() asm volatile("barrier.cluster.wait.aligned;" ::: "memory")
#define cluster_sync()                                                                           \
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory")
#define store_there(address, value)                                                              \
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(value) : "memory")
#define load_there(value, address)                                                               \
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory")
#define arrive_there(address)                                                                    \
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(address)     \
               : "memory")
#define wait_for_cluster(bar, parity)                                                            \
  for (int done = 0; !done;)                                                                     \
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1],"\
               " %2; selp.s32 %0, 1, 0, p;}" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory")
#define wait_for_launch() asm volatile("griddepcontrol.wait;" ::: "memory")
#define launch_next() asm volatile("griddepcontrol.launch_dependents;" ::: "memory")
