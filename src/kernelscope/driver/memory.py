"""The memory of one program: what it allocates on the GPU, and host memory that the GPU reaches.

A program that is another process shares two files of memory with this one. That of the GPU is
mapped wherever there is room: only copies read it there. Host memory that kernels reach (pinned,
managed) has one address in both, as kernels are given it.
"""

from __future__ import annotations

import ctypes
import itertools
import mmap
import os
import threading
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.runtime.address_space import PRETENDED, SPACE, give_out
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

_ALIGNED = 4096  # so that what is freed can be given back to the machine
_ARENA = 1 << 40  # of addresses; memory is taken when it is written
_PROGRAM = 1 << 47  # behind it in the file: each page of the program's own memory that is shared
# Where processes rarely have anything: above programs of fixed addresses and their heaps, below the
# others (0x5555…) and the libraries. A program's place is free again when it has ended.
_HOST_BASES = [0x2000_0000_0000 + n * _ARENA for n in range(52)]
_FIXED_NOREPLACE, _NORESERVE = 0x100000, 0x4000

Kind = Literal["device", "host", "managed", "registered"]


@dataclass(slots=True, weakref_slot=True, eq=False)
class Allocation:
    """Memory that the program has allocated.

    Attributes:
        region: of this process.
        address: by which the program and its kernels know it.
        kind: "device", "host" (pinned), "managed", "registered" (the program's own, pinned later).
        flags: that it was allocated with.
        number: counts the allocations of the program.
        keeps: what the memory belongs to.
    """

    region: Region
    address: int
    kind: Kind
    flags: int
    number: int
    keeps: Any = None


_REUSES, _THRESHOLD, _RESERVED, _RESERVED_MOST, _USED, _USED_MOST = (1, 2, 3), 4, 5, 6, 7, 8
_CHUNK = 32 << 20  # by which a pool of a GPU of NVIDIA's grows


