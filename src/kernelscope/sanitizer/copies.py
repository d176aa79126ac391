"""Copies in bulk: what their engine reads and writes, from the issue to the wait.

A copy to shared memory (`cp.async.bulk`, boxes of tensors, multicasts, `st.async`, `red.async`) is
on the way until the phase of its mbarrier is over, and comes before what those threads do that have
seen it over. One out of shared memory reads there until its thread's `wait_group.read`, and writes
to global memory until its `wait_group`.

Exact: the cells of shared memory, of plain copies and of the rows of boxes in global memory; what
the issuing thread knows of others. Conservative: an engine reads global memory at the issue; a
reduction in global memory is complete at its issue; of a generic write that an engine overwrites
no proxy fence is asked, and of a generic read only if both are of one block. Rows of boxes outside
their tensor are left out, and of rows that begin or end outside it the part inside is taken as
whole cells.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kernelscope.record.check import SAME_VALUE
from kernelscope.sanitizer.accesses import Earlier
from kernelscope.sanitizer.copied_values import held, rows_of, values_of
from kernelscope.sanitizer.order import Facts, Order, join, keys_of
from kernelscope.sanitizer.race_words import Side
from kernelscope.vgpu.layout import (
    FLAGGED,
    LANE_BITS,
    LANES,
    MANY_READERS,
    OFFSET_BITS,
    READ_SITE,
    SITE_MASK,
    THREAD_BITS,
    TIME_BITS,
    AsyncUnits,
    BulkCopy,
    Context,
    Engine,
    Mark,
    Watch,
    offset_of,
)
from kernelscope.vgpu.runtime.watching import BlockWatch, Cells, Table

_LOW = (1 << TIME_BITS) - 1
_LAST_THREAD = (1 << THREAD_BITS) - 1
# As plain numbers: an operation on flags takes as long as a hundred cells.
_COMBINES = int(Mark.ATOMIC | Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER | Mark.STRONG_GPU)
_STRONG_GPU, _ASYNC, _WRITE = int(Mark.STRONG_GPU), int(Mark.ASYNC), int(Mark.WRITE)
_SHARED, _ENGINE = int(Mark.SHARED), int(Mark.ENGINE)
_WRITES_SHARED = _SHARED | _WRITE | _ENGINE
_READS_SHARED = _SHARED | _ASYNC | _ENGINE
_SLOTS_OF_ISSUE = operator.itemgetter(
    BulkCopy.SITE, BulkCopy.ROWS, BulkCopy.COUNT, BulkCopy.PLACE, BulkCopy.THREAD, BulkCopy.LOADS,
    BulkCopy.ARRIVALS, BulkCopy.SHARED, BulkCopy.FRAME, BulkCopy.QUEUE, BulkCopy.OWNER,
    BulkCopy.MARKS, BulkCopy.GROUP,
)  # fmt: skip
_NAME, _TICKET, _OWNER = int(BulkCopy.NAME), int(BulkCopy.TICKET), int(BulkCopy.OWNER)
_CARRIES, _DEVICE = int(BulkCopy.CARRIES), int(BulkCopy.DEVICE)
_THREAD, _ISSUED = int(BulkCopy.THREAD), int(BulkCopy.ISSUED)


@dataclass(slots=True)
class _Part:
    """The cells of one memory that a copy reads or writes.

    `index`: the cells; a box in shared memory is one piece. `room`: the block whose shared memory
    it is; for global memory the one that copies. `allocation`: -1 for shared memory.
    """

    cells: Cells
    index: slice | np.ndarray
    room: BlockWatch
    allocation: int

    def cell(self, place: int) -> int:
        """Return the number of one of the cells."""
        return self.index.start + place if isinstance(self.index, slice) else int(self.index[place])


@dataclass(slots=True)
class _Copy:
    """A copy on the way.

    Attributes:
        who: the thread that issued it.
        facts: what that one knew.
        target: what it writes; None where nothing watches.
        source: what it reads.
        barrier: the mbarrier's block and offset; None if it completes in a group.
        group: that group.
        combines: the marks of a reduction; 0 for a copy.
        slots: its entry in the queue.
        moved: whether the virtual GPU has moved its bytes, which the program need not know yet.
        done: for one that an mbarrier waits for, once it is complete: the name that stands for it
            in stamps, and when that was.
    """

    who: int
    site: int
    facts: Facts
    target: _Part | None
    source: _Part | None
    barrier: tuple[int, int] | None
    group: int
    arrives: bool
    combines: int
    slots: Sequence[int] = ()
    reading: bool = True
    moved: bool = False
    done: tuple[int, int] | None = None


class Races(Protocol):
    """The part of the launch's watcher that the copies need."""

    order: Order

    def facts_of(self, threads: Sequence[int], room: BlockWatch) -> Facts:
        """Return all that some threads of a warp know."""
        ...

    def facts_of_commit(self, who: int, room: BlockWatch) -> Facts:
        """Return what is known to those who wait for a thread's commit (`tcgen05.commit`)."""
        ...

    def unfenced(
        self, who: int, earlier: tuple[np.ndarray, np.ndarray], room: BlockWatch
    ) -> np.ndarray:
        """Return which accesses, by their stamps and marks, an engine does not see that a thread
        sends.
        """
        ...

    def is_unfenced(self, who: int, stamp: int, room: BlockWatch) -> bool:
        """Return the same of one access by a thread."""
        ...

    def visits(self, room: BlockWatch, cell: int) -> Iterator[tuple[int, int, int]]:
        """Yield who of other blocks has read a cell of a block's shared memory, when, and where."""
        ...

    def find_copy(
        self,
        copy: tuple[int, int],
        earlier: tuple[int, int],
        where: tuple[BlockWatch, Cells, int, int],
        what: tuple[str, int],
    ) -> None:
        """Report a fault of a copy."""
        ...


