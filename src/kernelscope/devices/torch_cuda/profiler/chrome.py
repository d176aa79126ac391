"""The Chrome trace of a script's own profile: PyTorch's trace of the host, on the virtual clock."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from torch.autograd import DeviceType

from kernelscope.devices.torch_cuda.profiler.clocks import ClockMap
from kernelscope.devices.torch_cuda.profiler.events import MadeEvent
from kernelscope.devices.torch_cuda.profiler.log import DeviceWork
from kernelscope.hardware import GPUSpec
from kernelscope.record import LibraryLaunch

Moved = Mapping[tuple[int, int, int], tuple[int, int]]
"""(thread, real begin, length) → (virtual begin, virtual end) of the host's events."""

_DEVICE = 0
_CUDA = 1  # c10::DeviceType::CUDA
_FLOW = "ac2g"  # from a call on the host to its work on the device
# The kinds of the host's events, of which only those that a GPU's host would have stay.
_HOSTS = ("cpu_op", "user_annotation", "python_function")
# The trace's times are floats, which may be a nanosecond off.
_OFF = (0, 1, -1)


def facts(work: DeviceWork, stream: int) -> dict[str, str]:
    """Return the facts that PyTorch's profiler has about device work besides its time, as JSON."""
    details: dict[str, object] = {"device": _DEVICE, "context": 1, "stream": stream}
    launch = work.launch
    if isinstance(launch, LibraryLaunch):
        known = {"grid": launch.grid, "block": launch.block}
        details |= {key: list(value) for key, value in known.items() if value}
    elif launch is not None:
        shared = launch.shared_bytes
        details |= {"grid": list(launch.grid), "block": list(launch.block), "shared memory": shared}
        if launch.registers is not None:
            details["registers per thread"] = launch.registers
    return {key: json.dumps(value) for key, value in details.items()}


def rewrite(
    path: str, moved: Moved, made: Iterable[MadeEvent], spec: GPUSpec, clock: ClockMap
) -> None:
    """Move PyTorch's trace of the host at `path` to the virtual clock, and add the device's events.

    `path`: a file of JSON. `moved`: where each of the host's events is on the virtual clock.
    `made`: the events to add. `clock`: the map for everything else in the trace.
    """
    file = Path(path)
    trace = json.loads(file.read_text(encoding="utf-8", errors="replace"))
    base = int(trace.get("baseTimeNanoseconds", 0))
    events = [*_of_host(trace["traceEvents"], moved, base, clock), *_of_device(made, base)]
    major, minor = spec.compute_capability
    trace["deviceProperties"] = [
        {
            "id": _DEVICE,
            "name": spec.full_name,
            "totalGlobalMem": spec.dram_bytes,
            "computeMajor": major,
            "computeMinor": minor,
            "maxThreadsPerBlock": spec.max_threads_per_block,
            "regsPerMultiprocessor": spec.registers_per_sm,
            "warpSize": 32,
            "sharedMemPerBlockOptin": spec.shared_per_block_bytes,
            "sharedMemPerMultiprocessor": spec.shared_per_sm_bytes,
            "numSms": spec.sms,
        }
    ]
    trace["traceEvents"] = events
    file.write_text(json.dumps(trace), encoding="utf-8")


def _of_host(
    events: Iterable[dict[str, Any]], moved: Moved, base: int, clock: ClockMap
) -> Iterator[dict[str, Any]]:
    begins = {(thread, begin): virtual for (thread, begin, _), (virtual, _) in moved.items()}
    for event in events:
        if event.get("name") == "thread_name":
            # The system calls the main thread by the file that was started: ours, not Python.
            event["args"]["name"] = event["args"]["name"].replace("(kernelscope)", "(python)")
        if "ts" not in event:
            yield event
            continue
        thread: Any = event.get("tid")
        length = round(event.get("dur", 0) * 1e3)
        begin = base + round(event["ts"] * 1e3)
        virtual: int | None
        if event.get("cat") in _HOSTS:
            keys = ((thread, begin + off, length) for off in _OFF)
            bounds = next((moved[key] for key in keys if key in moved), None)
            if bounds is None:
                continue
            virtual, event["dur"] = bounds[0], (bounds[1] - bounds[0]) / 1e3
        elif event.get("ph") in ("s", "f"):
            starts = ((thread, begin + off) for off in _OFF)
            virtual = next((begins[key] for key in starts if key in begins), None)
        elif event.get("cat") == "cpu_instant_event" and clock.hides(begin, begin):
            continue
        else:
            virtual = clock(begin)
            if "dur" in event:
                event["dur"] = (clock(begin + length) - virtual) / 1e3
        if virtual is not None:
            event["ts"] = (virtual - base) / 1e3
            yield event


def _of_device(made: Iterable[MadeEvent], base: int) -> Iterator[dict[str, Any]]:
    streams: set[int] = set()
    for event in made:
        on_device = event.device_type() == DeviceType.CUDA
        thread, category = event.device_resource_id(), event.activity_type()
        place = {"pid": _DEVICE if on_device else os.getpid(), "tid": thread}
        begin = {"ts": (event.begin - base) / 1e3}
        if event.nbytes():
            change = {"Bytes": event.nbytes(), "Device Type": _CUDA, "Device Id": _DEVICE}
            common = {"ph": "i", "s": "t", "cat": category, "name": event.name()}
            yield {**common, **place, **begin, "args": change}
            continue
        if on_device and thread not in streams:
            streams.add(thread)
            yield from _names(thread, begin)
        given = {key: json.loads(value) for key, value in event.extra_meta().items()}
        numbers = {"External id": event.linked_correlation_id()}
        if event.correlation_id():
            numbers["correlation"] = event.correlation_id()
        duration = (event.end - event.begin) / 1e3
        yield {"ph": "X", "cat": category, "name": event.name(), **place, **begin, "dur": duration,
               "args": {**numbers, **given}}  # fmt: skip
        if event.flow_id():
            end = {"ph": "s"} if event.flow_start() else {"ph": "f", "bp": "e"}
            yield {**end, "id": event.flow_id(), **place, **begin, "cat": _FLOW, "name": _FLOW}


def _names(stream: int, begin: dict[str, float]) -> Iterator[dict[str, Any]]:
    names = {
        "process_name": {"name": "python"},
        "process_labels": {"labels": f"GPU {_DEVICE}"},
        "process_sort_index": {"sort_index": 5_000_000 + _DEVICE},
        "thread_name": {"name": f"stream {stream} "},
        "thread_sort_index": {"sort_index": stream},
    }
    for name, args in names.items():
        row = stream if name.startswith("thread") else 0
        yield {"ph": "M", "name": name, "pid": _DEVICE, "tid": row, **begin, "args": args}
