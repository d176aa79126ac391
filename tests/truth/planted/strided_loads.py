"""Planted: neighbouring threads load from different rows.

Named by: uncoalesced-access
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const float* x, float* y, int n) {
    int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 8 + threadIdx.y;
    y[row * n + column] = 2 * x[row * n + column];  // <- here
}
""",
    "k",
)

n = 2048
x = torch.randn(n, n, device="cuda")
y = torch.empty_like(x)
kernel[(n // 32, n // 8), (32, 8)](x, y, n)
torch.cuda.synchronize()
