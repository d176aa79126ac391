"""Two results: rows as int8, and the scale of each row."""

import torch
import triton
import triton.language as tl

cases = [{"m": 64, "n": 200}]
library = "some"


def inputs(seed, m, n):
    return (torch.randn(m, n, generator=torch.Generator().manual_seed(seed)),)


def reference(x):
    scale = x.abs().amax(-1) / 127
    return torch.round(x / scale[:, None]).to(torch.int8), scale


# Where a half is rounded to depends on the last bit of the scale.
tolerance = (1.0, 1e-5)


# ---- submissions


@triton.jit
def quantize(X, S, Y, N, SCALE: tl.constexpr, ROUND: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(X + r * N + c, mask=c < N, other=0.0)
    if SCALE:
        scale = tl.max(tl.abs(x), 0) / 127
        tl.store(S + r, scale)
    else:
        scale = tl.load(S + r)
    if ROUND:
        x = tl.floor(x / scale + 0.5)
    tl.store(Y + r * N + c, x.to(tl.int8), mask=c < N)


def quantized(x, scale=None, rounds=True):
    m, n = x.shape
    y = torch.empty(m, n, dtype=torch.int8, device=x.device)
    made = torch.empty(m, device=x.device) if scale is None else scale
    block = triton.next_power_of_2(n)
    quantize[(m,)](x, made, y, n, SCALE=scale is None, ROUND=rounds, BLOCK=block)
    return y, made


def decoy_casts(x):
    """PyTorch does it all but the cast."""
    y, scale = reference(x)
    return quantized(y.float(), scale, rounds=False)


def honest_kernel(x):
    """A kernel gives both."""
    return quantized(x)


def honest_rounds(x):
    """PyTorch finds the scale, and a kernel divides and rounds."""
    return quantized(x, x.abs().amax(-1) / 127)


def honest_scale(x):
    """A kernel finds the scale, and PyTorch divides and rounds."""
    scale = quantized(x)[1]
    return torch.round(x / scale[:, None]).to(torch.int8), scale
