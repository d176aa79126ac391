"""The distribution of blocks with unequal work over the SMs.

The blocks begin in order, each on the first SM that has room. The time of a block is assumed to be
proportional to its instructions. The SM that ends last may have the longest block, or the last one.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelscope.hardware.constants import Constants
from kernelscope.vgpu.counting.trace import LaunchTrace

_C = Constants("launch_time/shares")


@dataclass(frozen=True)
class Shares:
    """The work of the blocks of a grid, and of the blocks of the busiest SM.

    Attributes:
        busiest: [its blocks] instructions of each, in the order in which they begin.
        traced: [traced blocks] instructions of each.
        mean: instructions of an average block of the grid.
        of_mean: instructions of the busiest SM, divided by those of an average SM.
    """

    busiest: np.ndarray
    traced: np.ndarray
    mean: float
    of_mean: float


def shares_of(trace: LaunchTrace, sms: int, resident: int) -> Shares | None:
    """Return how the blocks of a launch are divided among the SMs; None if their work is equal.

    resident: blocks that are on an SM at once.
    """
    traced = trace.traced_work()
    work = _work(trace, traced)
    if work is None or work.max() <= _C.alike * work.mean():
        return None
    own = _of_busiest(work, sms, resident)
    mean = float(work.mean())
    return Shares(own, traced, mean, float(own.sum()) * min(sms, len(work)) / (mean * len(work)))


def _work(trace: LaunchTrace, traced: np.ndarray) -> np.ndarray | None:
    """Return the instructions of each block of the grid; None if they are not known.

    traced: the instructions of each traced block.
    """
    if trace.work is None:
        return None
    if trace.work.all():
        return trace.work.astype(np.float64)
    return _by_place(trace, traced)


def _by_place(trace: LaunchTrace, each: np.ndarray) -> np.ndarray | None:
    """Return the instructions of each block of the grid, as the traced blocks' places suggest; None
    if the places do not explain the differences.
    """
    # Worked case: of a causal attention with 16 groups of queries and 64 heads 8 blocks have run.
    # Their work is 1, 6, 11 and 16 steps by the group, whatever the head; so the others' is theirs.
    numbers = np.array([block.number for block in trace.blocks])
    if each.max() <= _C.alike * each.mean():
        return np.full(math.prod(trace.grid), each.mean())
    places = _places(numbers, trace.grid)
    slopes = np.linalg.lstsq(places, each, rcond=None)[0]
    left = float(np.square(each - places @ slopes).sum())
    if left > (1 - _C.explained) * float(np.square(each - each.mean()).sum()):
        return None
    everywhere = _places(np.arange(math.prod(trace.grid)), trace.grid) @ slopes
    return np.clip(everywhere, each.min(), each.max())


def _places(numbers: np.ndarray, grid: Sequence[int]) -> np.ndarray:
    """Return a 1 and the index in each direction of blocks: [blocks, directions + 1]."""
    indices = np.unravel_index(numbers, tuple(reversed(grid)))
    used = [index for index, size in zip(indices, reversed(grid), strict=True) if size > 1]
    return np.stack([np.ones(len(numbers)), *used], axis=1)


def _of_busiest(work: np.ndarray, sms: int, resident: int) -> np.ndarray:
    """Return the work of the blocks of the SM that ends last."""
    places = sms * resident
    if len(work) > _C.most_in_turn:
        return work[::sms]
    # The first blocks begin on an SM each, then the second ones of each SM.
    free = [(float(work[at]), at) for at in range(min(places, len(work)))]
    of_sm: list[list[int]] = [[] for _ in range(sms)]
    for at in range(len(free)):
        of_sm[at % sms].append(at)
    heapq.heapify(free)
    for block in range(len(free), len(work)):
        end, place = heapq.heappop(free)
        of_sm[place % sms].append(block)
        heapq.heappush(free, (end + float(work[block]), place))
    last = max(free)[1] % sms
    return work[np.array(of_sm[last])]


def chain(work: np.ndarray, resident: int) -> float:
    """Return when the last of an SM's blocks ends, if `resident` of them run at once."""
    ends = [0.0] * resident
    for each in work.tolist():
        heapq.heapreplace(ends, ends[0] + each)
    return max(ends)
