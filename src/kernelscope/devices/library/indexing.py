"""Indexing: gathers of whole rows, of single elements, and their gradients."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.copying import arange_work, copy_work
from kernelscope.devices.library.ordering import TO_PINNED, compacted, radix_sort
from kernelscope.devices.library.pointwise import kernel_over, one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/indexing")


SCATTER_GATHER = "at::native::_scatter_gather_elementwise_kernel"


@row("aten::embedding", "aten::index_select")
def rows_by_index(call: Call) -> Work:
    """One kernel that copies a row for each index."""
    table = call["weight"] if call.has("weight") else call["self"]
    indices = call["indices"] if call.has("indices") else call["index"]
    dimension = 0 if call.has("weight") else int(call["dim"])
    return _gathered_rows(table, indices, call.results[0], dimension)


def _gathered_rows(
    table: torch.Tensor, indices: torch.Tensor, out: torch.Tensor, dimension: int = 0
) -> Work:
    size = float(size_of(out))
    read = size + size_of(indices)
    row_bytes = size_of(out) // max(indices.numel(), 1)
    if dimension == 0 and row_bytes % 16 == 0 and table.is_contiguous():
        threads = min(max(math.ceil(row_bytes / 16 / 32) * 32, 32), 1024)
        return Work(
            "vectorized_gather_kernel",
            read,
            size,
            share=_C.rows_share,
            least_us=_C.two_loads_us,
            waits=True,
            **along(indices.numel(), threads),
        )
    rate = _C.parts_of_rows if dimension == 0 else _C.columns
    return _by_element(SCATTER_GATHER, out, read, size, rate)


@row("aten::embedding_bag", "aten::_embedding_bag", "aten::_embedding_bag_forward_only")
def embedding_bag(call: Call) -> Work:
    """Add the rows of each bag in one kernel."""
    weight, indices = call.tensor("weight"), call.tensor("indices")
    read = indices.numel() * weight.shape[1] * weight.element_size() + size_of(indices)
    return Work(
        "EmbeddingBag_updateOutputKernel_sum_mean",
        float(read),
        float(size_of(call.results[0])),
        share=_C.bag_share,
    )


@row("aten::embedding_dense_backward")
def embedding_backward(call: Call) -> Iterator[Work]:
    """Few indices add their rows by atomics; many are sorted, and each row is added once."""
    gradient, indices = call.tensor("grad_output"), call.tensor("indices")
    out = call.results[0]
    count, size = indices.numel(), float(size_of(gradient))
    if count <= _C.embedding_unsorted and not call["scale_grad_by_freq"]:
        yield one_kernel([], [out])
        # A block for 32 columns goes over all indices, 32 at a time: 2,000 take 71.6 us.
        least = 1.1 * math.ceil(count / 32)
        yield Work("embedding_backward_feature_kernel", size, size, least_us=least)
        return
    yield arange_work(count, 8)
    yield from radix_sort(count, 8, 8)
    yield one_kernel([], [out])
    millions = count / 1e6
    yield Work("DeviceCompactInitKernel")
    yield Work("DeviceUniqueByKeySweepKernel", least_us=3.6 + 8 * millions)
    yield Work("krn_partials_per_segment", least_us=0.8 + 8 * millions)
    yield Work("DeviceScanInitKernel")
    yield Work("DeviceScanKernel", least_us=1.5 + 16 * millions)
    yield Work("compute_num_of_partial_segments", least_us=0.3)
    yield Work("krn_partial_segment_offset", least_us=0.7 + 9 * millions)
    # Each takes a part of the rows' rate: 65,536 rows of 768 fp32, 201 MB, take 353 and 320 us.
    yield Work("compute_grad_weight", size, size, share=0.27)
    yield Work("sum_and_scatter", size, size, share=0.30)


@row("aten::index", "aten::_unsafe_index", "aten::_index")
def index(call: Call) -> Work | Iterator[Work] | None:
    """Whole rows by one index; else an element at a time, behind `nonzero` for a mask."""
    data, out = call.tensor("self"), call.results[0]
    given = _given(call)
    masks = [i for i in given if i.dtype in (torch.bool, torch.uint8)]
    if masks:
        return _masked(data, masks[0], out) if len(given) == 1 else None
    if len(given) == 1 and call["indices"][0] is not None and data.dim() > 1:
        return _gathered_rows(data, given[0], out)
    read = float(size_of(out) + sum(size_of(i) for i in given))
    work = _by_element(
        "index_elementwise_kernel", out, read, float(size_of(out)), _C.index_rate, least=0.0
    )
    # 20,000 pairs of indices: 8.4 us, the loads of each after the other.
    return replace(work, serial_us=_C.load_us * (1 + len(given)))


def _masked(data: torch.Tensor, mask: torch.Tensor, out: torch.Tensor) -> Iterator[Work]:
    """Yield `nonzero` of a mask, and the copy of the rows or elements that it found."""
    if mask.dim() < data.dim():
        rows = torch.empty(out.shape[0], dtype=torch.int64, device="meta")
        yield from _places(mask, rows.numel())
        yield _gathered_rows(data, rows, out)
    else:
        yield from _places(mask, out.numel())
        yield _selected(out)


def _given(call: Call) -> list[torch.Tensor]:
    return [i for i in cast("list[Any]", call["indices"]) if i is not None]


@row("aten::index_put", "aten::_index_put_impl", "aten::_unsafe_index_put")
def index_put(call: Call) -> Work | Iterator[Work] | None:
    """One kernel; to add, the places are sorted first so that no two threads meet."""
    values, given = call.tensor("values"), _given(call)
    if any(i.dtype in (torch.bool, torch.uint8) for i in given):
        return None
    if call["accumulate"]:
        rows = call.tensor("self").shape[0]
        return _accumulated(values, given[0], rows) if len(given) == 1 else None
    count = max(i.numel() for i in given) * _behind(call.tensor("self"), len(given))
    moved = float(count * values.element_size())
    return Work(
        "index_elementwise_kernel",
        moved,
        moved,
        least_us=count / _C.index_rate,
        waits=True,
        **along(math.ceil(count / 512), 128),
    )


def _behind(data: torch.Tensor, dimensions: int) -> int:
    return math.prod(data.shape[dimensions:])


def _accumulated(values: torch.Tensor, indices: torch.Tensor, rows: int) -> Iterator[Work]:
    count = indices.numel()
    for _ in range(2):  # the largest and the smallest index, which must be inside
        yield Work("reduce_kernel", 8.0 * count, least_us=1.0 + min(count / 20000, 1) * 3.6)
        yield kernel_over(1, 9.0)
        yield Work("at::native::_assert_async_cuda_kernel", least_us=_C.assert_us)
    for _ in range(3):
        yield kernel_over(count, 16.0 * count)
    yield arange_work(count, 8)
    passes = math.ceil(math.log2(max(rows, 2)) / 8)
    yield from radix_sort(count, 8, 8, passes=passes)
    size = float(size_of(values))
    yield Work("indexing_backward_kernel", size, size, share=0.55, least_us=2.0)


@row("aten::index_add", "aten::index_reduce", "aten::index_copy", "aten::index_fill")
def index_add(call: Call) -> Work:
    """One kernel over the source's elements, an atomic each."""
    source = call["source"] if call.has("source") else call.first
    count = source.numel() if isinstance(source, torch.Tensor) else call.first.numel()
    moved = float(count * call.first.element_size())
    return Work(
        "indexFuncLargeIndex",
        moved,
        moved,
        least_us=_C.two_loads_us + count / _C.index_add_rate,
        waits=True,
    )


