"""Contention of the SMs at L2: atomics on the same lines, and scattered accesses.

The constants are cycles of an H100 at 1,980 MHz, for all SMs together (tools/measure_memory.py,
docs/measured/2026-11-24-memory.md). An H200 has the same L2.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Set

import numpy as np

from kernelscope.hardware.constants import Constants
from kernelscope.machine_code.code import MachineCode
from kernelscope.vgpu.counting.trace import Event, LaunchTrace, Spaces, WarpTrace

_C = Constants("launch_time/contention")


_AGGREGATION = {"REDUX", "UPOPC", "POPC"}
"""Instructions by which a warp makes one atomic of 32."""
_ATOMIC_ACCESSES = ("atom", "red")
_ATOMICS = ("RED", "REDG", "ATOM", "ATOMG")


def scattered_loads(trace: LaunchTrace) -> float:
    """Return the share, 0 … 1, of loaded sectors that are alone or nearly alone in their line."""
    # Bulk copies count: a product by TMA loads some sizes, one word each, and nothing else.
    return _scattered(trace, ("load", "copy", "bulk_load"))


def scattered_atomics(trace: LaunchTrace) -> float:
    """Return the share, 0 … 1, of sectors with atomics that are alone in their line, or nearly."""
    return _scattered(trace, _ATOMIC_ACCESSES)


def _scattered(trace: LaunchTrace, kinds: tuple[str, ...]) -> float:
    alone = every = 0
    for _, warp, at in _accesses(trace, kinds):
        sizes = np.diff(warp.offsets)[at]
        every += int(sizes.sum())
        alone += int(sizes[sizes <= 1.5 * cache_lines(warp)[at]].sum())
    return alone / every if every else 0.0


def atomics_cycles(
    code: MachineCode, trace: LaunchTrace, *, written: float, together: float
) -> float:
    """Return the cycles for which the part of L2 with the most atomics is busy with them.

    If the lanes of a warp add to one word, the assembler adds up their numbers first, if it can.

    written: distinct sectors that the launch writes.
    together: blocks that run at once.
    """
    names = {row.name for row in code.instructions}
    turn = _C.one_word
    if any(row.name in _ATOMICS and ".F" in row.opcode for row in code.instructions):
        turn = _C.one_float
    elif names & _AGGREGATION:
        turn = 0.0
    cycles: Counter[int] = Counter()
    in_turn: Counter[int] = Counter()
    users: dict[int, set[int]] = defaultdict(set)
    for block, warp, at in _accesses(trace, _ATOMIC_ACCESSES):
        for event in at.tolist():
            cost, lines, is_in_turn = _cost(warp, event, turn)
            for line in lines:
                cycles[line] += cost  # pyright: ignore[reportArgumentType]
                in_turn[line] += cost * is_in_turn  # pyright: ignore[reportArgumentType]
                users[line].add(block)
    grid = math.prod(trace.grid)
    # A line of neighbours and of blocks that stand apart is one of all blocks: a counter, a
    # histogram. Blocks that stand apart may share a line by their distance: every 1,024th adds to
    # the gradient of the same position (llm.c's encoder_backward_kernel1), and its neighbour does
    # not.
    far = {line for line, blocks in users.items() if _of_all_blocks(blocks)}
    of_all = max((cycles[line] for line in far), default=0) * grid / len(trace.blocks)
    near = {line: n for line, n in in_turn.items() if line not in far and n}
    most = max((n for line, n in cycles.items() if line not in far), default=0.0)
    if not near:
        return max(of_all, most)
    # One of neighbours is theirs: a segment. Each takes its turn when its blocks run, and while
    # lanes do so on one word, the slice of L2 does nothing else.
    total = sum(near.values()) * grid / len(trace.blocks)
    lines = max(1.0, min(max(near) - min(near) + 1, max(written, len(near))))
    return max(of_all, most, total / lines * max(_fullest(lines), grid / together))


def _of_all_blocks(blocks: Set[int]) -> bool:
    """Return whether some of the traced blocks are neighbours and others are far apart."""
    apart = max(blocks) - min(blocks) > 1
    return apart and any(block + 1 in blocks for block in blocks)


def _fullest(lines: float) -> float:
    """Return how many of `lines` the fullest slice of L2 has on average, if chance divides them."""
    mean = lines / _C.slices
    at_least, exactly, most, number = 1.0, math.exp(-mean), 0.0, 0
    while number < mean + 20 * math.sqrt(mean) + 20:
        at_least -= exactly
        number += 1
        exactly *= mean / number
        most += 1 - (1 - min(1.0, max(0.0, at_least))) ** _C.slices
    return max(most, mean, 1.0)


def _accesses(
    trace: LaunchTrace, kinds: tuple[str, ...]
) -> Iterator[tuple[int, WarpTrace, np.ndarray]]:
    """Yield for each warp its block's number, the warp, and the events of its accesses of these
    kinds to global memory. Yield nothing if the kernel has no such access.
    """
    wanted = np.array([i.access in kinds for i in trace.instructions], np.bool_)
    if not wanted.any():
        return
    for block in trace.blocks:
        for warp in block.warps:
            at = np.flatnonzero((warp.kinds == Event.ACCESS) & (warp.spaces == Spaces.GLOBAL))
            yield block.number, warp, at[wanted[warp.numbers[at]]]


def _cost(warp: WarpTrace, event: int, turn: float) -> tuple[float, list[int], bool]:
    """Return the cycles for which each line of an atomic is busy, the lines, and whether the time
    is due to lanes that change the same word.

    turn: cycles of a lane if another lane of the warp changes the same word.
    """
    sectors = warp.sectors_of(event)
    lines = np.unique(sectors >> 2)
    if not len(lines):
        return 0.0, [], False
    turns = warp.sectors_counted[event] / len(sectors)
    words = warp.lanes[event] / turns
    if words <= len(lines):
        cost = _C.one_word if len(lines) == 1 else _C.lone
    elif words >= 3 * len(sectors):
        cost = _C.full
    else:
        cost = _C.sparse if len(sectors) >= 2 * len(lines) else _C.lone
    # Each sector of a line takes its own turns, one after the other: 32 lanes that add to 16 words
    # by chance, in two sectors, take nine.
    in_turn = turn * turns * (len(sectors) / len(lines) if turns > 1 else 1)
    return max(cost, in_turn), lines.tolist(), in_turn > cost


def cache_lines(trace: WarpTrace) -> np.ndarray:
    """Return how many lines of 128 bytes each event touches: [events]."""
    return np.bincount(_line_events(trace, _begins_line(trace)), minlength=len(trace.offsets) - 1)


def tag_bank(lines: np.ndarray) -> np.ndarray:
    """Return which of L1's four banks of tags each line of 128 bytes is in: [lines].

    The bank is the exclusive or of the table's values for the bits that are set in the line's
    number. The table explains all 43 patterns of `tests/truth/l1_h200.csv` that depend on it.
    """
    folded = (lines ^ lines >> 10 ^ lines >> 20) & 1023
    return _TAG_BANKS[folded]


def _tag_banks() -> np.ndarray:
    """Return the bank of each number of ten bits. Those above them are as these again."""
    numbers, banks = np.arange(1024), np.zeros(1024, np.int64)
    for bit, of_bit in enumerate((1, 2, 1, 2, 3, 1, 2, 3, 2, 1)):
        banks ^= np.where(numbers >> bit & 1, of_bit, 0)
    return banks


_TAG_BANKS = _tag_banks()


def tag_cycles(trace: WarpTrace) -> np.ndarray:
    """Return the cycles in which L1 looks up the lines of each event: [events].

    Each bank of tags looks up one line a cycle. So 32 lines 0, 1, 2 … take 8 cycles, and 32 lines
    0, 3, 6 … take 11.
    """
    new, events = _begins_line(trace), len(trace.offsets) - 1
    asked = 4 * _line_events(trace, new) + tag_bank(trace.sectors[new] >> 2)
    return np.bincount(asked, minlength=4 * events).reshape(events, 4).max(axis=1)


def _begins_line(trace: WarpTrace) -> np.ndarray:
    """Return which sectors are the first of their line in an event: [sectors]."""
    lines = trace.sectors >> 2
    new = np.ones(len(lines), bool)
    new[1:] = lines[1:] != lines[:-1]
    new[trace.offsets[:-1][np.diff(trace.offsets) > 0]] = True
    return new


def _line_events(trace: WarpTrace, new: np.ndarray) -> np.ndarray:
    """Return the event of each line; `new`: [sectors] whether a line begins there."""
    return np.repeat(np.arange(len(trace.offsets) - 1), np.diff(trace.offsets))[new]
