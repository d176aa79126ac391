"""Pooling and interpolation: index arithmetic for each element, not bytes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import cast

from kernelscope.devices.library.call import Call
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work

# Microseconds for a million elements on an H200: the offsets of a result, and each place of its
# window. 6.4 million maxima of 3 x 3 take 104 us in fp32 and 107 in fp16, means of 2 x 2 80.
_RESULT_US, _PLACE_US = 9.4, 0.74
# Backward goes over the input: 6.4 million elements in 75.7 us, each in 2.25 windows.
_BACKWARD_US = 11.6
_NEAREST_US = 3.15  # 12.8 million results in 41.6 us
# A thread makes one pixel of each image and channel in turn: 1,024 of them take 409 us.
_PIXEL_US = 0.4
_MILLION = 1e6


@row("aten::max_pool2d_with_indices")
def max_pool(call: Call) -> Work:
    """One kernel, a thread a result."""
    return _pool(call, "max_pool_forward_nchw", 256)


@row("aten::avg_pool2d")
def avg_pool(call: Call) -> Work:
    """One kernel, a thread a result."""
    return _pool(call, "avg_pool2d_out_cuda_frame", 1024)


def _pool(call: Call, name: str, threads: int) -> Work:
    count = call.results[0].numel()
    sides = cast("list[int]", call["kernel_size"])
    window = math.prod(sides) if len(sides) > 1 else sides[0] ** 2
    return Work(
        name,
        call.bytes_read,
        call.bytes_written,
        least_us=count / _MILLION * (_RESULT_US + _PLACE_US * window),
        grid=(math.ceil(count / threads), 1, 1),
        block=(threads, 1, 1),
    )


@row("aten::max_pool2d_with_indices_backward")
def max_pool_backward(call: Call) -> Iterator[Work]:
    """Fill the gradient with zeros, then look through the windows of each element of the input."""
    out = call.results[0]
    yield one_kernel([], [out])
    images, channels, height, width = ((1,) * 4 + tuple(out.shape))[-4:]
    yield Work(
        "max_pool_backward_nchw",
        call.bytes_read,
        call.bytes_written,
        least_us=out.numel() / _MILLION * _BACKWARD_US,
        grid=(math.ceil(height * width / 256), images, channels),
        block=(256, 1, 1),
    )


@row("aten::upsample_nearest2d", "aten::_upsample_nearest_exact2d")
def nearest(call: Call) -> Work:
    """One kernel, an offset a result."""
    return Work(
        "upsample_nearest2d_out_frame",
        call.bytes_read,
        call.bytes_written,
        least_us=call.results[0].numel() / _MILLION * _NEAREST_US,
    )


@row("aten::upsample_bilinear2d")
def bilinear(call: Call) -> Work:
    """One kernel, a thread for each pixel, which goes over the images and channels."""
    images, channels, height, width = call.results[0].shape
    blocks = math.ceil(height * width / 1024)
    waves = math.ceil(blocks / (2 * call.spec.sms))
    return Work(
        "upsample_bilinear2d_out_frame",
        call.bytes_read,
        call.bytes_written,
        least_us=waves * images * channels * _PIXEL_US,
        grid=(blocks, 1, 1),
        block=(1024, 1, 1),
    )