@row("aten::gather")
def gather(call: Call) -> Work:
    """One kernel; a row of up to 32 KB is read from L1 again and again."""
    data, index, out = call.tensor("self"), call.tensor("index"), call.results[0]
    inner = data.stride(call["dim"]) if data.dim() else 1
    rate = _C.gather if inner == 1 else _C.gather_far
    read = float(size_of(index) + min(size_of(data), size_of(out) * 8))
    least = _C.scatter_least_us + (_C.scatter_l2_us - _C.scatter_least_us) * call.in_l2
    return _by_element(SCATTER_GATHER, out, read, size_of(out), rate, least)


@row("aten::scatter", "aten::scatter_add", "aten::scatter_reduce")
def scatter(call: Call) -> Iterator[Work]:
    """One kernel over the indices, in place; a copy first if it is not."""
    index, target = call.tensor("index"), call.tensor("self")
    reduce = call["reduce"] if call.has("reduce") else ""
    if call.name.startswith("scatter_add") or reduce in ("sum", "add"):
        rate = _C.scatter_add if target.element_size() > 2 else _C.scatter_add_half
    else:
        rate = _C.scatter_other if reduce else _C.scatter
    if not call.name.endswith("_"):
        yield copy_work(target, call.results[0])
    size = float(index.numel() * target.element_size())
    least = _C.scatter_value_us if call.has("value") else _C.scatter_least_us
    yield _by_element(SCATTER_GATHER, index, size + size_of(index), size, rate, least)


@row("aten::masked_fill")
def masked_fill(call: Call) -> Iterator[Work]:
    """Launch a pointwise kernel in place, after a copy if the result is new."""
    if not call.name.endswith("_"):
        yield copy_work(call.tensor("self"), call.results[0])
    yield one_kernel(call.read, call.written, masked=True)


@row("aten::nonzero")
def nonzero(call: Call) -> Iterator[Work]:
    """Count the places, tell the host, which makes room for them, and write them."""
    yield from _places(call.first, call.results[0].shape[0])


@row("aten::masked_select")
def masked_select(call: Call) -> Iterator[Work]:
    """`nonzero` of the mask, then one kernel that reads those places."""
    out = call.results[0]
    yield from _places(call.tensor("mask"), out.numel())
    yield _selected(out)


def _places(mask: torch.Tensor, matches: int) -> Iterator[Work]:
    count = mask.numel()
    if count > _C.one_tile:
        yield Work("DeviceReduceKernel", float(size_of(mask)), least_us=0.6 + 0.5 * count / 1e6)
    yield Work("DeviceReduceSingleTileKernel", least_us=0.5 if count > _C.one_tile else 2.0)
    yield TO_PINNED
    yield from compacted(count, count)
    width = mask.dim()
    if width < 2:
        return
    yield Work(
        "write_indices",
        written=8.0 * matches * width,
        least_us=1.5 + matches * width / 2 / _C.write_indices_rate,
    )


def _selected(out: torch.Tensor) -> Work:
    size = float(size_of(out))
    return Work(
        "index_elementwise_kernel",
        size + 16.0 * out.numel(),
        size,
        least_us=out.numel() / _C.selected_rate,
        **along(math.ceil(out.numel() / 512), 128),
    )


def _by_element(
    name: str,
    over: torch.Tensor,
    read: float,
    written: float,
    rate: float,
    least: float = _C.scatter_least_us,
) -> Work:
    count = over.numel()
    return Work(
        name,
        read,
        float(written),
        least_us=max(count / rate, least),
        **along(math.ceil(count / 1024), 128),
    )


@row("aten::_assert_async")
def assert_async(call: Call) -> Work:
    """One thread that reads a flag."""
    return Work("at::native::_assert_async_cuda_kernel", call.bytes_read, least_us=_C.assert_us)
