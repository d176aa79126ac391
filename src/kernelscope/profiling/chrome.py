"""Spans as a trace in the Trace Event Format, which Perfetto and chrome://tracing open.

In: spans. Out: JSON with two processes: the host, with a track for each thread and one for named
ranges, and the device, with a track for each stream. An arrow leads from the moment at which the
host queued a kernel to the kernel.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from kernelscope.profiling.nesting import HostCalls
from kernelscope.record import Span

HOST, DEVICE = 1, 2
_RANGES = 1000  # the track of named ranges of thread 0 is this one
_LAUNCH = "launch"

Event = dict[str, Any]


def trace(
    spans: Sequence[Span],
    memory: Sequence[tuple[float, float]] = (),
    *,
    host: str = "host",
    device: str = "device",
) -> str:
    """Return the trace as JSON: the spans of all lanes, in microseconds, and a curve of the memory.

    `memory`: (microseconds, bytes in use) at each change; `host`, `device`: names of the processes.
    """
    events = [
        *_names(spans, host, device),
        *map(_slice, spans),
        *_flows(spans),
        *(_counter(moment, held) for moment, held in memory),
    ]
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}, ensure_ascii=False)


def place(span: Span) -> tuple[int, int]:
    """Return the process and the track that a span is drawn in."""
    if span.lane in ("device", "copy"):
        return DEVICE, span.row
    return HOST, span.row + (_RANGES if span.lane == "range" else 0)


def _names(spans: Sequence[Span], host: str, device: str) -> Iterator[Event]:
    for order, (pid, name) in enumerate(((HOST, host), (DEVICE, device))):
        yield _metadata("process_name", pid, 0, name=name)
        yield _metadata("process_sort_index", pid, 0, sort_index=order)
    for pid, tid in sorted(set(map(place, spans))):
        if pid == DEVICE:
            title = f"stream {tid}"
        else:
            title = f"thread {tid % _RANGES}" + (", ranges" if tid >= _RANGES else "")
        yield _metadata("thread_name", pid, tid, name=title)
        yield _metadata("thread_sort_index", pid, tid, sort_index=(tid + _RANGES) % (2 * _RANGES))


def _metadata(title: str, pid: int, tid: int, **arguments: object) -> Event:
    return {"ph": "M", "name": title, "pid": pid, "tid": tid, "ts": 0, "args": arguments}


def _slice(span: Span) -> Event:
    pid, tid = place(span)
    details = {
        "shapes": [list(shape) for shape in span.shapes],
        "source": span.source,
        "kind": span.kind,
        "queued_us": None if span.submitted_us is None else span.start_us - span.submitted_us,
    }
    begin, end = _ns(span.start_us), _ns(span.end_us)
    return {
        "ph": "X",
        "name": span.name,
        "cat": span.lane,
        "ts": begin,
        "dur": _ns(end - begin),
        "pid": pid,
        "tid": tid,
        "args": {key: value for key, value in details.items() if value},
    }


def _flows(spans: Sequence[Span]) -> Iterator[Event]:
    """Yield the two ends of each arrow; viewers do not draw one that begins outside all slices."""
    calls = HostCalls(spans)
    for number, span in enumerate(spans):
        if span.submitted_us is None or calls.at(span.host_row, span.submitted_us) is None:
            continue
        pid, tid = place(span)
        common = {"name": _LAUNCH, "cat": _LAUNCH, "id": number}
        yield {
            **common, "ph": "s", "ts": _ns(span.submitted_us), "pid": HOST, "tid": span.host_row
        }  # fmt: skip
        yield {**common, "ph": "f", "bp": "e", "ts": _ns(span.start_us), "pid": pid, "tid": tid}


def _counter(moment_us: float, held: float) -> Event:
    name = "device memory"
    args = {"bytes": held}
    return {"ph": "C", "name": name, "ts": _ns(moment_us), "pid": DEVICE, "tid": 0, "args": args}


def _ns(microseconds: float) -> float:
    """Round to a nanosecond, so that neighbours do not overlap by an invisible fraction."""
    return round(microseconds, 3)
