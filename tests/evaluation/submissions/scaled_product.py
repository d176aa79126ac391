"""A product times a number, in float16: the last step is a scale of all elements."""

import torch
import triton
import triton.language as tl

cases = [{"m": 64, "k": 64, "n": 128}]
library = "some"


def inputs(seed, m, k, n):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(m, k, generator=g).half(), torch.randn(k, n, generator=g).half()


def reference(a, b):
    return (a @ b) * 0.125


# ---- submissions


@triton.jit
def scale(X, Y, n, factor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(Y + at, tl.load(X + at, mask=at < n) * factor, mask=at < n)


def scaled(x, factor):
    y = torch.empty_like(x)
    scale[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), factor, BLOCK=1024)
    return y


def decoy_times_one(a, b):
    """The library scales, and a kernel multiplies by 1."""
    return scaled(reference(a, b), 1.0)


def decoy_halves(a, b):
    """The library gives twice the answer."""
    return scaled(a @ (b * 0.25), 0.5)


def decoy_quarters(a, b):
    """The library gives four times the answer's negative."""
    return scaled((a @ b) * -0.5, -0.25)


def honest_scale(a, b):
    """The library's product, scaled by a kernel, as the reference does."""
    return scaled(a @ b, 0.125)


def honest_before(a, b):
    """A kernel scales one factor, by what the reference has as a step of its own: none has it."""
    return scaled(a @ b, 0.125).contiguous()
