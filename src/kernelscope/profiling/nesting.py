"""Which of the host's spans lie inside which: what each took itself, and what launched a kernel."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelscope.record import Span


@dataclass(eq=False, slots=True)
class Call:
    """A span of the host's in its place.

    Attributes:
        parent: the span that it lies in.
        callees_us: how much of it lies in spans of its own.
    """

    span: Span
    parent: Call | None
    callees_us: float = 0.0

    @property
    def self_us(self) -> float:
        """Microseconds in it, its callees left out."""
        return max(self.span.duration_us - self.callees_us, 0.0)

    def path(self) -> Iterator[Call]:
        """It and what it lies in, innermost first."""
        call: Call | None = self
        while call is not None:
            yield call
            call = call.parent


class HostCalls:
    """The host's operations and waits, thread by thread, as the tree of calls that they are.

    A span belongs to another of its thread in which it begins; where a clock's rounding lets it
    end later than that one, it belongs there all the same.
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        by_row: dict[int, list[Span]] = {}
        for span in spans:
            if span.lane in ("host", "wait"):
                by_row.setdefault(span.row, []).append(span)
        self._rows = {row: _tree(found) for row, found in by_row.items()}
        self._starts = {row: [c.span.start_us for c in found] for row, found in self._rows.items()}

    @property
    def rows(self) -> list[int]:
        """The host's threads."""
        return sorted(self._rows)

    def calls(self) -> Iterator[Call]:
        """Every call, thread by thread, in the order of their beginning."""
        for row in self.rows:
            yield from self._rows[row]

    def at(self, row: int, moment_us: float) -> Call | None:
        """The innermost call of a thread that runs at a moment; its last one counts too."""
        place = bisect_right(self._starts.get(row, []), moment_us) - 1
        if place < 0:
            return None
        found = (call for call in self._rows[row][place].path() if call.span.end_us >= moment_us)
        return next(found, None)

    def launcher(self, work: Span) -> Call | None:
        """The operation that queued a device's work; None where a program launched it by itself."""
        if work.submitted_us is None:
            return None
        inner = self.at(work.host_row, work.submitted_us)
        path = [c for c in inner.path() if c.span.kind != "launch"] if inner is not None else []
        # The virtual GPU names the work of PyTorch's operation as the operation.
        named = (call for call in path if call.span.name == work.name)
        return next(named, path[0] if path else None)


def _tree(spans: list[Span]) -> list[Call]:
    # An outer span comes first where both begin together. Of two without a length the log has
    # the inner one first, as it ended first.
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
    # What begins as another ends comes after it, unless it has no length itself.
    at_end = math.isclose(inner.start_us, outer.end_us, rel_tol=0, abs_tol=1e-9)
    return inner.start_us < outer.end_us if not at_end else inner.duration_us == 0
