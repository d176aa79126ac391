"""Allocations and their device addresses.

Each allocation (a tensor's storage, the root of a NumPy view) has a number, from which its device
address is calculated (`layout.base_of`). So kernels see it begin at a multiple of 512 bytes,
whatever its host address, and each access can be checked quickly. Numbers are kept while they are
in use, so that addresses that a kernel stored are valid in the next launch. A host address (a
`data_ptr()` of a CPU tensor, stored in memory) is looked up when a kernel uses it.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import methodcaller
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kernelscope._patching import Patches, Undo, when_imported
from kernelscope.errors import LaunchError
from kernelscope.vgpu.counting.wavefronts import SECTOR
from kernelscope.vgpu.layout import (
    ALLOCATION_SLOTS,
    CAPACITY,
    FIRST_ALLOCATION,
    FOUND_CAPACITY,
    FOUND_PLACE,
    OFFSET_BITS,
    PARAM_BASE,
    PARAM_WINDOW,
    Found,
    base_of,
)
from kernelscope.vgpu.runtime.pages import lazy_zeros
from kernelscope.vgpu.runtime.registry import REGISTRY, Region, pointer_watchers
from kernelscope.vgpu.runtime.thread_pool import map_on_threads

_BYTE = ctypes.c_char
_LAST_DEAD = 64
"""Allocations that keep their numbers though nothing is known to hold them."""
LINE_WORDS = 16
"""The words of two lines of 64 bytes, which processors fetch together."""


def address_of(array: np.ndarray) -> int:
    """Return the address of an array that can be written to, four times as fast as NumPy does."""
    return ctypes.addressof(_BYTE.from_buffer(array.data))


PRETENDED: set[str] = set()
"""PyTorch's names of devices that are pretended: their tensors are in the host's memory.

A name stays for good, because the tensors live on."""


_in_host_memory: set[Any] = set()
"""The devices of tensors seen so far; to ask for a device's type takes longer than to find it."""


_storages_own: list[Callable[[Any], int]] = [methodcaller("data_ptr")]


_REGION = "_kernelscope_region"
"""The attribute of a storage that has its memory: to make a tuple takes longer than to compare."""


def region_of_storage(storage: Any) -> Region:
    """Return the host's memory of a tensor's storage; programs get other addresses of a pretended
    GPU's (`watch_pointers`).
    """
    base, size = SPACE.host(_storages_own[0](storage)), storage.nbytes()
    region = getattr(storage, _REGION, None)
    if region is None or region[0] != base or region[1] != size:
        if isinstance(region, _Foreign) and 0 <= base - region[0] <= region[1] - size:
            return region
        region = Region(base, size)
        setattr(storage, _REGION, region)
    return region


class _Foreign(Region):
    """An allocation of another library, of which a storage is a part."""

    __slots__ = ()


def belongs_to(storage: Any, region: Region) -> None:
    """Note that a tensor's storage is a part of an allocation of another library."""
    setattr(storage, _REGION, _Foreign(*region))
    REGISTRY.enter(region, storage)


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
    if hasattr(value, "untyped_storage"):
        return region_of_tensor(value)
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


