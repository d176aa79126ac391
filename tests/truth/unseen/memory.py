"""Strided reads, gathers, scatters and atomic additions."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import BF, DEVICE, cdiv, empty, program, randint, randn, zeros


@triton.jit
def strided_k(x, y, n, step, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i * step, mask=i < n)
    tl.store(y + i, v * 2.0 + 1.0, mask=i < n)


@program("every_7th_f32_3M", 3_000_000, 7, 512)
@program("every_3rd_f32_4M", 4_000_001, 3, 1024)
def _(n, step, b):
    x, y = randn(n * step), empty(n)
    return lambda: strided_k[(cdiv(n, b),)](x, y, n, step, B=b, num_warps=4)


@triton.jit
def colslice_k(x, y, rows, ld, c0, W: tl.constexpr, R: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, W)
    m = (r < rows)[:, None]
    v = tl.load(x + r[:, None] * ld + c0 + c[None, :], mask=m)
    tl.store(y + r[:, None] * W + c[None, :], v, mask=m)


@program("column_slice_bf16_20000x2000_64", 20000, 2000, 101, 64)
def _(rows, ld, c0, w):
    x, y = randn(rows, ld, dtype=BF), empty(rows, w, dtype=BF)
    return lambda: colslice_k[(cdiv(rows, 32),)](x, y, rows, ld, c0, W=w, R=32, num_warps=4)


@triton.jit
def embedding_k(ids, table, out, D, B: tl.constexpr):
    t = tl.program_id(0)
    e = tl.load(ids + t).to(tl.int64)
    c = tl.program_id(1) * B + tl.arange(0, B)
    m = c < D
    tl.store(out + t * D + c, tl.load(table + e * D + c, mask=m), mask=m)


@program("embedding_bf16_8192_of_20000x2048", 8192, 20000, 2048, 1024)
@program("embedding_bf16_30000_of_50000x128", 30000, 50000, 128, 128)
def _(t, v, d, b):
    ids, table, out = randint(0, v, (t,)), randn(v, d, dtype=BF), empty(t, d, dtype=BF)
    return lambda: embedding_k[(t, cdiv(d, b))](
        ids, table, out, d, B=b, num_warps=4 if b > 128 else 1
    )


@triton.jit
def permute_k(idx, x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.load(idx + i, mask=i < n, other=0)
    tl.store(y + i, tl.load(x + j, mask=i < n), mask=i < n)


@program("random_permutation_f32_4M", 4_000_000)
def _(n):
    idx, x, y = torch.randperm(n, device=DEVICE).to(torch.int32), randn(n), empty(n)
    return lambda: permute_k[(cdiv(n, 1024),)](idx, x, y, n, B=1024, num_warps=4)


@triton.jit
def index_rows_k(idx, x, y, n, D, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    j = tl.load(idx + r, mask=r < n, other=0)
    c = tl.arange(0, C)
    m = (r < n)[:, None] & (c < D)[None, :]
    v = tl.load(x + j[:, None] * D + c[None, :], mask=m)
    tl.store(y + r[:, None] * D + c[None, :], v, mask=m)


@program("index_select_f32_50000x96", 50000, 100000, 96)
def _(n, rows, d):
    idx, x, y = randint(0, rows, (n,), torch.int64), randn(rows, d), empty(n, d)
    return lambda: index_rows_k[(cdiv(n, 16),)](idx, x, y, n, d, R=16, C=128, num_warps=4)


@triton.jit
def scatter_add_k(idx, x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.atomic_add(
        out + tl.load(idx + i, mask=m, other=0),
        tl.load(x + i, mask=m, other=0.0),
        mask=m,
        sem="relaxed",
    )


@program("scatter_add_uniform_2M_of_1M", 2_000_000, 1_000_000)
@program("scatter_add_few_bins_500k_of_16", 500_000, 16)
def _(n, bins):
    idx, x, out = randint(0, bins, (n,)), randn(n), zeros(bins)
    return lambda: scatter_add_k[(cdiv(n, 512),)](idx, x, out, n, B=512, num_warps=4)


@triton.jit
def scatter_rows_k(idx, x, out, D, B: tl.constexpr):
    r = tl.program_id(0)
    j = tl.load(idx + r)
    c = tl.arange(0, B)
    m = c < D
    tl.atomic_add(out + j * D + c, tl.load(x + r * D + c, mask=m, other=0.0), mask=m)


@program("scatter_add_rows_20000x64_of_3000", 20000, 64, 3000)
def _(n, d, rows):
    idx, x, out = randint(0, rows, (n,)), randn(n, d), zeros(rows, d)
    return lambda: scatter_rows_k[(n,)](idx, x, out, d, B=64, num_warps=1)


@triton.jit
def block_sum_k(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0.0), 0))


@program("sum_atomic_per_block_f32_16M", 16_000_000, 4096)
@program("sum_atomic_per_block_f32_2M_small", 2_000_000, 256)
def _(n, b):
    x, out = randn(n), zeros(1)
    return lambda: block_sum_k[(cdiv(n, b),)](x, out, n, B=b, num_warps=4)


@triton.jit
def histogram_k(x, out, n, BINS: tl.constexpr, B: tl.constexpr, IT: tl.constexpr):
    pid = tl.program_id(0)
    acc = tl.zeros((BINS,), tl.int32)
    for k in range(IT):
        i = (pid * IT + k) * B + tl.arange(0, B)
        v = tl.load(x + i, mask=i < n, other=0).to(tl.int32)
        acc += tl.histogram(v, BINS)
    tl.atomic_add(out + tl.arange(0, BINS), acc)


@program("histogram_u8_256_8M", 8_388_608, 256, 2048, 8)
@program("histogram_u8_32_2M", 2_097_152, 32, 1024, 2)
def _(n, bins, b, it):
    x, out = randint(0, bins, (n,), torch.uint8), zeros(bins, dtype=torch.int32)
    return lambda: histogram_k[(cdiv(n, b * it),)](x, out, n, BINS=bins, B=b, IT=it, num_warps=4)
