"""Planted: a product of fp16 matrices in plain multiply-adds.

Named by: tensor-cores-unused
"""

import torch
import triton
import triton.language as tl


@triton.jit
def k(a, b, c, n, BLOCK: tl.constexpr):
    row = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for inner in range(n):
        left = tl.load(a + row * n + inner).to(tl.float32)
        right = tl.load(b + inner * n + column).to(tl.float32)
        total += left[:, None] * right[None, :]
    tl.store(c + row[:, None] * n + column[None, :], total)


a, b = torch.randn(2, 512, 512, device="cuda").half()
c = torch.empty(512, 512, device="cuda")
k[(8, 8)](a, b, c, 512, BLOCK=64)
torch.cuda.synchronize()
