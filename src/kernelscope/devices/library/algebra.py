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
from kernelscope.hardware.constants import Constants

_C = Constants("library/algebra")


_DOUBLE = (torch.float64, torch.complex128)


@row("aten::triu", "aten::tril")
def triangle(call: Call) -> Work:
    """One kernel, an offset an element."""
    return _triangle(call.first, _C.triangle_rate)


def _triangle(matrix: torch.Tensor, rate: float) -> Work:
    size, count = float(size_of(matrix)), matrix.numel()
    return Work("triu_tril_kernel", size, size, least_us=count / rate, block=(128, 1, 1))


def _transposed(matrix: torch.Tensor) -> Work:
    size = float(size_of(matrix))
    return Work("elementwise_kernel", size, size, least_us=matrix.numel() / _C.far_rate)


@row("aten::linalg_cholesky_ex")
def cholesky(call: Call) -> Iterator[Work] | None:
    """Copy the matrix by columns, factorise it in one kernel, and clear the other triangle."""
    return _cholesky(call.first) if call.first.dim() == 2 else None


def _cholesky(matrix: torch.Tensor) -> Iterator[Work]:
    yield _transposed(matrix)
    yield Work("xxtrf4_set_info_ker")
    yield MEMSET
    yield MEMSET
    panels = matrix.shape[0] / _C.cholesky_panel
    yield Work("kernel", least_us=panels * _C.cholesky_panel_us)
    yield _triangle(matrix, _C.triangle_far_rate)


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
    yield Work("trsm_ln_kernel", least_us=rows * _C.lower_us)
    yield Work("dtrsv_init_up")
    yield Work("trsm_ln_up_kernel", least_us=rows * _C.upper_us)


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
    if columns <= _C.lu_columns or rows <= _C.lu_rows:
        yield Work("getrf_pivot", least_us=columns * (_C.lu_column_us + _C.lu_row_us * rows))
        yield Work(
            "ipiv_lower_small", least_us=columns * (0.023 if rows <= _C.lu_columns else 0.05)
        )
        return
    left = columns // 2
    below, right = rows - left, columns - left
    yield from _panels(matrix, rows, left)
    yield Work("kernel_trsm_l_mul32", least_us=left * _C.lower_many_us)
    yield Work(
        "gemm",
        read=itemsize * (below * left + left * right + below * right),
        written=itemsize * below * right,
        flops=2.0 * below * right * left,
        precision="fp64" if matrix.dtype in _DOUBLE else "fp32",
        shape=(below, right, left),
    )
    yield from _panels(matrix, below, right)


def _in_order_of_pivots(rows: int, sides: torch.Tensor) -> Iterator[Work]:
    """Yield what turns pivots into an order of rows, and brings the right sides into it."""
    size = float(size_of(sides))
    yield arange_work(rows, 4)
    yield Work("_elementwise_kernel", least_us=rows * _C.unpack_us)
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
    return _inverse(matrix) if matrix.dim() == 2 and matrix.shape[0] <= _C.lu_columns else None


def _inverse(matrix: torch.Tensor) -> Iterator[Work]:
    rows = matrix.shape[0]
    yield one_kernel([], [matrix])
    yield Work("elementwise_kernel", written=4.0 * rows)
    yield _transposed(matrix)
    yield from _lu(matrix)
    yield from _in_order_of_pivots(rows, matrix)
    yield Work("kernel_trsm_l_mul32", least_us=rows * _C.lower_many_us)
    yield Work("kernel_trsm_l_mul32", least_us=rows * _C.upper_many_us)


@row("aten::linalg_qr")
def qr(call: Call) -> Iterator[Work] | None:
    """Panels of eight columns, each followed by the update of the rest; then Q from them."""
    matrix = call.first
    small = matrix.dim() == 2 and matrix.shape[1] <= matrix.shape[0] <= _C.qr_rows
    return _qr(matrix) if small and call["mode"] == "reduced" else None


def _qr(matrix: torch.Tensor) -> Iterator[Work]:
    columns = matrix.shape[1]
    yield _transposed(matrix)
    yield Work("vectorized_elementwise_kernel", written=4.0)
    yield Work("copy_info_kernel")
    yield Work("copy_info_kernel")
    for left in range(columns - _C.qr_panel, -_C.qr_panel, -_C.qr_panel):
        yield Work("geqr2_smem", least_us=_C.qr_panel_us)
        if left > 0:
            yield from _update(few=left <= _C.few_columns)
    yield _triangle(matrix, _C.triangle_far_rate)
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
