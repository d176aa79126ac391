"""Sorting, selection and scans: CUB's radix sort, PyTorch's own for short rows, and topk."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from kernelscope.devices.library.call import Call, rows_of, size_of
from kernelscope.devices.library.pointwise import kernel_over
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, Work

# CUB's radix sort on one H200. Blocks of a pass wait for the counts of those before them: 2 blocks
# take 6 us, 56 (300,000 pairs of fp32 and an index) 10.9, 187 (a million) 17, 781 52.
_PASS_US, _FEW_BLOCKS, _FEW_BLOCK_US, _BLOCK_US = 3.0, 56, 0.1, 0.053
# Pairs of a block, by their bytes.
_ITEMS, _ITEMS_ELSE = {8: 5760, 10: 5632, 12: 5376, 16: 4608}, 5376
# Keys of 8 bytes are mostly small numbers, whose upper bytes are equal: a pass takes 0.75 then.
_BYTES_THAT_VARY, _PASS_OF_EQUAL = 4, 0.75
# The histogram of four digits: 7.3 us for a million, 29 for 4.2 million; of one 11.2.
_HISTOGRAM_US, _HISTOGRAM_US_PER_MILLION = 1.2, 6.5
_SCAN_OF_DIGITS_US = 0.6
# Up to so many pairs of 16 bytes one block sorts all: 1,000 do, 4,096 do not.
_SINGLE_TILE = 3072
_MILLION = 1e6
# PyTorch's sort in a block. Longest row: threads; microseconds of one block, and what a row takes
# an SM that has many. fp32: 132 rows of 3,000 take 19.7 us, 264 26.6 and 2,112 205; 264 of 1,500
# 19.5 and 4,224 205; 132 of 700 16.2 and 8,448 224; 528 of 100 6.0 and 8,448 46.5.
_IN_BLOCK = (
    (32, 16, 3.5, 0.1),
    (128, 32, 4.5, 0.7),
    (1024, 32, 16.0, 3.48),
    (2048, 64, 18.5, 6.4),
    (4096, 128, 19.0, 12.8),
)
_KEY_OF = {1: 0.6, 2: 0.66, 4: 1.0, 8: 1.65}  # by the bytes of a key
_STRIDED = 2.4  # 1,024 columns of 4,096: 242 us
_LONGEST_IN_BLOCK = 4096
# `topk` takes several blocks a row from these lengths on, by the number of rows (at most).
_SEVERAL_BLOCKS = ((20, 20000), (40, 10000), (80, 8000), (200, 5000), (800, 3000), (4000, 800))
_SEVERAL_BLOCKS_ELSE = 400
# Blocks with which `topk` fills the GPU: 6 of 256 threads an SM.
_TOPK_THREADS, _TOPK_BLOCKS_PER_SM = 256, 6


def radix_sort(count: int, key: int, value: int, passes: int = 0) -> Iterator[Work]:
    """Yield CUB's launches for `count` keys and values of so many bytes; a byte of a key a pass."""
    if count <= _SINGLE_TILE:
        yield Work("DeviceRadixSortSingleTileKernel", least_us=2.7 + 2.5 * count / 1000)
        return
    millions = count / _MILLION
    yield MEMSET
    yield MEMSET
    digits = min((passes or key) / 4, 1.0)
    histogram = _HISTOGRAM_US + _HISTOGRAM_US_PER_MILLION * millions * (0.2 + 0.8 * digits)
    yield Work("DeviceRadixSortHistogramKernel", float(count * key), least_us=histogram)
    yield Work("DeviceRadixSortExclusiveSumKernel", least_us=_SCAN_OF_DIGITS_US)
    moved = float(count * (key + value))
    for number in range(passes or key):
        yield MEMSET
        least = _pass_us(count, key + value)
        if number >= _BYTES_THAT_VARY and not passes:
            least *= _PASS_OF_EQUAL
        yield Work("DeviceRadixSortOnesweepKernel", moved, moved, least_us=least)


def _pass_us(count: int, size: int) -> float:
    """Return the microseconds of a pass over keys and values of `size` bytes."""
    blocks = math.ceil(count / _ITEMS.get(size, _ITEMS_ELSE))
    few = min(blocks, _FEW_BLOCKS)
    return _PASS_US + few * _FEW_BLOCK_US + (blocks - few) * _BLOCK_US


