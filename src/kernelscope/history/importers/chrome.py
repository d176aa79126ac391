"""A Chrome trace with kernels on a GPU, as `torch.profiler` and Kernelscope export it.

Of each kernel the number of its launches and its total time are kept. What is a kernel is said by
the event's category: "kernel", "gpu_memcpy", "gpu_memset".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Format, Imported, SourceFile
from kernelscope.record.names import function_name

_ON_DEVICE = ("kernel", "gpu_memcpy", "gpu_memset")


def _events(file: SourceFile) -> list[Any]:
    events = file.json if isinstance(file.json, list) else file.fields.get("traceEvents")
    return cast(list[Any], events) if isinstance(events, list) else []


def _knows(file: SourceFile) -> bool:
    events = _events(file)
    return bool(events) and all(isinstance(event, dict) and "ph" in event for event in events)


def _read(file: SourceFile) -> list[Imported]:
    """Return one run."""
    on_device = [
        event
        for event in cast(list[Mapping[str, Any]], _events(file))
        if event.get("ph") == "X" and event.get("cat") in _ON_DEVICE
    ]
    if not on_device:
        raise ValueError("it has no GPU kernel")
    devices = file.fields.get("deviceProperties")
    gpu = str(devices[0].get("name", "")) if isinstance(devices, list) and devices else ""
    return [Imported("chrome", tuple(_figures(on_device)), gpu=gpu)]


def _figures(events: Sequence[Mapping[str, Any]]) -> Iterator[Figure]:
    """Yield each kernel's time and launches; instances of one template count as one kernel."""
    times: dict[str, list[float]] = defaultdict(list)
    for event in events:
        times[_kernel(event)].append(float(event["dur"]))  # microseconds
    for kernel, spent in times.items():
        yield Figure(kernel, "time_us", sum(spent), "us", "measured", kernel=kernel)
        yield Figure(kernel, "launches", float(len(spent)), "", "counted", kernel=kernel)


def _kernel(event: Mapping[str, Any]) -> str:
    """Return the name of a kernel; of a copy or a fill, the whole: `Memcpy HtoD (Pageable …)`."""
    name = str(event["name"])
    return function_name(name) if event["cat"] == "kernel" else name


FORMAT = Format("a Chrome trace", _knows, _read)
