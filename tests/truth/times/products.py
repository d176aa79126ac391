"""Triton kernels with matrix products: plain, pipelined, persistent, batched; attention."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.times.case import Run, each, empty, integers, normal, program


@triton.jit
def product_kernel(
    a,
    b,
    c,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    GROUP: tl.constexpr,
    ZERO: tl.constexpr,
):
    tiles_n = tl.cdiv(N, BN)
    tile = tl.program_id(0)
    group = tile // (GROUP * tiles_n)
    first = group * GROUP
    height = min(tl.cdiv(M, BM) - first, GROUP)
    m = (first + tile % (GROUP * tiles_n) % height) * BM + tl.arange(0, BM)
    n = (tile % (GROUP * tiles_n)) // height * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.int32 if a.dtype.element_ty == tl.int8 else tl.float32)
    for start in range(0, K, BK):
        left = tl.load(
            a + m[:, None] * K + start + k[None, :],
            mask=(m[:, None] < M) & (start + k[None, :] < K),
            other=ZERO,
        )
        right = tl.load(
            b + (start + k[:, None]) * N + n[None, :],
            mask=(start + k[:, None] < K) & (n[None, :] < N),
            other=ZERO,
        )
        total = tl.dot(left, right, total, out_dtype=total.dtype)
    tl.store(c + m[:, None] * N + n[None, :], total, mask=(m[:, None] < M) & (n[None, :] < N))


TILES = {
    "small": {"BM": 32, "BN": 32, "BK": 32, "num_warps": 4, "num_stages": 2},
    "middle": {"BM": 64, "BN": 64, "BK": 32, "num_warps": 4, "num_stages": 3},
    "wide": {"BM": 64, "BN": 128, "BK": 64, "num_warps": 4, "num_stages": 3},
    "large": {"BM": 128, "BN": 128, "BK": 64, "num_warps": 8, "num_stages": 3},
}


def matrices(m: int, n: int, k: int, dtype: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    if dtype == "int8":
        a, b = (integers(7, *s, seed=i, dtype=torch.int8) for i, s in enumerate(((m, k), (k, n))))
        return a, b, empty(m, n, dtype="int32")
    a, b = normal(m, k, dtype=dtype), normal(k, n, dtype=dtype, seed=1)
    return a, b, empty(m, n, dtype="float32" if dtype.startswith("float8") else dtype)


def product(m: int, n: int, k: int, dtype: str, tiles: str, group: int = 8) -> Run:
    a, b, c = matrices(m, n, k, dtype)
    shape = TILES[tiles]
    grid = (triton.cdiv(m, shape["BM"]) * triton.cdiv(n, shape["BN"]),)
    zero = 0 if dtype == "int8" else 0.0
    return lambda: product_kernel[grid](a, b, c, m, n, k, GROUP=group, ZERO=zero, **shape)


@program(
    "product, 16 bits", "triton",
    *each(edge=[256, 512, 1024], dtype=["float16"], tiles=["small", "middle"]),
    *each(edge=[1024, 2048], dtype=["bfloat16"], tiles=["middle", "wide", "large"]),
    *each(edge=[4096], dtype=["float16"], tiles=["large"]),
)  # fmt: skip
def square_products(edge: int, dtype: str, tiles: str) -> Run:
    return product(edge, edge, edge, dtype, tiles)


@program(
    "product, 16 bits", "triton",
    *each(m=[64, 2048], n=[256, 4096], k=[512, 2048], tiles=["middle"]),
    *each(m=[300], n=[777], k=[1000], tiles=["small", "wide"]),
)  # fmt: skip
def oblong_products(m: int, n: int, k: int, tiles: str) -> Run:
    return product(m, n, k, "float16", tiles)


@program(
    "product, other types",
    "triton",
    *each(edge=[512, 1024, 2048], dtype=["float32"], tiles=["middle", "wide"]),
)
def products_tf32(edge: int, dtype: str, tiles: str) -> Run:
    return product(edge, edge, edge, dtype, tiles)


@program("product, other types", "triton", *each(edge=[512, 1024, 2048], tiles=["middle", "large"]))
def products_fp8(edge: int, tiles: str) -> Run:
    return product(edge, edge, edge, "float8_e4m3fn", tiles)


@program("product, other types", "triton", *each(edge=[512, 1024, 2048], tiles=["middle", "large"]))
def products_int8(edge: int, tiles: str) -> Run:
    return product(edge, edge, edge, "int8", tiles)


@triton.jit
def exact_product_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + start + k[None, :])
        right = tl.load(b + (start + k[:, None]) * N + n[None, :])
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(c + m[:, None] * N + n[None, :], total)


@program("product, other types", "triton", *each(edge=[256, 512, 1024], tile=[32, 64]))
def products_fp32(edge: int, tile: int) -> Run:
    a, b, c = matrices(edge, edge, edge, "float32")
    return lambda: exact_product_kernel[(edge // tile, edge // tile)](
        a, b, c, edge, edge, edge, BM=tile, BN=tile, BK=16
    )


@triton.jit
def persistent_product_kernel(
    a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    tiles_n = N // BN
    k = tl.arange(0, BK)
    for tile in range(tl.program_id(0), M // BM * tiles_n, tl.num_programs(0)):
        m = tile // tiles_n * BM + tl.arange(0, BM)
        n = tile % tiles_n * BN + tl.arange(0, BN)
        total = tl.zeros([BM, BN], tl.float32)
        for start in range(0, K, BK):
            left = tl.load(a + m[:, None] * K + start + k[None, :])
            right = tl.load(b + (start + k[:, None]) * N + n[None, :])
            total = tl.dot(left, right, total)
        tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16))


@program("persistent", "triton", *each(edge=[1024, 2048], blocks=[66, 132]))
def persistent_products(edge: int, blocks: int) -> Run:
    a, b, c = matrices(edge, edge, edge, "float16")
    return lambda: persistent_product_kernel[(blocks,)](
        a, b, c, edge, edge, edge, BM=128, BN=64, BK=64, num_stages=3
    )


@triton.jit
def split_product_kernel(
    a, b, c, M, N, K, part, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.program_id(2) * part + tl.arange(0, BK)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, part, BK):
        left = tl.load(a + m[:, None] * K + start + k[None, :])
        right = tl.load(b + (start + k[:, None]) * N + n[None, :])
        total = tl.dot(left, right, total)
    tl.atomic_add(c + m[:, None] * N + n[None, :], total)


@program("product, 16 bits", "triton", *each(m=[64, 256], n=[256], k=[4096, 16384], parts=[4, 16]))
def split_k_products(m: int, n: int, k: int, parts: int) -> Run:
    a, b, _ = matrices(m, n, k, "float16")
    c = torch.zeros(m, n, device="cuda")
    grid = (m // 64, n // 64, parts)
    return lambda: split_product_kernel[grid](a, b, c, m, n, k, k // parts, BM=64, BN=64, BK=64)


@triton.jit
def described_product_kernel(
    a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    left = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [K, N], [N, 1], [BK, BN])
    out = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, K, BK):
        total = tl.dot(left.load([m, start]), right.load([start, n]), total)
    out.store([m, n], total.to(tl.float16))


@program("TMA", "triton", *each(edge=[512, 1024, 2048], stages=[2, 4]))
def described_products(edge: int, stages: int) -> Run:
    triton.set_allocator(
        lambda size, align, stream: torch.empty(size, dtype=torch.int8, device="cuda")
    )
    a, b, c = matrices(edge, edge, edge, "float16")
    grid = (edge // 128, edge // 128)
    return lambda: described_product_kernel[grid](
        a, b, c, edge, edge, edge, BM=128, BN=128, BK=64, num_warps=8, num_stages=stages
    )


@triton.jit
def matrix_vector_kernel(a, x, y, columns, B: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([B], tl.float32)
    for start in range(0, columns, B):
        o = start + tl.arange(0, B)
        m = o < columns
        total += tl.load(a + row * columns + o, mask=m, other=0.0).to(tl.float32) * tl.load(
            x + o, mask=m, other=0.0
        )
    tl.store(y + row, tl.sum(total, 0))


@program(
    "row reduction",
    "triton",
    *each(rows=[1024, 4096], columns=[1024, 4096], dtype=["float32", "bfloat16"]),
)
def matrix_vector(rows: int, columns: int, dtype: str) -> Run:
    a, x, y = normal(rows, columns, dtype=dtype), normal(columns, dtype=dtype, seed=1), empty(rows)
    return lambda: matrix_vector_kernel[(rows,)](a, x, y, columns, B=1024)


@triton.jit
def attention_kernel(
    q,
    k,
    v,
    out,
    length,
    scale,
    CAUSAL: tl.constexpr,
    D: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
):
    head = tl.program_id(1) * length * D
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    queries = tl.load(q + head + m[:, None] * D + d[None, :])
    top = tl.full([BM], float("-inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    result = tl.zeros([BM, D], tl.float32)
    end = (tl.program_id(0) + 1) * BM if CAUSAL else length
    for start in range(0, end, BN):
        n = start + tl.arange(0, BN)
        scores = tl.dot(queries, tl.load(k + head + n[None, :] * D + d[:, None])) * scale
        if CAUSAL:
            scores = tl.where(m[:, None] >= n[None, :], scores, float("-inf"))
        higher = tl.maximum(top, tl.max(scores, 1))
        weights = tl.exp2(scores - higher[:, None])
        shrink = tl.exp2(top - higher)
        total = total * shrink + tl.sum(weights, 1)
        values = tl.load(v + head + n[:, None] * D + d[None, :])
        result = tl.dot(weights.to(values.dtype), values, result * shrink[:, None])
        top = higher
    tl.store(
        out + head + m[:, None] * D + d[None, :], (result / total[:, None]).to(out.dtype.element_ty)
    )


@program(
    "attention",
    "triton",
    *each(heads=[4, 32], length=[256, 1024], depth=[64], causal=[False, True]),
    *each(heads=[8], length=[512], depth=[128], causal=[False, True]),
)
def attention(heads: int, length: int, depth: int, causal: bool) -> Run:
    q, k, v = (normal(heads, length, depth, dtype="float16", seed=s) for s in range(3))
    out = empty(heads, length, depth, dtype="float16")
    grid = (length // 64, heads)
    return lambda: attention_kernel[grid](
        q,
        k,
        v,
        out,
        length,
        1.44 / depth**0.5,
        CAUSAL=causal,
        D=depth,
        BM=64,
        BN=32,
        num_warps=4,
        num_stages=2,
    )


@triton.jit
def attention_values_backward_kernel(
    q, k, g, dv, top, length, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):
    head = tl.program_id(1)
    at = head * length * D
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    d = tl.arange(0, D)
    keys = tl.load(k + at + n[:, None] * D + d[None, :])
    total = tl.zeros([BN, D], tl.float32)
    for start in range(0, length, BM):
        m = start + tl.arange(0, BM)
        queries = tl.load(q + at + m[None, :] * D + d[:, None])
        weights = tl.exp2(tl.dot(keys, queries) * scale - tl.load(top + head * length + m)[None, :])
        total = tl.dot(weights.to(tl.float16), tl.load(g + at + m[:, None] * D + d[None, :]), total)
    tl.store(dv + at + n[:, None] * D + d[None, :], total.to(tl.float16))


@program("attention", "triton", *each(heads=[4, 32], length=[256, 1024], depth=[64, 128]))
def attention_values_backward(heads: int, length: int, depth: int) -> Run:
    q, k, g = (normal(heads, length, depth, dtype="float16", seed=s) for s in range(3))
    dv, top = empty(heads, length, depth, dtype="float16"), normal(heads, length).abs() + 8
    grid = (length // 64, heads)
    return lambda: attention_values_backward_kernel[grid](
        q, k, g, dv, top, length, 1.44 / depth**0.5, D=depth, BM=32, BN=64
    )


@triton.jit
def decoding_kernel(q, k, v, out, length, scale, D: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(0)
    d = tl.arange(0, D)
    query = tl.load(q + head * D + d)
    top, total = float("-inf"), 0.0
    result = tl.zeros([D], tl.float32)
    for start in range(0, length, BN):
        n = start + tl.arange(0, BN)
        at = (head * length + n[:, None]) * D + d[None, :]
        m = n < length
        scores = tl.sum(query[None, :] * tl.load(k + at, mask=m[:, None], other=0.0), 1) * scale
        scores = tl.where(m, scores, float("-inf"))
        higher = tl.maximum(top, tl.max(scores, 0))
        weights = tl.exp2(scores - higher)
        total = total * tl.exp2(top - higher) + tl.sum(weights, 0)
        result = result * tl.exp2(top - higher) + tl.sum(
            weights[:, None] * tl.load(v + at, mask=m[:, None], other=0.0), 0
        )
        top = higher
    tl.store(out + head * D + d, result / total)


@program("attention", "triton", *each(heads=[32, 512], length=[500, 2048], depth=[64]))
def decoding_attention(heads: int, length: int, depth: int) -> Run:
    q, k, v = (
        normal(heads, depth),
        normal(heads, length, depth, seed=1),
        normal(heads, length, depth, seed=2),
    )
    out = empty(heads, depth)
    return lambda: decoding_kernel[(heads,)](q, k, v, out, length, 0.18, D=depth, BN=64)
