"""implicit-sync: the host waits for the device without an explicit synchronisation."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.profiling.timeline import idle_gaps, steady_us
from kernelscope.profiling.totals import syncs
from kernelscope.quantity import format_value
from kernelscope.record import Finding, Sync

# A wait costs nothing if the device is not idle afterwards, as at a program's end.
# `loop_that_prints.py` prints a tensor 48 times on an H200, and the host waits 0.32 of 423 ms:
# below 1 %, so it is listed among the waits and is not a finding. The host would be as late without
# them.
_LEAST = 0.01


def _find(evidence: Evidence) -> Iterable[Finding]:
    whole = steady_us(evidence.spans)
    idle: dict[tuple[str, str | None], float] = {}
    for gap in idle_gaps(evidence.spans):
        if gap.wait is not None:
            key = gap.wait.kind, gap.wait.source
            idle[key] = idle.get(key, 0.0) + gap.waits_us
    for sync in syncs(evidence.spans, evidence.language):
        lost = idle.get((sync.kind, sync.source), 0.0)
        if sync.kind != "explicit" and lost >= _LEAST * whole > 0:
            yield _finding(sync, lost, lost / whole)


def _finding(sync: Sync, lost: float, gain: float) -> Finding:
    waited = format_value(sync.waited_ms, "ms")
    idle = format_value(lost, "us")
    often = "once" if sync.count == 1 else f"{sync.count} times"
    return Finding(
        "implicit-sync",
        f"{sync.kind} makes the host wait for the device, {often}",
        source=sync.source,
        evidence=f"the host waits {waited}; afterwards the device is idle {idle}",
        estimated_gain=gain,
        provenance="computed",
        advice=sync.fix,
    )


RULE = Rule(
    "implicit-sync",
    threshold="a wait without an explicit synchronisation, after which the device is idle for at "
    "least 1 % of the time",
    source=OWN,
    needs="a profile's spans",
    find=_find,
    numbers={"1 %": _LEAST},
)
