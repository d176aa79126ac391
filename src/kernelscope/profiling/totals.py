"""The sums over the spans of a profile: `OperatorTotal`s, `Stretch`es and `Sync`s."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kernelscope._languages import in_language
from kernelscope.devices.ranges import ITERATION
from kernelscope.profiling.nesting import HostCalls
from kernelscope.profiling.timeline import is_compiling
from kernelscope.record import OperatorTotal, Span, Stretch, Sync, SyncKind

Shapes = tuple[tuple[int, ...], ...]
_Key = tuple[str, str, Shapes]


@dataclass(slots=True)
class _Sum:
    calls: int = 0
    cpu_us: float = 0.0
    device_us: float = 0.0
    bytes: float = 0.0
    kernels: dict[str, float] = field(default_factory=dict[str, float])
    source: str | None = None


def totals(
    spans: Sequence[Span], memory: Sequence[tuple[float, float]] = ()
) -> tuple[OperatorTotal, ...]:
    """Add up calls of the same operation on the same shapes, the longest on the device first.

    A wait has a line, too. A kernel that no operation launched (a program's own Triton or CUDA
    kernel) has a line under its own name. `memory`: (microseconds, bytes in use) at each change,
    which belongs to the operation that runs then.
    """
    calls, sums = HostCalls(spans), dict[_Key, _Sum]()
    where = [s for s in spans if s.lane == "range" and s.kind == "implementation"]

    def sum_of(span: Span, moment_us: float, shapes: Shapes) -> _Sum:
        inside = next((r.name for r in where if r.start_us <= moment_us <= r.end_us), "")
        return sums.setdefault((inside, span.name, shapes), _Sum())

    for call in calls.calls():
        total = sum_of(call.span, call.span.start_us, call.span.shapes)
        total.calls += 1
        total.cpu_us += call.self_us
        total.source = total.source or call.span.source
    for span in spans:
        if span.lane in ("device", "copy"):
            call = calls.launcher(span)
            host = call.span if call else span
            moment = host.start_us if call or span.submitted_us is None else span.submitted_us
            total = sum_of(host, moment, host.shapes)
            total.calls += call is None
            total.device_us += span.duration_us
            total.source = total.source or span.source
            if span.name != host.name:
                longer = total.kernels.get(span.name, 0.0) + span.duration_us
                total.kernels[span.name] = longer
    before = 0.0
    for moment_us, held in memory:
        for call in filter(None, (calls.at(row, moment_us) for row in calls.rows)):
            host = call.span
            sum_of(host, host.start_us, host.shapes).bytes += held - before
            break
        before = held
    lines = [_total(key, total) for key, total in sums.items()]
    return tuple(sorted(lines, key=lambda line: (-line.device_ms, -line.cpu_ms, line.name)))


def _total(key: _Key, total: _Sum) -> OperatorTotal:
    inside, name, shapes = key
    return OperatorTotal(
        name=name,
        calls=total.calls,
        shapes=shapes,
        cpu_ms=total.cpu_us / 1e3,
        device_ms=total.device_us / 1e3,
        kernels=tuple(sorted(total.kernels, key=lambda kernel: -total.kernels[kernel])),
        device_bytes=total.bytes,
        source=total.source,
        implementation=inside,
    )


_KINDS = ("implementation", "step")


def stretches(spans: Sequence[Span]) -> tuple[Stretch, ...]:
    """Return a stretch for each implementation, or for each step if there are none.

    Work of the device belongs to the stretch in which the host queued it. If that work ends after
    the host's part, the stretch lasts until then.
    """
    grouping = next((k for k in _KINDS if any(s.kind == k for s in spans)), "")
    return _stretches(spans, grouping)


def own_steps(spans: Sequence[Span]) -> tuple[Stretch, ...]:
    """Return a stretch for each part that the program itself names as a step.

    Those of one name are numbered.
    """
    steps = _stretches(spans, ITERATION)
    names = Counter(step.name for step in steps)
    seen: Counter[str] = Counter()
    numbered: list[Stretch] = []
    for step in steps:
        seen[step.name] += 1
        number = f" #{seen[step.name]}" if names[step.name] > 1 else ""
        numbered.append(replace(step, name=step.name + number))
    return tuple(numbered)


def _stretches(spans: Sequence[Span], kind: str) -> tuple[Stretch, ...]:
    """Return a stretch for each range of a kind, in the order in which they began."""
    ranges = [s for s in spans if s.kind == kind and s.lane == "range"]
    if not ranges:
        return ()
    queued = sorted((s for s in spans if s.lane in ("device", "copy", "wait")), key=_moment)
    moments = [*map(_moment, queued)]
    return tuple(
        _stretch(
            each,
            queued[bisect_left(moments, each.start_us) : bisect_right(moments, each.end_us)],
        )
        for each in sorted(ranges, key=lambda span: span.start_us)
    )


def _moment(span: Span) -> float:
    return span.start_us if span.submitted_us is None else span.submitted_us


def _stretch(outer: Span, queued: Sequence[Span]) -> Stretch:
    work = [s for s in queued if s.lane != "wait"]
    waits = [s for s in queued if s.lane == "wait" and s.row == outer.row]
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


FIX: dict[SyncKind, str] = {
    "item": "keep the value on the device (loss.detach(), torch.where) and read it every few "
    "hundred steps, or all at once after the loop",
    "print": "collect loss.detach() in a list and print it every N steps, or after the loop",
    "copy-to-host": "copy once after the loop, or {copy_aside} and wait for an event",
    "nonzero": "keep the shape: torch.where(mask, x, 0) with three arguments, a masked_fill or a "
    "multiplication by the mask instead of indices",
    "blocking-copy": "make it on the device, or {copy_from_pinned}",
    "free": "{keep_memory}",
    "explicit": "keep it for timing and before reading results on the host; kernels of one stream "
    "are in order without it",
}
"""What to write instead of a wait, with names of `_languages`. C++ programs have four of them."""

PROFILERS = "profiler"
"""The kind of a range in which the profiler itself waits, at the end of the profile."""


def syncs(spans: Sequence[Span], language: str = "torch") -> tuple[Sync, ...]:
    """Return the program's waits by kind and line, the longest first.

    language: in which the program calls CUDA, "torch" or "cuda".

    A wait that ends at once, because the device had finished already, counts too: on another
    machine or with more work it would take time. Waits of the profiler and of a compiler are not
    the program's: Inductor makes constants of its patterns on the device, once.
    """
    own = [s for s in spans if is_compiling(s) or (s.lane == "range" and s.kind == PROFILERS)]
    groups: dict[tuple[SyncKind, str | None], list[Span]] = {}
    for wait in spans:
        if wait.lane == "wait" and wait.kind in FIX and not _is_within(wait, own):
            groups.setdefault((wait.kind, wait.source), []).append(wait)
    result = [_sync(*key, waits, language) for key, waits in groups.items()]
    return tuple(sorted(result, key=lambda sync: -sync.waited_ms))


def _sync(sync_kind: SyncKind, source: str | None, waits: Sequence[Span], language: str) -> Sync:
    waited = sum(wait.duration_us for wait in waits) / 1e3
    return Sync(sync_kind, source, waited, in_language(FIX[sync_kind], language), len(waits))


def _is_within(wait: Span, ranges: Sequence[Span]) -> bool:
    middle = (wait.start_us + wait.end_us) / 2
    return any(r.row == wait.row and r.start_us <= middle <= r.end_us for r in ranges)
