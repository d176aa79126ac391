"""How much of a program's own time between two calls is its own, and how much the emulation's.

After an emulated kernel the processor's caches are empty, and other programs share it: what takes 2
microseconds on the host of a GPU (the way out of a call, the loop, the way into the next) takes 20
to 250 here, now and then 2 ms. A stretch that comes again is known by its ends: the least of its
last times is free of what happens now and then, and the rest is nearly the same at every place.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Hashable
from types import FrameType

from kernelscope.devices.callsite import is_users_frame, program_frames

# A stretch counts if it has been there before, often enough to have a least time.
_BEFORE, _REMEMBERED = 2, 8
# Seconds of a stretch that are the emulation's, and up to which nothing counts: from the program's
# own line to the next one, and through a library, such as a module's or an optimizer's way out.
# Under load, on 2 cores for 12 programs: 18 to 87 us for `x + y` in a loop, by the size of x; 169
# to 281 us from an optimizer's last kernel to the next step's first.
_OWN_S, _LEAST_OWN_S = 80e-6, 160e-6
_LIBRARY_S, _LEAST_LIBRARY_S = 300e-6, 600e-6
# Longer stretches are not compared with earlier ones: a program may do more at times.
_LONG_S = 10e-3


class Stretches:
    """The stretches of one program, by the places where they begin and end."""

    def __init__(self) -> None:
        self._begin: tuple[Hashable, bool] = (None, False)
        self._times: dict[Hashable, deque[float]] = {}

    def begin(self) -> None:
        """Note where a stretch begins."""
        self._begin = _place()

    def counted(self, seconds: float) -> float | None:
        """Return how much of the stretch that ends here counts; None: it was too seldom here."""
        begin, end = self._begin, _place()
        times = self._times.setdefault((begin[0], end[0]), deque(maxlen=_REMEMBERED))
        times.append(seconds)
        if len(times) <= _BEFORE:
            return None
        own = begin[1] and end[1]
        theirs, nothing = (_OWN_S, _LEAST_OWN_S) if own else (_LIBRARY_S, _LEAST_LIBRARY_S)
        usual = seconds if seconds > _LONG_S else min(times)
        # Nothing up to the second figure, all but the first from a little more on.
        return max(0.0, min(usual - theirs, 3 * (usual - nothing)))


def _place() -> tuple[Hashable, bool]:
    """Return what tells this call's place from others, and whether it is a line of the program.

    A library's line is told apart by the line of the program that it runs for, too.
    """
    frames = program_frames()
    # The emulation is entered by `with`, so frames of contextlib lie between its own.
    frame = next((f for f in frames if f.f_code.co_filename != contextlib.__file__), None)
    if frame is None or is_users_frame(frame):
        return _line(frame), frame is not None
    users = next(filter(is_users_frame, frames), None)
    return (_line(frame), _line(users)), False


def _line(frame: FrameType | None) -> Hashable:
    return frame and (frame.f_code, frame.f_lasti)
