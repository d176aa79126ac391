"""The simulated SM's activity in a profiler's terms: stalls by line, issue slots, hit rates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from kernelscope.machine_code.code import MachineCode
from kernelscope.record import LineStalls, SMActivity
from kernelscope.simulator import REASONS, Simulated
from kernelscope.simulator.kinds import SCHEDULERS
from kernelscope.vgpu.counting.trace import LaunchTrace

# Nsight Compute counts what waits for a tensor core with what waits for any other pipe.
_NAMES = {"tensor_throttle": "math_pipe_throttle"}
_SELECTED = "selected"
_DIGITS = 4  # of a share: a record holds them for every launch


def activity_of(simulated: Simulated, code: MachineCode, trace: LaunchTrace) -> SMActivity:
    """Return the activity of an SM that ran blocks of a launch.

    code: the machine code that it ran.
    trace: the launch's trace, which has the source line of each line of PTX.
    """
    instructions = float(simulated.executed.sum())
    waits = float(simulated.stalls.sum())
    sources = {i.ptx_line: i.source for i in trace.instructions}
    lines: dict[str, defaultdict[str, float]] = {}
    for number, row in enumerate(code.instructions):
        if not simulated.executed[number]:
            continue
        line = lines.setdefault(sources.get(row.ptx_line, ""), defaultdict(float))
        line[_SELECTED] += float(simulated.executed[number])
        for reason in np.flatnonzero(simulated.stalls[number]).tolist():
            name = _NAMES.get(REASONS[reason], REASONS[reason])
            line[name] += float(simulated.stalls[number, reason])
    asked = simulated.l1_hits + simulated.l2_sectors
    return SMActivity(
        issue_active=instructions / (SCHEDULERS * simulated.cycles),
        warps_active=(instructions + waits) / simulated.cycles,
        l1_hit_rate=(simulated.l1_hits + simulated.l1_store_hits) / asked if asked else None,
        l2_hit_rate=1 - simulated.l2_misses / simulated.l2_sectors
        if simulated.l2_sectors
        else None,
        cycles_per_instruction=(instructions + waits) / instructions if instructions else 0.0,
        lines=tuple(
            LineStalls(source, _shares(counts, instructions + waits))
            for source, counts in sorted(lines.items())
        ),
    )


def _shares(cycles: Mapping[str, float], whole: float) -> dict[str, float]:
    shares = {name: round(n / whole, _DIGITS) for name, n in sorted(cycles.items())}
    return {name: share for name, share in shares.items() if share}
