"""launch-bound: most of the time is the cost of launching, not the work of the kernels."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import IDLE_SHARE, SHORT_US, named
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import Conditions, estimate_operator
from kernelscope.record import Finding

# Launching a graph costs the host several microseconds, so it pays only for many launches.
_GRAPH_PAYS = 16


def _find(evidence: Evidence) -> Iterable[Finding]:
    count = len(evidence.own_launches) + len(evidence.own_operators)
    advice = "a CUDA graph, one kernel instead of several, or larger cases"
    if any(kernel.launch.bound == "blocks" for kernel in evidence.kernels):
        advice = "fewer blocks, each with more work: starting them takes longest"
    for finding in named(evidence, "launch", advice):
        if count < _GRAPH_PAYS:
            yield finding
            continue
        # A graph also has a cost for each of its kernels, but a smaller one.
        saved = _empty(evidence.spec, "events") - _empty(evidence.spec, "graph")
        yield dataclasses.replace(
            finding,
            message=f"{finding.message}: {count} launches of "
            f"{evidence.busy_us / count:.1f} µs each",
            estimated_gain=min(count * saved / evidence.total_us, 1.0),
        )


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
    numbers={"half": IDLE_SHARE, "10 µs": SHORT_US, "16 launches": _GRAPH_PAYS},
)
