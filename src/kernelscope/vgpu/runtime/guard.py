"""A thread that looks after launches and other long work: it stops launches at their limit and at
Ctrl-C, and has a line written about what lasts (`long_work.py`).

Compiled code holds the thread that started it until it returns, so Python handles no signal in the
meantime. The guard learns of Ctrl-C from the pipe to which the interpreter writes each signal's
number at once (`signal.set_wakeup_fd`), stops the launch, and Python then raises KeyboardInterrupt.

Between launches the guard sleeps. A thread that wakes every tenth of a second takes Python's lock
for some microseconds, and where other programs share the processor it may be put aside with it: the
program's own thread waits for 20 ms, which its clocks show. So a timer of Linux's, which each
launch starts and stops, wakes the guard, and only in a launch that lasts.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from kernelscope._real_time import process_time
from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.layout import Control
from kernelscope.vgpu.runtime.long_work import Work, line, show_long_work

_LOOKS_S = 0.1


@dataclass(eq=False)
class WatchedLaunch(Work):
    """A launch that runs.

    Attributes:
        control: the slots of `layout.Control`.
        limit_s: seconds of processor time of this process that it may take; None for no limit.
        where: returns the loop that it is in: "at k.cu:12 (ptx:96)", or "".
        stopped_at: where it was when its time was over.
    """

    control: ctypes.Array[ctypes.c_int64]
    limit_s: float | None
    where: Callable[[], str]
    begun_cpu: float | None = None
    stopped_at: str = ""

    def look(self, interrupted: bool) -> None:
        """Stop the launch if it is time."""
        # The limit counts from the first look, since to ask takes longer than a short launch.
        if self.begun_cpu is None:
            self.begun_cpu = process_time()
        if interrupted:
            self.control[Control.STOP] = Fault.INTERRUPTED
        # Time in which this process waited for other processes does not count.
        elif self.limit_s is not None and process_time() - self.begun_cpu > self.limit_s:
            self.stopped_at = self.where()
            self.control[Control.STOP] = Fault.TIME_LIMIT

    def progress(self) -> str:
        """Return how far it is, and how to stop it."""
        total = self.control[Control.TOTAL_BLOCKS]
        begun = min(self.control[Control.NEXT_BLOCK], total)
        place = self.where()
        now = f", now {place}" if place else ""
        return (
            f": {begun:,} of {total:,} blocks begun{now}; Ctrl-C stops it, --limit SECONDS "
            "(limit_s=) sets a limit"
        )


class _Timer:
    """A timer that makes a file readable every _LOOKS_S, from `start` to `stop`: timerfd_create(2).

    To start or stop it takes half a microsecond; to wake a thread takes longer than a short launch.
    """

    def __init__(self) -> None:
        system = ctypes.PyDLL(None, use_errno=True)  # it keeps Python's lock: the calls are short
        flags = os.O_NONBLOCK | os.O_CLOEXEC
        self.file = system["timerfd_create"](time.CLOCK_MONOTONIC, flags)
        if self.file < 0:
            raise OSError(ctypes.get_errno(), "the guard of launches cannot make a timer")
        self._set = system["timerfd_settime"]
        step = (0, round(_LOOKS_S * 1e9))  # seconds and nanoseconds
        self._on = (ctypes.c_long * 4)(*step, *step)  # between two, until the first
        self._off = (ctypes.c_long * 4)()

    def start(self) -> None:
        self._set(self.file, 0, self._on, None)

    def stop(self) -> None:
        self._set(self.file, 0, self._off, None)

    def passed(self) -> bool:
        """Return whether the time has come since the last call."""
        try:
            return bool(os.read(self.file, 8))
        except BlockingIOError:
            return False


class _Guard:
    def __init__(self) -> None:
        self._works: list[Work] = []
        self._changing = threading.Lock()
        self._before: int | None = None
        self._timer = _Timer()
        self._reads, self._writes = os.pipe()
        os.set_blocking(self._reads, False)
        os.set_blocking(self._writes, False)
        self._received = select.poll()
        self._received.register(self._reads, select.POLLIN)
        threading.Thread(target=self._run, name="virtual-gpu-guard", daemon=True).start()

    def begin_launch(self, launch: WatchedLaunch) -> None:
        """Look after a launch until `end_launch`; only one runs."""
        self._before = self._listen(self._writes)
        self.begin(launch)

    def end_launch(self, launch: WatchedLaunch) -> None:
        """Look after the launch no more."""
        self.end(launch)
        if self._before is not None:
            self._listen(self._before)
            # To ask takes a fifth of the time of a read that fails, and a launch may take 40 µs.
            if self._received.poll(0):
                self._pass_on(self._before)

    def begin(self, work: Work) -> None:
        """Look after work until `end`, and say so if it lasts."""
        line().begin(work)
        with self._changing:
            if not self._works:
                self._timer.start()
            self._works.append(work)

    def end(self, work: Work) -> None:
        """Look after the work no more."""
        work.is_over = True
        with self._changing:
            self._works.remove(work)
            if not self._works:
                self._timer.stop()
        line().end()

    @staticmethod
    def _listen(pipe: int) -> int | None:
        """Have signals written to a pipe; return the one before, None outside the main thread."""
        try:
            return signal.set_wakeup_fd(pipe, warn_on_full_buffer=False)
        except ValueError:
            return None

    def _pass_on(self, pipe: int) -> None:
        """Write the signals that came meanwhile to the pipe of the one who listened before."""
        try:
            received = os.read(self._reads, 4096)
        except BlockingIOError:  # the guard's thread has them at this moment, and puts them back
            return
        if pipe >= 0:
            with suppress(BlockingIOError):
                os.write(pipe, received)

    def _interrupted(self) -> bool:
        """Return whether Ctrl-C was pressed; what was read goes back into the pipe."""
        try:
            received = os.read(self._reads, 4096)
        except BlockingIOError:
            return False
        os.write(self._writes, received)
        return signal.SIGINT in received

    def _run(self) -> None:
        wait = select.poll()
        wait.register(self._timer.file, select.POLLIN)
        while True:
            wait.poll()
            if self._timer.passed():
                self._look()

    # In a function of its own: what it holds, an operator's tensors among it, must not live on here
    # until the next look.
    def _look(self) -> None:
        works = [*self._works]
        if works:
            interrupted = self._interrupted()
            for work in works:
                work.look(interrupted)
            line().look(works[-1])


_guards: list[_Guard] = []


def _forget() -> None:
    """Begin anew in a forked process, which has no thread but the one that forked."""
    _guards.clear()
    show_long_work(None)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def guard() -> _Guard:
    """Return the guard of this process."""
    if not _guards:
        _guards.append(_Guard())
    return _guards[0]
