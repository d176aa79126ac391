"""Planted: blocks count with an atomic whose scope is the block.

Named by: scope|race
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(int* count) {
    atomicAdd_block(count, 1);  // <- here
}
""",
    "k",
)

count = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[8, 64](count)
torch.cuda.synchronize()
