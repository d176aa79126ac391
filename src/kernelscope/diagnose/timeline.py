"""Gaps of the device's lane, and the wait of the host that each follows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelscope.record import Span

_DEVICE = ("device", "copy")


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch in which the device had nothing to do.

    Attributes:
        before: what ran next.
        wait: the host's wait that ended when the device ran dry; None where the host was at work.
    """

    duration_us: float
    before: Span
    wait: Span | None


def span_of_device(spans: Sequence[Span]) -> float:
    """Microseconds from the device's first beginning to its last end."""
    there = [span for span in spans if span.lane in _DEVICE]
    if not there:
        return 0.0
    return max(span.end_us for span in there) - min(span.start_us for span in there)


def idle_gaps(spans: Sequence[Span]) -> Iterator[Gap]:
    """The gaps between what ran on the device, on all its streams together."""
    waits = sorted((s for s in spans if s.lane == "wait"), key=lambda span: span.end_us)
    ends = [wait.end_us for wait in waits]
    done: float | None = None
    for span in sorted((s for s in spans if s.lane in _DEVICE), key=lambda span: span.start_us):
        if done is not None and span.start_us > done:
            # The last wait that ended before this was launched, if the device had run dry by then.
            last = bisect_right(ends, span.start_us) - 1
            wait = waits[last] if last >= 0 else None
            caused = wait is not None and wait.end_us >= done > wait.start_us
            yield Gap(span.start_us - done, span, wait if caused else None)
        done = max(done or 0.0, span.end_us)
