"""Ranges that a program names: NVTX's, and `record_function` of PyTorch's profiler."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass

KINDS = ("model", "input", "step", "layer", "forward", "backward", "optimizer")
"""The kinds of ranges; any other range is of kind "range"."""

ITERATION = "iteration"
"""The kind of a program's own "step"; the kind "step" is kept for the profile's own steps."""

# PyTorch's own: Optimizer.step#SGD.step, enumerate(DataLoader)#…Iter.__next__
_TORCHS = {"Optimizer.": "optimizer", "enumerate(DataLoader)": "input"}
_KIND = re.compile(rf"({'|'.join(KINDS)})(?![a-z])", re.IGNORECASE)


def kind_of(name: str) -> str:
    """Return the kind that a range's name begins with: `layer_3` and `layer: 3` are layers."""
    for beginning, range_kind in _TORCHS.items():
        if name.startswith(beginning):
            return range_kind
    match = _KIND.match(name)
    range_kind = match[1].lower() if match else "range"
    return ITERATION if range_kind == "step" else range_kind


@dataclass(frozen=True, slots=True)
class OpenRange:
    """A range that has begun, at `begin` of its timeline."""

    name: str
    kind: str
    begin: float


class OpenRanges:
    """The ranges of a timeline that have begun: a stack for each thread, and those by handle.

    `now`: the timeline's time. `ended`: called with a range that ends, and when.
    """

    def __init__(self, now: Callable[[], float], ended: Callable[[OpenRange, float], None]) -> None:
        self._now = now
        self._ended = ended
        self._threads = threading.local()
        self._handles = itertools.count(1)
        self._by_handle: dict[int, OpenRange] = {}

    def push(self, name: str, kind: str = "") -> int:
        """Begin a range inside this thread's innermost one; return how many enclose it."""
        stack = self._stack()
        stack.append(self._begin(name, kind))
        return len(stack) - 1

    def pop(self) -> int:
        """End this thread's innermost range; return how many enclosed it, -1 if none was open."""
        stack = self._stack()
        if stack:
            self._end(stack.pop())
            return len(stack)
        return -1

    def start(self, name: str, kind: str = "") -> int:
        """Begin a range that need not nest; return its handle."""
        handle = next(self._handles)
        self._by_handle[handle] = self._begin(name, kind)
        return handle

    def end(self, handle: int) -> None:
        """End the range of a handle; like NVTX, ignore an unknown handle."""
        if opened := self._by_handle.pop(handle, None):
            self._end(opened)

    def _begin(self, name: str, kind: str) -> OpenRange:
        return OpenRange(name, kind or kind_of(name), self._now())

    def _end(self, opened: OpenRange) -> None:
        self._ended(opened, self._now())

    def _stack(self) -> list[OpenRange]:
        if not hasattr(self._threads, "stack"):
            self._threads.stack = []
        return self._threads.stack
