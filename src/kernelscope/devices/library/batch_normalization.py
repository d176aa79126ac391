"""Batch norm: cuDNN's kernels for fp32 pictures, PyTorch's own for all else."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import kernel_over
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work

_THREADS, _THREADS_PER_SM = 512, 2048
# cuDNN has a block for each channel. Elements a microsecond of one: 100,352 take 58.7 us forward
# and 160 backward; 784, which a block keeps in its registers, 8.1 and 7.9.
# Backward reads all twice, the second time from L2 if it is there: 96 channels of 38,400 in 47.4.
_CUDNN_RATE, _CUDNN_BACKWARD_RATE, _CUDNN_US = 1950.0, 650.0, 5.5
_CUDNN_BACKWARD_L2_RATE, _L2_SHARE = 950.0, 0.9
_KEPT_IN_REGISTERS, _KEPT_RATE = 16384, 3500.0  # 12,544 backward in 10.0 us
_INFERENCE_RATE = 320e3  # 6.4 million elements in 21.5 us
# PyTorch's own: the mean and variance of a channel in a block, a thread an element at a time, each
# of which waits for a division: 224 steps take 98.5 us in fp16; a few 5.2 and, in two waves, 15.4.
_STEP_US, _BLOCK_US = 0.43, 4.0
# The blocks that scale: 2.5 us a wave whose data is in L2 (2,048 blocks of 512 in 12.2 us, 8,192 of
# 64 in 6.5), 4.4 from the memory (19.2).
_WAVE_US, _WAVE_FROM_MEMORY_US = 2.5, 4.4
# Channels side by side: 4,096 x 512 in 8.7 us, of which the blocks of a channel wait 4.5.
_CHANNELS_LAST_US = 4.5
# 16 rows at once, 256 for a block; blocks share the rows if there are 8 of them. One block goes
# over 1,000 rows in 14 us.
_ROWS_AT_ONCE, _ROWS_OF_BLOCK, _FEWEST_SHARES, _CHANNELS_ROW_US = 16, 256, 8, 0.2
_TRANSFORM_LAST_US = 1.2
_BACKWARD_PASSES = 2.0  # PyTorch's own backward was not measured: two passes like the forward's one


@row(
    "aten::native_batch_norm", "aten::_native_batch_norm_legit", "aten::cudnn_batch_norm",
    "aten::_batch_norm_with_update", "aten::_batch_norm_no_update",
    "aten::_native_batch_norm_legit_no_training",
)  # fmt: skip
def batch_norm(call: Call) -> Iterator[Work]:
    """One kernel of cuDNN; or statistics, their update, and x * a + b."""
    data = call.first
    training = bool(call["training"]) if call.has("training") else "no_" not in call.name
    if _takes_cudnn(call, data):
        yield _forward_of_cudnn(call, data, training)
    elif not training:
        yield from _inference(call, data)
    elif _channels_last(data):
        yield from _channels_side_by_side(call, data)
    else:
        yield _statistics(call, data, 1.0)
        yield _update(call, data)
        yield _scaled(call, data, near=True)


def _optional(call: Call, *names: str) -> Any:
    return next((call[name] for name in names if call.has(name)), None)


def _takes_cudnn(call: Call, data: torch.Tensor) -> bool:
    """Return whether PyTorch asks cuDNN: pictures with fp32 weights, but not in bf16."""
    weight = call["weight"]
    return (
        weight is not None
        and weight.dtype == torch.float32
        and data.dtype in (torch.float32, torch.float16)
        and data.dim() >= 3
    )


def _sizes(data: torch.Tensor) -> tuple[int, int, int]:
    """Return (images, channels, elements of a picture)."""
    channels = data.shape[1]
    images = data.shape[0]
    return images, channels, data.numel() // max(images * channels, 1)


def _channels_last(data: torch.Tensor) -> bool:
    return data.stride(1) == 1 and data.shape[1] > 1


def _forward_of_cudnn(call: Call, data: torch.Tensor, training: bool) -> Work:
    images, channels, picture = _sizes(data)
    size = float(size_of(data))
    if not training:
        return Work(
            "bn_fw_inf_1C11_kernel_NCHW",
            size,
            size,
            least_us=data.numel() / _INFERENCE_RATE,
            grid=(channels, images, 1),
            block=(_THREADS, 1, 1),
        )
    kept = images * picture <= _KEPT_IN_REGISTERS
    name = "bn_fw_tr_1C11_singleread" if kept else "bn_fw_tr_1C11_kernel_NCHW"
    return _a_block_a_channel(call, name, data, size, math.inf if kept else _CUDNN_RATE)


def _a_block_a_channel(call: Call, name: str, data: torch.Tensor, read: float, rate: float) -> Work:
    images, channels, picture = _sizes(data)
    waves = math.ceil(channels * _THREADS / (call.spec.sms * _THREADS_PER_SM))
    return Work(
        name,
        read,
        float(size_of(data)),
        least_us=waves * images * picture / rate,
        serial_us=_CUDNN_US,
        grid=(channels, 1, 1),
        block=(_THREADS, 1, 1),
    )


def _inference(call: Call, data: torch.Tensor) -> Iterator[Work]:
    variance = _optional(call, "running_var")
    channels = data.shape[1]
    if variance is not None and variance.dtype != torch.float32:
        yield Work("unrolled_elementwise_kernel", 2.0 * channels, 4.0 * channels)
    yield kernel_over(channels, 8.0 * channels)
    yield _scaled(call, data, near=False)


def _statistics(call: Call, data: torch.Tensor, passes: float) -> Work:
    """Return the kernel of a block a channel, its threads shared by a picture and the images."""
    images, channels, picture = _sizes(data)
    along = _threads_for(picture)
    across = max(_THREADS // along, 1)
    steps = math.ceil(picture / along) * math.ceil(images / across)
    waves = math.ceil(channels * along * across / (call.spec.sms * _THREADS_PER_SM))
    return Work(
        "batch_norm_collect_statistics_kernel",
        size_of(data) * passes,
        8.0 * channels,
        least_us=waves * (steps * _STEP_US + _BLOCK_US) * passes,
        grid=(channels, 1, 1),
        block=(along, across, 1),
    )


def _threads_for(count: int) -> int:
    return next((size for size in (32, 64, 128, 256) if count <= size), _THREADS)


def _update(call: Call, data: torch.Tensor) -> Work:
    """Return the kernel that turns variances into factors, and updates the running ones."""
    channels = data.shape[1]
    work = kernel_over(channels, 8.0 * channels)
    if _optional(call, "running_mean") is None:
        return work
    return Work(
        "unrolled_elementwise_kernel_for_multi_outputs",
        16.0 * channels,
        16.0 * channels,
        grid=work.grid,
        block=work.block,
    )


def _scaled(call: Call, data: torch.Tensor, *, near: bool) -> Work:
    images, channels, picture = _sizes(data)
    size = float(size_of(data))
    along = max(_threads_for(picture // 4), min(_threads_for(picture), 64))
    rows = max(64 // along, 1)
    blocks = max(min(256 * 1024 // channels, math.ceil(images / rows)), 1)
    resident = call.spec.sms * min(_THREADS_PER_SM // (along * rows), 32)
    waves = channels * blocks / resident
    return Work(
        "batch_norm_transform_input_kernel",
        size,
        size,
        least_us=max(waves, 1.0) * (_WAVE_US if near else _WAVE_FROM_MEMORY_US),
        near=size if near else 0.0,
        grid=(channels, blocks, 1),
        block=(along, rows, 1),
    )


def _channels_side_by_side(call: Call, data: torch.Tensor) -> Iterator[Work]:
    size = float(size_of(data))
    channels = data.shape[1]
    rows = data.numel() // max(channels, 1)
    shares = math.ceil(rows / _ROWS_OF_BLOCK)
    if shares < _FEWEST_SHARES:
        shares = 1
    else:
        yield kernel_over(channels, 4.0)  # the counters of the blocks that share channels
    yield Work(
        "batch_norm_collect_statistics_channels_last_kernel",
        size,
        8.0 * channels,
        least_us=math.ceil(rows / shares / _ROWS_AT_ONCE) * _CHANNELS_ROW_US,
        serial_us=_CHANNELS_LAST_US if shares > 1 else 0.0,
    )
    yield _update(call, data)
    yield Work(
        "batch_norm_transform_input_channels_last_kernel",
        *(size, size),
        near=size,
        serial_us=_TRANSFORM_LAST_US,
    )


@row(
    "aten::native_batch_norm_backward", "aten::cudnn_batch_norm_backward",
    "aten::batch_norm_backward",
)  # fmt: skip
def batch_norm_backward(call: Call) -> Work:
    """One kernel, of cuDNN or PyTorch's own, a block a channel."""
    data = call.tensor("input")
    if not _takes_cudnn(call, data):
        work = _statistics(call, data, _BACKWARD_PASSES)
        return Work(
            "batch_norm_backward_kernel",
            2.0 * size_of(data),
            float(size_of(data)),
            least_us=work.least_us,
            grid=work.grid,
            block=work.block,
        )
    images, _, picture = _sizes(data)
    kept = images * picture <= _KEPT_IN_REGISTERS
    name = "bn_bw_1C11_singleread" if kept else "bn_bw_1C11_kernel_new"
    read = 2.0 * size_of(data)
    rate = (
        _CUDNN_BACKWARD_RATE if read > _L2_SHARE * call.spec.l2_bytes else _CUDNN_BACKWARD_L2_RATE
    )
    rate = _KEPT_RATE if kept else rate
    return _a_block_a_channel(call, name, data, read, rate)
