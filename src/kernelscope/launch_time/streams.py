"""What the warps of the traced blocks executed of the machine code, as the simulator takes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelscope.errors import UnavailableError
from kernelscope.launch_time.contention import cache_lines
from kernelscope.machine_code.code import MachineCode
from kernelscope.machine_code.counts import executed
from kernelscope.machine_code.instruction import Instruction
from kernelscope.machine_code.traced import lines_of
from kernelscope.machine_code.walk import walk
from kernelscope.simulator import Code, Streams, kinds
from kernelscope.simulator.inputs import ACCESS
from kernelscope.vgpu.counting.trace import Event, LaunchTrace, WarpTrace

_MOST_STEPS = 200_000
"""Basic blocks of one warp that are followed."""
# A sector of which a warp writes a part takes L2 as long as three. Threads with four words each, of
# which they store one after the other, write all of it in the end: that counts as whole.
_COVERED, _SCATTERED_STORE = 0.6, 3
# Cycles of L1's data stage for `LDS.128`, also if its lanes read few words: `products_fp32` with
# tiles of 64 has 2.8 wavefronts for each by Nsight Compute on an H200, with tiles of 32 has 1.4 for
# `LDS.64`.
_LDS_128 = 3
LOCAL = 1 << 62
"""The first sector of local memory, behind all global ones; each warp has 2^_LOCAL_BITS."""
_LOCAL_BITS = 18
_ALLOCATION = 35
"""Bits of a sector in its allocation: addresses have 40."""
_MOST_WALKS = 12
"""Ways through the machine code that are looked for: 0.03 s each, as a rule."""


@dataclass(frozen=True, slots=True, eq=False)
class WarpStream:
    """What one warp executed.

    Attributes:
        runs: [runs, 3] as `simulator.Streams` has them.
        counts: [accesses] sectors of each.
        wavefronts: [accesses].
        sectors: of all, one after the other.
        loaded: those of loads.
        scattered: if its stores write parts of sectors: the lines over the sectors of them, so 1
            for words here and there, 1/4 for every second word; else 0.
    """

    runs: np.ndarray
    counts: np.ndarray
    wavefronts: np.ndarray
    sectors: np.ndarray
    loaded: np.ndarray
    scattered: float


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A warp's way through the machine code, and where its accesses are in the warp's trace.

    Attributes:
        runs: [runs, 3] as `simulator.Streams` has them.
        events: [accesses] the event of the trace; -1 if it says nothing of it.
        parts, part: [accesses] in how many the assembler split the event, and which one this is.
        shared: [accesses] whether it is one of shared memory.
        returned: [accesses] least cycles of L1's data stage for what is loaded.
        stored: [accesses] bytes of a lane of a store; 0 of other accesses.
        local: [accesses, 2] first sector in the warp's local memory, and how many; 0 of others.
    """

    runs: np.ndarray
    events: np.ndarray
    parts: np.ndarray
    part: np.ndarray
    shared: np.ndarray
    returned: np.ndarray
    stored: np.ndarray
    local: np.ndarray


