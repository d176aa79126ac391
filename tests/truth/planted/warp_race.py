"""Planted: lanes read what other lanes of their warp wrote, without __syncwarp.

Named by: race
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(float* x) {
    __shared__ float tile[64];
    int t = threadIdx.x;
    tile[t] = x[t];
    __syncthreads();
    for (int step = 16; step; step /= 2)
        tile[t] += tile[t ^ step];  // <- here
    x[t] = tile[t];
}
""",
    "k",
)

x = torch.randn(64, device="cuda")
kernel[2, 64](x)
torch.cuda.synchronize()
