// A matmul as CUTLASS builds one: a warp fills three stages by tensor maps (TMA), a group of four
// warps multiplies them, and mbarriers tell each side when a stage is full and when it is free.
// -DWITHOUT_<name> takes one of its waits out.
#include <cuda.h>
#include <cuda_bf16.h>

#define ASM(...) asm volatile(__VA_ARGS__)
constexpr int TILE = 64, STAGES = 3, BYTES = TILE * TILE * 2;

__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void wait(unsigned long long* barrier, int parity) {
  for (int done = 0; !done;)
    ASM("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p;}"
        : "=r"(done) : "r"(at(barrier)), "r"(parity) : "memory");
}

__device__ void arrive(unsigned long long* barrier) {
  ASM("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(at(barrier)) : "memory");
}

#define LOAD(map, to, x, y, barrier)                                                          \
  ASM("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"           \
      " [%0], [%1, {%3, %4}], [%2];"                                                          \
      :: "r"(at(to)), "l"(&map), "r"(at(barrier)), "r"(x), "r"(y) : "memory")

__device__ unsigned long long descriptor(const void* tile, int k) {
  // Rows of 128 bytes, swizzled, in groups of eight; sixteen columns are 32 bytes.
  return (1ull << 62) | (64ull << 32) | (1ull << 16) | ((at(tile) + 32 * k & 0x3FFFF) >> 4);
}

#define FOUR(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define PRODUCT(d, a, b)                                                                      \
  ASM("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7," \
      " %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24,"   \
      " %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0;"                         \
      : FOUR(d, 0), FOUR(d, 4), FOUR(d, 8), FOUR(d, 12), FOUR(d, 16), FOUR(d, 20),            \
        FOUR(d, 24), FOUR(d, 28) : "l"(a), "l"(b) : "memory")

// c[m, n] = sum over k of a[m, k] b[n, k], in tiles of 64 by 64; k is 64 * tiles.
extern "C" __global__ void __launch_bounds__(160) matmul(
    const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
    const __grid_constant__ CUtensorMap c, int tiles) {
  extern __shared__ __align__(1024) char stages[][2][BYTES];
  __shared__ __align__(8) unsigned long long full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      ASM("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(at(full + s)) : "memory");  // init
      ASM("mbarrier.init.shared::cta.b64 [%0], 128;" :: "r"(at(empty + s)) : "memory");
    }
    ASM("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
#ifndef WITHOUT_made
  __syncthreads();
#endif
  if (t >= 128) {
    if (t > 128) return;
    for (int i = 0; i < tiles; i++) {
      int s = i % STAGES;
#ifndef WITHOUT_empty
      if (i >= STAGES) wait(empty + s, i / STAGES - 1 & 1);
#endif
      ASM("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"  // first use
          :: "r"(at(full + s)), "n"(2 * BYTES) : "memory");
      LOAD(a, stages[s][0], i * TILE, blockIdx.y * TILE, full + s);  // load
      LOAD(b, stages[s][1], i * TILE, blockIdx.x * TILE, full + s);  // load
    }
    return;
  }
  float sums[32] = {};
  for (int i = 0; i < tiles; i++) {
    int s = i % STAGES;
#ifndef WITHOUT_full
    wait(full + s, i / STAGES & 1);
#endif
    ASM("wgmma.fence.sync.aligned;" ::: "memory");
    for (int k = 0; k < 4; k++)
      PRODUCT(sums, descriptor(stages[s][0], k), descriptor(stages[s][1], k));  // product
    ASM("wgmma.commit_group.sync.aligned;" ::: "memory");
#ifndef WITHOUT_products
    ASM("wgmma.wait_group.sync.aligned 1;" ::: "memory");
#endif
    if (i > 0) arrive(empty + (i - 1) % STAGES);
  }
#ifndef WITHOUT_last_products
  ASM("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
#ifndef WITHOUT_reads
  ASM("bar.sync 1, 128;" ::: "memory");
#endif
  __nv_bfloat16* out = (__nv_bfloat16*)stages[0][1];
  int row = t / 32 * 16 + t % 32 / 4;
  for (int i = 0; i < 32; i++)
    out[(row + i / 2 % 2 * 8) * TILE + i / 4 * 8 + t % 4 * 2 + i % 2] = __float2bfloat16(sums[i]);  // result
#ifndef WITHOUT_fence
  ASM("fence.proxy.async.shared::cta;" ::: "memory");
#endif
#ifndef WITHOUT_written
  ASM("bar.sync 1, 128;" ::: "memory");
#endif
  if (t == 0) {
    ASM("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];"  // store
        :: "l"(&c), "r"(at(out)), "r"(blockIdx.x * TILE), "r"(blockIdx.y * TILE) : "memory");
    ASM("cp.async.bulk.commit_group;" ::: "memory");
#ifndef WITHOUT_store
    ASM("cp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
  }
}
