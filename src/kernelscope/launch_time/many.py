"""Which launches of a kernel are simulated, if a program launches it very often.

Boxes of random sizes that are drawn into an image are 4,147 launches, of which no two count the
same, and to simulate each takes seven times as long as to run it. While few were simulated, all
are. Then a launch that counts nearly the same as one that was simulated has its cycles, scaled by
the instructions. The more are simulated after that, the less near it has to be.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from kernelscope.hardware.constants import Constants

if TYPE_CHECKING:
    from kernelscope.vgpu import LaunchCounts

_C = Constants("launch_time/many")

CyclesT = TypeVar("CyclesT")


@dataclass(eq=False)
class SimulatedLaunches(Generic[CyclesT]):
    """The launches of one kernel that were simulated.

    Attributes:
        is_settled: the last launch counted nearly the same as one of them, and so will the next
            one: it need not be traced.
    """

    is_settled: bool = field(default=False, init=False)
    _cost: float = field(default=0.0, init=False)
    _more: int = field(default=0, init=False)
    _counts: list[np.ndarray] = field(default_factory=list[np.ndarray], init=False)
    _cycles: list[CyclesT] = field(default_factory=list[CyclesT], init=False)

    def add(self, counts: LaunchCounts, cycles: CyclesT) -> None:
        """Note that a launch, which was traced, is simulated."""
        assert counts.trace is not None
        warps = [warp for block in counts.trace.blocks for warp in block.warps]
        events, blocks = sum(len(warp.kinds) for warp in warps), len(counts.trace.starts)
        self._more += self._cost >= _C.all_of
        self._cost += 1 + events / _C.events + blocks / _C.blocks
        self._counts.append(_numbers(counts))
        self._cycles.append(cycles)

    def nearest(self, counts: LaunchCounts) -> CyclesT | None:
        """Return the cycles of the launch that counts most nearly the same; None if this one is to
        be simulated. One that was not traced cannot be.
        """
        if self._cost < _C.all_of:
            return None
        numbers, known = _numbers(counts), np.array(self._counts)
        greater = np.maximum(np.maximum(numbers, known), 1.0)
        apart = (np.abs(numbers - known) / greater).max(axis=1)
        at = int(apart.argmin())
        self.is_settled = bool(apart[at] <= _C.near * (1 + self._more / _C.wider))
        return self._cycles[at] if self.is_settled or counts.trace is None else None


def _numbers(counts: LaunchCounts) -> np.ndarray:
    """Return what launches have to have nearly in common: blocks, and all that is counted."""
    return np.array([math.prod(counts.grid), *counts.counters.values()], np.float64)
