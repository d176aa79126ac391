"""Allocations and their device addresses.

A device address is `number << 40 | offset`: each allocation (a tensor's storage, the root of a
NumPy view) has a number, so kernels see it begin at a multiple of 256 bytes wherever it lies on the
host, and any access can be checked at once. Numbers are kept while they are in use, so that
addresses which a kernel stored stay good in the next launch. A raw host address (a `data_ptr()`
stored in memory) is looked up when a kernel uses it.
"""

from __future__ import annotations

import gc
import struct
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.layout import ALLOCATION_SLOTS, CAPACITY, FIRST_ALLOCATION, OFFSET_BITS


class Region(NamedTuple):
    """A piece of host memory that belongs to one owner."""

    base: int
    size: int


HOST_DEVICES = {"cpu"}
"""PyTorch's names of devices whose tensors lie in the host's memory; who pretends to be another
adds it, and it stays: its tensors live on."""


def region_of(value: Any) -> tuple[Region, int] | None:
    """The allocation behind a tensor or array and the host address of its first element.

    None for things that are no arrays. Tensors are known by their methods, so that neither torch
    nor any other library is imported here.

    Raises:
        LaunchError: a tensor that lies on a real GPU, or nowhere.
    """
    storage = getattr(value, "untyped_storage", None)
    if storage is not None:
        memory = storage()
        if memory.device.type not in HOST_DEVICES:
            raise LaunchError(
                f"the tensor is on {memory.device}, and the virtual GPU works on the host's "
                "memory: give it tensor.cpu(), or launch outside kernelscope.virtual_gpu()"
            )
        return Region(memory.data_ptr(), memory.nbytes()), value.data_ptr()
    interface = getattr(value, "__array_interface__", None)
    if interface is None:
        return None
    array = value if isinstance(value, np.ndarray) else np.asarray(value)
    address = array.__array_interface__["data"][0]
    root: Any = array
    while isinstance(root.base, np.ndarray):
        root = root.base
    low, high = _bounds(root)
    if not low <= address <= high:
        low, high = _bounds(array)
    return Region(low, high - low), address


def _bounds(array: np.ndarray) -> tuple[int, int]:
    low = high = array.__array_interface__["data"][0]
    for size, stride in zip(array.shape, array.strides, strict=True):
        if size == 0:
            return low, low
        reach = (size - 1) * stride
        low, high = (low + reach, high) if reach < 0 else (low, high + reach)
    return low, high + array.itemsize


class AddressSpace:
    """The numbers of all allocations that kernels have seen."""

    def __init__(self) -> None:
        self._numbers: dict[Region, int] = {}
        self._regions: dict[int, Region] = {}
        self._free = list(range(CAPACITY - 1, FIRST_ALLOCATION - 1, -1))

    def number(self, region: Region) -> int:
        """The number of an allocation, given now if it has none."""
        found = self._numbers.pop(region, None)
        if found is None:
            if not self._free:
                oldest = next(iter(self._numbers))
                self._free.append(self._numbers.pop(oldest))
            found = self._free.pop()
            self._regions[found] = region
        # The order of the dictionary is the order of use.
        self._numbers[region] = found
        return found

    def address(self, region: Region, host: int) -> int:
        """The device address of a host address inside an allocation."""
        return (self.number(region) << OFFSET_BITS) + (host - region.base)

    def region(self, number: int) -> Region | None:
        """The allocation that has a number."""
        return self._regions.get(number)


SPACE = AddressSpace()


_ENTRY = struct.Struct(f"{ALLOCATION_SLOTS}q")


