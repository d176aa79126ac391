"""A launch with a fault fixed: the instructions that its warps would then execute.

A `Change` says what is different. It changes the trace of some blocks (sectors, wavefronts), and
the machine code that their warps execute. Then the SM is simulated as for any other launch.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from kernelscope.launch_time.change import Shares
from kernelscope.launch_time.launch import Launch
from kernelscope.launch_time.streams import WarpStream, joined_runs
from kernelscope.machine_code.code import MachineCode
from kernelscope.machine_code.instruction import Instruction as Row
from kernelscope.simulator import PIPES, Code, kinds
from kernelscope.vgpu.counting.trace import BlockTrace, Event, LaunchTrace, Spaces, WarpTrace

_LANES = 32
_ALLOCATION = 35
"""Bits of a sector in its allocation."""
_FAR = 1 << 34
"""The half of an allocation's sectors that has the sectors with new numbers."""
# A result of the fma pipe can be used 4 cycles later (Jia et al., arXiv 1804.06826). The control
# word of a fp64 instruction need not say so: it has a barrier.
_FMA_LATENCY = 4
_TINY = 1e-9  # of an execution: a share is rounded

# ---- the trace -----------------------------------------------------------------------------------


def with_changed_trace(launch: Launch) -> Launch:
    """Return a launch whose trace has the sectors and wavefronts of its change."""
    change, trace = launch.change, launch.trace
    if change.coalesced:
        trace = _Coalesced(trace, _shares(trace, change.coalesced)).trace()
    if change.without_conflicts:
        shares = _shares(trace, change.without_conflicts)
        trace = _each_warp(trace, lambda warp: _with_wavefronts(warp, shares))
    return replace(launch, trace=trace)


def _shares(trace: LaunchTrace, shares: Shares) -> np.ndarray:
    """Return the share that is left of each instruction's sectors or wavefronts; 1: unchanged."""
    left = {(source, access): share for source, access, share in shares}
    return np.array([left.get((i.source, i.access), 1.0) for i in trace.instructions])


def _each_warp(trace: LaunchTrace, change: Callable[[WarpTrace], WarpTrace]) -> LaunchTrace:
    blocks = [BlockTrace(b.number, tuple(change(w) for w in b.warps)) for b in trace.blocks]
    return replace(trace, blocks=tuple(blocks))


def _with_wavefronts(warp: WarpTrace, shares: np.ndarray) -> WarpTrace:
    of = np.ones(len(warp.kinds))
    accesses = warp.kinds == Event.ACCESS
    of[accesses] = shares[warp.numbers[accesses]]
    fewer = np.maximum(np.rint(warp.wavefronts * of), 1).astype(warp.wavefronts.dtype)
    return replace(warp, wavefronts=np.where(of < 1, fewer, warp.wavefronts))


