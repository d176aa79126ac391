"""implicit-sync: the host waits for the device where the program does not say so."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.diagnose.timeline import idle_gaps, span_of_device
from kernelscope.quantity import Quantity, format_quantity
from kernelscope.record import Finding, Span

_FIX = {
    "item": "keep the value on the device, and read it every so many steps",
    "print": "print every so many steps, or after the loop",
    "copy-to-host": "copy once after the loop, or with non_blocking=True into pinned memory",
    "nonzero": "a mask in place of indices (torch.where with three arguments)",
    "blocking-copy": "pin_memory() and .to(device, non_blocking=True)",
    "free": "keep the buffer and use it again",
}


def _find(evidence: Evidence) -> Iterable[Finding]:
    whole = span_of_device(evidence.spans)
    waits: dict[tuple[str, str | None], list[Span]] = {}
    for span in evidence.spans:
        if span.lane == "wait" and span.kind in _FIX:
            waits.setdefault((span.kind, span.source), []).append(span)
    idle: dict[tuple[str, str | None], float] = {}
    for gap in idle_gaps(evidence.spans):
        if gap.wait is not None:
            key = gap.wait.kind, gap.wait.source
            idle[key] = idle.get(key, 0.0) + gap.duration_us
    for key, found in waits.items():
        lost = idle.get(key, 0.0)
        yield _finding(key, found, lost, lost / whole if whole else 0.0)


def _finding(key: tuple[str, str | None], waits: list[Span], lost: float, gain: float) -> Finding:
    kind, source = key
    waited = Quantity(sum(span.duration_us for span in waits), "us", "measured")
    idle = format_quantity(Quantity(lost, "us", "measured"))
    return Finding(
        "implicit-sync",
        f"{kind} makes the host wait for the device, {len(waits)} times",
        source=source,
        evidence=f"the host waits {format_quantity(waited)}; afterwards the device is idle {idle}",
        estimated_gain=gain,
        provenance="computed",
        advice=_FIX[kind],
    )


RULE = Rule(
    "implicit-sync",
    threshold="any wait that the program did not ask for",
    source=OWN,
    needs="a profile's spans",
    find=_find,
)