@row("aten::sort", "aten::argsort", "aten::msort")
def sort(call: Call) -> Iterator[Work]:
    """Rows of up to 4,096 elements are sorted in one block each, longer ones by their bytes."""
    data = call.first
    dimension = call["dim"] if call.has("dim") and isinstance(call["dim"], int) else -1
    outer, length, inner = rows_of(data, dimension)
    rows = outer * inner
    size = size_of(data)
    yield Work("Memcpy DtoD (Device -> Device)", size, size)
    count, key = data.numel(), data.element_size()
    if length <= _LONGEST_IN_BLOCK:
        yield from _sorted_in_blocks(call.spec.sms, rows, length, inner, key)
    elif rows == 1 or length >= _LARGE:
        yield _over("fill_reverse_indices_kernel", length, 8.0 * length, 3.7)
        for _ in range(rows):
            yield from radix_sort(length, key, 8)
    elif rows < _SEGMENTS:
        yield _over("fill_index_and_segment_kernel", count, 8.0 * count, 3.6)
        yield from radix_sort(count, key, 8)
        # By the rows then: as many bytes as their number has.
        passes = max(math.ceil(math.log2(rows) / 8), 1)
        yield from radix_sort(count, 4, 4, passes=passes)
        yield _over("sort_postprocess_kernel", count, (2.0 * key + 16) * count, 9.0)
    else:
        yield _over("fill_reverse_indices_kernel", count, 8.0 * count, 3.7)
        # A block sorts a row by six bits at a time: 200 of 5,000 take 15.8 us, 1,000 of them 70.
        each = max(rows / call.spec.sms * _SEGMENT_ITEM_US, _ALONE_ITEM_US) * length
        moved = float(count * (key + 8))
        for _ in range(math.ceil(8 * key / _SEGMENT_BITS)):
            yield Work(
                "DeviceSegmentedRadixSortKernel", moved, moved, least_us=each, grid=(rows, 1, 1)
            )


# Rows of a million are sorted one behind the other, 128 rows and more by a block each.
_LARGE, _SEGMENTS = 1_000_000, 128
_SEGMENT_BITS, _SEGMENT_ITEM_US, _ALONE_ITEM_US = 6, 1.85e-3, 2.2e-3


def _sorted_in_blocks(sms: int, rows: int, length: int, inner: int, key: int) -> Iterator[Work]:
    count = rows * length
    yield Work("elementwise_kernel_with_index", written=8.0 * length, least_us=length / 107e3)
    if rows == 1 or (inner > 1 and length == 1):
        yield Work("Memcpy DtoD (Device -> Device)", 8.0 * count, 8.0 * count)
    else:
        yield Work("elementwise_kernel", 8.0 * length, 8.0 * count, least_us=count / 390e3)
    yield Work("Memcpy DtoD (Device -> Device)", 4.0 * count, 8.0 * count)
    yield in_block_sort(sms, rows, length, key, strided=inner > 1)


def in_block_sort(sms: int, rows: int, length: int, key: int, *, strided: bool = False) -> Work:
    """Return the kernel that sorts each row of up to 4,096 elements in a block of its own.

    key: bytes of an element. strided: whether the elements of a row do not lie side by side.
    """
    longest, threads, alone, each = next(kind for kind in _IN_BLOCK if length <= kind[0])
    name = "bitonicSortKVInPlace" if longest == _IN_BLOCK[0][0] else "radixSortKVInPlace"
    least = max(alone, rows / sms * each) * _KEY_OF[key] * (_STRIDED if strided else 1.0)
    return Work(
        name,
        24.0 * rows * length,
        least_us=least,
        grid=(rows, 1, 1),
        block=(threads, 1, 1),
    )


@row("aten::topk")
def topk(call: Call) -> Iterator[Work]:
    """Select by digits, in one block a row or in several, and sort what was found."""
    data, k = call.first, int(call["k"])
    outer, length, inner = rows_of(data, call["dim"])
    rows = outer * inner
    if _takes_several_blocks(rows, length):
        yield from _topk_in_several(call, data, rows, length)
    else:
        # A thread for each element, up to 1,024; each pass of a digit goes over the row. 2 rows of
        # 1,000 take 11.5 us, 130 of 4,000 27.9, 20 of 19,000 84; 1,056 rows of 250, with which all
        # SMs are full, 17.5, and 8,192 of 256, which are eight waves, 96.6.
        threads = min(math.ceil(length / 32) * 32, 1024)
        together = 32 * call.spec.max_warps_per_sm // threads
        waves = math.ceil(rows / (call.spec.sms * together))
        full = 5.0 if rows > call.spec.sms and threads >= 250 else 0.0
        least = waves * (7.0 + 4.2 * math.ceil(length / threads)) + full
        yield Work(
            "gatherTopK",
            float(size_of(data)),
            least_us=least,
            grid=(rows, 1, 1),
            block=(threads, 1, 1),
        )
    if k > 1 and call["sorted"]:
        size = data.element_size()
        yield in_block_sort(call.spec.sms, rows, min(k, _LONGEST_IN_BLOCK), size)


