"""Pointwise operators and copies: one kernel of PyTorch's TensorIterator."""

from __future__ import annotations

import math

import torch

from kernelscope.devices.library.call import Call
from kernelscope.devices.library.table import row
from kernelscope.devices.library.tensors import distinct_bytes
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/pointwise")


_SECTOR = 32


@row("aten::add")
def pointwise(call: Call) -> Work:
    """One kernel over the elements of the result, whatever is computed for each."""
    rate = _C.group("rates").get(call.name.removesuffix("_"), _C.rate)
    if call.name.startswith("pow") and _is_small_power(call["exponent"]):
        rate = _C.rate
    return one_kernel(call.read, call.written, rate, masked=call.name == "where")


def _is_small_power(exponent: object) -> bool:
    """Return whether `pow` multiplies or takes a root instead of calling the function."""
    return isinstance(exponent, (int, float)) and exponent in (-2, -1, -0.5, 0, 0.5, 1, 2, 3)


def one_kernel(
    read: list[torch.Tensor],
    written: list[torch.Tensor],
    rate: float = _C.rate,
    *,
    masked: bool = False,
) -> Work:
    """Return the kernel that TensorIterator launches for these operands.

    Contiguous ones are read four elements at a time. Others cost an offset an element, and those
    that are not contiguous along the result's fastest dimension a sector an element.

    masked: whether an operand of bool is a mask, and not a number that is converted.
    """
    result = max(written or read, key=lambda tensor: tensor.numel())
    # A number on the host is an argument of the kernel, one on the GPU a broadcast operand.
    on_gpu = [t for t in read if t.dim() or t.numel() != 1 or t.is_cuda]
    count = result.numel()
    bytes_read = float(sum(map(touched_bytes, read)))
    bytes_written = float(sum(map(touched_bytes, written)))
    if all(t.shape == result.shape and t.stride() == result.stride() for t in on_gpu) and (
        is_dense(result)
    ):
        types = {t.dtype for t in on_gpu if not (masked and t.dtype == torch.bool)}
        if len(types | {result.dtype} - {torch.bool}) > 1:
            name, rate = "unrolled_elementwise_kernel", _C.cast_rate
        else:
            name = "vectorized_elementwise_kernel"
        blocks = math.ceil(count / 1024)
        return Work(
            name, bytes_read, bytes_written, least_us=count / rate, **along(blocks, _C.threads)
        )
    rate = _C.offset_rate
    if any(is_far(t, result) for t in (*on_gpu, *written)):
        rate = min(_C.sector_rate * (1 + _C.few_far / _fastest_size(result)), rate)
    at_once = 512 if result.element_size() <= 2 else 256
    return Work(
        "elementwise_kernel",
        bytes_read,
        bytes_written,
        least_us=count / rate,
        **along(math.ceil(count / at_once), _C.threads),
    )


def _fastest_size(tensor: torch.Tensor) -> int:
    """Return the size of the dimension whose neighbours lie closest together."""
    sizes = zip(tensor.stride(), tensor.shape, strict=True)
    return min(((stride or math.inf, n) for stride, n in sizes if n > 1), default=(1, 1))[1]


@row("aten::glu")
def glu(call: Call) -> Work:
    """One kernel on the halves of its operand, an offset each: 2.6 million results in 15.9 us."""
    count = call.written[0].numel()
    return Work(
        "elementwise_kernel", call.bytes_read, call.bytes_written, least_us=count / _C.glu_rate
    )


def kernel_over(count: int, moved: float) -> Work:
    """Return a pointwise kernel over `count` elements that moves so many bytes."""
    grid = (math.ceil(count / 1024), 1, 1)
    return Work("vectorized_elementwise_kernel", moved, 0.0, grid=grid, block=(_C.threads, 1, 1))


def is_dense(tensor: torch.Tensor) -> bool:
    """Return whether a tensor's elements fill one range of memory, in whatever order."""
    wanted = 1
    for stride, size in sorted(zip(tensor.stride(), tensor.shape, strict=True)):
        if size == 1:
            continue
        if stride != wanted:
            return False
        wanted *= size
    return True


def is_far(tensor: torch.Tensor, result: torch.Tensor) -> bool:
    """Return whether neighbours along the result's fastest dimension lie a sector apart or more."""
    if tensor.dim() < result.dim():
        tensor = tensor.expand(result.shape)
    sizes = [place for place, size in enumerate(result.shape) if size > 1]
    if not sizes or tensor.dim() != result.dim():
        return False
    fastest = min(sizes, key=lambda place: (result.stride()[place] or math.inf, -place))
    return abs(tensor.stride()[fastest]) * tensor.element_size() >= _SECTOR


def touched_bytes(tensor: torch.Tensor) -> int:
    """Return the bytes of the sectors that hold a tensor's elements: every other fp32: all."""
    steps = [s for n, s in zip(tensor.shape, tensor.stride(), strict=True) if n > 1 and s]
    gap = min(min(steps, default=1), _SECTOR // tensor.element_size()) or 1
    return distinct_bytes(tensor) * gap
