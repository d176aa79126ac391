"""Accesses to the shared memory of other blocks of a cluster.

Compiled code stamps what a block does in its own shared memory. What it does in that of others
comes here, lane by lane: it is compared with the stamps there, and leaves one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from kernelscope.sanitizer.accesses import Earlier, Now
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.order import Order
from kernelscope.vgpu.layout import FLAGGED, LANES, TIME_BITS, Mark
from kernelscope.vgpu.runtime.watching import NO_ROWS, AccessEvent, BlockWatch, Table

# As plain numbers: an operation on flags takes ten times as long.
_MANY, _WRITE, _STRONG_BLOCK = int(Mark.MANY), int(Mark.WRITE), int(Mark.STRONG_BLOCK)
_ANY_SCOPE = _STRONG_BLOCK | int(Mark.STRONG_CLUSTER | Mark.STRONG_GPU)


class Races(Protocol):
    """The part of the launch's watcher that visits need."""

    order: Order

    def in_order(self, now: Now, earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether an earlier access comes before this one, or both are strong."""
        ...

    def is_strong(self, now: Now, earlier: Earlier) -> bool:
        """Return whether two accesses are strong for each other."""
        ...

    def shared_readers(self, now: Now) -> Iterable[Earlier]:
        """Yield who has read a cell of shared memory."""
        ...

    def find(self, event: AccessEvent, now: Now, earlier: Earlier, room: BlockWatch) -> Finding:
        """Report a race."""
        ...


class Visits:
    """The accesses of one launch to the shared memory of other blocks."""

    def __init__(self, races: Races) -> None:
        self._races = races
        # By the block whose memory it is: who has read each cell, and what each thread did last.
        self._read: dict[int, dict[int, dict[int, Earlier]]] = {}
        self._last: dict[int, dict[int, Earlier]] = {}

    def readers(self, home: BlockWatch, cell: int) -> Iterable[Earlier]:
        """Return who of other blocks has read a cell of a block's shared memory."""
        return self._read.get(home.block, {}).get(cell, {}).values()

    def note(self, home: BlockWatch, visit: Earlier) -> None:
        """Note that a thread did something in another block's shared memory."""
        self._last.setdefault(home.block, {})[visit.who] = visit

    def end(self, home: BlockWatch) -> Iterator[Earlier]:
        """Yield the visits that no thread of a block knows of when it ends, and forget all."""
        for visit in self._last.pop(home.block, {}).values():
            if not self._races.order.block_knows(home.block, visit.who, visit.time):
                yield visit
        self._read.pop(home.block, None)

    def look(
        self, mark: int, own: Sequence[int], table: Table, more: int, room: BlockWatch
    ) -> None:
        """Look at an access of some lanes of a block, and note it.

        What is outside the cluster, or that memory, is left to the access itself.

        Args:
            mark: the site and `layout.Mark`.
            own: the threads.
            table: the address of each lane.
            more: the bytes of an access, and from bit 8 on those of an element.
            room: the threads' block.
        """
        width, element = more & 0xFF, more >> 8
        for who in own:
            place = room.peer(table[who & LANES - 1], width)
            if place is None:
                continue
            home, offset = place
            cells = home.shared
            event = AccessEvent(mark, 0, 0, NO_ROWS, 0, cells, -1, element, 0)
            first, last = offset // cells.grain, (offset + width - 1) // cells.grain
            for cell in range(first, last + 1):
                self._look_at_cell(event, Now(who, mark, cell, who & LANES - 1, home), room)
            self.note(home, Earlier(who, room.now, mark))

    def _look_at_cell(self, event: AccessEvent, now: Now, room: BlockWatch) -> None:
        cells, cell, home = event.cells, now.cell, now.home
        write = Earlier.of(int(cells.writes[cell]), int(cells.write_marks[cell]))
        other = Earlier.of(int(cells.others[cell]), int(cells.other_marks[cell]))
        writes = [write, other] if write.mark & _MANY else [write]
        known = [earlier for earlier in writes if earlier.time >= home.began]
        if now.mark & _WRITE:
            known.extend(self._races.shared_readers(now))
        for earlier in known:
            if not self._races.in_order(now, earlier, room):
                self._races.find(event, now, earlier, room)
        if now.mark & _WRITE:
            self._stamp(now, write, other, room)
            return
        time = room.now
        readers = self._read.setdefault(home.block, {}).setdefault(cell, {})
        readers[now.who] = Earlier(now.who, time, now.mark)
        home.readers[-1, cell] = home.read_times[cell] = time

    def _stamp(self, now: Now, write: Earlier, other: Earlier, room: BlockWatch) -> None:
        """Note a write, as compiled code notes one to the block's own memory (`watch_cells`)."""
        cells, cell = now.home.shared, now.cell
        recent = write.time >= now.home.began
        is_first = bool(now.mark & _STRONG_BLOCK) and not write.mark & _STRONG_BLOCK
        apart = self._races.is_strong(now, write) and not self._comes_after(now, write, room)
        kept = recent and (is_first or apart)
        stays = recent and write.mark & _MANY and not self._comes_after(now, other, room)
        if kept:
            cells.others[cell] = write.time << TIME_BITS | write.who
            cells.other_marks[cell] = write.mark
        many = kept or stays
        stamp = room.now << TIME_BITS | now.who
        cells.writes[cell] = stamp | FLAGGED if many else stamp
        cells.write_marks[cell] = now.mark | _MANY if many else now.mark

    def _comes_after(self, now: Now, earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether an access comes after an earlier one, however strong both are."""
        weak = now._replace(mark=now.mark & ~_ANY_SCOPE)
        return self._races.in_order(weak, earlier, room)
