"""Allocations and their device addresses.

A device address is `number << 40 | offset`: each allocation (a tensor's storage, the root of a
NumPy view) has a number. So kernels see it begin at a multiple of 256 bytes, whatever its host
address, and each access can be checked quickly. Numbers are kept while they are in use, so that
addresses that a kernel stored are valid in the next launch. A host address (a `data_ptr()` stored
in memory) is looked up when a kernel uses it.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.counting.wavefronts import SECTOR
from kernelscope.vgpu.layout import (
    ALLOCATION_SLOTS,
    CAPACITY,
    FIRST_ALLOCATION,
    FOUND_CAPACITY,
    FOUND_PLACE,
    OFFSET_BITS,
    PARAM_WINDOW,
    Found,
)
from kernelscope.vgpu.runtime.registry import REGISTRY, Region
from kernelscope.vgpu.runtime.thread_pool import map_on_threads

_BYTE = ctypes.c_char
LINE_WORDS = 16
"""The words of two lines of 64 bytes, which processors fetch together."""


def address_of(array: np.ndarray) -> int:
    """Return the address of an array that can be written to, four times as fast as NumPy does."""
    return ctypes.addressof(_BYTE.from_buffer(array.data))


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
        region = Region(memory.data_ptr(), memory.nbytes())
        REGISTRY.enter(region, memory)
        return region, region.base + value.storage_offset() * value.element_size()
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
        root = array
        low, high = _bounds(array)
    region = Region(low, high - low)
    REGISTRY.enter(region, root)
    return region, address


def _bounds(array: np.ndarray) -> tuple[int, int]:
    low = high = array.__array_interface__["data"][0]
    for size, stride in zip(array.shape, array.strides, strict=True):
        if size == 0:
            return low, low
        reach = (size - 1) * stride
        low, high = (low + reach, high) if reach < 0 else (low, high + reach)
    return low, high + array.itemsize


given_out: list[Callable[[int, int, Any, bool], None]] = []
"""Functions that are told of memory that a program gets and has not written: address, bytes, the
storage that it belongs to, or None, and whether it is for 16-bit floats."""


def give_out(base: int, size: int, owner: Any = None, *, halves: bool = False) -> None:
    """Tell those who want to know that a program has been given memory."""
    for note in given_out:
        note(base, size, owner, halves)


class AddressSpace:
    """The numbers of all allocations that kernels have accessed."""

    def __init__(self) -> None:
        self._numbers: dict[Region, int] = {}
        self._regions: dict[int, Region] = {}
        self._free = list(range(CAPACITY - 1, FIRST_ALLOCATION - 1, -1))
        self._lock = threading.Lock()

    def number(self, region: Region) -> int:
        """Return the number of an allocation; a new allocation gets one."""
        # There are 4,096 numbers, and each new tensor takes one. When all are taken, the allocation
        # that launches used longest ago gives its number away. An address of it that a kernel
        # stored would then mean the new allocation. First in, first out would soon take the number
        # of a weight, which is older than every activation and in use all the time.
        #
        # Two workers that look up one allocation must get one number. Without the lock the second
        # could ask while the first has taken the number out, and get another: the first's table
        # then lacked it, and one run in three of a grouped product ended with an address "outside
        # every argument's memory".
        with self._lock:
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

    def place_of(self, address: int) -> tuple[Region | None, int]:
        """Return the allocation that a device address is in or next to, and the byte in it.

        The byte of `x[-1]` is negative: its address is the last of all that could be in the
        allocation with the number before, 2^40 - 4, and 4 bytes before this one.
        """
        number, offset = address >> OFFSET_BITS, address & ((1 << OFFSET_BITS) - 1)
        if offset >> (OFFSET_BITS - 1) and number + 1 in self._regions:
            return self._regions[number + 1], offset - (1 << OFFSET_BITS)
        return self._regions.get(number), offset


SPACE = AddressSpace()


_ENTRY = struct.Struct(f"{ALLOCATION_SLOTS}q")
_FOUND = struct.Struct(f"{len(Found)}q")


class HeapCall(NamedTuple):
    """A call of `malloc` or `free` by one thread.

    Attributes:
        line: of the PTX.
        offset: of the piece in the heap; for `free` that of the address, right or wrong.
        size: the bytes asked for; -1 for `free`.
    """

    line: int
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    offset: int
    size: int


heap_watchers: list[Callable[[HeapCall], None]] = []
"""Functions that are told of `malloc` once it has given memory, and of `free` before it is done."""


class Heap:
    """The memory for `malloc` in kernels: 8 MiB as on a GPU, kept from launch to launch.

    Attributes:
        margin: bytes that stay free after each new piece.
        keeps_freed: whether freed pieces are used again only when no other memory is left.
    """

    size = 8 << 20
    _STEP = 16  # each piece begins at a multiple of this many bytes

    def __init__(self) -> None:
        self._memory: np.ndarray | None = None
        self._free = [(0, self.size)]
        self._taken: dict[int, int] = {}
        self._kept: list[tuple[int, int]] = []
        self.margin = 0
        self.keeps_freed = False

    @property
    def pieces(self) -> dict[int, int]:
        """The bytes of each piece that is in use, by its offset."""
        return dict(self._taken)

    @property
    def region(self) -> Region:
        """All of the heap, allocated on first use."""
        if self._memory is None:
            self._memory = np.full(self.size, 0xFF, np.uint8)
            REGISTRY.enter(Region(self._memory.ctypes.data, self.size), self._memory)
        return Region(self._memory.ctypes.data, self.size)

    def holds(self, address: int) -> bool:
        """Return whether a host address is in the heap."""
        return self._memory is not None and 0 <= address - self.region.base < self.size

    def piece_at(self, offset: int) -> int | None:
        """Return where the piece in use begins that holds a byte; None if none does."""
        start = max((taken for taken in self._taken if taken <= offset), default=-1)
        return start if start >= 0 and offset < start + self._taken[start] else None

    def take(self, size: int) -> int | None:
        """Return the offset of the first free `size` bytes; None if there are none."""
        needed = -(-max(size + self.margin, 1) // self._STEP) * self._STEP
        place = self._find(needed)
        if place is None and self._kept:
            self.release()
            place = self._find(needed)
        return place

    def _find(self, needed: int) -> int | None:
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
        self._kept.append((offset, size))
        if not self.keeps_freed:
            self.release()
        return True

    def release(self) -> None:
        """Let freed pieces be used again."""
        merged: list[tuple[int, int]] = []
        for start, room in sorted([*self._free, *self._kept]):
            if merged and sum(merged[-1]) == start:
                merged[-1] = (merged[-1][0], merged[-1][1] + room)
            else:
                merged.append((start, room))
        self._free = merged
        self._kept.clear()


HEAP = Heap()


_PIECE = 1 << 14
"""64-bit words of each worker's bits that are counted at a time: 128 KiB."""


