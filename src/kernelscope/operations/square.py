"""Square: y = x * x on an n×n matrix, the first kernel of most courses."""

from __future__ import annotations

import functools
from typing import Any

import torch
import triton
import triton.language as tl

from kernelscope.frontends.cuda.kernel import cuda_kernel
from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import (
    ANY_LAYOUT,
    c_type,
    compile_once,
    numba_cuda,
    on_current_stream,
    require_numba_dtype,
)

TILE = 16
_LARGEST_GRID_Y = 65535


def _work(case: Case) -> Work:
    size = case.n**2 * case.itemsize
    return Work(read=size, written=size, flops=case.n**2)


square = Operation(
    "square",
    description="y = x * x on an n×n matrix",
    axes={"n": 4096, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n, case.n),),
    reference=lambda x: x * x,
    work=_work,
    layouts=ANY_LAYOUT,
    huge={"n": 46341},
)


@square.implementation("naive")
def square_naive(x: torch.Tensor) -> torch.Tensor:
    """Evaluate the formula as written: one multiplication, so even the plain form is one kernel."""
    return x * x


@square.implementation("torch")
def square_torch(x: torch.Tensor) -> torch.Tensor:
    """torch.square, which is a power of two inside: one kernel again."""
    return torch.square(x)


@square.implementation("compile")
def square_compiled(x: torch.Tensor) -> torch.Tensor:
    """torch.compile: Inductor writes the Triton kernel, built once and not in the timed region."""
    return compile_once(torch.square)(x)


@triton.jit
def square_kernel(x_ptr, y_ptr, x_stride, y_stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < n
        x = tl.load(x_ptr + row * x_stride + columns, mask=mask)
        tl.store(y_ptr + row * y_stride + columns, x * x, mask=mask)


@square.implementation("triton")
def square_triton(x: torch.Tensor) -> torch.Tensor:
    """Triton: one program a row, which it walks in blocks of at most 4096 columns."""
    rows, y = _rows(x)
    count, n = rows.shape
    if rows.numel():
        block = min(4096, triton.next_power_of_2(n))
        square_kernel[(count,)](
            rows, y, rows.stride(0), y.stride(0), n, BLOCK=block, num_warps=max(1, block // 512)
        )
    return y.view(x.shape)


def _rows(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `x` as a contiguous matrix of its last dimension's rows, and an empty result."""
    columns = x.shape[-1] if x.dim() else 1
    rows = x.contiguous().view(x.numel() // max(1, columns), columns)
    return rows, torch.empty_like(rows)


SQUARE_CUDA = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>

template <typename T>
__global__ void square(const T* x, T* y, long long rows, long long columns) {
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long row = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= columns) return;
    // a grid has at most 65,535 blocks in y: a taller matrix takes more turns
    for (; row < rows; row += (long long)gridDim.y * blockDim.y) {
        float value = (float)x[row * columns + column];
        y[row * columns + column] = T(value * value);
    }
}
"""


@functools.cache
def _cuda(dtype: torch.dtype) -> Any:
    return cuda_kernel(SQUARE_CUDA, f"square<{c_type(dtype)}>")


@square.implementation("cuda")
def square_cuda(x: torch.Tensor) -> torch.Tensor:
    """CUDA C++: blocks of 16×16 threads, two rows of half a cache line for every warp."""
    rows, y = _rows(x)
    if rows.numel():
        count, n = rows.shape
        grid = (triton.cdiv(n, TILE), min(_LARGEST_GRID_Y, triton.cdiv(count, TILE)))
        _cuda(x.dtype)[grid, (TILE, TILE)](rows, y, count, n)
    return y.view(x.shape)


@functools.cache
def _numba() -> Any:
    cuda = numba_cuda()

    @cuda.jit
    def square(x, y):
        column, row = cuda.grid(2)
        if column < x.shape[1]:
            for r in range(row, x.shape[0], cuda.gridsize(2)[1]):
                y[r, column] = x[r, column] * x[r, column]

    return square


@square.implementation("numba")
def square_numba(x: torch.Tensor) -> torch.Tensor:
    """Numba: the 16×16 blocks of the CUDA kernel, written in Python."""
    require_numba_dtype(x.dtype)
    rows, y = _rows(x)
    if rows.numel():
        count, n = rows.shape
        grid = (triton.cdiv(n, TILE), min(_LARGEST_GRID_Y, triton.cdiv(count, TILE)))
        on_current_stream(_numba(), grid, (TILE, TILE))(rows, y)
    return y.view(x.shape)
