"""The machine code that the warps of the traced blocks executed, in the simulator's form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kernelscope.errors import UnavailableError
from kernelscope.hardware.constants import Constants
from kernelscope.launch_time.contention import cache_lines, tag_cycles
from kernelscope.launch_time.phases import NO_PHASE, phases_of
from kernelscope.machine_code.code import MachineCode
from kernelscope.machine_code.counts import executed
from kernelscope.machine_code.instruction import Instruction
from kernelscope.machine_code.traced import lines_of, times_of
from kernelscope.machine_code.walk import walk
from kernelscope.simulator import Code, Streams, kinds
from kernelscope.simulator.inputs import ACCESS
from kernelscope.vgpu.counting.trace import BlockTrace, Event, LaunchTrace, WarpTrace

_C = Constants("launch_time/streams")


LOCAL = 1 << 62
"""The first sector of local memory, behind all global ones; each warp has 2^_LOCAL_BITS."""
_LOCAL_BITS = 18
_ALLOCATION = 35
"""Bits of a sector in its allocation: addresses have 40."""


@dataclass(frozen=True, slots=True, eq=False)
class WarpStream:
    """The instructions that one warp executed.

    Attributes:
        runs: [runs, 3] as `simulator.Streams` has them.
        counts: [accesses] how many sectors each touches.
        wavefronts: [accesses] how many wavefronts each takes.
        sectors: the sectors of all accesses, one after the other.
        loaded: the sectors of loads.
        phases: [accesses] the phase of an mbarrier that it counts towards or waits for, else
            `NO_PHASE`.
        waits: [accesses] whether it waits for the phase.
        stored: bytes that it stores.
        written: the sectors that it stores them in, each once.
    """

    runs: np.ndarray
    counts: np.ndarray
    wavefronts: np.ndarray
    sectors: np.ndarray
    loaded: np.ndarray
    phases: np.ndarray
    waits: np.ndarray
    stored: int
    written: np.ndarray


def scattered_stores(block: Sequence[WarpStream]) -> float:
    """Return how scattered a block's stores are: the lines over the sectors that it writes in part.

    It is 1 for words here and there, 1/4 for every second word, and 0 if the block's warps write
    (nearly) whole sectors between them.
    """
    written = np.unique(np.concatenate([warp.written for warp in block]))
    if sum(warp.stored for warp in block) >= _C.covered * 32 * len(written):
        return 0.0
    return len(np.unique(written >> 2)) / len(written)


@dataclass(frozen=True, eq=False)
class _Way:
    """A warp's path through the machine code, and where its accesses are in the warp's trace.

    Attributes:
        runs: [runs, 3] as `simulator.Streams` has them.
        events: [accesses] the event of the trace; -1 if the trace has none.
        ahead: [accesses] for an execution after the end of the trace, how many executions of its
            line it comes after the last traced one, which is its event; else 0.
        before: [accesses] the event of the execution before that one; -1 if there is none.
        parts, part: [accesses] into how many accesses the assembler split the event, and which one
            this is.
        shared: [accesses] whether it is an access to shared memory.
        loads: [accesses] whether it is a load that asks L1.
        returned: [accesses] least cycles of L1's data stage for the loaded data.
        stored: [accesses] bytes that each lane stores; 0 if it is not a store.
        local: [accesses, 2] first sector in the warp's local memory, and how many; 0 if there are
            none.
        more: [accesses] cycles of L1's data stage in addition to those in the trace.
        uses: [accesses] the event of the trace that uses an mbarrier; -1 if none does.
        waits: [accesses] whether this use is a wait.
    """

    runs: np.ndarray
    events: np.ndarray
    ahead: np.ndarray
    before: np.ndarray
    parts: np.ndarray
    part: np.ndarray
    shared: np.ndarray
    loads: np.ndarray
    returned: np.ndarray
    stored: np.ndarray
    local: np.ndarray
    more: np.ndarray
    uses: np.ndarray
    waits: np.ndarray

    @cached_property
    def known(self) -> np.ndarray:
        """[accesses] whether the trace has an event of it."""
        return self.events >= 0

    @cached_property
    def event(self) -> np.ndarray:
        """[known accesses] the event of each."""
        return self.events[self.known]

    @cached_property
    def spilled(self) -> np.ndarray:
        """[accesses] whether it is one of local memory."""
        return self.local[:, 1] > 0

    @cached_property
    def frame(self) -> int:
        """The sectors of the warp's local memory that are used."""
        return int(self.local.sum(axis=1).max(initial=0))

    @cached_property
    def after(self) -> np.ndarray:
        """[accesses] whether it comes after the trace's end, and where it goes is known."""
        return (self.ahead > 0) & (self.before >= 0) & self.known & ~self.spilled


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """The executions of a line of PTX by a warp.

    Attributes:
        events: [executions] the event of its access; -1: no lane was active.
        ahead: [executions] how many executions it comes after that event, if it was not traced.
    """

    events: np.ndarray
    ahead: np.ndarray

    @property
    def before(self) -> int:
        """The event of the execution before the last one that was traced."""
        traced = self.events[self.ahead == 0]
        return int(traced[-2]) if len(traced) > 1 else -1

    def those(self, which: np.ndarray) -> _Line:
        """Return some of the executions."""
        return _Line(self.events[which], self.ahead[which])


