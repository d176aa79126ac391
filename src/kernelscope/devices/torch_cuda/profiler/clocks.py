"""From this machine's clock to the virtual clock.

PyTorch's profiler stamps its events with this machine's time. The virtual clock stands still while
a GPU is emulated, and jumps when the host waits.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from dataclasses import dataclass


def real_ns() -> int:
    """Return this machine's time, in nanoseconds since 1970, as PyTorch's profiler reads it."""
    return time.clock_gettime_ns(time.CLOCK_REALTIME)  # no virtual clock replaces this function


@dataclass(frozen=True, slots=True)
class Emulation:
    """A stretch of this machine's time in which a GPU was emulated, and its virtual length."""

    real_begin: int
    real_end: int
    begin: int
    end: int


class ClockMap:
    """A function from this machine's nanoseconds to virtual nanoseconds; it never decreases.

    Args:
        epoch: virtual nanoseconds at the beginning of the timeline.

    It begins inside an emulation: the one that starts the profiler.
    """

    def __init__(self, epoch: int) -> None:
        self._epoch = epoch
        self._real: list[int] = []
        self._virtual: list[int] = []

    def note(self, virtual_s: float) -> None:
        """Note that emulation ended, or began, just now; in turn."""
        self._real.append(real_ns())
        self._virtual.append(self.to_ns(virtual_s))

    def to_ns(self, virtual_s: float) -> int:
        """Return seconds of the timeline as virtual nanoseconds."""
        return self._epoch + round(virtual_s * 1e9)

    def __call__(self, real: int) -> int:
        """Return the virtual moment of a moment of this machine."""
        # Example: the clock goes on at real 0, virtual 0; the program works for 30 us and calls
        # x + y, which gets to the emulation at real 50 us. Those last 20 us are this machine's way
        # into the call, so the timeline says that the emulation begins at virtual 30 us. A range
        # that began at real 10 us begins at virtual 10 us, aten::add (real 33 us) at 30 us.
        place = bisect_right(self._real, real) - 1
        if place < 0:
            return self._virtual[0] if self._virtual else self._epoch
        since, begin = real - self._real[place], self._virtual[place]
        if place + 1 == len(self._real):
            return begin if place % 2 else begin + since
        end = self._virtual[place + 1]
        if place % 2 == 0:
            return min(begin + since, end)
        return begin + (end - begin) * since // (self._real[place + 1] - self._real[place])

    def emulation(self, real: int) -> Emulation | None:
        """Return the emulation that went on at a moment of this machine, or None."""
        place = bisect_right(self._real, real) - 1
        if place < 0 or place % 2 == 0 or place + 1 == len(self._real):
            return None
        return Emulation(
            self._real[place],
            self._real[place + 1],
            self._virtual[place],
            self._virtual[place + 1],
        )

    def hides(self, real_begin: int, real_end: int) -> bool:
        """Return whether a stretch of this machine's time lies inside one emulation."""
        place = bisect_right(self._real, real_begin) - 1  # -1: in the emulation that starts it all
        if place % 2 == 0:
            return False
        return place + 1 == len(self._real) or real_end <= self._real[place + 1]
