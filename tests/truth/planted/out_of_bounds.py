"""Planted: the last program reads beyond the tensor: the load has no mask.

Named by: out-of-bounds|outside|beyond
"""

import torch
import triton
import triton.language as tl


@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + at)  # <- here
    tl.store(y + at, values, mask=at < n)


x = torch.randn(1000, device="cuda")
y = torch.empty_like(x)
k[(4,)](x, y, 1000, BLOCK=256)
torch.cuda.synchronize()
