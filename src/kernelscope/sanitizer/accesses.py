"""Accesses to memory as the race tool compares them: the one that happens now, and earlier ones.

They are tuples: a frozen dataclass takes three times as long to make.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import NamedTuple

from kernelscope.sanitizer.race_words import LAST_THREAD
from kernelscope.vgpu.layout import (
    FLAGGED,
    LANE_BITS,
    LANES,
    MANY_READERS,
    READ_SITE,
    READERS_SCOPE,
    SITE_MASK,
    STRONG_READERS,
    THREAD_BITS,
    TIME_BITS,
    Mark,
)
from kernelscope.vgpu.runtime.watching import AccessEvent, BlockWatch

_LOW = (1 << TIME_BITS) - 1
# As plain numbers: an operation on flags takes ten times as long.
_ASYNC, _ENGINE, _MANY = map(int, (Mark.ASYNC, Mark.ENGINE, Mark.MANY))
_SHARED, _WRITE = int(Mark.SHARED), int(Mark.WRITE)
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


def readers_in_block(now: Now) -> Iterator[Earlier]:
    """Yield who of the block has read a cell of its shared memory."""
    block, began = now.home.block << THREAD_BITS, now.home.began
    for warp, seen in enumerate(now.home.readers[:-1, now.cell].tolist()):
        if seen >> TIME_BITS < began:
            continue
        mark = seen >> READ_SITE & SITE_MASK | _SHARED
        mark |= _MANY if seen & MANY_READERS else 0
        mark |= (seen & STRONG_READERS) << READERS_SCOPE
        who = block | warp << LANE_BITS | seen & LANES - 1
        yield Earlier(who, seen >> TIME_BITS, int(mark))


def products_of_cell(now: Now) -> Iterator[Earlier]:
    """Yield the products that read a cell of shared memory."""
    block = now.home.block << THREAD_BITS
    mark = _SHARED | _ASYNC | _ENGINE
    for warp, seen in enumerate(now.home.products[:, now.cell].tolist()):
        if seen & FLAGGED:
            who = block | seen >> 20 & LAST_THREAD
            yield Earlier(who, ON_THE_WAY, seen & SITE_MASK | mark)
        elif seen:
            who = block | warp << LANE_BITS
            yield Earlier(who, seen >> TIME_BITS, seen & SITE_MASK | mark)


def is_fresh(event: AccessEvent, now: Now) -> bool:
    """Return whether nothing has written a cell of shared memory in this block before a copy."""
    stamp = int(event.cells.writes[now.cell]) & FLAGGED - 1
    return bool(event.mark & _SHARED) and stamp >> TIME_BITS < now.home.began


# Worked case: the author of a Triton program has written
#
#     count = tl.load(Count)            each of four warps loads it
#     if count == 0: tl.atomic_xchg(Count, 1)      thread 0 does that
#
# and means one load, then one exchange. That no warp loads after the exchange is for the compiler
# to see to, and no tl.debug_barrier() of the author's could tell it so. A load of what the program
# has stored before is another matter: there Triton asks for the barrier.
def in_program_order(now: Now, earlier: Earlier) -> bool:
    """Return whether one block reads global memory and writes it later."""
    here = now.who >> THREAD_BITS == earlier.who >> THREAD_BITS
    is_global = not now.mark & _SHARED
    return here and is_global and bool(now.mark & _WRITE) and not earlier.mark & _WRITE


def stored_by(event: AccessEvent, lane: int) -> bytes:
    """Return what a lane stores to the cell."""
    size, grain = event.element, event.cells.grain
    first = event.cell * grain
    parts = (
        ctypes.string_at(event.data + (place // size * LANES + lane) * size + place % size, 1)
        for place in range(first, first + grain)
    )
    return b"".join(parts)
