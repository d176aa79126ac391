"""Where each row has its largest number: the answer is integers."""

import torch
import triton
import triton.language as tl

cases = [{"m": 96, "n": 200}]
library = "some"


def inputs(seed, m, n):
    return (torch.randn(m, n, generator=torch.Generator().manual_seed(seed)),)


def reference(x):
    return x.argmax(-1)


# ---- submissions


@triton.jit
def best(X, Y, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(X + r * N + c, mask=c < N, other=-float("inf"))
    tl.store(Y + r, tl.argmax(x, 0).to(tl.int64))


@triton.jit
def cast(X, Y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(Y + at, tl.load(X + at, mask=at < n).to(tl.int64), mask=at < n)


def casted(y):
    out = torch.empty(y.shape, dtype=torch.int64, device=y.device)
    cast[(triton.cdiv(y.numel(), 128),)](y, out, y.numel(), BLOCK=128)
    return out


def decoy_copies(x):
    """PyTorch finds the place, and a kernel copies it."""
    return casted(x.argmax(-1))


def decoy_casts(x):
    """PyTorch finds the place, and a kernel casts it from int32."""
    return casted(x.argmax(-1).int())


def decoy_sorts(x):
    """PyTorch sorts, and a kernel copies the first of the places."""
    return casted(x.sort(-1, descending=True)[1][:, 0].contiguous())


def honest_kernel(x):
    """A kernel finds the place."""
    m, n = x.shape
    out = torch.empty(m, dtype=torch.int64, device=x.device)
    best[(m,)](x, out, n, BLOCK=triton.next_power_of_2(n))
    return out


def honest_shifted(x):
    """PyTorch moves the mean to 0, which changes no place; a kernel finds it."""
    return honest_kernel(x - x.mean())


def honest_chunks(x):
    """A kernel finds the place in chunks of rows, which PyTorch joins."""
    return torch.cat([honest_kernel(part) for part in x.chunk(3)])


def honest_compiled(x):
    """torch.compile writes the kernel."""
    return torch.compile(reference)(x)
