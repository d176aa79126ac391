"""The nesting of the host's spans: each call's own time, and the call that launched a kernel.

In: spans. Out: `HostCalls`, a tree of `Call`s for each thread.

A profiler records spans without saying which contains which:

    aten::linear   0 …… 100 µs
    aten::addmm     10 …… 90 µs
    cudaLaunchKernel   60 … 80 µs

`addmm` begins inside `linear`, so it is a call of it. `linear` itself took 100 - 80 = 20 µs,
`addmm` 80 - 20 = 60 µs. Adding up the spans instead would give 200 µs of host time in 100 µs.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelscope.record import Span


@dataclass(eq=False, slots=True)
class Call:
    """A span of the host in the tree of calls; `parent` is None for an outermost call.

    `callees_us`: microseconds of it that are in calls of its own.
    """

    span: Span
    parent: Call | None
    callees_us: float = 0.0

    @property
    def self_us(self) -> float:
        """Its own microseconds, without its callees."""
        return max(self.span.duration_us - self.callees_us, 0.0)

    def path(self) -> Iterator[Call]:
        """Yield this call and those that contain it, innermost first."""
        call: Call | None = self
        while call is not None:
            yield call
            call = call.parent


class HostCalls:
    """The host's operations and waits as a tree of calls for each thread.

    A span belongs to the span of its thread in which it begins, even if it ends later because of a
    clock's rounding.
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        by_row: dict[int, list[Span]] = {}
        for span in spans:
            if span.lane in ("host", "wait"):
                by_row.setdefault(span.row, []).append(span)
        self._rows = {row: _tree(row_items) for row, row_items in by_row.items()}
        self._starts = {
            row: [c.span.start_us for c in row_items] for row, row_items in self._rows.items()
        }

    @property
    def rows(self) -> list[int]:
        """The host's threads."""
        return sorted(self._rows)

    def calls(self) -> Iterator[Call]:
        """Yield every call, thread by thread, in the order of their beginning."""
        for row in self.rows:
            yield from self._rows[row]

    def at(self, row: int, moment_us: float) -> Call | None:
        """Return the innermost call of a thread that runs at a moment, or ends at it; or None."""
        place = bisect_right(self._starts.get(row, []), moment_us) - 1
        if place < 0:
            return None
        running = (call for call in self._rows[row][place].path() if call.span.end_us >= moment_us)
        return next(running, None)

    def launcher(self, work: Span) -> Call | None:
        """Return the operation that queued a device's work; None if the program launched it."""
        if work.submitted_us is None:
            return None
        inner = self.at(work.host_row, work.submitted_us)
        path = [c for c in inner.path() if c.span.kind != "launch"] if inner is not None else []
        # The virtual GPU gives the work of PyTorch's operation the operation's name.
        named = (call for call in path if call.span.name == work.name)
        return next(named, path[0] if path else None)


def _tree(spans: list[Span]) -> list[Call]:
    # If two spans begin together, the outer one is longer and comes first. If both have no length,
    # the log has the inner one first, as it ended first; hence the reversed order.
    spans = spans[::-1]
    ordered = sorted(spans, key=lambda span: (span.start_us, -span.duration_us))
    calls: list[Call] = []
    open_calls: list[Call] = []
    for span in ordered:
        while open_calls and not _contains(open_calls[-1].span, span):
            open_calls.pop()
        parent = open_calls[-1] if open_calls else None
        call = Call(span, parent)
        if parent is not None:
            parent.callees_us += min(span.end_us, parent.span.end_us) - span.start_us
        calls.append(call)
        open_calls.append(call)
    return calls


def _contains(outer: Span, inner: Span) -> bool:
    # A span that begins as another ends comes after it, unless it has no length itself.
    at_end = math.isclose(inner.start_us, outer.end_us, rel_tol=0, abs_tol=1e-9)
    return inner.start_us < outer.end_us if not at_end else inner.duration_us == 0
