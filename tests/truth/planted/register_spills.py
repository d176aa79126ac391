"""Planted: more values are alive than a thread may have registers.

Named by: register-spills
"""

import torch
import triton
import triton.language as tl


@triton.jit
def k(x, y, n, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    rows = tl.arange(0, ROWS)[:, None]
    columns = tl.arange(0, BLOCK)[None, :]
    at = tl.program_id(0) * ROWS * BLOCK + rows * BLOCK + columns
    values = tl.load(x + at)
    powers = tl.exp(values - tl.max(values, 1)[:, None])
    tl.store(y + at, powers / tl.sum(powers, 1)[:, None] + values)


x = torch.randn(1 << 20, device="cuda")
y = torch.empty_like(x)
k[(1 << 5,)](x, y, 0, BLOCK=1024, ROWS=32, num_warps=4)
torch.cuda.synchronize()
