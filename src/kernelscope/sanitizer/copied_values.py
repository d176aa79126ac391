"""The bytes that a copy in bulk writes, to tell a race of equal values from one that matters."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from kernelscope.vgpu.layout import BULK_RANK, BulkCopy, Context
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.watching import BlockWatch
from kernelscope.vgpu.tensor_map import swizzled

_ROUNDED = 4
"""Bytes of an element that a load may round to tf32."""
_LINE = 128


def rows_of(entry: np.ndarray, start: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return which rows of a copy are inside its tensor, and where their parts inside begin and
    end, from the tensor's `start` on.
    """
    remaining = np.arange(entry[BulkCopy.ROWS])
    offsets, inside = np.full(len(remaining), start), np.ones(len(remaining), np.bool_)
    counts, steps, coordinates, sizes, strides = (
        entry[place : place + BULK_RANK].tolist()
        for place in (
            BulkCopy.COUNT,
            BulkCopy.STEP,
            BulkCopy.COORDINATE,
            BulkCopy.SIZE,
            BulkCopy.STRIDE,
        )
    )
    for d in range(1, BULK_RANK):
        if counts[d] == 1 and sizes[d] == 1:
            continue
        at = coordinates[d] + remaining % counts[d] * steps[d]
        remaining = remaining // counts[d]
        inside &= (at >= 0) & (at < sizes[d])
        offsets += at * strides[d]
    offsets, element = offsets[inside], int(entry[BulkCopy.ELEMENT])
    low = max(coordinates[0], 0) * element
    high = min(coordinates[0] + counts[0], sizes[0]) * element
    return np.flatnonzero(inside), offsets + low, offsets + max(high, low)


def values_of(slots: Sequence[int], grain: int) -> np.ndarray | None:
    """Return what a copy writes to each cell of its target, in their order; None if that is not
    known: a load that may round or fill with NaN, parts of cells, padded elements, the answer to a
    request for a block.
    """
    entry = np.array(slots, np.uint64).astype(np.int64)
    is_padded = entry[BulkCopy.PLACE] != entry[BulkCopy.ELEMENT]
    if is_padded or entry[BulkCopy.BYTE_MASK] or entry[BulkCopy.REQUEST]:
        return None
    rows, loads = int(entry[BulkCopy.ROWS]), bool(entry[BulkCopy.LOADS])
    pitch = int(entry[BulkCopy.COUNT] * entry[BulkCopy.ELEMENT])
    if entry[BulkCopy.CARRIES]:
        data = entry[BulkCopy.DATA : BulkCopy.DATA + 2].view(np.uint8)[:pitch]
        return None if pitch % grain else data.reshape(-1, grain)
    if loads and (entry[BulkCopy.ELEMENT] == _ROUNDED or entry[BulkCopy.FILL]):
        return None
    numbers, starts, ends = rows_of(entry, int(entry[BulkCopy.HOST]))
    places = np.arange(rows * pitch)
    begin = int(entry[BulkCopy.OFFSET])
    places = swizzled(places + begin, int(entry[BulkCopy.SWIZZLE])) - begin
    whole = np.zeros(-(-rows * pitch // _LINE) * _LINE, np.uint8)
    first = max(-int(entry[BulkCopy.COORDINATE]), 0) * int(entry[BulkCopy.ELEMENT])
    length = int(ends[0] - starts[0]) if len(starts) else 0
    if loads:
        box = np.zeros((rows, pitch), np.uint8)
        for row, start in zip(numbers.tolist(), starts.tolist(), strict=True):
            box[row, first : first + length] = _bytes_at(start, length)
        whole[places] = box.reshape(-1)
        written = whole[: rows * pitch]
    else:
        device = starts - entry[BulkCopy.HOST] + entry[BulkCopy.DEVICE]
        if length % grain or (device % grain).any():
            return None
        whole[:] = _bytes_at(int(entry[BulkCopy.SHARED]), len(whole))
        written = whole[places].reshape(rows, pitch)[numbers, first : first + length].reshape(-1)
    return None if len(written) % grain else written.reshape(-1, grain)


def held(room: BlockWatch, allocation: int, cells: np.ndarray, grain: int) -> np.ndarray | None:
    """Return what cells of an allocation hold, or of a block's shared memory (-1)."""
    if allocation < 0:
        base, size = room.context[Context.SHARED], room.context[Context.SHARED_BYTES]
    else:
        region = SPACE.region(allocation)
        if region is None:
            return None
        base, size = region
    count = int(size) // grain
    if len(cells) and int(cells.max()) >= count:
        return None
    return _bytes_at(int(base), count * grain).reshape(-1, grain)[cells]


def _bytes_at(address: int, size: int) -> np.ndarray:
    return np.frombuffer(ctypes.string_at(address, size), np.uint8)
