"""Triton kernels whose time is in the way they reach memory."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.times.case import Run, each, empty, integers, normal, program


@triton.jit
def strided_kernel(x, y, n, S: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o * S, mask=o < n), mask=o < n)


@program("strided", "triton", *each(n=[1 << 18, 1 << 20], stride=[2, 3, 8, 33]))
def strided_reads(n: int, stride: int) -> Run:
    x, y = normal(n * stride), empty(n)
    return lambda: strided_kernel[(triton.cdiv(n, 512),)](x, y, n, S=stride, B=512)


@triton.jit
def strided_write_kernel(x, y, n, S: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o * S, tl.load(x + o, mask=o < n), mask=o < n)


@program("strided", "triton", *each(n=[1 << 18, 1 << 20], stride=[2, 8, 33]))
def strided_writes(n: int, stride: int) -> Run:
    x, y = normal(n), empty(n * stride)
    return lambda: strided_write_kernel[(triton.cdiv(n, 512),)](x, y, n, S=stride, B=512)


@triton.jit
def offset_kernel(x, y, n, first, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o + first, mask=o < n), mask=o < n)


@program("strided", "triton", *each(n=[1 << 20, 1 << 22], first=[1, 5]))
def shifted_copy(n: int, first: int) -> Run:
    x, y = normal(n + first), empty(n)
    return lambda: offset_kernel[(triton.cdiv(n, 1024),)](x, y, n, first, B=1024)


@triton.jit
def gather_kernel(x, i, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y + o, tl.load(x + tl.load(i + o, mask=m), mask=m), mask=m)


@program(
    "gather and scatter", "triton", *each(n=[1 << 18, 1 << 21], source=[1 << 12, 1 << 20, 1 << 24])
)
def gathers(n: int, source: int) -> Run:
    x, i, y = normal(source), integers(source, n), empty(n)
    return lambda: gather_kernel[(triton.cdiv(n, 512),)](x, i, y, n, B=512)


@triton.jit
def scatter_kernel(x, i, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y + tl.load(i + o, mask=m), tl.load(x + o, mask=m), mask=m)


@program("gather and scatter", "triton", *each(n=[1 << 18, 1 << 21], room=[1, 8]))
def scatters(n: int, room: int) -> Run:
    places = torch.randperm(n * room, generator=torch.Generator().manual_seed(3))[:n].int().cuda()
    x, y = normal(n), empty(n * room)
    return lambda: scatter_kernel[(triton.cdiv(n, 512),)](x, places, y, n, B=512)


@triton.jit
def embedding_kernel(table, i, y, width, B: tl.constexpr):
    token = tl.program_id(0)
    row = tl.load(i + token).to(tl.int64)
    o = tl.arange(0, B)
    tl.store(
        y + token * width + o, tl.load(table + row * width + o, mask=o < width), mask=o < width
    )


@program(
    "gather and scatter",
    "triton",
    *each(tokens=[1024, 16384], width=[128, 768], words=[5000, 50000]),
)
def embeddings(tokens: int, width: int, words: int) -> Run:
    table, i, y = normal(words, width), integers(words, tokens), empty(tokens, width)
    return lambda: embedding_kernel[(tokens,)](table, i, y, width, B=triton.next_power_of_2(width))


@triton.jit
def atomic_kernel(i, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.atomic_add(y + tl.load(i + o, mask=m, other=0), 1, mask=m)


@program("atomics", "triton", *each(n=[1 << 16, 1 << 20], bins=[1, 16, 128, 4096, 1 << 20]))
def histograms_by_atomics(n: int, bins: int) -> Run:
    i, y = integers(bins, n), torch.zeros(bins, dtype=torch.int32, device="cuda")
    return lambda: atomic_kernel[(triton.cdiv(n, 512),)](i, y, n, B=512)


@triton.jit
def segment_sum_kernel(x, i, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.atomic_add(y + tl.load(i + o, mask=m, other=0), tl.load(x + o, mask=m), mask=m)


@program("atomics", "triton", *each(n=[1 << 18, 1 << 20], segments=[64, 2048, 1 << 16]))
def sorted_segment_sums(n: int, segments: int) -> Run:
    i = integers(segments, n).sort().values
    x, y = normal(n), torch.zeros(segments, device="cuda")
    return lambda: segment_sum_kernel[(triton.cdiv(n, 512),)](x, i, y, n, B=512)


@triton.jit
def histogram_kernel(i, y, n, BINS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    counts = tl.histogram(tl.load(i + o, mask=o < n, other=0), BINS)
    tl.atomic_add(y + tl.arange(0, BINS), counts)


@program("atomics", "triton", *each(n=[1 << 18, 1 << 21], bins=[64, 256]))
def histograms_by_block(n: int, bins: int) -> Run:
    i, y = integers(bins, n), torch.zeros(bins, dtype=torch.int32, device="cuda")
    return lambda: histogram_kernel[(triton.cdiv(n, 2048),)](i, y, n, BINS=bins, B=2048)


@triton.jit
def transpose_kernel(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.program_id(1) * C + tl.arange(0, C)
    m = (r[:, None] < rows) & (c[None, :] < columns)
    v = tl.load(x + r[:, None] * columns + c[None, :], mask=m)
    tl.store(y + c[None, :] * rows + r[:, None], v, mask=m)


@program("transpose", "triton", *each(rows=[512, 2048, 4096], columns=[1024, 3000], tile=[32, 64]))
def transposes(rows: int, columns: int, tile: int) -> Run:
    x, y = normal(rows, columns), empty(columns, rows)
    grid = (triton.cdiv(rows, tile), triton.cdiv(columns, tile))
    return lambda: transpose_kernel[grid](x, y, rows, columns, R=tile, C=tile)


@triton.jit
def staged_transpose_kernel(x, y, rows, columns, T: tl.constexpr):
    r = tl.program_id(0) * T + tl.arange(0, T)
    c = tl.program_id(1) * T + tl.arange(0, T)
    v = tl.trans(tl.load(x + r[:, None] * columns + c[None, :]))
    tl.store(y + c[:, None] * rows + r[None, :], v)


@program("transpose", "triton", *each(rows=[1024, 4096], columns=[1024, 2048], tile=[32, 64]))
def staged_transposes(rows: int, columns: int, tile: int) -> Run:
    x, y = normal(rows, columns), empty(columns, rows)
    return lambda: staged_transpose_kernel[(rows // tile, columns // tile)](
        x, y, rows, columns, T=tile
    )


@triton.jit
def stencil_kernel(x, y, rows, columns, B: tl.constexpr):
    row = tl.program_id(0) + 1
    o = tl.program_id(1) * B + tl.arange(0, B) + 1
    m = o < columns - 1
    at = x + row * columns + o
    v = tl.load(at, mask=m) * -4 + tl.load(at - 1, mask=m) + tl.load(at + 1, mask=m)
    v += tl.load(at - columns, mask=m) + tl.load(at + columns, mask=m)
    tl.store(y + row * columns + o, v, mask=m)


@program("stencil", "triton", *each(rows=[512, 2048], columns=[512, 2048], block=[256, 1024]))
def five_points(rows: int, columns: int, block: int) -> Run:
    x, y = normal(rows, columns), empty(rows, columns)
    grid = (rows - 2, triton.cdiv(columns - 2, block))
    return lambda: stencil_kernel[grid](x, y, rows, columns, B=block)


@triton.jit
def convolution_kernel(x, w, y, side, K: tl.constexpr, B: tl.constexpr):
    image, row = tl.program_id(0), tl.program_id(1)
    o = tl.arange(0, B)
    total = tl.zeros([B], tl.float32)
    for i in tl.static_range(K):
        for j in tl.static_range(K):
            v = tl.load(x + (image * side + row + i) * side + o + j, mask=o + j < side, other=0.0)
            total += v * tl.load(w + i * K + j)
    inner = side - K + 1
    tl.store(y + (image * inner + row) * inner + o, total, mask=o < inner)


@program("stencil", "triton", *each(images=[16, 128], side=[64, 256], width=[3, 5]))
def convolutions(images: int, side: int, width: int) -> Run:
    inner = side - width + 1
    x, w, y = normal(images, side, side), normal(width, width), empty(images, inner, inner)
    return lambda: convolution_kernel[(images, inner)](
        x, w, y, side, K=width, B=triton.next_power_of_2(inner)
    )


@triton.jit
def persistent_copy_kernel(x, y, n, B: tl.constexpr):
    for start in range(tl.program_id(0) * B, n, tl.num_programs(0) * B):
        o = start + tl.arange(0, B)
        tl.store(y + o, tl.load(x + o, mask=o < n) * 2, mask=o < n)


@program("persistent", "triton", *each(n=[1 << 20, 1 << 24], blocks=[66, 132, 264, 1056]))
def persistent_copy(n: int, blocks: int) -> Run:
    x, y = normal(n), empty(n)
    return lambda: persistent_copy_kernel[(blocks,)](x, y, n, B=1024)


@triton.jit
def descriptor_copy_kernel(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [R, C])
    target = tl.make_tensor_descriptor(y, [rows, columns], [columns, 1], [R, C])
    r, c = tl.program_id(0) * R, tl.program_id(1) * C
    target.store([r, c], source.load([r, c]) * 2)


@program("TMA", "triton", *each(rows=[1024, 4096], columns=[1024, 4096], tile=[32, 64]))
def descriptor_copies(rows: int, columns: int, tile: int) -> Run:
    triton.set_allocator(
        lambda size, align, stream: torch.empty(size, dtype=torch.int8, device="cuda")
    )
    x, y = normal(rows, columns), empty(rows, columns)
    return lambda: descriptor_copy_kernel[(rows // tile, columns // tile)](
        x, y, rows, columns, R=tile, C=tile
    )
