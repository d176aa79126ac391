"""The memory of a program that is in L2 when its next kernel begins, and how much of it is dirty.

L2 keeps the memory that was used last. How much of an allocation is left depends on the bytes that
were used since, its own included: up to 65 % of L2 all of it, from 86 % on nothing (`data/l2.csv`).
If a kernel reads more than that again and again, it finds nothing: at its end it has evicted its
beginning. An allocation is identified by its address: if memory is freed and given out again, it is
the same lines. A written line is dirty until another line evicts it. The kernel that loads the
other line waits for the write-back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from kernelscope.hardware.constants import Constants
from kernelscope.vgpu.runtime.address_space import SPACE, pointed_at, region_of_storage
from kernelscope.vgpu.runtime.arguments import words_of
from kernelscope.vgpu.runtime.registry import REGISTRY

Piece = tuple[Hashable, int]
"""An allocation, by its number in the address space, and how many of its bytes a kernel touches."""

State = tuple["OrderedDict[int, dict[Hashable, int]]", dict[Hashable, int], float]

_C = Constants("l2")


class L2:
    """The allocations in L2.

    Args:
        capacity: its size in bytes.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._whole = _C.kept_whole * capacity
        self._gone = _C.kept_nothing * capacity
        # The allocations and their bytes, by the number of the kernel that used them last.
        self._used: OrderedDict[int, dict[Hashable, int]] = OrderedDict()
        self._last: dict[Hashable, int] = {}
        self._dirty = 0.0
        # The last pieces of `share` and of `touch`, as long as nothing else was used: the launches
        # of a loop touch the same.
        self._shared: tuple[Sequence[Piece], float] | None = None
        self._touched: tuple[Sequence[Piece], int] | None = None

    @property
    def dirty(self) -> float:
        """The share of L2 that is not yet in device memory, 0 … 1."""
        return self._dirty / self._capacity

    def share(self, pieces: Sequence[Piece]) -> float:
        """Return the share of these bytes that is in L2, 0 … 1; 0 if there are none."""
        if self._shared is None or self._shared[0] != pieces:
            self._shared = pieces, self._share(pieces)
        return self._shared[1]

    def _share(self, pieces: Iterable[Piece]) -> float:
        total = 0
        known: list[tuple[int, int]] = []
        for base, size in pieces:
            total += size
            last = self._last.get(base)
            if last is not None:
                known.append((last, min(self._used[last][base], size)))
        if not known or not total:
            return 0.0
        kept = self._kept(min(known)[0])
        return sum(kept[last] * size for last, size in known) / total

    def _kept(self, first: int) -> dict[int, float]:
        """Return how much is left of the memory that each kernel used last, 0 … 1, back to the
        `first` kernel.
        """
        since, kept = 0.0, dict[int, float]()
        for last, sizes in reversed(self._used.items()):
            if last < first:
                break
            since += sum(sizes.values())
            kept[last] = self._left(since)
        return kept

    def _left(self, since: float) -> float:
        """Return how much is left of memory if so many bytes were used since, its own included."""
        return min(max((self._gone - since) / (self._gone - self._whole), 0.0), 1.0)

    def touch(self, pieces: Sequence[Piece], written: float = 0.0) -> None:
        """Note that a kernel has read or written these allocations.

        written: the bytes among them that it wrote.
        """
        if self._touched is not None and self._touched[0] == pieces:
            total = self._touched[1]
            self._write(total, self._left(total), written)
            return
        largest: dict[Hashable, int] = {}
        total = 0
        for base, size in pieces:
            more = size - largest.get(base, 0)
            if more >= 0:
                largest[base] = size
                total += more
        latest = next(reversed(self._used), 0)
        is_again = latest and self._used[latest] == largest
        kept = self._left(total) if is_again else self._share(largest.items())
        self._write(total, kept, written)
        self._touched = pieces, total
        if is_again:
            return
        self._shared = None
        number = latest + 1
        for base in largest:
            last = self._last.get(base)
            if last is not None:
                del self._used[last][base]
                if not self._used[last]:
                    del self._used[last]
            self._last[base] = number
        if largest:
            self._used[number] = largest
        if number % _C.looked_through == 0:
            self._forget()

    def _write(self, total: int, kept: float, written: float) -> None:
        """Note the bytes that a kernel wrote.

        total: bytes that it touched.
        kept: the share of them that was in L2.
        """
        stays = max(1 - (1 - kept) * total / self._capacity, 0.0)
        self._dirty = min(stays * self._dirty + written, self._capacity)

    def _forget(self) -> None:
        """Forget the allocations that are no longer in L2."""
        for last, part in self._kept(0).items():
            if part == 0:
                for base in self._used.pop(last):
                    del self._last[base]

    def empty(self) -> None:
        """Fill L2 with zeros that are written, as a benchmark does before each repetition."""
        self._used.clear()
        self._last.clear()
        self._dirty = self._capacity
        self._shared = self._touched = None

    def state(self) -> State:
        """Return the contents of L2, for `restore`."""
        used = OrderedDict((last, dict(sizes)) for last, sizes in self._used.items())
        return used, dict(self._last), self._dirty

    def restore(self, state: State) -> None:
        """Restore the contents that `state` returned."""
        self._used, self._last, self._dirty = state
        self._shared = self._touched = None


_KEPT_KEY = "_kernelscope_key"
"""The attribute of a storage that has its key: looking it up takes longer than the rest."""


def pieces_at(argument: int | bytes) -> list[Piece]:
    """Return the allocations that an address, or the words of a struct, point into, as a whole."""
    words = words_of(argument) if isinstance(argument, bytes) else (argument,)
    regions = [pointed_at(word) for word in words]
    return [(SPACE.number(region), region.size) for region in regions if region is not None]


def piece_of(tensor: Any, size: int | None = None) -> Piece:
    """Return `size` bytes of a tensor's storage; None: all of them."""
    storage = tensor.untyped_storage()
    key = getattr(storage, _KEPT_KEY, None)
    if key is None:
        region = region_of_storage(storage)
        REGISTRY.enter(region, storage)
        key = SPACE.number(region)
        setattr(storage, _KEPT_KEY, key)
    return key, storage.nbytes() if size is None else size