def region_of_tensor(tensor: Any) -> tuple[Region, int]:
    """Return the allocation behind a tensor, as `region_of` does."""
    storage = tensor.untyped_storage()
    if storage.device not in _in_host_memory:
        if storage.device.type not in ("cpu", *PRETENDED):
            raise LaunchError(
                f"the tensor is on {storage.device}, and the virtual GPU works on the host's "
                "memory: give it tensor.cpu(), or launch outside kernelscope.virtual_gpu()"
            )
        _in_host_memory.add(storage.device)
    region = region_of_storage(storage)
    REGISTRY.enter(region, storage)
    return region, region.base + tensor.storage_offset() * tensor.element_size()


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
    """The numbers of all allocations that kernels have accessed, or whose address a program has."""

    def __init__(self) -> None:
        self._numbers: dict[Region, int] = {}
        self._regions: dict[int, Region] = {}
        self._next = FIRST_ALLOCATION
        self._freed: dict[int, None] = {}
        self._freed_of_size: dict[int, list[int]] = {}
        self._lock = threading.Lock()

    def number(self, region: Region) -> int:
        """Return the number of an allocation; a new allocation gets one, and keeps it.

        Raises:
            LaunchError: more allocations are in use than there are numbers.
        """
        number = self._numbers.get(region)
        if number is not None:
            return number
        # Two workers that look up one allocation must get one number.
        with self._lock:
            if region not in self._numbers:
                number = self._new_number(region)
                self._regions[number] = region
                self._numbers[region] = number
            return self._numbers[region]

    # As CUDA's allocator does, the memory that was freed last serves the next tensor of its size.
    # Another tensor gets an address that was never used, or not for the longest time: then a kernel
    # that uses a stale address is found.
    def _new_number(self, region: Region) -> int:
        size = _rounded(region.size)
        of_size = self._freed_of_size.get(size, [])
        while of_size:
            number = of_size.pop()
            if number in self._freed and _rounded(self._regions[number].size) == size:
                del self._freed[number]
                return number
        if self._next < CAPACITY:
            self._next += 1
            return self._next - 1
        if not self._freed:
            self._free_the_dead()
        number = next(iter(self._freed), None)
        if number is None:
            raise LaunchError(
                f"{CAPACITY - FIRST_ALLOCATION:,} allocations are in use, and the virtual GPU has "
                "no more addresses: free some"
            )
        del self._freed[number]
        return number

    # What the registry does not hold never leaves it: memory of one launch, as a capture has it.
    # The last ones may be of the launch that is about to begin.
    def _free_the_dead(self) -> None:
        dead = [known for known in self._numbers if not REGISTRY.is_alive(known)]
        for region in dead[:-_LAST_DEAD]:
            self._freed[self._numbers.pop(region)] = None

    def forget(self, region: Region, *, again: bool = True) -> None:
        """Free the number of an allocation that was freed; again: for the next one of its size."""
        with self._lock:
            number = self._numbers.pop(region, None)
            if number is not None:
                self._freed[number] = None
                if again:
                    self._freed_of_size.setdefault(_rounded(region.size), []).append(number)

    def address(self, region: Region, host: int) -> int:
        """Return the device address of a host address inside an allocation.

        It stays the same for as long as the allocation lives.
        """
        return base_of(self.number(region)) + host - region.base

    def of_variable(self, region: Region) -> int:
        """Return the address of a variable, which for a managed one is the host's, too."""
        return region.base if REGISTRY.is_shared(region) else self.address(region, region.base)

    def host(self, address: int) -> int:
        """Return the host address of a device address; a host address stays as it is."""
        # Of 0x7fcc… `place_of` would say that it is far below the first allocation.
        if address >> OFFSET_BITS < FIRST_ALLOCATION:
            return address
        region, offset = self.place_of(address)
        return address if region is None else region.base + offset

    def region(self, number: int) -> Region | None:
        """Return the allocation of a number, or None."""
        return self._regions.get(number)

    def place_of(self, address: int) -> tuple[Region | None, int]:
        """Return the allocation that a device address is in or next to, and the byte in it.

        The byte of `x[-1]` is negative. Far below its begin an address has the number before.
        """
        number = address + (1 << OFFSET_BITS - 1) >> OFFSET_BITS
        if number not in self._regions:
            number = address >> OFFSET_BITS
        return self._regions.get(number), address - base_of(number)


