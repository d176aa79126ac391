// libcu++: barriers, pipelines, semaphores, latches and atomics of the CUDA standard library.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Eight phases of a cuda::barrier of the block, arrived at and waited for apart.
extern "C" __global__ void standard_barrier(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int kept[2][96];
  int t = threadIdx.x, v = in[t];
  if (t == 0) init(&barrier, 96);
  __syncthreads();
  for (int i = 0; i < 8; i++) {
    kept[i & 1][t] = v;
    auto token = barrier.arrive();
    int own = v * 3;
    barrier.wait(std::move(token));
    v = own + kept[i & 1][(t + 40) % 96];
  }
  out[t] = v;
}

// cuda::memcpy_async with a barrier, 16 bytes a thread.
extern "C" __global__ void standard_copy_with_a_barrier(const int4* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ __align__(16) int4 kept[64];
  int t = threadIdx.x, sum = 0;
  if (t == 0) init(&barrier, 64);
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    cuda::memcpy_async(kept + t, in + i * 64 + t, cuda::aligned_size_t<16>(16), barrier);
    barrier.arrive_and_wait();
    sum = sum * 3 + kept[63 - t].y;
    barrier.arrive_and_wait();
  }
  out[t] = sum;
}

// The whole block copies together: on sm_90 a bulk copy.
extern "C" __global__ void standard_copy_by_the_block(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ __align__(16) int kept[256];
  int t = threadIdx.x;
  auto block = cg::this_thread_block();
  if (t == 0) init(&barrier, 64);
  __syncthreads();
  cuda::memcpy_async(block, kept, in + blockIdx.x * 256, cuda::aligned_size_t<16>(1024), barrier);
  barrier.arrive_and_wait();
  for (int i = t; i < 256; i += 64) out[blockIdx.x * 256 + i] = kept[255 - i];
}

// A pipeline of a thread with two stages.
extern "C" __global__ void standard_pipeline(const int4* in, int* out) {
  __shared__ int4 stages[2][32];
  int t = threadIdx.x, sum = 0;
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < 9; i++) {
    if (i < 8) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[i & 1][t], in + i * 32 + t, cuda::aligned_size_t<16>(16), pipe);
      pipe.producer_commit();
    }
    if (i > 0) {
      if (i < 8) cuda::pipeline_consumer_wait_prior<1>(pipe);
      else cuda::pipeline_consumer_wait_prior<0>(pipe);
      __syncwarp();
      int4 v = stages[(i - 1) & 1][31 - t];
      sum = sum * 3 + v.x + v.w;
      pipe.consumer_release();
      __syncwarp();
    }
  }
  out[t] = sum;
}

using Semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;
using Latch = cuda::latch<cuda::thread_scope_device>;

// A kernel before the next ones makes their semaphore and their latch.
extern "C" __global__ void makes_a_semaphore(Semaphore* lock, int*) {
  if (blockIdx.x + threadIdx.x == 0) new (lock) Semaphore(1);
}
extern "C" __global__ void makes_a_latch(Latch* latch, const int*, int*, int*) {
  if (blockIdx.x + threadIdx.x == 0) new (latch) Latch(64);
}

// A semaphore of one place is a lock for all lanes, warps and blocks.
extern "C" __global__ void standard_semaphore(Semaphore* lock, int* count) {
  lock->acquire();
  *count = *count + 1;
  lock->release();
}

// A latch that the last of 64 threads opens, in two blocks.
extern "C" __global__ void standard_latch(Latch* latch, const int* in, int* box, int* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  box[i] = in[i] * 2;
  latch->count_down();
  latch->wait();
  out[i] = box[63 - i] + 1;
}

// Atomic waits and notices: block 1 waits until block 0 has counted to ten.
extern "C" __global__ void standard_atomic_wait(int* word, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> value(*word);
  if (blockIdx.x == 0) {
    for (int i = 0; i < 10; i++) value.fetch_add(1, cuda::memory_order_release);
    value.notify_all();
  } else {
    int seen = value.load(cuda::memory_order_acquire);
    while (seen < 10) {
      value.wait(seen, cuda::memory_order_acquire);
      seen = value.load(cuda::memory_order_acquire);
    }
    *out = seen;
  }
}
