"""Many times of one thing → one number with an interval. No sample is ever dropped.

The median is used because times are skewed: an interrupted sample is longer, never shorter. Its
interval comes from order statistics: between the j-th smallest and the j-th largest of n samples
lies the median with a probability that only n and j decide (binomial), whatever the distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernelscope.errors import UsageError

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Summary:
    """A median and its interval, in the unit of the samples.

    Attributes:
        median, low, high: low and high bound the median with the probability `confidence`.
        confidence: reached by the samples; below 0.95 where there are fewer than six.
        samples: how many.
    """

    median: float
    low: float
    high: float
    confidence: float
    samples: int


def summarize(samples: Sequence[float], confidence: float = CONFIDENCE) -> Summary:
    """The median of the samples and its interval. Raises UsageError where there is no sample."""
    ordered = sorted(samples)
    count = len(ordered)
    if not count:
        raise UsageError("there is no sample to take a median of")
    outer = _interval_rank(count, confidence)
    reached = 1 - 2 * _below(count, outer)
    return Summary(quantile(ordered, 0.5), ordered[outer], ordered[-1 - outer], reached, count)


def quantile(samples: Sequence[float], fraction: float) -> float:
    """The sample below which `fraction` of them lie, interpolated between neighbours."""
    ordered = sorted(samples)
    if not ordered:
        raise UsageError("there is no sample to take a quantile of")
    place = fraction * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def differ(first: Summary, second: Summary) -> bool:
    """Whether two medians are apart by more than their intervals explain."""
    return first.low > second.high or second.low > first.high


def _interval_rank(count: int, confidence: float) -> int:
    """The most samples that may be left out at each end with the confidence kept."""
    rank = 0
    while rank + 1 < (count + 1) // 2 and 1 - 2 * _below(count, rank + 1) >= confidence:
        rank += 1
    return rank


def _below(count: int, rank: int) -> float:
    """The probability that at most `rank` of the samples lie below the median."""
    return sum(math.comb(count, k) for k in range(rank + 1)) / 2**count
