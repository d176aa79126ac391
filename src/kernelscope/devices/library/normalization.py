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
from kernelscope.devices.library.work import Work
from kernelscope.hardware.rowwise import share_of_copy

_VECTOR, _THREADS, _BLOCKS_PER_SM = 4, 128, 16
# A block of 128 threads goes over its row four elements a thread: each step of the mean and the
# variance takes 1.1 us behind the one before (64 rows of 20,000 fp32, 40 steps: 46 us, bf16 39), of
# the mean square 0.75, backward (two passes) 0.62: 32 rows of 8,192, 16 steps, 11.3.
_STEP_US, _STEP_RMS_US, _STEP_HALF, _STEP_BACKWARD_US = 1.1, 0.75, 0.85, 0.62
# Means and variances of rows that are no multiple of four: 128 rows of 50 take 3.3 us; 8.4 million
# elements 22.9 in fp32 and 20.4 in fp16.
# A block goes over a row 512 elements at a time: 144 rows of 12,800 take 14.7 us.
_MOMENTS_US, _MOMENTS_RATE, _MOMENTS_THREADS, _MOMENTS_STEP_US = 2.1, 480e3, 512, 0.45
# With all SMs full a row takes an SM this long: 20,000 rows of 256 fp32 37.8 us, 60,000 of 96 96.4,
# 2,112 of 1,024 11.7; 20,000 of 256 bf16 28.4. Without a mean less.
_ROW_US, _ROW_HALF_US, _ROW_BYTE_US, _ROW_RMS = 0.16, 0.13, 0.07e-3, 0.6
# The gradients of weight and bias: a block for 32 columns goes over all rows, 256 at a time: 2,048
# rows of 512 bf16 take 7.9 us, 8,192 27.5, 20,000 of 256 64.3. What is not in L2 any more takes
# longer: 8,192 rows of 512 fp32 40.0. More blocks share L2: 1,000 rows of 4,096 bf16 take 7.5.
_COLUMNS, _FEW_ROWS, _ROWS_AT_ONCE = 32, 64, 256
_GRADIENT_US, _AT_ONCE_US, _FAR, _L2_BYTES_US, _RMS_PART = 0.6, 0.72, 1.5, 6.5e6, 0.82
_L2_SHARE = 0.95
_FEW_ROWS_US = 1.4  # 32 rows of 8,192: 2.6 us, a warp for 32 columns
# Group norm, elements a microsecond: 8.4 million, x * a + b in 25.3 us, and the gradient, of four
# operands more, in 33. The sums for the gradients in 32.6, 67 MB and their write-back.
_SCALE_RATE, _SCALE_BACKWARD_RATE, _SUMS_SHARE = 345e3, 262e3, 0.75
_GROUP_GRADIENTS_US = 0.3  # an image, whose sums a thread adds: 16 take 6.0 us


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
    if width % _VECTOR or itemsize > 4:
        return _in_two(call, rows)
    rms = kind == "rms_norm"
    share = share_of_copy("rms_norm" if rms else "layer_norm", width, itemsize)
    if rows <= call.spec.sms * _BLOCKS_PER_SM:  # all rows at once wait for the same steps
        share = 1.0
    step_us = (_STEP_RMS_US if rms else _STEP_US) * (_STEP_HALF if itemsize <= 2 else 1)
    row_us = (_ROW_HALF_US if itemsize <= 2 else _ROW_US) + _ROW_BYTE_US * width * itemsize
    return Work(
        "vectorized_layer_norm_kernel",
        call.bytes_read,
        call.bytes_written,
        share=share,
        least_us=max(rows / call.spec.sms - 1, 0) * row_us * (_ROW_RMS if rms else 1.0),
        serial_us=_steps(width) * step_us,
        grid=(rows, 1, 1),
        block=(32, _THREADS // 32, 1),
    )


def _steps(width: int) -> int:
    return math.ceil(width / (_THREADS * _VECTOR))


def _in_two(call: Call, rows: int) -> Iterator[Work]:
    size = float(size_of(call.first))
    yield moments(call.first, rows)
    yield Work(
        "LayerNormForwardCUDAKernel",
        size,
        float(size_of(call.results[0])),
        near=size,
        grid=(rows, 1, 1),
        block=(256, 1, 1),
    )


def moments(data: torch.Tensor, rows: int) -> Work:
    """Return the kernel that finds mean and variance of rows, a block of 512 each."""
    steps = math.ceil(data.numel() / max(rows, 1) / _MOMENTS_THREADS)
    return Work(
        "RowwiseMomentsCUDAKernel",
        float(size_of(data)),
        8.0 * rows,
        least_us=max(data.numel() / _MOMENTS_RATE, steps * _MOMENTS_STEP_US),
        serial_us=_MOMENTS_US,
        grid=(rows, 1, 1),
        block=(512, 1, 1),
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
        vector = "_vectorized" if width % _VECTOR == 0 else ""
        yield Work(
            f"layer_norm_grad_input_kernel{vector}",
            read,
            float(size_of(data)),
            serial_us=_steps(width) * _STEP_BACKWARD_US,
            grid=(rows, 1, 1),
            block=(_THREADS, 1, 1),
        )
    if any(wanted[1:]):
        near = read if wanted[0] else 0.0
        in_l2 = 1.5 * near < _L2_SHARE * call.spec.l2_bytes
        yield _of_weights(read, rows, width, "rms" in call.name, near if in_l2 else 0.0)


def _of_weights(read: float, rows: int, width: int, rms: bool, near: float) -> Work:
    name = "GammaBetaBackwardCUDAKernelTemplate"
    written = 4.0 * width * (1 if rms else 2)
    if rows < _FEW_ROWS:
        blocks, block, least = math.ceil(width / _COLUMNS), (_COLUMNS, 1, 1), _FEW_ROWS_US
    else:
        blocks, block = math.ceil(width / _COLUMNS), (_COLUMNS, 32, 1)
        step = _AT_ONCE_US if near else _AT_ONCE_US * _FAR
        least = math.ceil(rows / _ROWS_AT_ONCE) * step + read / _L2_BYTES_US + _GRADIENT_US
        least *= _RMS_PART if rms else 1
    return Work(name, read, written, least_us=least, near=near, grid=(blocks, 1, 1), block=block)


@row("aten::native_group_norm")
def group_norm(call: Call) -> Iterator[Work]:
    """Find the moments of each group, make of them a and b of each channel, and x * a + b."""
    data = call.tensor("input")
    images, channels, groups = (int(call[name]) for name in ("N", "C", "group"))
    yield moments(data, images * groups)
    fused = kernel_over(images * channels, 16.0 * images * channels)
    yield replace(fused, name="ComputeFusedParamsCUDAKernel")
    yield _scaled(data, 1, _SCALE_RATE)


def _scaled(data: torch.Tensor, operands: int, rate: float) -> Work:
    size = float(size_of(data))
    at_once = 512 if data.element_size() <= 2 else 256
    return Work(
        "elementwise_kernel",
        size * operands,
        size,
        least_us=data.numel() / rate,
        near=size * operands,
        grid=(math.ceil(data.numel() / at_once), 1, 1),
        block=(128, 1, 1),
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
        share=_SUMS_SHARE,
        grid=(pairs, 1, 1),
        block=(512, 1, 1),
    )
    if wanted[0]:
        yield replace(kernel_over(pairs, 12.0 * pairs), name="elementwise_kernel")
        yield Work(
            "ComputeBackwardFusedParamsCUDAKernel", 8.0 * pairs, 8.0 * images * groups,
            serial_us=0.8, grid=(images, groups, 1), block=(32, 1, 1),
        )  # fmt: skip
        yield _scaled(data, 2, _SCALE_BACKWARD_RATE)
    if any(wanted[1:]):
        kind = "1" if images <= 128 else "2"
        yield Work(
            f"GammaBetaBackwardCUDAKernel{kind}",
            8.0 * pairs,
            8.0 * channels,
            least_us=min(images, 128) * _GROUP_GRADIENTS_US,
            grid=(math.ceil(channels / 256), 1, 1),
            block=(256, 1, 1),
        )
