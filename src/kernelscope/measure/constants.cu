// Kernels that show one constant of the time model each.

// One thread follows addresses that each place holds of the next one.
#define CHASE(name, load)                                                                          \
    extern "C" __global__ void name(const void* start, long long* out, int steps) {                \
        unsigned long long at = (unsigned long long)start;                                         \
        long long begin = clock64();                                                               \
        for (int i = 0; i < steps; ++i) asm volatile(load " %0, [%0];" : "+l"(at) : : "memory");   \
        long long cycles = clock64() - begin;                                                      \
        out[0] = cycles;                                                                           \
        out[1] = (long long)at;                                                                    \
    }
CHASE(chase_l1, "ld.global.ca.u64")
CHASE(chase_l2, "ld.global.cg.u64")

// The cycles and nanoseconds of the same stretch.
extern "C" __global__ void clocks(long long* out, long long cycles) {
    unsigned long long before, after;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
    long long begin = clock64(), now = begin;
    while (now - begin < cycles) now = clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
    out[0] = now - begin;
    out[1] = (long long)(after - before);
}

// One thread of each warp adds to the same word.
extern "C" __global__ void add_together(int* words) {
    if (threadIdx.x % 32 == 0) atomicAdd(words, 1);
}

extern "C" __global__ void nothing() {}
