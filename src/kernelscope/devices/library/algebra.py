"""Factorisations of one matrix: cuSOLVER's, long chains in few blocks, and what is around them."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.copying import arange_work
from kernelscope.devices.library.indexing import SCATTER_GATHER
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, Work

# Elements a microsecond: 16.8 million in 45 us; against the strides a million in 9.8.
_TRIANGLE_RATE, _TRIANGLE_FAR_RATE = 382e3, 120e3
_FAR_RATE = 136e3  # a transposed copy: a million in 9.1 us
# A panel of 64 columns of Cholesky's factors waits for the one before: 4 take 96 us, 16 357.
_CHOLESKY_PANEL, _CHOLESKY_PANEL_US = 64, 22.5
# A column of LU waits for the pivot of the one before: 256 of 256 rows take 352 us, 512 of 512 783,
# 256 of 1,024 430. Up to so many rows, or columns, are one kernel; more are done by halves.
_LU_COLUMN_US, _LU_ROW_US, _LU_ROWS, _LU_COLUMNS = 1.27, 0.0004, 512, 256
_DOUBLE = (torch.float64, torch.complex128)
_UNPACK_US = 0.082  # a pivot, one thread: 1,024 take 84 us
# A row of a triangular solution for a few columns: 256 take 50 and 56 us, 1,024 202 and 224; for as
# many columns as rows, 256 take 25 and 48.
_LOWER_US, _UPPER_US, _LOWER_MANY_US, _UPPER_MANY_US = 0.195, 0.218, 0.094, 0.185
# A panel of eight columns of QR: 14.5 us for 128 rows. Up to so many rows it is in shared memory.
_QR_PANEL, _QR_PANEL_US, _QR_ROWS, _FEW_COLUMNS = 8, 13.8, 512, 16


@row("aten::triu", "aten::tril")
def triangle(call: Call) -> Work:
    """One kernel, an offset an element."""
    return _triangle(call.first, _TRIANGLE_RATE)


def _triangle(matrix: torch.Tensor, rate: float) -> Work:
    size, count = float(size_of(matrix)), matrix.numel()
    return Work("triu_tril_kernel", size, size, least_us=count / rate, block=(128, 1, 1))


def _transposed(matrix: torch.Tensor) -> Work:
    size = float(size_of(matrix))
    return Work("elementwise_kernel", size, size, least_us=matrix.numel() / _FAR_RATE)


@row("aten::linalg_cholesky_ex")
def cholesky(call: Call) -> Iterator[Work] | None:
    """Copy the matrix by columns, factorise it in one kernel, and clear the other triangle."""
    return _cholesky(call.first) if call.first.dim() == 2 else None


def _cholesky(matrix: torch.Tensor) -> Iterator[Work]:
    yield _transposed(matrix)
    yield Work("xxtrf4_set_info_ker")
    yield MEMSET
    yield MEMSET
    panels = matrix.shape[0] / _CHOLESKY_PANEL
    yield Work("kernel", least_us=panels * _CHOLESKY_PANEL_US)
    yield _triangle(matrix, _TRIANGLE_FAR_RATE)


@row("aten::_linalg_solve_ex")
def solve(call: Call) -> Iterator[Work] | None:
    """LU; the right sides in the order of its pivots, and two triangular solutions."""
    matrix, sides = call.tensor("A"), call.tensor("B")
    return _solution(matrix, sides) if matrix.dim() == 2 else None


def _solution(matrix: torch.Tensor, sides: torch.Tensor) -> Iterator[Work]:
    rows = matrix.shape[0]
    yield _transposed(matrix)
    yield from _lu(matrix)
    yield _transposed(sides)
    yield from _in_order_of_pivots(rows, sides)
    yield Work("dtrsv_init")
    yield Work("trsm_ln_kernel", least_us=rows * _LOWER_US)
    yield Work("dtrsv_init_up")
    yield Work("trsm_ln_up_kernel", least_us=rows * _UPPER_US)


def _lu(matrix: torch.Tensor) -> Iterator[Work]:
    columns = matrix.shape[0]
    yield Work("xxtrf4_set_info_ker")
    yield MEMSET
    yield from _panels(matrix, columns, columns)
    yield Work("create_pivot_v2", least_us=columns * 0.012)
    yield Work("ipiv_lower_diag")
    yield Work("ipiv_64_to_32_ker", 8.0 * columns, 4.0 * columns)


def _panels(matrix: torch.Tensor, rows: int, columns: int) -> Iterator[Work]:
    """Yield the launches for a panel of so many rows and columns, by halves if it is too large."""
    itemsize = float(matrix.element_size())
    if columns <= _LU_COLUMNS or rows <= _LU_ROWS:
        yield Work("getrf_pivot", least_us=columns * (_LU_COLUMN_US + _LU_ROW_US * rows))
        yield Work("ipiv_lower_small", least_us=columns * (0.023 if rows <= _LU_COLUMNS else 0.05))
        return
    left = columns // 2
    rest, right = rows - left, columns - left
    yield from _panels(matrix, rows, left)
    yield Work("kernel_trsm_l_mul32", least_us=left * _LOWER_MANY_US)
    yield Work(
        "gemm",
        read=itemsize * (rest * left + left * right + rest * right),
        written=itemsize * rest * right,
        flops=2.0 * rest * right * left,
        precision="fp64" if matrix.dtype in _DOUBLE else "fp32",
        shape=(rest, right, left),
    )
    yield from _panels(matrix, rest, right)


def _in_order_of_pivots(rows: int, sides: torch.Tensor) -> Iterator[Work]:
    """Yield what turns pivots into an order of rows, and brings the right sides into it."""
    size = float(size_of(sides))
    yield arange_work(rows, 4)
    yield Work("_elementwise_kernel", least_us=rows * _UNPACK_US)
    yield arange_work(rows, 4)
    yield Work("Memcpy DtoD (Device -> Device)", 8.0 * rows, 8.0 * rows)
    yield Work(SCATTER_GATHER, 16.0 * rows, 8.0 * rows, serial_us=0.8)
    yield _transposed(sides)
    yield Work(SCATTER_GATHER, size, size, serial_us=2.5)
    yield _transposed(sides)


@row("aten::linalg_inv_ex")
def inverse(call: Call) -> Iterator[Work] | None:
    """Solve for the unit matrix, up to 256 columns."""
    matrix = call.first
    return _inverse(matrix) if matrix.dim() == 2 and matrix.shape[0] <= _LU_COLUMNS else None


def _inverse(matrix: torch.Tensor) -> Iterator[Work]:
    rows = matrix.shape[0]
    yield one_kernel([], [matrix])
    yield Work("elementwise_kernel", written=4.0 * rows)
    yield _transposed(matrix)
    yield from _lu(matrix)
    yield from _in_order_of_pivots(rows, matrix)
    yield Work("kernel_trsm_l_mul32", least_us=rows * _LOWER_MANY_US)
    yield Work("kernel_trsm_l_mul32", least_us=rows * _UPPER_MANY_US)


@row("aten::linalg_qr")
def qr(call: Call) -> Iterator[Work] | None:
    """Panels of eight columns, each followed by the update of the rest; then Q from them."""
    matrix = call.first
    small = matrix.dim() == 2 and matrix.shape[1] <= matrix.shape[0] <= _QR_ROWS
    return _qr(matrix) if small and call["mode"] == "reduced" else None


def _qr(matrix: torch.Tensor) -> Iterator[Work]:
    columns = matrix.shape[1]
    yield _transposed(matrix)
    yield Work("vectorized_elementwise_kernel", written=4.0)
    yield Work("copy_info_kernel")
    yield Work("copy_info_kernel")
    for left in range(columns - _QR_PANEL, -_QR_PANEL, -_QR_PANEL):
        yield Work("geqr2_smem", least_us=_QR_PANEL_US)
        if left > 0:
            yield from _update(few=left <= _FEW_COLUMNS)
    yield _triangle(matrix, _TRIANGLE_FAR_RATE)
    yield from _named("vectorized_elementwise_kernel copy_info_kernel orgqr_step1_kernel", 1.0)
    yield from _named("gemmcn_skinny_kernel larft_T_64 batch_eye_kernel", 3.0)
    yield from _named("Kernel2 splitKreduce_kernel sm80_xmma_gemm Kernel2 splitKreduce_kernel", 2.0)
    yield Work("lacpy_kernel")


def _update(*, few: bool) -> Iterator[Work]:
    """Yield the block reflector of a panel and its three products; `few`: columns are left."""
    yield Work("larfb_set_v1_R_kernel", serial_us=0.3)
    yield Work("larft_vtv_32", serial_us=0.7)
    yield Work("larft_T_32", serial_us=2.0)
    if few:
        yield from _named("gemmSN_TN_kernel gemmSN_TN_kernel gemmSN_NN_kernel", 1.5)
    else:
        for _ in range(3):
            yield from _named("Kernel2", 2.7)
            yield from _named("splitKreduce_kernel", 1.1)
    yield Work("larfb_restore_v1_R_kernel", serial_us=0.3)


def _named(names: str, serial_us: float) -> Iterator[Work]:
    for name in names.split():
        yield Work(name, serial_us=serial_us)
