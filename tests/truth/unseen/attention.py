"""Attention, its caches, and recurrences over time: linear attention, a selective scan."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import BF, DEVICE, HF, cdiv, empty, p2, program, rand, randint, randn, zeros


@triton.jit
def flash_fwd_k(
    q,
    k,
    v,
    o,
    lse,
    T,
    scale,
    D: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    CAUSAL: tl.constexpr,
    WINDOW: tl.constexpr,
):
    pm = tl.program_id(0)
    base = tl.program_id(1).to(tl.int64) * T * D
    rm = pm * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    qv = tl.load(q + base + rm[:, None] * D + d[None, :], mask=(rm < T)[:, None], other=0.0)
    mi = tl.full((BM,), -1e30, tl.float32)
    li = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    lo = 0
    if WINDOW > 0:
        lo = max(0, pm * BM - WINDOW) // BN * BN
    hi = T
    if CAUSAL:
        hi = min(T, (pm + 1) * BM)
    for s in range(lo, hi, BN):
        c = s + n
        kt = tl.load(k + base + c[None, :] * D + d[:, None], mask=(c < T)[None, :], other=0.0)
        sc = tl.dot(qv, kt) * (scale * 1.44269504)
        ok = (c < T)[None, :]
        if CAUSAL:
            ok = ok & (rm[:, None] >= c[None, :])
        if WINDOW > 0:
            ok = ok & (rm[:, None] - c[None, :] < WINDOW)
        sc = tl.where(ok, sc, -1e30)
        mn = tl.maximum(mi, tl.max(sc, 1))
        p = tl.exp2(sc - mn[:, None])
        al = tl.exp2(mi - mn)
        li = li * al + tl.sum(p, 1)
        vv = tl.load(v + base + c[:, None] * D + d[None, :], mask=(c < T)[:, None], other=0.0)
        acc = tl.dot(p.to(v.dtype.element_ty), vv, acc * al[:, None])
        mi = mn
    tl.store(
        o + base + rm[:, None] * D + d[None, :],
        (acc / li[:, None]).to(o.dtype.element_ty),
        mask=(rm < T)[:, None],
    )
    tl.store(lse + tl.program_id(1) * T + rm, mi + tl.log2(li), mask=rm < T)


@program("flash_fwd_f16_h16_t1024_d64", 16, 1024, 64, HF, False, 0, 64, 64, 4)
@program("flash_fwd_causal_bf16_h16_t2048_d128", 16, 2048, 128, BF, True, 0, 128, 64, 8)
@program("flash_fwd_causal_f16_h24_t1000_d64", 24, 1000, 64, HF, True, 0, 128, 64, 4)
@program("flash_fwd_window256_bf16_h16_t4096_d64", 16, 4096, 64, BF, True, 256, 64, 64, 4)
def _(h, t, d, dt, causal, window, bm, bn, warps):
    q, k, v, o = (randn(h, t, d, dtype=dt) for _ in range(4))
    lse = empty(h, t)
    return lambda: flash_fwd_k[(cdiv(t, bm), h)](
        q,
        k,
        v,
        o,
        lse,
        t,
        d**-0.5,
        D=d,
        BM=bm,
        BN=bn,
        CAUSAL=causal,
        WINDOW=window,
        num_warps=warps,
        num_stages=2,
    )


@triton.jit
def decode_k(q, k, v, po, pm, pl, T, SPLIT, scale, D: tl.constexpr, BN: tl.constexpr):
    bh = tl.program_id(0)
    sp = tl.program_id(1)
    d = tl.arange(0, D)
    qv = tl.load(q + bh * D + d).to(tl.float32) * scale
    chunk = tl.cdiv(T, SPLIT)
    lo = sp * chunk
    hi = min(T, lo + chunk)
    m = -1e30
    l = 0.0
    acc = tl.zeros((D,), tl.float32)
    for s in range(lo, hi, BN):
        t = s + tl.arange(0, BN)
        ok = t < hi
        o = (bh * T + t)[:, None] * D + d[None, :]
        kv = tl.load(k + o, mask=ok[:, None], other=0.0).to(tl.float32)
        sc = tl.where(ok, tl.sum(kv * qv[None, :], 1), -1e30)
        mn = tl.maximum(m, tl.max(sc, 0))
        al = tl.exp(m - mn)
        p = tl.exp(sc - mn)
        vv = tl.load(v + o, mask=ok[:, None], other=0.0).to(tl.float32)
        acc = acc * al + tl.sum(p[:, None] * vv, 0)
        l = l * al + tl.sum(p, 0)
        m = mn
    i = bh * SPLIT + sp
    tl.store(po + i * D + d, acc / l)
    tl.store(pm + i, m)
    tl.store(pl + i, l)


@program("decode_bf16_bh64_kv4096_d128_split4", 64, 4096, 128, 4)
@program("decode_bf16_bh8_kv16384_d64_split16", 8, 16384, 64, 16)
def _(bh, t, d, sp):
    q, k, v = randn(bh, d, dtype=BF), randn(bh, t, d, dtype=BF), randn(bh, t, d, dtype=BF)
    po, pm, pl = empty(bh, sp, d), empty(bh, sp), empty(bh, sp)
    return lambda: decode_k[(bh, sp)](q, k, v, po, pm, pl, t, sp, d**-0.5, D=d, BN=64, num_warps=4)


@triton.jit
def paged_decode_gqa_k(
    q,
    kc,
    vc,
    table,
    lens,
    o,
    PAGES,
    scale,
    G: tl.constexpr,
    PAGE: tl.constexpr,
    D: tl.constexpr,
    KVH: tl.constexpr,
):
    b = tl.program_id(0)
    h = tl.program_id(1)
    g = tl.arange(0, G)
    d = tl.arange(0, D)
    t = tl.arange(0, PAGE)
    qo = ((b * KVH + h) * G + g)[:, None] * D + d[None, :]
    qv = tl.load(q + qo)
    n = tl.load(lens + b)
    m = tl.full((G,), -1e30, tl.float32)
    l = tl.zeros((G,), tl.float32)
    acc = tl.zeros((G, D), tl.float32)
    for p in range(0, tl.cdiv(n, PAGE)):
        page = tl.load(table + b * PAGES + p)
        row = ((page * PAGE + t) * KVH + h) * D
        ok = p * PAGE + t < n
        kt = tl.load(kc + row[None, :] + d[:, None], mask=ok[None, :], other=0.0)
        sc = tl.where(ok[None, :], tl.dot(qv, kt) * scale, -1e30)
        mn = tl.maximum(m, tl.max(sc, 1))
        al = tl.exp(m - mn)
        pr = tl.exp(sc - mn[:, None])
        vv = tl.load(vc + row[:, None] + d[None, :], mask=ok[:, None], other=0.0)
        acc = tl.dot(pr.to(vv.dtype), vv, acc * al[:, None])
        l = l * al + tl.sum(pr, 1)
        m = mn
    tl.store(o + qo, (acc / l[:, None]).to(o.dtype.element_ty))


@program("paged_decode_gqa16_f16_b16_kvh4_d128", 16, 4, 16, 128)
def _(b, kvh, g, d):
    page, pages, total = 32, 48, 1000
    q, o = randn(b, kvh, g, d, dtype=HF), empty(b, kvh, g, d, dtype=HF)
    kc, vc = randn(total, page, kvh, d, dtype=HF), randn(total, page, kvh, d, dtype=HF)
    table = torch.randperm(total, device=DEVICE)[: b * pages].to(torch.int32).contiguous()
    lens = randint(300, page * pages, (b,))
    return lambda: paged_decode_gqa_k[(b, kvh)](
        q,
        kc,
        vc,
        table,
        lens,
        o,
        pages,
        d**-0.5,
        G=g,
        PAGE=page,
        D=d,
        KVH=kvh,
        num_warps=4,
        num_stages=2,
    )


@triton.jit
def paged_gather_k(cache, table, out, PAGES, W, B: tl.constexpr):
    b = tl.program_id(0)
    p = tl.program_id(1)
    page = tl.load(table + b * PAGES + p).to(tl.int64)
    for s in range(0, W, B):
        c = s + tl.arange(0, B)
        v = tl.load(cache + page * W + c, mask=c < W)
        tl.store(out + (b * PAGES + p) * W + c, v, mask=c < W)


@program("paged_gather_bf16_32x32_pages_of_16x512", 32, 32, 8192)
def _(b, pages, w):
    total = 3000
    cache = randn(total, w, dtype=BF)
    table = torch.randperm(total, device=DEVICE)[: b * pages].to(torch.int32).contiguous()
    out = empty(b, pages, w, dtype=BF)
    return lambda: paged_gather_k[(b, pages)](cache, table, out, pages, w, B=2048, num_warps=8)


@triton.jit
def kv_append_k(kn, vn, kc, vc, slots, W, B: tl.constexpr):
    t = tl.program_id(0)
    slot = tl.load(slots + t).to(tl.int64)
    c = tl.arange(0, B)
    m = (c < W) & (slot >= 0)
    tl.store(kc + slot * W + c, tl.load(kn + t * W + c, mask=m), mask=m)
    tl.store(vc + slot * W + c, tl.load(vn + t * W + c, mask=m), mask=m)


@program("kv_append_bf16_128_tokens_1024", 128, 1024)
@program("kv_append_bf16_6000_tokens_1024", 6000, 1024)
def _(t, w):
    slots_total = 20000
    kn, vn = randn(t, w, dtype=BF), randn(t, w, dtype=BF)
    kc, vc = zeros(slots_total, w, dtype=BF), zeros(slots_total, w, dtype=BF)
    slots = torch.randperm(slots_total, device=DEVICE)[:t].contiguous()
    return lambda: kv_append_k[(t,)](kn, vn, kc, vc, slots, w, B=p2(w), num_warps=4)


@triton.jit
def chunk_linear_attention_k(
    q, k, v, o, T, decay, D: tl.constexpr, BV: tl.constexpr, C: tl.constexpr
):
    bh = tl.program_id(0)
    d = tl.arange(0, D)
    e = tl.program_id(1) * BV + tl.arange(0, BV)
    t = tl.arange(0, C)
    base = bh * T * D
    S = tl.zeros((D, BV), tl.float32)
    tf = t.to(tl.float32)
    diff = tf[:, None] - tf[None, :]
    mask = tl.where(diff >= 0, tl.exp2(tl.where(diff >= 0, diff, 0.0) * decay), 0.0)
    din = tl.exp2((tf + 1.0) * decay)
    dout = tl.exp2((C - 1.0 - tf) * decay)
    full = tl.exp2(C * decay)
    for s in range(0, T, C):
        r = s + t
        qv = tl.load(q + base + r[:, None] * D + d[None, :])
        kt = tl.load(k + base + r[None, :] * D + d[:, None])
        vv = tl.load(v + base + r[:, None] * D + e[None, :])
        sc = tl.dot(qv, kt) * mask
        out = tl.dot(sc.to(vv.dtype), vv)
        out += tl.dot(qv, S.to(qv.dtype)) * din[:, None]
        tl.store(o + base + r[:, None] * D + e[None, :], out.to(o.dtype.element_ty))
        kd = (kt.to(tl.float32) * dout[None, :]).to(kt.dtype)
        S = S * full + tl.dot(kd, vv)


@program("chunk_linear_attention_bf16_bh32_t2048_d64", 32, 2048, 64, 64)
@program("chunk_linear_attention_bf16_bh8_t1024_d128_bv32", 8, 1024, 128, 32)
def _(bh, t, d, bv):
    q, k, v = (randn(bh, t, d, dtype=BF) for _ in range(3))
    o = empty(bh, t, d, dtype=BF)
    return lambda: chunk_linear_attention_k[(bh, d // bv)](
        q, k, v, o, t, -0.05, D=d, BV=bv, C=64, num_warps=4, num_stages=2
    )


@triton.jit
def selective_scan_k(x, dt, A, Bm, Cm, y, T, D, N: tl.constexpr, BD: tl.constexpr):
    b = tl.program_id(0)
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    n = tl.arange(0, N)
    a = tl.load(A + d[:, None] * N + n[None, :])
    h = tl.zeros((BD, N), tl.float32)
    for t in range(T):
        r = b * T + t
        xv = tl.load(x + r * D + d)
        de = tl.load(dt + r * D + d)
        bv = tl.load(Bm + r * N + n)
        cv = tl.load(Cm + r * N + n)
        h = h * tl.exp(de[:, None] * a) + (de * xv)[:, None] * bv[None, :]
        tl.store(y + r * D + d, tl.sum(h * cv[None, :], 1))


@program("selective_scan_f32_b4_t256_d1024_n16", 4, 256, 1024, 16)
def _(b, t, d, n):
    x, dt, A = randn(b, t, d), rand(b, t, d), -rand(d, n)
    bm, cm, y = randn(b, t, n), randn(b, t, n), empty(b, t, d)
    return lambda: selective_scan_k[(b, d // 32)](
        x, dt, A, bm, cm, y, t, d, N=n, BD=32, num_warps=4
    )
