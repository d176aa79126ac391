"""Which blocks of a launch are traced, to simulate its time."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.vgpu.counting.trace import TraceRequest

_MOST_EVENTS = 6000
"""Events of a traced warp: the accesses of a product over k = 4096 are 1,000 to 3,000."""


def blocks_to_trace(blocks: Sequence[int]) -> TraceRequest:
    """Return which blocks of a launch to trace: some that stand side by side, spread over the grid.

    Neighbours show what blocks share; blocks far apart show how uneven they are.

    blocks: the numbers of those that run, in order.
    """
    n = len(blocks)
    chosen = {0, 1, n // 4, n // 2, n // 2 + 1, 3 * n // 4, n - 2, n - 1}
    numbers = sorted({blocks[at] for at in chosen if 0 <= at < n})
    return TraceRequest(tuple(numbers), _MOST_EVENTS)
