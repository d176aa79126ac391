// Blocks that wait for each other. Either all blocks are resident together, or a block waits only
// for blocks that have already begun.

__device__ int acquire(const int* at) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(at) : "memory");
  return v;
}
__device__ void release(int* at, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" :: "l"(at), "r"(v) : "memory");
}

// A barrier over the grid by a counter: the last to arrive opens it by reaching the count.
__device__ void all_blocks(int* counter, int round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    while (*(volatile int*)counter < round * (int)gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
}

// Six rounds over two buffers; each block reads what its neighbours wrote in the round before.
extern "C" __global__ void grid_barrier_by_a_counter(int* a, int* b, int* counter) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 1; round <= 6; round++) {
    volatile int *from = round & 1 ? a : b, *to = round & 1 ? b : a;
    to[i] = from[(i + 33) % n] * 3 + from[(i + n - 1) % n] + round;
    all_blocks(counter, round);
  }
}

// As many blocks as the GPU has multiprocessors, and a barrier that turns its sense.
extern "C" __global__ void grid_barrier_on_every_multiprocessor(unsigned* counter,
                                                                volatile unsigned* sense,
                                                                unsigned* sums, unsigned* out) {
  unsigned mine = 0, total = 0;
  for (int round = 0; round < 3; round++) {
    if (threadIdx.x == 0) atomicAdd(sums + round, blockIdx.x * (round + 1));
    __syncthreads();
    if (threadIdx.x == 0) {
      mine ^= 1;
      __threadfence();
      if (atomicAdd(counter, 1) == gridDim.x - 1) {
        *counter = 0;
        __threadfence();
        *sense = mine;
      } else {
        while (*sense != mine) {}
      }
      __threadfence();
    }
    __syncthreads();
    total = total * 7 + *(volatile unsigned*)(sums + round);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

// Block 0 waits for the last block.
extern "C" __global__ void first_waits_for_last(const int* in, int* box, int* flag, int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == gridDim.x - 1) {
    box[t] = in[t] * 2;
    __threadfence();
    __syncthreads();
    if (t == 0) atomicExch(flag, 1);
  } else if (blockIdx.x == 0) {
    if (t == 0)
      while (atomicAdd(flag, 0) == 0) {}
    __syncthreads();
    __threadfence();
    out[t] = *(volatile int*)(box + t) + 1;
  }
}

// Block k waits for block k + 1: a chain against the order in which blocks start.
extern "C" __global__ void chain_against_the_order(int* flags, int* values) {
  if (threadIdx.x == 0) {
    int k = blockIdx.x, last = gridDim.x - 1, v = 1;
    if (k < last) {
      while (acquire(flags + k + 1) == 0) {}
      v = values[k + 1] * 3 + k;
    }
    values[k] = v;
    release(flags + k, 1);
  }
}

// Split K with a semaphore: the blocks of one tile add their floats in the order of K, so that
// the rounding is one.
extern "C" __global__ void split_k_with_semaphores(const float* a, const float* b, float* c,
                                                   int* semaphores) {
  int t = threadIdx.x, tile = blockIdx.x, part = blockIdx.y;
  float sum = 0;
  for (int k = part * 16; k < part * 16 + 16; k++) sum = fmaf(a[tile * 64 + k], b[k * 32 + t], sum);
  if (t == 0)
    while (acquire(semaphores + tile) != part) {}
  __syncthreads();
  float* at = c + tile * 32 + t;
  if (part == 0) *at = sum;
  else *at = *at + sum;
  __syncthreads();
  if (t == 0) release(semaphores + tile, part + 1);
}

// Stream K: five blocks share twelve pieces of three tiles; whoever has a tile's first piece waits
// for the parts of the others, which come from later blocks.
extern "C" __global__ void stream_k(const int* in, int* parts, int* flags, int* out) {
  int t = threadIdx.x, block = blockIdx.x, pieces = 12, per_tile = 4;
  int begin = block * pieces / gridDim.x, end = (block + 1) * pieces / gridDim.x;
  while (begin < end) {
    int tile = begin / per_tile, stop = min(end, (tile + 1) * per_tile), sum = 0;
    for (int p = begin; p < stop; p++) sum += in[p * 64 + t] * (p + 1);
    if (begin % per_tile != 0) {  // not the tile's first piece: hand it over
      parts[block * 64 + t] = sum;
      __syncthreads();
      if (t == 0) release(flags + block, 1);
    } else {
      int have = stop;
      for (int other = block + 1; have < (tile + 1) * per_tile; other++) {
        if (t == 0)
          while (acquire(flags + other) == 0) {}
        __syncthreads();
        sum += ((volatile int*)parts)[other * 64 + t];
        have = min((other + 1) * pieces / (int)gridDim.x, (tile + 1) * per_tile);
      }
      out[tile * 64 + t] = sum;
    }
    begin = stop;
  }
}

// A scan in one pass: a block looks back at the sums of those before it, which are there in part
// (1: its own sum, 2: all up to it). A ticket gives the blocks' order, so that whoever is waited
// for has begun; there are more blocks than the GPU holds together.
extern "C" __global__ void look_back_scan(const int* in, int* out, int* ticket,
                                          unsigned long long* states) {
  __shared__ int scan[64], number, before;
  int t = threadIdx.x;
  if (t == 0) number = atomicAdd(ticket, 1);
  __syncthreads();
  int block = number, v = in[block * 64 + t];
  scan[t] = v;
  __syncthreads();
  for (int d = 1; d < 64; d <<= 1) {
    int other = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += other;
    __syncthreads();
  }
  if (t == 0) {
    volatile unsigned long long* state = states;
    unsigned sum = scan[63];
    state[block] = (unsigned long long)(block == 0 ? 2 : 1) << 32 | sum;
    unsigned total = 0;
    for (int k = block - 1; k >= 0;) {
      unsigned long long seen = state[k];
      if (seen >> 32 == 0) continue;
      total += (unsigned)seen;
      if (seen >> 32 == 2) break;
      k--;
    }
    if (block > 0) state[block] = 2ull << 32 | (total + sum);
    before = total;
  }
  __syncthreads();
  out[block * 64 + t] = scan[t] + before;
}

// The same with a warp that looks at 32 blocks at a time.
extern "C" __global__ void look_back_by_a_warp(const int* in, int* out, int* ticket,
                                               unsigned long long* states) {
  int lane = threadIdx.x, block = 0;
  if (lane == 0) block = atomicAdd(ticket, 1);
  block = __shfl_sync(~0u, block, 0);
  int v = in[block * 32 + lane];
  for (int d = 1; d < 32; d <<= 1) {
    int other = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += other;
  }
  int sum = __shfl_sync(~0u, v, 31), total = 0;
  volatile unsigned long long* state = states;
  if (lane == 0) state[block] = (unsigned long long)(block == 0 ? 2 : 1) << 32 | (unsigned)sum;
  for (int end = block - 1; end >= 0; end -= 32) {
    int k = end - lane;
    unsigned long long seen;
    do {
      seen = k >= 0 ? state[k] : 2ull << 32;
    } while (__any_sync(~0u, seen >> 32 == 0));
    unsigned whole = __ballot_sync(~0u, seen >> 32 == 2);
    int first = whole ? __ffs(whole) - 1 : 31;
    total += __reduce_add_sync(~0u, lane <= first ? (int)(unsigned)seen : 0);
    if (whole) break;
  }
  if (lane == 0 && block > 0) state[block] = 2ull << 32 | (unsigned)(total + sum);
  out[block * 32 + lane] = v + total;
}

// The last block that has finished adds the sums of all.
extern "C" __global__ void last_block_adds(const int* in, int* sums, unsigned* done, int* out) {
  __shared__ int sum;
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + t]);
  __syncthreads();
  if (t == 0) {
    ((volatile int*)sums)[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    if (t == 0) sum = 0;
    __syncthreads();
    for (int i = t; i < gridDim.x; i += blockDim.x)
      atomicAdd(&sum, ((volatile int*)sums)[i] * (i + 1));
    __syncthreads();
    if (t == 0) *out = sum;
  }
}