class Copies:
    """The copies of one launch."""

    def __init__(self, races: Races) -> None:
        self._races = races
        self._ways: dict[int, _Copy] = {}
        self._stores: dict[int, list[_Copy]] = {}
        self._names: dict[tuple[int, int], int] = {}
        self._issuers: dict[int, int] = {}
        self._count = 0
        # By the issuing thread and the time of the issue: copies that read what the launch writes,
        # and those that write.
        self._readers: dict[tuple[int, int], _Copy] = {}
        self._writers: dict[tuple[int, int], _Copy] = {}
        self._unmoved: dict[int, _Copy] = {}
        # The sites of copies out of shared memory that have read, as threads have.
        self._out = set[int]()

    def issuer(self, name: int) -> int:
        """Return the thread that issued the last copy of a name in a stamp."""
        return self._issuers.get(name, name)

    # ---- issue and completion -------------------------------------------------------------

    def issue(self, entry: Table, room: BlockWatch, known: int) -> None:
        """Look at a copy that is issued; its entry in the queue is `layout.BulkCopy`.

        known: what compiled code knows of it (`Sync.BULK_ISSUE`).
        """
        slots = entry[:]
        site, rows, extent, place, thread, loads, arrives, host, *whose = _SLOTS_OF_ISSUE(slots)
        frame, queue, owner, marks, group = whose
        # One that is left out moves no row, and completes its bytes.
        size = rows * extent * place
        who = room.block << THREAD_BITS | thread
        shared = _shared_part(room, host, size) if size else None
        other = self._other_part(entry, room, size) if size else None
        target, source = (shared, other) if loads else (other, shared)
        # What the thread knows is not needed for most copies.
        is_quiet = known == 1 and source is None and not arrives
        facts = {} if is_quiet else self._races.facts_of([who], room)
        if frame and not queue:  # of `tcgen05.commit`
            join(facts, self._races.facts_of_commit(who, room))
        barrier = _place_of(room, owner) if loads else None
        combines = _COMBINES if marks == 3 else 0
        copy = _Copy(
            who, site, facts, target, source, barrier, group, bool(arrives), combines, slots
        )
        if source is not None:
            self._read(copy, source, is_fine=bool(known) and not loads)
        if target is not None and not (known and loads):
            self._write(copy, target)
        elif target is not None and known > 1:
            first = known >> 1 & (1 << 31) - 1
            late = _Part(target.cells, slice(first, first + (known >> 33)), room, -1)
            for warp in range(room.context[Context.WARPS]):
                self._look_at_readers(copy, late, site | _WRITES_SHARED, warp)
        if known and barrier is not None:
            entry[_NAME] = self._name(barrier)
        if target is not None and not combines:
            self._writers[who, slots[_ISSUED] or room.now] = copy
        self._count += 1
        entry[_TICKET] = self._count
        self._unmoved[self._count] = copy
        if loads:
            self._ways[self._count] = copy
        else:
            self._stores.setdefault(who, []).append(copy)

    def complete(self, entry: Table, room: BlockWatch) -> None:
        """Note that a copy's bytes are there, and that its mbarrier knows it."""
        if entry[_ISSUED]:
            self._complete_unseen(entry, room)
            return
        ticket = entry[_TICKET]
        if (moved := self._unmoved.pop(ticket, None)) is not None:
            moved.moved = True
        copy = self._ways.pop(ticket, None)
        if copy is None or copy.barrier is None:
            return
        facts, now = dict(copy.facts) if copy.arrives else {}, room.now
        if copy.target is not None:
            name = self._name(copy.barrier)
            self._issuers[name] = copy.who
            mark = copy.site | _WRITES_SHARED | copy.combines
            if not entry[_NAME]:
                self._stamp(copy.target, now << TIME_BITS | name, mark)
            facts["copies", name] = now + 1
            copy.done = name, now
        if copy.source is not None and copy.source.allocation < 0:
            self._end_read(copy, copy.source, now)
        self._arrive_at(copy.barrier, facts, entry, room)

    def _complete_unseen(self, entry: Table, room: BlockWatch) -> None:
        """Note the end of a load in order: compiled code has stamped its cells, and will again."""
        barrier = _place_of(room, entry[_OWNER])
        name = entry[_NAME] = self._name(barrier)
        self._issuers[name] = room.block << THREAD_BITS | entry[_THREAD]
        self._arrive_at(barrier, {("copies", name): room.now + 1}, entry, room)

    def _arrive_at(
        self, barrier: tuple[int, int], facts: Facts, entry: Table, room: BlockWatch
    ) -> None:
        """Note what a copy of a block that is complete makes known at its mbarrier."""
        phase = _word(entry[_OWNER]) >> 63
        self._races.order.arrive_at_mbarrier(barrier, facts, phase, (room.block, _COMBINES))

    def wait(self, who: int, left: int, only_read: bool, room: BlockWatch) -> None:
        """Note a thread's wait for all groups of its stores but the last ones."""
        if not self._stores.get(who):
            return
        engine = room.context[Context.ENGINE]
        thread = who & _LAST_THREAD
        limit = _signed(_word(engine + 8 * (Engine.GROUPS + thread))) - left
        kept: list[_Copy] = []
        now = room.now
        for copy in self._stores.get(who, []):
            if copy.group >= limit:
                kept.append(copy)
                continue
            if copy.reading and copy.source is not None:
                self._end_read(copy, copy.source, now)
                copy.reading = False
            if only_read:
                kept.append(copy)
            elif copy.target is not None:
                self._arrive(copy, copy.target, now)
        self._stores[who] = kept

    def has_read(self, who: int, earlier: Earlier) -> bool:
        """Return whether a thread knows that a copy has read global memory."""
        copy = self._readers.get((earlier.who, earlier.time))
        return copy is not None and self._knows_end(self._races.order.facts_of([who]), copy)

    @staticmethod
    def _knows_end(facts: Facts, copy: _Copy) -> bool:
        if copy.done is None:
            return False
        name, time = copy.done
        return facts.get(("copies", name), 0) > time

    def end(self, room: BlockWatch) -> Iterator[Side]:
        """Yield the copies of a block that are on the way when it ends, and forget them."""
        on_way = {ticket: copy for ticket, copy in self._ways.items() if _is_in(copy.target, room)}
        for ticket, copy in on_way.items():
            del self._ways[ticket]
            yield Side(copy.who, copy.site | _WRITES_SHARED, "")
        own = [who for who in self._stores if who >> THREAD_BITS == room.block]
        for who in own:
            for copy in self._stores.pop(who):
                if copy.reading and copy.source is not None:
                    yield Side(who, copy.site | _READS_SHARED, "")

    def _arrive(self, copy: _Copy, target: _Part, now: int) -> None:
        """Note that a store is complete: it counts as a write by its thread."""
        cells, index = target.cells, target.index
        own = cells.writes[index] & np.uint64(FLAGGED | _LOW) == FLAGGED | copy.who
        if isinstance(index, slice):
            index = np.arange(index.start, index.stop)
        cells.writes[index[own]] = now << TIME_BITS | copy.who
        cells.write_marks[index[own]] &= ~np.uint32(_ASYNC)

    def _name(self, barrier: tuple[int, int]) -> int:
        """Return what stands for the copies of an mbarrier in stamps: a thread's number that few
        blocks have.
        """
        if barrier not in self._names:
            block, _ = barrier
            count = sum(1 for other, _ in self._names if other == block)
            self._names[barrier] = block << THREAD_BITS | max(_LAST_THREAD - count, 0)
        return self._names[barrier]

    # ---- accesses -------------------------------------------------------------------------

    def _read(self, copy: _Copy, part: _Part, *, is_fine: bool) -> None:
        """Look at what an engine reads, unless it is known to be in order, and note it."""
        mark = copy.site | _ASYNC | _ENGINE | (_SHARED if part.allocation < 0 else 0)
        if not is_fine:
            self._look_at_writes(copy, part, mark)
        if part.allocation < 0:
            thread = copy.who & _LAST_THREAD
            part.room.products[-1, part.index] = FLAGGED | thread << 20 | copy.site
            part.room.engines[AsyncUnits.STORES] += 1
        elif part.cells.reads is not None and part.cells.read_marks is not None:
            now = part.room.now
            part.cells.reads[part.index] = FLAGGED | now << TIME_BITS | copy.who
            part.cells.read_marks[part.index] = mark
            self._readers[copy.who, now] = copy

    def read_tile(self, who: int, site: int, cells: np.ndarray, room: BlockWatch) -> None:
        """Look at a tile in a block's shared memory that a product reads, and note it.

        Warps' products are noted likewise, by compiled code (`watch_tile`).
        """
        part = _Part(room.shared, cells, room, -1)
        facts = self._races.facts_of([who], room)
        product = _Copy(who, site, facts, None, part, None, 0, False, 0)
        self._look_at_writes(product, part, site | _READS_SHARED)
        warp = who >> LANE_BITS & LANES - 1
        room.products[warp, cells] = room.now << TIME_BITS | site
        room.read_times[cells] = room.now
        room.engines[AsyncUnits.LAST + warp] = room.now

    def _end_read(self, copy: _Copy, part: _Part, now: int) -> None:
        """Note that a store has read shared memory: it counts as a read by its thread."""
        thread = copy.who & _LAST_THREAD
        warp, lane = thread >> LANE_BITS, thread & LANES - 1
        room = part.room
        self._out.add(copy.site)
        room.products[-1, part.index] = 0
        room.engines[AsyncUnits.STORES] -= 1
        room.read_times[part.index] = now
        room.readers[warp, part.index] = now << TIME_BITS | copy.site << READ_SITE | lane
        assert isinstance(part.index, slice)
        engines, (low, high) = room.engines, (AsyncUnits.READ_LOW, AsyncUnits.READ_HIGH)
        engines[low] = min(engines[low], part.index.start)
        engines[high] = max(engines[high], part.index.stop)

    def _write(self, copy: _Copy, part: _Part) -> None:
        """Look at what an engine writes, and note that it is on the way."""
        mark = copy.site | _WRITE | _ENGINE | copy.combines
        mark |= _SHARED if part.allocation < 0 else 0
        self._look_at_writes(copy, part, mark)
        if part.allocation < 0:
            self._look_at_shared_reads(copy, part, mark)
        elif part.cells.reads is not None:
            self._look_at_global_reads(copy, part, mark)
        stamp = part.room.now << TIME_BITS | copy.who
        if copy.combines:
            self._stamp(part, stamp, mark)
        else:
            self._stamp(part, FLAGGED | stamp, mark | _ASYNC)

    @staticmethod
    def _stamp(part: _Part, stamp: int, mark: int) -> None:
        part.cells.writes[part.index] = stamp
        part.cells.write_marks[part.index] = mark
        if part.allocation >= 0:
            assert not isinstance(part.index, slice)
            part.room.view.note_written(part.allocation, part.index)

    def _limits(self, copy: _Copy, whos: np.ndarray, marks: np.ndarray) -> np.ndarray:
        """Return up to which time the issuing thread knows the writes of others."""
        engines = (marks & np.uint32(_ENGINE)) != 0
        keys = whos | (engines.astype(np.uint64) << np.uint64(TIME_BITS))
        distinct, places = np.unique(keys, return_inverse=True)
        limits: list[int] = []
        for key in distinct.tolist():
            who = key & _LOW
            limit = max(copy.facts.get(entry, 0) for entry in keys_of(who))
            if key >> TIME_BITS:
                limit = max(limit, copy.facts.get(("copies", who), 0))
            elif who == copy.who:
                limit = 1 << TIME_BITS
            limits.append(limit)
        return np.array(limits, np.uint64)[places]

    def _look_at_writes(self, copy: _Copy, part: _Part, mark: int) -> None:
        stamps = part.cells.writes[part.index]
        if not len(stamps):
            return
        # Nearly always all was written before the last barrier, or by one copy.
        most = int(np.maximum.reduce(stamps))
        launch = part.room.slots[Watch.LAUNCH_TIME]
        in_shared = part.allocation < 0
        seen = self._seen_by_all(copy, part.room, reads=not mark & _WRITE)
        if in_shared and most < seen << TIME_BITS:
            return
        marks = part.cells.write_marks[part.index]
        if int(np.minimum.reduce(stamps)) == most:
            if most & FLAGGED - 1 < launch << TIME_BITS:
                return
            if mark & _WRITE and self._comes_after(copy, most, int(marks[0])):
                return
        times = (stamps & np.uint64(FLAGGED - 1)) >> np.uint64(TIME_BITS)
        recent = times >= (part.room.began if in_shared else launch)
        if not recent.any():
            return
        ordered, fine = self._ordered(copy, mark, (stamps, marks))
        bad = recent & ~fine
        if mark & _WRITE and not copy.combines and bad.any():
            same = self._same_values(copy, part, (bad, stamps, marks))
            self._report(copy, part, mark, (bad & same, stamps, marks), SAME_VALUE)
            bad &= ~same
        self._report(copy, part, mark, (bad, stamps, marks))
        if not mark & _WRITE:
            late = self._races.unfenced(copy.who, (stamps, marks), part.room)
            self._report(copy, part, mark, (recent & ordered & late, stamps, marks), "proxy")

    def _same_values(
        self, copy: _Copy, part: _Part, earlier: tuple[np.ndarray, np.ndarray, np.ndarray]
    ) -> np.ndarray:
        """Return which cells get what an earlier write has written there, or is to."""
        bad, stamps, marks = earlier
        same, cells = np.zeros(len(bad), np.bool_), part.cells
        index = part.index
        if isinstance(index, slice):
            index = np.arange(index.start, index.stop)
        mine = values_of(copy.slots, cells.grain)
        if mine is None or len(mine) != len(index):
            return same
        on_way = marks & np.uint32(_ASYNC | _WRITE) == _ASYNC | _WRITE
        for stamp in np.unique(stamps[bad & on_way]).tolist():
            if not self.is_to_come(Earlier.of(stamp, 0)):
                on_way &= stamps != stamp
        there = np.flatnonzero(bad & ~on_way & (marks & np.uint32(_COMBINES) == 0))
        theirs = held(part.room, part.allocation, index[there], cells.grain)
        if theirs is not None:
            same[there] = (mine[there] == theirs).all(axis=1)
        for stamp in np.unique(stamps[bad & on_way]).tolist():
            which = np.flatnonzero(bad & on_way & (stamps == stamp))
            theirs = self.values_to_come(Earlier.of(stamp, 0), part.allocation, index[which])
            if theirs is not None:
                same[which] = (mine[which] == theirs).all(axis=1)
        return same

    def is_to_come(self, earlier: Earlier) -> bool:
        """Return whether memory does not have what a copy on its way writes."""
        copy = self._writers.get((earlier.who, earlier.time))
        return copy is None or not copy.moved

    def values_to_come(
        self, earlier: Earlier, allocation: int, cells: np.ndarray
    ) -> np.ndarray | None:
        """Return what a copy that is to come writes to cells; None if that is not known."""
        copy = self._writers.get((earlier.who, earlier.time))
        part = None if copy is None else copy.target
        if copy is None or part is None or part.allocation != allocation or not copy.reading:
            return None
        index = part.index
        if isinstance(index, slice):
            index = np.arange(index.start, index.stop)
        values = values_of(copy.slots, part.cells.grain)
        order = np.argsort(index, kind="stable")
        at = order[np.minimum(np.searchsorted(index, cells, sorter=order), len(index) - 1)]
        if values is None or len(values) != len(index) or (index[at] != cells).any():
            return None
        return values[at]

    @staticmethod
    def _seen_by_all(copy: _Copy, room: BlockWatch, *, reads: bool) -> int:
        """Return the time before which all threads, and engines if they read, have seen writes to
        the shared memory of a block.
        """
        met = room.slots[Watch.BLOCK_TIME]
        if room.context[Context.CLUSTER_BLOCKS] > 1:
            is_own = copy.who >> THREAD_BITS == room.block
            met = min(met, room.slots[Watch.CLUSTER_TIME]) if is_own else room.began
        return min(met, room.engines[AsyncUnits.FENCED]) if reads else met

    @staticmethod
    def _comes_after(copy: _Copy, stamp: int, mark: int) -> bool:
        """Return whether a copy comes after a write."""
        who, time = stamp & _LOW, (stamp & FLAGGED - 1) >> TIME_BITS
        if mark & (_ASYNC | _WRITE) == _ASYNC | _WRITE:
            return False
        if mark & _ENGINE and copy.facts.get(("copies", who), 0) > time:
            return True
        if who == copy.who and not mark & _ENGINE:
            return True
        return any(copy.facts.get(key, 0) > time for key in keys_of(who))

    def _ordered(
        self, copy: _Copy, mark: int, earlier: tuple[np.ndarray, np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return which writes come before a copy; and with those for which order is not needed."""
        stamps, marks = earlier
        times = (stamps & np.uint64(FLAGGED - 1)) >> np.uint64(TIME_BITS)
        whos = stamps & np.uint64(_LOW)
        block = copy.who >> THREAD_BITS
        warps = (whos >> np.uint64(LANE_BITS) & np.uint64(LANES - 1)).astype(np.int64)
        met, first = copy.facts.get(("block", block), 0), block << THREAD_BITS - LANE_BITS
        known = [max(met, copy.facts.get(("warp", first | warp), 0)) for warp in range(LANES)]
        ordered = times < np.array(known, np.uint64)[warps]
        ordered &= whos >> np.uint64(THREAD_BITS) == block
        unsure = ~ordered
        if unsure.any():
            ordered[unsure] = times[unsure] < self._limits(copy, whos[unsure], marks[unsure])
        ordered &= marks & np.uint32(_ASYNC | _WRITE) != _ASYNC | _WRITE
        return ordered, ordered | (marks & np.uint32(mark & _STRONG_GPU) != 0)

    def _look_at_shared_reads(self, copy: _Copy, part: _Part, mark: int) -> None:
        room, facts = part.room, copy.facts
        block = room.block << THREAD_BITS
        met = max(facts.get(("block", room.block), 0), room.began)
        is_own = copy.who >> THREAD_BITS == room.block
        index = part.index
        latest = int(np.maximum.reduce(room.read_times[index]))
        first, safe = block >> LANE_BITS, int(AsyncUnits.SAFE)
        limits = [
            max(facts.get(("products", first | warp), 0), room.engines[safe + warp] * is_own)
            for warp in range(len(room.products) - 1)
        ]
        limits = [max(limit, room.began) for limit in limits]
        is_read, is_stored = latest >= met, room.engines[AsyncUnits.STORES] > 0
        # What a thread has read before this an engine may overwrite: a proxy fence lies between.
        fenced = self._seen_by_all(copy, room, reads=True) if is_own else 0
        asks = is_own and not copy.slots[BulkCopy.CARRIES]
        is_unfenced = asks and latest >= fenced
        if not is_stored and not is_read and not is_unfenced and latest < min(limits):
            return
        # Of each warp, and of stores in bulk: the latest product, or store, that reads a cell.
        *tops, stores = np.maximum.reduce(room.products[:, index], axis=1).tolist()
        for warp, (top, limit) in enumerate(zip(tops, limits, strict=True)):
            if top and top >> TIME_BITS >= limit:
                products = room.products[warp, index]
                times = products >> np.uint64(TIME_BITS)
                stamps = times << np.uint64(TIME_BITS) | np.uint64(block | warp << LANE_BITS)
                sites = products & np.uint64(SITE_MASK) | np.uint64(_READS_SHARED)
                bad = times >= np.uint64(max(limit, 1))
                self._report(copy, part, mark, (bad, stamps, sites))
            if not is_read and not is_unfenced:
                continue
            self._look_at_readers(copy, part, mark, warp)
        if is_read and int(room.readers[-1, index].max()) >= room.began:
            self._look_at_visitors(copy, part, mark)
        if stores:
            products = room.products[-1, index]
            who = products >> np.uint64(20) & np.uint64(_LAST_THREAD) | np.uint64(block)
            sites = products & np.uint64(SITE_MASK) | np.uint64(_READS_SHARED)
            self._report(copy, part, mark, (products != 0, who, sites))

    def _look_at_visitors(self, copy: _Copy, part: _Part, mark: int) -> None:
        """Look at the reads by threads of other blocks of the cluster."""
        assert isinstance(part.index, slice)
        for cell in range(*part.index.indices(len(part.cells.writes))):
            for who, time, site in self._races.visits(part.room, cell):
                if not any(copy.facts.get(key, 0) > time for key in keys_of(who)):
                    where = part.room, part.cells, cell, -1
                    earlier = time << TIME_BITS | who, site | _SHARED
                    self._races.find_copy((copy.who, mark), earlier, where, ("", 1))

    def _look_at_readers(self, copy: _Copy, part: _Part, mark: int, warp: int) -> None:
        """Look at the reads of one warp."""
        room, facts, block = part.room, copy.facts, part.room.block
        first = block << THREAD_BITS | warp << LANE_BITS
        # Up to when all of the warp is known, and up to when proxy fences follow.
        whole = max(
            facts.get(("block", block), 0), room.began, facts.get(("warp", first >> LANE_BITS), 0)
        )
        asks = copy.who >> THREAD_BITS == block and not copy.slots[BulkCopy.CARRIES]
        fenced = self._seen_by_all(copy, room, reads=True) if asks else 1 << TIME_BITS
        seen = room.readers[warp, part.index]
        places = np.flatnonzero(seen >= np.uint64(max(min(whole, fenced) << TIME_BITS, 1)))
        if not len(places):
            return
        reads = _first_places(seen[places])
        verdicts: dict[int, str | None] = {}
        for _, word, _ in reads:
            time, lane = word >> TIME_BITS, word & LANES - 1
            lanes = range(LANES) if word & MANY_READERS else (lane,)
            known = (
                facts.get(("thread", first | n), 0) for n in lanes if first | n != copy.who
            )  # fmt: skip
            verdicts[word] = None
            if time >= whole and time >= min(known, default=1 << TIME_BITS):
                verdicts[word] = ""
            elif time >= fenced and word >> READ_SITE & SITE_MASK not in self._out:
                stamp = time << TIME_BITS | first | lane
                is_late = self._races.is_unfenced(copy.who, stamp, room)
                verdicts[word] = "proxy" if is_late else None
        for verdict in ("", "proxy"):
            # Of each instruction that reads, the first cell, and how many there are.
            bad: dict[int, list[int]] = {}
            for start, word, count in reads:
                if verdicts[word] == verdict:
                    site = word >> READ_SITE & SITE_MASK
                    stamp = word >> TIME_BITS << TIME_BITS | first | word & LANES - 1
                    bad.setdefault(site, [int(places[start]), stamp, 0])[2] += count
            for site, (place, stamp, count) in sorted(bad.items()):
                where = room, part.cells, part.cell(place), part.allocation
                earlier = stamp, site | _SHARED
                self._races.find_copy((copy.who, mark), earlier, where, (verdict, count))
        # A read that is in order and lacks only the fence comes before the copy for all who know of
        # the copy: the next copy to the same cells is not a second fault.
        for word, verdict in verdicts.items():
            if verdict == "proxy":
                seen[seen == word] = 0

    def _look_at_global_reads(self, copy: _Copy, part: _Part, mark: int) -> None:
        cells = part.cells
        assert cells.reads is not None
        assert cells.read_marks is not None
        stamps, marks = cells.reads[part.index], cells.read_marks[part.index]
        times = (stamps & np.uint64(FLAGGED - 1)) >> np.uint64(TIME_BITS)
        recent = times >= part.room.slots[Watch.LAUNCH_TIME]
        if not recent.any():
            return
        whos = stamps & np.uint64(_LOW)
        by_copies = (marks & np.uint32(_ENGINE)) != 0
        ordered = times < self._limits(copy, whos, marks & ~np.uint32(_ENGINE))
        ordered[by_copies] = self._have_read(copy, stamps[by_copies])
        strong = (marks & np.uint32(mark & _STRONG_GPU)) != 0
        self._report(copy, part, mark, (recent & ~(ordered | strong), stamps, marks))

    def _have_read(self, copy: _Copy, stamps: np.ndarray) -> np.ndarray:
        """Return which copies, by their stamps, a copy's thread knows to have read."""
        distinct, places = np.unique(stamps, return_inverse=True)
        earlier = [Earlier.of(stamp, 0) for stamp in distinct.tolist()]
        readers = [self._readers.get((access.who, access.time)) for access in earlier]
        over = [reader is not None and self._knows_end(copy.facts, reader) for reader in readers]
        return np.array(over, np.bool_)[places]

    def _report(
        self, copy: _Copy, part: _Part, mark: int,
        earlier: tuple[np.ndarray, np.ndarray, np.ndarray], kind: str = "",
    ) -> None:  # fmt: skip
        """Report the first of the cells that are bad for each instruction of the other side."""
        bad, stamps, marks = earlier
        places = np.flatnonzero(bad)
        if not len(places):
            return
        _, first, counts = np.unique(
            marks[places] & SITE_MASK, return_index=True, return_counts=True
        )
        for at, count in zip(places[first].tolist(), counts.tolist(), strict=True):
            other = int(stamps[at]), int(marks[at])
            cell = part.cell(at)
            self._races.find_copy(
                (copy.who, mark),
                other,
                (part.room, part.cells, cell, part.allocation),
                (kind, count),
            )

    # ---- where a copy is ------------------------------------------------------------------

    def _other_part(self, entry: Table, room: BlockWatch, size: int) -> _Part | None:
        """Return the end of a copy that is not the box in shared memory; None if it brings its
        bytes, or where nothing writes in this launch.
        """
        if entry[_CARRIES]:
            return None
        device = entry[_DEVICE]
        if not device:
            return _shared_part(room, entry[BulkCopy.HOST], size)
        allocation = device >> OFFSET_BITS
        cells = room.allocations.get(allocation)
        if cells is None:
            return None
        offset, grain = offset_of(device), cells.grain
        count = len(cells.writes)
        _, starts, ends = rows_of(np.array(entry, np.uint64).astype(np.int64), offset)
        starts, ends = starts // grain, np.minimum(-(-ends // grain), count)
        length = int((ends - starts).max(initial=0))
        index = starts[:, None] + np.arange(length)
        index = index[index < ends[:, None]]
        if mask := entry[BulkCopy.BYTE_MASK]:  # cells are single bytes then
            index = index[(mask >> (index * grain & 15) & 1).astype(np.bool_)]
        return _Part(cells, index, room, allocation)


def _first_places(words: np.ndarray) -> list[tuple[int, int, int]]:
    """Return each distinct word by its first place: that, the word, and how often it is there."""
    if int(words.min()) == (word := int(words.max())):  # one instruction, at one time: the rule
        return [(0, word, len(words))]
    distinct, starts, counts = np.unique(words, return_index=True, return_counts=True)
    return sorted(zip(starts.tolist(), distinct.tolist(), counts.tolist(), strict=True))


def _shared_part(room: BlockWatch, host: int, size: int) -> _Part:
    """Return the cells at a host address of shared memory of the cluster."""
    there, offset = room.at(host)
    grain = there.shared.grain
    index = slice(offset // grain, -(-(offset + size) // grain))
    return _Part(there.shared, index, there, -1)


def _place_of(room: BlockWatch, host: int) -> tuple[int, int]:
    there, offset = room.at(host)
    return there.block, offset


def _is_in(part: _Part | None, room: BlockWatch) -> bool:
    """Return whether something is in a block's shared memory."""
    return part is not None and part.allocation < 0 and part.room is room


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _signed(word: int) -> int:
    return ctypes.c_int64(word).value
