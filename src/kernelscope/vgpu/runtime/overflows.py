"""The cause of an access outside all memory: an index of 32 bits that overflowed.

Plain code keeps no exact values. So a launch that ends far outside runs again in a child process,
whose memory is its own, with code that follows the integers of addresses (`jit.overflow`): first
the block that failed, alone, then all of them, if that one does not fail again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.errors import FaultPlace, IndexOverflow, LaunchError, MemoryAccessError
from kernelscope.vgpu.analysis.numerics import NumericPlan, Use, overflow_of
from kernelscope.vgpu.clusters import Dim3
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.fork_pool import call_apart, can_fork
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.runtime.settings import Makers
from kernelscope.vgpu.tools import Tool

if TYPE_CHECKING:
    from kernelscope.vgpu.runtime.numerics import Stored

Blocks = np.ndarray | None
Again = Callable[[Makers, Blocks, float], object]
"""Runs a launch again: with tools, these blocks (None for all), for so many seconds at most."""

_FAR = 1 << 16
"""Bytes outside a small allocation; a mask that is missing, or `x[i - 1]`, ends nearer."""
_LARGE = 1 << 31
_LIMIT_S = 10.0  # for each attempt

_CASTS = {"cuda": "`(int64_t)`", "numba": "`np.int64(…)`", "": "`cvt.s64.s32`"}
_TRITON = "`.to(tl.int64)`"


def wide_index(origin: object) -> str:
    """Return how to calculate an index in 64 bits, in the language of a launch's kernel."""
    cast = _CASTS.get(getattr(origin, "frontend", ""), _TRITON)
    return f"calculate the index in 64 bits: cast one operand to int64 first, {cast}"


def explain(
    error: MemoryAccessError, again: Again, attempts: Sequence[Blocks], origin: object
) -> None:
    """Add to an error that its address comes from an index that overflowed, if it does.

    Args:
        error: of a launch.
        again: runs the launch again, with a tool for it, in some of its blocks.
        attempts: the blocks to run, each until the error comes again; None for all.
        origin: that of the launch.
    """
    place = error.place
    if error.overflow is None and place is not None and _may_be_overflow(error, place):
        with suppress(OSError):  # where no further process is allowed, the error stays as it is
            (outcome,) = call_apart([partial(_cause, place, again, attempts)])
            if outcome.value is not None:
                error.explain(outcome.value, wide_index(origin))


def _may_be_overflow(error: MemoryAccessError, place: FaultPlace) -> bool:
    if place.kind != "out-of-bounds" or error.address < 0 or not can_fork():
        return False
    region, offset = SPACE.place_of(error.address)
    if region is None or region.size >= _LARGE:
        return True
    return max(-offset, offset - region.size) >= _FAR


def _cause(place: FaultPlace, again: Again, attempts: Sequence[Blocks]) -> IndexOverflow | None:
    """Run a launch again; return what overflowed."""
    for blocks in attempts:
        watch = _Watch(place.ptx_line)
        try:
            again({Tool.INDICES: watch.begin}, blocks, _LIMIT_S)
        except LaunchError as error:
            if error.place is not None and error.place.ptx_line == place.ptx_line:
                return watch.cause_of(error.place)
        else:  # it goes on where accesses are at fault
            if (cause := watch.cause_of(place)) is not None:
                return cause
    return None


class _Watch:
    """Keeps what overflowed of the addresses of one instruction.

    line: the instruction's, in the PTX.
    """

    def __init__(self, line: int) -> None:
        self._line = line
        self._causes: dict[tuple[Dim3, Dim3], IndexOverflow] = {}
        self._facts: LaunchFacts[NumericPlan] | None = None

    def begin(self, facts: LaunchFacts[NumericPlan]) -> _Watch:
        """Begin a launch."""
        self._facts = facts
        return self

    def told(self, step: int, use: Use, lanes: int, codes: np.ndarray, context: np.ndarray) -> None:
        """Keep what overflowed at an access; see `numerics.NumericExaminer`."""
        facts = self._facts
        if facts is None or use != Use.ADDRESS or facts.plan.steps[step].ptx_line != self._line:
            return
        for lane in range(LANES):
            overflow = overflow_of(facts.plan, int(codes[lane])) if lanes >> lane & 1 else None
            if overflow is not None:
                self._causes.setdefault(facts.thread_at(context, lane), overflow)

    def imprecise(self, store: int, lanes: int, values: Stored, context: np.ndarray) -> None:
        """Do nothing: this tool does not look at floats."""

    def end(self, sums: np.ndarray) -> None:
        """Note that the launch has ended."""

    def cause_of(self, place: FaultPlace) -> IndexOverflow | None:
        """Return the overflow in the address of a failed access; None if there is none."""
        return self._causes.get((place.thread, place.block))