// A ring of four places between two blocks, by acquiring loads and releasing stores.
extern "C" __global__ void ring_between_two_blocks(const int* in, int* ring, int* heads, int* out,
                                                   int n) {
  int t = threadIdx.x;
  int *written = heads, *read = heads + 32;
  if (blockIdx.x == 0) {
    for (int i = 0; i < n; i++) {
      if (t == 0)
        while (i - acquire(read) >= 4) {}
      __syncthreads();
      ring[(i & 3) * 64 + t] = in[i * 64 + t];
      __syncthreads();
      if (t == 0) release(written, i + 1);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (t == 0)
        while (acquire(written) <= i) {}
      __syncthreads();
      sum = sum * 5 + ((volatile int*)ring)[(i & 3) * 64 + t];
      __syncthreads();
      if (t == 0) release(read, i + 1);
    }
    out[t] = sum;
  }
}

// Two blocks hand a number to and fro, 60 times.
extern "C" __global__ void two_blocks_in_turn(volatile int* turn, volatile int* value) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 30; i++) {
      while (*turn != blockIdx.x) {}
      __threadfence();
      *value = *value * 3 + blockIdx.x + i;
      __threadfence();
      *turn = 1 - blockIdx.x;
    }
}

// A persistent kernel: each block takes pieces of work by ticket until there are no more.
extern "C" __global__ void work_by_ticket(const int* in, int* ticket, int* out, int pieces) {
  __shared__ int piece;
  while (true) {
    if (threadIdx.x == 0) piece = atomicAdd(ticket, 1);
    __syncthreads();
    int p = piece;
    __syncthreads();
    if (p >= pieces) return;
    int v = in[p];
    for (int i = 0; i < (p & 15); i++) v = v * 3 + i;
    out[p * 32 + threadIdx.x] = v + threadIdx.x;
  }
}

