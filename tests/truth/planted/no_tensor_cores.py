"""Planted: a product of fp32 matrices in plain FMA."""
# names: tensor-cores-unused

import torch
import triton
import triton.language as tl


@triton.jit
def k(a, b, c, n, BLOCK: tl.constexpr):
    row = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)[:, None]
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)[None, :]
    inner = tl.arange(0, 32)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for start in range(0, n, 32):
        left = tl.load(a + row * n + start + inner[None, :])
        right = tl.load(b + (start + inner[:, None]) * n + column)
        total = tl.dot(left, right, total, input_precision="ieee")  # <- here
    tl.store(c + row * n + column, total)


a, b = torch.randn(2, 1024, 1024, device="cuda")
c = torch.empty_like(a)
k[(16, 16)](a, b, c, 1024, BLOCK=64)
torch.cuda.synchronize()
