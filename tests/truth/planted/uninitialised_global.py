"""Planted: a kernel adds to a tensor from torch.empty.

Named by: uninitialised|written
"""

import torch
import triton
import triton.language as tl


@triton.jit
def k(x, y, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    before = tl.load(y + at)  # <- here
    tl.store(y + at, before + tl.load(x + at))


x = torch.randn(1024, device="cuda")
y = torch.empty(1024, device="cuda")
k[(4,)](x, y, BLOCK=256)
print(float(y.sum()))