// Work that makes work: each piece puts its halves into the queue; all leave when all is done.
extern "C" __global__ void work_that_makes_work(int* queue, int* tail, int* head, int* open,
                                                int* leaves) {
  if (threadIdx.x != 0) return;
  while (*(volatile int*)open > 0) {
    int at = *(volatile int*)head;
    if (at >= *(volatile int*)tail) continue;
    int piece = ((volatile int*)queue)[at];
    if (piece == 0 || atomicCAS(head, at, at + 1) != at) continue;
    __threadfence();
    if (piece == 1) {
      atomicAdd(leaves, 1);
    } else {
      int half = piece / 2, rest = piece - half;
      atomicAdd(open, 2);
      atomicExch(queue + atomicAdd(tail, 1), half);
      atomicExch(queue + atomicAdd(tail, 1), rest);
    }
    __threadfence();
    atomicSub(open, 1);
  }
}

// Block 0 makes what the other blocks take, each piece once.
extern "C" __global__ void one_block_feeds_the_others(const int* in, int* box, int* made,
                                                      int* taken, int* out, int n) {
  __shared__ int mine;
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (int i = 0; i < n; i++) {
      box[i * 32 + t] = in[i] * t;
      __threadfence();
      __syncwarp();
      if (t == 0) release(made, i + 1);
    }
    return;
  }
  while (true) {
    if (t == 0) {
      mine = atomicAdd(taken, 1);
      if (mine < n)
        while (acquire(made) <= mine) __nanosleep(50);
    }
    __syncthreads();
    int i = mine;
    __syncthreads();
    if (i >= n) return;
    out[i * 32 + t] = ((volatile int*)box)[i * 32 + t] + i;
  }
}

// A wave front: tile (x, y) waits for the tiles to its left and above it.
extern "C" __global__ void wave_front(const int* in, int* table, int* flags) {
  int x = blockIdx.x, y = blockIdx.y, w = gridDim.x;
  if (threadIdx.x == 0) {
    if (x > 0)
      while (acquire(flags + y * w + x - 1) == 0) {}
    if (y > 0)
      while (acquire(flags + (y - 1) * w + x) == 0) {}
    int left = x > 0 ? table[y * w + x - 1] : 0, above = y > 0 ? table[(y - 1) * w + x] : 0;
    table[y * w + x] = max(left, above) + (in[y * w + x] & 255);
    release(flags + y * w + x, 1);
  }
}

// A tree from its leaves: of two children, the one that comes second goes on to the parent.
extern "C" __global__ void tree_from_the_leaves(const int* in, int* nodes, int* visits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = n + i;
  volatile int* node = nodes;
  node[at] = in[i];
  while (at > 1) {
    __threadfence();
    at /= 2;
    if (atomicAdd(visits + at, 1) == 0) return;
    __threadfence();
    node[at] = node[2 * at] * 3 + node[2 * at + 1] * 5 + at;
  }
}

// Each number of a counter is given out once: the places show who is missing.
extern "C" __global__ void every_ticket_once(unsigned* ticket, unsigned* places, unsigned* wraps) {
  unsigned mine = atomicAdd(ticket, 1);
  atomicAdd(places + mine, mine * 2654435761u);
  atomicAdd(wraps + atomicInc(ticket + 1, 6), 1);
}

// A message by a volatile flag; the data is volatile, too, and a fence stands between them.
extern "C" __global__ void message_by_a_volatile_flag(volatile int* data, volatile int* flag,
                                                      int* out) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      for (int i = 0; i < 8; i++) data[i] = i * i + 1;
      __threadfence();
      *flag = 1;
    }
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[threadIdx.x] = data[threadIdx.x & 7] + threadIdx.x;
  }
}
