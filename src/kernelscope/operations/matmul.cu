// C = A B of contiguous row-major matrices, in tiles of 16×16: each element of A and B is read from
// global memory once for every 16 products instead of once for each.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int TILE = 16;

template <typename T>
__global__ void matmul(const T* a, const T* b, T* c, int m, int n, int k) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    long long row = (long long)blockIdx.y * TILE + y;
    long long column = (long long)blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int start = 0; start < k; start += TILE) {
        // beyond the edges 0 takes part, on both sides, so that no inf × 0 makes a NaN
        a_tile[y][x] = row < m && start + x < k ? (float)a[row * k + start + x] : 0.0f;
        b_tile[y][x] = start + y < k && column < n ? (float)b[(start + y) * (long long)n + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i) sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = T(sum);
}
