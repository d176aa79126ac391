// A pipeline of two stages: the producer may write a stage again once the consumer has read it.
#include "fix.h"
typedef unsigned long long Barrier;

__device__ unsigned at(Barrier* b) { return (unsigned)__cvta_generic_to_shared(b); }
__device__ void start(Barrier* b) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(at(b)) : "memory");
}
__device__ void arrive(Barrier* b) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" :: "r"(at(b)) : "memory");
}
__device__ void wait(Barrier* b, int phase) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; "
               "@!p bra again; }" :: "r"(at(b)), "r"(phase) : "memory");
}

extern "C" __global__ void stages(const float* x, float* y) {
  __shared__ float stage[2][32];
  __shared__ Barrier full[2], empty[2];
  int t = threadIdx.x % 32, steps = 4;
  if (threadIdx.x < 2) { start(full + threadIdx.x); start(empty + threadIdx.x); }
  __syncthreads();
  for (int i = 0; i < steps; i++) {
    int s = i % 2, phase = i / 2 % 2;
    if (threadIdx.x < 32) {
      wait(empty + s, phase ^ 1);
      stage[s][t] = x[i * 32 + t];  // A
      arrive(full + s);
    } else {
      wait(full + s, phase);
      FAULT(arrive(empty + s), );
      y[i * 32 + t] = stage[s][31 - t];  // B
      FIX(arrive(empty + s));
    }
  }
}
