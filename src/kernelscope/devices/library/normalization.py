"""Layer, RMS and group norm, forward and backward."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import kernel_over
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.rowwise import share_of_copy

_C = Constants("library/normalization")


@row("aten::native_layer_norm", "aten::layer_norm")
def layer_norm(call: Call) -> Work | Iterator[Work]:
    """One kernel if a row is a multiple of four elements, else one for the moments before it."""
    return _forward(call, "layer_norm")


@row("aten::_fused_rms_norm", "aten::rms_norm", "aten::_fused_rms_norm_composite")
def rms_norm(call: Call) -> Work | Iterator[Work]:
    """Launch what layer norm does, without a mean."""
    return _forward(call, "rms_norm")


def _forward(call: Call, kind: str) -> Work | Iterator[Work]:
    data = call.first
    width = math.prod(cast("list[int]", call["normalized_shape"]))
    rows = data.numel() // max(width, 1)
    itemsize = data.element_size()
    if width % _C.vector or itemsize > 4:
        return _in_two(call, rows)
    rms = kind == "rms_norm"
    share = share_of_copy("rms_norm" if rms else "layer_norm", width, itemsize)
    if rows <= call.spec.sms * _C.blocks_per_sm:  # all rows at once wait for the same steps
        share = 1.0
    step_us = (_C.step_rms_us if rms else _C.step_us) * (_C.step_half if itemsize <= 2 else 1)
    row_us = (_C.row_half_us if itemsize <= 2 else _C.row_us) + _C.row_byte_us * width * itemsize
    return Work(
        "vectorized_layer_norm_kernel",
        call.bytes_read,
        call.bytes_written,
        share=share,
        least_us=max(rows / call.spec.sms - 1, 0) * row_us * (_C.row_rms if rms else 1.0),
        serial_us=_steps(width) * step_us,
        grid=(rows, 1, 1),
        block=(32, _C.threads // 32, 1),
    )


def _steps(width: int) -> int:
    return math.ceil(width / (_C.threads * _C.vector))


def _in_two(call: Call, rows: int) -> Iterator[Work]:
    size = float(size_of(call.first))
    yield moments(call.first, rows)
    yield Work(
        "LayerNormForwardCUDAKernel",
        size,
        float(size_of(call.results[0])),
        near=size,
        **along(rows, 256),
    )


def moments(data: torch.Tensor, rows: int) -> Work:
    """Return the kernel that finds mean and variance of rows, a block of 512 each."""
    steps = math.ceil(data.numel() / max(rows, 1) / _C.moments_threads)
    return Work(
        "RowwiseMomentsCUDAKernel",
        float(size_of(data)),
        8.0 * rows,
        least_us=max(data.numel() / _C.moments_rate, steps * _C.moments_step_us),
        serial_us=_C.moments_us,
        **along(rows, 512),
    )


@row("aten::native_layer_norm_backward", "aten::_fused_rms_norm_backward")
def layer_norm_backward(call: Call) -> Iterator[Work]:
    """Launch a kernel for the gradient of the input, and one for those of weight and bias."""
    gradient, data = call.tensor("grad_out"), call.tensor("input")
    wanted = cast("list[bool]", call["output_mask"])
    width = math.prod(cast("list[int]", call["normalized_shape"]))
    rows = data.numel() // max(width, 1)
    read = float(size_of(gradient) + size_of(data))
    if wanted[0]:
        vector = "_vectorized" if width % _C.vector == 0 else ""
        yield Work(
            f"layer_norm_grad_input_kernel{vector}",
            read,
            float(size_of(data)),
            serial_us=_steps(width) * _C.step_backward_us,
            **along(rows, _C.threads),
        )
    if any(wanted[1:]):
        near = read if wanted[0] else 0.0
        in_l2 = 1.5 * near < _C.l2_share * call.spec.l2_bytes
        yield _of_weights(read, rows, width, "rms" in call.name, near if in_l2 else 0.0)


def _of_weights(read: float, rows: int, width: int, rms: bool, near: float) -> Work:
    name = "GammaBetaBackwardCUDAKernelTemplate"
    written = 4.0 * width * (1 if rms else 2)
    if rows < _C.few_rows:
        blocks, block, least = math.ceil(width / _C.columns), (_C.columns, 1, 1), _C.few_rows_us
    else:
        blocks, block = math.ceil(width / _C.columns), (_C.columns, 32, 1)
        step = _C.at_once_us if near else _C.at_once_us * _C.far
        least = math.ceil(rows / _C.rows_at_once) * step + read / _C.l2_bytes_us + _C.gradient_us
        least *= _C.rms_part if rms else 1
    return Work(name, read, written, least_us=least, near=near, grid=(blocks, 1, 1), block=block)


@row("aten::native_group_norm")
def group_norm(call: Call) -> Iterator[Work]:
    """Find the moments of each group, make of them a and b of each channel, and x * a + b."""
    data = call.tensor("input")
    images, channels, groups = (int(call[name]) for name in ("N", "C", "group"))
    yield moments(data, images * groups)
    fused = kernel_over(images * channels, 16.0 * images * channels)
    yield replace(fused, name="ComputeFusedParamsCUDAKernel")
    yield _scaled(data, 1, _C.scale_rate)


def _scaled(data: torch.Tensor, operands: int, rate: float) -> Work:
    size = float(size_of(data))
    at_once = 512 if data.element_size() <= 2 else 256
    return Work(
        "elementwise_kernel",
        size * operands,
        size,
        least_us=data.numel() / rate,
        near=size * operands,
        **along(math.ceil(data.numel() / at_once), 128),
    )


@row("aten::native_group_norm_backward")
def group_norm_backward(call: Call) -> Iterator[Work]:
    """Add up what the gradients need, and launch one kernel for each of their steps."""
    data = call.tensor("input")
    images, channels, groups = (int(call[name]) for name in ("N", "C", "group"))
    wanted = cast("list[bool]", call["output_mask"])
    pairs = images * channels
    yield Work(
        "ComputeInternalGradientsCUDAKernel",
        2.0 * size_of(data),
        8.0 * pairs,
        share=_C.sums_share,
        **along(pairs, 512),
    )
    if wanted[0]:
        yield replace(kernel_over(pairs, 12.0 * pairs), name="elementwise_kernel")
        yield Work(
            "ComputeBackwardFusedParamsCUDAKernel",
            8.0 * pairs,
            8.0 * images * groups,
            serial_us=0.8,
            grid=(images, groups, 1),
            block=(32, 1, 1),
        )
        yield _scaled(data, 2, _C.scale_backward_rate)
    if any(wanted[1:]):
        version = "1" if images <= 128 else "2"
        yield Work(
            f"GammaBetaBackwardCUDAKernel{version}",
            8.0 * pairs,
            8.0 * channels,
            least_us=min(images, 128) * _C.group_gradients_us,
            **along(math.ceil(channels / 256), 256),
        )
