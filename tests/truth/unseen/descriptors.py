"""Copies and products through tensor descriptors (TMA)."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from truth.unseen.case import DEVICE, HF, cdiv, empty, program, randn


def set_allocator():
    """Let Triton allocate the memory of descriptors."""
    triton.set_allocator(
        lambda size, align, stream: torch.empty(size, device=DEVICE, dtype=torch.int8)
    )


@triton.jit
def tma_copy_k(x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    dx = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    dy = tl.make_tensor_descriptor(y, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    i = tl.program_id(0) * BM
    j = tl.program_id(1) * BN
    dy.store([i, j], dx.load([i, j]))


@program("tma_copy_f16_4096x2048", 4096, 2048, 64, 64)
def _(m, n, bm, bn):
    set_allocator()
    x, y = randn(m, n, dtype=HF), empty(m, n, dtype=HF)
    return lambda: tma_copy_k[(cdiv(m, bm), cdiv(n, bn))](x, y, m, n, BM=bm, BN=bn, num_warps=4)


@triton.jit
def tma_matmul_k(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    da = tl.make_tensor_descriptor(a, shape=[M, K], strides=[K, 1], block_shape=[BM, BK])
    db = tl.make_tensor_descriptor(b, shape=[N, K], strides=[K, 1], block_shape=[BN, BK])
    dc = tl.make_tensor_descriptor(c, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    nn = tl.cdiv(N, BN)
    for t in tl.range(tl.program_id(0), tl.cdiv(M, BM) * nn, tl.num_programs(0)):
        i = (t // nn) * BM
        j = (t % nn) * BN
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            acc = tl.dot(da.load([i, k]), db.load([j, k]).T, acc)
        dc.store([i, j], acc.to(c.dtype.element_ty))


@program("tma_matmul_persistent_f16_2048x2048x1024", 2048, 2048, 1024, 132)
@program("tma_matmul_f16_1500x1024x512", 1500, 1024, 512, 96)
def _(m, n, k, grid):
    set_allocator()
    a, b, c = randn(m, k, dtype=HF), randn(n, k, dtype=HF), empty(m, n, dtype=HF)
    return lambda: tma_matmul_k[(grid,)](
        a, b, c, m, n, k, BM=128, BN=128, BK=64, num_warps=8, num_stages=3
    )
