// cp.async reads in the background: its source may be overwritten once the thread has waited.
#include "fix.h"

extern "C" __global__ void copied_source(float* x, float* y) {
  __shared__ float kept[64];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(kept + t);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + t) : "memory");  // A
  asm volatile("cp.async.commit_group;" ::: "memory");
  FIX(asm volatile("cp.async.wait_group 0;" ::: "memory"));
  x[t] = 0;  // B
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  y[t] = kept[t] * 2;
}