def _rounded(size: int) -> int:
    """Return the size of the blocks that serve such an allocation, in turn: a multiple of 512, and
    from 1 MiB on one of four sizes between powers of two.
    """
    step = 512 if size < 1 << 20 else 1 << size.bit_length() - 3
    return -(-size // step) * step


SPACE = AddressSpace()


def _forget(region: Region) -> None:
    is_watched = any(watcher.holds(region.base) for watcher in pointer_watchers)
    SPACE.forget(region, again=not is_watched)


REGISTRY.on_leave.append(_forget)


# Worked case: a grouped product takes a table of addresses.
#
#     the program     torch.tensor([a.data_ptr(), b.data_ptr()], device="cuda"), given to a kernel
#     the kernel      loads an address from the table, then loads from there
#
# The kernel's arguments name the table alone. The program can only have the addresses of `a` and
# `b` from `data_ptr()`, of the tensors or of their storages, so each storage that was asked is
# entered. Of tensors of the pretended GPU it gets the address that kernels see, of others the
# host's.
def watch_pointers() -> Undo:
    """Give programs the addresses of tensors from `data_ptr()`, until the result is called.

    Nothing is changed before torch is imported.
    """
    patches = Patches()
    patches.callback(when_imported("torch", lambda torch: _replace_data_ptr(patches, torch)))
    return patches.close


def _replace_data_ptr(patches: Patches, torch: Any) -> None:
    ask = torch.Tensor.data_ptr
    if hasattr(ask, "is_watched"):
        return

    def data_ptr(tensor: Any) -> int:
        """Return the address of the tensor's first element."""
        address = SPACE.host(ask(tensor))
        return shown(tensor.untyped_storage(), address)

    def data_ptr_of_storage(storage: Any) -> int:
        """Return the address of the storage's first byte."""
        return shown(storage, SPACE.host(ask_storage(storage)))

    def shown(storage: Any, address: int) -> int:
        region = region_of_storage(storage)
        REGISTRY.enter(region, storage)
        for watcher in pointer_watchers:
            watcher.asked(*region, storage)
        is_pretended = address and PRETENDED and storage.is_cuda
        return SPACE.address(region, address) if is_pretended else address

    data_ptr.is_watched = True  # type: ignore[attr-defined]
    patches.attribute(torch.Tensor, "data_ptr", data_ptr)
    ask_storage = _storages_own[0] = torch.UntypedStorage.data_ptr
    patches.callback(_storages_own.__setitem__, 0, methodcaller("data_ptr"))
    patches.attribute(torch.UntypedStorage, "data_ptr", data_ptr_of_storage)


# A table of addresses may be made before the first session. With a GPU the function is replaced in
# sessions alone: Triton's launcher calls it for each argument, and the GPU would wait for it.
if not Path("/dev/nvidiactl").exists():
    watch_pointers()


_ENTRY = struct.Struct(f"{ALLOCATION_SLOTS}q")
_FOUND = struct.Struct(f"{len(Found)}q")


class HeapCall(NamedTuple):
    """A call of `malloc` or `free` by one thread.

    `line`: of the PTX. `offset`: of the piece in the heap; for `free` that of the address, right or
    wrong. `size`: the bytes asked for; -1 for `free`.
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
        size: its bytes.
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

    def resize(self, size: int) -> bool:
        """Set its bytes, and return True; False if kernels have some of it in use."""
        if self._taken:
            return size == self.size
        if self._memory is not None:
            REGISTRY.leave(self.region)
            self._memory = None
        self.size = size
        self._free = [(0, size)]
        self._kept.clear()
        return True

    @property
    def pieces(self) -> dict[int, int]:
        """The bytes of each piece that is in use, by its offset."""
        return dict(self._taken)

    @property
    def region(self) -> Region:
        """All of the heap, allocated on first use."""
        if self._memory is None:
            self._memory = np.full(self.size, 0xFF, np.uint8)
            region = Region(self._memory.ctypes.data, self.size)
            REGISTRY.enter(region, self._memory, by_host=False)
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


def pointed_at(word: int) -> Region | None:
    """Return the allocation that a word points into, as a device address or as the host's."""
    if word >> OFFSET_BITS >= FIRST_ALLOCATION:
        region, offset = SPACE.place_of(word)
        if region is None or not 0 <= offset < region.size or not REGISTRY.is_alive(region):
            return None
        return REGISTRY.seen(region)
    # What is below 4 GiB is a size or an index.
    return REGISTRY.holding(word) if word >> 32 else None


_PIECE = 1 << 14
"""64-bit words of each worker's bits that are counted at a time: 128 KiB."""
_SMALL = 1 << 12
"""64-bit words of bits: 32 KiB, of tensors with 4 MiB."""


class Bitmaps:
    """The sectors that the workers of a launch touch in its allocations, a bit for each.

    `allocations`: the allocations, by their numbers. `entries`: of each allocation its number,
    bytes, host delta, and where its bits of what the first worker reads and writes begin. `stride`:
    bytes from one worker's bits to the next one's.
    """

    def __init__(self, allocations: Mapping[int, Region], workers: int = 1) -> None:
        self.allocations = allocations
        # A bit for each sector, and room for a 64-bit store at the end; zeros cost nothing.
        lengths = [(n, r, (r.size // 256 + 23) // 8) for n, r in allocations.items()]
        self._words = sum([length for _, _, length in lengths])
        # No two workers write into one line of 64 bytes, nor into two that are fetched together.
        self._bits = np.zeros((workers, 2 * self._words + LINE_WORDS), np.uint64)
        self.stride = 8 * (2 * self._words + LINE_WORDS)
        place, apart = address_of(self._bits), 8 * self._words
        self.entries: list[tuple[int, int, int, int, int]] = []
        for number, (base, size), length in lengths:
            delta = base - base_of(number)
            self.entries.append((number, size, delta, place, place + apart))
            place += 8 * length

    @property
    def is_small(self) -> bool:
        """Whether clearing it costs less than making another."""
        return self._bits.size <= _SMALL

    def clear(self) -> None:
        """Forget the sectors."""
        if self._words:
            self._bits.fill(0)

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
        entries = lazy_zeros(1, FOUND_PLACE + 1 + FOUND_CAPACITY * len(Found))[0]
        self.address: int = entries.ctypes.data
        self._entries = entries.data
        self._used: set[int] = set()
        self._named = 0
        self._filled: tuple[Region, Bitmaps] | None = None
        self.found: dict[int, Bitmaps] = {}

    def end(self) -> None:
        """Forget a launch; its entries stay for the next one of the same allocations."""
        if self._filled is None or not self._filled[1].is_small:
            self.clear()

    def clear(self) -> None:
        """Forget all: the allocations may be freed."""
        self._filled = None
        for number in self._used:
            self._write(number, 0, 0, 0, 0)
        self._used.clear()
        self._named = self._entries[FOUND_PLACE] = 0
        self.found.clear()

    def begin(self, parameters: Region, bitmaps: Bitmaps, worker: int) -> None:
        """Let a launch access its parameters, in their window, and its allocations.

        worker: the place of this table's worker in the bitmaps.
        """
        filled = self._filled
        if filled is not None and filled[0] is parameters and filled[1] is bitmaps:
            return
        self.clear()
        self._filled = parameters, bitmaps
        # Sectors of parameters are not counted.
        base, size = parameters
        self._used.add(PARAM_WINDOW)
        self._write(PARAM_WINDOW, size, base - PARAM_BASE, 0, 0)
        self._fill(bitmaps, worker * bitmaps.stride)

    def add(self, number: int, region: Region) -> bool:
        """Let the launch access an allocation; return whether it could not before."""
        if number in self._used:
            return False
        self._filled = None
        self.found[number] = bitmaps = Bitmaps({number: region})
        self._fill(bitmaps, 0)
        return True

    def name(self, number: int, region: Region) -> None:
        """Let compiled code find an allocation by host addresses without asking again.

        region: where the program has it.
        """
        self._filled = None
        place = FOUND_PLACE + 1 + self._named % FOUND_CAPACITY * len(Found)
        device = base_of(number)
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
    read, written = bitmaps.unique(scale=scale) if bitmaps.entries else (0, 0)
    of_allocation: dict[int, list[Bitmaps]] = {}
    for table in tables:
        for number, own in table.found.items():
            of_allocation.setdefault(number, []).append(own)
    for first, *others in of_allocation.values():
        more = first.unique(others, scale)
        read, written = read + more[0], written + more[1]
    return read, written