class Bitmaps:
    """The sectors that the workers of a launch touch in its allocations, a bit for each.

    Attributes:
        entries: of each allocation its number, bytes, host delta, and where its bits of what the
            first worker reads and writes begin.
        stride: bytes from one worker's bits to the next one's.
    """

    def __init__(self, allocations: Iterable[tuple[int, Region]], workers: int = 1) -> None:
        # A bit for each sector, and room for a 64-bit store at the end; zeros cost nothing.
        lengths = [(n, region, (region.size // 256 + 23) // 8) for n, region in allocations]
        self._words = sum([length for _, _, length in lengths])
        # No two workers write into one line of 64 bytes, nor into two that are fetched together.
        self._bits = np.zeros((workers, 2 * self._words + LINE_WORDS), np.uint64)
        self.stride = 8 * (2 * self._words + LINE_WORDS)
        place, apart = address_of(self._bits), 8 * self._words
        self.entries: list[tuple[int, int, int, int, int]] = []
        for number, (base, size), length in lengths:
            delta = base - (number << OFFSET_BITS)
            self.entries.append((number, size, delta, place, place + apart))
            place += 8 * length

    def unique(self, others: Sequence[Bitmaps] = (), scale: float = 1.0) -> tuple[float, float]:
        """Return the distinct sectors read and written by all workers.

        Args:
            others: bitmaps of the same allocations, of workers that found them later.
            scale: blocks of the grid over blocks that ran. The other blocks are taken to touch
                other sectors, as far as an allocation has more.
        """
        if not self._words:
            return 0, 0
        bits = self._bits
        if others:
            bits = np.concatenate([bits, *(other._bits for other in others)])
        if self._words > _PIECE and scale == 1:
            return self._unique_by_pieces(bits)
        touched = bits[0] if len(bits) == 1 else np.bitwise_or.reduce(bits)
        counts, parts = np.bitwise_count(touched), (0, self._words, 2 * self._words)
        if scale != 1:
            return self._of_all(counts, scale)
        read, written, _ = np.add.reduceat(counts, parts, dtype=np.int64).tolist()
        return read, written

    # 16 workers that read 1 GiB and write 1 GiB have 268 MB of bits. One thread took about as long
    # for them as all 16 for the kernel.
    def _unique_by_pieces(self, bits: np.ndarray) -> tuple[int, int]:
        """Return the distinct sectors read and written; all processors count, each in its cache."""

        def count(start: int) -> int:
            end = self._words * (1 + start // self._words)
            piece = bits[:, start : min(start + _PIECE, end)]
            touched = np.bitwise_or.reduce(piece)
            return int(np.bitwise_count(touched).sum(dtype=np.int64))

        starts = range(0, self._words, _PIECE)
        counts = map_on_threads(count, [*starts, *(self._words + start for start in starts)])
        half = len(counts) // 2
        return sum(counts[:half]), sum(counts[half:])

    def _of_all(self, counts: np.ndarray, scale: float) -> tuple[float, float]:
        """Return the sectors of all blocks, from the words' bits that some of them have set."""
        # 8 of 1,024 blocks of a product read an eighth of each matrix, and all of them read it all.
        read = written = 0.0
        first = self.entries[0][3]
        for _, size, _, reads, writes in self.entries:
            most, words = size / SECTOR, size // (64 * SECTOR) + 2
            sums = (
                counts[(at - first) // 8 : (at - first) // 8 + words].sum(dtype=np.int64)
                for at in (reads, writes)
            )
            more = [max(float(n), min(scale * float(n), most)) for n in sums]
            read, written = read + more[0], written + more[1]
        return read, written


class Table:
    """The allocations of one launch for one worker's code: size, host delta, bitmaps.

    Attributes:
        found: the bitmaps of allocations that were found while the launch ran, by their numbers.
    """

    def __init__(self) -> None:
        entries = np.zeros(FOUND_PLACE + 1 + FOUND_CAPACITY * len(Found), np.int64)
        self.address: int = entries.ctypes.data
        self._entries = entries.data
        self._used: set[int] = set()
        self._named = 0
        self.found: dict[int, Bitmaps] = {}

    def clear(self) -> None:
        """Forget the last launch: its allocations may be freed."""
        for number in self._used:
            self._write(number, 0, 0, 0, 0)
        self._used.clear()
        self._named = self._entries[FOUND_PLACE] = 0
        self.found.clear()

    def begin(self, parameters: Region, bitmaps: Bitmaps, worker: int) -> None:
        """Let a launch access its parameters, in their window, and its allocations.

        worker: the place of this table's worker in the bitmaps.
        """
        self.clear()
        # Sectors of parameters are not counted.
        base, size = parameters
        self._used.add(PARAM_WINDOW)
        self._write(PARAM_WINDOW, size, base - (PARAM_WINDOW << OFFSET_BITS), 0, 0)
        self._fill(bitmaps, worker * bitmaps.stride)

    def add(self, number: int, region: Region) -> bool:
        """Let the launch access an allocation; return whether it could not before.

        Raises:
            LaunchError: the launch uses another allocation by the same number, so it uses more than
                there are numbers.
        """
        if number not in self._used:
            self.found[number] = bitmaps = Bitmaps([(number, region)])
            self._fill(bitmaps, 0)
            return True
        size, delta, *_ = _ENTRY.unpack_from(self._entries, number * _ENTRY.size)
        if (size, delta) != (region.size, region.base - (number << OFFSET_BITS)):
            raise LaunchError(
                f"the kernel follows pointers into more than {CAPACITY - FIRST_ALLOCATION} "
                "allocations: give it fewer tensors a launch"
            )
        return False

    def name(self, number: int, region: Region) -> None:
        """Let compiled code find an allocation by host addresses without asking again."""
        place = FOUND_PLACE + 1 + self._named % FOUND_CAPACITY * len(Found)
        device = number << OFFSET_BITS
        _FOUND.pack_into(self._entries, 8 * place, region.base, region.size, device)
        self._named += 1
        self._entries[FOUND_PLACE] = min(self._named, FOUND_CAPACITY)

    def _fill(self, bitmaps: Bitmaps, further: int) -> None:
        for number, size, delta, read, written in bitmaps.entries:
            self._used.add(number)
            self._write(number, size, delta, read + further, written + further)

    def _write(self, number: int, size: int, delta: int, read: int, written: int) -> None:
        """Write an entry; its slots are in the order of `layout.Allocation`."""
        _ENTRY.pack_into(self._entries, number * _ENTRY.size, size, delta, read, written)


def unique_sectors(bitmaps: Bitmaps, tables: Iterable[Table], scale: float) -> tuple[float, float]:
    """Return the distinct 32-byte sectors read and written, of all allocations and workers.

    scale: blocks of the grid over blocks that ran (`Bitmaps.unique`).
    """
    read, written = bitmaps.unique(scale=scale)
    of_allocation: dict[int, list[Bitmaps]] = {}
    for table in tables:
        for number, own in table.found.items():
            of_allocation.setdefault(number, []).append(own)
    for first, *others in of_allocation.values():
        more = first.unique(others, scale)
        read, written = read + more[0], written + more[1]
    return read, written
