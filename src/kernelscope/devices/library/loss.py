"""Losses: one block for the negative log-likelihood; others are pointwise and a mean."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import kernel_over, one_kernel
from kernelscope.devices.library.reduction import reduced
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work
from kernelscope.hardware.constants import Constants

_C = Constants("library/loss")
_MEAN, _SUM = 1, 2  # PyTorch's numbers of the reductions


@row("aten::nll_loss_forward")
def nll(call: Call) -> Work:
    """One kernel: of one block, unless each row keeps its own loss."""
    data, rows = call.tensor("self"), call.tensor("target").numel()
    if call["reduction"] == 0 and data.dim() > 1:
        moved = float(rows * 32)
        return Work("nll_loss_forward_no_reduce_cuda_kernel", moved, float(rows * 4), least_us=0.8)
    step = _C.from_memory_us + (_C.from_l2_us - _C.from_memory_us) * call.in_l2
    return _over_rows("nll_loss_forward_reduce_cuda_kernel_2d", rows, data.dim(), step)


@row("aten::nll_loss_backward")
def nll_backward(call: Call) -> Iterator[Work]:
    """Fill the gradient with zeros; one kernel then stores an element a row."""
    data, rows = call.tensor("self"), call.tensor("target").numel()
    yield one_kernel([], call.results)
    if call["reduction"] == 0 and data.dim() > 1:
        moved = float(rows * 32)
        yield Work("nll_loss_backward_no_reduce_cuda_kernel", moved, moved, least_us=0.8)
    else:
        name = "nll_loss_backward_reduce_cuda_kernel_2d"
        yield _over_rows(name, rows, data.dim(), _C.backward_us)


@row("aten::nll_loss2d_forward")
def nll_of_pictures(call: Call) -> Iterator[Work]:
    """Launch a block a picture; the mean is another kernel, which divides by the weights' sum."""
    target = call.tensor("target")
    images = target.shape[0]
    pixels = target.numel() // max(images, 1)
    moved = float(target.numel() * 40)
    if call["reduction"] == 0:
        written = float(target.numel() * 4)
        yield Work("nll_loss2d_forward_no_reduce_kernel", moved, written)
        return
    yield kernel_over(1, 4.0)
    yield kernel_over(1, 4.0)
    blocks = max(math.ceil(pixels / _C.most) // _C.blocks_divided, 1)
    least = math.ceil(pixels / (blocks * _C.most)) * _C.pixel_us
    grid, block = (images * blocks, 1, 1), (_C.most, 1, 1)
    yield Work("nll_loss2d_forward_kernel", moved, 8.0, least_us=least, grid=grid, block=block)
    if call["reduction"] == _MEAN:
        yield Work("nll_loss2d_forward_size_average_kernel", 8.0, 4.0)


@row("aten::nll_loss2d_backward")
def nll_of_pictures_backward(call: Call) -> Iterator[Work]:
    """Fill the gradient with zeros; one kernel then stores an element a pixel."""
    yield one_kernel([], call.results)
    moved = float(call.tensor("target").numel() * 40)
    yield Work("nll_loss2d_backward_kernel", moved, moved)


def _over_rows(name: str, rows: int, dimensions: int, step_us: float) -> Work:
    if dimensions == 1:
        return Work(name.replace("2d", "1d"), 12.0, 8.0, least_us=step_us, block=(1, 1, 1))
    threads = 1 << round(math.log2(max(rows / _C.rows_per_thread, 1)))
    threads = min(max(threads, _C.fewest), _C.most)
    steps = math.ceil(rows / threads)
    return Work(
        name,
        rows * 40.0,  # a label, and the sector of the element that it points to
        8.0,
        least_us=steps * step_us,
        waits=True,
        grid=(1, 1, 1),
        block=(threads, 1, 1),
    )


@row(
    "aten::mse_loss", "aten::smooth_l1_loss", "aten::huber_loss", "aten::binary_cross_entropy",
    "aten::soft_margin_loss",
)  # fmt: skip
def pointwise_loss(call: Call) -> Iterator[Work]:
    """One kernel for each element's loss, and then their mean or sum."""
    data = call.first
    kept = call["reduction"] not in (_MEAN, _SUM)
    yield one_kernel(call.read, call.results if kept else [data])
    if not kept:
        name = "mean" if call["reduction"] == _MEAN else "sum"
        yield from reduced(call, data, list(range(data.dim())), name, near=True)


@row("aten::mse_loss_backward", "aten::smooth_l1_loss_backward", "aten::huber_loss_backward")
def pointwise_loss_backward(call: Call) -> Iterator[Work]:
    """Fill the gradient with zeros, and write it in one kernel that reads a single number too."""
    yield one_kernel([], call.results)
    yield one_kernel([t.expand(call.results[0].shape) for t in call.read], call.results)


@row("aten::log_sigmoid_forward")
def log_sigmoid(call: Call) -> Work:
    """One pointwise kernel; the buffer of the CPU's has no elements here."""
    data = call.first
    work = kernel_over(data.numel(), float(size_of(data)))
    return Work(work.name, work.read, work.read, grid=work.grid, block=work.block)


@row("aten::log_sigmoid_backward", "aten::binary_cross_entropy_backward")
def one_kernel_backward(call: Call) -> Work:
    """One pointwise kernel."""
    return one_kernel([t for t in call.read if t.numel()], call.results)
