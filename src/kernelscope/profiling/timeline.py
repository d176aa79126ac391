"""The queue between host and device, and the gaps in the device's work with their causes.

In: spans. Out: `Gap`s and `DeviceUse`.

A device is idle because nothing is queued. There are two reasons:

    host    | launch | item() waits ·········| launch |        the queue ran dry while the host
    device             | kernel 1 |··· gap ···········| kernel 2 |        waited: cause "wait"

    host    | launch |   slow Python code      | launch |       the host is slower than the device:
    device             | kernel 1 |··· gap ············| kernel 2 |       cause "program"

In the first case, the gap counts as the wait's only for the length of the wait. Without the
`item()`, the host would have launched kernel 2 earlier by that much and not more; the rest of the
gap is the host's.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kernelscope.profiling.nesting import Call, HostCalls
from kernelscope.record import ONE_TIME, DeviceUse, Idle, IdleCause, Span

DEVICE = ("device", "copy")
_COPIES = ("aten::copy_", "aten::_to_copy", "aten::to", "cudaMemcpy", "cuMemcpy", "Memcpy")
# The end of the names that torch.compile gives its own phases in a profile.
_COMPILING = "(dynamo_timed)"
# The clocks of host and device agree to about this; sums of floating-point moments are closer.
_ROUNDING_US = 1e-3

Segment = tuple[float, float, Call]


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which the device had nothing to do, before the work `before`.

    Attributes:
        cause: what the host did for most of the gap.
        inside: the operation in which the host was longest; "" if that was the program itself.
        wait: the host's wait during which the device ran dry; None if there was none.
    """

    start_us: float
    duration_us: float
    before: Span
    cause: IdleCause
    inside: str = ""
    wait: Span | None = None

    @property
    def waits_us(self) -> float:
        """The part of the gap caused by the wait: how much earlier the host would be without it."""
        return min(self.duration_us, self.wait.duration_us) if self.wait is not None else 0.0

    @property
    def hosts_us(self) -> float:
        """The part of the gap caused by a host that is slower than the device."""
        return self.duration_us - self.waits_us


def idle_gaps(spans: Sequence[Span]) -> Iterator[Gap]:
    """Yield the gaps in the device's work, over all its streams together."""
    doing = _Host(spans)
    waits = sorted((s for s in spans if s.lane == "wait"), key=lambda span: span.end_us)
    ends = [wait.end_us for wait in waits]
    done: float | None = None
    for work in device_work(spans):
        if done is not None and work.start_us > done + _ROUNDING_US:
            # The last wait that ended before this began, if the device ran dry during it.
            last = bisect_right(ends, work.start_us) - 1
            wait = waits[last] if last >= 0 else None
            if wait is not None and not wait.start_us < done <= wait.end_us + _ROUNDING_US:
                wait = None
            cause, inside = doing.mostly(work.host_row, done, work.start_us)
            yield Gap(done, work.start_us - done, work, cause, inside, wait)
        done = max(done or 0.0, work.end_us)


def is_compiling(span: Span) -> bool:
    """Return whether a span is a range in which the host compiles."""
    named = span.kind == "compile" or span.name.endswith(_COMPILING)
    return span.lane == "range" and named


def device_work(spans: Iterable[Span]) -> list[Span]:
    """Return the device's work, in the order in which it began."""
    return sorted((s for s in spans if s.lane in DEVICE), key=lambda span: span.start_us)


def device_us(spans: Sequence[Span]) -> float:
    """Return the microseconds from the beginning to the end of the device's work."""
    work = device_work(spans)
    return max(span.end_us for span in work) - work[0].start_us if work else 0.0


def steady_us(spans: Sequence[Span]) -> float:
    """Return `device_us` without the gaps in which the host did what it does only once."""
    once = sum(gap.hosts_us for gap in idle_gaps(spans) if gap.cause in ONE_TIME)
    return device_us(spans) - once


# Part of the stretch that is shown before its first kernel: the host launches it there.
_LEAD = 0.03


def steady_stretch(spans: Sequence[Span]) -> tuple[float, float] | None:
    """Return begin and length in microseconds of the stretch in which the device works most.

    What the host does only once (imports, compiling) parts the stretches. None: nothing is before
    or behind it.
    """
    parts = {id(gap.before) for gap in idle_gaps(spans) if gap.cause in ONE_TIME}
    stretches: list[list[Span]] = []
    for work in device_work(spans):
        if not stretches or id(work) in parts:
            stretches.append([])
        stretches[-1].append(work)
    if not stretches:
        return None
    most = max(stretches, key=lambda works: sum(work.duration_us for work in works))
    first, end = most[0].start_us, max(work.end_us for work in most)
    begin = first - _LEAD * (end - first)
    if begin <= min(s.start_us for s in spans) and most is stretches[-1]:
        return None
    return begin, end - begin


