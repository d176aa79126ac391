"""A reader of PyTorch's profiler traces.

In: the JSON that Kineto writes (`export_chrome_trace`). Out: `Captured`.

The JSON has host operations (`cpu_op`), named ranges (`user_annotation`), calls of CUDA's runtime
and driver, and the work of the device, which carries the `correlation` number of the call that
queued it. Python's frames are there if stacks were asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kernelscope.devices.ranges import kind_of
from kernelscope.frontends import front_end_of_kernel
from kernelscope.profiling.captured import Captured
from kernelscope.profiling.nesting import Call, HostCalls
from kernelscope.profiling.stacks import fold_calls
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, Span, SyncKind

RANGE = "kernelscope."
"""The beginning of a name of our ranges: `kernelscope.KIND: NAME`."""

_MODULE = "nn.Module: "
# The profiler leaves out the part of a path that is on Python's search path.
_LIBRARIES = ("<built-in", "<frozen", "torch/", "triton/", "numba/", "kernelscope/devices/")
_JOBS = ("kernelscope/jobs/", "kernelscope/profiling/")
_OURS = "(kernelscope)"
_CUDA = 1  # c10::DeviceType::CUDA
_CALLS = ("cuda_runtime", "cuda_driver")
_WORK = ("kernel", "gpu_memcpy", "gpu_memset")
# Calls in which the host waits; "free" always synchronises with the whole device.
WAITS: dict[str, SyncKind] = {
    "cudaDeviceSynchronize": "explicit",
    "cuCtxSynchronize": "explicit",
    "cudaStreamSynchronize": "explicit",
    "cuStreamSynchronize": "explicit",
    "cudaEventSynchronize": "explicit",
    "cuEventSynchronize": "explicit",
    "cudaMemcpy": "blocking-copy",
    "cudaFree": "free",
    "cuMemFree_v2": "free",
}
# The kind of a wait by the operation around it; the innermost operation decides.
_CAUSES: dict[str, SyncKind] = {
    "aten::_local_scalar_dense": "item",
    "aten::item": "item",
    "aten::nonzero": "nonzero",
    "aten::masked_select": "nonzero",
    "aten::_unique2": "nonzero",
}
_COPIES = ("aten::copy_", "aten::_to_copy", "aten::to")

Event = Mapping[str, Any]


def read(trace: Mapping[str, Any], base_ns: int | None = None) -> Captured:
    """Return the spans, launches, stacks and memory of a trace, the JSON of `export_chrome_trace`.

    `base_ns`: the moment that counts as 0; None for the trace's own `baseTimeNanoseconds`.
    """
    shift = 0.0
    if base_ns is not None:
        shift = (int(trace.get("baseTimeNanoseconds", base_ns)) - base_ns) / 1e3
    reader = _Reader(trace["traceEvents"], shift)
    spans = (*reader.host(), *reader.work())
    return Captured(
        spans=tuple(_with_causes(spans)),
        launches=tuple(reader.launches()),
        stacks=reader.stacks(),
        memory=tuple(reader.memory()),
    )


class _Reader:
    """The events of a trace by category, their threads as rows."""

    def __init__(self, events: Iterable[Event], shift_us: float) -> None:
        self._shift = shift_us
        self._of: dict[str, list[Event]] = {}
        for event in sorted(events, key=lambda event: float(event.get("ts", 0))):
            self._of.setdefault(str(event.get("cat", "")), []).append(event)
        named = self._slices("user_annotation") + self._slices("cpu_op", *_CALLS)
        # The thread of the first range is the one that profiles: row 0.
        self._rows = {tid: row for row, tid in enumerate(dict.fromkeys(e["tid"] for e in named))}

    def host(self) -> list[Span]:
        """Return operations, named ranges and calls of CUDA."""
        spans = [self._span(e, "host", shapes=_shapes(e)) for e in self._slices("cpu_op")]
        spans += [self._range(event) for event in self._slices("user_annotation")]
        return spans + [self._call(event) for event in self._slices(*_CALLS)]

    def work(self) -> list[Span]:
        """Return the device's work, with the moment and the thread that queued it."""
        queued = {_argument(e, "correlation"): e for e in self._slices(*_CALLS)}
        spans: list[Span] = []
        for event in self._slices(*_WORK):
            call = queued.get(_argument(event, "correlation"))
            span = self._span(event, "copy" if event["cat"] == "gpu_memcpy" else "device")
            span = replace(span, row=int(_argument(event, "stream") or 0))
            if call is not None:
                at = float(call["ts"]) + self._shift
                span = replace(span, submitted_us=at, host_row=self._rows[call["tid"]])
            spans.append(span)
        return spans

    def launches(self) -> list[LaunchRecord]:
        """Return the kernels, with what the profiler knows of each launch."""
        return [_launch(event) for event in self._slices("kernel")]

    def stacks(self) -> dict[str, float]:
        """Return host time by stack; empty if no frames were kept."""
        frames = [e for e in self._slices("python_function") if not _is_librarys(e["name"])]
        if not frames:
            return {}
        work = [span for span in self.host() if span.lane != "range"]
        return fold_calls(HostCalls([*map(self._frame, frames), *work]).calls(), _OURS)

    def memory(self) -> list[tuple[float, float]]:
        """Return (microseconds, bytes in use) of the device's memory, at each change."""
        return [
            (float(event["ts"]) + self._shift, float(_argument(event, "Total Allocated")))
            for event in self._of.get("cpu_instant_event", [])
            if event.get("name") == "[memory]" and _argument(event, "Device Type") == _CUDA
        ]

    def _slices(self, *categories: str) -> list[Event]:
        events = [e for category in categories for e in self._of.get(category, [])]
        return [event for event in events if event.get("ph") == "X"]

    def _span(self, event: Event, lane: Any, **more: Any) -> Span:
        begin, duration = float(event["ts"]) + self._shift, float(event.get("dur", 0))
        row = self._rows.get(event["tid"], 0)
        return Span(str(event["name"]), lane, begin, duration, row, **more)

    def _range(self, event: Event) -> Span:
        span = self._span(event, "range")
        own_kind, colon, name = span.name.removeprefix(RANGE).partition(": ")
        if span.name.startswith(RANGE) and colon:
            return replace(span, name=name, kind=own_kind)
        if span.name.startswith("ProfilerStep#"):
            return replace(span, name=f"step {span.name.partition('#')[2]}", kind="step")
        return replace(span, kind=kind_of(span.name))

    def _call(self, event: Event) -> Span:
        span = self._span(event, "host")
        if span.name in WAITS:
            return replace(span, lane="wait", kind=WAITS[span.name])
        return replace(span, kind="launch" if "Launch" in span.name else "")

    def _frame(self, event: Event) -> Span:
        """Return a frame named as in other stacks: step (train.py:12), not train.py(12): step."""
        span = self._span(event, "host")
        if span.name.startswith(_MODULE):
            return replace(span, name=re.sub(r"_\d+$", "", span.name))
        if span.name.startswith(_JOBS):
            return replace(span, name=_OURS)
        place, colon, function = span.name.partition(": ")
        file, bracket, line = place.rpartition("(")
        if not (colon and bracket and line.endswith(")")):
            return span
        return replace(span, name=f"{function} ({file.rpartition('/')[2]}:{line[:-1]})")


