"""The choice of the blocks of a launch that are traced to simulate its time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kernelscope.hardware.constants import Constants
from kernelscope.vgpu.clusters import Dim3
from kernelscope.vgpu.counting.trace import TraceRequest

_C = Constants("launch_time/blocks")


# The places of four pairs of blocks in each direction of the grid, in thirds of it. No direction is
# correlated with another one, and the mean of each is the middle.
_PLACES = ((1, 3, 0, 2), (0, 1, 2, 3), (3, 0, 1, 2))


def spread_blocks(grid: Dim3) -> list[int]:
    """Return the numbers of some blocks of a grid: pairs of neighbours, spread over it.

    Neighbours show what blocks share; blocks far apart show how uneven they are.
    """
    n = math.prod(grid)
    if sum(size > 1 for size in grid) < 2:
        chosen = {0, 1, n // 4, n // 2, n // 2 + 1, 3 * n // 4, n - 2, n - 1}
        return sorted(at for at in chosen if 0 <= at < n)
    # Every quarter of 32 x 128 blocks begins a row: of a causal attention, whose rows are its
    # 32 groups of queries, only the first and the last group would be seen.
    chosen, stride = np.zeros((4, 2), np.int64), 1
    paired = False
    for size, thirds in zip(grid, _PLACES, strict=True):
        pair = int(size > 1 and not paired)
        paired |= size > 1
        first = [round(third * (size - 1 - pair) / 3) for third in thirds]
        chosen += stride * (np.array(first)[:, None] + np.array([0, pair]))
        stride *= size
    return np.unique(chosen).tolist()


def blocks_to_trace(grid: Dim3, running: Sequence[int] | None) -> TraceRequest:
    """Return which blocks of a launch to trace.

    Args:
        grid: the number of blocks in each direction.
        running: the numbers of the blocks that run, in order; None: all.
    """
    numbers = spread_blocks(grid)
    if running is not None and not set(numbers).issubset(running):
        numbers = [running[at] for at in spread_blocks((len(running), 1, 1))]
    return TraceRequest(tuple(numbers), _C.most_events)
