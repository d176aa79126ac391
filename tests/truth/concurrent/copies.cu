// Copies that run next to the threads: cp.async with its groups, bulk copies with mbarriers and
// bulk groups, and warps that wait for them.
typedef unsigned long long u64;

__device__ unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}
__device__ void copy_16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :: "r"(shared_address(to)), "l"(from) : "memory");
}
__device__ void copy_4(void* to, const void* from, int bytes) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
               :: "r"(shared_address(to)), "l"(from), "r"(bytes) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int n>
__device__ void wait_group() { asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory"); }

__device__ void barrier_init(u64* barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
               :: "r"(shared_address(barrier)), "r"(count) : "memory");
}
__device__ void init_done() {
  asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
  __syncthreads();
}
__device__ void expect(u64* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :: "r"(shared_address(barrier)), "r"(bytes) : "memory");
}
__device__ void arrive(u64* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
               :: "r"(shared_address(barrier)) : "memory");
}
__device__ int try_wait(u64* barrier, int parity) {
  int done;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
               "selp.s32 %0, 1, 0, p;}"
               : "=r"(done) : "r"(shared_address(barrier)), "r"(parity) : "memory");
  return done;
}
__device__ int test_wait(u64* barrier, int parity) {
  int done;
  asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;"
               "selp.s32 %0, 1, 0, p;}"
               : "=r"(done) : "r"(shared_address(barrier)), "r"(parity) : "memory");
  return done;
}
__device__ void wait(u64* barrier, int parity) {
  while (!try_wait(barrier, parity)) {}
}
__device__ void bulk_load(void* to, const void* from, int bytes, u64* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
               " [%0], [%1], %2, [%3];"
               :: "r"(shared_address(to)), "l"(from), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
}
__device__ void bulk_store(void* to, const void* from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
               :: "l"(to), "r"(shared_address(from)), "r"(bytes) : "memory");
}
__device__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Three stages of cp.async in flight; before a stage is read, all but the two youngest are there.
extern "C" __global__ void pipeline_of_three_stages(const int4* in, int* out) {
  __shared__ int4 stages[3][64];
  int t = threadIdx.x, sum = 0;
  for (int s = 0; s < 2; s++) copy_16(&stages[s][t], in + s * 64 + t), commit();
  for (int i = 0; i < 12; i++) {
    if (i + 2 < 12) copy_16(&stages[(i + 2) % 3][t], in + (i + 2) * 64 + t);
    commit();  // an empty group keeps the count
    wait_group<2>();
    __syncthreads();
    int4 v = stages[i % 3][63 - t];
    sum = sum * 3 + v.x - v.y + 2 * v.z + v.w;
    __syncthreads();
  }
  out[t] = sum;
}

// cp.async of 4 bytes, of which some or all are zeros that no load brings.
extern "C" __global__ void copies_that_fill_with_zeros(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x;
  kept[t] = -1;
  __syncthreads();
  copy_4(kept + (t ^ 9), in + t, t % 5 == 0 ? 0 : 4);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[t] = kept[t] + 1;
}

// An mbarrier that the copies of all threads arrive at when they are done.
extern "C" __global__ void copies_arrive_at_an_mbarrier(const int4* in, int* out) {
  __shared__ int4 kept[2][64];
  __shared__ __align__(8) u64 barriers[2];
  int t = threadIdx.x, sum = 0;
  if (t == 0) barrier_init(barriers, 64), barrier_init(barriers + 1, 64);
  __syncthreads();
  for (int i = 0; i < 6; i++) {
    u64* barrier = barriers + (i & 1);
    copy_16(&kept[i & 1][t], in + i * 64 + t);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
                 :: "r"(shared_address(barrier)) : "memory");
    wait(barrier, i / 2 & 1);
    int4 v = kept[i & 1][(t + 17) & 63];
    sum = sum * 5 + v.x + v.y * 2 - v.z + v.w;
    __syncthreads();
  }
  out[t] = sum;
}

