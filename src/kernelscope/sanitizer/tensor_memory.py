"""Tensor memory: who reads and writes its columns, and what orders that (PTX ISA, 9.7.18.6).

A product, a copy or a shift (a task) is on the way until a phase is over at whose mbarrier a later
`tcgen05.commit` of its thread arrives. A load or a store is until its warp's `tcgen05.wait`. Behind
that, what orders threads orders these accesses, too. `tcgen05.fence` is only asked for where that
is relaxed, or where a task of another thread comes behind one that nobody has waited for.

Exact: columns, of each the lanes by sixteen. Conservative: tasks of one thread are done in order,
but products whose sums overlap and are not the same; a lane that a product's mask leaves out counts
as written.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from kernelscope.sanitizer.order import Facts, Key, Order, join
from kernelscope.sanitizer.race_words import nearness, tensor_words_of
from kernelscope.vgpu import tensor_memory as tm
from kernelscope.vgpu.layout import LANE_BITS, RANK_SHIFT, THREAD_BITS, Context
from kernelscope.vgpu.runtime.watching import BlockWatch, Table
from kernelscope.vgpu.tensor_layout import (
    TENSOR_COLUMNS,
    TENSOR_COPY_BYTES_AT,
    TENSOR_COPY_LANES_AT,
    TENSOR_KIND_AT,
    TENSOR_LANES,
    TENSOR_SCALES_AT,
    TensorEvent,
    TensorKind,
    TensorMemory,
    TensorOrder,
    TensorTask,
    TensorWay,
)

_GROUP = 16
"""Lanes of tensor memory that have one entry: products of 64 rows use as many of each warp's."""
_LOADS, _STORES, _TASKS, _ISSUED = "loads", "stores", "tasks", "issued"
_FACTS = frozenset((_LOADS, _STORES, _TASKS, _ISSUED))
_CHUNK = 16
_PAIR = int(TensorWay.PAIR)

Region = tuple[slice, slice]
"""Columns and groups of lanes."""


class _Use(NamedTuple):
    """An access to tensor memory.

    Attributes:
        what: "mma", "cp", "shift", "ld", "st" or "dealloc".
        who: the thread; the first one of a warp.
        pair: whether it is of two blocks together.
        sums: what must be alike for products to add up in order; None for others.
    """

    what: str
    who: int
    time: int
    site: int
    pair: bool = False
    sums: tuple[int, ...] | None = None


class _Footprint(NamedTuple):
    """What a task touches in each of its blocks.

    `writes`: of a product its sums first. `chunks`: the addresses of the 16-byte chunks of shared
    memory that it reads.
    """

    what: str
    reads: tuple[Region, ...]
    writes: tuple[Region, ...]
    chunks: np.ndarray
    sums: tuple[int, ...] | None


