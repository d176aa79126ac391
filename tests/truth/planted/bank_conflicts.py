"""Planted: a transposition through a tile whose columns lie in one bank.

Named by: bank-conflicts
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const float* x, float* y, int n) {
    __shared__ float tile[32][32];
    int i = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][i] = x[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + i];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        y[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + i] = tile[i][j];  // <- here
}
""",
    "k",
)

n = 1024
x = torch.randn(n, n, device="cuda")
y = torch.empty_like(x)
kernel[(n // 32, n // 32), (32, 8)](x, y, n)
torch.cuda.synchronize()