def _launch(event: Event) -> LaunchRecord:
    occupancy = _argument(event, "est. achieved occupancy %")
    name = str(event["name"])
    return LaunchRecord(
        kernel=name,
        grid=_three(_argument(event, "grid")),
        block=_three(_argument(event, "block")),
        dynamic_shared_bytes=int(_argument(event, "shared memory") or 0),
        registers=_argument(event, "registers per thread"),
        time_us=Quantity(float(event.get("dur", 0)), "us", "measured"),
        frontend=front_end_of_kernel(name),
        occupancy=None if occupancy is None else occupancy / 100,
    )


def _with_causes(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with the kind of each wait, by the operation around it.

    `loss.item()` is recorded as aten::item > aten::_local_scalar_dense > cudaStreamSynchronize. The
    wait is in the last call, which alone would be an "explicit" wait; but the program called
    `.item()`, and the advice must be about that.
    """
    calls = HostCalls(spans)
    copies = [span for span in spans if span.lane == "copy"]
    kinds = {id(call.span): _cause(call, copies) for call in calls.calls()}
    return [
        replace(span, kind=kinds[id(span)], name=f"wait: {kinds[id(span)]}")
        if span.lane == "wait"
        else span
        for span in spans
    ]


def _cause(call: Call, copies: Sequence[Span]) -> str:
    for outer in call.path():
        if outer.span.name in _CAUSES:
            return _CAUSES[outer.span.name]
        if outer.span.name in _COPIES:
            to_host = any("DtoH" in copy.name for copy in copies if _queued_in(copy, outer.span))
            return "copy-to-host" if to_host else "blocking-copy"
    return call.span.kind


def _queued_in(work: Span, host: Span) -> bool:
    moment = work.submitted_us
    return moment is not None and host.start_us <= moment <= host.end_us


def _is_librarys(name: str) -> bool:
    return name.startswith(_LIBRARIES)


def _argument(event: Event, name: str) -> Any:
    return event.get("args", {}).get(name)


def _shapes(event: Event) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of an operation's tensors.

    Numbers and missing arguments have the shape [], and so has a tensor without dimensions; the
    input's type tells them apart.
    """
    given: Any = _argument(event, "Input Dims") or []
    type_names: Any = _argument(event, "Input type") or [""] * len(given)
    shapes: list[tuple[int, ...]] = []
    for dims, type_name in zip(given, type_names, strict=False):
        nested = dims if dims and isinstance(dims[0], list) else [dims]
        if dims or type_name in _SCALAR_TENSORS:
            shapes += [tuple(map(int, sizes)) for sizes in nested]
    return tuple(shapes)


_SCALAR_TENSORS = ("float", "double", "c10::Half", "c10::BFloat16", "long int", "int", "bool")


def _three(values: Any) -> tuple[int, int, int]:
    x, y, z = (*(values or ()), 1, 1, 1)[:3]
    return int(x), int(y), int(z)