def queue_depth(spans: Iterable[Span]) -> list[tuple[float, int]]:
    """Return (microseconds, number of queued kernels and copies that wait) at each change."""
    changes: dict[float, int] = {}
    for work in device_work(spans):
        if work.submitted_us is not None:
            changes[work.submitted_us] = changes.get(work.submitted_us, 0) + 1
            changes[work.start_us] = changes.get(work.start_us, 0) - 1
    depth, depths = 0, list[tuple[float, int]]()
    for moment in sorted(changes):
        if changes[moment]:
            depth += changes[moment]
            depths.append((moment, depth))
    return depths


def device_use(spans: Sequence[Span]) -> DeviceUse:
    """Return the whole timeline in a few figures, with the longest cause of idle time first."""
    gaps = list(idle_gaps(spans))
    whole = device_us(spans)
    ahead = [w.start_us - w.submitted_us for w in device_work(spans) if w.submitted_us is not None]
    return DeviceUse(
        span_ms=whole / 1e3,
        busy_ms=(whole - sum(gap.duration_us for gap in gaps)) / 1e3,
        deepest_queue=max((depth for _, depth in queue_depth(spans)), default=0),
        ahead_ms=max(ahead, default=0.0) / 1e3,
        idle=_idle(gaps),
    )


def _idle(gaps: Iterable[Gap]) -> tuple[Idle, ...]:
    """Return idle time by cause and place, the longest first."""
    sums: dict[tuple[IdleCause, str | None], list[tuple[float, str]]] = {}
    for gap in gaps:
        if gap.wait is not None:
            part = gap.waits_us, gap.wait.kind
            sums.setdefault(("wait", gap.wait.source), []).append(part)
        if gap.hosts_us > _ROUNDING_US:
            part = gap.hosts_us, gap.inside
            sums.setdefault((gap.cause, gap.before.source), []).append(part)
    causes = [
        Idle(cause, source, sum(us for us, _ in parts) / 1e3, len(parts), max(parts)[1])
        for (cause, source), parts in sums.items()
    ]
    return tuple(sorted(causes, key=lambda idle: -idle.idle_ms))


class _Host:
    """The innermost operation or wait of each of the host's threads, at any time."""

    def __init__(self, spans: Sequence[Span]) -> None:
        once = [
            replace(span, lane="host", kind=span.kind if span.kind in ONE_TIME else "compile")
            for span in spans
            if is_compiling(span) or (span.lane == "range" and span.kind in ONE_TIME)
        ]
        by_row: dict[int, list[Call]] = {}
        for call in HostCalls([*spans, *once]).calls():
            by_row.setdefault(call.span.row, []).append(call)
        self._rows = {row: list(_segments(own)) for row, own in by_row.items()}
        self._starts = {row: [start for start, _, _ in own] for row, own in self._rows.items()}

    def mostly(self, row: int, begin: float, end: float) -> tuple[IdleCause, str]:
        """Return the main activity of a thread in a time, and the name of its longest operation."""
        of_cause: dict[IdleCause, float] = {}
        of_name: dict[str, float] = {}
        for start, stop, call in self._within(row, begin, end):
            cause = _cause(call)
            of_cause[cause] = of_cause.get(cause, 0.0) + stop - start
            of_name[call.span.name] = of_name.get(call.span.name, 0.0) + stop - start
        of_cause["program"] = end - begin - sum(of_cause.values())
        cause = max(of_cause, key=lambda key: of_cause[key])
        return cause, "" if cause == "program" else max(of_name, key=lambda key: of_name[key])

    def _within(self, row: int, begin: float, end: float) -> Iterator[Segment]:
        place = max(bisect_right(self._starts.get(row, []), begin) - 1, 0)
        for start, stop, call in self._rows.get(row, [])[place:]:
            if start >= end:
                return
            if stop > begin:
                yield max(start, begin), min(stop, end), call


def _segments(calls: Iterable[Call]) -> Iterator[Segment]:
    """Yield one thread's calls as times that do not overlap, each with its innermost call.

    `linear` 0 … 100 with `addmm` 10 … 90 inside gives linear 0 … 10, addmm 10 … 90, linear
    90 … 100.
    """
    reached = -math.inf
    open_calls: list[Call] = []

    def until(moment: float, call: Call) -> Iterator[Segment]:
        nonlocal reached
        if moment > reached:
            yield max(reached, call.span.start_us), moment, call
            reached = moment

    for call in calls:
        while open_calls and call.parent is not open_calls[-1]:
            ended = open_calls.pop()
            yield from until(ended.span.end_us, ended)
        if open_calls:
            yield from until(call.span.start_us, open_calls[-1])
        open_calls.append(call)
    while open_calls:
        ended = open_calls.pop()
        yield from until(ended.span.end_us, ended)


def _cause(call: Call) -> IdleCause:
    path = [outer.span for outer in call.path()]
    for cause in ONE_TIME:
        if any(span.kind == cause for span in path):
            return cause
    if any(span.lane == "wait" for span in path):
        return "wait"
    if any(span.name.startswith(_COPIES) for span in path):
        return "copy"
    return "launch" if path[0].kind == "launch" else "operation"
