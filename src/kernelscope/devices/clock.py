"""The virtual clock: the time that a program would see if its kernels ran on the GPU.

    virtual time = host time - emulation + host time of operations + waiting for the device

Kernels queue on one device timeline behind each other, from the moment of their launch; each takes
its estimated time. The host continues until it waits for the device; only then does its clock jump
to the end of the queue. The time that this machine needs to emulate the GPU, and to hand it an
operation, is left out; the time that the host of an H200 needs for that is put in (`host_costs`).
The program's own Python counts as it runs here. All streams share the timeline, as kernels that
fill the GPU do.
"""

from __future__ import annotations

import threading
import time
import timeit
from collections.abc import Callable, Generator
from contextlib import contextmanager

from kernelscope._patching import Patches
from kernelscope.devices.activity import ActivityLog
from kernelscope.devices.host_clock import HostClock
from kernelscope.devices.ranges import OpenRange, OpenRanges
from kernelscope.devices.virtual import Event, VirtualGPU
from kernelscope.record import SyncKind


class Timeline:
    """The host's virtual clock and the device's queue behind it, in seconds.

    Args:
        gpu: the GPU whose recorded events join the queue.
        real: the host's clock; None: a new one for this thread.

    Attributes:
        dispatch_s: seconds that this machine takes to hand an operation to the facade.
        log: the log of activities while a profile is taken, else None.
        ranges: the ranges that the program has begun.
    """

    def __init__(self, gpu: VirtualGPU, real: Callable[[], float] | None = None) -> None:
        self._gpu = gpu
        self._real = real = real or HostClock()
        self._begin = real()
        self._hidden = 0.0  # emulation so far
        self._waited = 0.0
        self._ready = 0.0  # the moment at which the device has done all that was queued
        self._depth = 0
        self.dispatch_s = 0.0
        self._emulating_since = 0.0
        self._seen = self._begin  # host time that was shown, or at which emulation ended
        self._lock = threading.RLock()
        self.log: ActivityLog | None = None
        self.ranges = OpenRanges(self.now, self._log_range)

    def _log_range(self, ended: OpenRange, end: float) -> None:
        if self.log is not None:
            self.log.range(ended.name, ended.kind, ended.begin, end)

    def now(self) -> float:
        """Return the host's virtual time since the beginning, in seconds.

        It stands still during emulation.
        """
        with self._lock:
            real = self._emulating_since if self._depth else self._real()
            self._seen = max(self._seen, real)
            return real - self._begin - self._hidden + self._waited

    @contextmanager
    def emulation(self) -> Generator[None]:
        """Leave the time spent inside out of the host's time."""
        with self._lock:
            if not self._depth:
                self._emulating_since = self._real()
            self._depth += 1
        try:
            yield
        finally:
            with self._lock:
                self._depth -= 1
                if not self._depth:
                    self._seen = self._real()
                    self._hidden += self._seen - self._emulating_since

    @contextmanager
    def operation(self, host_us: float) -> Generator[tuple[float, float]]:
        """Emulate an operation that takes the host of a real GPU `host_us` microseconds.

        The time that this machine took to get here, up to `dispatch_s`, is left out as well.
        Inside another emulation nothing is charged. Work that is queued inside is queued half way
        through. Yields the moment at which the operation begins, and the seconds that are still to
        be charged when the block is left.
        """
        # Example: a program calls x.tanh() at virtual time 100 us; emulating it takes 40 ms here.
        # It costs 10.6 us next to an H200 (OPERATOR_US): the kernel is queued at 105.3 us, and
        # the program goes on at 110.6 us. The way into the call, up to `dispatch_s`, is left out,
        # because those 10.6 us include it. More than `dispatch_s` is the program's own work before
        # the call.
        with self._lock:
            outermost = not self._depth
            if outermost:
                self._hidden += min(self._real() - self._seen, self.dispatch_s)
            half = 0.5e-6 * host_us if outermost else 0.0
        with self.emulation():
            begin = self.now()
            with self._lock:
                self._waited += half
            try:
                yield begin, half
            finally:
                with self._lock:
                    self._waited += half

    @contextmanager
    def launch(self, host_us: float) -> Generator[None]:
        """Emulate the launch of a kernel, as `operation` does, and log it."""
        outermost = not self._depth
        with self.operation(host_us) as (begin, _):
            if outermost and self.log is not None:
                self.log.launch(begin, begin + host_us * 1e-6)
            yield

    @contextmanager
    def host_work(self) -> Generator[None]:
        """Count the time spent inside as the host's, although emulation surrounds it."""
        with self._lock:
            depth = self._depth
            if depth:
                self._hidden += self._real() - self._emulating_since
            self._depth -= depth
        try:
            yield
        finally:
            with self._lock:
                self._depth += depth
                if depth:
                    self._emulating_since = self._real()

    def enqueue(self, event: Event) -> None:
        """Queue a launch or an operation behind the work that is already queued."""
        if event.time_us is not None:
            submitted, begin, end = self._queue(event.time_us.value)
            if self.log is not None:
                self.log.device(event, submitted, begin, end)

    def delay(self, microseconds: float, name: str) -> None:
        """Queue work that is not a kernel, such as a copy over the link to the host."""
        submitted, begin, end = self._queue(microseconds)
        if self.log is not None:
            self.log.copy(name, submitted, begin, end)

    def _queue(self, microseconds: float) -> tuple[float, float, float]:
        """Queue work; return when it was submitted, begins and ends, in seconds."""
        with self._lock:
            submitted = self.now()
            begin = max(self._ready, submitted)
            self._ready = begin + microseconds * 1e-6
            return submitted, begin, self._ready

    def mark(self) -> float:
        """Return the moment at which the device will have done all that is queued now."""
        return max(self._ready, self.now())

    def wait_until(self, moment: float, kind: SyncKind = "explicit") -> None:
        """Let the host wait until `moment`, unless it has passed.

        kind: the cause of the wait.
        """
        with self.emulation():
            begin = self.now()
            with self._lock:
                self._waited += max(moment - begin, 0.0)
            if self.log is not None:
                self.log.wait(kind, begin, self.now())

    def synchronize(self, kind: SyncKind = "explicit") -> None:
        """Let the host wait until the queue is empty."""
        self.wait_until(self._ready, kind)

    @contextmanager
    def follow(self) -> Generator[Timeline]:
        """Queue everything that is recorded inside."""
        self._gpu.listeners.append(self.enqueue)
        try:
            yield self
        finally:
            self._gpu.listeners.remove(self.enqueue)


@contextmanager
def virtual_clock(timeline: Timeline) -> Generator[None]:
    """Let Python's clocks follow the timeline from here on: `time`, and `timeit`'s timer."""
    clocks = ("time", "perf_counter", "monotonic", "process_time", "thread_time")
    with Patches() as undo:
        follow = {name: _following(getattr(time, name), timeline) for name in clocks}
        undo.attributes(time, **follow)
        undo.attributes(time, **{f"{name}_ns": _in_ns(clock) for name, clock in follow.items()})
        undo.attributes(timeit, default_timer=follow["perf_counter"])
        yield


def _following(clock: Callable[[], float], timeline: Timeline) -> Callable[[], float]:
    """Return a clock that starts at the present time of `clock` and follows the timeline."""
    offset = clock() - timeline.now()

    def follow() -> float:
        return offset + timeline.now()

    return follow


def _in_ns(clock: Callable[[], float]) -> Callable[[], int]:
    def follow() -> int:
        return round(clock() * 1e9)

    return follow
