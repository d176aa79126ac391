"""Triton kernels whose time is in their instructions: long loops, integers, fp64, few blocks."""

from __future__ import annotations

import triton
import triton.language as tl

from truth.times.case import Run, each, empty, integers, normal, program


@triton.jit
def horner_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    total = v
    for _ in range(STEPS):
        total = total * v + 0.5
    tl.store(y + o, total, mask=o < n)


@program(
    "arithmetic",
    "triton",
    *each(n=[1 << 16, 1 << 20], steps=[128, 1024]),
    *each(n=[1 << 22], steps=[16, 64]),
)
def horner(n: int, steps: int) -> Run:
    x, y = normal(n).sigmoid(), empty(n)
    return lambda: horner_kernel[(triton.cdiv(n, 512),)](x, y, n, STEPS=steps, B=512)


@triton.jit
def sines_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    for _ in range(STEPS):
        v = tl.sin(v) + tl.cos(v) * 0.5
    tl.store(y + o, v, mask=o < n)


@program("special functions", "triton", *each(n=[1 << 16, 1 << 20], steps=[1, 8]))
def sines(n: int, steps: int) -> Run:
    x, y = normal(n), empty(n)
    return lambda: sines_kernel[(triton.cdiv(n, 256),)](x, y, n, STEPS=steps, B=256)


@triton.jit
def exponentials_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    for _ in range(STEPS):
        v = tl.log(1.0 + tl.exp(v)) * tl.rsqrt(v * v + 1.0)
    tl.store(y + o, v, mask=o < n)


@program("special functions", "triton", *each(n=[1 << 18, 1 << 21], steps=[1, 4, 32]))
def exponentials(n: int, steps: int) -> Run:
    x, y = normal(n), empty(n)
    return lambda: exponentials_kernel[(triton.cdiv(n, 512),)](x, y, n, STEPS=steps, B=512)


@triton.jit
def divisions_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    for _ in range(STEPS):
        v = 1.0 / (v + 1.5)
    tl.store(y + o, v, mask=o < n)


@program("special functions", "triton", *each(n=[1 << 18, 1 << 20], steps=[4, 64]))
def divisions(n: int, steps: int) -> Run:
    x, y = normal(n).sigmoid(), empty(n)
    return lambda: divisions_kernel[(triton.cdiv(n, 512),)](x, y, n, STEPS=steps, B=512)


@triton.jit
def fp64_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    total = v
    for _ in range(STEPS):
        total = total * v + 0.25
    tl.store(y + o, total, mask=o < n)


@program("fp64", "triton", *each(n=[1 << 18, 1 << 21], steps=[4, 64, 256]))
def polynomials_fp64(n: int, steps: int) -> Run:
    x, y = normal(n, dtype="float64").sigmoid(), empty(n, dtype="float64")
    return lambda: fp64_kernel[(triton.cdiv(n, 512),)](x, y, n, STEPS=steps, B=512)


@triton.jit
def fp64_roots_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    for _ in range(STEPS):
        v = tl.sqrt(v * v + 1.0)
    tl.store(y + o, v, mask=o < n)


@program("fp64", "triton", *each(n=[1 << 16, 1 << 20], steps=[1, 8]))
def roots_fp64(n: int, steps: int) -> Run:
    x, y = normal(n, dtype="float64"), empty(n, dtype="float64")
    return lambda: fp64_roots_kernel[(triton.cdiv(n, 256),)](x, y, n, STEPS=steps, B=256)


@triton.jit
def xorshift_kernel(x, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n).to(tl.uint32)
    for _ in range(STEPS):
        v ^= v << 13
        v ^= v >> 17
        v ^= v << 5
    tl.store(y + o, v.to(tl.int32), mask=o < n)


@program("integers", "triton", *each(n=[1 << 18, 1 << 21], steps=[8, 64, 256]))
def xorshift(n: int, steps: int) -> Run:
    x, y = integers(1 << 30, n), empty(n, dtype="int32")
    return lambda: xorshift_kernel[(triton.cdiv(n, 512),)](x, y, n, STEPS=steps, B=512)


@triton.jit
def remainders_kernel(x, y, n, divisor, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n)
    total = v
    for i in range(STEPS):
        total = (total * 31 + i) % divisor
    tl.store(y + o, total, mask=o < n)


