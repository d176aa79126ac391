"""Sorting, selection and scans: CUB's radix sort, PyTorch's own for short rows, and topk."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from kernelscope.devices.library.call import Call, rows_of, size_of
from kernelscope.devices.library.pointwise import kernel_over
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/ordering")


_MILLION = 1e6
_IN_BLOCK = (32, 128, 1024, 2048, 4096)  # the longest rows of PyTorch's sorts in a block


def radix_sort(count: int, key: int, value: int, passes: int = 0) -> Iterator[Work]:
    """Yield CUB's launches for `count` keys and values of so many bytes; a byte of a key a pass."""
    if count <= _C.single_tile:
        yield Work("DeviceRadixSortSingleTileKernel", least_us=2.7 + 2.5 * count / 1000)
        return
    millions = count / _MILLION
    yield MEMSET
    yield MEMSET
    digits = min((passes or key) / 4, 1.0)
    histogram = _C.histogram_us + _C.histogram_us_per_million * millions * (0.2 + 0.8 * digits)
    yield Work("DeviceRadixSortHistogramKernel", float(count * key), least_us=histogram)
    yield Work("DeviceRadixSortExclusiveSumKernel", least_us=_C.scan_of_digits_us)
    moved = float(count * (key + value))
    for number in range(passes or key):
        yield MEMSET
        least = _pass_us(count, key + value)
        if number >= _C.bytes_that_vary and not passes:
            least *= _C.pass_of_equal
        yield Work("DeviceRadixSortOnesweepKernel", moved, moved, least_us=least)


def _pass_us(count: int, size: int) -> float:
    """Return the microseconds of a pass over keys and values of `size` bytes."""
    blocks = math.ceil(count / _C.table("items").get(size, _C.items_else))
    few = min(blocks, _C.few_blocks)
    return _C.pass_us + few * _C.few_block_us + (blocks - few) * _C.block_us


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
    if length <= _C.longest_in_block:
        yield from _sorted_in_blocks(call.spec.sms, rows, length, inner, key)
    elif rows == 1 or length >= _C.large:
        yield _over("fill_reverse_indices_kernel", length, 8.0 * length, 3.7)
        for _ in range(rows):
            yield from radix_sort(length, key, 8)
    elif rows < _C.segments:
        yield _over("fill_index_and_segment_kernel", count, 8.0 * count, 3.6)
        yield from radix_sort(count, key, 8)
        # By the rows then: as many bytes as their number has.
        passes = max(math.ceil(math.log2(rows) / 8), 1)
        yield from radix_sort(count, 4, 4, passes=passes)
        yield _over("sort_postprocess_kernel", count, (2.0 * key + 16) * count, 9.0)
    else:
        yield _over("fill_reverse_indices_kernel", count, 8.0 * count, 3.7)
        # A block sorts a row by six bits at a time: 200 of 5,000 take 15.8 us, 1,000 of them 70.
        each = max(rows / call.spec.sms * _C.segment_item_us, _C.alone_item_us) * length
        moved = float(count * (key + 8))
        for _ in range(math.ceil(8 * key / _C.segment_bits)):
            yield Work(
                "DeviceSegmentedRadixSortKernel", moved, moved, least_us=each, grid=(rows, 1, 1)
            )


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
    longest = next(most for most in _IN_BLOCK if length <= most)
    block = _C.group(f"in_block.{longest}")
    name = "bitonicSortKVInPlace" if longest == _IN_BLOCK[0] else "radixSortKVInPlace"
    least = (
        max(block["alone_us"], rows / sms * block["each_us"])
        * _C.table("key_of")[key]
        * (_C.strided if strided else 1.0)
    )
    return Work(name, 24.0 * rows * length, least_us=least, **along(rows, block["threads"]))


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
        yield Work("gatherTopK", float(size_of(data)), least_us=least, **along(rows, threads))
    if k > 1 and call["sorted"]:
        size = data.element_size()
        yield in_block_sort(call.spec.sms, rows, min(k, _C.longest_in_block), size)


def _takes_several_blocks(rows: int, length: int) -> bool:
    for most, shortest in _C.table("several_blocks").items():
        if rows <= most:
            return length >= shortest
    return length >= _C.several_blocks_else


def _topk_in_several(call: Call, data: torch.Tensor, rows: int, length: int) -> Iterator[Work]:
    count, size = data.numel(), float(size_of(data))
    lanes = call.spec.sms * _C.topk_blocks_per_sm * _C.topk_threads
    items = min(max(math.ceil(count / lanes), 4), 64)
    per_row = math.ceil(length / (items * _C.topk_threads))
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


TO_PINNED = Work("Memcpy DtoH (Device -> Pinned)", least_us=_C.to_pinned_us)
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
        **along(math.ceil(count / 1024), 1024),
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
        at_once = 1 << (_C.rows_and_columns_log2 - columns_log2)
        blocks = math.ceil(outer / at_once)
        waves = math.ceil(blocks / (call.spec.sms * _C.blocks_per_sm))
        steps = math.ceil(length / (2 << columns_log2))
        step = _C.step_with_indices_us if indices else _C.step_us + _C.step_log2_us * columns_log2
        together = min(math.ceil(blocks / call.spec.sms), _C.blocks_per_sm)
        step *= 1 + _C.next_block * (together - 1)
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
    yield Work(name, *moved, least_us=waves * length * _C.step_of_column_us, waits=True)


def _columns_log2(rows: int, length: int) -> int:
    """Return log2 of the threads along a row: PyTorch shares 512 by the shape of the rows.

    It subtracts without a sign: 100,000 rows of 16 get all of them, 582 us.
    """
    by_length = math.ceil(math.log2(max(length, 2)))
    by_rows = math.ceil(math.log2(max(rows, 1)))
    wanted = _C.rows_and_columns_log2 + by_length - by_rows
    return min(max(wanted // 2, 4), 9) if wanted >= 0 else _C.rows_and_columns_log2


def _over(name: str, count: int, written: float, us_per_million: float) -> Work:
    return Work(name, 0.0, written, least_us=0.4 + us_per_million * count / _MILLION)
