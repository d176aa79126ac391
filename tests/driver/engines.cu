// A product of ones on the tensor cores, with the instructions that only one architecture has.
#include <cstdio>

#include "../truth/bugs/bugs.h"

#define ONES(half) (half << 16 | half)

__global__ void multiply_ones(float* y) {
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) && __CUDA_ARCH_SPECIFIC__ == 1000
  __shared__ __align__(1024) unsigned a[SUMS_A_BYTES / 4], b[SUMS_B_BYTES / 4];
  __shared__ u64 full;
  __shared__ unsigned place, x[SUMS_A_BYTES / 4];
  for (int i = threadIdx.x; i < SUMS_A_BYTES / 4; i += blockDim.x) x[i] = ONES(0x3c00);
  if (threadIdx.x == 0) init_mbarrier(&full, 1);
  __syncthreads();
  begin_sums(sums, place, a, b, x);
  if (threadIdx.x == 0) {
    multiply(sums, a, b);
    commit_to(&full);
  }
  wait_for(&full, 0);
  unsigned d[4];
  load_sums(d, sums);
  wait_sums_loaded();
  __syncthreads();
  if (threadIdx.x < 32) free_columns(sums);
  y[threadIdx.x] = __uint_as_float(d[3]);
#elif defined(__CUDA_ARCH_FEAT_SM90_ALL) && __CUDA_ARCH_SPECIFIC__ == 900
  __shared__ __align__(1024) unsigned a[A_BYTES / 4], b[B_BYTES / 4];
  for (int i = threadIdx.x; i < A_BYTES / 4; i += blockDim.x) a[i] = ONES(0x3f80);
  for (int i = threadIdx.x; i < B_BYTES / 4; i += blockDim.x) b[i] = ONES(0x3f80);
  fence_async();
  __syncthreads();
  float d[4] = {};
  fence_products(d);
  product(d, a, b);
  commit_products();
  wait_products(0);
  y[threadIdx.x] = d[3];
#elif defined(__CUDA_ARCH_FEAT_SM120_ALL) && __CUDA_ARCH_SPECIFIC__ == 1200
  float d[4] = {};
  unsigned ones = 0x38383838;
  asm volatile(
      "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3},"
      " {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(ones));
  y[threadIdx.x] = d[3];
#else
  y[threadIdx.x] = -1;
#endif
}

int main() {
  float* y;
  cudaMallocManaged(&y, 128 * sizeof *y);
  multiply_ones<<<1, 128>>>(y);
  cudaDeviceSynchronize();
  printf("%g %g\n", y[0], y[127]);
}
