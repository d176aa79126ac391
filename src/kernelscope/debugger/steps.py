"""How far a step goes: until when a launch runs on after it has stopped.

A step follows one lane, the one that is looked at: while a branch has masked it off, the other side
runs without a stop, and the step ends where the lane comes next.
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
    """Where a step begins.

    Attributes:
        lane: the one that it follows.
    """

    warp: Warp
    lane: int
    code: Code
    place: Place

    @property
    def lines(self) -> Lines:
        """The source line that is left."""
        return self.code.lines[self.place]

    def until(self, is_there: Callable[[Here], bool]) -> Until:
        """Where the lane is; once it has ended, wherever the next one is."""

        def is_reached(here: Here) -> bool:
            if not self.warp.live[self.lane]:
                return True
            return here.warp is self.warp and self.lane in here.lanes and is_there(here)

        return is_reached

    def instruction(self) -> Until:
        """To the lane's next instruction of the PTX."""
        return self.until(lambda here: bool(self.code.ptx_line(here.place)))

    def line(self) -> Until:
        """To another source line, into functions too."""
        return self.until(self._differs)

    def over(self) -> Until:
        """To another source line of the same function, or of one that called it."""
        return self.until(
            lambda here: self._differs(here) and len(self.code.lines[here.place]) <= len(self.lines)
        )

    def onward(self) -> Until:
        """As `over`, and not back: the turns of a loop that are left run first."""

        def is_there(here: Here) -> bool:
            lines = self.code.lines[here.place]
            is_outside = len(lines) < len(self.lines)
            return is_outside or (len(lines) == len(self.lines) and lines[0] > self.lines[0])

        return self.until(is_there)

    def out(self) -> Until:
        """Out of the function that was inlined here; of the kernel itself, to the lane's end."""
        return self.until(lambda here: 0 < len(self.code.lines[here.place]) < len(self.lines))

    def to(self, file: str, line: int) -> Until:
        """To a line, or out of the function."""
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
    """So many steps, one after another; the next is made where one has ended."""
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
