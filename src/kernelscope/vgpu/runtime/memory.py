"""Allocations and their device addresses.

A device address is `number << 40 | offset`: each allocation (a tensor's storage, the root of a
NumPy view) has a number. So kernels see it begin at a multiple of 256 bytes, whatever its host
address, and each access can be checked quickly. Numbers are kept while they are in use, so that
addresses that a kernel stored are valid in the next launch. A host address (a `data_ptr()` stored
in memory) is looked up when a kernel uses it.
"""

from __future__ import annotations

import ctypes
import gc
import struct
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.layout import ALLOCATION_SLOTS, CAPACITY, FIRST_ALLOCATION, OFFSET_BITS

_BYTE = ctypes.c_char


def address_of(array: np.ndarray) -> int:
    """Return the address of an array that can be written to, four times as fast as NumPy does."""
    return ctypes.addressof(_BYTE.from_buffer(array.data))


class Region(NamedTuple):
    """A piece of host memory that belongs to one owner."""

    base: int
    size: int


HOST_DEVICES = {"cpu"}
"""PyTorch's names of devices whose tensors are in the host's memory.

A pretended device adds its name for good, because its tensors live on."""


def region_of(value: Any) -> tuple[Region, int] | None:
    """Return the allocation behind a tensor or array, and the address of its first element.

    None for a value that is not an array. Tensors are recognised by their methods, so that torch is
    not imported here.

    Raises:
        LaunchError: a tensor on a real GPU, or without memory.
    """
    # The allocation is the whole memory, not the view, as on a GPU: for `a[10:20]` of 100 floats it
    # has 400 bytes, the address is at byte 40 of it, and a kernel may read `x[-1]`. For `a[::-1]`
    # the address is at byte 396 and the strides are negative, so bounds need the strides' signs.
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
    """The numbers of all allocations that kernels have accessed."""

    def __init__(self) -> None:
        self._numbers: dict[Region, int] = {}
        self._regions: dict[int, Region] = {}
        self._free = list(range(CAPACITY - 1, FIRST_ALLOCATION - 1, -1))

    def number(self, region: Region) -> int:
        """Return the number of an allocation; a new allocation gets one."""
        # There are 4,096 numbers, and each new tensor takes one. When all are taken, the allocation
        # that launches used longest ago gives its number away. An address of it that a kernel
        # stored would then mean the new allocation. First in, first out would soon take the number
        # of a weight, which is older than every activation and in use all the time.
        number = self._numbers.pop(region, None)
        if number is None:
            if not self._free:
                oldest = next(iter(self._numbers))
                self._free.append(self._numbers.pop(oldest))
            number = self._free.pop()
            self._regions[number] = region
        # The dictionary is in the order of last use.
        self._numbers[region] = number
        return number

    def address(self, region: Region, host: int) -> int:
        """Return the device address of a host address inside an allocation."""
        return (self.number(region) << OFFSET_BITS) + (host - region.base)

    def region(self, number: int) -> Region | None:
        """Return the allocation of a number, or None."""
        return self._regions.get(number)


SPACE = AddressSpace()


_ENTRY = struct.Struct(f"{ALLOCATION_SLOTS}q")


