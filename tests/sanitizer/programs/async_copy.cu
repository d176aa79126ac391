// cp.async goes on in the background: the thread has to wait before it reads the copy.
#include "fix.h"

extern "C" __global__ void async_copy(const float* x, float* y) {
  __shared__ float kept[64];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(kept + t);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + t) : "memory");  // A
  asm volatile("cp.async.commit_group;" ::: "memory");
  FIX(asm volatile("cp.async.wait_group 0;" ::: "memory"));
  y[t] = kept[t] * 2;  // B
}