def _takes_several_blocks(rows: int, length: int) -> bool:
    for most, shortest in _SEVERAL_BLOCKS:
        if rows <= most:
            return length >= shortest
    return length >= _SEVERAL_BLOCKS_ELSE


def _topk_in_several(call: Call, data: torch.Tensor, rows: int, length: int) -> Iterator[Work]:
    count, size = data.numel(), float(size_of(data))
    lanes = call.spec.sms * _TOPK_BLOCKS_PER_SM * _TOPK_THREADS
    items = min(max(math.ceil(count / lanes), 4), 64)
    per_row = math.ceil(length / (items * _TOPK_THREADS))
    blocks = per_row * rows
    millions = count / _MILLION
    yield Work("fill", written=4.0 * rows)
    yield MEMSET
    yield MEMSET
    # A pass for each byte. One row of 782 blocks: 16.6 us to add their counts; 64 of 13: 2.2.
    for number in range(data.element_size()):
        read = size if number == 0 else 0.0
        yield Work("computeBlockDigitCounts", read, least_us=1.4 + 1.2 * millions + blocks / 1250)
        added = 1.0 + 0.019 * per_row + 0.0008 * rows
        yield Work("computeDigitCumSum", least_us=added)
        yield Work("computeBlockwiseWithinKCounts", least_us=0.8 + 0.0016 * blocks)
    yield Work("computeBlockwiseKthCounts", least_us=1.2)
    for _ in range(2):
        yield Work("DeviceScanByKeyInitKernel")
        yield Work("DeviceScanByKeyKernel", least_us=2.5)
    least = 2.2 + 4.2 * millions + blocks / 1250
    yield Work("gatherTopK", least_us=least, grid=(blocks, 1, 1))


@row("aten::_unique2", "aten::_unique", "aten::unique_dim", "aten::unique_consecutive")
def unique(call: Call) -> Iterator[Work] | None:
    """Sort the keys, keep the first of each, and tell the host how many there are."""
    wants_more = (call.has(name) and call[name] for name in ("return_inverse", "return_counts"))
    if any(wants_more) or call.name in ("unique_dim", "unique_consecutive"):
        return None
    return _sorted_and_distinct(call.first)


def _sorted_and_distinct(data: torch.Tensor) -> Iterator[Work]:
    count, key = data.numel(), data.element_size()
    yield from radix_sort(count, key, 0)
    yield from compacted(count, count)
    yield TO_PINNED


def compacted(count: int, blocks_of: int) -> Iterator[Work]:
    """Yield CUB's selection among `count` elements: 1 million take 5.5 us, 16.8 million 43."""
    yield Work("DeviceCompactInitKernel", least_us=blocks_of / 1e8)
    yield Work("DeviceSelectSweepKernel", 8.0 * count, least_us=2.2 + 2.45 * count / _MILLION)


TO_PINNED = Work("Memcpy DtoH (Device -> Pinned)", least_us=0.8)
"""The driver's copy of a number to the host: 1.5 us."""


@row("aten::searchsorted", "aten::bucketize")
def searchsorted(call: Call) -> Work:
    """One kernel; a value's steps depend on each other: a million in 10,000 edges take 19 us."""
    edges = call["sorted_sequence"] if call.has("sorted_sequence") else call["boundaries"]
    count = call.written[0].numel()
    steps = math.log2(max(edges.shape[-1], 2))
    return Work(
        "searchsorted_cuda_kernel",
        call.bytes_read,
        call.bytes_written,
        least_us=1.0 + count * steps / 760e3,
        grid=(math.ceil(count / 1024), 1, 1),
        block=(1024, 1, 1),
    )


@row("aten::bincount")
def bincount(call: Call) -> Iterator[Work]:
    """Tell the host the smallest and the largest value; then count in shared memory."""
    data = call.first
    for pinned in (False, True):
        if data.numel() > 65536:
            yield MEMSET
        yield Work("reduce_kernel", float(size_of(data)), least_us=4.5)
        yield TO_PINNED if pinned else Work("Memcpy DtoH (Device -> Pageable)", least_us=0.8)
    yield from _counted(call, data.numel())


@row("aten::histc")
def histogram(call: Call) -> Iterator[Work] | None:
    """Clear the counts, and count in shared memory; without limits they are looked for first."""
    data = call.first
    if call["min"] == call["max"]:
        return None
    return _counted(call, data.numel())


