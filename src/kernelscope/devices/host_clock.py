"""The time that a program would have run on an H200's host, from the time that it runs here."""

from __future__ import annotations

import bdb
import gc
import os
import statistics
import threading
import time
import weakref
from collections.abc import Callable
from functools import cache, partial
from types import FrameType

from kernelscope._real_time import perf_counter, thread_time

_TRIES = 10
_ROUNDS = 7


class HostClock:
    """The seconds that pass, except for waiting for a processor and for garbage collection.

    The host of a GPU has a processor for each program. Here tests, other programs and our own
    threads share it, and a thread that is descheduled for some milliseconds would show them as its
    own. Linux counts them (the second figure of `schedstat`); elsewhere all time is the program's.
    Sleeping and waiting for files count as they are. The thread is the one that makes the clock.

    Python collects garbage after so many new objects. Here nearly all of them are the emulation's,
    and a collection of all that PyTorch has made takes 50 ms, in the midst of whatever runs.

    Args:
        ratio: how long the other host takes for a second of this processor.

    Attributes:
        thread: the thread that made the clock.
    """

    def __init__(self, ratio: float = 1.0) -> None:
        self._ratio = ratio
        self.thread = threading.get_ident()
        self._latest = self._waited = 0.0
        self._processor, self._put_aside = _processor_clock(), _of_thread.put_aside
        _begin_to_note_collections()
        self._collected_before = _collected.get(self.thread, 0.0)

    def __call__(self) -> float:
        """Return the seconds since some moment; they never decrease."""
        if _collecting_in == self.thread:
            # A finalizer asks. What the collection has taken so far is known at its end: counted as
            # the program's, it would put the clock ahead, and work behind it would not show.
            return self._latest
        # All figures must be of one moment. Example: a program has slept for 50 ms, and after
        # `perf_counter` the thread waits 49 ms for a processor. The figure of waiting then has
        # those 49 ms and the first has not, and the sleep would seem to have taken 1 ms.
        # If that figure has not grown since the last reading, the thread has not waited in between.
        # The same holds for collections: Python may collect garbage at each object that is made, so
        # also between two of these figures.
        now, worked, waited, collected = self._figures()
        for _ in range(_TRIES):
            if waited == self._waited and collected == self._in_collections():
                break
            self._waited = waited
            now, worked, waited, collected = self._figures()
        own = worked - collected
        self._latest = max(self._latest, now - waited - worked + self._ratio * own)
        return self._latest

    def _figures(self) -> tuple[float, float, float, float]:
        collected = self._in_collections()
        return perf_counter(), self._processor(), self._put_aside(), collected

    def _in_collections(self) -> float:
        return _collected.get(self.thread, 0.0) - self._collected_before


class _OfThread(threading.local):
    """The time for which this thread was not scheduled, from Linux's file of the thread."""

    def __init__(self) -> None:
        try:
            file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            self.put_aside = float
        else:
            self.put_aside = partial(_second_figure, file)
            weakref.finalize(self.put_aside, os.close, file)


def _second_figure(file: int) -> float:
    return int(os.pread(file, 64, 0).split()[1]) * 1e-9


_of_thread = _OfThread()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_of_thread.__init__)

_collected: dict[int, float] = {}
"""Processor seconds that collections of garbage have taken, by the thread in which they came."""
_collecting_since = 0.0
_collecting_in: int | None = None
"""The thread that collects just now; Python collects in one at a time."""


def _note_collection(phase: str, _generation: dict[str, int]) -> None:
    global _collecting_since, _collecting_in
    now, thread = thread_time(), threading.get_ident()
    if phase == "stop":
        _collected[thread] = _collected.get(thread, 0.0) + now - _collecting_since
    _collecting_since = now
    _collecting_in = thread if phase == "start" else None


@cache
def _begin_to_note_collections() -> None:
    """Let Python call `_note_collection` from now on.

    There is one for all clocks: a process may make a hundred between two full collections.
    """
    _hide_collections_from_debuggers()
    gc.callbacks.append(_note_collection)


def _hide_collections_from_debuggers() -> None:
    """Let the debuggers that are made with `bdb` (pdb, pytest's, IPython's) pass over this module.

    `breakpoint()` stops at the next event of its thread. If Python collects garbage before the
    script's next line, that event is the call of `_note_collection`.
    """
    stops_here: Callable[[bdb.Bdb, FrameType], bool] = bdb.Bdb.stop_here

    def stop_here(self: bdb.Bdb, frame: FrameType) -> bool:
        return frame.f_globals is not globals() and stops_here(self, frame)

    bdb.Bdb.stop_here = stop_here


def _processor_clock() -> Callable[[], float]:
    """Return a function for the seconds that this thread had a processor, in any thread."""
    find = getattr(time, "pthread_getcpuclockid", None)
    if find is None:
        return perf_counter
    clock, before, latest = find(threading.get_ident()), 0.0, 0.0

    def seconds() -> float:
        nonlocal clock, before, latest
        try:
            latest = before + time.clock_gettime(clock)
        except OSError:  # in a forked child the thread has another clock, which begins at 0
            clock, before = find(threading.get_ident()), latest
            latest = before + time.clock_gettime(clock)
        return latest

    return seconds


@cache
def processor_ratio() -> float:
    """Return how long the host of `host_costs` takes for what this processor does in a second.

    It is measured once in a process, in 50 ms, as the median of three programs.
    """
    # The seconds are those of `integer_loop`, `function_calls` and `containers` in the record
    # tests/truth/operators/host_costs_h200.json, for as many rounds as here.
    known = ((_integers, 0.0116361 / 20), (_calls, 0.0049164 / 10), (_containers, 0.0067489 / 10))
    return statistics.median(there / _least_seconds(program) for program, there in known)


def _least_seconds(program: Callable[[], object]) -> float:
    taken: list[float] = []
    for _ in range(_ROUNDS):
        begin = thread_time()
        program()
        taken.append(thread_time() - begin)
    return min(taken)


def _integers() -> int:
    total = 0
    for i in range(10_000):
        total += i * 3 ^ 5
    return total


def _calls() -> int:
    def add(a: int, b: int = 1) -> int:
        return a + b

    total = 0
    for _ in range(10_000):
        total = add(total, b=2)
    return total


def _containers() -> int:
    pairs: dict[str, list[tuple[int, int]]] = {}
    for i in range(3_000):
        pairs.setdefault(f"k{i % 100}", []).append((i, i + 1))
    return sum(len(v) for v in pairs.values())