class Heap:
    """The memory for `malloc` in kernels: 8 MiB as on a GPU, kept from launch to launch."""

    size = 8 << 20
    _STEP = 16  # each piece begins at a multiple of this many bytes

    def __init__(self) -> None:
        self._memory: np.ndarray | None = None
        self._free = [(0, self.size)]
        self._taken: dict[int, int] = {}

    @property
    def region(self) -> Region:
        """All of the heap, allocated on first use."""
        if self._memory is None:
            self._memory = np.full(self.size, 0xFF, np.uint8)
        return Region(self._memory.ctypes.data, self.size)

    def holds(self, address: int) -> bool:
        """Return whether a host address is in the heap."""
        return self._memory is not None and 0 <= address - self.region.base < self.size

    def take(self, size: int) -> int | None:
        """Return the offset of the first free `size` bytes; None if there are none."""
        needed = -(-max(size, 1) // self._STEP) * self._STEP
        for place, (offset, room) in enumerate(self._free):
            if room >= needed:
                remainder = [(offset + needed, room - needed)] if room > needed else []
                self._free[place : place + 1] = remainder
                self._taken[offset] = needed
                return offset
        return None

    def give(self, offset: int) -> bool:
        """Free the piece that begins at an offset; return False if there is no such piece."""
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
    """The allocations of one launch for one worker's code: size, host delta, bitmaps.

    Attributes:
        bitmaps: touched sectors, reads in row 0, writes in row 1. Key 0 has those of the launch's
            allocations, side by side; an allocation that is found later has its number as key.
    """

    def __init__(self) -> None:
        entries = np.zeros(CAPACITY * ALLOCATION_SLOTS, np.int64)
        self.address: int = entries.ctypes.data
        self._entries = entries.data
        self._used: set[int] = set()
        self.bitmaps: dict[int, np.ndarray] = {}

    def clear(self) -> None:
        """Forget the last launch: its allocations may be freed."""
        for number in self._used:
            self._write(number, 0, 0, 0, 0)
        self._used.clear()
        self.bitmaps.clear()

    def begin(self, window: int, parameters: Region, allocations: dict[int, Region]) -> None:
        """Let a launch access its parameters, in their window, and its allocations."""
        self.clear()
        self.add_unnoted(window, parameters)
        self.fill(allocations)

    def holds(self, number: int) -> bool:
        """Return whether the launch can access an allocation."""
        return number in self._used

    def fill(self, allocations: dict[int, Region]) -> None:
        """Let the launch access these allocations, by their numbers."""
        self._add(0, allocations.items())

    def add(self, number: int, region: Region) -> None:
        """Let the launch access another allocation."""
        self._add(number, [(number, region)])

    def add_unnoted(self, number: int, region: Region) -> None:
        """Let the launch access memory whose sectors are not counted, such as its parameters."""
        self._used.add(number)
        self._write(number, region.size, region.base - (number << OFFSET_BITS), 0, 0)

    def _add(self, key: int, allocations: Iterable[tuple[int, Region]]) -> None:
        # A bit for each sector, and room for a 64-bit store at the end; zeros cost nothing.
        words = [(region.size // 256 + 23) // 8 for _, region in allocations]
        total = sum(words)
        maps = self.bitmaps[key] = np.zeros((2, max(total, 1)), np.uint64)
        place = address_of(maps)
        for (number, region), length in zip(allocations, words, strict=True):
            self._used.add(number)
            delta = region.base - (number << OFFSET_BITS)
            self._write(number, region.size, delta, place, place + 8 * total)
            place += 8 * length

    def _write(self, number: int, size: int, delta: int, read: int, written: int) -> None:
        """Write an entry; its slots are in the order of `layout.Allocation`."""
        _ENTRY.pack_into(self._entries, number * _ENTRY.size, size, delta, read, written)


owners: list[Callable[[int], Region | None]] = []
"""Functions that return the allocation of a host address, from libraries with their own."""


def find_owner(address: int) -> Region | None:
    """Return the allocation that a host address points into, or None.

    It is the kernels' heap, an allocation that `owners` know, or the storage of a live tensor.
    NumPy arrays cannot be found: Python's collector does not list objects that hold no references.
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
            memory = region_of(thing)
        except (LaunchError, RuntimeError, TypeError, NotImplementedError, ValueError):
            continue
        # A tensor without memory begins at 0.
        if memory is not None and 0 < memory[0].base <= address < sum(memory[0]):
            return memory[0]
    return None


def remembered_owner(address: int, known: list[Region]) -> Region | None:
    """Return the allocation of an address; one that is not in `known` joins it."""
    for region in known:
        if region.base <= address < region.base + region.size:
            return region
    owner = find_owner(address)
    if owner is not None:
        known.append(owner)
    return owner
