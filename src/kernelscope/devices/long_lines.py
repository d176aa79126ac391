"""The lines of a program on which functions of C run for long: what a steady clock leaves out."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable

from kernelscope._real_time import perf_counter
from kernelscope.devices.callsite import is_users, program_frames
from kernelscope.hardware.constants import Constants

_C = Constants("clock")


INSTALLED = "-packages" + os.sep
"""Part of the path of each file of a library that is installed."""


class LongLines:
    """Finds the lines that take long, of those that it is told of as they begin.

    Args:
        clock: the seconds that pass, without waiting for a processor.
        ratio: how long `clock` takes for a second of this processor.
    """

    def __init__(self, clock: Callable[[], float], ratio: float) -> None:
        self._clock, self._ratio = clock, ratio
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._file, self._line = "", 0
        self._at = self._since = perf_counter()
        self._clock_since = clock()

    def begin(self) -> None:
        """Begin anew: what passed until now was not the program's. The line stays."""
        self._clock_since = self._clock()
        self._at = self._since = perf_counter()

    def line(self, file: str, line: int) -> None:
        """Note that a line begins, so that the one before it has ended.

        file: "" if it is installed: then the line counts that has called it.
        """
        if perf_counter() - self._at > _C.long_s:
            self._ended()
        self._file, self._line = file, line
        self._at = perf_counter()

    def places(self) -> list[str]:
        """Return the lines of the program, "file:line", that took 20 ms and more; longest first."""
        long = {place: s for place, s in self._seconds.items() if s >= _C.worth_a_word_s}
        return sorted(long, key=lambda place: -long[place])

    def _ended(self) -> None:
        # Of the time since `begin` the thread may have waited for a processor.
        passed = self._clock() - self._clock_since - self._ratio * (self._at - self._since)
        taken = min(passed, self._ratio * (perf_counter() - self._at))
        if taken > _C.long_s:
            self._seconds[self._place()] += taken
        self.begin()

    def _place(self) -> str:
        if self._file:
            return f"{self._file}:{self._line}"
        for frame in program_frames():
            file = frame.f_code.co_filename
            if is_users(frame) and INSTALLED not in file:
                return f"{file}:{frame.f_lineno}"
        return "an installed library"