def _cells() -> np.ndarray:
    return np.zeros((TENSOR_COLUMNS, TENSOR_LANES // _GROUP), np.int32)


@dataclass(slots=True)
class _Memory:
    """A block's tensor memory: its uses, and by column and group the numbers of the last ones.

    Attributes:
        freed: those that gave the columns back, until they are allocated again.
        readers: for each thread that issues tasks, and each warp that loads.
        chain: the last product of one block, if nothing else has used the memory since, and it was
            in order.
    """

    block: int
    began: int
    uses: list[_Use] = field(default_factory=list[_Use])
    written: np.ndarray = field(default_factory=_cells)
    freed: np.ndarray = field(default_factory=_cells)
    readers: dict[tuple[str, int], np.ndarray] = field(
        default_factory=dict[tuple[str, int], np.ndarray]
    )
    chain: _Use | None = None

    def number(self, use: _Use) -> int:
        """Return the number of one more use; 0 is none."""
        self.chain = None
        self.uses.append(use)
        return len(self.uses)

    def goes_on(self, use: _Use) -> bool:
        """Return whether a product adds to the sums of the last one of its thread, with nothing
        between. Then it is in order, and takes that one's place.
        """
        last = self.chain
        if last is None or last.sums != use.sums or last.who != use.who:
            return False
        self.chain = self.uses[-1] = use
        return True

    def clear(self, region: Region) -> None:
        """Forget what was done to some columns."""
        self.chain = None
        for table in (self.written, self.freed, *self.readers.values()):
            table[region] = 0


class Races(Protocol):
    """The part of the launch's watcher that tensor memory needs."""

    order: Order

    def cluster_of(self, block: int) -> int:
        """Return the number of the cluster that a block is in."""
        ...

    def read_tile(self, who: int, site: int, cells: np.ndarray, room: BlockWatch) -> None:
        """Look at a tile in a block's shared memory that a task reads, and note it."""
        ...

    def find_in_tensor(
        self,
        kind: str,
        here: tuple[int, int],
        there: tuple[int, int] | None,
        words: tuple[str, str],
        tool: str = "race",
    ) -> None:
        """Report a fault; here, there: the site and the thread of each side."""
        ...


class TensorAccesses:
    """The accesses to tensor memory of one launch.

    Attributes:
        tasks: what each instruction that issues tasks does, as "mma", by its site.
    """

    def __init__(self, races: Races) -> None:
        self.tasks: dict[int, str] = {}
        self._races = races
        self._memories: dict[int, _Memory] = {}
        # Up to when a warp's loads and stores are complete, as it has waited for them.
        self._waited: dict[int, Facts] = {}  # by block
        # Of each thread: its last fence before others go on, what it then knew, what it has seen at
        # relaxed mbarriers, and what it knew at its last fence after others.
        self._issued: dict[int, int] = {}
        self._published: dict[int, Facts] = {}
        self._seen: dict[int, Facts] = {}
        self._after: dict[int, Facts] = {}
        # The warps by which shared memory notes what a thread's tasks have read.
        self._readers: dict[int, set[int]] = {}

    # ---- what is known --------------------------------------------------------------------

    def facts_of(self, threads: Sequence[int]) -> Facts:
        """Return what some threads of a warp know of their own accesses."""
        facts = self._facts_of_warp(threads[0] >> LANE_BITS)
        issued = self._issued
        for who in threads if issued else ():
            if who in issued:
                facts[_ISSUED, who] = issued[who]
        return facts

    def facts_of_block(self, room: BlockWatch) -> Facts:
        """Return what all threads of a block know of their own accesses."""
        block = room.block
        facts = dict(self._waited.get(block, {}))
        for who, time in self._issued.items():
            if who >> THREAD_BITS == block:
                facts[_ISSUED, who] = time
        return facts

    def _facts_of_warp(self, warp: int) -> Facts:
        waited = self._waited.get(warp >> THREAD_BITS - LANE_BITS, {})
        return {key: waited[key] for key in ((_LOADS, warp), (_STORES, warp)) if key in waited}

    def facts_of_commit(self, who: int, room: BlockWatch) -> Facts:
        """Return what is known to those who wait for a thread's commit."""
        now = room.now
        products = {("products", warp): now for warp in self._readers.get(who, ())}
        return {(_TASKS, who): now, (_ISSUED, who): now, **products}

    def at_relaxed_mbarrier(
        self, place: tuple[int, int], threads: Sequence[int], phase: int, arrives: int
    ) -> None:
        """Note that threads arrive at an mbarrier, or see its phase over, with no order but that of
        fences for tensor memory. arrives: the scope's bits; 0 for those who wait.
        """
        if not arrives:
            facts = _of_tensor(self._races.order.facts_at_mbarrier(place, phase))
            for who in threads:
                join(self._seen.setdefault(who, {}), facts)
            return
        known: Facts = {}
        for who in threads:
            join(known, self._published.get(who, {}))
        if known:
            by = threads[0] >> THREAD_BITS, arrives
            self._races.order.arrive_at_mbarrier(place, known, phase, by)

    def _knows(self, threads: Sequence[int], key: Key, time: int) -> bool:
        """Return whether threads of a warp know that what a key covers is over."""
        warp = threads[0] >> LANE_BITS
        own = self._facts_of_warp(warp).get(key, 0) if key[1] == warp else 0
        known = self._races.order.known
        return own > time or all(known(who, key) > time for who in threads)

    def _in_order(
        self, now: _Use, threads: Sequence[int], earlier: _Use, *, only_read: bool
    ) -> bool:
        """Return whether a use comes after an earlier one."""
        warp = earlier.who >> LANE_BITS
        if earlier.what in ("ld", "st"):
            key = (_LOADS if earlier.what == "ld" else _STORES), warp
            return self._knows(threads, key, earlier.time)
        if self._is_pipelined(now, earlier, only_read=only_read):
            return True
        return self._knows(threads, (_TASKS, earlier.who), earlier.time)

    # Worked case: two products of one thread, with nothing between.
    #
    #     D and shape are the same             in order
    #     the second reads A where the first   not in order
    #     writes D, or its D overlaps
    #     the second writes where the first    in order: programs rely on it (CUTLASS, attention)
    #     reads A or scales
    def _is_pipelined(self, now: _Use, earlier: _Use, *, only_read: bool) -> bool:
        """Return whether two tasks are in order though nobody waits for the first."""
        if now.what not in ("mma", "cp", "shift") or now.pair != earlier.pair:
            return False
        both_add = now.what == earlier.what == "mma"
        if both_add and now.sums != earlier.sums and not only_read:
            return False
        if now.who == earlier.who:
            return True
        return self._after.get(now.who, {}).get((_ISSUED, earlier.who), 0) > earlier.time

    # ---- events ---------------------------------------------------------------------------

    def note(
        self, event: int, mark: int, own: Sequence[int], table: Table | None, room: BlockWatch
    ) -> None:
        """Note an event of `TensorEvent` by threads."""
        if event == TensorEvent.ORDER:
            self._order(mark, own, room)
            return
        assert table is not None
        task = tuple(table)
        if event == TensorEvent.ALLOC:
            self._of(room).clear(_columns(task[TensorTask.D], task[TensorTask.A]))
        elif event == TensorEvent.FREE:
            use = _Use("dealloc", own[0], room.now, mark)
            region = _columns(task[TensorTask.D], task[TensorTask.A])
            self._write(use, own[:1], region, room)
            memory = self._of(room)
            memory.clear(region)
            memory.freed[region] = memory.number(use)
        else:
            loads = event == TensorEvent.LOAD
            use = _Use("ld" if loads else "st", own[0], room.now, mark)
            for region in _regions(task[TensorTask.WAY], task[TensorTask.D]):
                self._find_freed(use, region, room)
                act = self._read if loads else self._write
                act(use, own, region, room)

    def issue(self, task: tuple[int, ...], room: BlockWatch, *, is_fine: bool) -> None:
        """Look at a task; is_fine: whether compiled code has found its tiles to be in order, and
        has noted that it reads them.
        """
        who = room.block << THREAD_BITS | task[TensorTask.THREAD]
        footprint = _footprint(task[TensorTask.WAY], *(task[slot] for slot in _SHAPING))
        is_pair = bool(task[TensorTask.WAY] & _PAIR)
        site, masks = task[TensorTask.SITE], task[TensorTask.OFF : TensorTask.OFF + 4]
        use = _Use(footprint.what, who, room.now, site, is_pair, footprint.sums)
        self.tasks[site] = footprint.what
        for block in _blocks(room, is_pair=is_pair):
            warp = block.block << THREAD_BITS - LANE_BITS | task[TensorTask.THREAD] >> LANE_BITS
            if len(footprint.chunks):
                self._readers.setdefault(who, set()).add(warp)
            if len(footprint.chunks) and not is_fine:
                cells = _cells_of(footprint.chunks.tobytes(), block.shared.grain)
                self._races.read_tile(who, site, cells, block)
            memory = self._of(block)
            adds = footprint.sums is not None and not footprint.reads and not is_pair
            if adds and memory.goes_on(use):
                _let_pass(block)
                continue
            for region in footprint.reads:
                self._read(use, [who], region, block)
            keeps = task[TensorTask.KEEPS] and not any(masks)
            if keeps and not memory.written[footprint.writes[0]].all():
                words = tensor_words_of("unwritten", "", "", "")
                self._races.find_in_tensor("product", (site, who), None, words, "init")
            in_order = [self._write(use, [who], region, block) for region in footprint.writes]
            if adds and all(in_order):
                memory.chain = use
                _let_pass(block)

    def end_block(self, room: BlockWatch) -> None:
        """Forget a block."""
        self._memories.pop(id(room), None)
        for table in (self._issued, self._published, self._seen, self._after, self._readers):
            for who in [who for who in table if who >> THREAD_BITS == room.block]:
                del table[who]
        self._waited.pop(room.block, None)

    def _order(self, what: int, own: Sequence[int], room: BlockWatch) -> None:
        now, order = room.now, self._races.order
        if what in (TensorOrder.WAIT_LOAD, TensorOrder.WAIT_STORE):
            name = _LOADS if what == TensorOrder.WAIT_LOAD else _STORES
            waited = self._waited.setdefault(room.block, {})
            waited[name, own[0] >> LANE_BITS] = now
        for who in own if what == TensorOrder.FENCE_BEFORE else ():
            self._issued[who] = now
            self._published[who] = _of_tensor(order.facts_of([who]))
            join(self._published[who], self.facts_of([who]))
        for who in own if what == TensorOrder.FENCE_AFTER else ():
            if who in self._seen:
                order.learn([who], self._seen.pop(who))
            known = order.facts_of([who]).items()
            self._after[who] = {key: time for key, time in known if key[0] == _ISSUED}

    # ---- accesses -------------------------------------------------------------------------

    def _of(self, room: BlockWatch) -> _Memory:
        memory = self._memories.get(id(room))
        if memory is None or (memory.block, memory.began) != (room.block, room.began):
            memory = self._memories[id(room)] = _Memory(room.block, room.began)
        if memory.chain is not None:
            # What compiled code has let pass since.
            time, site = _chain_of(room)[1:]
            memory.chain = memory.uses[-1] = memory.chain._replace(time=time, site=site)
        return memory

    def _read(self, use: _Use, own: Sequence[int], region: Region, room: BlockWatch) -> None:
        memory = self._of(room)
        self._compare(use, own, memory, region, memory.written, "write-read")
        reader = use.what, use.who
        memory.readers.setdefault(reader, _cells())[region] = memory.number(use)

    def _write(self, use: _Use, own: Sequence[int], region: Region, room: BlockWatch) -> bool:
        """Look at a write and note it; return whether it is in order."""
        memory = self._of(room)
        in_order = self._compare(use, own, memory, region, memory.written, "write-write")
        for table in memory.readers.values():
            in_order &= self._compare(use, own, memory, region, table, "read-write")
        if use.what != "dealloc":
            memory.written[region] = memory.number(use)
        return in_order

    # Worked case: a warp frees the columns at the end of the kernel, with no barrier before, and
    # another one loads from them afterwards. In the other order of the two `_write` finds the load.
    def _find_freed(self, use: _Use, region: Region, room: BlockWatch) -> None:
        """Report an access to columns that were given back."""
        memory = self._of(room)
        order = "write-read" if use.what == "ld" else "write-write"
        for number in filter(None, np.unique(memory.freed[region]).tolist()):
            self._report(order, use, memory.uses[number - 1])

    def _compare(
        self, use: _Use, own: Sequence[int], memory: _Memory, region: Region, table: np.ndarray,
        kind: str,
    ) -> bool:  # fmt: skip
        """Report each use in a region of a table that this one does not come after; return whether
        there is none.
        """
        there, in_order = table[region], True
        least, most = int(there.min()), int(there.max())
        numbers = (most,) if least == most else np.unique(there).tolist()
        for number in filter(None, numbers):
            earlier = memory.uses[number - 1]
            only_read = kind == "read-write"
            if earlier == use or self._in_order(use, own, earlier, only_read=only_read):
                continue
            self._report(kind, use, earlier)
            in_order = False
        return in_order

    def _report(self, kind: str, use: _Use, earlier: _Use) -> None:
        near = nearness(use.who, earlier.who, self._races.cluster_of)
        words = tensor_words_of(kind, use.what, earlier.what, near)
        self._races.find_in_tensor(kind, (use.site, use.who), (earlier.site, earlier.who), words)


def _chain_of(room: BlockWatch) -> ctypes.Array[ctypes.c_uint64]:
    """Return the slots CHAIN, CHAIN_TIME and CHAIN_SITE of a block's tensor memory."""
    address = room.context[Context.TENSOR] + 8 * TensorMemory.CHAIN
    return (ctypes.c_uint64 * 3).from_address(address)


def _let_pass(room: BlockWatch) -> None:
    """Let compiled code pass products that add to the sums of the last one."""
    _chain_of(room)[0] = 1


def _of_tensor(facts: Facts) -> Facts:
    return {key: time for key, time in facts.items() if key[0] in _FACTS}


def _blocks(room: BlockWatch, *, is_pair: bool) -> list[BlockWatch]:
    """Return the blocks in which a task works."""
    if not is_pair:
        return [room]
    peer = room.peer((room.context[Context.RANK] ^ 1) << RANK_SHIFT, 0)
    return [room] if peer is None else [room, peer[0]]


# ---- what is touched -----------------------------------------------------------------------------

_ALL = slice(0, TENSOR_LANES // _GROUP)


def _columns(address: int, count: int) -> Region:
    first = address & 0xFFFF
    return slice(first, first + count), _ALL


def _in_columns(columns: np.ndarray) -> list[Region]:
    """Return regions of all lanes that have these columns."""
    numbers = np.unique(columns)
    runs = np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1)
    return [(slice(int(run[0]), int(run[-1]) + 1), _ALL) for run in runs]


def _groups(lane: int, count: int) -> slice:
    return slice(lane // _GROUP, lane // _GROUP + count)


@lru_cache(256)
def _regions(way: int, address: int) -> tuple[Region, ...]:
    """Return what a load or a store accesses, by its constant (`jit/c/tensor_memory.c`)."""
    shape, split = tm.SHAPES[way & 7], way >> 32
    columns = (way >> 8 & 0xFF) << (way >> 3 & 1)
    if shape in ("16x64b", "16x128b", "16x256b"):
        columns *= 2
    lane, first = tm.lane_and_column(address)
    here = slice(first, first + columns), _groups(lane, 2 if shape == "32x32b" else 1)
    if shape != "16x32bx2":
        return (here,)
    first += split & 0xFFFF
    return here, (slice(first, first + columns), _groups(lane + (split >> 16), 1))


_FLAGS = (1 << TENSOR_KIND_AT) - 1
_SHAPING = (
    TensorTask.D, TensorTask.A, TensorTask.B, TensorTask.SHAPE, TensorTask.SCALE_A,
    TensorTask.SCALE_B, TensorTask.META, TensorTask.ZEROS,
)  # fmt: skip


@lru_cache(512)
def _footprint(
    way: int, d: int, a: int, b: int, shape: int, scale_a: int, scale_b: int, meta: int, zeros: int
) -> _Footprint:
    """Return what a task touches, by its slots."""
    none, (lane, column) = np.zeros(0, np.int64), tm.lane_and_column(d)
    if way & TensorWay.SHIFTS:
        moved = slice(column, column + 8), _groups(lane, 2)
        return _Footprint("shift", (moved,), (moved,), none, None)
    if way & TensorWay.COPIES:
        lines, size = way >> TENSOR_COPY_LANES_AT & 0xFF, way >> TENSOR_COPY_BYTES_AT & 0xFF
        # Of four lines one goes to each warp's part.
        groups = slice(lane // _GROUP, None, 2) if lines == 4 else _ALL
        target = slice(column, column + size // 4), groups
        chunks = _chunks(a, lines, size // _CHUNK, turned=False)
        return _Footprint("cp", (), (target,), chunks, None)
    family, scales = TensorKind(way >> TENSOR_KIND_AT & 0xFF), way >> TENSOR_SCALES_AT & 0xFF
    p = tm.product_of(family, shape, TensorWay(way & _FLAGS), scales)
    assert p is not None  # the virtual GPU has checked it
    groups = slice(lane // _GROUP, None, 2) if p.scattered else _ALL
    width = p.n // (2 if way & TensorWay.PAIR else 1) + (zeros >> 56 & 63)
    tiles, reads = [_matrix(b, p, width, second=True)], list[Region]()
    if way & TensorWay.A_IS_TENSOR:
        first = a & 0xFFFF
        reads.append((slice(first, first + p.tensor_columns), groups))
    else:
        tiles.append(_matrix(a, p, p.rows, second=False))
    if p.is_sparse:
        columns = tm.metadata_places(p, 0, 0)[1] + (meta & 0xFFFF)
        reads.append((slice(int(columns.min()), int(columns.max()) + 1), groups))
    counts = p.rows, p.n // p.folds
    for address, at, rows in zip((scale_a, scale_b), p.scale_ids, counts, strict=True):
        reads += _in_columns(p.scale_columns(address, at, rows)) if p.scales else []
    writes = [(slice(column, column + p.n // p.folds), groups)]
    if way & TensorWay.SHIFTS_A:
        writes.append(reads[0])
    alike = d, p.m, p.n, way & TensorWay.STATIONARY, p.half
    return _Footprint("mma", tuple(reads), tuple(writes), np.concatenate(tiles), alike)


def _matrix(descriptor: int, p: tm.Product, rows: int, *, second: bool) -> np.ndarray:
    name, depth, turned = (p.b, p.k, p.turned[1]) if second else (p.a, p.stored, p.turned[0])
    lines, length = (depth, rows) if turned else (rows, depth)
    pieces = length // tm.elements_in_chunk(p.kind, name)
    return _chunks(descriptor, lines, pieces, turned=turned)


def _chunks(descriptor: int, lines: int, pieces: int, *, turned: bool) -> np.ndarray:
    """Return the addresses of a matrix's chunks in shared memory."""
    places = [
        tm.chunk_place(descriptor, line, _CHUNK * piece, transposed=turned)
        for line in range(lines)
        for piece in range(pieces)
    ]
    return np.array(places, np.int64)


@lru_cache(512)
def _cells_of(chunks: bytes, grain: int) -> np.ndarray:
    """Return the cells of shared memory of some chunks, each once."""
    each = np.frombuffer(chunks, np.int64)[:, None] // grain + np.arange(_CHUNK // grain)
    return np.unique(each)
