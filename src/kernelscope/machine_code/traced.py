"""The executions of the PTX lines by a traced warp, for its path through the machine code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu.counting.trace import Event, LaunchTrace, WarpTrace


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The executions of the PTX lines by one warp.

    Attributes:
        executions: line → times, also of lines that it never came to.
        active: line of an access to memory → times with at least one lane; None if the trace is
            truncated.
    """

    executions: dict[int, float]
    active: dict[int, float] | None


def lines_of(trace: LaunchTrace, warp: WarpTrace) -> LineCounts:
    """Return the executions of the lines by a warp of the trace.

    A line with several instructions counts once for each basic block that it is in. What asks an
    mbarrier again and again is left out: how often differs from run to run.
    """
    asking = {i.block for i in trace.instructions if i.barrier == "wait"}
    asks = {
        i.ptx_line
        for i in trace.instructions
        if i.barrier == "wait" or (i.block in asking and i.opcode == "bra")
    }
    places = {(i.block, i.ptx_line) for i in trace.instructions if i.ptx_line not in asks}
    executions: Counter[int] = Counter()
    for block, line in places:
        executions[line] += int(warp.executions[block])
    active: Counter[int] = Counter()
    for i in trace.instructions:
        if i.access in ("load", "store", "atom", "red"):
            active[i.ptx_line] += 0
    for number in warp.numbers[np.flatnonzero(warp.kinds == Event.ACCESS)].tolist():
        if trace.instructions[number].access in ("load", "store", "atom", "red"):
            active[trace.instructions[number].ptx_line] += 1
    return LineCounts(
        {line: float(times) for line, times in executions.items()},
        None if warp.truncated else {line: float(times) for line, times in active.items()},
    )


def times_of(trace: LaunchTrace, warp: WarpTrace) -> dict[int, np.ndarray]:
    """Return when a warp executed each line, as numbers of its events, ascending; {} if events are
    missing.
    """
    if warp.truncated:
        return {}
    begins = np.flatnonzero(warp.kinds == Event.BLOCK)
    blocks: dict[int, set[int]] = {}
    for i in trace.instructions:
        blocks.setdefault(i.ptx_line, set()).add(i.block)
    return {
        line: begins[np.isin(warp.numbers[begins], [*own])] for line, own in blocks.items()
    }  # fmt: skip
