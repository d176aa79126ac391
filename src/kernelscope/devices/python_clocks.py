"""Python's clocks on the virtual one: a program reads the times that a GPU would take."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable, Generator
from contextlib import contextmanager

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline


@contextmanager
def virtual_clock(timeline: Timeline) -> Generator[None]:
    """Let Python's clocks follow the timeline from here on: `time`, and `timeit`'s timer.

    Those of a steady timeline begin at zero, but for `time.time`, which begins at a whole second:
    then a difference of two readings has the same last bit whenever the program runs.
    """
    clocks = ("time", "perf_counter", "monotonic", "process_time", "thread_time")
    with Patches() as undo:
        if timeline.steady:
            undo.attributes(time, sleep=_sleeping(time.sleep, timeline))
        real = timeit.default_timer
        begins = {name: _begin(getattr(time, name)(), name, timeline) for name in clocks}
        follow = {name: _following(begin, timeline) for name, begin in begins.items()}
        undo.attributes(time, **follow)
        undo.attributes(time, **{f"{name}_ns": _in_ns(clock) for name, clock in follow.items()})
        undo.attributes(timeit, default_timer=follow["perf_counter"])
        for function in (timeit.Timer.__init__, timeit.timeit, timeit.repeat):
            defaults = tuple(
                follow["perf_counter"] if value is real else value
                for value in function.__defaults__ or ()
            )
            undo.attribute(function, "__defaults__", defaults)
        yield


def _begin(now: float, name: str, timeline: Timeline) -> float:
    """Return what a clock of Python's shows at the timeline's beginning."""
    begin = now - timeline.now()
    if timeline.steady:
        return float(round(begin)) if name == "time" else 0.0
    return begin


def _following(begin: float, timeline: Timeline) -> Callable[[], float]:
    def follow() -> float:
        return begin + timeline.read()

    return follow


def _in_ns(clock: Callable[[], float]) -> Callable[[], int]:
    def follow() -> int:
        return round(clock() * 1e9)

    return follow


def _sleeping(sleep: Callable[[float], None], timeline: Timeline) -> Callable[[float], None]:
    def sleep_on_both(seconds: float, /) -> None:
        sleep(seconds)
        timeline.sleep(seconds)

    return sleep_on_both
