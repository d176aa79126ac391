"""Arithmetic on each element, loops of unknown length, and chains of dependent loads."""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from truth.unseen.case import DEVICE, F32, cdiv, empty, program, rand, randint, randn


@triton.jit
def hash_k(x, y, n, IT: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    h = tl.load(x + i, mask=i < n, other=0).to(tl.uint32)
    for _ in range(IT):
        h ^= h >> 16
        h *= 0x85EBCA6B
        h ^= h >> 13
        h *= 0xC2B2AE35
        h ^= h >> 16
    tl.store(y + i, h.to(tl.int32, bitcast=True), mask=i < n)


@program("murmur_hash_x20_2M", 2_000_000, 20)
def _(n, it):
    x, y = randint(0, 1 << 30, (n,)), empty(n, dtype=torch.int32)
    return lambda: hash_k[(cdiv(n, 512),)](x, y, n, IT=it, B=512, num_warps=4)


@triton.jit
def popcount_k(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n, other=0)
    c = libdevice.popc(v)
    w = v - ((v >> 1) & 0x55555555)
    w = (w & 0x33333333) + ((w >> 2) & 0x33333333)
    w = ((w + (w >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24
    tl.store(y + i, c * 64 + w, mask=i < n)


@program("popcount_both_ways_8M", 8_000_000)
def _(n):
    x, y = randint(0, 1 << 30, (n,)), empty(n, dtype=torch.int32)
    return lambda: popcount_k[(cdiv(n, 1024),)](x, y, n, B=1024, num_warps=4)


@triton.jit
def horner_k(x, co, y, n, STEPS: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n, other=0.0)
    acc = tl.zeros((B,), x.dtype.element_ty)
    for k in range(STEPS):
        acc = acc * v + tl.load(co + k)
    tl.store(y + i, acc, mask=i < n)


@program("horner64_f32_4M", 4_000_000, F32, 1024)
@program("horner64_f64_1M", 1_000_000, torch.float64, 256)
def _(n, dt, b):
    x, co, y = rand(n, dtype=dt), randn(64, dtype=dt), empty(n, dtype=dt)
    return lambda: horner_k[(cdiv(n, b),)](x, co, y, n, STEPS=64, B=b, num_warps=4)


@triton.jit
def newton_k(x, y, n, IT: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + i, mask=i < n, other=1.0) + 1.0
    r = a
    for _ in tl.static_range(IT):
        r = r - (r * r * r - a) / (3.0 * r * r)
    tl.store(y + i, r, mask=i < n)


@program("newton_cuberoot_x8_f32_3M", 3_000_000)
def _(n):
    x, y = rand(n), empty(n)
    return lambda: newton_k[(cdiv(n, 512),)](x, y, n, IT=8, B=512, num_warps=4)


@triton.jit
def f64_mix_k(x, y, z, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + i, mask=i < n, other=1.0)
    b = tl.load(y + i, mask=i < n, other=1.0)
    tl.store(z + i, tl.sqrt(a * a + b * b) / (1.0 + tl.exp(-a)) + a * b, mask=i < n)


@program("f64_hypot_exp_div_1M", 1_000_000)
def _(n):
    x, y, z = (
        rand(n, dtype=torch.float64),
        rand(n, dtype=torch.float64),
        empty(n, dtype=torch.float64),
    )
    return lambda: f64_mix_k[(cdiv(n, 256),)](x, y, z, n, B=256, num_warps=4)


@triton.jit
def mandel_k(out, W, H, limit, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    cr = (i % W).to(tl.float32) / W * 3.0 - 2.2
    ci = (i // W).to(tl.float32) / H * 2.4 - 1.2
    zr = tl.zeros((B,), tl.float32)
    zi = tl.zeros((B,), tl.float32)
    cnt = tl.zeros((B,), tl.int32)
    k = 0
    alive = B
    while (k < limit) & (alive > 0):
        inside = zr * zr + zi * zi < 4.0
        t = zr * zr - zi * zi + cr
        zi = tl.where(inside, 2.0 * zr * zi + ci, zi)
        zr = tl.where(inside, t, zr)
        cnt += inside.to(tl.int32)
        alive = tl.sum(inside.to(tl.int32), 0)
        k += 1
    tl.store(out + i, cnt, mask=i < W * H)


@program("mandelbrot_512x384_128it", 512, 384, 128)
def _(w, h, it):
    out = empty(h, w, dtype=torch.int32)
    return lambda: mandel_k[(cdiv(w * h, 128),)](out, w, h, it, B=128, num_warps=1)


@triton.jit
def collatz_k(out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = (i + 1).to(tl.int64)
    steps = tl.zeros((B,), tl.int32)
    left = tl.max(v, 0)
    while left > 1:
        odd = (v & 1) == 1
        go = v > 1
        v = tl.where(go, tl.where(odd, 3 * v + 1, v >> 1), v)
        steps += go.to(tl.int32)
        left = tl.max(v, 0)
    tl.store(out + i, steps, mask=i < n)


@program("collatz_40000", 40000)
def _(n):
    out = empty(n, dtype=torch.int32)
    return lambda: collatz_k[(cdiv(n, 32),)](out, n, B=32, num_warps=1)


@triton.jit
def chase_k(nxt, out, steps, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    p = i
    for _ in range(steps):
        p = tl.load(nxt + p)
    tl.store(out + i, p)


@program("pointer_chase_1warp_200", 1, 32, 200)
@program("pointer_chase_132x128_64", 132, 128, 64)
def _(grid, b, steps):
    n = 4_000_000
    perm = torch.randperm(n, device=DEVICE).to(torch.int32)
    nxt = empty(n, dtype=torch.int32)
    nxt[perm.long()] = torch.roll(perm, -1)
    out = empty(grid * b, dtype=torch.int32)
    return lambda: chase_k[(grid,)](nxt, out, steps, B=b, num_warps=max(1, b // 32))
