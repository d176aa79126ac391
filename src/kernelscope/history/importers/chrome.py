"""A Chrome trace with kernels on a GPU, as `torch.profiler` and Kernelscope export it.

Of each kernel the number of its launches and its total time are kept. What is a kernel is said by
the event's category: "kernel", "gpu_memcpy", "gpu_memset".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Imported, SourceFile
from kernelscope.profiling.counters.names import function_name

_ON_DEVICE = ("kernel", "gpu_memcpy", "gpu_memset")


def read(file: SourceFile) -> list[Imported] | None:
    """Return one run; None if the file is no Chrome trace."""
    data = file.json
    events = data if isinstance(data, list) else file.fields.get("traceEvents")
    if not isinstance(events, list) or not _are_events(cast(list[Any], events)):
        return None
    found = [
        event
        for event in cast(list[Mapping[str, Any]], events)
        if event.get("ph") == "X" and event.get("cat") in _ON_DEVICE
    ]
    if not found:
        raise file.damaged("a Chrome trace", "it has no kernel of a GPU")
    try:
        figures = tuple(_figures(found))
    except (KeyError, TypeError, ValueError) as error:
        raise file.damaged("a Chrome trace", f"{type(error).__name__} {error}") from error
    devices = file.fields.get("deviceProperties")
    gpu = str(devices[0].get("name", "")) if isinstance(devices, list) and devices else ""
    return [Imported("chrome", figures, gpu=gpu)]


def _are_events(events: Sequence[Any]) -> bool:
    return bool(events) and all(isinstance(event, dict) and "ph" in event for event in events)


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
