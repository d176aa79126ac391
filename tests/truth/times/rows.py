"""Triton kernels that work on rows and columns: reductions, norms, softmax, scans, sorts."""

from __future__ import annotations

import triton
import triton.language as tl

from truth.times.case import Run, each, empty, integers, normal, program

SHORT = each(rows=[4096], columns=[128, 1000], dtype=["float32"])
WIDE = each(rows=[1024], columns=[4096, 16384], dtype=["float32", "bfloat16"])


def warps_of(block: int) -> int:
    return min(max(block // 512, 4), 16)


@triton.jit
def row_sum_kernel(x, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([B], tl.float32)
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        total += tl.load(x + row * columns + o, mask=o < columns, other=0.0)
    tl.store(y + row, tl.sum(total, 0))


@program(
    "row reduction", "triton",
    *each(rows=[8192], columns=[64, 257, 1024]), *each(rows=[512], columns=[8192, 65536]),
    *each(rows=[16], columns=[1 << 20]),
)  # fmt: skip
def row_sums(rows: int, columns: int) -> Run:
    x, y = normal(rows, columns), empty(rows)
    block = min(triton.next_power_of_2(columns), 2048)
    return lambda: row_sum_kernel[(rows,)](x, y, columns, B=block)


@triton.jit
def row_argmax_kernel(x, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    v = tl.load(x + row * columns + o, mask=o < columns, other=float("-inf"))
    tl.store(y + row, tl.argmax(v, 0))


@program("row reduction", "triton", *each(rows=[512, 8192], columns=[128, 1000, 4096]))
def row_argmaxes(rows: int, columns: int) -> Run:
    x, y = normal(rows, columns), empty(rows, dtype="int32")
    block = triton.next_power_of_2(columns)
    return lambda: row_argmax_kernel[(rows,)](x, y, columns, B=block)


@triton.jit
def column_sum_kernel(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    total = tl.zeros([R, C], tl.float32)
    for start in range(0, rows, R):
        r = start + tl.arange(0, R)
        at = r[:, None] * columns + c[None, :]
        total += tl.load(x + at, mask=(r[:, None] < rows) & (c[None, :] < columns), other=0.0)
    tl.store(y + c, tl.sum(total, 0), mask=c < columns)


@program("column reduction", "triton", *each(rows=[1024, 8192], columns=[256, 1024, 4096]))
def column_sums(rows: int, columns: int) -> Run:
    x, y = normal(rows, columns), empty(columns)
    grid = (triton.cdiv(columns, 64),)
    return lambda: column_sum_kernel[grid](x, y, rows, columns, R=32, C=64)


@triton.jit
def column_parts_kernel(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    r = tl.program_id(1) * R + tl.arange(0, R)
    at = r[:, None] * columns + c[None, :]
    v = tl.load(x + at, mask=(r[:, None] < rows) & (c[None, :] < columns), other=0.0)
    tl.store(y + tl.program_id(1) * columns + c, tl.sum(v, 0), mask=c < columns)


@program("column reduction", "triton", *each(rows=[1024, 8192], columns=[256, 2000, 4096]))
def column_sums_in_parts(rows: int, columns: int) -> Run:
    parts = triton.cdiv(rows, 128)
    x, y = normal(rows, columns), empty(parts, columns)
    grid = (triton.cdiv(columns, 64), parts)
    return lambda: column_parts_kernel[grid](x, y, rows, columns, R=128, C=64)


@triton.jit
def rms_norm_kernel(x, w, y, columns, eps, B: tl.constexpr):
    row = tl.program_id(0)
    squares = tl.zeros([B], tl.float32)
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        v = tl.load(x + row * columns + o, mask=o < columns, other=0.0).to(tl.float32)
        squares += v * v
    scale = tl.rsqrt(tl.sum(squares, 0) / columns + eps)
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        m = o < columns
        v = tl.load(x + row * columns + o, mask=m, other=0.0).to(tl.float32)
        tl.store(y + row * columns + o, v * scale * tl.load(w + o, mask=m), mask=m)


@program(
    "norm",
    "triton",
    *SHORT,
    *WIDE,
    *each(rows=[64], columns=[131072], dtype=["float32", "bfloat16"]),
)
def rms_norm(rows: int, columns: int, dtype: str) -> Run:
    x, w, y = (
        normal(rows, columns, dtype=dtype),
        normal(columns, dtype=dtype),
        empty(rows, columns, dtype=dtype),
    )
    block = min(triton.next_power_of_2(columns), 4096)
    return lambda: rms_norm_kernel[(rows,)](
        x, w, y, columns, 1e-6, B=block, num_warps=warps_of(block)
    )


@triton.jit
def layer_norm_kernel(x, w, b, y, columns, eps, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    m = o < columns
    v = tl.load(x + row * columns + o, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, 0) / columns
    d = tl.where(m, v - mean, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, 0) / columns + eps)
    tl.store(
        y + row * columns + o, d * scale * tl.load(w + o, mask=m) + tl.load(b + o, mask=m), mask=m
    )


@program("norm", "triton", *SHORT, *WIDE, *each(rows=[4096], columns=[8192], dtype=["bfloat16"]))
def layer_norm(rows: int, columns: int, dtype: str) -> Run:
    x, y = normal(rows, columns, dtype=dtype), empty(rows, columns, dtype=dtype)
    w, b = normal(columns, dtype=dtype, seed=1), normal(columns, dtype=dtype, seed=2)
    block = triton.next_power_of_2(columns)
    return lambda: layer_norm_kernel[(rows,)](
        x, w, b, y, columns, 1e-5, B=block, num_warps=warps_of(block)
    )


@triton.jit
def norm_backward_kernel(x, w, g, dx, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    m = o < columns
    v = tl.load(x + row * columns + o, mask=m, other=0.0).to(tl.float32)
    d = tl.load(g + row * columns + o, mask=m, other=0.0).to(tl.float32) * tl.load(
        w + o, mask=m, other=0.0
    )
    scale = tl.rsqrt(tl.sum(v * v, 0) / columns + 1e-6)
    n = v * scale
    c = tl.sum(n * d, 0) / columns
    tl.store(dx + row * columns + o, (d - n * c) * scale, mask=m)


@program(
    "norm", "triton", *each(rows=[1024, 4096], columns=[1000, 4096], dtype=["float32", "bfloat16"])
)
def rms_norm_backward(rows: int, columns: int, dtype: str) -> Run:
    x, g = normal(rows, columns, dtype=dtype), normal(rows, columns, dtype=dtype, seed=1)
    w, y = normal(columns, dtype=dtype, seed=2), empty(rows, columns, dtype=dtype)
    block = triton.next_power_of_2(columns)
    return lambda: norm_backward_kernel[(rows,)](
        x, w, g, y, columns, B=block, num_warps=warps_of(block)
    )


@triton.jit
def group_norm_kernel(x, w, y, size, per_group, channels, B: tl.constexpr):
    group = tl.program_id(0)
    total = tl.zeros([B], tl.float32)
    squares = tl.zeros([B], tl.float32)
    for start in range(0, size, B):
        o = start + tl.arange(0, B)
        v = tl.load(x + group * size + o, mask=o < size, other=0.0)
        total += v
        squares += v * v
    mean = tl.sum(total, 0) / size
    scale = tl.rsqrt(tl.sum(squares, 0) / size - mean * mean + 1e-5)
    for start in range(0, size, B):
        o = start + tl.arange(0, B)
        v = tl.load(x + group * size + o, mask=o < size, other=0.0)
        channel = (group * size + o) // per_group % channels
        tl.store(
            y + group * size + o,
            (v - mean) * scale * tl.load(w + channel, mask=o < size),
            mask=o < size,
        )


@program("norm", "triton", *each(images=[8, 32], channels=[64, 256], side=[16, 32]))
def group_norm(images: int, channels: int, side: int) -> Run:
    x, w, y = (
        normal(images, channels, side, side),
        normal(channels),
        empty(images, channels, side, side),
    )
    size = channels // 32 * side * side
    return lambda: group_norm_kernel[(images * 32,)](x, w, y, size, side * side, channels, B=1024)


@triton.jit
def softmax_kernel(x, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    v = tl.load(x + row * columns + o, mask=o < columns, other=float("-inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, 0))
    tl.store(y + row * columns + o, e / tl.sum(e, 0), mask=o < columns)


@program(
    "softmax", "triton", *SHORT, *WIDE, *each(rows=[128, 1823], columns=[781], dtype=["float32"])
)
def softmax(rows: int, columns: int, dtype: str) -> Run:
    x, y = normal(rows, columns, dtype=dtype), empty(rows, columns, dtype=dtype)
    block = triton.next_power_of_2(columns)
    return lambda: softmax_kernel[(rows,)](x, y, columns, B=block, num_warps=warps_of(block))


@triton.jit
def online_softmax_kernel(x, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    top, total = float("-inf"), 0.0
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        v = tl.load(x + row * columns + o, mask=o < columns, other=float("-inf")).to(tl.float32)
        higher = tl.maximum(top, tl.max(v, 0))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(v - higher), 0)
        top = higher
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        v = tl.load(x + row * columns + o, mask=o < columns, other=float("-inf")).to(tl.float32)
        tl.store(y + row * columns + o, tl.exp(v - top) / total, mask=o < columns)


@program(
    "softmax",
    "triton",
    *each(rows=[256, 1024], columns=[4096, 32768], dtype=["float32", "bfloat16"]),
)
def online_softmax(rows: int, columns: int, dtype: str) -> Run:
    x, y = normal(rows, columns, dtype=dtype), empty(rows, columns, dtype=dtype)
    return lambda: online_softmax_kernel[(rows,)](x, y, columns, B=1024)


@triton.jit
def cross_entropy_kernel(x, target, loss, columns, B: tl.constexpr):
    row = tl.program_id(0)
    top, total = float("-inf"), 0.0
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        v = tl.load(x + row * columns + o, mask=o < columns, other=float("-inf")).to(tl.float32)
        higher = tl.maximum(top, tl.max(v, 0))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(v - higher), 0)
        top = higher
    right = tl.load(x + row * columns + tl.load(target + row)).to(tl.float32)
    tl.store(loss + row, tl.log(total) + top - right)


@program(
    "softmax",
    "triton",
    *each(rows=[256, 2048], columns=[1000, 32000], dtype=["float32", "bfloat16"]),
)
def cross_entropy(rows: int, columns: int, dtype: str) -> Run:
    x, t, y = normal(rows, columns, dtype=dtype), integers(columns, rows), empty(rows)
    return lambda: cross_entropy_kernel[(rows,)](x, t, y, columns, B=2048, num_warps=8)


@triton.jit
def scan_kernel(x, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    v = tl.load(x + row * columns + o, mask=o < columns, other=0.0)
    tl.store(y + row * columns + o, tl.cumsum(v, 0), mask=o < columns)


@program("scan", "triton", *each(rows=[512, 4096], columns=[128, 1024, 4000]))
def row_scans(rows: int, columns: int) -> Run:
    x, y = normal(rows, columns), empty(rows, columns)
    block = triton.next_power_of_2(columns)
    return lambda: scan_kernel[(rows,)](x, y, columns, B=block)


@triton.jit
def decay_step(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def linear_recurrence_kernel(a, b, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    at = row * columns + o
    m = o < columns
    _, h = tl.associative_scan(
        (tl.load(a + at, mask=m, other=1.0), tl.load(b + at, mask=m, other=0.0)), 0, decay_step
    )
    tl.store(y + at, h, mask=m)


@program("scan", "triton", *each(rows=[256, 2048], columns=[256, 2048]))
def linear_recurrence(rows: int, columns: int) -> Run:
    a, b, y = normal(rows, columns).sigmoid(), normal(rows, columns, seed=1), empty(rows, columns)
    return lambda: linear_recurrence_kernel[(rows,)](
        a, b, y, columns, B=triton.next_power_of_2(columns)
    )


@triton.jit
def sort_kernel(x, y, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.sort(tl.load(x + o)))


@program("sort", "triton", *each(rows=[256, 2048], columns=[64, 256, 1024]))
def row_sorts(rows: int, columns: int) -> Run:
    x, y = normal(rows, columns), empty(rows, columns)
    return lambda: sort_kernel[(rows,)](x, y, B=columns)


@triton.jit
def total_kernel(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(y, tl.sum(tl.load(x + o, mask=o < n, other=0.0), 0))


@program("whole reduction", "triton", *each(n=[1 << 16, 1 << 20, 1 << 24], block=[1024, 4096]))
def whole_sum(n: int, block: int) -> Run:
    x, y = normal(n), empty(1)
    return lambda: total_kernel[(triton.cdiv(n, block),)](x, y, n, B=block)


@triton.jit
def partial_maximum_kernel(x, y, n, B: tl.constexpr):
    best = tl.full([B], float("-inf"), tl.float32)
    for start in range(tl.program_id(0) * B, n, tl.num_programs(0) * B):
        o = start + tl.arange(0, B)
        best = tl.maximum(best, tl.load(x + o, mask=o < n, other=float("-inf")))
    tl.store(y + tl.program_id(0), tl.max(best, 0))


@program("whole reduction", "triton", *each(n=[1 << 20, 1 << 24], blocks=[132, 528, 1000]))
def partial_maxima(n: int, blocks: int) -> Run:
    x, y = normal(n), empty(blocks)
    return lambda: partial_maximum_kernel[(blocks,)](x, y, n, B=1024)
