"""How far a step goes: until when a launch runs on after it has stopped."""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.debugger.machine import Here, Until
from kernelscope.debugger.places import Code, Line
from kernelscope.vgpu.interpreter import Warp

Lines = tuple[Line, ...]
"""A source line, then those that it was inlined into."""


def instruction(warp: Warp, code: Code) -> Until:
    """To the warp's next instruction of the PTX."""
    return _of_warp(warp, lambda here: bool(code.ptx_line(here.place)))


def line(warp: Warp, code: Code, now: Lines) -> Until:
    """To another source line of the warp, into functions too."""
    return _of_warp(warp, lambda here: _differs(code.lines[here.place], now))


def over(warp: Warp, code: Code, now: Lines) -> Until:
    """To another source line of the function that the warp is in, or of one that called it."""

    def is_there(here: Here) -> bool:
        lines = code.lines[here.place]
        return len(lines) <= len(now) and _differs(lines, now)

    return _of_warp(warp, is_there)


def out(warp: Warp, code: Code, now: Lines) -> Until:
    """Out of the function that was inlined here; of the kernel itself, to the warp's end."""

    def is_there(here: Here) -> bool:
        lines = code.lines[here.place]
        return 0 < len(lines) < len(now)

    return _of_warp(warp, is_there)


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


def _differs(lines: Lines, now: Lines) -> bool:
    return bool(lines) and lines[:1] != now[:1]


def _of_warp(warp: Warp, is_there: Callable[[Here], bool]) -> Until:
    """Where a warp is; where it has ended, wherever the next one is."""
    return lambda here: is_there(here) if here.warp is warp else not warp.live.any()
