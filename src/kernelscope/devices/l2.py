"""What of a program's memory is in a GPU's L2 when its next kernel begins, and how much is dirty.

Whole allocations of PyTorch's, the one used last kept longest. A kernel that touches more than L2
holds leaves nothing: it has driven out the beginning when it comes to the end. An allocation counts
as long as it lives: what gets its address afterwards is another one, here as in a repetition of the
same run. What was written is dirty until other lines drive it out: a kernel that brings them in
waits for the writing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any

Piece = tuple[Hashable, int]
"""What stands for an allocation, and the bytes of it that a kernel touches."""

State = tuple["OrderedDict[Hashable, int]", int, float]


class L2:
    """The allocations in L2.

    Args:
        capacity: its size in bytes.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[Hashable, int] = OrderedDict()
        self._used = 0
        self._dirty = 0.0

    @property
    def dirty(self) -> float:
        """The part of L2 that is not yet in device memory, 0 … 1."""
        return self._dirty / self._capacity

    def share(self, pieces: Iterable[Piece]) -> float:
        """Return the part of these bytes that is in L2, 0 … 1; 0 without any."""
        held = total = 0
        for base, size in pieces:
            total += size
            held += min(self._kept.get(base, 0), size)
        return held / total if total else 0.0

    def touch(self, pieces: Iterable[Piece], written: float = 0.0) -> None:
        """Note that a kernel has read or written these allocations.

        written: the bytes among them that it wrote.
        """
        largest: dict[Hashable, int] = {}
        for base, size in pieces:
            if size > largest.get(base, -1):
                largest[base] = size
        brought = sum(max(size - self._kept.get(base, 0), 0) for base, size in largest.items())
        stays = max(1 - brought / self._capacity, 0.0)
        self._dirty = min(stays * self._dirty + written, self._capacity)
        if sum(largest.values()) > self._capacity:
            self._drop()
            return
        for base, size in largest.items():
            self._used += size - self._kept.pop(base, 0)
            self._kept[base] = size
        while self._used > self._capacity:
            _, size = self._kept.popitem(last=False)
            self._used -= size

    def empty(self) -> None:
        """Fill it with zeros that are written, as a benchmark does before each repetition."""
        self._drop()
        self._dirty = self._capacity

    def state(self) -> State:
        """Return what is in it, for `restore`."""
        return self._kept.copy(), self._used, self._dirty

    def restore(self, state: State) -> None:
        """Let it have what it had."""
        self._kept, self._used, self._dirty = state

    def _drop(self) -> None:
        self._kept.clear()
        self._used = 0


class _StorageKey(int):
    """The address of a storage's object, with a weak reference that keeps it from being given to
    another one. As a key it is looked up without Python code, unlike the reference itself.
    """

    weak: Any


@cache
def _weak_reference() -> Any:
    from torch.multiprocessing.reductions import StorageWeakRef

    return StorageWeakRef


def piece_of(tensor: Any, size: int | None = None) -> Piece:
    """Return `size` bytes of a tensor's storage; None: all of them."""
    storage = tensor.untyped_storage()
    weak = _weak_reference()(storage)
    key = _StorageKey(weak.cdata)
    key.weak = weak
    return key, storage.nbytes() if size is None else size
