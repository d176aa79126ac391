// Barriers of a block that threads of one warp reach at different instructions, with counts, by
// number, and without the warps that have ended.

__device__ void barrier(int number, int threads) {
  asm volatile("barrier.sync %0, %1;" :: "r"(number), "r"(threads) : "memory");
}
__device__ void aligned_barrier(int number, int threads) {
  asm volatile("bar.sync %0, %1;" :: "r"(number), "r"(threads) : "memory");
}
__device__ void arrive(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" :: "r"(number), "r"(threads) : "memory");
}

// Odd and even lanes wait at barriers of their own: each thread counts, so all have stored.
extern "C" __global__ void barrier_on_both_sides(const int* in, int* out) {
  __shared__ int kept[128];
  int t = threadIdx.x;
  if (t & 1) {
    kept[t] = in[t] + 1;
    asm volatile("barrier.sync 0;" ::: "memory");
    out[t] = kept[127 - t] * 2;
  } else {
    kept[t] = in[t] + 2;
    asm volatile("barrier.sync 0;" ::: "memory");
    out[t] = kept[127 - t] * 3;
  }
}

// The same with a count: 128 threads of four warps.
extern "C" __global__ void counted_barrier_on_both_sides(const int* in, int* out) {
  __shared__ int kept[128];
  int t = threadIdx.x;
  if ((t & 31) < 5) {
    kept[t] = in[t];
    barrier(3, 128);
    out[t] = kept[(t + 37) & 127] + 1;
  } else {
    kept[t] = in[t] * 2;
    barrier(3, 128);
    out[t] = kept[(t + 37) & 127] + 2;
  }
}

// In each round some lanes return; a barrier waits for those of each warp that have not.
extern "C" __global__ void lanes_leave_round_by_round(const int* in, int* out) {
  __shared__ int kept[2][128];
  int t = threadIdx.x, v = in[t];
  kept[0][t] = kept[1][t] = 0;
  asm volatile("barrier.sync 0;" ::: "memory");
  for (int i = 0; i < 10; i++) {
    if (t * 7 % 10 == i) {
      out[t] = v;
      return;
    }
    kept[i & 1][t] = v;
    if (t & 4) {
      asm volatile("barrier.sync 0;" ::: "memory");
      v += kept[i & 1][t ^ 10];
    } else {
      asm volatile("barrier.sync 0;" ::: "memory");
      v -= kept[i & 1][t ^ 10];
    }
    asm volatile("barrier.sync 0;" ::: "memory");
  }
}

// Ten rounds, in each of which both sides of a branch have a barrier.
extern "C" __global__ void rounds_on_both_sides(const int* in, int* out) {
  __shared__ int kept[64];
  int t = threadIdx.x, v = in[t];
  for (int i = 0; i < 10; i++) {
    if (v & 1) {
      kept[t] = v * 3 + 1;
      barrier(1, 64);
      v = kept[63 - t];
      barrier(2, 64);
    } else {
      kept[t] = v / 2 + i;
      barrier(1, 64);
      v = kept[63 - t] + 1;
      barrier(2, 64);
    }
  }
  out[t] = v;
}

// The votes of both sides are counted together.
extern "C" __global__ void votes_on_both_sides(const int* in, int* out) {
  int t = threadIdx.x, n, every;
  if (t % 3 == 0)
    asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; barrier.red.popc.u32 %0, 0, p;}"
                 : "=r"(n) : "r"(in[t] & 1) : "memory");
  else
    asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; barrier.red.popc.u32 %0, 0, p;}"
                 : "=r"(n) : "r"(in[t] & 2) : "memory");
  if (t & 1)
    asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; barrier.red.or.pred q, 0, p;"
                 "selp.s32 %0, 1, 0, q;}" : "=r"(every) : "r"((int)(t == 77)) : "memory");
  else
    asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; barrier.red.or.pred q, 0, p;"
                 "selp.s32 %0, 1, 0, q;}" : "=r"(every) : "r"(0) : "memory");
  out[t] = n * 2 + every;
}

// Half of each warp has returned: the rest still meets.
extern "C" __global__ void barrier_of_the_lanes_that_stay(const int* in, int* out) {
  __shared__ int kept[128];
  int t = threadIdx.x;
  kept[t] = in[t];
  if (t & 1) return;
  asm volatile("barrier.sync 0;" ::: "memory");
  out[t] = kept[126 - t];
}

