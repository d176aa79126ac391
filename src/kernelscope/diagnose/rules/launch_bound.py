"""launch-bound: most of the time is the cost of launching, not the work of the kernels."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import named
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import Conditions, estimate_operator
from kernelscope.record import Finding

# Launching a graph costs the host several microseconds, so it pays only for many launches.
# 32 times `x = x + 1.0` on 4,096 numbers: 32 launches of 3.6 µs. A graph saves 3.0 - 0.56 = 2.44 µs
# each: 78 of 116 µs, 67 %. Two launches would save 4.9 µs and pay for the graph's own launch, so
# below 16 no gain is promised.
_GRAPH_PAYS = 16


def _find(evidence: Evidence) -> Iterable[Finding]:
    count = len(evidence.own_launches) + len(evidence.own_operators)
    fusing = "one kernel instead of several" if count > 1 else "fusing it with its neighbours"
    advice = f"a CUDA graph, {fusing}, or larger cases"
    # GELU in CUDA C++ on 4096² numbers: 65,536 blocks at one number a thread take 56.8 µs on an
    # H200, and 53.9 in a CUDA graph; 16,384 blocks at four numbers a thread take 35.8. The usual
    # advice, a graph or fewer launches, would miss that.
    if any(kernel.launch.bound == "blocks" for kernel in evidence.kernels):
        advice = "fewer blocks, each with more work: starting them takes longest"
    for finding in named(evidence, "launch", advice):
        if count < _GRAPH_PAYS:
            yield finding
            continue
        yield dataclasses.replace(
            finding,
            message=f"{finding.message}: {count} launches of "
            f"{evidence.busy_us / count:.1f} µs each",
            estimated_gain=min(_saved(evidence, count) / evidence.total_us, 1.0),
        )


def _saved(evidence: Evidence, count: int) -> float:
    """Return the microseconds that one kernel saves, if all launches do the same; else a graph."""
    launching = _empty(evidence.spec, "events")
    # `for _ in range(32): x = x + 1.0` is one line, and one kernel can do it: 31 launches of 3.0 of
    # 3.4 µs less, 85 % (97 % measured, with the host's part). Launches of several lines stay
    # launches, and a graph saves 2.44 µs of each.
    if _alike(evidence):
        return (count - 1) * launching
    # A graph also has a cost for each of its kernels, but a smaller one.
    return count * (launching - _empty(evidence.spec, "graph"))


def _alike(evidence: Evidence) -> bool:
    """Return whether all launches are one operator of PyTorch on one line and one shape."""
    kinds = {(op.name, op.source, op.shapes) for op in evidence.own_operators}
    return len(kinds) == 1 and not evidence.own_launches


def _empty(spec: GPUSpec, conditions: Conditions) -> float:
    """Return the microseconds of a kernel that does nothing."""
    nothing = estimate_operator(spec, bytes_read=0, bytes_written=0, conditions=conditions)
    return nothing.time_us.value


RULE = Rule(
    "launch-bound",
    threshold="the work of a launch takes less time than launching it, for most of the time",
    source=OWN,
    needs="launches or operators with times",
    find=_find,
    numbers={"16 launches": _GRAPH_PAYS},
)
