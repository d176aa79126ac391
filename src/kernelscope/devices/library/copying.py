"""Copies, fills and what moves whole tensors."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/copying")


@row(
    "aten::copy", "aten::clone", "aten::_to_copy", "aten::contiguous", "aten::alias_copy",
    "aten::lift_fresh_copy", "aten::repeat",
)  # fmt: skip
def copy(call: Call) -> Work:
    """Launch the driver's copy if layout and dtype stay, else a kernel of TensorIterator."""
    (target, *_) = call.written
    sources = [tensor for tensor in call.read if tensor is not target]
    source = call["src"] if call.has("src") else (sources or [target])[0]
    return copy_work(source, target)


def copy_work(source: torch.Tensor, target: torch.Tensor) -> Work:
    """Return the launch that copies one tensor into another of the same device."""
    size = size_of(target)
    if source.numel() and source.numel() == target.numel() and source.dtype == target.dtype:
        if source.is_contiguous() and target.is_contiguous():
            return Work("Memcpy DtoD (Device -> Device)", size, size)
        if source.shape == target.shape and source.stride() == target.stride():
            work = one_kernel([source], [target])
            if work.name.startswith("vectorized"):
                return Work("Memcpy DtoD (Device -> Device)", size, size)
            return work
    if source.dim() == target.dim() and source.shape != target.shape:  # repeat
        return one_kernel([source.view(-1)[:1].expand(1)], [target])
    work = one_kernel([source], [target])
    if source.dtype == torch.float32 and target.element_size() == _C.half_size:
        return replace(work, name="vectorized_elementwise_kernel", least_us=0.0)
    return work


@row(
    "aten::fill", "aten::zero", "aten::zeros", "aten::ones", "aten::full", "aten::zeros_like",
    "aten::ones_like", "aten::full_like", "aten::new_zeros", "aten::new_ones", "aten::new_full",
    "aten::eye", "aten::scalar_tensor",
)  # fmt: skip
def fill(call: Call) -> Work:
    """One kernel that only writes."""
    return one_kernel([], call.written)


@row("aten::arange", "aten::linspace", "aten::logspace", "aten::range")
def arange(call: Call) -> Work:
    """One kernel, a thread an element, in blocks of one or two warps."""
    return arange_work(call.written[0].numel(), call.written[0].element_size())


def arange_work(count: int, itemsize: int) -> Work:
    """Return the kernel that writes `count` numbers in sequence."""
    return Work(
        "elementwise_kernel_with_index",
        0.0,
        float(count * itemsize),
        least_us=count / _C.arange_rate,
        **along(math.ceil(count / 64), 64),
    )


@row("aten::cat", "aten::stack", "aten::hstack", "aten::vstack", "aten::_foreach_copy")
def cat(call: Call) -> Work:
    """One kernel for up to 128 tensors; without the vector form if they are not contiguous."""
    name = "CatArrayBatchedCopy"
    if all(tensor.is_contiguous() for tensor in call.read):
        name += "_vectorized"
    return Work(name, call.bytes_read, call.bytes_written, block=(128, 1, 1))


@row("aten::flip")
def flip(call: Call) -> Work:
    """One kernel that finds each element by an offset."""
    return _by_count("index_elementwise_kernel", call, _C.flip_rate)


@row("aten::roll")
def roll(call: Call) -> Work:
    """One kernel that divides each element's place by the sizes."""
    return _by_count("roll_cuda_kernel", call, _C.roll_rate)


@row(
    "aten::reflection_pad1d", "aten::reflection_pad2d", "aten::reflection_pad3d",
    "aten::replication_pad1d", "aten::replication_pad2d", "aten::replication_pad3d",
)  # fmt: skip
def pad(call: Call) -> Work:
    """One kernel, named after the operator."""
    return _by_count(f"{call.name}_out_kernel", call, _C.reflect_rate)


@row("aten::im2col")
def unfold(call: Call) -> Iterator[Work]:
    """One kernel a picture: PyTorch goes over the batch."""
    data, out = call.first, call.results[0]
    pictures = data.shape[0] if data.dim() == 4 else 1
    moved = float(size_of(data)) / pictures, float(size_of(out)) / pictures
    for _ in range(pictures):
        yield Work("im2col_kernel", *moved)


@row("aten::trace")
def trace(call: Call) -> Work:
    """Add up the diagonal, a sector an element, in one kernel."""
    count = min(call.first.shape)
    return Work("reduce_kernel", 32.0 * count, float(call.first.element_size()), serial_us=1.5)


@row("aten::repeat_interleave")
def repeat_interleave(call: Call) -> Work:
    """Copy a broadcast operand in one kernel."""
    return _by_count("elementwise_kernel", call, _C.repeat_rate)


def _by_count(name: str, call: Call, rate: float) -> Work:
    count = call.written[0].numel()
    return Work(
        name,
        call.bytes_read,
        call.bytes_written,
        least_us=count / rate,
        **along(math.ceil(count / 512), 128),
    )