class Pool:
    """A memory pool: how much of it is in use, and how much it has of the GPU.

    As nothing is late here, it keeps what its release threshold allows, as after a synchronization.
    """

    def __init__(self) -> None:
        self._set = dict.fromkeys(_REUSES, 1) | {_THRESHOLD: 0}
        self._used = self._used_most = self._kept = self._reserved_most = 0

    @property
    def _reserved(self) -> int:
        return -(-max(self._used, min(self._kept, self._set[_THRESHOLD])) // _CHUNK) * _CHUNK

    def take(self, size: int) -> None:
        """Note an allocation."""
        self._used += size
        self._kept = max(self._kept, self._used)
        self._used_most = max(self._used_most, self._used)
        self._reserved_most = max(self._reserved_most, self._reserved)

    def give(self, size: int) -> None:
        """Note that an allocation was freed."""
        self._used -= size

    def trim(self, keep: int) -> None:
        """Give back what is not used, but for so many bytes."""
        self._kept = max(self._used, min(self._kept, keep))

    def attribute(self, number: int) -> int | None:
        """Return an attribute of `CUmemPool_attribute`; None if there is no such one."""
        return {
            **self._set,
            _RESERVED: self._reserved,
            _RESERVED_MOST: self._reserved_most,
            _USED: self._used,
            _USED_MOST: self._used_most,
        }.get(number)

    def set(self, number: int, value: int) -> bool:
        """Set an attribute; return False if it cannot have the value. Maxima begin again at 0."""
        if number in self._set:
            self._set[number] = value
        elif number == _USED_MOST and not value:
            self._used_most = self._used
        elif number == _RESERVED_MOST and not value:
            self._reserved_most = self._reserved
        else:
            return False
        return True


class Arena:
    """A file of memory, mapped here, of which pieces are given out.

    base: where it must be mapped; 0 for anywhere.
    """

    def __init__(self, name: str, base: int = 0) -> None:
        self.file = os.memfd_create(name)
        os.ftruncate(self.file, _ARENA + _PROGRAM)
        call = _mmap()
        flags = mmap.MAP_SHARED | _NORESERVE | (_FIXED_NOREPLACE if base else 0)
        place = call(base, _ARENA, mmap.PROT_READ | mmap.PROT_WRITE, flags, self.file, 0)
        if place in (None, ctypes.c_void_p(-1).value) or (base and place != base):
            os.close(self.file)
            raise MemoryError(f"{_ARENA >> 30} GiB of addresses cannot be mapped")
        self.base: int = place
        self.size = _ARENA
        self._next = 0
        self._lock = threading.Lock()
        self._freed: dict[int, list[int]] = defaultdict(list)

    def take(self, size: int) -> int:
        """Return the address here of a piece, whose bytes are 0."""
        size = -(-size // _ALIGNED) * _ALIGNED
        with self._lock:
            if self._freed[size]:
                return self._freed[size].pop()
            if self._next + size > self.size:
                raise MemoryError
            self._next += size
            return self.base + self._next - size

    def give(self, address: int, size: int) -> None:
        """Free a piece, and its memory."""
        size = -(-size // _ALIGNED) * _ALIGNED
        _libc().madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), mmap.MADV_REMOVE)
        self._freed[size].append(address)

    def window(self, address: int, size: int) -> int:
        """Return where this process has the pages of the program's own memory at an address."""
        offset = self.size + address
        flags = mmap.MAP_SHARED | _NORESERVE
        place = _mmap()(0, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, self.file, offset)
        if place in (None, ctypes.c_void_p(-1).value):
            raise MemoryError(f"{size} bytes of the program's memory cannot be mapped")
        return place

    def close_window(self, place: int, size: int) -> None:
        """Unmap such pages."""
        _libc().munmap(ctypes.c_void_p(place), ctypes.c_size_t(size))

    def close(self) -> None:
        """Unmap it; the program has ended."""
        _libc().munmap(ctypes.c_void_p(self.base), ctypes.c_size_t(self.size))
        os.close(self.file)


def bytes_at(address: int, size: int) -> np.ndarray[Any, Any]:
    """Return the bytes at an address here, to read and to write."""
    return np.ctypeslib.as_array((ctypes.c_ubyte * size).from_address(address))


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _mmap() -> Any:
    call = _libc().mmap
    call.restype = ctypes.c_void_p
    call.argtypes = [
        ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long,
    ]  # fmt: skip
    return call


class Memory:
    """The allocations of a program, by their addresses.

    shared: whether the program is another process.
    """

    def __init__(self, *, shared: bool) -> None:
        self.device = Arena("kernelscope-device") if shared else None
        self.host = Arena("kernelscope-host", _HOST_BASES.pop()) if shared else None
        self.device_there = 0
        """Where the program has mapped the GPU's memory."""
        self._held: dict[int, Allocation] = {}
        self._of_region: dict[Region, Allocation] = {}
        self._numbers = itertools.count(1)
        self.bytes = 0

    def allocate(self, size: int, kind: Kind, flags: int = 0) -> Allocation:
        """Return new memory. Raises MemoryError, with the reason if it is not memory that lacks."""
        arena = self.device if kind == "device" else self.host
        keeps: Any = None
        if arena is not None:
            base = arena.take(size)
        else:
            keeps = np.zeros(size + _ALIGNED, np.uint8)
            base = -(-keeps.ctypes.data // 512) * 512
        region = Region(base, size)
        made = Allocation(region, base, kind, flags, next(self._numbers), keeps)
        REGISTRY.enter(region, made, by_host=kind != "device")
        if kind == "device":
            try:
                made.address = SPACE.address(region, base)
            except LaunchError as problem:
                REGISTRY.leave(region)
                if arena is not None:
                    arena.give(base, size)
                raise MemoryError(str(problem)) from None
            give_out(base, size)
            self.bytes += size
        self._held[made.address] = self._of_region[region] = made
        return made

    def variable(self, size: int) -> np.ndarray[Any, Any]:
        """Return the bytes of a module's variable, all 0."""
        if self.device is None:
            return np.zeros(size, np.uint8)
        return bytes_at(self.device.take(size), size)

    def managed_variable(self, size: int) -> np.ndarray[Any, Any]:
        """Return the bytes of a variable that the host knows by its address, all 0."""
        made = self.allocate(size, "managed")
        REGISTRY.share(made.region)
        return bytes_at(made.region.base, size)

    def register(self, address: int, size: int, flags: int) -> Allocation:
        """Return memory of the program, whose pages this process shares from now on.

        The program moves what they hold to the shared file, where an address has its own place: so
        a page may belong to two of them.
        """
        region, inside = Region(address, size), address % _ALIGNED
        if self.host is not None:
            region = Region(self.host.window(address - inside, size + inside) + inside, size)
        made = Allocation(region, address, "registered", flags, next(self._numbers))
        REGISTRY.enter(region, made, by_host=self.host is None)
        if self.host is not None:
            REGISTRY.alias(region, address)
        self._held[address] = self._of_region[region] = made
        return made

    def pages_of(self, held: Allocation) -> tuple[int, int, int]:
        """Return the pages of registered memory that are no other's, too: where they begin, their
        bytes, and their place in the shared file. No bytes in this process.
        """
        others = [h for h in self._held.values() if h.kind == "registered" and h is not held]
        begin = held.address // _ALIGNED * _ALIGNED
        end = -(-(held.address + held.region.size) // _ALIGNED) * _ALIGNED
        for other in others:
            last = (other.address + other.region.size - 1) // _ALIGNED * _ALIGNED
            begin += _ALIGNED * (last == begin)
            end -= _ALIGNED * (other.address // _ALIGNED * _ALIGNED == end - _ALIGNED)
        size = max(end - begin, 0) if self.host is not None else 0
        return begin, size, self.host.size + begin if self.host is not None else 0

    def free(self, address: int, kinds: tuple[Kind, ...]) -> bool:
        """Free the allocation that begins at an address; return False if none of the kinds does."""
        held = self._held.get(address)
        if held is None or held.kind not in kinds:
            return False
        del self._held[address], self._of_region[held.region]
        REGISTRY.leave(held.region)
        arena = self.device if held.kind == "device" else self.host
        if arena is not None and held.kind == "registered":
            inside = held.region.base % _ALIGNED
            arena.close_window(held.region.base - inside, held.region.size + inside)
        elif arena is not None:
            arena.give(held.region.base, held.region.size)
        if held.kind == "device":
            self.bytes -= held.region.size
        return True

    def holding(self, address: int) -> Allocation | None:
        """Return the allocation that an address of the program points into; None if none."""
        address = self.seen_by_kernels(address)
        region, _ = SPACE.place_of(address) if address >> 47 else (REGISTRY.holding(address), 0)
        held = None if region is None else self._of_region.get(region)
        if held is None and region is not None and address >> 47 and REGISTRY.is_alive(region):
            held = Allocation(
                region, SPACE.address(region, region.base), "device", 0, 0
            )  # PyTorch's
        return held if held and 0 <= address - held.address < held.region.size else None

    def seen_by_kernels(self, value: Any) -> Any:
        """Return a value; for an address of a tensor's memory, which C++ has as the host's, the
        address that kernels see.
        """
        if self.device is None and type(value) is int and 0 < value < 1 << 47:
            region = REGISTRY.holding(value)
            owner = region and REGISTRY.owner_of(region)
            device = getattr(owner and owner(), "device", None)
            if region is not None and getattr(device, "type", "") in PRETENDED:
                return SPACE.address(region, value)
        return value

    def here(self, address: int, size: int) -> int | None:
        """Return the address here of memory of the GPU; None if it is not all in one allocation."""
        region, offset = SPACE.place_of(address)
        if region is None or not REGISTRY.is_alive(region):
            return None
        return region.base + offset if offset >= 0 and offset + size <= region.size else None

    def there(self, here: int) -> int:
        """Return where the program finds what is at an address of the GPU's memory here."""
        arena = self.device
        if arena is None or not arena.base <= here < arena.base + arena.size:
            return here
        return here - arena.base + self.device_there

    def free_all(self) -> None:
        """Free every allocation."""
        for address in [*self._held]:
            self.free(address, ("device", "host", "managed", "registered"))

    def close(self) -> None:
        """Free everything; the program has ended."""
        self.free_all()
        for arena in (self.device, self.host):
            if arena is not None:
                arena.close()
        if self.host is not None:
            _HOST_BASES.append(self.host.base)
