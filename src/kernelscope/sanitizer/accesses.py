"""Accesses to memory as the race tool compares them: the one that happens now, and earlier ones.

They are tuples: a frozen dataclass takes three times as long to make.
"""

from __future__ import annotations

from typing import NamedTuple

from kernelscope.vgpu.layout import FLAGGED, TIME_BITS
from kernelscope.vgpu.runtime.watching import BlockWatch

_LOW = (1 << TIME_BITS) - 1
ON_THE_WAY = (1 << 63 - TIME_BITS) - 1
"""The time of what an engine reads until its wait: later than all others."""


class Earlier(NamedTuple):
    """An earlier access to a cell: by whom, when, and its mark."""

    who: int
    time: int
    mark: int

    @staticmethod
    def of(stamp: int, mark: int) -> Earlier:
        """Return the access that a stamp and its mark describe."""
        return Earlier(stamp & _LOW, (stamp & FLAGGED - 1) >> TIME_BITS, mark)


class Now(NamedTuple):
    """The access that is looked at: by whom, its mark, and where it is.

    home: the block whose shared memory it is; of global memory the one that accesses it.
    """

    who: int
    mark: int
    cell: int
    lane: int
    home: BlockWatch