class _Coalesced:
    """A trace in which some accesses touch only a share of their sectors, and these are adjacent.

    The sectors that a block's warps touch with an instruction are the instruction's pool. They get
    new numbers, so that the sectors of a block are neighbours. The block's accesses take sectors
    from the pool in turn. Blocks that touched the same sectors still do.
    """

    def __init__(self, trace: LaunchTrace, shares: np.ndarray) -> None:
        self._trace, self._shares = trace, shares
        self._known = np.zeros(0, np.uint64)
        self._numbers = np.zeros(0, np.uint64)

    def trace(self) -> LaunchTrace:
        blocks = [BlockTrace(block.number, self._warps(block)) for block in self._trace.blocks]
        return replace(self._trace, blocks=tuple(blocks))

    def _warps(self, block: BlockTrace) -> tuple[WarpTrace, ...]:
        events = [self._events(warp) for warp in block.warps]
        touched: dict[int, list[np.ndarray]] = {}
        for warp, at in zip(block.warps, events, strict=True):
            sizes = np.diff(warp.offsets)
            of = np.repeat(np.where(at, warp.numbers, -1), sizes)
            for number in np.unique(of[of >= 0]).tolist():
                touched.setdefault(number, []).append(warp.sectors[of == number])
        pools = {n: self._numbered(np.concatenate(sectors)) for n, sectors in touched.items()}
        taken = dict.fromkeys(pools, 0)
        return tuple(
            self._changed(warp, at, pools, taken)
            for warp, at in zip(block.warps, events, strict=True)
        )

    def _events(self, warp: WarpTrace) -> np.ndarray:
        accesses = (warp.kinds == Event.ACCESS) & (np.diff(warp.offsets) > 0)
        accesses[accesses] = self._shares[warp.numbers[accesses]] < 1
        return accesses

    def _numbered(self, sectors: np.ndarray) -> np.ndarray:
        """Return the new numbers of the distinct sectors, in order."""
        sectors = np.unique(sectors.astype(np.uint64))
        new = np.setdiff1d(sectors, self._known, assume_unique=True)
        places = np.arange(len(self._known), len(self._known) + len(new), dtype=np.uint64)
        numbers = new >> np.uint64(_ALLOCATION) << np.uint64(_ALLOCATION) | places + np.uint64(_FAR)
        known, named = (np.concatenate(p) for p in ((self._known, new), (self._numbers, numbers)))
        order = np.argsort(known)
        self._known, self._numbers = known[order], named[order]
        return np.sort(self._numbers[np.searchsorted(self._known, sectors)])

    def _changed(
        self, warp: WarpTrace, at: np.ndarray, pools: dict[int, np.ndarray], taken: dict[int, int]
    ) -> WarpTrace:
        sizes = np.diff(warp.offsets)
        fewer = sizes.copy()
        fewer[at] = np.maximum(np.rint(sizes[at] * self._shares[warp.numbers[at]]), 1)
        offsets = np.concatenate([[0], np.cumsum(fewer)])
        sectors = np.zeros(offsets[-1], warp.sectors.dtype)
        sectors[np.repeat(~at, fewer)] = warp.sectors[np.repeat(~at, sizes)]
        for number in np.unique(warp.numbers[at]).tolist():
            mine = at & (warp.numbers == number)
            total, pool = int(fewer[mine].sum()), pools[number]
            turns = (taken[number] + np.arange(total)) % len(pool)
            sectors[np.repeat(mine, fewer)] = pool[turns].astype(sectors.dtype)
            taken[number] += total
        counted = np.where(at, fewer, warp.sectors_counted).astype(warp.sectors_counted.dtype)
        # Words side by side are in different banks of L1: four sectors take one wavefront.
        loads = at & (warp.spaces == Spaces.GLOBAL)
        waves = np.where(loads, np.minimum(warp.wavefronts, -(-fewer // 4)), warp.wavefronts)
        return replace(
            warp,
            offsets=offsets,
            sectors=sectors,
            sectors_counted=counted,
            wavefronts=waves.astype(warp.wavefronts.dtype),
        )


# ---- what the warps execute ----------------------------------------------------------------------


def with_changed_streams(launch: Launch) -> Launch:
    """Return a launch with its changed code, and with the part of it that the warps execute."""
    change, code, trace, simulated = launch.change, launch.code, launch.trace, launch.simulated
    blocks = [*launch.blocks]
    accesses = simulated.table["kind"] >= kinds.FIRST_ACCESS
    if change.full_warps:
        blocks = [
            [
                _thinned(stream, _lanes(code, trace, warp), accesses, whole=False)
                for stream, warp in zip(streams, block.warps, strict=True)
            ]
            for streams, block in zip(blocks, trace.blocks, strict=True)
        ]
    share = math.prod(trace.grid) / launch.spec.sms
    if change.spread and share < 1:
        blocks = _spread(blocks, share, accesses)
    if change.single:
        simulated, blocks = _without(simulated, blocks, accesses, _conversions(code))
        simulated = _single(simulated, [r for r in code.instructions if not _converts(r)])
    if change.without_local:
        local = np.array([row.name in ("LDL", "STL") for row in code.instructions])
        simulated, blocks = _without(simulated, blocks, accesses, local)
    return replace(launch, simulated=simulated, blocks=tuple(blocks))


def _lanes(code: MachineCode, trace: LaunchTrace, warp: WarpTrace) -> np.ndarray:
    """Return the share of the lanes that were active in each instruction of the machine code."""
    summed: dict[int, list[int]] = {}
    for i in trace.instructions:
        of_line = summed.setdefault(i.ptx_line, [0, 0])
        of_line[0] += int(warp.lanes_summed[i.block])
        of_line[1] += int(warp.executions[i.block])
    shares = {line: n / times / _LANES for line, (n, times) in summed.items() if times}
    return np.array([shares.get(row.ptx_line, np.nan) for row in code.instructions])


def _thinned(
    warp: WarpStream, shares: np.ndarray, accesses: np.ndarray, *, whole: bool
) -> WarpStream:
    """Return a stream in which each run of code is executed only as often as its share says.

    shares: [instructions] the share that is left of the executions of each; NaN: its neighbours'
        share.
    whole: whether the last execution of a run is kept whole, like an iteration of a loop; if not, a
        part of it is left out, too.
    """
    firsts, sizes = _executions(warp)
    keys, of, times = np.unique((firsts << 32) + sizes, return_inverse=True, return_counts=True)
    share = np.array([_mean(shares[k >> 32 : (k >> 32) + (k & 0xFFFFFFFF)]) for k in keys.tolist()])
    turn = np.empty(len(of), np.int64)
    turn[np.argsort(of, kind="stable")] = np.arange(len(of)) - np.repeat(
        np.cumsum(times) - times, times
    )
    kept = np.ceil(share[of] * (turn + 1) - _TINY) > np.ceil(share[of] * turn - _TINY)
    lengths = np.where(kept, sizes, 0)
    if not whole:
        last = np.zeros(len(keys), np.int64)
        np.maximum.at(last, of[kept], turn[kept])
        part = share * times - np.ceil(share * times - _TINY) + 1
        ends = kept & (turn == last[of])
        lengths[ends] = np.rint(sizes * part[of])[ends]
    lengths[-1:] = sizes[-1:]  # the warp ends there
    before = np.concatenate([[0], np.cumsum(accesses)])
    of_each = before[firsts + sizes] - before[firsts]
    places = np.arange(of_each.sum()) - np.repeat(np.cumsum(of_each) - of_each, of_each)
    done = places < np.repeat(before[firsts + lengths] - before[firsts], of_each)
    some = lengths > 0
    return replace(_with_accesses(warp, done), runs=joined_runs(firsts[some], lengths[some]))


def _mean(shares: np.ndarray) -> float:
    known = shares[~np.isnan(shares)]
    return float(known.mean()) if len(known) else 1.0


def _spread(
    blocks: list[list[WarpStream]], share: float, accesses: np.ndarray
) -> list[list[WarpStream]]:
    """Return a share of each block: some iterations of its loops; if it has none, some warps."""
    shares = np.full(len(accesses), share)
    fewer = [[_thinned(warp, shares, accesses, whole=True) for warp in block] for block in blocks]
    if _steps(fewer) < _steps(blocks):
        return fewer
    return [block[: math.ceil(share * len(block))] for block in blocks]


def _steps(blocks: list[list[WarpStream]]) -> int:
    return sum(int((w.runs[:, 1] * w.runs[:, 2]).sum()) for block in blocks for w in block)


def _executions(warp: WarpStream) -> tuple[np.ndarray, np.ndarray]:
    """Return the first instruction and the length of each execution of a run, in order."""
    return np.repeat(warp.runs[:, 0], warp.runs[:, 2]), np.repeat(warp.runs[:, 1], warp.runs[:, 2])


def _with_accesses(warp: WarpStream, keep: np.ndarray) -> WarpStream:
    return replace(
        warp,
        counts=warp.counts[keep],
        wavefronts=warp.wavefronts[keep],
        phases=warp.phases[keep],
        waits=warp.waits[keep],
        sectors=warp.sectors[np.repeat(keep, warp.counts)],
    )


def _without(
    simulated: Code, blocks: list[list[WarpStream]], accesses: np.ndarray, leave_out: np.ndarray
) -> tuple[Code, list[list[WarpStream]]]:
    """Return code and streams without some instructions."""
    places = np.concatenate([[0], np.cumsum(~leave_out)])

    def changed(warp: WarpStream) -> WarpStream:
        firsts, sizes = _executions(warp)
        ends = np.cumsum(sizes)
        rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(firsts - (ends - sizes), sizes)
        kept = _with_accesses(warp, ~leave_out[rows[accesses[rows]]])
        first, end = places[firsts], places[firsts + sizes]
        left = end > first
        return replace(kept, runs=joined_runs(first[left], (end - first)[left]))

    return Code(simulated.table[~leave_out]), [[changed(w) for w in block] for block in blocks]


def _converts(row: Row) -> bool:
    return row.opcode.startswith("F2F") and ".F64" in row.opcode


def _conversions(code: MachineCode) -> np.ndarray:
    return np.array([_converts(row) for row in code.instructions])


def _single(simulated: Code, rows: list[Row]) -> Code:
    """Return the code with its fp64 instructions in the fma pipe."""
    table = simulated.table.copy()
    double = table["pipe"] == PIPES.index("fp64")
    table["pipe"][double] = PIPES.index("fma")
    table["write_barrier"][double] = table["read_barrier"][double] = -1
    table["interval"][double] = table["latency"][double] = 0
    table["even"][double] = table["odd"][double] = 0  # the assembler keeps fp32 operands apart
    table["stall"][double] = np.maximum(table["stall"][double], _FMA_LATENCY)
    return Code(table)
