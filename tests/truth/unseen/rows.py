"""Norms, softmax and cross entropy: a block has a row, or a few."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import BF, F32, HF, cdiv, empty, p2, program, randint, randn

# Norms.


@triton.jit
def rmsnorm_k(x, w, y, n, stride, eps, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    v = tl.load(x + row * stride + c, mask=m, other=0.0).to(tl.float32)
    r = tl.rsqrt(tl.sum(v * v, 0) / n + eps)
    g = tl.load(w + c, mask=m, other=0.0).to(tl.float32)
    tl.store(y + row * stride + c, (v * r * g).to(y.dtype.element_ty), mask=m)


@program("rmsnorm_bf16_4096x4096", 4096, 4096, 8)
@program("rmsnorm_bf16_9000x700", 9000, 700, 4)
def _(rows, n, warps):
    x, w, y = randn(rows, n, dtype=BF), randn(n, dtype=BF), empty(rows, n, dtype=BF)
    return lambda: rmsnorm_k[(rows,)](x, w, y, n, n, 1e-6, B=p2(n), num_warps=warps)


@triton.jit
def rmsnorm_loop_k(x, w, y, n, eps, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    acc = tl.zeros((B,), tl.float32)
    for s in range(0, n, B):
        c = s + tl.arange(0, B)
        v = tl.load(x + row * n + c, mask=c < n, other=0.0).to(tl.float32)
        acc += v * v
    r = 1.0 / tl.sqrt(tl.sum(acc, 0) / n + eps)
    for s in range(0, n, B):
        c = s + tl.arange(0, B)
        m = c < n
        v = tl.load(x + row * n + c, mask=m, other=0.0).to(tl.float32)
        g = tl.load(w + c, mask=m, other=0.0).to(tl.float32)
        tl.store(y + row * n + c, (v * r * g).to(y.dtype.element_ty), mask=m)


@program("rmsnorm_loop_bf16_300x65536", 300, 65536, 2048, 8)
@program("rmsnorm_loop_bf16_2000x5120", 2000, 5120, 1024, 4)
def _(rows, n, b, warps):
    x, w, y = randn(rows, n, dtype=BF), randn(n, dtype=BF), empty(rows, n, dtype=BF)
    return lambda: rmsnorm_loop_k[(rows,)](x, w, y, n, 1e-6, B=b, num_warps=warps)


@triton.jit
def layernorm_k(x, w, b, y, mean, rstd, n, eps, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    v = tl.load(x + row * n + c, mask=m, other=0.0).to(tl.float32)
    mu = tl.sum(v, 0) / n
    d = tl.where(m, v - mu, 0.0)
    rs = 1.0 / tl.sqrt(tl.sum(d * d, 0) / n + eps)
    g = tl.load(w + c, mask=m).to(tl.float32)
    h = tl.load(b + c, mask=m).to(tl.float32)
    tl.store(mean + row, mu)
    tl.store(rstd + row, rs)
    tl.store(y + row * n + c, (d * rs * g + h).to(y.dtype.element_ty), mask=m)


@program("layernorm_f32_4000x1024", 4000, 1024, F32, 4)
@program("layernorm_f32_600x12288", 600, 12288, F32, 16)
@program("layernorm_bf16_8192x768", 8192, 768, BF, 2)
def _(rows, n, dt, warps):
    x, w, b, y = (
        randn(rows, n, dtype=dt),
        randn(n, dtype=dt),
        randn(n, dtype=dt),
        empty(rows, n, dtype=dt),
    )
    mean, rstd = empty(rows), empty(rows)
    return lambda: layernorm_k[(rows,)](x, w, b, y, mean, rstd, n, 1e-5, B=p2(n), num_warps=warps)


@triton.jit
def layernorm_persistent_k(x, w, b, y, rows, n, eps, B: tl.constexpr):
    c = tl.arange(0, B)
    m = c < n
    g = tl.load(w + c, mask=m, other=0.0).to(tl.float32)
    h = tl.load(b + c, mask=m, other=0.0).to(tl.float32)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=3):
        v = tl.load(x + row * n + c, mask=m, other=0.0).to(tl.float32)
        mu = tl.sum(v, 0) / n
        d = tl.where(m, v - mu, 0.0)
        rs = tl.rsqrt(tl.sum(d * d, 0) / n + eps)
        tl.store(y + row * n + c, (d * rs * g + h).to(y.dtype.element_ty), mask=m)


@program("layernorm_persistent_bf16_8000x2000", 8000, 2000, 264)
def _(rows, n, grid):
    x, w, b, y = (
        randn(rows, n, dtype=BF),
        randn(n, dtype=BF),
        randn(n, dtype=BF),
        empty(rows, n, dtype=BF),
    )
    return lambda: layernorm_persistent_k[(grid,)](x, w, b, y, rows, n, 1e-5, B=p2(n), num_warps=4)


@triton.jit
def groupnorm_k(x, w, b, y, C, HW, G, eps, B: tl.constexpr):
    pid = tl.program_id(0)
    g = pid % G
    per = C // G
    size = per * HW
    base = pid * size
    s1 = tl.zeros((B,), tl.float32)
    s2 = tl.zeros((B,), tl.float32)
    for s in range(0, size, B):
        o = s + tl.arange(0, B)
        v = tl.load(x + base + o, mask=o < size, other=0.0).to(tl.float32)
        s1 += v
        s2 += v * v
    mu = tl.sum(s1, 0) / size
    rs = tl.rsqrt(tl.sum(s2, 0) / size - mu * mu + eps)
    for s in range(0, size, B):
        o = s + tl.arange(0, B)
        m = o < size
        ch = g * per + o // HW
        v = tl.load(x + base + o, mask=m, other=0.0).to(tl.float32)
        ww = tl.load(w + ch, mask=m, other=0.0)
        bb = tl.load(b + ch, mask=m, other=0.0)
        tl.store(y + base + o, ((v - mu) * rs * ww + bb).to(y.dtype.element_ty), mask=m)


@program("groupnorm_f16_n8_c320_hw4096_g32", 8, 320, 4096, 32)
def _(n, c, hw, g):
    x, y = randn(n, c, hw, dtype=HF), empty(n, c, hw, dtype=HF)
    w, b = randn(c), randn(c)
    return lambda: groupnorm_k[(n * g,)](x, w, b, y, c, hw, g, 1e-5, B=2048, num_warps=8)


# Softmax and cross entropy.


@triton.jit
def softmax_online_k(x, y, n, B: tl.constexpr):
    row = tl.program_id(0)
    mx = tl.full((B,), -float("inf"), tl.float32)
    sm = tl.zeros((B,), tl.float32)
    for s in range(0, n, B):
        c = s + tl.arange(0, B)
        v = tl.load(x + row * n + c, mask=c < n, other=-1e30).to(tl.float32)
        nm = tl.maximum(mx, v)
        sm = sm * tl.exp(mx - nm) + tl.exp(v - nm)
        mx = nm
    top = tl.max(mx, 0)
    tot = tl.sum(sm * tl.exp(mx - top), 0)
    for s in range(0, n, B):
        c = s + tl.arange(0, B)
        v = tl.load(x + row * n + c, mask=c < n, other=-1e30).to(tl.float32)
        tl.store(y + row * n + c, (tl.exp(v - top) / tot).to(y.dtype.element_ty), mask=c < n)


@program("softmax_online_f32_700x20000", 700, 20000, 1024, 4)
@program("softmax_online_f32_200x50257", 200, 50257, 4096, 16)
def _(rows, n, b, warps):
    x, y = randn(rows, n), empty(rows, n)
    return lambda: softmax_online_k[(rows,)](x, y, n, B=b, num_warps=warps)


@triton.jit
def softmax_causal_k(x, y, n, temp, B: tl.constexpr):
    row = tl.program_id(0)
    head = tl.program_id(1)
    base = (head * n + row) * n
    c = tl.arange(0, B)
    v = tl.load(x + base + c, mask=c <= row, other=-float("inf")).to(tl.float32) / temp
    e = tl.exp(v - tl.max(v, 0))
    tl.store(y + base + c, (e / tl.sum(e, 0)).to(y.dtype.element_ty), mask=c < n)


@program("softmax_causal_temp_bf16_12x1024x1024", 12, 1024)
def _(h, n):
    x, y = randn(h, n, n, dtype=BF), empty(h, n, n, dtype=BF)
    return lambda: softmax_causal_k[(n, h)](x, y, n, 0.7, B=n, num_warps=4)


@triton.jit
def logsoftmax_rows_k(x, y, rows, n, R: tl.constexpr, B: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, B)
    o = r[:, None] * n + c[None, :]
    m = (r < rows)[:, None] & (c < n)[None, :]
    v = tl.load(x + o, mask=m, other=-float("inf"))
    v = v - tl.max(v, 1)[:, None]
    ls = tl.log(tl.sum(tl.exp(v), 1))
    tl.store(y + o, v - ls[:, None], mask=m)


@program("logsoftmax_f32_100000x100", 100000, 100, 8)
@program("logsoftmax_f32_300001x10", 300001, 10, 64)
def _(rows, n, r):
    x, y = randn(rows, n), empty(rows, n)
    return lambda: logsoftmax_rows_k[(cdiv(rows, r),)](x, y, rows, n, R=r, B=p2(n), num_warps=4)


@triton.jit
def cross_entropy_k(logits, target, loss, lse_out, V, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    p = logits + row * V
    t = tl.load(target + row)
    mx = -float("inf")
    sm = 0.0
    for s in range(0, V, B):
        c = s + tl.arange(0, B)
        v = tl.load(p + c, mask=c < V, other=-float("inf")).to(tl.float32)
        nm = tl.maximum(mx, tl.max(v, 0))
        sm = sm * tl.exp(mx - nm) + tl.sum(tl.exp(v - nm), 0)
        mx = nm
    lse = mx + tl.log(sm)
    tl.store(loss + row, lse - tl.load(p + t).to(tl.float32))
    tl.store(lse_out + row, lse)


@program("cross_entropy_bf16_512x32000", 512, 32000, BF, 4096, 8)
@program("cross_entropy_f32_100x128256", 100, 128256, F32, 8192, 16)
@program("cross_entropy_bf16_132x100277", 132, 100277, BF, 2048, 4)
def _(rows, v, dt, b, warps):
    x, t = randn(rows, v, dtype=dt), randint(0, v, (rows,), torch.int64)
    loss, lse = empty(rows), empty(rows)
    return lambda: cross_entropy_k[(rows,)](x, t, loss, lse, v, B=b, num_warps=warps)
