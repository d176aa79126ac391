"""The memory and the host's part of launches whose accesses are watched (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

from kernelscope.errors import KernelscopeError
from kernelscope.vgpu.layout import (
    CAPACITY,
    COPY_SLOTS,
    ENGINE_ENTRY_SLOTS,
    ENGINES_SLOTS,
    LANES,
    MOST_PASSES,
    PASS_SLOTS,
    RANK_SHIFT,
    SHADOW_SLOTS,
    THREAD_BITS,
    TIME_BITS,
    TOLD,
    WATCH_SLOTS,
    AsyncUnits,
    Context,
    Notice,
    Shadow,
    Sync,
    Watch,
)
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool
from kernelscope.vgpu.runtime.pages import lazy_zeros
from kernelscope.vgpu.tensor_layout import TENSOR_TASK_SLOTS, TensorEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kernelscope.vgpu.analysis.accesses import WatchPlan
    from kernelscope.vgpu.analysis.address_sources import Source
    from kernelscope.vgpu.runtime.registry import Region
    from kernelscope.vgpu.runtime.worker import Room, Worker

Table = ctypes.Array[ctypes.c_uint64]
"""Words that compiled code tells: 32, one for each lane, or the slots of what it tells of."""
NO_ROWS: Table = (ctypes.c_uint64 * 0)()
_NOTICED = ctypes.c_uint64 * (len(Notice) * LANES)
_BY_LANE = ctypes.c_uint64 * LANES
_ENTRY = ctypes.c_uint64 * ENGINE_ENTRY_SLOTS
_COPY = ctypes.c_uint64 * COPY_SLOTS
_TASK = ctypes.c_uint64 * TENSOR_TASK_SLOTS
_TABLES: dict[int, type[Table]] = {
    **{event: _BY_LANE if event < Sync.BULK_ISSUE else _ENTRY for event in Sync},
    **dict.fromkeys((Sync.COPY_ISSUE, Sync.COPY_READ), _COPY),
    Sync.MBARRIER_PASSED: ctypes.c_uint64 * (PASS_SLOTS * MOST_PASSES),
    **dict.fromkeys(TensorEvent, _TASK),
}
"""The words that come with each event, by its number."""
# As plain numbers, where each access to shared memory by an engine asks for them.
_END, _SHARED, _SHARED_BYTES = int(Sync.END), int(Context.SHARED), int(Context.SHARED_BYTES)
_CLUSTER_BLOCKS, _WARP, _PEERS = map(int, (Context.CLUSTER_BLOCKS, Context.WARP, Context.PEERS))
_BLOCK, _BEGAN = int(Watch.BLOCK), int(Watch.BEGAN)


class UndecidedError(KernelscopeError):
    """The launch, run on all cores, may have a fault: one core must run it again to report it."""


MOST_BLOCKS = 1 << TIME_BITS - THREAD_BITS
"""Blocks of a launch whose stamps have room for their numbers."""


@dataclass(slots=True, eq=False)
class Cells:
    """The stamps and marks of one allocation, or of a block's shared memory, by cell.

    `grain`: bytes of a cell. `reads`: None for shared memory.
    """

    size: int
    grain: int
    writes: np.ndarray
    write_marks: np.ndarray
    others: np.ndarray
    other_marks: np.ndarray
    reads: np.ndarray | None
    read_marks: np.ndarray | None

    @staticmethod
    def make(size: int, grain: int, *, reads: bool) -> Cells:
        """Return cells of memory that nothing has accessed.

        Those of the launch before serve again: the times of their stamps are older. To clear 150 MB
        of fresh pages took three times as long as the GELU that was watched.
        """
        for kept in _kept:
            if (kept.size, kept.grain, kept.reads is not None) == (size, grain, reads):
                _kept.remove(kept)
                return kept
        count = -(-size // grain)
        stamps = [np.zeros(count, np.uint64) for _ in range(3 if reads else 2)]
        marks = [np.zeros(count, np.uint32) for _ in range(3 if reads else 2)]
        write, other, *read = stamps
        write_mark, other_mark, *read_mark = marks
        kept, kept_mark = (read[0], read_mark[0]) if reads else (None, None)
        return Cells(size, grain, write, write_mark, other, other_mark, kept, kept_mark)

    def row(self) -> list[int]:
        """Return the slots of `layout.Shadow`."""
        arrays = {
            Shadow.WRITES: self.writes,
            Shadow.WRITE_MARKS: self.write_marks,
            Shadow.OTHERS: self.others,
            Shadow.OTHER_MARKS: self.other_marks,
            Shadow.READS: self.reads,
            Shadow.READ_MARKS: self.read_marks,
        }
        row = [0] * SHADOW_SLOTS
        row[Shadow.SIZE] = self.size
        for place, array in arrays.items():
            row[place] = 0 if array is None else array.ctypes.data
        return row


_kept: list[Cells] = []
_CLOCK_SLOTS = 32  # two lines of 64 bytes are fetched together, and nothing else writes into these
_clock = np.ones(_CLOCK_SLOTS, np.int64)
_LATEST = 1 << 30
"""A time after which the clock begins anew, and no cells are kept."""


@dataclass(slots=True)
class View:
    """The part of a launch that one worker sees.

    Attributes:
        watcher: who looks.
        time: its clock.
        shadows: its table of the slots of `layout.Shadow`, by the number of the allocation.
        written: if several workers run the launch, a bit for each cell that this one has written,
            by the number of the allocation.
    """

    watcher: Watcher
    time: np.ndarray
    shadows: np.ndarray
    written: dict[int, np.ndarray] = field(default_factory=dict[int, np.ndarray])

    def note_written(self, allocation: int, cells: np.ndarray) -> None:
        """Note that something else than a thread's own store writes cells of an allocation."""
        bits = self.written.get(allocation)
        if bits is not None:
            places = cells.astype(np.uint64)
            np.bitwise_or.at(bits, places >> np.uint64(6), np.uint64(1) << (places & np.uint64(63)))


