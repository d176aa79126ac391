"""The end of a step: the condition until which a stopped launch runs on.

In: a stopped warp and lane. Out: an `Until`.

A step follows the current lane. In `if (lane < 16) a(); else b();`, lane 3 steps from the `if` to
`a()` and then past the `else`: while a branch has masked the lane off, the other side runs without
a stop. If the step followed the warp, it would stop in `b()`, where lane 3 has no values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.debugger.machine import Here, Until
from kernelscope.debugger.places import Code, Line
from kernelscope.vgpu.interpreter.warp import Place, Warp

Lines = tuple[Line, ...]
"""A source line, then those that it was inlined into."""


@dataclass(frozen=True, slots=True)
class Step:
    """The start of a step: a place of a kernel, in a warp, and the lane that the step follows."""

    warp: Warp
    lane: int
    code: Code
    place: Place

    @property
    def lines(self) -> Lines:
        """The source line at which the step begins, and those that it was inlined into."""
        return self.code.lines[self.place]

    def until(self, is_there: Callable[[Here], bool]) -> Until:
        """Return a condition for the lane; once it has ended, any place is the end of the step."""

        def is_reached(here: Here) -> bool:
            if not self.warp.live[self.lane]:
                return True
            return here.warp is self.warp and self.lane in here.lanes and is_there(here)

        return is_reached

    def instruction(self) -> Until:
        """Return the end of a step to the lane's next PTX instruction."""
        return self.until(lambda here: bool(self.code.ptx_line(here.place)))

    def line(self) -> Until:
        """Return the end of a step to another source line, also in a called function."""
        return self.until(self._differs)

    def over(self) -> Until:
        """Return the end of a step to another source line of this function or of a caller."""
        return self.until(
            lambda here: self._differs(here) and len(self.code.lines[here.place]) <= len(self.lines)
        )

    def onward(self) -> Until:
        """Return the end of a step like `over`, but only forwards: loops run to their end."""

        def is_there(here: Here) -> bool:
            lines = self.code.lines[here.place]
            is_outside = len(lines) < len(self.lines)
            return is_outside or (len(lines) == len(self.lines) and lines[0] > self.lines[0])

        return self.until(is_there)

    def out(self) -> Until:
        """Return the end of a step out of the inlined function, or to the lane's end."""
        return self.until(lambda here: 0 < len(self.code.lines[here.place]) < len(self.lines))

    def to(self, file: str, line: int) -> Until:
        """Return the end of a step to a line, or out of the function."""
        places = frozenset(self.code.places_of(file, line))
        return self.until(
            lambda here: (
                here.place in places or 0 < len(self.code.lines[here.place]) < len(self.lines)
            )
        )

    def _differs(self, here: Here) -> bool:
        lines = self.code.lines[here.place]
        return bool(lines) and lines[:1] != self.lines[:1]


def times(count: int, make: Callable[[Here], Until], first: Until) -> Until:
    """Return the end of `count` steps; each begins where the one before has ended."""
    left, until = count, first

    def is_there(here: Here) -> bool:
        nonlocal left, until
        if not until(here):
            return False
        left -= 1
        if left:
            until = make(here)
        return not left

    return is_there