// One bulk copy; all threads wait for its bytes.
extern "C" __global__ void bulk_load_with_an_mbarrier(const int* in, int* out) {
  __shared__ __align__(128) int kept[256];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  if (t == 0) barrier_init(&barrier, 1);
  init_done();
  if (t == 0) {
    expect(&barrier, 1024);
    bulk_load(kept, in + blockIdx.x * 256, 512, &barrier);
    bulk_load(kept + 128, in + blockIdx.x * 256 + 128, 512, &barrier);
  }
  wait(&barrier, 0);
  out[i] = kept[255 - t] + 1;
}

// Bulk copies back: the buffer is written again after its bytes have been read, and the kernel
// ends after all are written.
extern "C" __global__ void bulk_stores_in_groups(const int* in, int* out) {
  __shared__ __align__(128) int kept[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (t == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncthreads();
    kept[i & 1][t] = in[i * 64 + t] * (i + 1);
    fence_proxy();
    __syncthreads();
    if (t == 0) bulk_store(out + i * 64, kept[i & 1], 256), bulk_commit();
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// A thread reads what its own bulk copy has written, after waiting for it.
extern "C" __global__ void bulk_store_and_read_back(const int* in, int* box, int* out) {
  __shared__ __align__(128) int kept[64];
  int t = threadIdx.x, block = blockIdx.x;
  kept[t] = in[block * 64 + t] * 3;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    bulk_store(box + block * 64, kept, 256);
    bulk_commit();
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    asm volatile("fence.proxy.async.global;" ::: "memory");
  }
  __syncthreads();
  out[block * 64 + t] = ((volatile int*)box)[block * 64 + 63 - t] + 1;
}

// Bulk reductions of many blocks into one piece of memory: sums, minima, maxima, bits.
extern "C" __global__ void bulk_reductions(const int* in, int* sum, int* least, int* most,
                                           unsigned* bits) {
  __shared__ __align__(128) int kept[64];
  int t = threadIdx.x;
  kept[t] = in[blockIdx.x * 64 + t];
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    unsigned from = shared_address(kept);
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 256;"
                 :: "l"(sum), "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%0], [%1], 256;"
                 :: "l"(least), "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], 256;"
                 :: "l"(most), "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], 256;"
                 :: "l"(bits), "r"(from) : "memory");
    bulk_commit();
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// A warp loads four stages in bulk, four warps use them: "full" and "empty" mbarriers.
extern "C" __global__ void warps_that_load_and_warps_that_use(const int* in, int* out, int n) {
  __shared__ __align__(128) int stages[4][128];
  __shared__ __align__(8) u64 full[4], empty[4];
  int t = threadIdx.x, warp = t >> 5;
  if (t == 0)
    for (int s = 0; s < 4; s++) barrier_init(full + s, 1), barrier_init(empty + s, 4);
  init_done();
  const int* piece = in + blockIdx.x * n * 128;
  if (warp == 4) {
    if (t == 128)
      for (int i = 0; i < n; i++) {
        wait(empty + (i & 3), (i / 4 & 1) ^ 1);  // passes in the first round
        expect(full + (i & 3), 512);
        bulk_load(stages[i & 3], piece + i * 128, 512, full + (i & 3));
      }
  } else {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      wait(full + (i & 3), i / 4 & 1);
      sum = sum * 3 + stages[i & 3][127 - t];
      __syncwarp();
      if ((t & 31) == 0) arrive(empty + (i & 3));
    }
    out[blockIdx.x * 128 + t] = sum;
  }
}

// Polling with test_wait; meanwhile the lanes of the warp do other work, and phases go on.
extern "C" __global__ void phases_polled_with_test_wait(const int* in, int* out) {
  __shared__ __align__(8) u64 barrier;
  __shared__ int kept[64];
  int t = threadIdx.x, v = in[t];
  if (t == 0) barrier_init(&barrier, 64);
  __syncthreads();
  for (int i = 0; i < 7; i++) {
    kept[t] = v;
    arrive(&barrier);
    while (!test_wait(&barrier, 2 * i & 1)) {}
    int w = kept[(t + 13) & 63];
    arrive(&barrier);
    while (!test_wait(&barrier, (2 * i + 1) & 1)) {}
    v = w * 3 + i;
  }
  out[t] = v;
}

// Tokens of an arrival, arrivals of many at once, threads that leave, and counts left over.
extern "C" __global__ void arrivals_with_tokens(const int* in, int* out) {
  __shared__ __align__(8) u64 barrier;
  __shared__ int kept[64];
  int t = threadIdx.x, done = 0, left;
  u64 token;
  if (t == 0) {
    barrier_init(&barrier, 67);
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], 3;"
                 : "=l"(token) : "r"(shared_address(&barrier)) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(left) : "l"(token));
    out[64] = left;
  }
  __syncthreads();
  kept[t] = in[t];
  if (t >= 40) {  // 24 threads arrive and leave
    asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];"
                 :: "r"(shared_address(&barrier)) : "memory");
    return;
  }
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
               : "=l"(token) : "r"(shared_address(&barrier)) : "memory");
  while (!done)
    asm volatile("{.reg .pred p; mbarrier.try_wait.shared::cta.b64 p, [%1], %2;"
                 "selp.s32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(shared_address(&barrier)), "l"(token) : "memory");
  int v = kept[63 - t];
  if (t < 3) arrive(&barrier);  // 40 + 3 are expected now
  arrive(&barrier);
  wait(&barrier, 1);
  out[t] = v;
}

