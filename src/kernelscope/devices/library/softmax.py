"""Softmax and its logarithm: a warp a row, a block a row, or a thread for each column."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import torch

from kernelscope.devices.library.call import Call, rows_of, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/softmax")


_WARP, _THREADS_PER_SM, _LONGEST_BLOCK = 32, 2048, 1024


@row("aten::_softmax", "aten::_log_softmax", "aten::softmax", "aten::log_softmax")
def softmax(call: Call) -> Work:
    """One kernel, by the length of the rows and their distance."""
    return softmax_work(call, call.first, call.results[0], int(call["dim"]))


def softmax_work(call: Call, data: torch.Tensor, out: torch.Tensor, dimension: int) -> Work:
    """Return the kernel of the forward pass."""
    return _work(call, [data], out, dimension, backward=False, log="log" in call.name)


@row("aten::_softmax_backward_data", "aten::_log_softmax_backward_data")
def softmax_backward(call: Call) -> Iterator[Work]:
    """One kernel; the softmax multiplies its gradient by its result before it."""
    gradient, output = call.tensor("grad_output"), call.tensor("output")
    result = call.results[0]
    log = "log" in call.name
    if not log:
        yield one_kernel([gradient, output], [result])
    yield _work(call, [gradient, output], result, int(call["dim"]), backward=True, near=not log)


def _work(
    call: Call,
    read: list[torch.Tensor],
    out: torch.Tensor,
    dimension: int,
    *,
    backward: bool,
    near: bool = False,
    log: bool = False,
) -> Work:
    outer, length, inner = rows_of(out, dimension)
    bytes_read, written = float(sum(map(size_of, read))), float(size_of(out))
    if inner > 1:
        return _along_columns(call, (outer, length, inner), bytes_read, written, backward=backward)
    kept = bytes_read if near else 0.0
    longest = _C.longest_backward if backward else _C.longest_in_warp
    if length <= longest and length * read[0].element_size() <= 4 * longest:
        work = _in_warps(call, outer, length, read[0], backward=backward, log=log)
    elif backward:
        work = _in_blocks_backward(call, outer, length, read[0])
    else:
        work = _in_blocks(call, outer, length, read[0])
    return replace(work, read=bytes_read, written=written, near=kept)


def _in_warps(
    call: Call, rows: int, length: int, data: torch.Tensor, *, backward: bool, log: bool
) -> Work:
    padded = 1 << max(length - 1, 0).bit_length()
    width = min(padded, _WARP)
    at_once = 2 if padded <= _C.two_rows else 1
    warps = 128 // width
    slow = data.element_size() <= 2 and not backward
    lane_us = _C.log_lane_us if log else _C.lane_half_us if slow else _C.lane_us
    rate = _C.log_rate if log else _C.warp_rate
    return Work(
        f"softmax_warp_{'backward' if backward else 'forward'}",
        least_us=0.0 if backward else rows * (padded / rate + _C.row_us),
        serial_us=padded // width * at_once * lane_us,
        grid=(math.ceil(rows / (warps * at_once)), 1, 1),
        block=(width, warps, 1),
    )


def _in_blocks(call: Call, rows: int, length: int, data: torch.Tensor) -> Work:
    itemsize = data.element_size()
    each = length / _LONGEST_BLOCK
    waves = math.ceil(rows / call.spec.sms)
    name = "cunn_SoftMaxForward"
    least = serial = 0.0
    share = 1.0
    if length <= _C.longest_in_registers:
        name += "Reg"
        least = _C.registers_us + _C.registers_element_us * math.ceil(each)
        least *= waves * (1 + _C.more_registers * max(each - _C.few_registers, 0))
    elif length * itemsize <= _C.shared_bytes and length % (16 // itemsize) == 0:
        name += "Smem"
        least, serial = waves * (_C.shared_us + _C.shared_element_us * each), _C.shared_us
    elif waves == 1:
        serial = each * (_C.again_half_us if itemsize <= 2 else _C.again_element_us)
    else:
        # Two blocks are on an SM, and one computes while the other waits for memory.
        at_once = min(rows, 2 * call.spec.sms) * length * itemsize
        share = 1 / (1 + min(1.0, at_once / call.spec.l2_bytes))
    return Work(name, share=share, least_us=least, serial_us=serial, **along(rows, _LONGEST_BLOCK))


def _in_blocks_backward(call: Call, rows: int, length: int, data: torch.Tensor) -> Work:
    threads, itemsize = 512, data.element_size()
    kept = length * itemsize <= _C.shared_bytes and length % (16 // itemsize) == 0
    waves = math.ceil(rows * threads / (call.spec.sms * _THREADS_PER_SM))
    steps = math.ceil(length * itemsize / 16 / threads)
    return Work(
        "cunn_SoftMaxBackwardSmem" if kept else "cunn_SoftMaxBackward",
        share=_C.backward_share,
        least_us=waves * (1 if kept else 2) * steps * _C.step_us,
        **along(rows, threads),
    )


def _along_columns(
    call: Call, sizes: tuple[int, int, int], read: float, written: float, *, backward: bool
) -> Work:
    outer, length, inner = sizes
    columns = min(inner, _LONGEST_BLOCK)
    threads = 1
    if columns <= 64 <= length:
        while columns * threads * 2 <= _LONGEST_BLOCK and threads * 2 <= length:
            threads *= 2
    room = call.spec.sms * (_THREADS_PER_SM // (columns * threads))
    across = min(math.ceil(inner / columns), room)
    blocks = min(outer, max(room // across, 1)) * across
    waves = math.ceil(outer * math.ceil(inner / columns) / blocks)
    step = _C.column_step_us if threads == 1 else _C.shared_column_step_us
    if threads == 1 and columns * length * call.first.element_size() <= _C.kept_in_l1:
        step *= _C.from_l1
    steps = (2 if backward else 3) * math.ceil(length / threads)
    return Work(
        f"cunn_SpatialSoftMax{'Backward' if backward else 'Forward'}",
        read,
        written,
        least_us=waves * steps * step,
        waits=True,
        grid=(blocks // across, across, 1),
        block=(threads, columns, 1),
    )
