"""Softmax and its logarithm: a warp a row, a block a row, or a thread for each column."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import torch

from kernelscope.devices.library.call import Call, rows_of, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work

_WARP, _THREADS_PER_SM, _LONGEST_BLOCK = 32, 2048, 1024
# A warp holds a row of up to so many elements (on an H200 with PyTorch 2.11 2,049 take a block),
# with its gradient half as many; two rows of up to 128.
_LONGEST_IN_WARP, _LONGEST_BACKWARD, _TWO_ROWS = 2048, 1024, 128
# Elements a microsecond of the H200's warps: 2^28 bf16 in rows of 1,024 take 396 us. Each row takes
# them a little more: 100,000 rows of 64 fp32 17.2 us.
_WARP_RATE, _ROW_US = 678e3, 53e-6
# The logarithm raises nothing again: 3,000 rows of 300 take 4.0 us in fp32 and 3.6 in bf16.
_LOG_RATE, _LOG_LANE_US = 850e3, 0.04
# Each lane loads, raises and stores its elements one behind the other: 1,000 rows of 1,000 take 6.0
# us in fp32 and 7.3 in bf16, which are loaded two bytes at a time. Backward raises nothing: 4,096
# rows of 1,024 bf16 take 7.0 us behind the product that wrote them.
_LANE_US, _LANE_HALF_US = 0.07, 0.11
# A block of 1,024 threads a row, one on an SM; microseconds of a block, and of each element of a
# thread. In registers (up to 9 elements): 16 rows of 4,000 take 3.2 us, of 9,000 4.9, 1,056 rows of
# 4,000 17.3; from the fifth element on each makes all slower. In shared memory: 16 rows of 12,000
# fp32 5.6, 264 10.8, 40 rows of 20,000 fp16 7.2. Longer rows are read three times: 16 of 60,000
# fp32 21.7, bf16 17.8, 132 of them 32.1 and 20.8, as the memory is not read while a block computes.
# Of more rows than SMs, twice as many are under way; what does not fit into L2 of them is read
# again twice: 2,048 rows of 50,257 fp32 take 386 us, bf16 149.
_LONGEST_IN_REGISTERS, _SHARED_BYTES = 9 * 1024, 200 * 1024
_REGISTERS_US, _REGISTERS_ELEMENT_US, _MORE_REGISTERS, _FEW_REGISTERS = 0.64, 0.34, 0.04, 4
_SHARED_US, _SHARED_ELEMENT_US = 0.4, 0.29
_AGAIN_ELEMENT_US, _AGAIN_HALF_US = 0.29, 0.235
# A pass of the backward kernel over its row, a vector of 16 bytes a thread: 128 rows of 50,257 fp32
# take two passes of 25 steps and 36.9 us.
_STEP_US = 0.65
# A thread goes along a column: 4,096 steps of three passes take 3,471 us. With several threads a
# column, the lanes of a warp read far apart: 32 steps of three passes take 49.8 us.
# A block's columns that fit into L1 are read from there again: 57,600 of 21 take 14.4 us.
_COLUMN_STEP_US, _SHARED_COLUMN_STEP_US = 0.28, 0.5
_KEPT_IN_L1, _FROM_L1 = 128 * 1024, 0.7
# Backward of long rows, as part of the memory's rate: 2,048 rows of 50,257 fp32 in 452 us.
_BACKWARD_SHARE = 0.64


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
    longest = _LONGEST_BACKWARD if backward else _LONGEST_IN_WARP
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
    at_once = 2 if padded <= _TWO_ROWS else 1
    warps = 128 // width
    slow = data.element_size() <= 2 and not backward
    lane_us = _LOG_LANE_US if log else _LANE_HALF_US if slow else _LANE_US
    rate = _LOG_RATE if log else _WARP_RATE
    return Work(
        f"softmax_warp_{'backward' if backward else 'forward'}",
        least_us=0.0 if backward else rows * (padded / rate + _ROW_US),
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
    if length <= _LONGEST_IN_REGISTERS:
        name += "Reg"
        least = _REGISTERS_US + _REGISTERS_ELEMENT_US * math.ceil(each)
        least *= waves * (1 + _MORE_REGISTERS * max(each - _FEW_REGISTERS, 0))
    elif length * itemsize <= _SHARED_BYTES and length % (16 // itemsize) == 0:
        name += "Smem"
        least, serial = waves * (_SHARED_US + _SHARED_ELEMENT_US * each), _SHARED_US
    elif waves == 1:
        serial = each * (_AGAIN_HALF_US if itemsize <= 2 else _AGAIN_ELEMENT_US)
    else:
        # Two blocks are on an SM, and one computes while the other waits for memory.
        at_once = min(rows, 2 * call.spec.sms) * length * itemsize
        share = 1 / (1 + min(1.0, at_once / call.spec.l2_bytes))
    return Work(
        name,
        share=share,
        least_us=least,
        serial_us=serial,
        grid=(rows, 1, 1),
        block=(_LONGEST_BLOCK, 1, 1),
    )


def _in_blocks_backward(call: Call, rows: int, length: int, data: torch.Tensor) -> Work:
    threads, itemsize = 512, data.element_size()
    kept = length * itemsize <= _SHARED_BYTES and length % (16 // itemsize) == 0
    waves = math.ceil(rows * threads / (call.spec.sms * _THREADS_PER_SM))
    steps = math.ceil(length * itemsize / 16 / threads)
    return Work(
        "cunn_SoftMaxBackwardSmem" if kept else "cunn_SoftMaxBackward",
        share=_BACKWARD_SHARE,
        least_us=waves * (1 if kept else 2) * steps * _STEP_US,
        grid=(rows, 1, 1),
        block=(threads, 1, 1),
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
    step = _COLUMN_STEP_US if threads == 1 else _SHARED_COLUMN_STEP_US
    if threads == 1 and columns * length * call.first.element_size() <= _KEPT_IN_L1:
        step *= _FROM_L1
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
