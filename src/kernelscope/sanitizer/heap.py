"""The device's heap under the sanitizer: the owner of each piece, and the thread that freed it."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.vgpu import Kernel
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.layout import State
from kernelscope.vgpu.runtime.address_space import HEAP, HeapCall, heap_watchers

_MARGIN = 64
"""Bytes between pieces, so that an overrun does not meet the next one at once."""
HEAP_ADVICE = {
    "use-after-free": "free the memory after its last use, by all threads that have its address",
    "heap-out-of-bounds": "allocate as many bytes as are used: `malloc(n * sizeof(T))`",
    "double-free": "free each piece once: by one thread, and set the pointer to 0 afterwards",
    "bad-free": "free only what `malloc` has returned",
    "leak": "free the memory in the last kernel that uses it",
}


@lru_cache(maxsize=16)
def _lines(kernel: Kernel) -> dict[int, str]:
    """Return the source line of each line of the PTX with an instruction."""
    function = kernel.lowered()
    return {i.position.line: source_of(function, i.location) for i in function.instructions()}


def _place_in(kernel: Kernel, line: int) -> Place:
    """Return the place of the instruction at a line of a kernel's PTX."""
    return Place(_lines(kernel).get(line, ""), line)


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of `malloc` or `free`, and the kernel that it was in."""

    kernel: Kernel
    call: HeapCall

    @property
    def place(self) -> Place:
        """The place of the call."""
        return _place_in(self.kernel, self.call.line)

    def __str__(self) -> str:
        block, thread = self.call.block, self.call.thread
        return f"block {_index(block)}, thread {_index(thread)} at {self.place}"


class HeapSide(NamedTuple):
    """The call that an access to the heap conflicts with."""

    place: Place
    thread: tuple[int, int, int]
    block: tuple[int, int, int]


@dataclass(slots=True)
class _Piece:
    """A piece of the heap: its bytes, who has allocated it, and who has freed it."""

    size: int
    made: _Call | None
    freed: _Call | None = None


@dataclass
class DeviceHeap:
    """The heap, watched while this is entered.

    Args:
        report: takes the findings.

    Attributes:
        kernel: the one that runs.
    """

    report: Callable[[Finding], object]
    kernel: Kernel | None = None
    _pieces: dict[int, _Piece] = field(default_factory=dict[int, _Piece])
    _is_watched: bool = False
    _begins: list[int] = field(default_factory=list[int])
    _states: np.ndarray | None = None

    def __enter__(self) -> DeviceHeap:
        heap_watchers.append(self._told)
        self._is_watched = True
        HEAP.margin, HEAP.keeps_freed = _MARGIN, True
        self._pieces = {offset: _Piece(size, None) for offset, size in HEAP.pieces.items()}
        self._begins = sorted(self._pieces)
        self._states = None
        return self

    def __exit__(self, *_: object) -> None:
        heap_watchers.remove(self._told)
        self._is_watched = False
        HEAP.margin, HEAP.keeps_freed = 0, False
        HEAP.release()
        for piece in self._pieces.values():
            if piece.made is not None and piece.freed is None:
                said = f"the {piece.size} bytes that this `malloc` returned were never freed"
                self._report("leak", piece.made, None, said)

    def may_use(self, kernel: Kernel) -> bool:
        """Return whether a kernel may use the heap; False while it is not watched.

        One that does not allocate may find an address in memory, where another one has stored it.
        """
        return self._is_watched and (bool(self._pieces) or "malloc" in kernel.module.text)

    def states(self) -> np.ndarray:
        """Return the states of the heap's bytes."""
        if self._states is None or len(self._states) != HEAP.size:
            self._states = np.full(HEAP.size, State.CLOSED, np.uint8)
            for offset, piece in self._pieces.items():
                if piece.freed is None:
                    self._states[offset : offset + piece.size] = 0
        return self._states

    def _told(self, call: HeapCall) -> None:
        """Note a call of `malloc`, or of `free`."""
        if self.kernel is None:
            return
        here = _Call(self.kernel, call)
        if call.size >= 0:
            self._took(here)
            return
        piece = self._pieces.get(call.offset)
        if piece is None:
            within = self.piece_at(call.offset)
            said = f"`free` gets an address that `malloc` did not return{_of(within)}"
            self._report("bad-free", here, None, said)
        elif piece.freed is not None:
            said = f"`free` gets memory that is free already{_of((call.offset, piece))}"
            self._report("double-free", here, piece.freed, said)
        else:
            piece.freed = here
            self.states()[call.offset : call.offset + piece.size] = State.CLOSED

    def _took(self, here: _Call) -> None:
        begin, size = here.call.offset, here.call.size
        # Freed pieces are kept, to say who freed them, until their memory is used again. No two
        # pieces overlap, so these are next to each other.
        first = max(bisect_right(self._begins, begin) - 1, 0)
        last = bisect_right(self._begins, begin + size + _MARGIN - 1)
        over = [
            offset
            for offset in self._begins[first:last]
            if offset + self._pieces[offset].size > begin or offset == begin
        ]
        for offset in over:
            self._begins.remove(offset)
            del self._pieces[offset]
        insort(self._begins, begin)
        self._pieces[begin] = _Piece(size, here)
        self.states()[begin : begin + size] = 0

    def piece_at(self, offset: int) -> tuple[int, _Piece] | None:
        """Return the piece that a byte is in, or is nearest to, with its begin."""
        at = bisect_right(self._begins, offset)
        near = [(begin, self._pieces[begin]) for begin in self._begins[max(at - 1, 0) : at + 1]]

        def distance(known: tuple[int, _Piece]) -> int:
            return max(known[0] - offset, offset - (known[0] + known[1].size) + 1, 0)

        return min(near, key=distance, default=None)

    def describe(self, offset: int) -> tuple[str, str, int, HeapSide | None]:
        """Return the fault of an access to a byte that is not accessible.

        The kind, in words, the byte in the piece, and the call that the access conflicts with.
        """
        known = self.piece_at(offset)
        if known is None:
            return "heap-out-of-bounds", "the heap, where nothing is allocated", offset, None
        begin, piece = known
        at = offset - begin
        if piece.freed is not None and 0 <= at < piece.size:
            said = f"byte {at} of {piece.size} that were freed{_of(known)}"
            return "use-after-free", said, at, self._side(piece.freed)
        where = f"byte {at - piece.size} after" if at >= 0 else f"byte {-at} before"
        said = f"{where} a piece of {piece.size} bytes of the heap{_of(known)}"
        return "heap-out-of-bounds", said, at, self._side(piece.made)

    def _side(self, call: _Call | None) -> HeapSide | None:
        """Return a call as the other side of a finding."""
        if call is None:
            return None
        place = call.place
        if call.kernel is not self.kernel:  # its line is one of another kernel's PTX
            place = Place(place.source, 0)
        return HeapSide(place, call.call.thread, call.call.block)

    def _report(self, kind: str, here: _Call, other: _Call | None, said: str) -> None:
        side = self._side(other)
        self.report(
            Finding(
                tool="memory",
                kind=kind,
                kernel=here.kernel.name,
                place=here.place,
                other=None if side is None else side.place,
                thread=here.call.thread,
                block=here.call.block,
                other_thread=None if side is None else side.thread,
                other_block=None if side is None else side.block,
                buffer="device heap",
                message=said,
                advice=HEAP_ADVICE[kind],
                ptx=here.kernel.module.text,
            )
        )


def _of(known: tuple[int, _Piece] | None) -> str:
    """Return who allocated a piece, to follow a sentence."""
    made = known[1].made if known is not None else None
    return "" if made is None else f" (allocated by {made})"


def _index(index: tuple[int, int, int]) -> str:
    return str(index[0]) if not any(index[1:]) else str(index).replace(" ", "")
