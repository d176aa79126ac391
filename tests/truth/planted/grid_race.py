"""Planted: programs add to one place without an atomic.

Named by: race
"""

import torch
import triton
import triton.language as tl


@triton.jit
def k(x, total, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    part = tl.sum(tl.load(x + at))
    tl.store(total, tl.load(total) + part)  # <- here


x = torch.randn(4096, device="cuda")
total = torch.zeros(1, device="cuda")
k[(16,)](x, total, BLOCK=256)
torch.cuda.synchronize()
