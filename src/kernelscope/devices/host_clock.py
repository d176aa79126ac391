"""The time that a program has run on this machine, without the time taken by other programs."""

from __future__ import annotations

import os
import time
import weakref

_TRIES = 10
_perf_counter = time.perf_counter  # the real one: Python's may follow a virtual clock later


class HostClock:
    """The seconds that pass, except those in which the thread waited for a processor.

    The host of a GPU has a processor for each program. Here tests, other programs and our own
    threads share it, and a thread that is descheduled for some milliseconds would show them as its
    own. Linux counts them (the second figure of `schedstat`); elsewhere all time is the program's.
    Sleeping and waiting for files count. The thread is the one that makes the clock.
    """

    def __init__(self) -> None:
        self._latest = self._waited = 0.0
        try:
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1
        else:
            weakref.finalize(self, os.close, self._file)

    def __call__(self) -> float:
        """Return the seconds since some moment; they never decrease."""
        # Both figures must be of one moment. Example: a program has slept for 50 ms, and after
        # `perf_counter` the thread waits 49 ms for a processor. The second figure then has those
        # 49 ms and the first has not, and the sleep would seem to have taken 1 ms.
        # If the second has not grown since the last reading, the thread has not waited in between.
        now, waited = _perf_counter(), self._put_aside()
        for _ in range(_TRIES):
            if waited == self._waited:
                break
            self._waited = waited
            now, waited = _perf_counter(), self._put_aside()
        self._latest = max(self._latest, now - waited)
        return self._latest

    def _put_aside(self) -> float:
        if self._file < 0:
            return 0.0
        return int(os.pread(self._file, 64, 0).split()[1]) * 1e-9
