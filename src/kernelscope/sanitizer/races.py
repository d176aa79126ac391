"""Races: two threads access one place, one of them writes, and nothing orders them.

Compiled code lets pass what is in order by barriers of a whole block or warp (`vgpu.jit.watch`).
What it tells of is looked at here, with all that orders threads.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from kernelscope.record.check import SAME_VALUE
from kernelscope.sanitizer.accesses import (
    ON_THE_WAY,
    Earlier,
    Now,
    in_program_order,
    is_fresh,
    products_of_cell,
    readers_in_block,
    stored_by,
)
from kernelscope.sanitizer.buffers import Buffers, Element
from kernelscope.sanitizer.copies import Copies
from kernelscope.sanitizer.copy_sources import CopySources, Readers
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.mbarriers import Mbarriers
from kernelscope.sanitizer.order import Facts, Order, is_whole_warp, join, note, threads_of
from kernelscope.sanitizer.pauses import Pauses
from kernelscope.sanitizer.race_words import (
    LAST_THREAD,
    REGISTERS,
    UNFENCED,
    Meeting,
    Side,
    early_words_of,
    ended_words_of,
    is_one_copy,
    kind_of,
    mbarrier_words_of,
    nearness,
    unfinished_words_of,
    words_of,
)
from kernelscope.sanitizer.tensor_memory import TensorAccesses
from kernelscope.sanitizer.visits import Visits
from kernelscope.vgpu.analysis.warp import bits_of
from kernelscope.vgpu.clusters import Dim3, index_in
from kernelscope.vgpu.layout import (
    FLAGGED,
    LANE_BITS,
    LANES,
    MANY_READERS,
    SITE_MASK,
    THREAD_BITS,
    TIME_BITS,
    AsyncUnits,
    Context,
    Mark,
    Notice,
    Sync,
    Watch,
)
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.watching import (
    NO_ROWS,
    AccessEvent,
    BlockWatch,
    Cells,
    Table,
    WatchedLaunch,
)
from kernelscope.vgpu.tensor_layout import TensorEvent

_LOW = (1 << TIME_BITS) - 1
# As plain numbers: an operation on flags takes ten times as long.
_ATOMIC = int(Mark.ATOMIC)
_ASYNC = int(Mark.ASYNC)
_ENGINE = int(Mark.ENGINE)
_LISTED = int(Mark.LISTED)
_MANY = int(Mark.MANY)
_SHARED = int(Mark.SHARED)
_STRONG_BLOCK = int(Mark.STRONG_BLOCK)
_STRONG_CLUSTER = int(Mark.STRONG_CLUSTER)
_STRONG_GPU = int(Mark.STRONG_GPU)
_VOLATILE = int(Mark.VOLATILE)
_WRITE = int(Mark.WRITE)
_BLOCK_TIME, _WARP_TIMES = int(Watch.BLOCK_TIME), int(Watch.WARP_TIMES)
_SINCE, _SAFE = int(AsyncUnits.SINCE), int(AsyncUnits.SAFE)
_FENCES = int(AsyncUnits.FENCES)
_KNOWN, _PRODUCTS = int(AsyncUnits.KNOWN), int(AsyncUnits.PRODUCTS_KNOWN)
_MEET, _MEET_WARP, _ARRIVE = int(Sync.MEET), int(Sync.MEET_WARP), int(Sync.ARRIVE)
_FENCE, _STRONG, _INIT_FENCE = int(Sync.FENCE), int(Sync.STRONG), int(Sync.INIT_FENCE)
_MBARRIER_PASSED = int(Sync.MBARRIER_PASSED)
_WARPS, _BULK_ISSUE = int(Context.WARPS), int(Sync.BULK_ISSUE)
_BULK_COMPLETE = int(Sync.BULK_COMPLETE)
_IN_SLOTS = frozenset((_MBARRIER_PASSED, _BULK_ISSUE, _BULK_COMPLETE, int(TensorEvent.ISSUE)))
"""The events of which all is in their slots: they are not of lanes of the warp that runs."""

_REACH: dict[object, int] = {"grid": 0, "cluster": 1, "block": 2, "warp": 3}
"""By how far apart two threads are, where their race comes in a report."""


class RaceWatcher:
    """Looks at one launch."""

    def __init__(
        self, launch: WatchedLaunch, report: Callable[[Finding], None], buffers: Buffers
    ) -> None:
        self.orders = launch.plan.orders
        self._launch = launch.facts
        self._report = report
        self._buffers = buffers
        self.order = Order(self.cluster_of)
        self._copies = Copies(self)
        self.tensor = TensorAccesses(self) if launch.plan.tensor else None
        self._mbarriers = Mbarriers(self)
        self._proxy_fences: dict[int, int] = {}
        self._readers: Readers = {}
        self._sources = CopySources(self._readers)
        self._visits = Visits(self)
        # One access of all blocks may be in a race with each access of each of them. Where a place
        # has been seen in one, further accesses by the same instruction to what the same other one
        # has written last are only counted.
        self._raced: dict[tuple[int, int, int, int], tuple[Finding, int]] = {}
        self._found: dict[tuple[object, ...], Finding] = {}
        # The same by sites, which are found without the texts of their lines.
        self._known: dict[tuple[object, ...], Finding] = {}
        self._early: set[tuple[object, ...]] = set()
        # The last race of the access that is looked at, and the site of its other side.
        self._latest: tuple[Finding, int] | None = None
        self._pauses = Pauses(len(launch.facts.sites))
        self.pauses = self._pauses.table

    # ---- accesses -------------------------------------------------------------------------

    def notice(self, event: AccessEvent, room: BlockWatch) -> None:
        """Look at an access that may not be in order."""
        known = len(self._found)
        self._latest = None
        self._look(event, room)
        is_new = len(self._found) > known
        self._pauses.looked(event.mark & SITE_MASK, self._latest, is_new=is_new)

    @property
    def has_found(self) -> bool:
        """True if there is a race, or another fault."""
        return bool(self._found)

    def _look(self, event: AccessEvent, room: BlockWatch) -> None:
        base = (room.block << THREAD_BITS) | room.warp << LANE_BITS
        site = event.mark & SITE_MASK
        for lane in bits_of(event.lanes | event.collided):
            cell = event.rows[lane] // event.cells.grain + event.cell
            now = Now(base | lane, event.mark, cell, lane, room)
            writer = event.rows[Notice.WRITE_MARKS * LANES + lane] & SITE_MASK
            known = self._raced.get((event.allocation, cell, site, writer))
            if known is not None and not event.mark & _SHARED:
                known[0].count += 1
                self._latest = known
                continue
            for earlier in self._candidates(event, now, room):
                if self._is_copy(event, now, earlier, room):
                    continue
                if not self.in_order(now, earlier, room):
                    self.find(event, now, earlier, room)
                elif not self._is_fenced(now, earlier, room):
                    self.find(event, now, earlier, room, "proxy")
            if event.collided >> lane & 1:
                winner = int(event.cells.writes[cell]) & _LOW
                other = Earlier(winner, room.now, event.mark)
                same = stored_by(event, lane) == stored_by(event, winner & LANES - 1)
                self.find(event, now, other, room, SAME_VALUE if same else "write-write")
            if not event.mark & _WRITE and event.mark & _SHARED:
                self._forget_shared_crowd(event, now, room)
            elif not event.mark & _WRITE:
                self._list_reader(event, now, room)

    def _candidates(self, event: AccessEvent, now: Now, room: BlockWatch) -> Iterator[Earlier]:
        """Yield the earlier accesses that this one may be in conflict with."""

        def row(stamps: Notice) -> Earlier | None:
            place = stamps * LANES + now.lane
            earlier = Earlier.of(event.rows[place], event.rows[place + LANES])
            return earlier if earlier.time >= room.slots[Watch.LAUNCH_TIME] else None

        if not event.lanes >> now.lane & 1:
            return
        write = row(Notice.WRITES)
        if write is not None:
            yield write
            other = row(Notice.OTHERS)
            if other is not None and write.mark & _MANY:
                yield other
        if not event.mark & _WRITE:
            return
        if event.mark & _SHARED:
            yield from self.shared_readers(now)
            return
        listed = self._readers.get((event.allocation, now.cell))
        if listed is not None:
            yield from listed.values()
        read = row(Notice.READS)
        if read is not None and not read.mark & _LISTED:
            yield read

    def in_order(self, now: Now, earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether an earlier access comes before this one, or both are strong."""
        if now.mark & _SHARED and earlier.time < now.home.began:
            return True  # the block that had this memory before has ended
        if earlier.time == ON_THE_WAY or (earlier.mark & _ASYNC and earlier.mark & _WRITE):
            return False
        if earlier.mark & _ENGINE and not (now.mark & _SHARED or earlier.mark & _WRITE):
            return self._copies.has_read(now.who, earlier)
        if self._launch.one_thread and in_program_order(now, earlier):
            return True
        if earlier.mark & _ENGINE and now.mark & _SHARED:
            if not earlier.mark & _WRITE:
                return self._is_complete(now, earlier)
            return self._has_arrived(now, earlier)
        if self.is_strong(now, earlier):
            return True
        alone = not (now.mark | earlier.mark) & (_MANY | _ENGINE)
        if now.who == earlier.who and alone:
            return True
        if now.who >> THREAD_BITS == earlier.who >> THREAD_BITS:
            limit = room.slots[Watch.BLOCK_TIME]
            if now.who >> LANE_BITS == earlier.who >> LANE_BITS:
                warp = now.who >> LANE_BITS & LANES - 1
                limit = max(limit, room.slots[_WARP_TIMES + warp])
            if earlier.time < limit:
                return True
        return self.order.knows(now.who, earlier.who, earlier.time)

    def is_strong(self, now: Now, earlier: Earlier) -> bool:
        """Return whether two accesses are strong for each other."""
        both = now.mark & earlier.mark
        if not both & _STRONG_BLOCK:
            return False
        in_warp = now.who >> LANE_BITS == earlier.who >> LANE_BITS
        if both & _VOLATILE and in_warp and not both & _WRITE:
            return False
        blocks = now.who >> THREAD_BITS, earlier.who >> THREAD_BITS
        if both & _STRONG_GPU or blocks[0] == blocks[1]:
            return True
        clusters = [self.cluster_of(block) for block in blocks]
        return bool(both & _STRONG_CLUSTER) and clusters[0] == clusters[1]

    def _is_copy(self, event: AccessEvent, now: Now, earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether a Triton program stores a copy of what one instruction has stored."""
        alike = (now.mark ^ earlier.mark) & SITE_MASK == 0
        both = now.mark & earlier.mark & _WRITE and now.mark & _SHARED
        here = now.who >> THREAD_BITS == earlier.who >> THREAD_BITS
        asks = self._launch.one_thread and alike and both and here
        return bool(asks) and self._same_value(event, now, room)

    def _is_complete(self, now: Now, product: Earlier) -> bool:
        """Return whether a warp's product, which read the cell, is complete for this access."""
        warp = product.who >> LANE_BITS
        row = AsyncUnits.SINCE if now.who >> LANE_BITS == warp else AsyncUnits.SAFE
        is_own = now.who >> THREAD_BITS == now.home.block
        if is_own and product.time < now.home.engines[row + (warp & LANES - 1)]:
            return True
        return self.order.known(now.who, ("products", warp)) > product.time

    def _has_arrived(self, now: Now, copy: Earlier) -> bool:
        """Return whether a thread knows that a copy is complete."""
        is_own = now.who >> THREAD_BITS == now.home.block
        if is_own and copy.time < now.home.slots[Watch.BLOCK_TIME]:
            return True
        key = "copies", copy.who
        return self.order.known(now.who, key) > copy.time

    def unfenced(
        self, who: int, earlier: tuple[np.ndarray, np.ndarray], room: BlockWatch
    ) -> np.ndarray:
        """Return which accesses by threads of the block, by their stamps and marks, an engine does
        not see that a thread sends.

        Behind a barrier of the block a fence counts that lies before the barrier in the warp of the
        access, or behind it in the sender's. Else one of the sender's counts that is later than the
        access, and one of its own thread if the sender knows of it.
        """
        stamps, marks = earlier
        warps, places = np.unique(stamps >> np.uint64(LANE_BITS), return_inverse=True)
        seen = [self._is_seen(who, warp << LANE_BITS, room) for warp in warps.tolist()]
        late = ~np.array(seen, np.bool_)[places] & (marks & np.uint32(_ENGINE) == 0)
        if self._proxy_fences:
            for place in np.flatnonzero(late):
                late[place] = not self._has_fenced(who, int(stamps[place]), room)
        return late

    def is_unfenced(self, who: int, stamp: int, room: BlockWatch) -> bool:
        """Return the same of one access by a thread."""
        return not (self._is_seen(who, stamp, room) or self._has_fenced(who, stamp, room))

    # Worked case: the fence of the first comes too late, though it is executed before the copy.
    #
    #     warp 0   st.shared; mbarrier.arrive; fence.proxy.async
    #     warp 1   mbarrier.try_wait; cp.async.bulk.global.shared::cta
    def _is_seen(self, who: int, stamp: int, room: BlockWatch) -> bool:
        """Return whether a thread's engine sees a write of the block by fences of whole warps, or
        by its own; stamp: the write's, of which the lane does not matter.
        """
        writer, time = stamp & _LOW, (stamp & FLAGGED - 1) >> TIME_BITS
        if writer >> THREAD_BITS != room.block:
            return True
        engines, met = room.engines, room.slots[Watch.BLOCK_TIME]
        warp, own = writer >> LANE_BITS & LANES - 1, who >> LANE_BITS & LANES - 1
        reader, fenced = engines[AsyncUnits.ANY_FENCE + own], engines[AsyncUnits.FENCED]
        if time < met:
            return reader >= met or time < max(engines[AsyncUnits.FENCES_SAFE + warp], fenced)
        if reader > time:
            return True
        if time >= max(engines[AsyncUnits.FENCES + warp], fenced):
            return False
        key = "fences", writer >> LANE_BITS
        return warp == own or time < max(self.order.known(who, key), fenced)

    def _has_fenced(self, who: int, stamp: int, room: BlockWatch) -> bool:
        """Return whether a thread knows a proxy fence of the lane whose write has a stamp."""
        time = (stamp & FLAGGED - 1) >> TIME_BITS
        return time < self._fence_of_lane(who, stamp & _LOW, room)

    def _fence_of_lane(self, who: int, writer: int, room: BlockWatch) -> int:
        """Return the last proxy fence of a single writer that a thread knows of."""
        fence = self._proxy_fences.get(writer, 0)
        if who >> LANE_BITS == writer >> LANE_BITS or fence < room.slots[Watch.BLOCK_TIME]:
            return fence
        return self.order.known(who, ("fence", writer))

    def _is_fenced(self, now: Now, earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether an engine sees a generic write that comes before its read."""
        both = now.mark & ~earlier.mark & _ENGINE and earlier.mark & _WRITE
        if not both or now.mark & _WRITE:
            return True
        stamp = earlier.time << TIME_BITS | earlier.who
        seen = self._is_seen(now.who, stamp, room) or self._has_fenced(now.who, stamp, room)
        return seen or bool(earlier.mark & _ENGINE)

    def _list_reader(self, event: AccessEvent, now: Now, room: BlockWatch) -> None:
        """Note one more reader of a cell of global memory that has readers in several warps."""
        cells = event.cells
        assert cells.reads is not None
        assert cells.read_marks is not None
        stamp, mark = int(cells.reads[now.cell]), int(cells.read_marks[now.cell])
        earlier = Earlier.of(stamp, mark)
        if earlier.time < room.slots[Watch.LAUNCH_TIME]:
            stamp = mark = 0
        if stamp & _LOW == now.who and not mark & _LISTED:
            self._forget_crowd(event, now, room)
            return
        listed = self._readers.setdefault((event.allocation, now.cell), {})
        if stamp and not mark & _LISTED:
            listed[stamp & _LOW] = earlier
        time = room.now
        listed[now.who] = Earlier(now.who, time, now.mark)
        if earlier.time != ON_THE_WAY:
            cells.reads[now.cell] = FLAGGED | time << TIME_BITS | now.who
            cells.read_marks[now.cell] = now.mark | _LISTED

    # Worked case: lanes of a warp that take a lock in turn.
    #
    #     lane 0   atom.cas [lock]; membar; ld [n]; st [n]; membar; atom.exch [lock]
    #     lane 1   atom.cas [lock]; membar; ld [n]; st [n] …
    #
    # Compiled code knows no locks: it flags lane 1's load as one of many by lanes of its warp. Here
    # lane 1 knows lane 0's load, and its store after that comes after both.
    def _forget_crowd(self, event: AccessEvent, now: Now, room: BlockWatch) -> None:
        """Take the flag of many readers from a cell that this lane alone reads now, if the reader
        before it is in order.
        """
        addresses, reads = (
            event.rows[row * LANES : (row + 1) * LANES] for row in (Notice.ADDRESSES, Notice.READS)
        )
        earlier = Earlier.of(reads[now.lane], event.rows[Notice.READ_MARKS * LANES + now.lane])
        if earlier.mark & (_MANY | _ENGINE) or not self.in_order(now, earlier, room):
            return
        # A lane that does not read has no reader before it.
        grain, own = event.cells.grain, addresses[now.lane]
        near = (
            seen == reads[now.lane] and abs(at - own) < grain
            for at, seen in zip(addresses, reads, strict=True)
        )
        marks = event.cells.read_marks
        if sum(near) == 1 and marks is not None:
            marks[now.cell] = now.mark

    def _forget_shared_crowd(self, event: AccessEvent, now: Now, room: BlockWatch) -> None:
        """Do the same for a cell of shared memory, which has one word for each warp's readers."""
        seen = event.rows[Notice.READS * LANES + now.lane]
        reader = now.who & ~(LANES - 1) | seen & LANES - 1
        if not seen or seen & MANY_READERS:
            return
        if self.order.knows(now.who, reader, seen >> TIME_BITS):
            room.readers[room.warp, now.cell] &= np.uint64(~MANY_READERS & (1 << 64) - 1)

    # ---- shared memory of other blocks ----------------------------------------------------

    def cluster_of(self, block: int) -> int:
        """Return the number of the cluster that a block is in, as if all clusters were a grid."""
        grid, cluster = self._launch.grid, self._launch.cluster
        x, y, z = (at // size for at, size in zip(index_in(block, grid), cluster, strict=True))
        return (z * (grid[1] // cluster[1]) + y) * (grid[0] // cluster[0]) + x

    def shared_readers(self, now: Now) -> Iterator[Earlier]:
        """Yield who has read a cell of shared memory."""
        yield from readers_in_block(now)
        yield from self._visits.readers(now.home, now.cell)
        if self._launch.plan.engines:
            yield from products_of_cell(now)

    def _at_cluster(self, kind: int, own: Sequence[int], more: int, room: BlockWatch) -> None:
        """Note who arrives at the cluster's barrier, and who goes on from there."""
        now = room.now
        if kind == Sync.CLUSTER_ARRIVE:
            facts = self.facts_of(own, room)
            self.order.arrive_at_cluster(own, facts, now, is_ordered=bool(more))
            return
        warps = room.context[Context.WARPS]
        total = warps * room.context[Context.CLUSTER_BLOCKS]
        known = self.order.pass_cluster(own, (warps, total))
        if known:
            room.slots[Watch.CLUSTER_TIME] = known
        self._publish_all(own[0] >> LANE_BITS, room)

    def _end_block(self, room: BlockWatch) -> None:
        """Look at what may still go on when a block ends."""
        for copy in self._copies.end(room):
            self._find_unfinished(copy)
        for visit in self._visits.end(room):
            site = visit.mark & SITE_MASK
            side = Side(visit.who, visit.mark, self._launch.sites[site].mnemonic)
            here = self._place(site), visit.who
            self._find_once("ended", here, None, ended_words_of(side))
        self._sources.end(room)
        if self.tensor is not None:
            self.tensor.end_block(room)
        self.order.end_block(room.block)

    # ---- synchronisation ------------------------------------------------------------------

    def synchronise(
        self,
        kind: int,
        mark: int,
        lanes: int,
        table: Table | None,
        more: int,
        room: BlockWatch,
    ) -> None:
        """Note what orders threads."""
        if kind == _MEET and more:
            self._meet_in_block(room)
            return
        if kind in _IN_SLOTS:
            assert table is not None
            self._in_slots(kind, table, more, room)
            return
        own = threads_of(room.block << THREAD_BITS - LANE_BITS | room.warp, lanes)
        if kind <= _MEET_WARP:
            self._meet(kind, mark, own, table, room)
        elif kind == _ARRIVE:
            self.order.arrive((room.block, mark), self.facts_of(own, room))
        elif kind == _FENCE:
            for who in own:
                self.order.fence(who, self.facts_of([who], room), mark, more)
        elif kind < _INIT_FENCE:
            assert table is not None
            act = self._access if kind == _STRONG else self._mbarriers.use
            for address, threads in _by_address(own, table).items():
                act(kind, mark, threads, address, room, more)
        elif kind < Sync.PROXY_FENCE:
            self._of_cluster(kind, mark, own, table, more, room)
        elif kind == Sync.COPY_ISSUE:
            assert table is not None
            self._sources.issue(mark, table, lanes, more, room)
        elif kind == Sync.COPY_READ:
            assert table is not None
            self._sources.read(table, lanes, more, room)
        else:
            self._of_engines(kind, mark, own, table, more, room)

    def _access(
        self, _kind: int, mark: int, threads: Sequence[int], address: int, room: BlockWatch,
        ordering: int,
    ) -> None:  # fmt: skip
        """Note strong accesses to one place, by what they order."""
        place = -1, address
        if mark & _SHARED:
            peer = room.peer(address, 1)
            if peer is None:
                return
            place = peer[0].block, peer[1]
        for who in threads:
            self.order.access(who, place, self.facts_of([who], room), mark, ordering)

    def _meet_in_block(self, room: BlockWatch) -> None:
        """Note that all threads of a block met."""
        tensor, first = self.tensor, room.block << THREAD_BITS - LANE_BITS
        if tensor is None:
            self.order.share_in_block(room.block, {})
            return
        known, engines = (
            self.order.share_in_block(room.block, tensor.facts_of_block(room)),
            room.engines,
        )
        for warp in range(room.context[_WARPS]):
            time = known.get(("products", first | warp), 0)
            if time > engines[_SAFE + warp]:
                engines[_SAFE + warp] = time
                engines[_SINCE + warp] = max(engines[_SINCE + warp], time)

    def _meet(
        self,
        kind: int,
        barrier: int,
        own: Sequence[int],
        table: Table | None,
        room: BlockWatch,
    ) -> None:
        """Note that some threads of a block, or of a warp, met."""

        def facts_of(threads: Sequence[int]) -> Facts:
            return self.facts_of(threads, room)

        now, base = room.now, room.block << THREAD_BITS
        if kind == Sync.MEET_WARP:
            for group in _groups(own, table):
                self.order.meet((-1, -1), group, facts_of, now)
            self._publish_all(own[0] >> LANE_BITS, room)
            return
        assert table is not None
        met = [
            base | warp << LANE_BITS | lane
            for warp, bits in enumerate(table[: room.context[Context.WARPS]])
            for lane in bits_of(bits)
        ]
        self.order.meet((room.block, barrier), met, facts_of, now)
        for warp in {who >> LANE_BITS for who in met}:
            self._publish_all(warp, room)

    def _of_cluster(
        self,
        kind: int,
        mark: int,
        own: Sequence[int],
        table: Table | None,
        more: int,
        room: BlockWatch,
    ) -> None:
        """Note what threads do with other blocks of their cluster."""
        if kind == Sync.INIT_FENCE:
            for who in own:
                self.order.fence_inits(who, room.now)
        elif kind == Sync.REMOTE:
            assert table is not None
            self._visits.look(mark, own, table, more, room)
        else:
            self._at_cluster(kind, own, more, room)

    def _of_engines(
        self,
        kind: int,
        mark: int,
        own: Sequence[int],
        table: Table | None,
        more: int,
        room: BlockWatch,
    ) -> None:
        """Note what engines do, and what orders threads with them."""
        if kind >= TensorEvent.ORDER:
            assert self.tensor is not None
            self.tensor.note(kind, mark, own, table, room)
        elif kind == Sync.PROXY_FENCE:
            self._proxy_fences.update(dict.fromkeys(own, room.now))
        elif kind == Sync.REGISTERS:
            self._find_use_of_registers(mark, own[0], more & SITE_MASK)
        elif kind == Sync.UNFENCED:
            self._find_unfenced(mark, own[0], more)
        elif kind == Sync.END:
            self._end_block(room)
        elif kind == Sync.BULK_WAIT:
            for who in own:
                self._copies.wait(who, more >> 1, bool(more & 1), room)

    def _in_slots(self, kind: int, table: Table, more: int, room: BlockWatch) -> None:
        """Note passes at mbarriers, or a copy or a task that is issued, or complete."""
        if kind == _MBARRIER_PASSED:
            self._mbarriers.passed(table, more, room)
        elif kind == _BULK_ISSUE:
            self._copies.issue(table, room, more)
        elif kind == _BULK_COMPLETE:
            self._copies.complete(table, room)
        else:
            assert self.tensor is not None
            self.tensor.issue(tuple(table), room, is_fine=bool(more))

    def _publish_all(self, warp: int, room: BlockWatch) -> None:
        self.publish((warp,), self.order.facts_of_warp(warp), room)

    @staticmethod
    def publish(warps: Sequence[int], facts: Facts, room: BlockWatch) -> None:
        """Let compiled code know what all lanes of some warps of a block know now of its warps."""
        rows, block = [warp & LANES - 1 for warp in warps], warps[0] >> THREAD_BITS - LANE_BITS
        engines, known = room.engines, room.known
        for (fact, of), time in facts.items():
            if fact == "copies":
                place = LAST_THREAD - (of & LAST_THREAD)
                if of >> THREAD_BITS == block and place < LANES:
                    _raise(engines, [_KNOWN + LANES * row + place for row in rows], time)
            elif of >> THREAD_BITS - LANE_BITS != block:
                continue
            elif fact == "products":
                other = of & LANES - 1
                slots = [
                    _SINCE + row if row == other else _PRODUCTS + LANES * row + other
                    for row in rows
                ]
                _raise(engines, slots, time)
            elif fact == "warp":
                _raise(known, [LANES * row + (of & LANES - 1) for row in rows], time)

    def facts_of(self, threads: Sequence[int], room: BlockWatch) -> Facts:
        """Return all that some threads of a warp know, with what their block and their warp know of
        themselves.
        """
        facts, now = self.order.facts_of(threads), room.now
        warp = threads[0] >> LANE_BITS
        facts["block", warp >> THREAD_BITS - LANE_BITS] = room.slots[_BLOCK_TIME]
        if is_whole_warp(threads):
            facts["warp", warp] = now
        else:
            note(facts, ("warp", warp), room.slots[_WARP_TIMES + (warp & LANES - 1)])
            for who in threads:
                facts["thread", who] = now
        if self._launch.plan.engines:
            note(facts, ("products", warp), room.engines[_SINCE + (warp & LANES - 1)])
            note(facts, ("fences", warp), room.engines[_FENCES + (warp & LANES - 1)])
            fenced = self._proxy_fences
            for who in threads if fenced else ():
                if who in fenced:
                    note(facts, ("fence", who), fenced[who])
        if self.tensor is not None:
            join(facts, self.tensor.facts_of(threads))
        return facts

    def facts_of_commit(self, who: int, room: BlockWatch) -> Facts:
        """Return what is known to those who wait for a thread's commit (`tcgen05.commit`)."""
        return {} if self.tensor is None else self.tensor.facts_of_commit(who, room)

    def read_tile(self, who: int, site: int, cells: np.ndarray, room: BlockWatch) -> None:
        """Look at a tile in a block's shared memory that a task reads, and note it."""
        self._copies.read_tile(who, site, cells, room)

    def end(self) -> None:
        """Report what was found, the sides that are farthest apart first. Of these come first reads
        of what nothing has written, then of what may not be written yet.

        Of two lines one finding is shown, and what orders two warps orders their lanes, too.
        """

        def place(entry: tuple[tuple[object, ...], Finding]) -> tuple[int, bool, bool]:
            key, finding = entry
            is_early = key in self._early
            return _REACH.get(key[-1], 4), not is_early, finding.kind == "read-write"

        self._pauses.end()
        for _, finding in sorted(self._found.items(), key=place):
            self._report(finding)

    # ---- findings -------------------------------------------------------------------------

    def find(
        self,
        event: AccessEvent,
        now: Now,
        earlier: Earlier,
        room: BlockWatch | None,
        kind: str = "",
    ) -> Finding:
        """Report a race of two accesses, or count it with one between the same lines.

        room: the block that accesses; None for a copy, whose value is not compared.
        """
        if room is not None:
            room.engines[AsyncUnits.FOUND] = 1
        written = self._to_come(event, now, earlier)
        if earlier.mark & _ENGINE and earlier.mark & _WRITE:
            earlier = earlier._replace(who=self._copies.issuer(earlier.who))
        if earlier.who == now.who and earlier.mark & _MANY and not earlier.mark & _WRITE:
            # Several lanes of its warp have read it, and the stamp names this one.
            earlier = earlier._replace(who=now.who ^ 1)
        race = kind or kind_of(now.mark, earlier.mark)
        # What an atomic leaves depends on what was there: its order matters, whatever that is.
        if not kind and race == "write-write" and room and not earlier.mark & _ATOMIC:
            is_same = self._same_value(event, now, room, written)
            race = SAME_VALUE if is_same else race
        sites = now.mark & SITE_MASK, earlier.mark & SITE_MASK
        near = nearness(now.who, earlier.who, self.cluster_of)
        at = race, event.allocation, *sites, near
        if (finding := self._known.get(at) or self._found.get(self._key(*at))) is not None:
            self._known[at] = finding
            finding.count += 1
            self._latest = finding, sites[1]
            if event.rows and race != SAME_VALUE:
                writer = event.rows[Notice.WRITE_MARKS * LANES + now.lane] & SITE_MASK
                self._raced[event.allocation, now.cell, sites[0], writer] = self._latest
            return finding
        key, element = self._key(*at), self._element(event, now)
        mine, theirs = (self._place(site) for site in sites)
        this, other = (
            Side(access.who, access.mark, self._opcode(site))
            for access, site in zip((now, earlier), sites, strict=True)
        )
        is_shared = bool(event.mark & _SHARED)
        meeting = Meeting(
            near,
            on_one_line=mine.source == theirs.source,
            in_pipeline=is_shared and self._mbarriers.any_made,
            has_flag=self.order.has_flag(now.who, earlier.who, earlier.time),
        )
        if race == "read-write" and this.engine and is_fresh(event, now):
            words = early_words_of(this, other, str(element), near)
            self._early.add(key)
        else:
            words = words_of(race, this, other, str(element), meeting)
        sides = (mine, now.who), (theirs, earlier.who)
        finding = self._found[key] = self._finding(race, *sides, words, element)
        finding.note = "the values are equal" if race == SAME_VALUE else ""
        finding.below_triton = is_shared or is_one_copy(this, other, meeting)
        return finding

    def _key(
        self, race: str, allocation: int, mine: int, theirs: int, near: object
    ) -> tuple[object, ...]:
        """Return by what races of two instructions are the same: their lines."""
        lines = (str(place.source or place) for place in (self._place(mine), self._place(theirs)))
        return race, allocation, *lines, near

    def _finding(
        self,
        kind: str,
        here: tuple[Place, int],
        there: tuple[Place, int] | None,
        words: tuple[str, str],
        element: Element | None = None,
    ) -> Finding:
        """Return a finding; sides: places and threads; words: the message and the advice."""
        place, who = here
        other, other_who = (None, None) if there is None else there
        return Finding(
            tool="race",
            kind=kind,
            kernel=self._launch.kernel,
            place=place,
            other=other,
            thread=self._thread(who),
            block=self._block(who),
            other_thread=None if other_who is None else self._thread(other_who),
            other_block=None if other_who is None else self._block(other_who),
            message=words[0],
            advice=words[1],
            element=element,
        )

    def _thread(self, who: int) -> Dim3:
        return index_in(who & LAST_THREAD, self._launch.block)

    def _block(self, who: int) -> Dim3:
        return index_in(who >> THREAD_BITS, self._launch.grid)

    def _find_once(
        self,
        kind: str,
        here: tuple[Place, int],
        there: tuple[Place, int] | None,
        words: tuple[str, str],
        tool: str = "race",
    ) -> None:
        """Report what has no element of memory; words: the message and the advice."""
        sides = [here] if there is None else [here, there]
        key = kind, *(str(place.source or place) for place, _ in sides)
        if key in self._found:
            self._found[key].count += 1
            return
        finding = self._found[key] = self._finding(kind, here, there, words)
        finding.below_triton = True
        finding.tool = tool

    def find_in_tensor(
        self,
        kind: str,
        here: tuple[int, int],
        there: tuple[int, int] | None,
        words: tuple[str, str],
        tool: str = "race",
    ) -> None:
        """Report a fault in tensor memory; here, there: the site and the thread of each side."""
        sides = [(self._place(site), who) for site, who in (here, *([there] if there else []))]
        self._find_once(kind, sides[0], sides[1] if there else None, words, tool)

    def _find_use_of_registers(self, user: int, who: int, product: int) -> None:
        """Report that a thread uses registers of a product that may not be complete."""
        stop = self._launch.program.users[user]
        here = Place(stop.source, stop.ptx_line), who
        there = self._place(product), who & ~(LANES - 1)
        self._find_once("registers", here, there, REGISTERS)

    def _find_unfenced(self, product: int, who: int, user: int) -> None:
        """Report a product that uses registers with no fence after another use of them."""
        here = self._place(product), who & ~(LANES - 1)
        if user < 0:
            self._find_once("registers", here, None, UNFENCED)
            return
        stop = self._launch.program.users[user]
        self._find_once("registers", here, (Place(stop.source, stop.ptx_line), who), UNFENCED)

    def _find_unfinished(self, copy: Side) -> None:
        """Report a copy that is on the way when its block ends."""
        site = copy.mark & SITE_MASK
        side = replace(copy, opcode=self._launch.sites[site].mnemonic)
        words = unfinished_words_of(side)
        self._find_once("unfinished", (self._place(site), copy.who), None, words)

    def find_early_use(self, now: Earlier, other: Earlier, *, sets: bool) -> None:
        """Report that an mbarrier is used, and made or ended, with no order between."""
        here, there = ((self._place(use.mark & SITE_MASK), use.who) for use in (now, other))
        near = nearness(now.who, other.who, self.cluster_of)
        words = mbarrier_words_of(near, sets=sets)
        self._find_once("read-write" if sets else "write-read", here, there, words)

    def note_visit(self, there: BlockWatch, visit: Earlier) -> None:
        """Note that a thread did something in another block's shared memory."""
        self._visits.note(there, visit)

    def visits(self, room: BlockWatch, cell: int) -> Iterator[tuple[int, int, int]]:
        """Yield who of other blocks has read a cell of a block's shared memory, when, and where."""
        for visit in self._visits.readers(room, cell):
            yield visit.who, visit.time, visit.mark & SITE_MASK

    def find_copy(
        self,
        copy: tuple[int, int],
        earlier: tuple[int, int],
        where: tuple[BlockWatch, Cells, int, int],
        what: tuple[str, int],
    ) -> None:
        """Report a fault of a bulk copy.

        Args:
            copy: the thread that issued it, and its mark.
            earlier: the stamp and the mark of the other side.
            where: the block that copies or has the memory, the memory, the cell, the allocation.
            what: the kind, "" for that of a race, and the number of cells.
        """
        (who, mark), (room, cells, cell, allocation), (finding_kind, count) = copy, where, what
        event = AccessEvent(mark, 1, 0, NO_ROWS, 0, cells, allocation, cells.grain, 0)
        now = Now(who, mark, cell, who & LANES - 1, room)
        finding = self.find(event, now, Earlier.of(*earlier), None, finding_kind)
        finding.count += count - 1

    def _place(self, site: int) -> Place:
        info = self._launch.sites[site]
        return Place(info.source, info.ptx_line)

    def _opcode(self, site: int) -> str:
        """Return the instruction of a site; of a task of tensor cores with what it does."""
        opcode = self._launch.sites[site].mnemonic
        task = "" if self.tensor is None else self.tensor.tasks.get(site, "")
        return f"{opcode}.{task}" if task else opcode

    def _element(self, event: AccessEvent, now: Now) -> Element:
        offset = now.cell * event.cells.grain
        if event.mark & _SHARED:
            return self._buffers.shared_element(offset, event.element)
        return self._buffers.global_element(event.allocation, offset, event.element)

    def _to_come(self, event: AccessEvent, now: Now, earlier: Earlier) -> bytes | None:
        """Return what a copy on its way writes to the cell of an access; None: it is there."""
        on_way = earlier.mark & _ENGINE and earlier.mark & _ASYNC
        if not on_way or not self._copies.is_to_come(earlier):
            return None
        values = self._copies.values_to_come(earlier, event.allocation, np.array([now.cell]))
        return b"" if values is None else values.tobytes()

    def _same_value(
        self, event: AccessEvent, now: Now, room: BlockWatch, written: bytes | None = None
    ) -> bool:
        """Return whether a store stores what is there already, from the other write, or is to
        come.
        """
        if not event.data:
            return False
        mine = stored_by(event, now.lane)
        if written is not None:
            return mine == written
        begin = now.cell * event.cells.grain
        if event.mark & _SHARED:
            base = room.context[Context.SHARED]
        else:
            region = SPACE.region(event.allocation)
            assert region is not None
            base = region.base
        return mine == ctypes.string_at(base + begin, event.cells.grain)


def _raise(table: memoryview, slots: Sequence[int], time: int) -> None:
    """Set slots of a table to a time, unless they have a later one."""
    for slot in slots:
        if table[slot] < time:
            table[slot] = time


def _by_address(threads: Sequence[int], table: Table) -> dict[int, Sequence[int]]:
    """Return threads of a warp by the address that each brings."""
    addresses = table[:]
    if addresses.count(addresses[threads[0] & LANES - 1]) == LANES:
        return {addresses[0]: threads}
    here = {addresses[who & LANES - 1] for who in threads}
    return {a: [who for who in threads if addresses[who & LANES - 1] == a] for a in here}


def _groups(threads: Sequence[int], masks: Table | None) -> list[Sequence[int]]:
    """Return lanes of a warp that met, those that named the same lanes together."""
    if masks is None:
        return [threads]
    groups: dict[int, list[int]] = {}
    for who in threads:
        groups.setdefault(masks[who & LANES - 1], []).append(who)
    return [*groups.values()]
