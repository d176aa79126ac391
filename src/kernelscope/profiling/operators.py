"""Totals by operation: host time, device time, and the kernels that ran, for each shape.

In: spans. Out: `OperatorTotal`s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kernelscope.profiling.nesting import HostCalls
from kernelscope.record import OperatorTotal, Span

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
    kernel) has a line under its own name.

    Args:
        spans: the spans of all lanes, in any order.
        memory: (microseconds, bytes in use) at each change; a change belongs to the operation
            that runs then.
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
