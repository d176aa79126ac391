"""The cycles that an SM needs for its blocks of a launch, from the blocks that were traced.

Each block of the grid is assumed to be like the nearest traced one. If some blocks have more work
than others (`shares`), it is like the traced one whose work is most similar. The simulated SM has
the blocks of the busiest SM. The first `resident` blocks start together; each of the others starts
when one before it has ended. If there are too many blocks to simulate, the rest run at the rate of
the last half of the simulated ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kernelscope.errors import UnavailableError, UsageError
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.timing import DIRTY_SHARE_SIMULATED, written_back
from kernelscope.launch_time.activity import activity_of
from kernelscope.launch_time.change import Change
from kernelscope.launch_time.changes import with_changed_streams, with_changed_trace
from kernelscope.launch_time.clock import clock_share
from kernelscope.launch_time.contention import (
    atomics_cycles,
    scattered_atomics,
    scattered_loads,
)
from kernelscope.launch_time.launch import Launch, Step
from kernelscope.launch_time.outlier_blocks import with_outlier_block
from kernelscope.launch_time.shares import Shares, chain, shares_of
from kernelscope.launch_time.spin_waits import without_spin_waits
from kernelscope.launch_time.streams import LOCAL, WarpStream, scattered_stores, streams_of
from kernelscope.machine_code.code import INSTRUCTION_BYTES
from kernelscope.record import SMCycles
from kernelscope.simulator import Code, Machine, Simulated, Streams, kinds, simulate
from kernelscope.vgpu.counting.trace import LaunchTrace

_C = Constants("launch_time/sm")


_Block = list[WarpStream]

_PLACE_BITS = 46  # above those of a sector: 2^11 allocations of 2^40 bytes
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio
_GOLDEN_SHARE = 0.6180339887498949


def with_average_work(launch: Launch) -> Launch:
    """Return a launch that knows its `work`: how much more an average block of the grid executes
    than an average traced one, as a factor.
    """
    # Worked case: blocks of a triangular product do 1 to 32 steps, and those that were traced 0,
    # 10, 21 and 31. On average they do as much as all do. If only every fourth block does
    # anything, the traced ones may be any of them.
    trace = launch.trace
    of_all = launch.counters.get("kernelscope__inst_executed.sum", 0.0) / math.prod(trace.grid)
    each = [sum(int(trace.executed(w).sum()) for w in block.warps) for block in trace.blocks]
    mean = float(np.mean(each))
    return replace(launch, work=launch.work * (of_all / mean if of_all and mean else 1.0))


def with_streams(launch: Launch) -> Launch:
    """Return a launch with the machine code that the warps of each traced block executed."""
    return replace(launch, blocks=tuple(map(launch.translator.block, launch.trace.blocks)))


STEPS: tuple[Step, ...] = (
    without_spin_waits,
    with_outlier_block,
    with_average_work,
    with_changed_trace,
    with_streams,
    with_changed_streams,
)
"""The steps that a traced launch takes before its blocks are divided among the SMs, in order."""


def sm_cycles(launch: Launch) -> SMCycles:
    """Simulate the busiest SM with its blocks of a launch.

    Raises UnavailableError with the reason if the launch cannot be simulated.
    """
    for step in STEPS:
        launch = step(launch)
    spec, code, trace, change = launch.spec, launch.code, launch.trace, launch.change
    traced, simulated, work = [*launch.blocks], launch.simulated, launch.work
    resident, shared_bytes = _room(change, launch.resident, launch.shared_bytes)
    blocks, _ = _shared_out(change, math.prod(trace.grid), spec.sms)
    own = _own(change, trace, traced, spec.sms, resident, work)
    clock = clock_share(spec, code, min(blocks, spec.sms))
    machine = _machine(spec, resident, shared_bytes, min(blocks, spec.sms), clock)
    unique_read, unique_written = change.unique or _unique(launch.counters)
    unique = unique_read + unique_written
    layout = _Layout(spec, traced, own.copies, resident, blocks, unique)
    cold_streams, absent = layout.streams(warm=False)
    read, written = layout.dram_read(unique_read), layout.dram_written(unique_written)
    # The simulated blocks have the traffic of the grid's, what they drive out of L2 included. They
    # are those of the busiest SM, and the others leave it their share of the rate.
    back = written_back(spec, read, written)
    per_block = own.traffic * (read + back) / 32 / blocks
    factor = per_block / (absent * layout.granules_of_all) * own.rate if absent else 1.0
    machine = _as_accessed(machine, layout, trace)
    slower = _slower(machine, factor, back / read if read else 0.0)
    cold = _run(simulated, cold_streams, slower)
    warm = _run(simulated, layout.streams(warm=True)[0], machine)
    ends = [own.stretch * _extrapolated(run, own.blocks, resident) for run in (cold, warm)]
    if own.longest is not None:
        copies, executed, in_turn = own.longest
        alone = [_Layout(spec, traced, [c], resident, blocks, unique) for c in copies]
        streams = [[lone.streams(warm=warm)[0] for lone in alone] for warm in (False, True)]
        times = [[_run(simulated, stream, machine).cycles for stream in each] for each in streams]
        ends = _ends(ends, executed, times, in_turn)
    waits = launch.handovers * _C.handover * machine.latency_l2
    return SMCycles(
        ends[0] + waits,
        ends[1] + waits,
        float(np.mean([_instructions(block) for block in traced])) * blocks * work,
        _code_bytes(traced),
        read,
        written,
        float(atomics_cycles(code, trace, written=unique_written, together=resident * spec.sms)),
        clock_share=clock,
        lines_written=layout.lines_written(unique_written),
        activity=activity_of(cold, code, trace) if change.keeps_code else None,
    )


@dataclass(frozen=True)
class _Own:
    """The blocks of the simulated SM.

    Attributes:
        copies: the traced block that each simulated one is a copy of, in the order in which they
            begin.
        blocks: how many such blocks the SM executes in all.
        traffic: traffic of an average copy, divided by that of an average block of the grid.
        rate: instructions of an average SM, divided by those of this one.
        stretch: instructions of the SM's blocks, divided by those of their copies.
        longest: the traced blocks most and least like the longest block, the instructions of each
            of the two, and the most instructions that follow each other in one place of the SM;
            None: in no place do they take longer than the copies.
    """

    copies: list[int]
    blocks: float
    traffic: float = 1.0
    rate: float = 1.0
    stretch: float = 1.0
    longest: tuple[list[int], np.ndarray, float] | None = None


def _own(
    change: Change,
    trace: LaunchTrace,
    traced: list[_Block],
    sms: int,
    resident: int,
    work: float,
) -> _Own:
    """Return the blocks of the busiest SM; `work` is `Launch.work`."""
    shares = None if change.even or change.spread else shares_of(trace, sms, resident)
    if shares is not None:
        return _uneven(shares, change.work, traced, resident)
    blocks, whole = _shared_out(change, math.prod(trace.grid), sms)
    count = _simulated_blocks(traced, whole, resident)
    copies = [min(at * len(traced) // count, len(traced) - 1) for at in range(count)]
    if count == 1:  # each block has an SM of its own: the one with the most work counts
        copies = [max(range(len(traced)), key=lambda at: _steps(traced[at]))]
    if whole <= 1:
        return _Own(copies, whole)
    return _Own(copies, whole * work, 1 / work, blocks / sms / whole)


def _uneven(shares: Shares, part: float, traced: list[_Block], resident: int) -> _Own:
    """Return the blocks of the busiest SM, each a copy of the traced one most like it.

    part: the share of its blocks that is left.
    """
    # Worked case: of 144 blocks a heavy one executes 1,600 instructions and the others 100, which
    # are all that was traced. The SM with the heavy one has another, and executes 8.5 times what
    # two copies do; but a copy alone takes as long as two, and the heavy block 16 times that.
    busiest = _spread(shares.busiest, max(round(part * len(shares.busiest)), 1))
    chosen = _spread(busiest, _simulated_blocks(traced, len(busiest), resident))
    each = shares.traced
    copies: list[int] = []
    for place, block in enumerate(chosen):
        apart = np.abs(np.log(np.maximum(each, 1) / max(block, 1)))
        alike = np.flatnonzero(apart <= apart.min() + 0.01)
        copies.append(int(alike[place % len(alike)]))
    copied = each[copies]
    in_turn = chain(chosen, resident)
    stretch = 1.0 if len(chosen) == 1 else float(chosen.sum() / copied.sum())
    late = in_turn > _C.late * stretch * chain(copied, resident)
    pair = [copies[int(np.argmax(chosen))], int(np.argmin(each))]
    return _Own(
        copies,
        len(copies) * float(busiest.sum() / chosen.sum()),
        float(copied.mean()) / shares.mean,
        1 / max(shares.of_mean, 1.0) if len(busiest) > 1 else 1.0,
        stretch,
        (pair, each[pair], in_turn) if late else None,
    )


def _ends(
    ends: list[float], executed: np.ndarray, times: Sequence[Sequence[float]], work: float
) -> list[float]:
    """Return the cycles, cold and warm; of the longest block, if it takes longer than `ends`."""
    late = [_longer(executed, each, times[1], work) for each in times]
    return [max(pair) for pair in zip(ends, late, strict=True)]


def _longer(
    executed: np.ndarray, cycles: Sequence[float], again: Sequence[float], work: float
) -> float:
    """Return the cycles of a block that executes `work` instructions, from those of two others.

    again: the cycles of these two if L2 has all data.
    """
    # A row of 10,000 numbers takes 20 times as long as one of 300, not 33: both begin alike. If the
    # others are alike, what is in L2 says how much longer a step makes a block: 85 times as many
    # instructions take 52 us on an H200, 58 so, and 108 in proportion.
    (heavier, lighter), (more, less) = executed, cycles
    if work < _C.much_longer * heavier:
        return more * work / heavier
    if heavier > _C.late * lighter:
        return more + (work - heavier) * max(more - less, 0) / (heavier - lighter)
    return more + (work - heavier) * again[0] / heavier


def _spread(blocks: np.ndarray, count: int) -> np.ndarray:
    """Return at most `count` of the blocks, spread over all of them, in order."""
    if count >= len(blocks):
        return blocks
    return blocks[np.arange(count) * len(blocks) // count]


def _simulated_blocks(traced: list[_Block], own: float, resident: int) -> int:
    """Return how many of an SM's blocks are simulated.

    Raises UnavailableError if they execute too much.
    """
    steps = float(np.mean([_steps(block) for block in traced]))
    enough = max(int(_C.most_steps / steps), 2 * resident, _C.least_blocks)
    count = min(max(int(own), 1), -(-enough // resident) * resident)
    if count * steps > _C.most_of_two_waves:
        raise UnavailableError(f"a block executes {steps:.0f} instructions and accesses")
    return count


def _room(change: Change, resident: int, shared_bytes: int) -> tuple[int, int]:
    """Return how many blocks are on an SM at once, and the shared memory of each."""
    return (
        resident if change.resident is None else change.resident,
        shared_bytes if change.shared_bytes is None else change.shared_bytes,
    )


def _shared_out(change: Change, blocks: int, sms: int) -> tuple[int, float]:
    """Return how many blocks the grid has, and how many of them the busiest SM has."""
    blocks = max(blocks, sms) if change.spread else max(1, round(blocks * change.work))
    whole = math.ceil(blocks / sms)
    if change.even:
        return blocks, max(blocks / sms, 1.0)
    return blocks, whole


def _machine(
    spec: GPUSpec, resident: int, shared_bytes: int, sms: int, clock_share: float
) -> Machine:
    machine = Machine.of(
        spec,
        resident=resident,
        shared_bytes=shared_bytes,
        active_sms=sms,
        clock_share=clock_share,
    )
    return replace(machine, latency_l2=machine.latency_l2 + _C.l2_latency_loaded)


def _slower(machine: Machine, factor: float, written: float) -> Machine:
    """Return the machine with a slower device memory.

    factor: how many times as long a sector takes.
    written: bytes that device memory writes for each byte that it reads.
    """
    return replace(
        machine,
        dram_sector_cycles=machine.dram_sector_cycles * factor,
        dram_turns=_C.dram_turns * min(1.0, written),
    )


def _as_accessed(machine: Machine, layout: _Layout, trace: LaunchTrace) -> Machine:
    """Return the machine with the rates that L2 has for the loads and atomics of the launch."""
    scattered = 1 + (_C.scattered_atomic - 1) * scattered_atomics(trace)
    return replace(
        machine,
        l2_sector_cycles=layout.l2_sector_cycles(machine, scattered_loads(trace)),
        atomic_sector_cycles=machine.atomic_sector_cycles * scattered,
    )


def _unique(counters: Mapping[str, float]) -> tuple[float, float]:
    """Return how many distinct sectors a launch reads, and how many it writes."""
    names = (f"kernelscope__unique_sectors_{op}.sum" for op in ("read", "written"))
    read, written = (counters.get(name, 0.0) for name in names)
    return read, written


def _code_bytes(blocks: list[_Block]) -> int:
    """Return the bytes of the instructions that some warp executed."""
    runs = np.concatenate([warp.runs[:, :2] for block in blocks for warp in block])
    runs = np.unique(runs, axis=0)
    rows = np.concatenate([np.arange(first, first + size) for first, size in runs.tolist()])
    return INSTRUCTION_BYTES * len(np.unique(rows))


def _run(code: Code, streams: Streams, machine: Machine) -> Simulated:
    try:
        return simulate(code, streams, machine)
    except UsageError as error:
        raise UnavailableError(str(error)) from error


def _extrapolated(simulated: Simulated, own: float, resident: int) -> float:
    """Return the cycles for `own` blocks, of which the first were simulated."""
    ends = np.sort(simulated.end)
    if own < len(ends) + 1:  # a part of a block takes its part of the others' time
        return float(simulated.cycles) * max(own / len(ends), 1.0)
    # Blocks that start together end together. Of 16 blocks, 6 at a time, the last 8 end as soon
    # after the first 8 as the last 4 take: whole waves are held against whole waves.
    half = len(ends) // (2 * resident) * resident or len(ends) // 2
    rate = (ends[-1] - ends[half - 1]) / (len(ends) - half)
    return float(ends[-1] + (own - len(ends)) * rate)


def _instructions(block: _Block) -> int:
    return sum(int((warp.runs[:, 1] * warp.runs[:, 2]).sum()) for warp in block)


def _times(warp: WarpStream) -> np.ndarray:
    """Return when a warp touches each of its sectors: [sectors] from 0 to 1, in its accesses."""
    at = np.arange(len(warp.counts)) / max(len(warp.counts), 1)
    return np.repeat(at, warp.counts)


def _lone(pieces: np.ndarray) -> float:
    """Return the share of sorted pieces of memory that have no other one near them, 0 … 1."""
    gaps = np.concatenate([[_C.near + 1], np.diff(pieces), [_C.near + 1]]) > _C.near
    return float((gaps[1:] & gaps[:-1]).mean()) if len(pieces) else 0.0


def _steps(block: _Block) -> int:
    return _instructions(block) + 2 * sum(len(warp.sectors) for warp in block)


class _Layout:
    """The blocks that the simulated SM runs, and which of their sectors L2 has.

    A sector that several of the traced blocks touch is *common*: a row of weights, a tile of a
    matrix. The other sectors are a block's own. The first blocks of all SMs ask for the common
    sectors together, and wait for device memory together, though it reads them once. Later blocks
    find them in L2. A block shares some of its own sectors with blocks that were not traced: device
    memory reads the share `missing` of them. If a block touches a sector again, L2 still has it if
    L2 holds all that all blocks touch in between: 132 × 2 rows of 128 KiB are 34 MB and fit, those
    of 1,024 blocks do not.
    """

    def __init__(
        self,
        spec: GPUSpec,
        traced: list[_Block],
        copies: list[int],
        resident: int,
        blocks: int,
        unique: float,
    ) -> None:
        touched = [_Touched(block) for block in traced]
        distinct = [each.in_global for each in touched]
        sectors, times = np.unique(np.concatenate(distinct), return_counts=True)
        self._common = sectors[times > 1]
        self._resident = resident
        every = float(np.mean([len(d) for d in distinct]))
        own = every - len(self._common) / len(traced)
        self._spec, self._of_grid = spec, blocks
        self._shared = max(own * blocks + len(self._common) - unique, 0.0)
        loads = np.unique(np.concatenate([each.loaded for each in touched]))
        pairs = np.unique(loads >> 1)
        self.granules = 2 * len(pairs) / len(loads) if len(loads) else 1.0
        self.granules_of_all = 1 + (2 * len(pairs) - len(loads)) / max(len(sectors), 1)
        self.granules *= 1 + (_C.lone_piece - 1) * _lone(pairs)
        warps = [warp for block in traced for warp in block]
        moved = sum(len(warp.sectors) for warp in warps)
        self._loads = sum(len(warp.loaded) for warp in warps) / max(moved, 1)
        self._scattered = float(np.mean([scattered_stores(block) for block in traced]))
        self._missing = min(1.0, unique / (own * blocks)) if own else 1.0
        self._missing_first = min(1.0, unique / (every * blocks)) if every else 1.0
        sources = [_Source(each, self._common) for each in touched]
        self._copied = [sources[at] for at in copies]
        kept = _C.kept * spec.l2_bytes / (32 * min(blocks, resident * spec.sms))
        self._lost = [source.lost(kept) for source in sources]
        self._lost_of_copied = [self._lost[at] for at in copies]
        self._streams = streams_of([source.copy(at) for at, source in enumerate(self._copied)])
        together = _together(sources) if blocks <= resident * spec.sms else 1
        sharers = max(1.0, every * blocks / unique) if unique else 1.0
        self._waiting = together + (1 - together) / sharers

    def dram_read(self, unique: float) -> float:
        """Return the bytes that the launch reads from device memory.

        Device memory reads at least 64 bytes, even if 32 are asked for. If a block asks for a
        sector that was read before, and L2 no longer holds it, the sector is read again.

        unique: distinct sectors that the launch reads.
        """
        fits = min(1.0, self._spec.l2_bytes / (32 * unique)) if unique else 1.0
        shared = min(self._shared, unique) * (1 - fits)
        again = float(np.mean([lost.sum() for lost in self._lost])) * self._of_grid
        return 32 * (unique * self.granules + shared + again)

    def dram_written(self, unique: float) -> float:
        """Return the bytes that the launch moves for what it writes to memory.

        Partly written sectors wait in L2 until other lines evict them. All of them are evicted if
        they are as many as the dirty sectors that L2 keeps.

        unique: distinct sectors that the launch writes.
        """
        dirty_lines = DIRTY_SHARE_SIMULATED * self._spec.l2_bytes / 128
        driven_out = min(1.0, self._scattered * unique / dirty_lines)
        return 32 * unique * (1 + (_C.part_of_sector - 1) * self._scattered * driven_out)

    def lines_written(self, unique: float) -> float:
        """Return the bytes of the lines of L2 that the launch writes to.

        unique: distinct sectors that it writes.
        """
        return 32 * unique * max(1.0, 4 * self._scattered)

    def l2_sector_cycles(self, machine: Machine, alone: float) -> float:
        """Return the cycles between two sectors from or to L2.

        If SMs ask for the same sectors at once, L2 answers them together: blocks of a product of
        2048 x 4096 x 2048 get 10.6 TB/s on an H200, copies 6.9. L2 does not do so for sectors that
        are alone in their line. These take longer, because L2 looks up a line for each. Nor does it
        for stores: a permutation whose lanes write to lines of their own takes as long as if no
        other block wrote there.

        alone: the share of loaded sectors that are alone in their line.
        """
        alone *= self._loads
        together = 0.3 * (1 - self._missing_first) * (self._loads - alone)
        return max(0.5, machine.l2_sector_cycles * (1 + (_C.scattered_load - 1) * alone - together))

    def streams(self, *, warm: bool) -> tuple[Streams, float]:
        """Return the streams of the blocks, and how many sectors of a block L2 lacks on average.

        warm: whether L2 has all data at the beginning.
        """
        verdicts = [self._verdicts(place, warm=warm) for place in range(len(self._copied))]
        absent = sum(int((verdict == kinds.ABSENT).sum()) for verdict in verdicts)
        for verdict, source in zip(verdicts, self._copied, strict=True):
            verdict[source.comes_along & (verdict == kinds.ABSENT)] = kinds.ON_ITS_WAY
        return replace(self._streams, in_l2=np.concatenate(verdicts)), absent / len(verdicts)

    def _verdicts(self, place: int, *, warm: bool) -> np.ndarray:
        """Return whether L2 has each of a block's sectors, access by access."""
        block = self._copied[place]
        verdicts = np.full(len(block.sectors), kinds.PRESENT, np.int8)
        if warm:
            return verdicts
        sectors = block.shifted(place)
        # The golden ratio spreads pairs of sectors evenly: any stretch of them has its share.
        spread = ((sectors >> 1).astype(np.uint64) * _GOLDEN >> np.uint64(32)) / 2.0**32
        verdicts[self._lost_of_copied[place]] = kinds.ABSENT
        if place < self._resident:
            absent = np.where(spread < self._missing_first, kinds.ABSENT, kinds.ON_ITS_WAY)
            parts = np.floor(block.times * _C.windows)  # what is asked for together waits together
            waits = block.first & (parts * _GOLDEN_SHARE % 1 < self._waiting)
            verdicts[waits] = absent[waits]
        else:
            verdicts[block.own & block.first & (spread < self._missing)] = kinds.ABSENT
        return verdicts


