"""Transposes, stencils and convolutions."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import BF, F32, HF, cdiv, empty, program, rand, randint, randn


@triton.jit
def transpose_naive_k(x, y, M, N, B: tl.constexpr):
    r = tl.program_id(0)
    c = tl.program_id(1) * B + tl.arange(0, B)
    m = c < N
    tl.store(y + c * M + r, tl.load(x + r * N + c, mask=m), mask=m)


@program("transpose_naive_f32_2048x1000", 2048, 1000)
def _(m, n):
    x, y = randn(m, n), empty(n, m)
    return lambda: transpose_naive_k[(m, cdiv(n, 256))](x, y, m, n, B=256, num_warps=4)


@triton.jit
def transpose_tiled_k(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)
    c = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(x + r[:, None] * N + c[None, :], mask=(r < M)[:, None] & (c < N)[None, :])
    tl.store(y + c[:, None] * M + r[None, :], tl.trans(v), mask=(c < N)[:, None] & (r < M)[None, :])


@program("transpose_tiled_f32_4096x2048_b64", 4096, 2048, F32, 64)
@program("transpose_tiled_f16_3001x3003_b32", 3001, 3003, HF, 32)
def _(m, n, dt, b):
    x, y = randn(m, n, dtype=dt), empty(n, m, dtype=dt)
    return lambda: transpose_tiled_k[(cdiv(m, b), cdiv(n, b))](x, y, m, n, BM=b, BN=b, num_warps=4)


@triton.jit
def stencil5_k(x, y, H, W, a, BH: tl.constexpr, BW: tl.constexpr):
    i = tl.program_id(1) * BH + tl.arange(0, BH)[:, None]
    j = tl.program_id(0) * BW + tl.arange(0, BW)[None, :]
    p = x + i * W + j
    inside = (i < H) & (j < W)
    mid = tl.load(p, mask=inside, other=0.0)
    up = tl.load(p - W, mask=inside & (i > 0), other=0.0)
    dn = tl.load(p + W, mask=inside & (i < H - 1), other=0.0)
    lf = tl.load(p - 1, mask=inside & (j > 0), other=0.0)
    rt = tl.load(p + 1, mask=inside & (j < W - 1), other=0.0)
    tl.store(y + i * W + j, mid + a * (up + dn + lf + rt - 4.0 * mid), mask=inside)


@program("stencil5_f32_2500x2500", 2500, 2500, F32, 8, 128)
@program("stencil5_f64_1500x1500", 1500, 1500, torch.float64, 4, 64)
def _(h, w, dt, bh, bw):
    x, y = randn(h, w, dtype=dt), empty(h, w, dtype=dt)
    return lambda: stencil5_k[(cdiv(w, bw), cdiv(h, bh))](
        x, y, h, w, 0.1, BH=bh, BW=bw, num_warps=4
    )


@triton.jit
def blur3x3_k(x, k, y, H, W, BW: tl.constexpr):
    i = tl.program_id(1)
    j = tl.program_id(0) * BW + tl.arange(0, BW)
    acc = tl.zeros((BW,), tl.float32)
    for di in tl.static_range(3):
        for dj in tl.static_range(3):
            r = i + di - 1
            c = j + dj - 1
            m = (r >= 0) & (r < H) & (c >= 0) & (c < W)
            v = tl.load(x + r * W + c, mask=m, other=0).to(tl.float32)
            acc += v * tl.load(k + di * 3 + dj)
    tl.store(y + i * W + j, tl.minimum(tl.maximum(acc, 0.0), 255.0).to(tl.uint8), mask=j < W)


@program("blur3x3_u8_2160x3840", 2160, 3840)
def _(h, w):
    x, k, y = randint(0, 256, (h, w), torch.uint8), rand(9) / 5, empty(h, w, dtype=torch.uint8)
    return lambda: blur3x3_k[(cdiv(w, 512), h)](x, k, y, h, w, BW=512, num_warps=4)


@triton.jit
def conv1d_k(x, w, y, n, K: tl.constexpr, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    for k in range(K):
        acc += tl.load(w + k) * tl.load(x + i + k, mask=i + k < n, other=0.0)
    tl.store(y + i, acc, mask=i < n - K + 1)


@program("conv1d_31taps_f32_3M", 3_000_000, 31)
def _(n, k):
    x, w, y = randn(n), randn(k), empty(n)
    return lambda: conv1d_k[(cdiv(n, 1024),)](x, w, y, n, K=k, B=1024, num_warps=4)


@triton.jit
def depthwise_causal_k(x, w, b, y, T, D, BT: tl.constexpr, BD: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)[:, None]
    d = tl.program_id(1) * BD + tl.arange(0, BD)[None, :]
    base = tl.program_id(2) * T * D
    acc = tl.zeros((BT, BD), tl.float32) + tl.load(b + d).to(tl.float32)
    for k in tl.static_range(4):
        s = t - 3 + k
        v = tl.load(x + base + s * D + d, mask=(s >= 0) & (s < T), other=0.0).to(tl.float32)
        acc += v * tl.load(w + k * D + d).to(tl.float32)
    tl.store(y + base + t * D + d, (acc * tl.sigmoid(acc)).to(y.dtype.element_ty), mask=t < T)


@program("depthwise_conv4_silu_bf16_4x2000x1536", 4, 2000, 1536)
def _(nb, t, d):
    x, w, b, y = (
        randn(nb, t, d, dtype=BF),
        randn(4, d, dtype=BF),
        randn(d, dtype=BF),
        empty(nb, t, d, dtype=BF),
    )
    return lambda: depthwise_causal_k[(cdiv(t, 16), d // 128, nb)](
        x, w, b, y, t, d, BT=16, BD=128, num_warps=4
    )


@triton.jit
def bilinear_k(x, y, H, W, OH, OW, sy, sx, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    ch = tl.program_id(1)
    m = o < OH * OW
    fy = tl.maximum((o // OW + 0.5) * sy - 0.5, 0.0)
    fx = tl.maximum((o % OW + 0.5) * sx - 0.5, 0.0)
    y0 = tl.floor(fy).to(tl.int32)
    x0 = tl.floor(fx).to(tl.int32)
    wy = fy - y0
    wx = fx - x0
    y1 = tl.minimum(y0 + 1, H - 1)
    x1 = tl.minimum(x0 + 1, W - 1)
    p = x + ch * H * W
    a = tl.load(p + y0 * W + x0, mask=m, other=0.0)
    b = tl.load(p + y0 * W + x1, mask=m, other=0.0)
    c = tl.load(p + y1 * W + x0, mask=m, other=0.0)
    d = tl.load(p + y1 * W + x1, mask=m, other=0.0)
    top = a + wx * (b - a)
    bot = c + wx * (d - c)
    tl.store(y + ch * OH * OW + o, top + wy * (bot - top), mask=m)


@program("bilinear_f32_16x400x300_to_640x480", 16, 400, 300, 640, 480)
def _(c, h, w, oh, ow):
    x, y = randn(c, h, w), empty(c, oh, ow)
    return lambda: bilinear_k[(cdiv(oh * ow, 512), c)](
        x, y, h, w, oh, ow, h / oh, w / ow, B=512, num_warps=4
    )
