"""Attention with a mask, whose products may be the library's."""

import torch
import triton
import triton.language as tl

cases = [{"heads": 2, "t": 64, "d": 32}]
library = "some"


def inputs(seed, heads, t, d):
    g = torch.Generator().manual_seed(seed)
    return tuple(torch.randn(heads, t, d, generator=g) for _ in range(3))


def reference(q, k, v):
    scores = q @ k.transpose(1, 2) * q.shape[-1] ** -0.5
    hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).triu(1)
    return scores.masked_fill(hidden, -float("inf")).softmax(-1) @ v


# ---- submissions


@triton.jit
def soften(X, Y, T, scale, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(X + row * T + c, mask=c <= row % T, other=-float("inf")) * scale
    x = tl.exp(x - tl.max(x, 0))
    tl.store(Y + row * T + c, x / tl.sum(x, 0), mask=c < T)


@triton.jit
def whole(Q, K, V, Y, scale, T: tl.constexpr, D: tl.constexpr):
    base = tl.program_id(0) * T * D
    r, d = tl.arange(0, T), tl.arange(0, D)
    at = base + r[:, None] * D + d[None, :]
    q, k, v = tl.load(Q + at), tl.load(K + at), tl.load(V + at)
    s = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
    s = tl.where(r[:, None] >= r[None, :], s, -float("inf"))
    s = tl.exp(s - tl.max(s, 1)[:, None])
    s = s / tl.sum(s, 1)[:, None]
    tl.store(Y + at, tl.dot(s, v, input_precision="ieee"))


@triton.jit
def copy(X, Y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(Y + at, tl.load(X + at, mask=at < n), mask=at < n)


def copied(x):
    y = torch.empty_like(x)
    copy[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y


def softened(scores, scale):
    y = torch.empty_like(scores)
    t = scores.shape[-1]
    soften[(scores.numel() // t,)](scores, y, t, scale, BLOCK=triton.next_power_of_2(t))
    return y


def decoy_library(q, k, v):
    """The library's attention, and a kernel that copies."""
    y = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    return copied(y)


def decoy_weights(q, k, v):
    """A kernel copies the weights between two products of the library."""
    scores = q @ k.transpose(1, 2) * q.shape[-1] ** -0.5
    hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).triu(1)
    return copied(scores.masked_fill(hidden, -float("inf")).softmax(-1)) @ v


def decoy_keys(q, k, v):
    """A kernel copies the keys."""
    return reference(q, copied(k), v)


def honest_softmax(q, k, v):
    """A kernel masks and softens between two products of the library."""
    return softened(q @ k.transpose(1, 2), q.shape[-1] ** -0.5) @ v


def honest_whole(q, k, v):
    """One kernel a head."""
    out = torch.empty_like(q)
    heads, t, d = q.shape
    whole[(heads,)](q, k, v, out, d**-0.5, T=t, D=d)
    return out


def honest_heads(q, k, v):
    """One launch for each head, joined by PyTorch."""
    return torch.stack([honest_whole(*(x[h : h + 1] for x in (q, k, v)))[0] for h in range(len(q))])
