"""A transpose, where moving is all."""

import torch
import triton
import triton.language as tl

cases = [{"m": 64, "n": 96}]


def inputs(seed, m, n):
    return (torch.randn(m, n, generator=torch.Generator().manual_seed(seed)),)


def reference(x):
    return x.t().contiguous()


# ---- submissions


@triton.jit
def turn(X, Y, M, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    tl.store(Y + c * M + r, tl.load(X + r * N + c, mask=c < N), mask=c < N)


@triton.jit
def copy(X, Y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(Y + at, tl.load(X + at, mask=at < n), mask=at < n)


def decoy_copies(x):
    """PyTorch transposes, and a kernel copies."""
    turned = x.t().contiguous()
    out = torch.empty_like(turned)
    copy[(triton.cdiv(x.numel(), 1024),)](turned, out, x.numel(), BLOCK=1024)
    return out


def turned(x):
    m, n = x.shape
    out = torch.empty(n, m, device=x.device)
    turn[(m,)](x, out, m, n, BLOCK=triton.next_power_of_2(n))
    return out


def honest_kernel(x):
    """A kernel transposes."""
    return turned(x)


def honest_clone(x):
    """A kernel transposes, and PyTorch copies the result."""
    return turned(x).clone()


def honest_halves(x):
    """A kernel transposes halves, which PyTorch joins."""
    return torch.cat([turned(part.contiguous()) for part in x.chunk(2)], 1)
