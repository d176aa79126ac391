"""Softmax of each row: e^(x - max) / Σ e^(x - max).

Five plain operations, three of which read and write the whole matrix; or one kernel that holds a
row in registers; or, for longer rows, one that keeps a running maximum and sum.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import torch
import triton
import triton.language as tl

from kernelscope.errors import UnavailableError
from kernelscope.frontends.cuda.kernel import cuda_kernel
from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import ANY_LAYOUT, c_type, compile_once

LONGEST_ROW = 65536  # in one program: beyond it the row spills from the registers


def _magnitude(x: torch.Tensor) -> torch.Tensor:
    """Return the output times |x - max| + 1: its relative error after the rounding of x - max."""
    shifted = x - x.amax(-1, keepdim=True) if x.shape[-1] else x.clone()
    return shifted.abs_().add_(1).nan_to_num_(1.0, 1.0).mul_(torch.softmax(x, -1))


def _accumulated(x: torch.Tensor) -> torch.Tensor:
    """Return the error of a row's sum in units of 8 eps: each output times √n / 64.

    Each of n additions of positive numbers is off by up to u = eps / 2 of the sum so far, at
    random: after n of them that is √n u / 3 of the sum (one standard deviation). Eight lanes, the
    narrowest vectors, add up n / 8 each, and their total is off by √n u / 24. Six of those are
    √n eps / 8.
    Higham, Mary: "A New Approach to Probabilistic Rounding Error Analysis", SIAM J. Sci. Comput.
    41 (5), 2019.
    """
    return torch.softmax(x, -1).mul_(x.shape[-1] ** 0.5 / 64)


def _work(case: Case) -> Work:
    size = case.rows * case.n * case.itemsize
    return Work(read=size, written=size, flops=5 * case.rows * case.n)  # max, -, exp, sum, ÷


softmax = Operation(
    "softmax",
    description="softmax of each row",
    axes={"rows": 4096, "n": 1024, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.rows, case.n),),
    reference=lambda x: torch.softmax(x, -1),
    magnitude=_magnitude,
    accumulated=_accumulated,
    work=_work,
    layouts=ANY_LAYOUT,
    huge={"rows": 2**21 + 1, "n": 1024},
)


@softmax.implementation("naive")
def softmax_naive(x: torch.Tensor) -> torch.Tensor:
    """Max, subtract, exp, sum, divide: five kernels with a matrix in memory between them."""
    if not x.numel():
        return torch.empty_like(x)  # an empty row has no largest element
    largest = x.max(dim=-1, keepdim=True)[0]
    numerator = torch.exp(x - largest)
    return numerator / numerator.sum(dim=-1, keepdim=True)


@softmax.implementation("torch")
def softmax_torch(x: torch.Tensor) -> torch.Tensor:
    """PyTorch's own kernel: one warp for a short row, one block for a long one."""
    return torch.softmax(x, -1)


@softmax.implementation("compile")
def softmax_compiled(x: torch.Tensor) -> torch.Tensor:
    """torch.compile of the naive form: Inductor fuses the row's two reductions and the quotient."""
    return compile_once(softmax_naive)(x)


def _rows(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `x` as a matrix with contiguous rows (at any distance), and an empty result."""
    y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    columns = x.shape[-1] if x.dim() else 1
    matrix = x.reshape(x.numel() // max(1, columns), columns)
    if matrix.stride(-1) != 1:
        matrix = matrix.contiguous()
    return matrix, y.view(matrix.shape)


@triton.jit
def softmax_kernel(x_ptr, y_ptr, x_stride, y_stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    x = tl.load(x_ptr + row * x_stride + columns, mask=mask, other=float("-inf")).to(tl.float32)
    numerator = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * y_stride + columns, numerator / tl.sum(numerator, axis=0), mask=mask)


@softmax.implementation("triton")
def softmax_triton(x: torch.Tensor) -> torch.Tensor:
    """Triton: one row a program, padded to a power of two, held in registers from end to end."""
    _refuse_float64(x)
    rows, y = _rows(x)
    count, n = rows.shape
    if n > LONGEST_ROW:
        raise UnavailableError(
            f"one row a program holds at most {LONGEST_ROW} columns, not {n}; triton-online has "
            "no limit"
        )
    if rows.numel():
        block = triton.next_power_of_2(n)
        warps = min(32, max(1, block // 256))
        softmax_kernel[(count,)](
            rows, y, rows.stride(0), y.stride(0), n, BLOCK=block, num_warps=warps
        )
    return y.view(x.shape)


def _refuse_float64(x: torch.Tensor) -> None:
    if x.dtype is torch.float64:
        raise UnavailableError("this kernel computes in float32, too coarse for float64")


@triton.jit
def online_softmax_kernel(x_ptr, y_ptr, x_stride, y_stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * x_stride
    y_ptr += row * y_stride
    lane = tl.arange(0, BLOCK)
    largest = float("-inf")
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + lane
        x = tl.load(x_ptr + columns, mask=columns < n, other=float("-inf")).to(tl.float32)
        new = tl.maximum(largest, tl.max(x, axis=0))
        # while all is -inf, -inf - (-inf) would be NaN and stay: subtract 0 instead
        base = tl.where(new == float("-inf"), 0.0, new)
        total = total * tl.exp(largest - base) + tl.sum(tl.exp(x - base), axis=0)
        largest = new
    base = tl.where(largest == float("-inf"), 0.0, largest)
    for start in range(0, n, BLOCK):
        columns = start + lane
        mask = columns < n
        x = tl.load(x_ptr + columns, mask=mask, other=float("-inf")).to(tl.float32)
        tl.store(y_ptr + columns, tl.exp(x - base) / total, mask=mask)


@softmax.implementation("triton-online")
def softmax_triton_online(x: torch.Tensor) -> torch.Tensor:
    """Triton, rows of any length: a running maximum and sum over blocks, then a second reading."""
    _refuse_float64(x)
    rows, y = _rows(x)
    count, n = rows.shape
    if rows.numel():
        block = min(4096, triton.next_power_of_2(n))
        warps = min(8, max(1, block // 256))
        online_softmax_kernel[(count,)](
            rows, y, rows.stride(0), y.stride(0), n, BLOCK=block, num_warps=warps
        )
    return y.view(x.shape)


SOFTMAX_FILE = Path(__file__).with_name("softmax.cu")


@functools.cache
def _cuda(dtype: torch.dtype) -> Any:
    return cuda_kernel(SOFTMAX_FILE, f"softmax<{c_type(dtype)}>")


@softmax.implementation("cuda")
def softmax_cuda(x: torch.Tensor) -> torch.Tensor:
    """CUDA C++: one block of 256 threads a row; shuffles and shared memory join their shares."""
    rows, y = _rows(x)
    rows = rows.contiguous()
    if rows.numel():
        count, n = rows.shape
        _cuda(x.dtype)[count, 256](rows, y, n)
    return y.view(x.shape)
