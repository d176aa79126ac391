"""Spans → how the time of each step or implementation divides between host and device."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernelscope.record import Span, Stretch

_KINDS = ("implementation", "step")


def stretches(spans: Sequence[Span]) -> tuple[Stretch, ...]:
    """One for each implementation, or where there are none, for each step.

    Work of the device belongs to the stretch in which the host queued it, and the stretch ends
    with it where the host ended earlier.
    """
    kind = next((k for k in _KINDS if any(s.kind == k for s in spans)), "")
    ranges = sorted((s for s in spans if s.kind == kind), key=lambda span: span.start_us)
    return tuple(_stretch(one, spans) for one in ranges if one.lane == "range")


def _stretch(one: Span, spans: Sequence[Span]) -> Stretch:
    def queued(span: Span) -> bool:
        moment = span.start_us if span.submitted_us is None else span.submitted_us
        return one.start_us <= moment <= one.end_us

    work = [s for s in spans if s.lane in ("device", "copy") and queued(s)]
    waits = [s for s in spans if s.lane == "wait" and s.row == one.row and queued(s)]
    end = max([one.end_us, *(span.end_us for span in work)])
    return Stretch(
        name=one.name,
        wall_ms=(end - one.start_us) / 1e3,
        device_ms=_covered_us(work) / 1e3,
        waited_ms=sum(span.duration_us for span in waits) / 1e3,
        implementation=one.name if one.kind == "implementation" else "",
    )


def _covered_us(spans: Iterable[Span]) -> float:
    """Microseconds in which at least one of them runs."""
    covered, reached = 0.0, float("-inf")
    for span in sorted(spans, key=lambda span: span.start_us):
        covered += max(span.end_us - max(span.start_us, reached), 0.0)
        reached = max(reached, span.end_us)
    return covered
