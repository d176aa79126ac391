"""Two things timed alternately: the difference, with a bound on the probability of a wrong verdict.

Each round times both, in an order that a coin decides. If the two are the same thing, the coin
alone decides the sign of each round's difference, however the clock drifts, whatever the noise, and
however one round depends on the last. So the signed ranks of the differences have a known
distribution (Fisher's randomisation; Wilcoxon, "Individual comparisons by ranking methods",
Biometrics Bulletin 1, 1945), and a false alarm is as rare as promised.

How much faster is the ratio of the two medians. Its interval is a bootstrap over rounds: both
samples of a round are drawn together, so that what both share is not taken for noise (Efron and
Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13: percentiles).

A difference is claimed if the signed ranks and the interval both say so. The samples are looked at
six times at most, after 32, 64, … 1,024 rounds, and each look may be wrong with a sixth of the
promised probability: then all looks together are wrong with at most the promised one (Boole's
inequality), however they depend on each other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
import numpy.typing as npt

from kernelscope._real_time import perf_counter
from kernelscope.errors import UsageError

CONFIDENCE = 0.99
MARGIN = 0.01
"""Differences of up to this share are called none."""
LOOKS = (32, 64, 128, 256, 512, 1024)
"""After how many rounds the samples are looked at."""

_RESAMPLES = 4000
# Half of 1,024 rounds of an H200's clock at 2 % noise bound a ratio to 0.3 %. A half-width of half
# the margin always ends in a verdict: the interval excludes 0, or lies within the margin.
_NARROW = 0.5  # of the margin
_CLEAR = 0.1  # of the difference

Floats = npt.NDArray[np.float64]
Outcome = Literal["faster", "slower", "no difference", "cannot tell"]


@dataclass(frozen=True, slots=True)
class Ratio:
    """B's time over A's, minus 1: negative if B is faster.

    Attributes:
        change: of the medians; low, high: its interval; rounds: the number of rounds it is from.
        p: the probability of signed ranks as uneven as these, if the two are the same thing.
        level: the probability with which this look alone may be wrong.
    """

    change: float
    low: float
    high: float
    p: float
    level: float
    rounds: int

    def outcome(self) -> Outcome:
        """Return the verdict on B."""
        if self.is_different:
            return "faster" if self.change < 0 else "slower"
        if max(-self.low, self.high) <= MARGIN:
            return "no difference"
        return "cannot tell"

    @property
    def is_different(self) -> bool:
        """True if the interval excludes 0 and the signed ranks are too uneven for chance."""
        return self.p <= self.level and (self.high < 0 or self.low > 0)

    def is_settled(self) -> bool:
        """Return whether more rounds would not change what is said."""
        half = (self.high - self.low) / 2
        if self.is_different:
            return half <= max(_NARROW * MARGIN, _CLEAR * abs(self.change))
        return self.outcome() == "no difference"


def ratio_of(
    a: Sequence[float],
    b: Sequence[float],
    *,
    looks: int = len(LOOKS),
    seed: int = 0,
) -> Ratio:
    """Return B's time over A's from samples of the same rounds, in any one unit.

    `looks`: how often the samples may be looked at; this look may err by that part. `seed`: of the
    bootstrap, so that the same samples give the same interval. Raises UsageError for no rounds,
    samples of unequal number, or a time that is not above 0.
    """
    if len(a) != len(b) or not len(a):
        raise UsageError(f"a ratio needs rounds of two samples; got {len(a)} and {len(b)}")
    times = np.array([a, b], float)
    if not (np.isfinite(times).all() and (times > 0).all()):
        raise UsageError("a ratio needs times above 0")
    level = (1 - CONFIDENCE) / looks
    drawing = np.random.default_rng(seed)
    step = _step(times)
    logs = np.log(_spread(times, step, drawing))
    drawn = np.sort(_bootstrap(logs, drawing))
    tail = max(0, math.ceil(level / 2 * len(drawn)) - 1)
    blur = _blur(times, step)
    change, low, high = (
        math.expm1(float(one))
        for one in (
            np.median(logs[1]) - np.median(logs[0]),
            drawn[tail] - blur,
            drawn[-1 - tail] + blur,
        )
    )
    return Ratio(change, low, high, signed_rank_p(logs[1] - logs[0]), level, len(a))


def _step(times: Floats) -> float:
    """Return the step of the clock that the samples were read from; 0 if none is seen."""
    known = np.unique(times)
    gaps = np.diff(known)
    gaps = gaps[gaps > 1e-9 * known[-1]]
    # Few values many times: a clock with steps. Else nearly every sample has a value of its own.
    return float(gaps.min()) if len(gaps) and len(known) <= times.size / 2 else 0.0


def _spread(times: Floats, step: float, drawing: np.random.Generator) -> Floats:
    """Return the samples spread evenly over the steps of their clock.

    A clock of steps of 32 ns reads 5.02 or 5.06 µs. The median of readings jumps by a whole step;
    that of readings spread over their step moves as the share of each reading does.
    """
    low = np.maximum(times - step / 2, times / 2)
    return low + drawing.random(times.shape) * (times + step / 2 - low) if step else times


def _blur(times: Floats, step: float) -> float:
    """Return what the clock's step adds to each end of the interval, as a logarithm.

    Noise larger than a step spreads readings over several, and their share tells where between two
    the time is. Without noise a time may be half a step off, however many readings there are.
    """
    noise = float(np.median(np.abs(np.diff(times, axis=1)))) if times.shape[1] > 1 else 0.0
    return step / 2 / float(np.median(times)) if noise < step else 0.0


def _bootstrap(logs: Floats, drawing: np.random.Generator) -> Floats:
    """Return log ratios of medians of rounds that are drawn with replacement."""
    count = logs.shape[1]
    ratios = np.empty(_RESAMPLES)
    size = max(1, 500_000 // count)  # at once: 500,000 rounds are 12 MB
    for start in range(0, _RESAMPLES, size):
        picked = drawing.integers(0, count, (min(size, _RESAMPLES - start), count))
        medians = [_medians(side[picked]) for side in logs]
        ratios[start : start + len(picked)] = medians[1] - medians[0]
    return ratios


def _medians(rows: Floats) -> Floats:
    """Return the median of each row, and reorder the rows."""
    middle = rows.shape[1] // 2
    if rows.shape[1] % 2:
        rows.partition(middle, axis=1)
        return rows[:, middle]
    rows.partition((middle - 1, middle), axis=1)
    return rows[:, middle - 1 : middle + 1].mean(axis=1)


def signed_rank_p(differences: Floats) -> float:
    """Return the probability of signed ranks this uneven if each sign is a fair coin's.

    Wilcoxon's signed ranks, two-sided; differences of 0 are left out, equal ones share their ranks.
    The sum is taken as normal with the variance that the coins give it, Σ rank², which is exact;
    its true tails are thinner than a normal distribution's. No pattern of n signs is rarer than
    2 of 2^n.
    """
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    _, places, counts = np.unique(np.abs(moved), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    total = abs(float(np.sum(np.sign(moved) * ranks)))
    normal = 2 * (1 - NormalDist().cdf(total / math.sqrt(float(np.sum(ranks**2)))))
    return max(normal, 2.0 ** (1 - len(moved)))


# ---- rounds ----------------------------------------------------------------------------------


Timer = Callable[[], float]
"""Runs one of the two once and returns its time, in any unit that both share."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """The times of A and B, measured alternately for `seconds`.

    Attributes:
        samples: by the name of the state (cold, warm): A's and B's times, by round.
        ratios: by the same names, from the last look.
        ended: why it ended: "settled", "budget" or "rounds".
    """

    samples: Mapping[str, tuple[Sequence[float], Sequence[float]]]
    ratios: Mapping[str, Ratio]
    ended: str
    seconds: float

    @property
    def count(self) -> int:
        """The number of rounds."""
        return len(next(iter(self.samples.values()))[0])


def take_turns(
    timers: Mapping[str, tuple[Timer, Timer]],
    *,
    seconds: float,
    before: Callable[[int], object] = lambda _: None,
    clock: Callable[[], float] = perf_counter,
    seed: int = 0,
) -> Rounds:
    """Time two things in turns until it is clear which is faster, or the time is spent.

    Args:
        timers: by the name of a state (cold, warm): what times A in it, and what times B.
        seconds: the budget; at least one round is made.
        before: called with the number of each round before it, untimed.
        clock: seconds.
        seed: of the coin that decides the order, and of the bootstrap.
    """
    coin = random.Random(seed)
    samples: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in timers}
    start = clock()
    for number in range(LOOKS[-1]):
        before(number)
        for name, pair in timers.items():
            for side in (0, 1) if coin.random() < 0.5 else (1, 0):
                samples[name][side].append(pair[side]())
        # A look at the end of the budget takes the place of the next one, so there are never more.
        spent = clock() - start >= seconds
        if not spent and number + 1 not in LOOKS:
            continue
        ratios = {name: ratio_of(*both, seed=seed) for name, both in samples.items()}
        settled = all(ratio.is_settled() for ratio in ratios.values())
        if settled or spent or number + 1 == LOOKS[-1]:
            ended = "settled" if settled else "budget" if spent else "rounds"
            return Rounds(samples, ratios, ended, clock() - start)
    raise AssertionError("the last look ends the rounds")


def is_steady(a: Sequence[float], b: Sequence[float], *, seed: int = 0) -> bool:
    """Return whether the first and the second half of the rounds agree on the ratio."""
    middle = len(a) // 2
    if middle < LOOKS[0] // 2:
        return True
    first, second = (
        ratio_of(a[part], b[part], seed=seed) for part in (slice(middle), slice(middle, None))
    )
    return first.low <= second.high and second.low <= first.high
