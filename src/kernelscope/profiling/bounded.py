"""What a program profiles of itself: from `cudaProfilerStart` to `cudaProfilerStop`.

`torch.cuda.profiler.start()`, `profile()` and `torch.cuda.cudart()` call these functions of CUDA's
runtime; Nsight's tools record only what is between them, and so does `profile`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kernelscope._patching import Patches
from kernelscope._real_time import time_ns

BOUNDED = "only what runs between the program's cudaProfilerStart and cudaProfilerStop is shown"

Event = Mapping[str, Any]
_CALLS = ("cuda_runtime", "cuda_driver")
_WORK = ("kernel", "gpu_memcpy", "gpu_memset")


class Bounds:
    """The ranges of a program that it profiles itself, in nanoseconds since the epoch.

    Attributes:
        ranges: their begins and ends; the last one may end with the program.
        is_bounded: whether the program itself says what is recorded.
    """

    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []
        self.is_bounded = False
        self._since: int | None = time_ns()
        self._unclosed = False

    @contextmanager
    def watching(self, runtime: Any) -> Generator[None]:
        """Note calls of the functions of a runtime, as `torch.cuda.cudart()` gives it."""

        def start(plain: Any, *args: Any) -> Any:
            result = plain(*args)
            self.begin(time_ns())
            return result

        def stop(plain: Any, *args: Any) -> Any:
            self.end(time_ns())
            return plain(*args)

        with Patches() as undo:
            undo.around(runtime, "cudaProfilerStart", start)
            undo.around(runtime, "cudaProfilerStop", stop)
            yield
        if self.is_bounded and self._since is not None:
            self._unclosed = True
            self.ranges.append((self._since, time_ns()))

    def begin(self, moment: int) -> None:
        """Record from now on; for the first time, forget what was before."""
        if not self.is_bounded or self._since is None:
            self._since = moment
        self.is_bounded = True

    def end(self, moment: int) -> None:
        """Record nothing until it begins again."""
        if self._since is not None:
            self.ranges.append((self._since, moment))
        self.is_bounded, self._since = True, None

    def within(self, trace: Mapping[str, Any], prefix: str) -> Mapping[str, Any]:
        """Return a trace of Kineto with the events inside; each range is a step under `prefix`.

        The device's work counts where it was queued, and a named range where it ends.
        """
        if not self.is_bounded:
            return trace
        base = int(trace.get("baseTimeNanoseconds", 0))
        ranges = [((begin - base) / 1e3, (end - base) / 1e3) for begin, end in self.ranges]
        events: Sequence[Event] = trace["traceEvents"]
        calls = {_correlation(e): float(e["ts"]) for e in events if e.get("cat") in _CALLS}
        kept: list[Event] = []
        for event in events:
            at = begin = float(event.get("ts", 0))
            if event.get("cat") in _WORK:
                at = calls.get(_correlation(event), at)
            elif event.get("cat") == "user_annotation":
                at += float(event.get("dur", 0))
            inside = next((each for each in ranges if each[0] <= at <= each[1]), None)
            if event.get("ph") == "M":
                kept.append(event)
            elif inside is not None and event.get("cat") == "user_annotation":
                first = max(begin, inside[0])
                kept.append({**event, "ts": first, "dur": at - first})
            elif inside is not None:
                kept.append(event)
        return {**trace, "traceEvents": [*kept, *self._steps(kept, ranges, prefix)]}

    def _steps(
        self, events: Sequence[Event], ranges: Sequence[tuple[float, float]], prefix: str
    ) -> list[Event]:
        """Return the ranges that have events and an end, as events."""
        hosts = [e for e in events if e.get("cat") not in _WORK and e.get("ph") == "X"]
        closed = ranges[: len(ranges) - self._unclosed]
        return [
            {
                "ph": "X",
                "cat": "user_annotation",
                "name": f"{prefix}profiled range {number}",
                "ts": begin,
                "dur": end - begin,
                "tid": hosts[0]["tid"],
            }
            for number, (begin, end) in enumerate(closed)
            if any(begin <= float(event["ts"]) <= end for event in hosts)
        ]


def _correlation(event: Event) -> Any:
    return event.get("args", {}).get("correlation")
