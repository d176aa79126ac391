"""Softmax and its logarithm: a warp a row, a block a row, or a thread for each column."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from kernelscope.devices.library.call import Call, rows_of, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work
from kernelscope.hardware.rowwise import share_of_copy

_WARP, _THREADS_PER_SM, _LONGEST_BLOCK = 32, 2048, 1024
# A warp holds a row of up to so many elements (on an H200 with PyTorch 2.11 2,049 take a block),
# with its gradient half as many; two rows of up to 128.
_LONGEST_IN_WARP, _LONGEST_BACKWARD, _TWO_ROWS = 2048, 1024, 128
# Elements a microsecond of the H200's warps: 2^28 bf16 in rows of 1,024 take 396 us.
_WARP_RATE = 678e3
# Each lane loads, raises and stores its elements one behind the other: 1,000 rows of 1,000 take 6.0
# us in fp32 and 7.3 in bf16, which are loaded two bytes at a time. Backward raises nothing: 4,096
# rows of 1,024 bf16 take 7.0 us behind the product that wrote them.
_LANE_US, _LANE_HALF_US = 0.07, 0.11
# A pass of a block over its row, a vector of 16 bytes a thread: 128 rows of 50,257 fp32 take three
# passes of 13 steps and 25.7 us, backward two of 25 and 36.9.
_STEP_US = 0.65
# Rows in registers are slow (rowwise.py: 46 % of the copy's rate at 8,192 fp32); longer ones wait
# in shared memory, still longer ones are read again.
_LONGEST_IN_REGISTERS, _SHARED_BYTES = 9 * 1024, 200 * 1024
# A thread goes along a column: 4,096 steps of three passes take 3,471 us. With several threads a
# column, the lanes of a warp read far apart: 32 steps of three passes take 49.8 us.
_COLUMN_STEP_US, _SHARED_COLUMN_STEP_US = 0.28, 0.5
# Backward of long rows, as part of the memory's rate: 2,048 rows of 50,257 fp32 in 452 us.
_BACKWARD_SHARE = 0.64


@row("aten::_softmax", "aten::_log_softmax", "aten::softmax", "aten::log_softmax")
def softmax(call: Call) -> Work:
    """One kernel, by the length of the rows and their distance."""
    return softmax_work(call, call.first, call.results[0], int(call["dim"]))


def softmax_work(call: Call, data: torch.Tensor, out: torch.Tensor, dimension: int) -> Work:
    """Return the kernel of the forward pass."""
    return _work(call, [data], out, dimension, backward=False)


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
) -> Work:
    outer, length, inner = rows_of(out, dimension)
    bytes_read, written = float(sum(map(size_of, read))), float(size_of(out))
    if inner > 1:
        return _along_columns(call, (outer, length, inner), bytes_read, written, backward=backward)
    kept = bytes_read if near else 0.0
    longest = _LONGEST_BACKWARD if backward else _LONGEST_IN_WARP
    if length <= longest and length * read[0].element_size() <= 4 * longest:
        return _in_warps(outer, length, bytes_read, written, kept, read[0], backward=backward)
    return _in_blocks(call, outer, length, bytes_read, written, kept, read[0], backward=backward)


def _in_warps(
    rows: int,
    length: int,
    read: float,
    written: float,
    near: float,
    data: torch.Tensor,
    *,
    backward: bool,
) -> Work:
    padded = 1 << max(length - 1, 0).bit_length()
    width = min(padded, _WARP)
    at_once = 2 if padded <= _TWO_ROWS else 1
    warps = 128 // width
    slow = data.element_size() <= 2 and not backward
    lane = padded // width * at_once * (_LANE_HALF_US if slow else _LANE_US)
    return Work(
        f"softmax_warp_{'backward' if backward else 'forward'}",
        read,
        written,
        least_us=0.0 if backward else rows * padded / _WARP_RATE,
        serial_us=lane,
        near=near,
        grid=(math.ceil(rows / (warps * at_once)), 1, 1),
        block=(width, warps, 1),
    )


def _in_blocks(
    call: Call,
    rows: int,
    length: int,
    read: float,
    written: float,
    near: float,
    data: torch.Tensor,
    *,
    backward: bool,
) -> Work:
    itemsize = data.element_size()
    threads = 512 if backward else _LONGEST_BLOCK
    passes = 2 if backward else 3
    name = "cunn_SoftMaxBackward" if backward else "cunn_SoftMaxForward"
    if not backward and length <= _LONGEST_IN_REGISTERS:
        name, passes = f"{name}Reg", 1
    elif length * itemsize <= _SHARED_BYTES and length % (16 // itemsize) == 0:
        name, passes = f"{name}Smem", 1
    waves = math.ceil(rows * threads / (call.spec.sms * _THREADS_PER_SM))
    steps = math.ceil(length * itemsize / 16 / threads)
    share = _BACKWARD_SHARE if backward else share_of_copy("softmax", length, itemsize)
    return Work(
        name,
        read,
        written,
        share=share,
        least_us=waves * passes * steps * _STEP_US,
        near=near,
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
    steps = (2 if backward else 3) * math.ceil(length / threads)
    return Work(
        f"cunn_SpatialSoftMax{'Backward' if backward else 'Forward'}",
        read,
        written,
        least_us=waves * steps * step,
        grid=(blocks // across, across, 1),
        block=(threads, columns, 1),
    )