// Warps that have ended do not count at __syncthreads.
extern "C" __global__ void barrier_after_warps_have_ended(const int* in, int* out) {
  __shared__ int kept[256];
  int t = threadIdx.x;
  kept[t] = in[t];
  __syncthreads();
  if (t >= 96 && t < 224) return;
  for (int i = 0; i < 4; i++) {
    int v = kept[t < 96 ? 224 + t % 32 : t - 160];
    __syncthreads();
    kept[t] = v + i;
    __syncthreads();
  }
  out[t] = kept[t];
}

// Counts and votes of a whole block; warps differ, and the last is half empty.
extern "C" __global__ void syncthreads_count_and_or(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  int count = __syncthreads_count(v % 3 == 0);
  int every = __syncthreads_and(v < 1000);
  int some = __syncthreads_or(t == 150);
  int none = __syncthreads_or(v > 5000) + __syncthreads_and(t != 3);
  out[t] = count * 16 + (every != 0) * 8 + (some != 0) * 4 + none;
}

// Three warps at one barrier, the other five at another; then all.
extern "C" __global__ void parts_of_the_block(const int* in, int* out) {
  __shared__ int kept[256];
  int t = threadIdx.x;
  kept[t] = in[t];
  int v;
  if (t < 96) {
    aligned_barrier(1, 96);
    v = kept[95 - t];
  } else {
    aligned_barrier(2, 160);
    v = kept[96 + 255 - t];
  }
  __syncthreads();
  kept[t] = v;
  __syncthreads();
  out[t] = kept[(t + 100) & 255];
}

// Two warps fill and two empty a buffer of two places; arriving does not wait.
extern "C" __global__ void producers_and_consumers(const int* in, int* out) {
  __shared__ int ring[2][64];
  int t = threadIdx.x, sum = 0;
  if (t < 64) {
    for (int i = 0; i < 12; i++) {
      aligned_barrier(3 + (i & 1), 128);  // this place is empty
      ring[i & 1][t] = in[i * 64 + t];
      arrive(1 + (i & 1), 128);  // it is full
    }
  } else {
    arrive(3, 128);
    arrive(4, 128);
    for (int i = 0; i < 12; i++) {
      aligned_barrier(1 + (i & 1), 128);
      sum = sum * 3 + ring[i & 1][127 - t];
      if (i < 10) arrive(3 + (i & 1), 128);
    }
    out[t - 64] = sum;
  }
}

// Fifteen barriers in a chain: warp w waits at barrier w for the warp after it.
extern "C" __global__ void chain_of_fifteen_barriers(int* out) {
  __shared__ int sum;
  int t = threadIdx.x, warp = t >> 5;
  if (warp == 15) {
    if (t == 480) sum = 1;
  } else {
    aligned_barrier(warp + 1, 64);
    if ((t & 31) == 0) sum = sum * 3 + warp;
  }
  if (warp > 0) {
    __syncwarp();
    arrive(warp, 64);
  } else if (t == 0) {
    *out = sum;
  }
}

// The number is in a register, another for each pair of warps.
extern "C" __global__ void numbers_in_registers(const int* in, int* out) {
  __shared__ int kept[256];
  int t = threadIdx.x, pair = t >> 6;
  for (int i = 0; i < 5 + pair; i++) {
    kept[t] = in[t] + i;
    barrier(pair + 1, 64);
    int v = kept[t ^ 32];
    barrier(pair + 8, 64);
    kept[t] = v;
  }
  out[t] = kept[t];
}

// Warps meet at two barriers in turn, one of which the others pass meanwhile.
extern "C" __global__ void two_barriers_in_turn(int* out) {
  __shared__ int value;
  int t = threadIdx.x;
  if (t == 0) value = 1;
  __syncthreads();
  for (int i = 0; i < 20; i++) {
    if (t < 32) {
      if (t == 0) value = value * 5 + i;
      __syncwarp();
      arrive(1, 64);
      aligned_barrier(2, 64);
    } else {
      aligned_barrier(1, 64);
      if (t == 32) value = value ^ 0x5a5a;
      __syncwarp();
      arrive(2, 64);
    }
  }
  __syncthreads();
  out[t] = value + t;
}
