"""Planted: an array of a thread is indexed at run time, and lies in local memory.

Named by: local-arrays
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const int* order, float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float parts[32];
    for (int j = 0; j < 32; j++) parts[j] = x[i] * j;
    float sum = 0;
    for (int j = 0; j < 32; j++) sum += parts[order[j]];  // <- here
    x[i] = sum;
}
""",
    "k",
)

x = torch.randn(1 << 18, device="cuda")
order = torch.randperm(32, device="cuda").int()
kernel[1 << 10, 256](order, x)
torch.cuda.synchronize()
