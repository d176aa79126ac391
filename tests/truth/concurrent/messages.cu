// Messages within a block: between warps, and between the lanes of a warp.

__device__ unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}
__device__ int acquire(const int* at) {
  int v;
  asm volatile("ld.acquire.cta.shared.s32 %0, [%1];"
               : "=r"(v) : "r"(shared_address(at)) : "memory");
  return v;
}
__device__ void release(int* at, int v) {
  asm volatile("st.release.cta.shared.s32 [%0], %1;" :: "r"(shared_address(at)), "r"(v) : "memory");
}

// Warp w waits for the flag of warp w + 1: a chain against the warps' order.
extern "C" __global__ void chain_of_warps(int* out) {
  __shared__ volatile int flags[9], values[9];
  int t = threadIdx.x, warp = t >> 5, warps = blockDim.x >> 5;
  if (t < 9) flags[t] = t == warps, values[t] = 1;
  __syncthreads();
  if ((t & 31) == 0) {
    while (flags[warp + 1] == 0) {}
    __threadfence_block();
    values[warp] = values[warp + 1] * 3 + warp;
    __threadfence_block();
    flags[warp] = 1;
    out[warp] = values[warp];
  }
}

// Lane k waits for lane k + 1 of its own warp: lanes make progress independently.
extern "C" __global__ void chain_of_lanes(int* out) {
  __shared__ volatile int flags[33], values[33];
  int t = threadIdx.x;
  flags[t] = 0;
  if (t == 0) flags[32] = 1, values[32] = 1;
  __syncwarp();
  while (flags[t + 1] == 0) {}
  __threadfence_block();
  values[t] = (values[t + 1] * 5 + t) & 0xfffff;
  __threadfence_block();
  flags[t] = 1;
  out[t] = values[t];
}

// Lane 0 and lane 1 hand a number to and fro by polling, 20 times.
extern "C" __global__ void two_lanes_in_turn(int* out) {
  __shared__ volatile int turn, value;
  int t = threadIdx.x;
  if (t == 0) turn = 0, value = 1;
  __syncwarp();
  if (t < 2)
    for (int i = 0; i < 20; i++) {
      while (turn != t) {}
      __threadfence_block();
      value = value * 3 + t + i;
      __threadfence_block();
      turn = 1 - t;
    }
  __syncwarp();
  if (t == 0) *out = value;
}

// Lanes pass values round by shared memory and __syncwarp alone.
extern "C" __global__ void lanes_pass_values_round(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x, base = t & 32, lane = t & 31, v = in[t];
  for (int i = 0; i < 8; i++) {
    kept[t] = v;
    __syncwarp();
    v = kept[base + ((lane + 5) & 31)] * 3 + i;
    __syncwarp();
  }
  out[t] = v;
}

// A barrier built by hand from one shared counter, passed six times by one lane of each warp.
extern "C" __global__ void barrier_built_by_hand(const int* in, int* out) {
  __shared__ int kept[256], counter;
  int t = threadIdx.x, v = in[t];
  if (t == 0) counter = 0;
  __syncthreads();
  for (int round = 1; round <= 6; round++) {
    ((volatile int*)kept)[t] = v;
    __threadfence_block();
    __syncwarp();
    if ((t & 31) == 0) {
      atomicAdd(&counter, 1);
      while (*(volatile int*)&counter < (2 * round - 1) * 8) {}
    }
    __syncwarp();
    __threadfence_block();
    v = ((volatile int*)kept)[(t * 5 + 77) & 255] + round;
    __threadfence_block();
    __syncwarp();
    if ((t & 31) == 0) {
      atomicAdd(&counter, 1);
      while (*(volatile int*)&counter < 2 * round * 8) {}
    }
    __syncwarp();
  }
  out[t] = v;
}

// A ring of two places between two warps, by acquiring loads and releasing stores.
extern "C" __global__ void ring_between_two_warps(const int* in, int* out) {
  __shared__ int ring[2][32], written, read;
  int t = threadIdx.x, lane = t & 31;
  if (t == 0) written = 0, read = 0;
  __syncthreads();
  if (t < 32) {
    for (int i = 0; i < 20; i++) {
      while (i - acquire(&read) >= 2) {}
      __syncwarp();
      ring[i & 1][lane] = in[i * 32 + lane];
      __syncwarp();
      if (lane == 0) release(&written, i + 1);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      while (acquire(&written) <= i) {}
      __syncwarp();
      sum = sum * 3 + ring[i & 1][31 - lane];
      __syncwarp();
      if (lane == 0) release(&read, i + 1);
    }
    out[lane] = sum;
  }
}

// One warp makes work and seven take it by ticket; who finds nothing sleeps for a while.
extern "C" __global__ void warps_wait_for_work(const int* in, int* out) {
  __shared__ int made, taken;
  __shared__ volatile int work[64];
  int t = threadIdx.x, lane = t & 31;
  if (t == 0) made = 0, taken = 0;
  __syncthreads();
  if (t < 32) {
    for (int i = 0; i < 64; i++) {
      if (lane == 0) {
        work[i] = in[i] + 3;
        release(&made, i + 1);
      }
    }
    return;
  }
  while (true) {
    int mine = 0;
    if (lane == 0) {
      mine = atomicAdd(&taken, 1);
      if (mine < 64)
        while (acquire(&made) <= mine) __nanosleep(30);
    }
    mine = __shfl_sync(~0u, mine, 0);
    if (mine >= 64) return;
    out[mine * 32 + lane] = work[mine] * lane;
  }
}

// Every thread waits until all others of its warp have said that they are there, by one counter.
extern "C" __global__ void lanes_count_each_other(int* out) {
  __shared__ int counter;
  int t = threadIdx.x;
  if (t == 0) counter = 0;
  __syncthreads();
  if (t & 1) atomicAdd(&counter, 1);
  else atomicAdd(&counter, 100);
  while (*(volatile int*)&counter != 16 * 101) {}
  out[t] = counter;
}

// One side of a branch polls a word that the other side of the same warp sets.
extern "C" __global__ void one_side_waits_for_the_other(volatile int* box, volatile int* flag,
                                                        int* out) {
  int t = threadIdx.x;
  if (t < 20) {
    while (*flag != 12) {}
    __threadfence();
    out[t] = box[20 + t % 12] + 1;
  } else {
    box[t] = t * t;
    __threadfence();
    atomicAdd((int*)flag, 1);
    out[t] = t;
  }
}
