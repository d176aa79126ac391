"""Reductions over columns and of a whole tensor, scans, sorts and top-k."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import BF, cdiv, empty, p2, program, rand, randn, zeros


@triton.jit
def colsum_part_k(x, part, rows, cols, R: tl.constexpr, C: tl.constexpr, CHUNK: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    r0 = tl.program_id(1) * CHUNK
    acc = tl.zeros((R, C), tl.float32)
    for k in range(0, CHUNK, R):
        r = r0 + k + tl.arange(0, R)
        m = (r < rows)[:, None] & (c < cols)[None, :]
        acc += tl.load(x + r[:, None] * cols + c[None, :], mask=m, other=0.0).to(tl.float32)
    tl.store(part + tl.program_id(1) * cols + c, tl.sum(acc, 0), mask=c < cols)


@program("column_partial_sums_bf16_10000x1500", 10000, 1500)
def _(rows, cols):
    x, part = randn(rows, cols, dtype=BF), empty(cdiv(rows, 256), cols)
    return lambda: colsum_part_k[(cdiv(cols, 64), cdiv(rows, 256))](
        x, part, rows, cols, R=32, C=64, CHUNK=256, num_warps=4
    )


@triton.jit
def colmean_atomic_k(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(1) * R + tl.arange(0, R)
    c = tl.program_id(0) * C + tl.arange(0, C)
    m = (r < rows)[:, None] & (c < cols)[None, :]
    v = tl.load(x + r[:, None] * cols + c[None, :], mask=m, other=0.0)
    tl.atomic_add(out + c, tl.sum(v, 0) / rows, mask=c < cols)


@program("column_mean_atomic_f32_6000x1000", 6000, 1000)
def _(rows, cols):
    x, out = randn(rows, cols), zeros(cols)
    return lambda: colmean_atomic_k[(cdiv(cols, 128), cdiv(rows, 64))](
        x, out, rows, cols, R=64, C=128, num_warps=8
    )


@triton.jit
def dot_norm_k(x, y, out, n, B: tl.constexpr):
    d = tl.zeros((B,), tl.float32)
    q = tl.zeros((B,), tl.float32)
    for s in range(tl.program_id(0) * B, n, tl.num_programs(0) * B):
        i = s + tl.arange(0, B)
        a = tl.load(x + i, mask=i < n, other=0.0)
        b = tl.load(y + i, mask=i < n, other=0.0)
        d += a * b
        q += a * a
    tl.atomic_add(out, tl.sum(d, 0))
    tl.atomic_add(out + 1, tl.sum(q, 0))


@program("dot_and_norm_f32_10M_grid528", 10_000_000, 528, 1024)
@program("dot_and_norm_f32_1M_grid16", 1_000_000, 16, 2048)
def _(n, grid, b):
    x, y, out = randn(n), randn(n), zeros(2)
    return lambda: dot_norm_k[(grid,)](x, y, out, n, B=b, num_warps=8)


@triton.jit
def argmax_k(x, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    best = tl.full((B,), -float("inf"), tl.float32)
    pos = tl.zeros((B,), tl.int32)
    for s in range(0, n, B):
        c = s + tl.arange(0, B)
        v = tl.load(x + row * n + c, mask=c < n, other=-float("inf")).to(tl.float32)
        better = v > best
        best = tl.where(better, v, best)
        pos = tl.where(better, c, pos)
    k = tl.argmax(best, 0)
    tl.store(out + row, tl.sum(tl.where(tl.arange(0, B) == k, pos, 0), 0))


@program("argmax_bf16_256x32000", 256, 32000)
def _(rows, n):
    x, out = randn(rows, n, dtype=BF), empty(rows, dtype=torch.int32)
    return lambda: argmax_k[(rows,)](x, out, n, B=1024, num_warps=4)


@triton.jit
def cumsum_k(x, y, n, B: tl.constexpr):
    row = tl.program_id(0)
    carry = 0.0
    for s in range(0, n, B):
        c = s + tl.arange(0, B)
        v = tl.load(x + row * n + c, mask=c < n, other=0.0)
        tl.store(y + row * n + c, tl.cumsum(v, 0) + carry, mask=c < n)
        carry += tl.sum(v, 0)


@program("cumsum_f32_1000x4096", 1000, 4096, 1024)
def _(rows, n, b):
    x, y = randn(rows, n), empty(rows, n)
    return lambda: cumsum_k[(rows,)](x, y, n, B=b, num_warps=4)


@triton.jit
def lin_combine(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def linear_recurrence_k(a, b, y, T, D, BT: tl.constexpr, BD: tl.constexpr):
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    t = tl.arange(0, BT)
    base = tl.program_id(1) * T * D
    h = tl.zeros((BD,), tl.float32)
    for s in range(0, T, BT):
        o = base + (s + t)[:, None] * D + d[None, :]
        av = tl.load(a + o)
        bv = tl.load(b + o)
        pa, pb = tl.associative_scan((av, bv), 0, lin_combine)
        out = pb + pa * h[None, :]
        tl.store(y + o, out)
        h = tl.sum(tl.where(t[:, None] == BT - 1, out, 0.0), 0)


@program("associative_scan_recurrence_b8_t1024_d512", 8, 1024, 512)
def _(nb, t, d):
    a, b, y = rand(nb, t, d), randn(nb, t, d), empty(nb, t, d)
    return lambda: linear_recurrence_k[(d // 32, nb)](a, b, y, t, d, BT=64, BD=32, num_warps=4)


@triton.jit
def sort_k(x, y, n, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    v = tl.load(x + row * n + c, mask=c < n, other=float("inf"))
    tl.store(y + row * n + c, tl.sort(v), mask=c < n)


@program("sort_f32_1000x512", 1000, 512)
@program("sort_f32_150x2000", 150, 2000)
def _(rows, n):
    x, y = randn(rows, n), empty(rows, n)
    return lambda: sort_k[(rows,)](x, y, n, B=p2(n), num_warps=4)


@triton.jit
def topk_k(x, val, idx, n, K: tl.constexpr, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    v = tl.load(x + row * n + c, mask=c < n, other=-float("inf"))
    for k in range(K):
        mx, am = tl.max(v, 0, return_indices=True)
        tl.store(val + row * K + k, mx)
        tl.store(idx + row * K + k, am)
        v = tl.where(c == am, -float("inf"), v)


@program("topk8_f32_4096x256", 4096, 256, 8, 1)
@program("topk50_f32_64x4000", 64, 4000, 50, 8)
def _(rows, n, k, warps):
    x, val, idx = randn(rows, n), empty(rows, k), empty(rows, k, dtype=torch.int32)
    return lambda: topk_k[(rows,)](x, val, idx, n, K=k, B=p2(n), num_warps=warps)