@dataclass(slots=True)
class BlockWatch:
    """The slots and cells of the block that a room holds.

    Slots that are read one at a time are views of i64: NumPy's numbers take three times as long.

    Attributes:
        shared: the cells of its shared memory.
        read_times: when each was read last.
        readers: what each warp has read last, and when threads of other blocks have,
            [warps + 1, cells].
        known: up to when each warp knows the accesses of others, 32 for each that knows.
        engines: the slots of `layout.AsyncUnits`.
        products: what each warp's products have read last, and in the last row what stores in bulk
            read that are on the way, [warps + 1, cells].
        registers: when each warp's products used their registers last, [warps, lists].
        rooms: the blocks of the launch that run now, by the addresses of their contexts.
        allocations: the cells of global memory.
        view: what its worker sees.
        time: the worker's clock.
    """

    slots: memoryview
    context: memoryview
    shared: Cells
    read_times: np.ndarray
    readers: np.ndarray
    known: memoryview
    engines: memoryview
    products: np.ndarray
    registers: np.ndarray
    rooms: Mapping[int, BlockWatch]
    allocations: Mapping[int, Cells]
    view: View
    time: memoryview

    def at(self, host: int) -> tuple[BlockWatch, int]:
        """Return the block of the cluster in whose shared memory a host address is, and where."""
        for room in chain((self,), self.rooms.values()):
            offset = host - room.context[_SHARED]
            if 0 <= offset < max(room.context[_SHARED_BYTES], 1):
                return room, offset
        raise ValueError(f"{host:#x} is in no block's shared memory")

    def peer(self, address: int, width: int) -> tuple[BlockWatch, int] | None:
        """Return the block that an address of the cluster's shared memory names, and the offset.

        None if there is no such block, or its memory has no `width` bytes there.
        """
        rank, offset = address >> RANK_SHIFT, address & (1 << RANK_SHIFT) - 1
        blocks, there = self.context[_CLUSTER_BLOCKS], self
        if rank >= blocks > 1:
            return None
        if blocks > 1:
            table = ctypes.c_int64.from_address(self.context[_PEERS] + 8 * rank)
            there = self.rooms[table.value]
        return (there, offset) if offset + width <= there.shared.size else None

    @property
    def block(self) -> int:
        """The number of the block."""
        return self.slots[_BLOCK] >> THREAD_BITS

    @property
    def began(self) -> int:
        """The time at which the block began."""
        return self.slots[_BEGAN]

    @property
    def now(self) -> int:
        """The worker's time."""
        return self.time[0]

    @property
    def warp(self) -> int:
        """The warp that runs."""
        return self.context[_WARP]


@dataclass(frozen=True, slots=True)
class AccessEvent:
    """An event from compiled code: an access of a warp that may not be in order.

    Attributes:
        mark: the site and `layout.Mark`.
        lanes: those whose access may not be in order, as bits.
        collided: lanes that wrote to the same place as another one.
        rows: for each row of `layout.Notice` 32 values, one row after another.
        cell: the number of the cell in each lane's access.
        cells: the memory.
        allocation: the number of the allocation; -1 for shared memory.
        element: bytes of an element of the access.
        data: the address of what a store stores, for each element 32 lanes; 0 for others.
    """

    mark: int
    lanes: int
    collided: int
    rows: Table
    cell: int
    cells: Cells
    allocation: int
    element: int
    data: int


