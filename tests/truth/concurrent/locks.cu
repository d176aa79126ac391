// Locks: whoever holds one goes on while the others try. Each result counts what happened under
// the lock with plain loads and stores, so that a lost update would show.

// The lanes of a warp take one lock in turn; the critical section is inside the loop.
extern "C" __global__ void lock_taken_inside_a_loop(int* lock, volatile int* count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *count = *count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

// The same with the critical section after the loop: the lane that has left the loop goes on
// while the other lanes are still in it.
extern "C" __global__ void lock_taken_before_going_on(int* lock, volatile int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  *count = *count + threadIdx.x + 1;
  __threadfence();
  atomicExch(lock, 0);
}

// A lock for each bucket, taken by lanes of many warps and blocks.
extern "C" __global__ void lock_of_each_bucket(const int* keys, int* locks,
                                               volatile int* count, volatile int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i] & 15;
  while (atomicCAS(locks + key, 0, 1) != 0) __nanosleep(20);
  __threadfence();
  count[key] = count[key] + 1;
  sum[key] = sum[key] + i;
  __threadfence();
  atomicExch(locks + key, 0);
}

// Tickets are served in order, across the lanes, warps and blocks.
extern "C" __global__ void ticket_lock(int* next, volatile int* serving, volatile int* count) {
  int mine = atomicAdd(next, 1);
  while (*serving != mine) {}
  __threadfence();
  *count = *count * 3 + 1;
  __threadfence();
  *serving = mine + 1;
}

// One thread of each block takes the mutex by exchange and adds to ten plain counters.
extern "C" __global__ void mutex_by_exchange(int* mutex, volatile int* counts) {
  if (threadIdx.x == 0) {
    while (atomicExch(mutex, 1) != 0) {}
    __threadfence();
    for (int i = 0; i < 10; i++) counts[i] = counts[i] + blockIdx.x * i + 1;
    __threadfence();
    atomicExch(mutex, 0);
  }
}

// Each thread needs two forks and takes the lower one first: no circle, so all eat, ten times.
extern "C" __global__ void philosophers(int* forks, volatile int* meals, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, left = i, right = (i + 1) % n;
  int first = min(left, right), second = max(left, right);
  for (int k = 0; k < 10; k++) {
    while (atomicCAS(forks + first, 0, 1) != 0) {}
    while (atomicCAS(forks + second, 0, 1) != 0) {}
    __threadfence();
    meals[left] = meals[left] + 1;
    meals[right] = meals[right] + 100;
    __threadfence();
    atomicExch(forks + second, 0);
    atomicExch(forks + first, 0);
  }
}

// Money moves between accounts under two ordered locks; sums commute, so the balances are known.
extern "C" __global__ void transfers(const int* from, const int* to, int* locks,
                                     volatile int* balance) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, a = from[i], b = to[i];
  if (a == b) return;
  int first = min(a, b), second = max(a, b);
  bool done = false;
  while (!done) {
    if (atomicCAS(locks + first, 0, 1) == 0) {
      if (atomicCAS(locks + second, 0, 1) == 0) {
        __threadfence();
        balance[a] = balance[a] - i;
        balance[b] = balance[b] + i;
        __threadfence();
        atomicExch(locks + second, 0);
        done = true;
      }
      atomicExch(locks + first, 0);
    }
  }
}

// A lock in shared memory among all threads of a block.
extern "C" __global__ void lock_in_shared_memory(int* out) {
  __shared__ int lock;
  __shared__ volatile int count, sum;
  int t = threadIdx.x;
  if (t == 0) lock = 0, count = 0, sum = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      count = count + 1;
      sum = sum + t * t;
      __threadfence_block();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  if (t == 0) out[0] = count, out[1] = sum;
}

// A lock with an acquiring compare-and-swap and a releasing store, and no fence.
extern "C" __global__ void lock_with_acquire_and_release(int* lock, int* count) {
  for (int k = 0; k < 3; k++) {
    int old = 1;
    while (old) {
      asm volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], 0, 1;"
                   : "=r"(old) : "l"(lock) : "memory");
      if (!old) {
        int v;
        asm volatile("ld.global.b32 %0, [%1];" : "=r"(v) : "l"(count) : "memory");
        asm volatile("st.global.b32 [%0], %1;" :: "l"(count), "r"(v + 1) : "memory");
        asm volatile("st.release.gpu.global.b32 [%0], 0;" :: "l"(lock) : "memory");
      }
    }
  }
}

// A list grows at its head by compare-and-swap; its order is open, the sum of its nodes is not.
extern "C" __global__ void stack_by_compare_and_swap(unsigned* head, unsigned* next,
                                                     unsigned* done, unsigned* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x + 1, n = gridDim.x * blockDim.x;
  unsigned old = *(volatile unsigned*)head, seen;
  while (true) {
    ((volatile unsigned*)next)[i] = old;
    __threadfence();
    seen = atomicCAS(head, old, i);
    if (seen == old) break;
    old = seen;
  }
  __threadfence();
  if (atomicAdd(done, 1) == n - 1) {  // the last thread of all walks along the list
    __threadfence();
    unsigned length = 0, sum = 0;
    for (unsigned at = *(volatile unsigned*)head; at; at = ((volatile unsigned*)next)[at])
      length++, sum += at * at;
    out[0] = length, out[1] = sum;
  }
}

// A writer changes two words together; readers that see its number change try again.
extern "C" __global__ void sequence_lock(unsigned* number, volatile int* pair, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      for (int i = 1; i <= 50; i++) {
        atomicAdd(number, 1);
        __threadfence();
        pair[0] = i;
        pair[1] = -i;
        __threadfence();
        atomicAdd(number, 1);
      }
    return;
  }
  int torn = 0, last = 0, back = 0;
  while (last < 50) {
    unsigned before = *(volatile unsigned*)number;
    __threadfence();
    int a = pair[0], b = pair[1];
    __threadfence();
    unsigned after = *(volatile unsigned*)number;
    if ((before & 1) || before != after) continue;
    torn += a != -b;
    back += a < last;
    last = a;
  }
  out[(blockIdx.x - 1) * blockDim.x + threadIdx.x] = last + 1000 * torn + 1000000 * back;
}

// Two places for 64 threads: a semaphore lets two in at a time, and never three.
extern "C" __global__ void semaphore_of_two(int* places, int* inside, int* most, int* count) {
  bool done = false;
  while (!done) {
    if (atomicSub(places, 1) > 0) {
      __threadfence();
      atomicMax(most, atomicAdd(inside, 1) + 1 > 2);
      atomicAdd(count, 1);
      atomicSub(inside, 1);
      __threadfence();
      done = true;
    }
    atomicAdd(places, 1);
  }
}
