"""Elementwise Triton kernels: copies, activations, dropout, optimizers, quantisation."""

from __future__ import annotations

import triton
import triton.language as tl

from truth.times.case import Run, each, empty, normal, program

SIZES = [1 << 12, 1 << 16, 1 << 20, 1 << 24]


@triton.jit
def copy_kernel(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o, mask=o < n), mask=o < n)


@program(
    "elementwise",
    "triton",
    *each(n=[*SIZES, 3000001], block=[1024]),
    *each(n=[1 << 22], block=[128, 4096]),
)
def copies(n: int, block: int) -> Run:
    x, y = normal(n), empty(n)
    return lambda: copy_kernel[(triton.cdiv(n, block),)](x, y, n, B=block)


@triton.jit
def add_kernel(x, y, z, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(z + o, tl.load(x + o, mask=m) + tl.load(y + o, mask=m), mask=m)


@program(
    "elementwise",
    "triton",
    *each(n=[*SIZES, 98432], dtype=["float32"]),
    *each(n=[1 << 23], dtype=["bfloat16", "float64"]),
)
def additions(n: int, dtype: str) -> Run:
    x, y, z = normal(n, dtype=dtype), normal(n, dtype=dtype, seed=1), empty(n, dtype=dtype)
    return lambda: add_kernel[(triton.cdiv(n, 1024),)](x, y, z, n, B=1024)


@triton.jit
def fill_kernel(y, n, value, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, value, mask=o < n)


@program("elementwise", "triton", *each(n=[1 << 16, 1 << 22, 1 << 25]))
def fills(n: int) -> Run:
    y = empty(n)
    return lambda: fill_kernel[(triton.cdiv(n, 1024),)](y, n, 1.5, B=1024)


@triton.jit
def gelu_kernel(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    v = tl.load(x + o, mask=m).to(tl.float32)
    inner = 0.7978845608 * (v + 0.044715 * v * v * v)
    e = tl.exp(2 * inner)
    tl.store(y + o, 0.5 * v * (1 + (e - 1) / (e + 1)), mask=m)


@program(
    "activation", "triton", *each(n=[1 << 16, 1 << 20, 1 << 24], dtype=["float32", "bfloat16"])
)
def gelu(n: int, dtype: str) -> Run:
    x, y = normal(n, dtype=dtype), empty(n, dtype=dtype)
    return lambda: gelu_kernel[(triton.cdiv(n, 1024),)](x, y, n, B=1024)


@triton.jit
def silu_and_product_kernel(x, y, z, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    a = tl.load(x + o, mask=m).to(tl.float32)
    b = tl.load(y + o, mask=m)
    tl.store(z + o, a * tl.sigmoid(a) * b, mask=m)


@program("activation", "triton", *each(n=[1 << 18, 1 << 22], dtype=["float32", "float16"]))
def silu_and_product(n: int, dtype: str) -> Run:
    x, y, z = normal(n, dtype=dtype), normal(n, dtype=dtype, seed=1), empty(n, dtype=dtype)
    return lambda: silu_and_product_kernel[(triton.cdiv(n, 512),)](x, y, z, n, B=512)


@triton.jit
def dropout_kernel(x, y, n, p, seed, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    keep = tl.rand(seed, o) > p
    tl.store(y + o, tl.where(keep, tl.load(x + o, mask=m) / (1 - p), 0.0), mask=m)


@program("random numbers", "triton", *each(n=[1 << 18, 1 << 22, 1 << 24]))
def dropout(n: int) -> Run:
    x, y = normal(n), empty(n)
    return lambda: dropout_kernel[(triton.cdiv(n, 1024),)](x, y, n, 0.3, 42, B=1024)


@triton.jit
def normal_numbers_kernel(y, n, seed, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.randn(seed, o), mask=o < n)


@program("random numbers", "triton", *each(n=[1 << 16, 1 << 20, 1 << 23]))
def normal_numbers(n: int) -> Run:
    y = empty(n)
    return lambda: normal_numbers_kernel[(triton.cdiv(n, 512),)](y, n, 7, B=512)


@triton.jit
def adamw_kernel(p, g, m1, m2, n, lr, b1, b2, eps, decay, c1, c2, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    k = o < n
    w, d = tl.load(p + o, mask=k), tl.load(g + o, mask=k)
    first = b1 * tl.load(m1 + o, mask=k) + (1 - b1) * d
    second = b2 * tl.load(m2 + o, mask=k) + (1 - b2) * d * d
    tl.store(m1 + o, first, mask=k)
    tl.store(m2 + o, second, mask=k)
    step = (first / c1) / (tl.sqrt(second / c2) + eps)
    tl.store(p + o, w * (1 - lr * decay) - lr * step, mask=k)


@program("optimizer", "triton", *each(n=[1 << 16, 1 << 20, 1 << 23]))
def adamw(n: int) -> Run:
    tensors = [normal(n, seed=s).abs() for s in range(4)]
    values = (1e-3, 0.9, 0.999, 1e-8, 0.01, 0.1, 0.001)
    return lambda: adamw_kernel[(triton.cdiv(n, 1024),)](*tensors, n, *values, B=1024)


@triton.jit
def momentum_kernel(p, g, v, n, lr, mu, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    k = o < n
    speed = mu * tl.load(v + o, mask=k) + tl.load(g + o, mask=k)
    tl.store(v + o, speed, mask=k)
    tl.store(p + o, tl.load(p + o, mask=k) - lr * speed, mask=k)


@program("optimizer", "triton", *each(n=[1 << 16, 1 << 20, 1 << 23]))
def momentum(n: int) -> Run:
    tensors = [normal(n, seed=s) for s in range(3)]
    return lambda: momentum_kernel[(triton.cdiv(n, 512),)](*tensors, n, 1e-3, 0.9, B=512)


@triton.jit
def quantise_kernel(x, q, s, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, B)
    v = tl.load(x + row * columns + o, mask=o < columns, other=0.0)
    scale = tl.max(tl.abs(v), 0) / 127
    tl.store(s + row, scale)
    tl.store(q + row * columns + o, (v / scale).to(tl.int8), mask=o < columns)


@program("quantisation", "triton", *each(rows=[512, 4096], columns=[256, 1024, 3000]))
def quantise_rows(rows: int, columns: int) -> Run:
    x, q, s = normal(rows, columns), empty(rows, columns, dtype="int8"), empty(rows)
    block = triton.next_power_of_2(columns)
    return lambda: quantise_kernel[(rows,)](x, q, s, columns, B=block)


@triton.jit
def dequantise_kernel(q, s, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.program_id(1) * B + tl.arange(0, B)
    v = tl.load(q + row * columns + o, mask=o < columns, other=0).to(tl.float32)
    tl.store(y + row * columns + o, v * tl.load(s + row), mask=o < columns)


@program("quantisation", "triton", *each(rows=[512, 4096], columns=[1024, 4096]))
def dequantise_rows(rows: int, columns: int) -> Run:
    q = normal(rows, columns).mul(50).clamp(-127, 127).to(dtype=__import__("torch").int8)
    s, y = normal(rows).abs(), empty(rows, columns)
    return lambda: dequantise_kernel[(rows, triton.cdiv(columns, 1024))](q, s, y, columns, B=1024)


@triton.jit
def rope_kernel(x, c, s, y, heads, D: tl.constexpr):
    token, head = tl.program_id(0), tl.program_id(1)
    o = tl.arange(0, D // 2)
    at = (token * heads + head) * D
    a, b = tl.load(x + at + o), tl.load(x + at + D // 2 + o)
    cos, sin = tl.load(c + token * (D // 2) + o), tl.load(s + token * (D // 2) + o)
    tl.store(y + at + o, a * cos - b * sin)
    tl.store(y + at + D // 2 + o, b * cos + a * sin)


@program("elementwise", "triton", *each(tokens=[256, 2048], heads=[8, 16], depth=[64, 128]))
def rotary_embedding(tokens: int, heads: int, depth: int) -> Run:
    x, y = normal(tokens, heads, depth), empty(tokens, heads, depth)
    c, s = normal(tokens, depth // 2), normal(tokens, depth // 2, seed=1)
    return lambda: rope_kernel[(tokens, heads)](x, c, s, y, heads, D=depth, num_warps=1)


@triton.jit
def row_broadcast_kernel(x, b, y, rows, columns, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < rows * columns
    v = tl.load(x + o, mask=m) + tl.load(b + o % columns, mask=m)
    tl.store(y + o, tl.maximum(v, 0.0), mask=m)


@program("elementwise", "triton", *each(rows=[1024, 8192], columns=[300, 1024]))
def bias_and_relu(rows: int, columns: int) -> Run:
    x, b, y = normal(rows, columns), normal(columns, seed=1), empty(rows, columns)
    grid = (triton.cdiv(rows * columns, 1024),)
    return lambda: row_broadcast_kernel[grid](x, b, y, rows, columns, B=1024)
