"""What the SMs do to each other at L2: atomics on the same lines, and scattered accesses.

The constants are cycles at 1,980 MHz of an H100, for all SMs together: tools/measure_memory.py,
docs/measured/2026-11-24-memory.md. An H200 has the same L2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import numpy as np

from kernelscope.machine_code.code import MachineCode
from kernelscope.vgpu.counting.trace import Event, LaunchTrace, Spaces, WarpTrace

# A warp's atomic on a line of 128 bytes that other warps use too, until the next one's turn: one
# word, 1.4 for each lane; one word of floating point, 3.5; 8 words of each sector, 5; one or two
# words of each of four sectors, 12; one word of each of many lines, 7.
_ONE_WORD, _ONE_FLOAT, _FULL, _SPARSE, _LONE = 1.4, 3.5, 5.0, 12.0, 7.0
# A sector of which one word is changed, to one with eight: 0.65 cycles for 32 of them, and 2^24
# threads in order take 44 µs.
_SPARSE_SECTOR = 0.65 / 32 / (44e-6 * 1.98e9 / 2**21)
_AGGREGATION = {"REDUX", "UPOPC", "POPC"}
"""Instructions by which a warp makes one atomic of 32."""
_ATOMICS = ("RED", "REDG", "ATOM", "ATOMG")
# Loads of 32 sectors of 32 lines take 0.46 cycles and copies have 109 sectors a cycle: 1.5 times as
# long for a sector.
_SCATTERED_LOAD = 1.5


def scattered_loads(trace: LaunchTrace) -> float:
    """Return how much longer L2 needs for a sector than for one of a whole line, on average."""
    lone = every = 0
    for _, warp, at in _accesses(trace, ("load", "copy")):
        sizes = np.diff(warp.offsets)[at]
        every += int(sizes.sum())
        lone += int(sizes[sizes <= 1.5 * cache_lines(warp)[at]].sum())
    return 1 + (_SCATTERED_LOAD - 1) * lone / every if every else 1.0


def atomic_sector_cycles(trace: LaunchTrace) -> float:
    """Return the cycles of a sector with atomics as a part of those of one with eight words."""
    sectors = words = 0
    for _, warp, at in _accesses(trace, ("atom", "red")):
        sectors += int(np.diff(warp.offsets)[at].sum())
        words += int(warp.lanes[at].sum())
    return _SPARSE_SECTOR if words < 3 * sectors else 1.0


def atomics_cycles(code: MachineCode, trace: LaunchTrace) -> float:
    """Return the cycles for which the line of memory with the most atomics is busy with them.

    If the lanes of a warp add numbers to one word, the assembler sums them up first where it can.
    """
    names = {row.name for row in code.instructions}
    turn = _ONE_WORD
    if any(row.name in _ATOMICS and ".F" in row.opcode for row in code.instructions):
        turn = _ONE_FLOAT
    elif names & _AGGREGATION:
        turn = 0.0
    cycles: Counter[int] = Counter()
    first: dict[int, int] = {}
    far: set[int] = set()
    for block, warp, at in _accesses(trace, ("atom", "red")):
        for event in at.tolist():
            for line, cost in _costs(warp, event, turn):
                cycles[line] += cost  # pyright: ignore[reportArgumentType]
                if block - first.setdefault(line, block) > 1:
                    far.add(line)
    # A line of blocks that stand apart is one of all blocks: a counter, a histogram. One of
    # neighbours is theirs: the end of a segment.
    grid = math.prod(trace.grid) / len(trace.blocks)
    return max((n * (grid if line in far else 1) for line, n in cycles.items()), default=0.0)


def _accesses(
    trace: LaunchTrace, kinds: tuple[str, ...]
) -> Iterator[tuple[int, WarpTrace, np.ndarray]]:
    """Yield for each warp its block, itself, and its events of accesses to global memory of some
    kinds; nothing if the kernel has none.
    """
    wanted = np.array([i.access in kinds for i in trace.instructions], np.bool_)
    if not wanted.any():
        return
    for block in trace.blocks:
        for warp in block.warps:
            at = np.flatnonzero((warp.kinds == Event.ACCESS) & (warp.spaces == Spaces.GLOBAL))
            yield block.number, warp, at[wanted[warp.numbers[at]]]


def _costs(warp: WarpTrace, event: int, turn: float) -> Iterator[tuple[int, float]]:
    """Yield the lines that an atomic changes, with the cycles that each is busy.

    turn: cycles of a lane whose word another lane of the warp changes too.
    """
    sectors = warp.sectors_of(event)
    lines = np.unique(sectors >> 2)
    if not len(lines):
        return
    turns = warp.sectors_counted[event] / len(sectors)
    words = warp.lanes[event] / turns
    if words <= len(lines):
        cost = _ONE_WORD if len(lines) == 1 else _LONE
    elif words >= 3 * len(sectors):
        cost = _FULL
    else:
        cost = _SPARSE if len(sectors) >= 2 * len(lines) else _LONE
    for line in lines.tolist():
        yield line, max(cost, turn * turns)


def cache_lines(trace: WarpTrace) -> np.ndarray:
    """Return of how many lines of 128 bytes the sectors of each event are: [events]."""
    lines = trace.sectors >> 2
    new = np.ones(len(lines), np.int64)
    new[1:] = lines[1:] != lines[:-1]
    new[trace.offsets[:-1][np.diff(trace.offsets) > 0]] = 1
    ends = np.concatenate([[0], np.cumsum(new)])
    return ends[trace.offsets[1:]] - ends[trace.offsets[:-1]]