def _counted(call: Call, count: int) -> Iterator[Work]:
    yield kernel_over(call.written[0].numel(), 4.0)
    yield Work(
        "kernelHistogram1D", call.bytes_read, call.bytes_written, least_us=2.0 + count / 75e3
    )


@row("aten::median", "aten::nanmedian", "aten::kthvalue")
def median(call: Call) -> Work | None:
    """One block a row, a pass for each two bits of a key: 4,096 rows of 1,023 take 169 us."""
    if not call.has("dim"):
        return None
    outer, length, inner = rows_of(call.first, call["dim"])
    waves = math.ceil(outer * inner / (2 * call.spec.sms))
    least = waves * (6.0 + 4.4 * math.ceil(length / 1024)) * call.first.element_size() / 4
    name = "gatherKthValue" if call.name == "kthvalue" else "gatherMedian"
    return Work(name, call.bytes_read, call.bytes_written, least_us=least)


# A row is added in steps of two elements a thread; each step takes one latency of the memory and
# log2 of the threads' steps in shared memory. 16 threads: 4,096 rows of 1,024 take 32 steps and
# 46 us. 512 threads: 64 rows of 65,536 take 64 steps and 107. Blocks on one SM hold each other up:
# 10,000 rows of 100 take 4 steps, 3 blocks an SM, and 9.0.
_STEP_US, _STEP_LOG2_US, _NEXT_BLOCK, _BLOCKS_PER_SM = 1.1, 0.06, 0.25, 4
_STEP_WITH_INDICES_US = 2.25  # cummax of 4,096 x 1,024: 75 us
_STEP_OF_COLUMN_US = 0.37  # a thread a column: 4,096 rows take 1,520 us
_ROWS_AND_COLUMNS_LOG2 = 9  # 512 threads


@row(
    "aten::cumsum", "aten::cumprod", "aten::logcumsumexp", "aten::_logcumsumexp",
    "aten::cummax", "aten::cummin",
    "aten::_cummax_helper", "aten::_cummin_helper",
)  # fmt: skip
def scan(call: Call) -> Iterator[Work]:
    """CUB for a single row, else a block for several rows, or a thread for each column."""
    data = call.first
    outer, length, inner = rows_of(data, call["dim"])
    indices = "cumm" in call.name
    suffix = "_with_indices" if indices else ""
    moved = call.bytes_read, call.bytes_written
    if data.numel() == length and not indices:
        yield Work("DeviceScanInitKernel", least_us=0.1)
        yield Work("DeviceScanKernel", *moved, least_us=1.0 + 4.4 * length / _MILLION)
        return
    if inner == 1:
        columns_log2 = _columns_log2(outer, length)
        at_once = 1 << (_ROWS_AND_COLUMNS_LOG2 - columns_log2)
        blocks = math.ceil(outer / at_once)
        waves = math.ceil(blocks / (call.spec.sms * _BLOCKS_PER_SM))
        steps = math.ceil(length / (2 << columns_log2))
        step = _STEP_WITH_INDICES_US if indices else _STEP_US + _STEP_LOG2_US * columns_log2
        together = min(math.ceil(blocks / call.spec.sms), _BLOCKS_PER_SM)
        step *= 1 + _NEXT_BLOCK * (together - 1)
        step *= max(data.element_size() / 4 * 0.62, 1.0)
        yield Work(
            f"tensor_kernel_scan_innermost_dim{suffix}",
            *moved,
            least_us=waves * steps * step,
            waits=True,
            grid=(blocks, 1, 1),
            block=(1 << columns_log2, at_once, 1),
        )
        return
    waves = math.ceil(outer * inner / (call.spec.sms * 2048))
    name = f"tensor_kernel_scan_outer_dim{suffix}"
    yield Work(name, *moved, least_us=waves * length * _STEP_OF_COLUMN_US, waits=True)


def _columns_log2(rows: int, length: int) -> int:
    """Return log2 of the threads along a row: PyTorch shares 512 by the shape of the rows.

    It subtracts without a sign: 100,000 rows of 16 get all of them, 582 us.
    """
    by_length = math.ceil(math.log2(max(length, 2)))
    by_rows = math.ceil(math.log2(max(rows, 1)))
    wanted = _ROWS_AND_COLUMNS_LOG2 + by_length - by_rows
    return min(max(wanted // 2, 4), 9) if wanted >= 0 else _ROWS_AND_COLUMNS_LOG2


def _over(name: str, count: int, written: float, us_per_million: float) -> Work:
    return Work(name, 0.0, written, least_us=0.4 + us_per_million * count / _MILLION)
