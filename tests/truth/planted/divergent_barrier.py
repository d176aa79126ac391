"""Planted: a barrier in a branch that some threads do not take.

Named by: barrier
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(float* x, int n) {
    __shared__ float tile[256];
    int t = threadIdx.x;
    tile[t] = x[t];
    if (t < n) {
        __syncthreads();  // <- here
        x[t] = tile[t] + tile[(t + 1) % n];
    }
}
""",
    "k",
)

x = torch.randn(256, device="cuda")
kernel[1, 256](x, 100)
torch.cuda.synchronize()