class Heap:
    """The memory that kernels take with `malloc`: as on a GPU 8 MiB, kept from launch to launch."""

    size = 8 << 20
    _STEP = 16  # bytes that each piece begins at a multiple of

    def __init__(self) -> None:
        self._memory: np.ndarray | None = None
        self._free = [(0, self.size)]
        self._taken: dict[int, int] = {}

    @property
    def region(self) -> Region:
        """All of it, made on first use."""
        if self._memory is None:
            self._memory = np.full(self.size, 0xFF, np.uint8)
        return Region(self._memory.ctypes.data, self.size)

    def holds(self, address: int) -> bool:
        """Whether a host address is in it."""
        return self._memory is not None and 0 <= address - self.region.base < self.size

    def take(self, size: int) -> int | None:
        """The offset of so many bytes, the first that fit; None where none do."""
        needed = -(-max(size, 1) // self._STEP) * self._STEP
        for place, (offset, room) in enumerate(self._free):
            if room >= needed:
                rest = [(offset + needed, room - needed)] if room > needed else []
                self._free[place : place + 1] = rest
                self._taken[offset] = needed
                return offset
        return None

    def give(self, offset: int) -> bool:
        """Take a piece back; False where none begins there."""
        size = self._taken.pop(offset, None)
        if size is None:
            return False
        merged: list[tuple[int, int]] = []
        for start, room in sorted([*self._free, (offset, size)]):
            if merged and sum(merged[-1]) == start:
                merged[-1] = (merged[-1][0], merged[-1][1] + room)
            else:
                merged.append((start, room))
        self._free = merged
        return True


HEAP = Heap()


class Table:
    """The allocations of one launch, as one worker's code sees them: size, host delta, bitmaps.

    Attributes:
        bitmaps: touched sectors, those read in row 0, those written in row 1. Under 0 those of
            all allocations of the launch, side by side; of each one found later under its number.
    """

    def __init__(self) -> None:
        entries = np.zeros(CAPACITY * ALLOCATION_SLOTS, np.int64)
        self.address: int = entries.ctypes.data
        self._entries = entries.data
        self._used: set[int] = set()
        self.bitmaps: dict[int, np.ndarray] = {}

    def clear(self) -> None:
        """Forget the last launch: its allocations may be gone."""
        for number in self._used:
            self._write(number, 0, 0, 0, 0)
        self._used.clear()
        self.bitmaps.clear()

    def holds(self, number: int) -> bool:
        """Whether the launch can reach an allocation."""
        return number in self._used

    def fill(self, allocations: dict[int, Region]) -> None:
        """Let the launch reach these allocations, by their numbers."""
        self._add(0, allocations.items())

    def add(self, number: int, region: Region) -> None:
        """Let the launch reach one more allocation."""
        self._add(number, [(number, region)])

    def add_unnoted(self, number: int, region: Region) -> None:
        """Let the launch reach memory that is no allocation: its sectors are not counted."""
        self._used.add(number)
        self._write(number, region.size, region.base - (number << OFFSET_BITS), 0, 0)

    def _add(self, key: int, allocations: Iterable[tuple[int, Region]]) -> None:
        # A bit for each sector, and room for a 64-bit store at the end; zeros cost nothing.
        words = [(region.size // 256 + 23) // 8 for _, region in allocations]
        total = sum(words)
        maps = self.bitmaps[key] = np.zeros((2, total), np.uint64)
        place: int = maps.ctypes.data
        for (number, region), length in zip(allocations, words, strict=True):
            self._used.add(number)
            delta = region.base - (number << OFFSET_BITS)
            self._write(number, region.size, delta, place, place + 8 * total)
            place += 8 * length

    def _write(self, number: int, size: int, delta: int, read: int, written: int) -> None:
        """One entry, its slots in the order of `layout.Allocation`."""
        _ENTRY.pack_into(self._entries, number * _ENTRY.size, size, delta, read, written)


owners: list[Callable[[int], Region | None]] = []
"""Asked for the allocation that a raw host address points into, by those who keep allocations."""


def find_owner(address: int) -> Region | None:
    """The allocation that a raw host address points into: the kernels' heap, one that `owners`
    know, or the storage of a live tensor, among all objects.

    NumPy arrays cannot be found: Python's collector does not list objects without references.
    """
    if HEAP.holds(address):
        return HEAP.region
    for owner in owners:
        known = owner(address)
        if known is not None:
            return known
    for thing in gc.get_objects():
        if not hasattr(type(thing), "untyped_storage"):
            continue
        try:
            found = region_of(thing)
        except (LaunchError, RuntimeError, TypeError, NotImplementedError, ValueError):
            continue
        # A tensor without memory begins at 0.
        if found is not None and 0 < found[0].base <= address < found[0].base + found[0].size:
            return found[0]
    return None


def remembered_owner(address: int, known: list[Region]) -> Region | None:
    """The one of `known` that an address is in, else what `find_owner` finds, which joins them."""
    for region in known:
        if region.base <= address < region.base + region.size:
            return region
    found = find_owner(address)
    if found is not None:
        known.append(found)
    return found