class Watcher(Protocol):
    """Looks at one launch."""

    orders: bool
    """Whether it must know of synchronisation beyond barriers of a whole block or warp."""
    pauses: np.ndarray
    """The slots of `layout.Pause` for each site, [sites, slots] u64."""

    def notice(self, event: AccessEvent, room: BlockWatch) -> None:
        """Look at an access that may not be in order."""
        ...

    def synchronise(
        self,
        kind: int,
        mark: int,
        lanes: int,
        table: Table | None,
        more: int,
        room: BlockWatch,
    ) -> None:
        """Note what orders threads; see `layout.Sync`."""
        ...

    def end(self) -> None:
        """Note that the launch has ended."""
        ...


@dataclass(frozen=True)
class WatchedLaunch:
    """The facts that a watcher knows of a launch when it begins.

    Attributes:
        facts: what every tool knows of it.
        written: the numbers of the allocations that it may write to; None: any.
        read: those that it may read.
        copied: those that its copies (`cp.async`) may read.
    """

    facts: LaunchFacts[WatchPlan]
    written: frozenset[int] | None
    read: frozenset[int] | None
    copied: frozenset[int] | None

    @staticmethod
    def of(facts: LaunchFacts[WatchPlan]) -> WatchedLaunch:
        """Return the launch that some facts are of."""

        def reached(sources: Iterable[Source] | None) -> frozenset[int] | None:
            return None if sources is None else frozenset(map(facts.allocation_of, sources))

        plan = facts.plan
        return WatchedLaunch(facts, *map(reached, (plan.written, plan.read, plan.copied)))

    @property
    def plan(self) -> WatchPlan:
        """The plan by which its code watches accesses."""
        return self.facts.plan

    @property
    def fits(self) -> bool:
        """True if a stamp has room for the number of each block."""
        x, y, z = self.facts.grid
        return x * y * z <= MOST_BLOCKS

    @property
    def writes_sources(self) -> bool:
        """True if it may write what its copies (`cp.async`) read."""
        if self.copied is None or self.written is None:
            return self.copied != frozenset() and self.written != frozenset()
        return bool(self.copied & self.written)


_NOTICE = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32,
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64,
)  # fmt: skip
_SYNCHRONISE = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32,
    ctypes.c_void_p, ctypes.c_int64,
)  # fmt: skip


