"""Element-wise kernels of models: rotary embeddings, activations, dropout, AdamW, quantisation."""

from __future__ import annotations

import math

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from truth.unseen.case import BF, F32, HF, cdiv, empty, p2, program, rand, randint, randn


@triton.jit
def rope_half_k(q, cos, sin, T, H, D: tl.constexpr):
    t = tl.program_id(0)
    h = tl.program_id(1)
    i = tl.arange(0, D // 2)
    c = tl.load(cos + t * (D // 2) + i)
    s = tl.load(sin + t * (D // 2) + i)
    p = q + (t * H + h) * D + i
    a = tl.load(p).to(tl.float32)
    b = tl.load(p + D // 2).to(tl.float32)
    tl.store(p, (a * c - b * s).to(q.dtype.element_ty))
    tl.store(p + D // 2, (b * c + a * s).to(q.dtype.element_ty))


@program("rope_half_inplace_bf16_2048x32x128", 2048, 32, 128)
def _(t, h, d):
    q, cos, sin = randn(t, h, d, dtype=BF), rand(t, d // 2), rand(t, d // 2)
    return lambda: rope_half_k[(t, h)](q, cos, sin, t, h, D=d, num_warps=1)


@triton.jit
def rope_interleaved_k(q, o, H: tl.constexpr, D: tl.constexpr, base):
    t = tl.program_id(0)
    h = tl.arange(0, H)[:, None]
    d = tl.arange(0, D)[None, :]
    v = tl.load(q + t * H * D + h * D + d).to(tl.float32)
    a, b = tl.split(tl.reshape(v, (H, D // 2, 2)))
    i = tl.arange(0, D // 2)
    ang = t * tl.exp2(-i.to(tl.float32) * (2.0 / D) * base)
    c = tl.cos(ang)[None, :]
    s = tl.sin(ang)[None, :]
    r = tl.interleave(a * c - b * s, a * s + b * c)
    tl.store(o + t * H * D + h * D + d, r.to(o.dtype.element_ty))


@program("rope_interleaved_f16_4000x16x64", 4000, 16, 64)
def _(t, h, d):
    q, o = randn(t, h, d, dtype=HF), empty(t, h, d, dtype=HF)
    return lambda: rope_interleaved_k[(t,)](q, o, H=h, D=d, base=math.log2(10000.0), num_warps=4)


@triton.jit
def swiglu_fwd_k(x, y, F, B: tl.constexpr):
    r = tl.program_id(0)
    c = tl.program_id(1) * B + tl.arange(0, B)
    m = c < F
    g = tl.load(x + r * 2 * F + c, mask=m, other=0.0).to(tl.float32)
    u = tl.load(x + r * 2 * F + F + c, mask=m, other=0.0).to(tl.float32)
    tl.store(y + r * F + c, (g * tl.sigmoid(g) * u).to(y.dtype.element_ty), mask=m)


@program("swiglu_forward_bf16_1024x11008", 1024, 11008)
def _(r, f):
    x, y = randn(r, 2 * f, dtype=BF), empty(r, f, dtype=BF)
    return lambda: swiglu_fwd_k[(r, cdiv(f, 1024))](x, y, f, B=1024, num_warps=4)


@triton.jit
def swiglu_bwd_k(dy, g, u, dg, du, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    d = tl.load(dy + i, mask=m).to(tl.float32)
    gv = tl.load(g + i, mask=m).to(tl.float32)
    uv = tl.load(u + i, mask=m).to(tl.float32)
    s = 1.0 / (1.0 + tl.exp(-gv))
    silu = gv * s
    tl.store(dg + i, (d * uv * (s + silu * (1.0 - s))).to(dg.dtype.element_ty), mask=m)
    tl.store(du + i, (d * silu).to(du.dtype.element_ty), mask=m)


@program("swiglu_backward_bf16_8M", 8_000_000)
def _(n):
    dy, g, u, dg, du = (randn(n, dtype=BF) for _ in range(5))
    return lambda: swiglu_bwd_k[(cdiv(n, 2048),)](dy, g, u, dg, du, n, B=2048, num_warps=8)


@triton.jit
def gelu_erf_k(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476)), mask=i < n)


@program("gelu_erf_f32_10M", 10_000_000)
def _(n):
    x, y = randn(n), empty(n)
    return lambda: gelu_erf_k[(cdiv(n, 1024),)](x, y, n, B=1024, num_warps=4)


@triton.jit
def gelu_tanh_k(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    t = libdevice.tanh(0.7978845608 * (v + 0.044715 * v * v * v))
    tl.store(y + i, (0.5 * v * (1.0 + t)).to(y.dtype.element_ty), mask=i < n)


@program("gelu_tanh_f16_12M", 12_000_000, 2048)
@program("gelu_tanh_f16_100k", 100_000, 512)
def _(n, b):
    x, y = randn(n, dtype=HF), empty(n, dtype=HF)
    return lambda: gelu_tanh_k[(cdiv(n, b),)](x, y, n, B=b, num_warps=4)


@triton.jit
def dropout_k(x, y, n, p, seed, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    keep = tl.rand(seed, i) > p
    v = tl.load(x + i, mask=m)
    tl.store(y + i, tl.where(keep, v / (1.0 - p), 0.0), mask=m)


@program("dropout_philox_f32_6M", 6_000_000)
def _(n):
    x, y = randn(n), empty(n)
    return lambda: dropout_k[(cdiv(n, 1024),)](x, y, n, 0.1, 1234, B=1024, num_warps=4)


@triton.jit
def dropout4_k(x, y, n, p, seed, B: tl.constexpr):
    j = tl.program_id(0) * B + tl.arange(0, B)
    r0, r1, r2, r3 = tl.rand4x(seed, j)
    q = n // 4
    m = j < q
    s = 1.0 / (1.0 - p)
    tl.store(y + j, tl.where(r0 > p, tl.load(x + j, mask=m) * s, 0.0), mask=m)
    tl.store(y + q + j, tl.where(r1 > p, tl.load(x + q + j, mask=m) * s, 0.0), mask=m)
    tl.store(y + 2 * q + j, tl.where(r2 > p, tl.load(x + 2 * q + j, mask=m) * s, 0.0), mask=m)
    tl.store(y + 3 * q + j, tl.where(r3 > p, tl.load(x + 3 * q + j, mask=m) * s, 0.0), mask=m)


@program("dropout_philox4x_f32_8M", 8_000_000)
def _(n):
    x, y = randn(n), empty(n)
    return lambda: dropout4_k[(cdiv(n // 4, 512),)](x, y, n, 0.2, 99, B=512, num_warps=4)


@triton.jit
def adamw_k(p, g, mo, va, n, lr, b1, b2, eps, wd, c1, c2, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    w = tl.load(p + i, mask=m).to(tl.float32)
    d = tl.load(g + i, mask=m).to(tl.float32)
    m1 = b1 * tl.load(mo + i, mask=m) + (1.0 - b1) * d
    v1 = b2 * tl.load(va + i, mask=m) + (1.0 - b2) * d * d
    w = w * (1.0 - lr * wd) - lr * (m1 / c1) / (tl.sqrt(v1 / c2) + eps)
    tl.store(mo + i, m1, mask=m)
    tl.store(va + i, v1, mask=m)
    tl.store(p + i, w.to(p.dtype.element_ty), mask=m)


@program("adamw_f32_5M", 5_000_000, F32, 1024)
@program("adamw_bf16_f32state_6M", 6_000_000, BF, 2048)
def _(n, dt, b):
    p, g, mo, va = randn(n, dtype=dt), randn(n, dtype=dt), randn(n), rand(n)
    return lambda: adamw_k[(cdiv(n, b),)](
        p, g, mo, va, n, 1e-3, 0.9, 0.95, 1e-8, 0.1, 0.5, 0.3, B=b, num_warps=4
    )


@triton.jit
def bias_res_relu_k(x, b, r, y, n, C, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m) + tl.load(b + i % C, mask=m) + tl.load(r + i, mask=m)
    tl.store(y + i, tl.maximum(v, 0.0), mask=m)


@program("bias_residual_relu_f16_10000x1000", 10000, 1000)
def _(rows, c):
    n = rows * c
    x, b, r, y = randn(n, dtype=HF), randn(c, dtype=HF), randn(n, dtype=HF), empty(n, dtype=HF)
    return lambda: bias_res_relu_k[(cdiv(n, 1024),)](x, b, r, y, n, c, B=1024, num_warps=8)


@triton.jit
def quant_row_k(x, q, s, n, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    v = tl.load(x + row * n + c, mask=m, other=0.0).to(tl.float32)
    sc = tl.maximum(tl.max(tl.abs(v), 0) / 127.0, 1e-8)
    r = libdevice.rint(v / sc)
    tl.store(q + row * n + c, r.to(tl.int8), mask=m)
    tl.store(s + row, sc)


@program("quantise_int8_rows_bf16_3000x5000", 3000, 5000)
def _(rows, n):
    x, q, s = randn(rows, n, dtype=BF), empty(rows, n, dtype=torch.int8), empty(rows)
    return lambda: quant_row_k[(rows,)](x, q, s, n, B=p2(n), num_warps=8)


@triton.jit
def dequant_row_k(q, s, y, n, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.program_id(1) * B + tl.arange(0, B)
    m = c < n
    v = tl.load(q + row * n + c, mask=m, other=0).to(tl.float32) * tl.load(s + row)
    tl.store(y + row * n + c, v.to(y.dtype.element_ty), mask=m)


@program("dequantise_int8_rows_4096x4096", 4096, 4096)
def _(rows, n):
    q, s, y = randint(-128, 128, (rows, n), torch.int8), rand(rows), empty(rows, n, dtype=HF)
    return lambda: dequant_row_k[(rows, cdiv(n, 2048))](q, s, y, n, B=2048, num_warps=4)


@triton.jit
def unpack_int4_k(q, s, y, n, G: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    b = tl.load(q + i, mask=m, other=0)
    sc = tl.load(s + (2 * i) // G, mask=m, other=0.0).to(tl.float32)
    lo = ((b & 0xF).to(tl.float32) - 8.0) * sc
    hi = ((b >> 4).to(tl.float32) - 8.0) * sc
    v = tl.interleave(lo, hi)
    o = tl.program_id(0) * 2 * B + tl.arange(0, 2 * B)
    tl.store(y + o, v.to(y.dtype.element_ty), mask=o < 2 * n)


@program("unpack_int4_g128_8M", 8_000_000)
def _(n):
    q, s, y = randint(0, 256, (n // 2,), torch.uint8), rand(n // 128, dtype=HF), empty(n, dtype=HF)
    return lambda: unpack_int4_k[(cdiv(n // 2, 1024),)](q, s, y, n // 2, G=128, B=1024, num_warps=4)