def _together(sources: Sequence[_Source]) -> float:
    """Return the share of common sectors that blocks touch for the first time together, 0 … 1.

    If blocks of a product start together, they ask for a tile of a matrix together, and all wait.
    If each of them computes one tile after another, some find what others have asked for long
    before.
    """
    touched = [source.first_times() for source in sources if source.lives_long]
    if sum(len(sectors) > 0 for sectors, _ in touched) < 2:
        return 1.0
    sectors, times = (np.concatenate(parts) for parts in zip(*touched, strict=True))
    order = np.lexsort((times, sectors))
    sectors, times = sectors[order], times[order]
    new = np.ones(len(sectors), np.bool_)
    new[1:] = sectors[1:] != sectors[:-1]
    later = (times - times[new][np.cumsum(new) - 1])[~new]
    return float((later <= _C.at_once).mean()) if len(later) else 1.0


class _Touched:
    """The sectors that a traced block touches.

    Attributes:
        sectors: of all its warps, access by access.
        times: when it touches each, from 0 to 1, by the accesses of its warp.
        order: of the sectors by their number, and of the same sector by time.
        new: whether the sector at a place of that order is another one than before it.
        distinct: each once, ascending; in_global: those of global memory.
        loaded: those of loads, each once.
    """

    def __init__(self, warps: _Block) -> None:
        self.warps = warps
        self.sectors = np.concatenate([warp.sectors for warp in warps])
        self.times = np.concatenate([_times(warp) for warp in warps])
        self.order = np.lexsort((self.times, self.sectors))
        ordered = self.sectors[self.order]
        self.new = np.ones(len(ordered), np.bool_)
        self.new[1:] = ordered[1:] != ordered[:-1]
        self.distinct = ordered[self.new]
        self.in_global = self.distinct[: np.searchsorted(self.distinct, LOCAL)]
        self.loaded = np.unique(np.concatenate([warp.loaded for warp in warps]))


