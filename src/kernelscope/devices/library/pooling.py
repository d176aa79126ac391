"""Pooling and interpolation: index arithmetic for each element, not bytes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import cast

from kernelscope.devices.library.call import Call
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/pooling")


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
        least_us=count / _MILLION * (_C.result_us + _C.place_us * window),
        **along(math.ceil(count / threads), threads),
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
        least_us=out.numel() / _MILLION * _C.backward_us,
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
        least_us=call.results[0].numel() / _MILLION * _C.nearest_us,
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
        least_us=waves * images * channels * _C.pixel_us,
        **along(blocks, 1024),
    )