class RaceTool(LaunchTool):
    """The shadows of one launch, and the functions that its code calls.

    `watchers`: who looks at the blocks of each worker. `host`: the launch that runs.
    """

    def __init__(self, launch: WatchedLaunch, watchers: Sequence[Watcher], host: Host) -> None:
        super().__init__(host)
        self._launch, self._plan, self._watchers = launch, launch.plan, watchers
        self._rooms: dict[int, BlockWatch] = {}
        self._cells: dict[int, Cells] = {}
        if _clock[0] > _LATEST:
            _clock[0] = 1
            _kept.clear()
        _clock[0] += 1
        self._began = int(_clock[0])
        self._views: dict[int, View] = {}
        self._shadows = lazy_zeros(CAPACITY, SHADOW_SLOTS)
        self._notice = self.function(_NOTICE, self._told)
        self._synchronise = self.function(_SYNCHRONISE, self._met)
        self.add(launch.facts.allocations.items())

    @classmethod
    def begin(
        cls,
        facts: LaunchFacts[WatchPlan],
        make: Callable[[WatchedLaunch], Watcher | None],
        host: Host,
    ) -> Self | None:
        """Return the tool, if somebody looks."""
        launch = WatchedLaunch.of(facts)
        watchers = [watcher for _ in range(facts.workers) if (watcher := make(launch)) is not None]
        return cls(launch, watchers, host) if watchers else None

    def add(self, allocations: Iterable[tuple[int, Region]]) -> None:
        """Watch these allocations, if the launch may write to them."""
        written, read = self._launch.written, self._launch.read
        for number, region in allocations:
            if written is None or number in written:
                is_read = read is None or number in read
                cells = Cells.make(region.size, self._plan.grains[0], reads=is_read)
                self._cells[number] = cells
                self._shadows[number] = cells.row()

    def end(self) -> None:
        """End the watch; the next launch's may have its cells."""
        # Where a launch is stopped, compiled code has not told of all passes.
        for context, room in self._rooms.items():
            if passes := room.slots[Watch.PASSES]:
                first = np.asarray(room.slots).ctypes.data + 8 * (Watch.PASSES + 1)
                self._met(context, Sync.MBARRIER_PASSED, 0, 0, first, passes)
        for watcher in self._watchers:
            watcher.end()
        _kept[:] = self._cells.values()
        _clock[0] = max(int(view.time[0]) for view in self._views.values())
        if self._has_two_writers():
            self.host.fail(UndecidedError())

    def _has_two_writers(self) -> bool:
        """Return whether two workers have written one cell of global memory."""
        for number in self._cells if len(self._watchers) > 1 else ():
            first, *others = (view.written[number] for view in self._views.values())
            written = first.copy()
            for bits in others:
                if np.any(written & bits):
                    return True
                written |= bits
        return False

    # The cells of global memory are the same for all workers. A cell that another worker has
    # stamped by its clock looks as if it were not in order, and its watcher looks for a race. If
    # one is found, the launch runs again, on one worker.
    def attach_room(self, room: Room, worker: Worker) -> None:
        """Watch a block of a worker."""
        if worker.number not in self._views:
            self._views[worker.number] = self._view()
        view, context = self._views[worker.number], room.context.array
        warps, size = int(context[Context.WARPS]), int(context[Context.SHARED_BYTES])
        shared = Cells.make(size, self._plan.grains[1], reads=False)
        count = max(len(shared.writes), 1)
        block = BlockWatch(
            np.zeros(WATCH_SLOTS, np.int64).data, context.data, shared,
            np.zeros(count, np.int64), np.zeros((warps + 1, count), np.uint64),
            np.zeros(LANES * LANES, np.int64).data, np.zeros(ENGINES_SLOTS, np.int64).data,
            np.zeros((warps + 1 if self._plan.engines else 0, count), np.uint64),
            np.zeros((warps, self._plan.register_lists), np.int64),
            self._rooms, self._cells, view, view.time.data,
        )  # fmt: skip
        slots = block.slots
        if self._plan.engines:
            block.engines[AsyncUnits.READS] = block.products.ctypes.data
            block.engines[AsyncUnits.REGISTERS] = block.registers.ctypes.data
            slots[Watch.ENGINES] = np.asarray(block.engines).ctypes.data
        slots[Watch.KNOWN] = np.asarray(block.known).ctypes.data
        slots[Watch.CLOCK] = view.time.ctypes.data
        slots[Watch.CONTEXT] = room.context.address
        slots[Watch.LAUNCH_TIME] = self._began
        slots[Watch.SHADOWS] = view.shadows.ctypes.data
        for place, value in enumerate(shared.row()[: SHADOW_SLOTS - 1]):
            slots[Watch.SHARED + place] = value
        slots[Watch.READ_TIMES] = block.read_times.ctypes.data
        slots[Watch.READERS] = block.readers.ctypes.data
        slots[Watch.CELLS] = count
        slots[Watch.GRAIN_BITS] = shared.grain.bit_length() - 1
        slots[Watch.ONE_THREAD] = int(self._launch.facts.one_thread)
        slots[Watch.NOTICE] = self._notice
        slots[Watch.PAUSES] = view.watcher.pauses.ctypes.data
        slots[Watch.SOURCES] = int(self._launch.writes_sources)
        if view.watcher.orders or self._launch.writes_sources:
            slots[Watch.SYNCHRONISE] = self._synchronise
        context[Context.WATCH] = np.asarray(slots).ctypes.data
        self._rooms[room.context.address] = block

    def _view(self) -> View:
        """Return what the next worker sees of the launch."""
        time, shadows = _clock, self._shadows
        if self._views:
            time = np.full(_CLOCK_SLOTS, self._began, np.int64)
            shadows = np.zeros_like(self._shadows)
        time[TOLD] = 0
        view = View(self._watchers[len(self._views)], time, shadows)
        for number, cells in self._cells.items() if len(self._watchers) > 1 else ():
            # The word after the last bit is written, too.
            bits = view.written[number] = np.zeros(len(cells.writes) // 64 + 2, np.uint64)
            shadows[number] = self._shadows[number]
            shadows[number, Shadow.WRITTEN] = bits.ctypes.data
        return view

    def _told(
        self, context: int, mark: int, lanes: int, collided: int, row: int, rows: int,
        data: int | None, cell: int,
    ) -> None:  # fmt: skip
        room = self._rooms[context]
        room.time[TOLD] = 1
        values, shadows = _NOTICED.from_address(rows), room.view.shadows
        offset = row - shadows.ctypes.data
        number = offset // (8 * SHADOW_SLOTS) if 0 <= offset < shadows.nbytes else -1
        cells = self._cells[number] if number >= 0 else room.shared
        part, element = cell & 0xFFFFFFFF, cell >> 32
        event = AccessEvent(mark, lanes, collided, values, part, cells, number, element, data or 0)
        room.view.watcher.notice(event, room)

    def _met(
        self, context: int, kind: int, mark: int, lanes: int, table: int | None, more: int
    ) -> None:
        values = None if table is None else _TABLES[kind].from_address(table)
        room = self._rooms[context]
        if kind != _END:
            room.time[TOLD] = 1
        room.view.watcher.synchronise(kind, mark, lanes, values, more, room)