class _Source:
    """A traced block of which the simulated SM runs copies. Each array has a value for each sector.

    Attributes:
        sectors: the sectors that its warps touch, access by access.
        moves: whether a copy has another sector in its place, because it is not common.
        own: whether it is in global memory and not common.
        first: whether it is in global memory and the block touches it for the first time.
        times: when the block touches it, from 0 to 1, in the accesses of its warp.
        comes_along: whether it is loaded, and an earlier access has asked for the other half of its
            64 bytes.
        lives_long: whether the block's warps have many accesses.
    """

    def __init__(self, touched: _Touched, common: np.ndarray) -> None:
        self.warps = warps = touched.warps
        self.sectors, self.times = touched.sectors, touched.times
        self._ends = np.cumsum([len(warp.sectors) for warp in warps])[:-1]
        order, new = touched.order, touched.new
        moves = ~np.isin(touched.distinct, common, assume_unique=True)
        in_global = self.sectors < LOCAL
        self.moves, self.first = (np.zeros(len(order), np.bool_) for _ in range(2))
        self.moves[order] = moves[np.cumsum(new) - 1]
        self.first[order] = new
        self.first &= in_global
        self.own = self.moves & in_global
        # In sectors, not in accesses: a softmax that reads a row twice uses shared memory between.
        asked = np.searchsorted(np.sort(self.times[in_global]), self.times)
        self._since = np.zeros(len(order), np.int64)
        self._since[order[1:]] = np.where(new[1:], 0, np.diff(asked[order]))
        self.comes_along = second = self._second_halves()
        second[second] = np.isin(self.sectors[second], touched.loaded)
        self.lives_long = min(len(warp.counts) for warp in warps) >= 4 * _C.windows

    def _second_halves(self) -> np.ndarray:
        """Return which sectors are touched for the first time after the other one of their pair,
        and by another access: [sectors].
        """
        # Worked case: a thread reads four words 28 bytes apart, one after the other. Each access of
        # its warp touches 32 lines in a sector each; device memory is asked for a pair once.
        counts = np.concatenate([warp.counts for warp in self.warps])
        accesses = np.repeat(np.arange(len(counts)), counts)
        (first,) = np.nonzero(self.first)
        order = first[np.lexsort((accesses[first], self.times[first], self.sectors[first] >> 1))]
        pairs, by = self.sectors[order] >> 1, accesses[order]
        second = np.zeros(len(self.sectors), np.bool_)
        second[order[1:]] = (pairs[1:] == pairs[:-1]) & (by[1:] != by[:-1])
        return second

    def first_times(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the common sectors that it touches, and the first time of each, from 0 to 1."""
        at = self.first & ~self.moves
        return self.sectors[at], self.times[at]

    def lost(self, kept: float) -> np.ndarray:
        """Return which sectors L2 has lost when the block touches them again: [sectors].

        If lines are touched in turn, L2 loses all of them as soon as they do not fit.

        kept: how many sectors the block may touch in between.
        """
        return self.own & (self._since > kept)

    def shifted(self, place: int) -> np.ndarray:
        """Return the sectors of a copy at a place of the SM."""
        return self.sectors + (self.moves * (place << _PLACE_BITS))

    def copy(self, place: int) -> _Block:
        """Return a copy at a place of the SM.

        The copy's own sectors are moved, so that no other copy finds them in L1.
        """
        parts = np.split(self.shifted(place), self._ends)
        return [
            replace(warp, sectors=sectors) for warp, sectors in zip(self.warps, parts, strict=True)
        ]
