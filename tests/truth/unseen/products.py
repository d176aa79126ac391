"""Matrix products and products of a matrix and a vector."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import BF, F32, HF, cdiv, empty, program, rand, randint, randn, zeros


@triton.jit
def matmul_k(
    a,
    b,
    c,
    M,
    N,
    K,
    sam,
    sak,
    sbk,
    sbn,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    GM: tl.constexpr,
    ACC: tl.constexpr,
    TF32: tl.constexpr,
):
    pid = tl.program_id(0)
    nm = tl.cdiv(M, BM)
    nn = tl.cdiv(N, BN)
    per = GM * nn
    first = (pid // per) * GM
    size = min(nm - first, GM)
    pm = first + (pid % per) % size
    pn = (pid % per) // size
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    pa = a + (rm % M)[:, None] * sam + rk[None, :] * sak
    pb = b + rk[:, None] * sbk + (rn % N)[None, :] * sbn
    acc = tl.zeros((BM, BN), ACC)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(pa, mask=rk[None, :] < K - k * BK, other=0.0)
        y = tl.load(pb, mask=rk[:, None] < K - k * BK, other=0.0)
        if TF32:
            acc = tl.dot(x, y, acc, input_precision="tf32")
        else:
            acc = tl.dot(x, y, acc, out_dtype=ACC)
        pa += BK * sak
        pb += BK * sbk
    m = (rm < M)[:, None] & (rn < N)[None, :]
    tl.store(c + rm[:, None] * N + rn[None, :], acc.to(c.dtype.element_ty), mask=m)


@program("matmul_f16_512", 512, 512, 512, HF, (64, 64, 32), 8, 4, 3)
@program("matmul_f16_1024", 1024, 1024, 1024, HF, (128, 64, 64), 8, 4, 3)
@program("matmul_bf16_4096x4096x1024", 4096, 4096, 1024, BF, (128, 256, 64), 8, 8, 3)
@program("matmul_f16_3000x3000x1000", 3000, 3000, 1000, HF, (128, 128, 32), 8, 4, 4)
@program("matmul_bf16_tall_20000x64x512", 20000, 64, 512, BF, (128, 64, 64), 1, 4, 3)
@program("matmul_bf16_skinny_32x4096x4096", 32, 4096, 4096, BF, (32, 64, 128), 1, 4, 4)
@program("matmul_tf32_1024", 1024, 1024, 1024, F32, (128, 128, 32), 8, 8, 3)
@program("matmul_tf32_2000x500x700", 2000, 500, 700, F32, (64, 64, 32), 4, 4, 2)
@program(
    "matmul_fp8e5_2048x2048x2048", 2048, 2048, 2048, torch.float8_e5m2, (128, 128, 128), 8, 8, 3
)
@program("matmul_int8_2048x1024x2048", 2048, 1024, 2048, torch.int8, (128, 128, 64), 8, 8, 3)
@program(
    "matmul_f16_A_transposed_2048x1024x1024", 2048, 1024, 1024, HF, (128, 128, 64), 8, 8, 3, True
)
def _(m, n, k, dt, blk, gm, warps, stages, at=False):
    if dt == torch.int8:
        a, b = randint(-128, 128, (m, k), torch.int8), randint(-128, 128, (k, n), torch.int8)
        c, acc = empty(m, n, dtype=torch.int32), tl.int32
    else:
        a, b = randn(m, k).to(dt), randn(k, n).to(dt)
        c, acc = empty(m, n, dtype=HF if dt == torch.float8_e5m2 else dt), tl.float32
    if at:
        a = a.t().contiguous().t()
    bm, bn, bk = blk
    grid = (cdiv(m, bm) * cdiv(n, bn),)
    return lambda: matmul_k[grid](
        a,
        b,
        c,
        m,
        n,
        k,
        a.stride(0),
        a.stride(1),
        b.stride(0),
        b.stride(1),
        BM=bm,
        BN=bn,
        BK=bk,
        GM=gm,
        ACC=acc,
        TF32=dt == F32,
        num_warps=warps,
        num_stages=stages,
    )


@triton.jit
def matmul_epilogue_k(
    a, b, bias, res, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rm[:, None] * K + (k + rk)[None, :])
        y = tl.load(b + rn[None, :] * K + (k + rk)[:, None])
        acc += tl.dot(x, y)
    acc += tl.load(bias + rn)[None, :].to(tl.float32)
    acc = 0.5 * acc * (1.0 + tl.erf(acc * 0.70710678))
    o = rm[:, None] * N + rn[None, :]
    acc += tl.load(res + o).to(tl.float32)
    tl.store(c + o, acc.to(c.dtype.element_ty))


@program("linear_bias_gelu_residual_bf16_2048x2048x768", 2048, 2048, 768)
def _(m, n, k):
    a, b, bias = randn(m, k, dtype=BF), randn(n, k, dtype=BF), randn(n, dtype=BF)
    res, c = randn(m, n, dtype=BF), empty(m, n, dtype=BF)
    return lambda: matmul_epilogue_k[(m // 128, n // 128)](
        a, b, bias, res, c, m, n, k, BM=128, BN=128, BK=64, num_warps=8, num_stages=3
    )


@triton.jit
def bmm_k(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    z = tl.program_id(2)
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(
            a + z * M * K + rm[:, None] * K + (k + rk)[None, :], mask=(rm < M)[:, None], other=0.0
        )
        y = tl.load(
            b + z * K * N + (k + rk)[:, None] * N + rn[None, :], mask=(rn < N)[None, :], other=0.0
        )
        acc = tl.dot(x, y, acc)
    m = (rm < M)[:, None] & (rn < N)[None, :]
    tl.store(c + z * M * N + rm[:, None] * N + rn[None, :], acc.to(c.dtype.element_ty), mask=m)


# Both are fp16, whatever the name of the second says.
@program("bmm_f16_64x256x256x64", 64, 256, 256, 64, 64, 64, 32)
@program("bmm_bf16like_24x300x128x512", 24, 300, 128, 512, 64, 128, 64)
def _(z, m, n, k, bm, bn, bk):
    a, b, c = randn(z, m, k, dtype=HF), randn(z, k, n, dtype=HF), empty(z, m, n, dtype=HF)
    return lambda: bmm_k[(cdiv(m, bm), cdiv(n, bn), z)](
        a, b, c, m, n, k, BM=bm, BN=bn, BK=bk, num_warps=4, num_stages=2
    )


@triton.jit
def splitk_k(
    a, b, c, M, N, K, SK: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * BK + tl.arange(0, BK)
    pa = a + rm[:, None] * K + rk[None, :]
    pb = b + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK * SK):
        acc += tl.dot(tl.load(pa), tl.load(pb))
        pa += BK * SK
        pb += BK * SK * N
    tl.atomic_add(c + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


@program("matmul_splitk8_f16_256x256x8192", 256, 256, 8192, 8)
@program("matmul_splitk16_f16_64x1024x4096", 64, 1024, 4096, 16)
def _(m, n, k, sk):
    a, b, c = randn(m, k, dtype=HF), randn(k, n, dtype=HF), zeros(m, n)
    return lambda: splitk_k[(m // 64, n // 64, sk)](
        a, b, c, m, n, k, SK=sk, BM=64, BN=64, BK=64, num_warps=4, num_stages=3
    )


@triton.jit
def matmul_persistent_k(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    nn = tl.cdiv(N, BN)
    tiles = tl.cdiv(M, BM) * nn
    rk = tl.arange(0, BK)
    for t in range(tl.program_id(0), tiles, tl.num_programs(0)):
        rm = (t // nn) * BM + tl.arange(0, BM)
        rn = (t % nn) * BN + tl.arange(0, BN)
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            x = tl.load(a + rm[:, None] * K + (k + rk)[None, :], mask=(rm < M)[:, None], other=0.0)
            y = tl.load(b + (k + rk)[:, None] * N + rn[None, :], mask=(rn < N)[None, :], other=0.0)
            acc = tl.dot(x, y, acc)
        m = (rm < M)[:, None] & (rn < N)[None, :]
        tl.store(c + rm[:, None] * N + rn[None, :], acc.to(c.dtype.element_ty), mask=m)


@program("matmul_persistent_bf16_2304x1920x512", 2304, 1920, 512)
def _(m, n, k):
    a, b, c = randn(m, k, dtype=BF), randn(k, n, dtype=BF), empty(m, n, dtype=BF)
    return lambda: matmul_persistent_k[(132,)](
        a, b, c, m, n, k, BM=128, BN=128, BK=64, num_warps=8, num_stages=3
    )


@triton.jit
def gemv_k(w, x, y, N, K, BN: tl.constexpr, BK: tl.constexpr):
    r = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros((BN, BK), tl.float32)
    for k in range(0, K, BK):
        c = k + tl.arange(0, BK)
        wv = tl.load(
            w + r[:, None] * K + c[None, :], mask=(r < N)[:, None] & (c < K)[None, :], other=0.0
        )
        xv = tl.load(x + c, mask=c < K, other=0.0).to(tl.float32)
        acc += wv.to(tl.float32) * xv[None, :]
    tl.store(y + r, tl.sum(acc, 1).to(y.dtype.element_ty), mask=r < N)


@program("gemv_f16_4096x4096", 4096, 4096, 8, 512, 4)
@program("gemv_f16_11000x3000", 11000, 3000, 16, 256, 8)
def _(n, k, bn, bk, warps):
    w, x, y = randn(n, k, dtype=HF), randn(k, dtype=HF), empty(n, dtype=HF)
    return lambda: gemv_k[(cdiv(n, bn),)](w, x, y, n, k, BN=bn, BK=bk, num_warps=warps)


@triton.jit
def gemv_w8_k(w, s, x, y, N, K, BN: tl.constexpr, BK: tl.constexpr):
    r = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros((BN,), tl.float32)
    for k in range(0, K, BK):
        c = k + tl.arange(0, BK)
        wv = tl.load(w + r[:, None] * K + c[None, :]).to(tl.float32)
        acc += tl.sum(wv * tl.load(x + c).to(tl.float32)[None, :], 1)
    tl.store(y + r, (acc * tl.load(s + r)).to(y.dtype.element_ty))


@program("gemv_int8_weights_8192x4096", 8192, 4096)
def _(n, k):
    w, s, x, y = (
        randint(-128, 128, (n, k), torch.int8),
        rand(n),
        randn(k, dtype=BF),
        empty(n, dtype=BF),
    )
    return lambda: gemv_w8_k[(n // 16,)](w, s, x, y, n, k, BN=16, BK=512, num_warps=4)


@triton.jit
def gemm_w8a16_k(x, w, s, y, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(1) * BM + tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(x + rm[:, None] * K + (k + rk)[None, :])
        b = tl.load(w + rn[None, :] * K + (k + rk)[:, None]).to(tl.float16)
        acc = tl.dot(a, b, acc)
    acc *= tl.load(s + rn)[None, :]
    tl.store(y + rm[:, None] * N + rn[None, :], acc.to(y.dtype.element_ty))


@program("gemm_w8a16_128x4096x2048", 128, 4096, 2048)
def _(m, n, k):
    x, w, s, y = (
        randn(m, k, dtype=HF),
        randint(-128, 128, (n, k), torch.int8),
        rand(n),
        empty(m, n, dtype=HF),
    )
    return lambda: gemm_w8a16_k[(n // 64, m // 64)](
        x, w, s, y, m, n, k, BM=64, BN=64, BK=64, num_warps=4, num_stages=3
    )