class Translator:
    """Translates warps of a trace. Warps that did the same go the same way.

    Attributes:
        simulated: the machine code as the simulator takes it.
    """

    def __init__(self, code: MachineCode, simulated: Code, trace: LaunchTrace) -> None:
        self._code, self._trace = code, trace
        self.simulated = simulated
        kind = simulated.table["kind"]
        self._accesses = kind >= kinds.FIRST_ACCESS
        self._shared = kind == kinds.SHARED
        self._stored = np.where(
            kind == kinds.STORE, [_width(r.opcode) for r in code.instructions], 0
        )
        self._returned = np.array(
            [_LDS_128 if row.opcode == "LDS.128" else 1 for row in code.instructions]
        )
        self._local = np.array([_local(row) for row in code.instructions])
        used = [w.sectors >> _ALLOCATION for block in trace.blocks for w in block.warps]
        self._allocations = np.unique(np.concatenate(used))
        self._starts = np.array(code.starts)
        self._lines = np.array([row.ptx_line for row in code.instructions])
        self._of_line: dict[int, list[int]] = {}
        for number, one in enumerate(trace.instructions):
            if one.access:
                self._of_line.setdefault(one.ptx_line, []).append(number)
        self._blocks: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
        self._ways: dict[tuple[bytes, bytes, bytes], _Way] = {}

    def warp(self, trace: WarpTrace, number: int) -> WarpStream:
        """Return what a warp executed. Raises UnavailableError if its way is not known.

        number: of the warp in its block.
        """
        key = trace.executions.tobytes(), trace.kinds.tobytes(), trace.numbers.tobytes()
        if key not in self._ways:
            self._ways[key] = self._way(trace)
        local = LOCAL + (number << _LOCAL_BITS)
        return _stream(trace, self._ranked(trace.sectors), self._ways[key], local)

    def _ranked(self, sectors: np.ndarray) -> np.ndarray:
        """Return sectors whose allocations are numbered from 0: their real numbers differ from run
        to run.
        """
        ranks = np.searchsorted(self._allocations, sectors >> _ALLOCATION)
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
            np.ones(len(rows), np.int64),
            np.zeros(len(rows), np.int64),
            self._shared[rows],
            self._returned[rows],
            self._stored[rows],
            self._local[rows],
        )
        lines = self._lines[rows]
        events = self._events(warp)
        for line in np.unique(lines).tolist():
            if line in events:
                _choose(way, events[line], np.flatnonzero(lines == line))
        return way

    def _walked(self, warp: WarpTrace) -> np.ndarray:
        """Return the basic blocks of the machine code that a warp executed, in order.

        A linear program finds them. If warps differ much, then those that come late go the way of
        the one that is most like them: 64 warps of rows of 1 … 400 elements would need 64 programs.
        """
        key = warp.executions.tobytes()
        if key not in self._blocks:
            if len(self._blocks) >= _MOST_WALKS:
                known = min(self._blocks.values(), key=lambda one: _distance(one[0], warp))
                return known[1]
            counts = lines_of(self._trace, warp)
            found = executed(self._code, counts.executions, 1, counts.active)
            if found is None:
                raise UnavailableError("no way through the machine code fits the counts of the PTX")
            if found.blocks.sum() > _MOST_STEPS:
                raise UnavailableError(f"a warp executes more than {_MOST_STEPS} basic blocks")
            self._blocks[key] = warp.executions, walk(self._code, found)
        return self._blocks[key][1]

    def _events(self, warp: WarpTrace) -> dict[int, np.ndarray]:
        """Return for each line of PTX the events of its accesses, in order; -1: no lane did it."""
        begins = warp.kinds == Event.BLOCK
        step = np.cumsum(begins) - 1
        blocks = warp.numbers[begins]
        size = len(self._trace.instructions)
        at = np.flatnonzero(warp.kinds == Event.ACCESS)
        keys = step[at] * size + warp.numbers[at]
        order = np.argsort(keys, kind="stable")
        keys, at = keys[order], at[order]
        found: dict[int, np.ndarray] = {}
        for line, numbers in self._of_line.items():
            wanted = [
                np.flatnonzero(blocks == self._trace.instructions[number].block) * size + number
                for number in numbers
            ]
            of_line = np.sort(np.concatenate(wanted))
            where = np.minimum(np.searchsorted(keys, of_line), max(len(keys) - 1, 0))
            known = keys[where] == of_line if len(keys) else np.zeros(len(of_line), np.bool_)
            if len(of_line):
                found[line] = np.where(known, at[where] if len(at) else -1, -1)
        return found


def _distance(executions: np.ndarray, warp: WarpTrace) -> int:
    return int(np.abs(executions - warp.executions).sum())


