"""Fourier transforms: cuFFT, one kernel for a dimension of up to 32,768, else two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work
from kernelscope.hardware.constants import Constants

_C = Constants("library/transforms")


@row("aten::_fft_c2c", "aten::_fft_r2c", "aten::_fft_c2r")
def fourier(call: Call) -> Iterator[Work] | None:
    """Launch the transforms of each dimension, the last first, and a product if it is scaled."""
    data = call.first
    dimensions = [d % data.dim() for d in cast("list[int]", call["dim"])]
    complex_side = max((call.results[0], data), key=lambda tensor: tensor.is_complex())
    real_side = data if not data.is_complex() else call.results[0]
    lengths = [max(data.shape[d], real_side.shape[d]) for d in dimensions]
    if any(_largest_factor(length) > _C.largest_factor for length in lengths):
        return None
    return _transforms(call, data, complex_side, list(zip(dimensions, lengths, strict=True)))


def _transforms(
    call: Call, data: torch.Tensor, spectrum: torch.Tensor, along: list[tuple[int, int]]
) -> Iterator[Work]:
    size = float(size_of(spectrum))
    out = call.results[0]
    for place, (dimension, length) in enumerate(reversed(along)):
        read = float(size_of(data)) if place == 0 else size
        written = float(size_of(out)) if place == len(along) - 1 else size
        near = read if place else 0.0
        if length > _C.longest_in_block:
            for step in range(2):
                near = size if step else near
                yield _kernel("regular_fft_factor", read, written, near)
        elif dimension == data.dim() - 1:
            name = "vector_fft"
            if not call.name.endswith("c2c"):
                name += call.name[-4:]
            yield Work(name, read, written, serial_us=_C.stages_us, near=near)
        else:
            yield _kernel("regular_fft", read, written, near)
    if call["normalization"]:
        yield one_kernel([out], [out])


def _kernel(name: str, read: float, written: float, near: float) -> Work:
    return Work(name, read, written, serial_us=_C.few_blocks_us, near=near)


def _largest_factor(number: int) -> int:
    factor, largest = 2, 1
    while factor * factor <= number:
        while number % factor == 0:
            number, largest = number // factor, factor
        factor += 1
    return max(largest, number)