// Four warps give registers up and eight take them; all go on.
extern "C" __global__ void __launch_bounds__(384, 1)
    registers_change_hands(const int* in, int* out) {
  __shared__ int kept[384];
  int t = threadIdx.x;
  kept[t] = in[t];
  __syncthreads();
  if (t < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    out[t] = kept[383 - t] + 1;
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    int sum = 0;
    for (int i = 0; i < 16; i++) sum = sum * 3 + kept[(t + i * 7) % 384];
    out[t] = sum;
  }
}

// A prefetch into L2 has no result; the copy after it has.
extern "C" __global__ void prefetch_then_load(const int* in, int* out) {
  __shared__ __align__(128) int kept[64];
  __shared__ __align__(8) u64 barrier;
  int t = threadIdx.x;
  if (t == 0) barrier_init(&barrier, 1);
  init_done();
  if (t == 0) {
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], 256;" :: "l"(in) : "memory");
    expect(&barrier, 256);
    bulk_load(kept, in, 256, &barrier);
  }
  wait(&barrier, 0);
  out[t] = kept[t ^ 5];
}

// Each warp has a bulk copy and an mbarrier of its own, and the odd lanes wait on one side of a
// branch, the even lanes on the other.
extern "C" __global__ void lanes_wait_on_both_sides(const int* in, int* out) {
  __shared__ __align__(128) int kept[4][64];
  __shared__ __align__(8) u64 barriers[4];
  int t = threadIdx.x, warp = t >> 5, lane = t & 31, v;
  if (lane == 0) barrier_init(barriers + warp, 2);
  init_done();
  if (lane & 1) {
    if (lane == 1) {
      expect(barriers + warp, 128);
      bulk_load(kept[warp], in + warp * 64, 128, barriers + warp);
    }
    wait(barriers + warp, 0);
    v = kept[warp][lane + 32];
  } else {
    if (lane == 0) {
      expect(barriers + warp, 128);
      bulk_load(kept[warp] + 32, in + warp * 64 + 32, 128, barriers + warp);
    }
    wait(barriers + warp, 0);
    v = kept[warp][lane] * 2;
  }
  out[t] = v;
}
