"""Planted: threads read what others write, with no barrier between.

Named by: race
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const float* x, float* y) {
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = x[i];
    y[i] = tile[255 - t];  // <- here
}
""",
    "k",
)

x = torch.randn(1024, device="cuda")
y = torch.empty_like(x)
kernel[4, 256](x, y)
torch.cuda.synchronize()
