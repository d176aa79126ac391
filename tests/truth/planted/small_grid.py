"""Planted: eight programs on a GPU with 132 multiprocessors.

Named by: small-grid
"""

import torch
import triton
import triton.language as tl


@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    first = tl.program_id(0) * n
    for start in range(0, n, BLOCK):
        at = first + start + tl.arange(0, BLOCK)
        tl.store(y + at, tl.exp(tl.load(x + at)))


x = torch.randn(1 << 22, device="cuda")
y = torch.empty_like(x)
k[(8,)](x, y, (1 << 22) // 8, BLOCK=1024)
torch.cuda.synchronize()