_ARRIVING = ("arrive", "copies")
_ARRIVE = (kinds.EVENT_ARRIVE, kinds.EVENT_ARRIVE_COPIES)


class Translator:
    """Translates the warps of a trace. Warps that executed the same take the same path.

    Attributes:
        simulated: the machine code in the simulator's form.
    """

    def __init__(self, code: MachineCode, simulated: Code, trace: LaunchTrace) -> None:
        self._code, self._trace = code, trace
        self.simulated = simulated
        self._kinds = simulated.table["kind"]
        self._accesses = self._kinds >= kinds.FIRST_ACCESS
        self._shared = self._kinds == kinds.SHARED
        self._stored = np.where(
            self._kinds == kinds.STORE, [_width(r.opcode) for r in code.instructions], 0
        )
        self._returned = np.array(
            [_C.lds_128 if row.opcode == "LDS.128" else 1 for row in code.instructions]
        )
        self._local = np.array([_local(row) for row in code.instructions])
        every = [w.sectors >> _ALLOCATION for block in trace.blocks for w in block.warps]
        used = np.concatenate(every)
        others = used[np.append(True, used[1:] != used[:-1])[: len(used)]]  # than before them
        self._allocations, first = np.unique(others, return_index=True)
        self._numbers = np.argsort(np.argsort(first))
        self._starts = np.array(code.starts)
        self._lines = np.array([row.ptx_line for row in code.instructions])
        self._of_line: dict[int, list[int]] = {}
        for number, instruction in enumerate(trace.instructions):
            if instruction.access or instruction.barrier in _ARRIVING:
                self._of_line.setdefault(instruction.ptx_line, []).append(number)
        self._uses = np.array([instruction.barrier for instruction in trace.instructions])
        self._blocks: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
        self._ways: dict[tuple[bytes, bytes, bytes], _Way] = {}

    def block(self, trace: BlockTrace) -> list[WarpStream]:
        """Return the streams of a block's warps.

        Raises UnavailableError if a warp's path is not known.
        """
        phases = phases_of(trace, self._trace.instructions)
        return [self._warp(warp, number, phases[number]) for number, warp in enumerate(trace.warps)]

    def _warp(self, trace: WarpTrace, number: int, phases: np.ndarray) -> WarpStream:
        """Return the stream of a warp.

        number: the warp's number in its block.
        phases: the phases of its events.
        """
        key = trace.executions.tobytes(), trace.kinds.tobytes(), trace.numbers.tobytes()
        if key not in self._ways:
            self._ways[key] = self._way(trace)
        local = LOCAL + (number << _LOCAL_BITS)
        return _stream(trace, self._ranked(trace.sectors), self._ways[key], (local, phases))

    def _ranked(self, sectors: np.ndarray) -> np.ndarray:
        """Return sectors whose allocations are numbered from 0, in the order of their first use:
        their real numbers differ from run to run, and so does the order of their addresses.
        """
        ranks = self._numbers[np.searchsorted(self._allocations, sectors >> _ALLOCATION)]
        return ranks.astype(np.int64) << _ALLOCATION | sectors & (1 << _ALLOCATION) - 1

    def _way(self, warp: WarpTrace) -> _Way:
        order = self._walked(warp)
        firsts, lengths = self._starts[order], np.diff(self._starts)[order]
        ends = np.cumsum(lengths)
        rows = np.arange(ends[-1] if len(ends) else 0)
        rows += np.repeat(firsts - (ends - lengths), lengths)
        rows = rows[self._accesses[rows]]
        way = _Way(
            joined_runs(firsts, lengths),
            np.full(len(rows), -1),
            np.zeros(len(rows), np.int64),
            np.full(len(rows), -1),
            np.ones(len(rows), np.int64),
            np.zeros(len(rows), np.int64),
            self._shared[rows],
            self._kinds[rows] == kinds.LOAD,
            self._returned[rows],
            self._stored[rows],
            self._local[rows],
            np.where(self._kinds[rows] == kinds.COPY_L1, _C.copy_l1, 0),
            np.full(len(rows), -1),
            self._kinds[rows] == kinds.EVENT_WAIT,
        )
        lines = self._lines[rows]
        events = self._events(warp)
        for line in np.unique(lines).tolist():
            if line in events:
                _choose(way, events[line], np.flatnonzero(lines == line))
        arrive, bulk = (np.isin(self._kinds[rows], own) for own in (_ARRIVE, (kinds.BULK_LOAD,)))
        way.uses[arrive] = way.events[arrive]
        way.uses[bulk] = np.maximum(way.events[bulk] - 1, -1)  # it stands before the access
        self._choose_waits(way, warp)
        return way

    def _choose_waits(self, way: _Way, warp: WarpTrace) -> None:
        """Choose the phases that a warp waits for, in order.

        The lines of the PTX do not tell: the first wait of a loop has the line before it. A warp
        that waits may ask several times, with nothing but the branch back in between: that is one
        wait.
        """
        uses = self._uses_as(warp, ("wait",))
        events, at = np.flatnonzero(uses), np.flatnonzero(way.waits)
        if not len(events) or not len(at):
            return
        others = np.cumsum((warp.kinds != Event.BLOCK) & ~uses)[events]
        again = np.zeros(len(events), np.bool_)
        again[1:] = others[1:] == others[:-1]
        for of in (warp.numbers, warp.sectors_counted, warp.wavefronts):
            again[1:] &= of[events][1:] == of[events][:-1]
        events = events[~again]
        way.uses[at] = events[np.arange(len(at)) * len(events) // len(at)]

    def _uses_as(self, warp: WarpTrace, uses: tuple[str, ...]) -> np.ndarray:
        """Return which events of a warp use an mbarrier in one of these ways: [events]."""
        using = warp.kinds == Event.PHASE
        using[using] = np.isin(self._uses[warp.numbers[using]], uses)
        return using

    def _walked(self, warp: WarpTrace) -> np.ndarray:
        """Return the basic blocks of the machine code that a warp executed, in order.

        A linear program finds them. If there are many different warps, the later ones follow the
        path of the warp that is most like them, with more or fewer rounds of its loop. Otherwise 64
        warps of rows of 1 … 400 elements would need 64 programs.
        """
        key = warp.executions.tobytes()
        if key not in self._blocks:
            if len(self._blocks) >= _C.most_walks:
                executions, order = min(
                    self._blocks.values(), key=lambda walked: _distance(walked[0], warp)
                )
                times = warp.executions.sum() / max(executions.sum(), 1)
                if 1 / _C.like <= times <= _C.like:
                    return _with_rounds(order, executions, warp.executions)
            counts = lines_of(self._trace, warp)
            # Where warps wait for each other by mbarriers, it matters which time was the first.
            times = times_of(self._trace, warp) if "wait" in self._uses else None
            # Where lanes may part, the counts of two loops, one after the other, also fit a warp
            # that is in both by turns: a softmax would read each piece of a row again at once.
            parting = bool(np.ptp(warp.lanes[warp.kinds == Event.BLOCK]))
            way = executed(self._code, counts.executions, 1, counts.active, parting=parting)
            if way is None:
                raise UnavailableError(
                    f"no path through the {self._code.blocks} basic blocks of the machine code "
                    "fits the counts of the PTX"
                )
            if way.blocks.sum() > _C.most_steps:
                raise UnavailableError(f"a warp executes more than {_C.most_steps} basic blocks")
            self._blocks[key] = warp.executions, walk(self._code, way, times)
        return self._blocks[key][1]

    def _events(self, warp: WarpTrace) -> dict[int, _Line]:
        """Return the executions of each line of PTX, in order."""
        begins = warp.kinds == Event.BLOCK
        step = np.cumsum(begins) - 1
        blocks = warp.numbers[begins]
        size = len(self._trace.instructions)
        at = np.flatnonzero((warp.kinds == Event.ACCESS) | self._uses_as(warp, _ARRIVING))
        keys = step[at] * size + warp.numbers[at]
        order = np.argsort(keys, kind="stable")
        keys, at = keys[order], at[order]
        lines: dict[int, _Line] = {}
        for line, numbers in self._of_line.items():
            wanted = [
                np.flatnonzero(blocks == self._trace.instructions[number].block) * size + number
                for number in numbers
            ]
            of_line = np.sort(np.concatenate(wanted))
            where = np.minimum(np.searchsorted(keys, of_line), max(len(keys) - 1, 0))
            known = keys[where] == of_line if len(keys) else np.zeros(len(of_line), np.bool_)
            if len(of_line):
                events = np.where(known, at[where] if len(at) else -1, -1)
                lines[line] = self._with_missing(warp, numbers, events)
        return lines

    # Worked case: a product of 1024³ has 92 accesses a step, most of them of shared memory, and the
    # first 44 of its 128 steps are traced. If the others had their addresses, L1 would have them.
    def _with_missing(self, warp: WarpTrace, numbers: list[int], events: np.ndarray) -> _Line:
        """Return the executions of a line, including those after the end of the trace."""
        first = self._trace.instructions[numbers[0]]
        missing = int(warp.executions[first.block]) - len(events) if warp.truncated else 0
        # Phases of mbarriers go with the accesses that count towards them: both are stretched.
        if len(numbers) > 1 or missing <= 0 or first.barrier or first.access.startswith("bulk"):
            return _Line(events, np.zeros(len(events), np.int64))
        ahead = np.concatenate([np.zeros(len(events), np.int64), np.arange(1, missing + 1)])
        return _Line(np.append(events, np.repeat(events[-1:], missing)), ahead)


def _with_rounds(order: np.ndarray, executed: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return a path with more or fewer rounds of its loop, as another warp executes.

    Args:
        order: [steps] the basic blocks of the machine code on the path, one after the other.
        executed: [basic blocks of the PTX] how often the warp of the path executed each.
        wanted: the same of the other warp.
    """
    # Example: 32 warps do 100, 200 … 3,200 steps. The 13th does 1,300, and the way that is nearest
    # has 1,200: 100 of its rounds come twice, spread over all. As it is, the long warps that come
    # last would take as long as the twelfth.
    counts = np.bincount(order)
    at = np.flatnonzero(order == np.argmax(counts))
    often = executed > 1
    rounds = round(len(at) * wanted[often].sum() / max(executed[often].sum(), 1))
    if len(at) < 2 or rounds == len(at):
        return order
    lengths = np.diff(at)
    chosen = np.arange(max(rounds - 1, 0)) * len(lengths) // max(rounds - 1, 1)
    starts, sizes = at[chosen], lengths[chosen]
    ends = np.cumsum(sizes)
    steps = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - sizes), sizes)
    return np.concatenate([order[: at[0]], order[steps], order[at[-1] :]])


def _distance(executions: np.ndarray, warp: WarpTrace) -> int:
    return int(np.abs(executions - warp.executions).sum())


def _choose(way: _Way, line: _Line, at: np.ndarray) -> None:
    """Choose the events of the accesses `at`, all of one line of PTX.

    The machine code may execute a line more often than the PTX (the assembler splits 32 bytes a
    lane into two loads), or less often (it jumps over a load for which no lane is active, or
    removes a second one).
    """
    way.before[at] = line.before
    with_lanes = line.those(line.events >= 0)
    count = len(with_lanes.events)
    if count and len(at) % count == 0 and len(at) % len(line.events):
        line = with_lanes
    count = len(line.events)
    times, left = divmod(len(at), count)
    which = np.arange(len(at)) * count // len(at)
    if times > 1 and not left:
        way.parts[at] = times
        way.part[at] = np.tile(np.arange(times), count)
    chosen = line.those(which)
    way.events[at], way.ahead[at] = chosen.events, chosen.ahead


def _stream(
    trace: WarpTrace, sectors: np.ndarray, way: _Way, own: tuple[int, np.ndarray]
) -> WarpStream:
    """Return a warp's stream: its path with the sectors of its own trace.

    sectors: the trace's sectors, as the simulation numbers them.
    own: the first sector of its local memory, and the phases of its events.
    """
    local, phases = own
    known, event = way.known, way.event
    parts, part, shared = way.parts[known], way.part[known], way.shared[known]
    size = np.diff(trace.offsets)[event]
    begin, end = size * part // parts, size * (part + 1) // parts
    firsts, counts = (np.zeros(len(known), np.int64) for _ in range(2))
    wavefronts = np.maximum(way.returned, 1)
    firsts[known] = trace.offsets[event] + begin
    counts[known] = np.where(shared, 0, end - begin)
    # 128 bytes a cycle, and of a load four lines, if their tags are in different banks; of others
    # two, but parts of many lines one after the other. Words as the virtual GPU counts their
    # conflicts, in shared memory and in L1.
    lines = asked = cache_lines(trace)[event]
    stores = _stores(trace, way, lines)
    if way.loads.any():
        asked = np.where(way.loads[known], 2 * tag_cycles(trace)[event], lines)
    one_by_one = np.ceil(2 * _C.store_line_cycles * lines).astype(np.int64)
    asked = np.where(stores.apart, one_by_one, asked)
    cycles = np.maximum(-(-(end - begin) // 4), -(-asked // (2 * parts)))
    waves = -(-trace.wavefronts[event] // parts) + way.more[known]
    cycles = np.where(shared, waves, np.maximum(cycles, waves))
    wavefronts[known] = np.maximum(cycles, wavefronts[known])
    spilled = way.spilled
    if way.frame:
        counts[spilled] = way.local[spilled, 1]
        wavefronts[spilled] = way.local[spilled, 1] // 4
        firsts[spilled] = len(trace.sectors) + way.local[spilled, 0]
    table = np.concatenate([sectors, local + np.arange(way.frame)])
    places = np.arange(int(counts.sum()))
    places += np.repeat(firsts - (np.cumsum(counts) - counts), counts)
    reached = table[places]
    if way.after.any():
        _extrapolate(reached, (sectors, places, counts), trace, way)
    written = np.unique(reached[np.repeat(way.stored > 0, counts)])
    turns = _turns(way, stores, lines)
    sectors = np.repeat(reached, np.repeat(turns, counts))
    counts *= turns
    loaded = sectors[np.repeat((way.stored == 0) & ~spilled, counts)]
    used = np.where(way.uses < 0, NO_PHASE, np.append(phases, NO_PHASE)[way.uses])
    stored = int(stores.stored.sum())
    return WarpStream(
        way.runs, counts, wavefronts, sectors, loaded, used, way.waits, stored, written
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class _Stores:
    """The stores among the accesses on a warp's path that are in its trace: [accesses] each.

    Attributes:
        stored: bytes; 0 for other accesses.
        sizes: sectors; 0 for other accesses.
        apart: whether they write parts of sectors of so many lines that each goes to L2 by itself.
    """

    stored: np.ndarray
    sizes: np.ndarray
    apart: np.ndarray


def _stores(trace: WarpTrace, way: _Way, lines: np.ndarray) -> _Stores:
    """Return a warp's stores. `lines`: lines of 128 bytes of each access."""
    known, event = way.known, way.event
    widths = way.stored[known]
    stored = widths * trace.lanes[event].astype(np.int64)
    sizes = np.where(widths > 0, trace.offsets[event + 1] - trace.offsets[event], 0)
    in_part = (stored > 0) & (stored < _C.covered * 32 * sizes)
    near = np.where(widths < 4, _C.bytes_near, _C.words_near)
    return _Stores(stored, sizes, in_part & (lines > near))


def _turns(way: _Way, stores: _Stores, lines: np.ndarray) -> np.ndarray:
    """Return how often as long as a whole one each sector of an access takes L2: [accesses].

    L2 has 109 sectors a cycle from whole lines, and from few lines at once. If a warp stores words
    of many lines, it has 55, and 32 if each sector is alone in its line.

    lines: [accesses of the trace on the path] lines of 128 bytes.
    """
    turns = np.ones(len(way.events), np.int64)
    alone = stores.sizes < 2 * lines
    of_apart = np.where(alone, _C.scattered_store, _C.stored_in_parts)
    turns[way.known] = np.where(stores.apart, of_apart, 1)
    return turns


def _extrapolate(
    reached: np.ndarray,
    traced: tuple[np.ndarray, np.ndarray, np.ndarray],
    trace: WarpTrace,
    way: _Way,
) -> None:
    """Shift the sectors of executions after the end of the trace, each as far as the last traced
    step.

    reached: the sectors of all accesses, one after the other.
    traced: the trace's sectors, where in them the reached ones are, and how many an access has.
    """
    sectors, places, counts = traced
    size, after = np.diff(trace.offsets), way.after.copy()
    after[after] = size[way.events[after]] == size[way.before[after]]
    after &= counts > 0
    if not after.any():
        return
    chosen, of_access = np.repeat(after, counts), np.repeat(np.arange(len(counts)), counts)
    access, now = of_access[chosen], places[chosen]
    back = trace.offsets[way.events[access]] - trace.offsets[way.before[access]]
    step = sectors[now] - sectors[now - back]
    within = (1 << _ALLOCATION) - 1
    moved = (reached[chosen] + way.ahead[access] * step) & within
    reached[chosen] = reached[chosen] & ~within | moved


def _local(row: Instruction) -> tuple[int, int]:
    """Return the sectors of local memory that an instruction touches: the first, and how many.

    The four bytes of each of 32 lanes are adjacent, in one line. If an array is indexed at run
    time, its first line represents all.
    """
    if row.name not in ("LDL", "STL"):
        return 0, 0
    offset = re.search(r"\[R1\+(0x[0-9a-f]+)\]", " ".join(o.text for o in row.operands))
    slots = -(-_width(row.opcode) // 4)
    return 4 * (int(offset[1], 16) // 4 if offset else 0), 4 * slots


def _width(opcode: str) -> int:
    """Return the bytes of a lane that a load or store of this opcode moves."""
    widths = {"128": 16, "64": 8, "U16": 2, "S16": 2, "U8": 1, "S8": 1}
    return next((widths[part] for part in opcode.split(".") if part in widths), 4)


def joined_runs(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return the runs of basic blocks.

    Blocks that follow each other in the code become one run. A run that repeats at once becomes
    one, with the number of times.
    """
    if not len(starts):
        return np.zeros((0, 3), np.int64)
    new = np.ones(len(starts), np.bool_)
    new[1:] = starts[1:] != starts[:-1] + lengths[:-1]
    at = np.flatnonzero(new)
    firsts = starts[at]
    sizes = np.add.reduceat(lengths, at)
    keep = np.ones(len(at), np.bool_)
    keep[1:] = (firsts[1:] != firsts[:-1]) | (sizes[1:] != sizes[:-1])
    where = np.flatnonzero(keep)
    times = np.diff(np.append(where, len(at)))
    return np.stack([firsts[where], sizes[where], times], 1).astype(np.int64)


def streams_of(blocks: Sequence[Sequence[WarpStream]]) -> Streams:
    """Return the simulator's streams of these blocks of warps, with no sector in L2."""
    warps = [warp for block in blocks for warp in block]
    counts = np.concatenate([warp.counts for warp in warps])
    accesses = np.zeros(len(counts), ACCESS)
    accesses["sectors"] = counts
    accesses["first"] = np.cumsum(counts) - counts
    accesses["wavefronts"] = np.concatenate([warp.wavefronts for warp in warps])
    events = [_number_events(block) for block in blocks]
    accesses["event"] = np.concatenate([of_access for of_access, _ in events])
    sectors = np.concatenate([warp.sectors for warp in warps])
    return Streams(
        warps=len(blocks[0]),
        runs=np.concatenate([warp.runs for warp in warps]),
        run_starts=_starts([len(warp.runs) for warp in warps]),
        accesses=accesses,
        access_starts=_starts([len(warp.counts) for warp in warps]),
        sectors=sectors,
        in_l2=np.full(len(sectors), kinds.ABSENT, np.int8),
        events=np.concatenate([counts for _, counts in events]),
        event_starts=_starts([len(counts) for _, counts in events]),
    )


def _number_events(block: Sequence[WarpStream]) -> tuple[np.ndarray, np.ndarray]:
    """Return the event of each access of a block, -1 for none, and how many arrivals complete each.

    A wait for a phase at which no warp of the block arrives has none: other blocks of a cluster
    complete the phase.
    """
    phases = np.concatenate([warp.phases for warp in block])
    waits = np.concatenate([warp.waits for warp in block])
    known, counts = np.unique(phases[(phases != NO_PHASE) & ~waits], return_counts=True)
    if not len(known):
        return np.full(len(phases), -1), np.zeros(0, np.int64)
    at = np.minimum(np.searchsorted(known, phases), len(known) - 1)
    return np.where(known[at] == phases, at, -1), counts.astype(np.int64)


def _starts(sizes: Sequence[int]) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
