"""Grids of few blocks, of one block more than the GPU has multiprocessors, and of many."""

from __future__ import annotations

import triton
import triton.language as tl

from truth.unseen.case import HF, cdiv, empty, program, rand, randn


@triton.jit
def heavy_k(x, y, IT: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i)
    w = v + 0.5
    for _ in range(IT):
        v = tl.sin(v) * 1.01 + w * 0.3
        w = tl.exp2(-w * w) + v * 0.1
    tl.store(y + i, v + w)


@program("heavy_math_132_blocks", 132, 1024, 60)
@program("heavy_math_133_blocks_of_32_warps", 133, 4096, 30, 32)
@program("heavy_math_5_blocks", 5, 512, 80)
def _(grid, b, it, warps=8):
    x, y = rand(grid * b), empty(grid * b)
    return lambda: heavy_k[(grid,)](x, y, IT=it, B=b, num_warps=warps)


@triton.jit
def dot_loop_k(x, y, IT, B: tl.constexpr):
    r = tl.arange(0, B)
    o = r[:, None] * B + r[None, :]
    base = tl.program_id(0) * B * B
    a = tl.load(x + base + o)
    acc = tl.zeros((B, B), tl.float32)
    for _ in range(IT):
        acc = tl.dot(a, a, acc)
    tl.store(y + base + o, acc)


@program("tensor_core_loop_133_blocks", 133, 128, 40)
@program("tensor_core_loop_265_blocks_64", 265, 64, 60)
def _(grid, b, it):
    x, y = randn(grid, b, b, dtype=HF), empty(grid, b, b)
    return lambda: dot_loop_k[(grid,)](x, y, it, B=b, num_warps=4)


@triton.jit
def axpy_k(x, y, n, a, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + i, a * tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@program("axpy_f32_1block", 700, 1024)
@program("axpy_f32_20blocks", 20000, 1024)
@program("axpy_f32_12M", 12_000_000, 1024)
def _(n, b):
    x, y = randn(n), randn(n)
    return lambda: axpy_k[(cdiv(n, b),)](x, y, n, 0.001, B=b, num_warps=4)