def _choose(way: _Way, events: np.ndarray, at: np.ndarray) -> None:
    """Choose the events of the accesses `at`, all of one line of PTX.

    The assembler may execute a line more often than the PTX has it (it splits 32 bytes a lane into
    two loads) or less often (it jumps over a load that no lane does, or leaves out a second one).
    """
    with_lanes = events[events >= 0]
    if len(with_lanes) and len(at) % len(with_lanes) == 0 and len(at) % len(events):
        events = with_lanes
    times, left = divmod(len(at), len(events))
    if times > 1 and not left:
        way.events[at] = np.repeat(events, times)
        way.parts[at] = times
        way.part[at] = np.tile(np.arange(times), len(events))
    else:
        way.events[at] = events[np.arange(len(at)) * len(events) // len(at)]


def _stream(trace: WarpTrace, sectors: np.ndarray, way: _Way, local: int) -> WarpStream:
    """Return a warp's stream: the sectors of its own trace on its way.

    sectors: those of the trace, as the simulation numbers them.
    local: the first sector of its local memory.
    """
    known = way.events >= 0
    event, parts, part = way.events[known], way.parts[known], way.part[known]
    size = trace.offsets[event + 1] - trace.offsets[event]
    begin, end = size * part // parts, size * (part + 1) // parts
    shared = way.shared[known]
    firsts, counts = (np.zeros(len(known), np.int64) for _ in range(2))
    wavefronts = np.ones(len(known), np.int64)
    firsts[known] = trace.offsets[event] + begin
    counts[known] = np.where(shared, 0, end - begin)
    # 128 bytes a cycle, and two lines: loads of 32 lanes from 128 lines take 13.9 cycles on an H200
    # (`gathers` of 2^21 from 4,096). Shared memory as the virtual GPU counts its conflicts.
    lines = cache_lines(trace)[event]
    cycles = np.maximum(-(-(end - begin) // 4), -(-lines // (2 * parts)))
    cycles = np.where(shared, -(-trace.wavefronts[event] // parts), cycles)
    wavefronts[known] = cycles
    wavefronts = np.maximum(wavefronts, np.maximum(way.returned, 1))
    spilled = way.local[:, 1] > 0
    counts[spilled] = way.local[spilled, 1]
    wavefronts[spilled] = way.local[spilled, 1] // 4
    firsts[spilled] = len(trace.sectors) + way.local[spilled, 0]
    frame = int(way.local.sum(axis=1).max(initial=0))
    table = np.concatenate([sectors, local + np.arange(frame)])
    places = np.arange(int(counts.sum()))
    places += np.repeat(firsts - (np.cumsum(counts) - counts), counts)
    # L2 has 109 sectors a cycle from whole lines, and 32 if warps store words here and there.
    stored = way.stored[known] * trace.lanes[event].astype(np.int64)
    turns, scattered = np.ones(len(known), np.int64), 0.0
    if stored.sum() < _COVERED * 32 * size[stored > 0].sum():
        written = np.unique(table[places[np.repeat(way.stored > 0, counts)]])
        if stored.sum() < _COVERED * 32 * len(written):
            turns[way.stored > 0] = _SCATTERED_STORE
            scattered = len(np.unique(written >> 2)) / len(written)
    places = np.repeat(places, np.repeat(turns, counts))
    counts *= turns
    sectors = table[places]
    loaded = sectors[np.repeat((way.stored == 0) & ~spilled, counts)]
    return WarpStream(way.runs, counts, wavefronts, sectors, loaded, scattered)


def _local(row: Instruction) -> tuple[int, int]:
    """Return the sectors of local memory that an instruction touches: the first, and how many.

    Four bytes of 32 lanes lie side by side, in a line. Where an array is indexed at run time, its
    first line stands for all.
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
    """Return runs of the blocks: those that follow each other in the code become one, and one that
    is repeated at once counts its times.
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


def streams_of(blocks: Sequence[Sequence[WarpStream]], in_l2: np.ndarray) -> Streams:
    """Return the simulator's streams of these blocks of warps.

    in_l2: a verdict on each sector of all accesses, in order.
    """
    warps = [warp for block in blocks for warp in block]
    counts = np.concatenate([warp.counts for warp in warps])
    accesses = np.zeros(len(counts), ACCESS)
    accesses["sectors"] = counts
    accesses["first"] = np.cumsum(counts) - counts
    accesses["wavefronts"] = np.concatenate([warp.wavefronts for warp in warps])
    accesses["event"] = -1
    return Streams(
        warps=len(blocks[0]),
        runs=np.concatenate([warp.runs for warp in warps]),
        run_starts=_starts([len(warp.runs) for warp in warps]),
        accesses=accesses,
        access_starts=_starts([len(warp.counts) for warp in warps]),
        sectors=np.concatenate([warp.sectors for warp in warps]),
        in_l2=in_l2,
        events=np.zeros(0, np.int64),
        event_starts=np.zeros(len(blocks) + 1, np.int64),
    )


def _starts(sizes: Sequence[int]) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