@program("integers", "triton", *each(n=[1 << 18, 1 << 20], steps=[4, 32]))
def remainders(n: int, steps: int) -> Run:
    x, y = integers(1 << 20, n), empty(n, dtype="int32")
    return lambda: remainders_kernel[(triton.cdiv(n, 512),)](x, y, n, 100003, STEPS=steps, B=512)


@triton.jit
def collatz_kernel(x, y, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n, other=1) + 1
    steps = tl.zeros([B], tl.int32)
    while tl.max(v, 0) > 1:
        v = tl.where(v > 1, tl.where(v % 2 == 0, v // 2, 3 * v + 1), v)
        steps += (v > 1).to(tl.int32)
    tl.store(y + o, steps, mask=o < n)


@program("uneven work", "triton", *each(n=[1 << 14, 1 << 18], most=[100, 3000]))
def collatz(n: int, most: int) -> Run:
    x, y = integers(most, n), empty(n, dtype="int32")
    return lambda: collatz_kernel[(triton.cdiv(n, 128),)](x, y, n, B=128)


@triton.jit
def ragged_kernel(x, lengths, y, width, B: tl.constexpr):
    row = tl.program_id(0)
    length = tl.load(lengths + row)
    total = tl.zeros([B], tl.float32)
    for start in range(0, length, B):
        o = start + tl.arange(0, B)
        total += tl.load(x + row * width + o, mask=o < length, other=0.0)
    tl.store(y + row, tl.sum(total, 0))


@program("uneven work", "triton", *each(rows=[200, 1000, 4000], width=[2048, 8192]))
def ragged_sums(rows: int, width: int) -> Run:
    x, lengths, y = normal(rows, width), integers(width, rows), empty(rows)
    return lambda: ragged_kernel[(rows,)](x, lengths, y, width, B=256)


@triton.jit
def mandelbrot_kernel(y, side, STEPS: tl.constexpr, B: tl.constexpr):
    row = tl.program_id(0)
    o = tl.program_id(1) * B + tl.arange(0, B)
    c, d = o * 3.0 / side - 2.0, row * 2.0 / side - 1.0
    a = tl.zeros([B], tl.float32)
    b = tl.zeros([B], tl.float32)
    n = tl.zeros([B], tl.int32)
    for _ in range(STEPS):
        inside = a * a + b * b < 4.0
        a, b = tl.where(inside, a * a - b * b + c, a), tl.where(inside, 2 * a * b + d, b)
        n += inside.to(tl.int32)
    tl.store(y + row * side + o, n, mask=o < side)


@program("arithmetic", "triton", *each(side=[256, 1024], steps=[16, 100]))
def mandelbrot(side: int, steps: int) -> Run:
    y = empty(side, side, dtype="int32")
    return lambda: mandelbrot_kernel[(side, triton.cdiv(side, 256))](y, side, STEPS=steps, B=256)


@triton.jit
def work_on_blocks_kernel(x, y, STEPS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o)
    for _ in range(STEPS):
        v = v * 0.99 + tl.abs(v) * 0.01
    tl.store(y + o, v)


@program(
    "tails",
    "triton",
    *each(blocks=[1, 17, 131, 132, 133, 200, 264, 265, 1000, 1056, 1057], steps=[200]),
)
def blocks_of_work(blocks: int, steps: int) -> Run:
    x, y = normal(blocks * 1024), empty(blocks * 1024)
    return lambda: work_on_blocks_kernel[(blocks,)](x, y, STEPS=steps, B=1024, num_warps=16)


@triton.jit
def small_kernel(x, y, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o) + 1)


@program("tails", "triton", *each(blocks=[1, 4, 64, 1000, 10000, 50000]))
def blocks_of_little_work(blocks: int) -> Run:
    x, y = normal(blocks * 32), empty(blocks * 32)
    return lambda: small_kernel[(blocks,)](x, y, B=32, num_warps=1)


@triton.jit
def many_sums_kernel(x, y, n, ROUNDS: tl.constexpr, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o, mask=o < n, other=0.0)
    for _ in range(ROUNDS):
        v = v - tl.sum(v, 0) * (1.0 / B)
    tl.store(y + o, v, mask=o < n)


@program("barriers", "triton", *each(n=[1 << 16, 1 << 20], rounds=[4, 32], block=[256, 2048]))
def repeated_block_sums(n: int, rounds: int, block: int) -> Run:
    x, y = normal(n), empty(n)
    return lambda: many_sums_kernel[(triton.cdiv(n, block),)](x, y, n, ROUNDS=rounds, B=block)
