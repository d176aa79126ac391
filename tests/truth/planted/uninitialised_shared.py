"""Planted: a part of shared memory is read that nobody wrote.

Named by: uninitialised|written
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const float* x, float* y) {
    __shared__ float tile[256];
    int t = threadIdx.x;
    if (t < 200) tile[t] = x[t];
    __syncthreads();
    y[t] = tile[255 - t];  // <- here
}
""",
    "k",
)

x = torch.randn(256, device="cuda")
y = torch.empty_like(x)
kernel[1, 256](x, y)
torch.cuda.synchronize()
