"""host-bound: the device waits for the host to launch something."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope._languages import in_language
from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.profiling.timeline import idle_gaps, steady_us
from kernelscope.quantity import format_value
from kernelscope.record import ONE_TIME, Finding

# `loop_that_prints.py` on an H200: of the 423 ms between the first and the last kernel the device
# is idle for 99 %: found. In a loop of 2 ms kernels with 0.1 ms of Python between, 5 % is idle, and
# larger batches would gain at most that. Gaps after a wait count for implicit-sync, not here; those
# in which the host imports or compiles are over after the first step, and no CUDA graph saves them.
_IDLE = 0.5


def _find(evidence: Evidence) -> Iterable[Finding]:
    whole = steady_us(evidence.spans)
    gaps = [g for g in idle_gaps(evidence.spans) if g.hosts_us > 0 and g.cause not in ONE_TIME]
    idle = sum(gap.hosts_us for gap in gaps)
    if not whole or idle < _IDLE * whole:
        return
    longest = max(gaps, key=lambda gap: gap.hosts_us)
    shown = format_value(idle, "us")
    yield Finding(
        "host-bound",
        f"for {idle / whole:.0%} of the time the device has nothing to do: the host launches "
        "more slowly than the kernels run",
        source=longest.before.source,
        evidence=f"{shown} idle in {len(gaps)} gaps, the longest before {longest.before.name}",
        estimated_gain=idle / whole,
        provenance="computed",
        advice=in_language("more work a launch ({larger_launches}), {graphs}", evidence.language),
    )


RULE = Rule(
    "host-bound",
    threshold="between its first and last kernel the device is idle for at least half of the "
    "time, with nothing queued and the host at work",
    source=OWN,
    needs="a profile's spans",
    find=_find,
    numbers={"half": _IDLE},
)
