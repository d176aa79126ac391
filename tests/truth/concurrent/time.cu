// Clocks: what a kernel may rely on is that they advance and never go back. Results are booleans.

__device__ unsigned long long nanoseconds() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
  return t;
}

// A loop that waits 20,000 ticks ends, and not before.
extern "C" __global__ void waits_for_ticks(int* out) {
  long long start = clock64(), now = start;
  while (now - start < 20000) now = clock64();
  out[threadIdx.x] = now - start >= 20000;
}

// The same with the 32-bit clock, whose differences are right across an overflow.
extern "C" __global__ void waits_for_ticks_of_32_bits(int* out) {
  unsigned start = (unsigned)clock(), now = start;
  while (now - start < 5000u) now = (unsigned)clock();
  out[threadIdx.x] = now - start >= 5000u;
}

// 32 readings of one thread never go back, with memory accesses between them.
extern "C" __global__ void clock_never_goes_back(const int* in, int* out) {
  int t = threadIdx.x, good = 1, sum = 0;
  long long last = clock64();
  for (int i = 0; i < 32; i++) {
    sum += in[(t + i) & 63];
    long long now = clock64();
    good &= now > last;
    last = now;
  }
  out[t] = good + (sum == 0x7fffffff);
}

// The global timer advances by 2,000 ns at some time.
extern "C" __global__ void global_timer_advances(int* out) {
  unsigned long long start = nanoseconds(), now = start;
  int good = start != 0;
  while (now - start < 2000) {
    unsigned long long next = nanoseconds();
    good &= next >= now;
    now = next;
  }
  out[threadIdx.x] = good;
}

// What block 1 reads after block 0's word is not earlier than what block 0 read before it: the
// global timer is one for all.
extern "C" __global__ void global_timer_is_one_for_all(unsigned long long* box, int* flag,
                                                       int* out) {
  if (blockIdx.x == 1) {
    *box = nanoseconds();
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) __nanosleep(100);
    __threadfence();
    *out = nanoseconds() + 2000 >= *(volatile unsigned long long*)box;
  }
}

// Sleeping lets time pass: polling with it ends.
extern "C" __global__ void sleeps_until_a_time(int* out) {
  unsigned long long start = nanoseconds();
  int naps = 0;
  while (nanoseconds() - start < 3000) {
    __nanosleep(200);
    naps++;
  }
  out[threadIdx.x] = naps > 0;
}

// A wait that gives up after a time: nobody ever sets the flag.
extern "C" __global__ void gives_up_after_a_time(const volatile int* flag, int* out) {
  long long start = clock64();
  int given_up = 0;
  while (*flag == 0) {
    if (clock64() - start > 10000) {
      given_up = 1;
      break;
    }
  }
  out[threadIdx.x] = given_up;
}
