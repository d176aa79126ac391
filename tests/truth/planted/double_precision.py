"""Planted: a constant in double precision makes the arithmetic fp64.

Named by: accidental-fp64
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int j = 0; j < 64; j++) v = v * 1.0001 + 0.1;  // <- here
    x[i] = v;
}
""",
    "k",
)

x = torch.randn(1 << 20, device="cuda")
kernel[1 << 12, 256](x)
torch.cuda.synchronize()
