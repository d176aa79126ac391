"""The time of each step or implementation, divided between host and device.

In: spans. Out: `Stretch`es.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernelscope.record import Span, Stretch

_KINDS = ("implementation", "step")


def stretches(spans: Sequence[Span]) -> tuple[Stretch, ...]:
    """Return a stretch for each implementation, or for each step if there are none.

    Work of the device belongs to the stretch in which the host queued it. If that work ends after
    the host's part, the stretch lasts until then.
    """
    grouping = next((k for k in _KINDS if any(s.kind == k for s in spans)), "")
    ranges = sorted((s for s in spans if s.kind == grouping), key=lambda span: span.start_us)
    return tuple(_stretch(each, spans) for each in ranges if each.lane == "range")


def _stretch(outer: Span, spans: Sequence[Span]) -> Stretch:
    def queued(span: Span) -> bool:
        moment = span.start_us if span.submitted_us is None else span.submitted_us
        return outer.start_us <= moment <= outer.end_us

    work = [s for s in spans if s.lane in ("device", "copy") and queued(s)]
    waits = [s for s in spans if s.lane == "wait" and s.row == outer.row and queued(s)]
    end = max([outer.end_us, *(span.end_us for span in work)])
    return Stretch(
        name=outer.name,
        wall_ms=(end - outer.start_us) / 1e3,
        device_ms=_covered_us(work) / 1e3,
        waited_ms=sum(span.duration_us for span in waits) / 1e3,
        implementation=outer.name if outer.kind == "implementation" else "",
    )


def _covered_us(spans: Iterable[Span]) -> float:
    """Return the microseconds in which at least one of the spans runs."""
    covered, reached = 0.0, float("-inf")
    for span in sorted(spans, key=lambda span: span.start_us):
        covered += max(span.end_us - max(span.start_us, reached), 0.0)
        reached = max(reached, span.end_us)
    return covered
