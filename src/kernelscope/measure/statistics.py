"""Turns many times of one call into one number with an interval. No sample is ever dropped.

The number is the median because times are skewed: an interrupted sample is longer, never shorter.
Its interval comes from order statistics: the median is between the j-th smallest and the j-th
largest of n samples with a probability that depends on n and j alone (binomial), whatever the
distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernelscope.errors import UsageError

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Summary:
    """A median of some samples and its interval, in their unit.

    `low` and `high` bound it with the probability `confidence`: below 0.95 for fewer than six
    samples.
    """

    median: float
    low: float
    high: float
    confidence: float
    samples: int


def summarize(samples: Sequence[float]) -> Summary:
    """Return the median of the samples and its interval. Raises UsageError without samples."""
    ordered = sorted(samples)
    count = len(ordered)
    if not count:
        raise UsageError("the median needs at least one sample; got none")
    outer = _interval_rank(count)
    reached = 1 - 2 * _below(count, outer)
    return Summary(quantile(ordered, 0.5), ordered[outer], ordered[-1 - outer], reached, count)


def quantile(samples: Sequence[float], fraction: float) -> float:
    """Return the value below which `fraction` of the samples are, interpolated."""
    ordered = sorted(samples)
    if not ordered:
        raise UsageError("a quantile needs at least one sample; got none")
    place = fraction * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def differ(first: Summary, second: Summary) -> bool:
    """Return whether two medians differ by more than their intervals explain."""
    return first.low > second.high or second.low > first.high


def _interval_rank(count: int) -> int:
    """Return the most samples to leave out at each end while keeping the confidence."""
    # 30 samples: 9 are left out at each end, 95.7 %; 11: one, 98.8 %; 6: none, 96.9 %. 5 samples
    # reach only 93.8 % with all of them, and the summary says so.
    rank = 0
    while 1 - 2 * _below(count, rank + 1) >= CONFIDENCE:
        rank += 1
    return rank


def _below(count: int, rank: int) -> float:
    """Return the probability that at most `rank` of the samples are below the median."""
    return sum(math.comb(count, k) for k in range(rank + 1)) / 2**count
