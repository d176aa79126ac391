"""What a traced warp says about its machine code: executions of the lines of its PTX."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu.counting.trace import Event, LaunchTrace, WarpTrace


@dataclass(frozen=True, slots=True)
class LineCounts:
    """How often one warp executed the lines of the PTX.

    Attributes:
        executions: line → times, also of lines that it never came to.
        active: line of an access to memory → times with at least one lane; None if the trace is
            truncated.
    """

    executions: dict[int, float]
    active: dict[int, float] | None


def lines_of(trace: LaunchTrace, warp: WarpTrace) -> LineCounts:
    """Return the executions of the lines by a warp of the trace.

    A line with several instructions counts once for each basic block that it is in.
    """
    places = {(i.block, i.ptx_line) for i in trace.instructions}
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
