// Memory of the device's heap is read after it was freed.
#include "fix.h"

extern "C" __global__ void use_after_free(const int* x, int* y) {
  int t = threadIdx.x;
  int* list = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; i++) list[i] = x[t] + i;
  FAULT(free(list), );  // B
  y[t] = ((volatile int*)list)[3];  // A
  FIX(free(list));
}
