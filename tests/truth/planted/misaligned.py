"""Planted: four floats are loaded at once from an address that is not a multiple of 16.

Named by: align
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const float* x, float* y) {
    int t = threadIdx.x;
    float4 v = *(const float4*)(x + 1 + 4 * t);  // <- here
    y[t] = v.x + v.y + v.z + v.w;
}
""",
    "k",
)

x = torch.randn(1024, device="cuda")
y = torch.empty(64, device="cuda")
kernel[1, 64](x, y)
torch.cuda.synchronize()
