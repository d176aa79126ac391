"""Which blocks of a launch are traced, to simulate its time."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.vgpu.counting.trace import TraceRequest

_MOST_EVENTS = 6000
"""Events of a traced warp: the accesses of a product over k = 4096 are 1,000 to 3,000."""


def spread_blocks(n: int) -> list[int]:
    """Return some of n blocks that stand side by side, spread over the grid.

    Neighbours show what blocks share; blocks far apart show how uneven they are.
    """
    chosen = {0, 1, n // 4, n // 2, n // 2 + 1, 3 * n // 4, n - 2, n - 1}
    return sorted(at for at in chosen if 0 <= at < n)


def blocks_to_trace(total: int, running: Sequence[int] | None) -> TraceRequest:
    """Return which blocks of a launch to trace.

    Args:
        total: the blocks of its grid.
        running: the numbers of those that run, in order; None: all.
    """
    numbers = spread_blocks(total)
    if running is not None and not set(numbers).issubset(running):
        numbers = [running[at] for at in spread_blocks(len(running))]
    return TraceRequest(tuple(numbers), _MOST_EVENTS)
