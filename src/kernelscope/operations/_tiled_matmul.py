"""The tiled matrix product in Triton that `matmul`, `matmul-gelu` and `mlp` share.

C = epilogue(A B + bias), with A, B and C of any strides. Products run on the tensor cores with fp32
sums; fp32 operands are multiplied as fp32 ("ieee"), never silently as tf32.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import triton
import triton.language as tl

from kernelscope.errors import UnavailableError, UsageError


@triton.jit
def tiled_matmul_kernel(
    a_ptr, b_ptr, bias_ptr, c_ptr, m, n, k,
    a_row, a_column, b_row, b_column, c_row,
    GELU: tl.constexpr, BIAS: tl.constexpr, WHOLE_K: tl.constexpr, GROUP: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    # Programs go down GROUP rows of tiles before the next column, so that programs that run at
    # the same time share tiles of A and B in L2.
    program = tl.program_id(0)
    tiles_m = tl.cdiv(m, BLOCK_M)
    tiles_n = tl.cdiv(n, BLOCK_N)
    group = program // (GROUP * tiles_n)
    height = min(tiles_m - group * GROUP, GROUP)
    tile_m = group * GROUP + (program % (GROUP * tiles_n)) % height
    tile_n = (program % (GROUP * tiles_n)) // height

    # int64, because row × stride exceeds 2^31 in a large matrix. Rows past the edge wrap around,
    # so that their loads need no mask; their results are not stored.
    rows = ((tile_m * BLOCK_M + tl.arange(0, BLOCK_M)) % m).to(tl.int64)
    columns = ((tile_n * BLOCK_N + tl.arange(0, BLOCK_N)) % n).to(tl.int64)
    depth = tl.arange(0, BLOCK_K)
    a = a_ptr + rows[:, None] * a_row + depth[None, :].to(tl.int64) * a_column
    b = b_ptr + depth[:, None].to(tl.int64) * b_row + columns[None, :] * b_column
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, k, BLOCK_K):
        if WHOLE_K:
            left, right = tl.load(a), tl.load(b)
        else:  # 0 on both sides, because inf × 0 would be NaN
            left = tl.load(a, mask=depth[None, :] < k - start, other=0.0)
            right = tl.load(b, mask=depth[:, None] < k - start, other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
        a += BLOCK_K * a_column
        b += BLOCK_K * b_row

    if BIAS:
        total += tl.load(bias_ptr + columns)[None, :].to(tl.float32)
    if GELU:
        inner = 0.79788456 * (total + 0.044715 * total * total * total)
        total = total / (1 + tl.exp(-2 * inner))  # finite for every x: see gelu.py
    rows = (tile_m * BLOCK_M + tl.arange(0, BLOCK_M)).to(tl.int64)
    columns = (tile_n * BLOCK_N + tl.arange(0, BLOCK_N)).to(tl.int64)
    c = c_ptr + rows[:, None] * c_row + columns[None, :]
    tl.store(c, total.to(c_ptr.dtype.element_ty), mask=(rows[:, None] < m) & (columns[None, :] < n))


@dataclass(frozen=True, slots=True)
class Tile:
    """The tile that one program computes, its warps, and its number of loads in flight (stages)."""

    m: int
    n: int
    k: int
    warps: int
    stages: int


def tile_for(m: int, n: int, dtype: torch.dtype) -> Tile:
    """Return a tile for a shape: a large tile reuses more, but every SM needs a program."""
    if dtype is torch.float32:
        return Tile(64, 64, 16, warps=4, stages=2)  # no tensor cores: registers are the limit
    if m * n >= 2048 * 2048:
        return Tile(128, 128, 64, warps=8, stages=3)
    return Tile(64, 64, 64, warps=4, stages=3)


def require_matrices(a: torch.Tensor, b: torch.Tensor) -> tuple[int, int, int]:
    """Return m, n and k of a product. Raises UsageError if the operands do not fit."""
    if a.dim() != 2 or b.dim() != 2 or a.shape[1] != b.shape[0] or a.dtype != b.dtype:
        raise UsageError(
            f"a matrix product needs (m, k) and (k, n) of one dtype, not {tuple(a.shape)} "
            f"{a.dtype} and {tuple(b.shape)} {b.dtype}"
        )
    return a.shape[0], b.shape[1], a.shape[1]


def tiled_matmul(
    a: torch.Tensor, b: torch.Tensor, bias: torch.Tensor | None = None, *, gelu: bool = False
) -> torch.Tensor:
    """Return gelu?(a b + bias?) of (m, k) and (k, n) matrices in any layout, as a new matrix."""
    m, n, k = require_matrices(a, b)
    if a.dtype is torch.float64:
        raise UnavailableError("this kernel sums in float32, too coarse for float64")
    c = torch.empty((m, n), dtype=a.dtype, device=a.device)
    if not c.numel():
        return c
    tile = tile_for(m, n, a.dtype)
    grid = (triton.cdiv(m, tile.m) * triton.cdiv(n, tile.n),)
    tiled_matmul_kernel[grid](
        a, b, c if bias is None else bias.contiguous(), c, m, n, k,
        a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0),
        GELU=gelu, BIAS=bias is not None, WHOLE_K=k % tile.k == 0, GROUP=8,
        BLOCK_M=tile.m, BLOCK_N=tile.n, BLOCK_K=tile.k,
        num_warps=tile.warps, num_stages=tile.stages,
    )  # fmt: skip
    return c
