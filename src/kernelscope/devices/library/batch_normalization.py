"""Batch norm: cuDNN's kernels for fp32 pictures, PyTorch's own for all else."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import kernel_over
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/batch_normalization")


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
            least_us=data.numel() / _C.inference_rate,
            grid=(channels, images, 1),
            block=(_C.threads, 1, 1),
        )
    kept = images * picture <= _C.kept_in_registers
    name = "bn_fw_tr_1C11_singleread" if kept else "bn_fw_tr_1C11_kernel_NCHW"
    return _a_block_a_channel(call, name, data, size, math.inf if kept else _C.cudnn_rate)


def _a_block_a_channel(call: Call, name: str, data: torch.Tensor, read: float, rate: float) -> Work:
    images, channels, picture = _sizes(data)
    waves = math.ceil(channels * _C.threads / (call.spec.sms * _C.threads_per_sm))
    return Work(
        name,
        read,
        float(size_of(data)),
        least_us=waves * images * picture / rate,
        serial_us=_C.cudnn_us,
        **along(channels, _C.threads),
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
    across = max(_C.threads // along, 1)
    steps = math.ceil(picture / along) * math.ceil(images / across)
    waves = math.ceil(channels * along * across / (call.spec.sms * _C.threads_per_sm))
    return Work(
        "batch_norm_collect_statistics_kernel",
        size_of(data) * passes,
        8.0 * channels,
        least_us=waves * (steps * _C.step_us + _C.block_us) * passes,
        grid=(channels, 1, 1),
        block=(along, across, 1),
    )


def _threads_for(count: int) -> int:
    return next((size for size in (32, 64, 128, 256) if count <= size), _C.threads)


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
    resident = call.spec.sms * min(_C.threads_per_sm // (along * rows), 32)
    waves = channels * blocks / resident
    return Work(
        "batch_norm_transform_input_kernel",
        size,
        size,
        least_us=max(waves, 1.0) * (_C.wave_us if near else _C.wave_from_memory_us),
        near=size if near else 0.0,
        grid=(channels, blocks, 1),
        block=(along, rows, 1),
    )


def _channels_side_by_side(call: Call, data: torch.Tensor) -> Iterator[Work]:
    size = float(size_of(data))
    channels = data.shape[1]
    rows = data.numel() // max(channels, 1)
    shares = math.ceil(rows / _C.rows_of_block)
    if shares < _C.fewest_shares:
        shares = 1
    else:
        yield kernel_over(channels, 4.0)  # the counters of the blocks that share channels
    yield Work(
        "batch_norm_collect_statistics_channels_last_kernel",
        size,
        8.0 * channels,
        least_us=math.ceil(rows / shares / _C.rows_at_once) * _C.channels_row_us,
        serial_us=_C.channels_last_us if shares > 1 else 0.0,
    )
    yield _update(call, data)
    yield Work(
        "batch_norm_transform_input_channels_last_kernel",
        *(size, size),
        near=size,
        serial_us=_C.transform_last_us,
    )


@row(
    "aten::native_batch_norm_backward", "aten::cudnn_batch_norm_backward",
    "aten::batch_norm_backward",
)  # fmt: skip
def batch_norm_backward(call: Call) -> Work:
    """One kernel, of cuDNN or PyTorch's own, a block a channel."""
    data = call.tensor("input")
    if not _takes_cudnn(call, data):
        work = _statistics(call, data, _C.backward_passes)
        return Work(
            "batch_norm_backward_kernel",
            2.0 * size_of(data),
            float(size_of(data)),
            least_us=work.least_us,
            grid=work.grid,
            block=work.block,
        )
    images, _, picture = _sizes(data)
    kept = images * picture <= _C.kept_in_registers
    name = "bn_bw_1C11_singleread" if kept else "bn_bw_1C11_kernel_new"
    read = 2.0 * size_of(data)
    rate = (
        _C.cudnn_backward_rate
        if read > _C.l2_share * call.spec.l2_bytes
        else _C.cudnn_backward_l2_rate
    )
    rate = _C.kept_rate if kept else rate
    return _a_block_a_channel(call, name, data, read, rate)
