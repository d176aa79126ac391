// Times copies of 4 bytes from global to shared memory (cp.async) by the banks that they read and
// write, and prints the cycles of an instruction of 8 warps. Nsight Compute counts their wavefronts.
// docs/measured/2026-11-26-copies.md has both.

#include <algorithm>
#include <cstdio>

constexpr int WARPS = 8, ROUNDS = 64, AT_ONCE = 8;

// Lane n reads word n * read_stride. It writes word p * write_stride, where p is n, or, by turns,
// the place that lanes of other lines have side by side.
__global__ void copies(const float *from, long long *cycles, int read_stride, int write_stride,
                       bool by_turns) {
  extern __shared__ float to[];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, lines = read_stride;
  int place = by_turns ? lane % lines * (32 / lines) + lane / lines : lane;
  auto target = (unsigned)__cvta_generic_to_shared(to + warp * 1024 + place * write_stride);
  const float *source = from + warp * 2048 + lane * read_stride;
  __syncthreads();
  long long begin = clock64();
  for (int round = 0; round < ROUNDS; ++round) {
#pragma unroll
    for (int copy = 0; copy < AT_ONCE; ++copy)
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(target), "l"(source) : "memory");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
  }
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

int main() {
  float *from;
  long long *cycles;
  cudaMalloc(&from, 1 << 20);
  cudaMemset(from, 0, 1 << 20);
  cudaMallocManaged(&cycles, sizeof *cycles);
  std::puts("read_stride,write_stride,order,cycles");
  for (int read = 1; read <= 32; read *= 2)
    for (int write = 1; write <= 32; write *= 2)
      for (int order = 0; order < 2; ++order) {
        long long least = 1LL << 60;
        for (int again = 0; again < 2; ++again) {  // the first one fills L1
          copies<<<1, 32 * WARPS, 32768>>>(from, cycles, read, write, order);
          if (cudaDeviceSynchronize() != cudaSuccess) return 1;
          least = std::min(least, *cycles);
        }
        std::printf("%d,%d,%d,%.2f\n", read, write, order, least / double(ROUNDS * AT_ONCE * WARPS));
      }
}
