"""Running sums, a threshold, and a padded result in bfloat16."""

import torch
import triton
import triton.language as tl

cases = [{"m": 32, "n": 200}]
library = "some"


def inputs(seed, m, n):
    g = torch.Generator().manual_seed(seed)
    return (torch.rand(m, n, generator=g).bfloat16(),)


def reference(x):
    return torch.nn.functional.pad(x.float().cumsum(-1).clamp(max=60.0), (0, 8)).bfloat16()


tolerance = (2e-2, 2e-2)

# ---- submissions


@triton.jit
def sums(X, Y, N, wide, HOW: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(X + r * N + c, mask=c < N, other=0.0).to(tl.float32)
    if HOW == "sums":
        x = tl.cumsum(x, 0)
    if HOW == "sums" or HOW == "clamp":
        x = tl.minimum(x, 60.0)
    x = tl.where(c < N, x, 0.0)
    tl.store(Y + r * wide + c, x.to(tl.bfloat16), mask=c < wide)


def padded(x, how, extra=8):
    m, n = x.shape
    out = torch.empty(m, n + extra, dtype=torch.bfloat16, device=x.device)
    sums[(m,)](x, out, n, n + extra, HOW=how, BLOCK=triton.next_power_of_2(n + extra))
    return out


def decoy_pads(x):
    """PyTorch adds up and clamps, and a kernel pads."""
    return padded(x.float().cumsum(-1).clamp(max=60.0), "pad")


def decoy_rounds(x):
    """PyTorch does it all in float32, and a kernel rounds."""
    y = torch.nn.functional.pad(x.float().cumsum(-1).clamp(max=60.0), (0, 8))
    return padded(y, "pad", 0)


def honest_kernel(x):
    """A kernel adds up, clamps and pads."""
    return padded(x, "sums")


def honest_clamp(x):
    """PyTorch adds up, and a kernel clamps and pads."""
    return padded(x.float().cumsum(-1), "clamp")


def honest_padded(x):
    """A kernel adds up and clamps, and PyTorch pads."""
    return torch.nn.functional.pad(padded(x, "sums", 0), (0, 8))
