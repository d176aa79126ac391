"""The places at which a series of figures changed.

A counted figure repeats exactly, so every difference is a change. A measured one needs a statistic.
This is the hierarchical method of Matteson and James, "A Nonparametric Approach for Multiple Change
Point Analysis of Multivariate Data" (J. Am. Stat. Assoc. 109, 2014): split where the two sides
differ most, keep the split if a permutation test says that the difference is not chance, and go on
in both sides. Daly et al., "The Use of Change Point Detection to Identify Software Performance
Regressions in a Continuous Integration System" (ICPE 2020), use it for what is meant here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.01
"""The probability of a false alarm over all measured series that are looked at together."""
_PERMUTATIONS = 9999
_BATCH = 500
_CELLS = 4_000_000  # of distances at a time: 32 MB
_SAME = 1e-9
_SEED = 20261125  # the same series has the same changes every time
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Break:
    """A change in a series of values, from one level to another.

    `at`: the place of the first value after it. `chance`: the probability of such a difference
    without a change; None if it is exact.
    """

    at: int
    old: float
    new: float
    chance: float | None = None


def exact_breaks(values: Sequence[float]) -> list[Break]:
    """Return every place at which a value differs from the one before it.

    Estimates that follow from the same counts may differ in the last places of a float.
    """
    return [
        Break(at, values[at - 1], values[at])
        for at in range(1, len(values))
        if not math.isclose(values[at], values[at - 1], rel_tol=_SAME)
    ]


def measured_breaks(values: Sequence[float], series: int = 1) -> list[Break]:
    """Return the places at which positive values that scatter, by commit, change their level.

    `series`: how many series are looked at together. The level of each test is divided by it
    (Bonferroni), so that all of them together raise a false alarm with at most `LEVEL`. Few values
    show no change: of five before and five after it the rarest arrangement is 2 of 252.
    """
    logs = np.log(np.asarray(values, float))
    if not np.isfinite(logs).all():
        return []
    splits = sorted(_splits(logs, LEVEL / max(1, series)))
    ends = [0, *(at for at, _ in splits), len(values)]
    levels = [float(np.median(np.asarray(values[first:end]))) for first, end in pairwise(ends)]
    return [Break(at, levels[i], levels[i + 1], p) for i, (at, p) in enumerate(splits)]


def _splits(logs: Values, level: float) -> list[tuple[int, float]]:
    """Return (place, probability) of the splits, the most different sides first.

    As in the paper, the best split of all segments is tested in turn, and the first that may be
    chance ends the search: each test is made only if those before it found a change.
    """
    random = np.random.default_rng(_SEED)
    segments = [(0, len(logs))]
    splits: list[tuple[int, float]] = []
    while True:
        best = max(
            ((*_best_split(logs[first:end]), first, end) for first, end in segments),
            key=lambda split: split[0],
        )
        score, at, first, end = best
        if score <= 0.0:
            return splits
        chance = _chance(logs, segments, score, level, random)
        if chance is None:
            return splits
        splits.append((first + at, chance))
        segments.remove((first, end))
        segments += [(first, first + at), (first + at, end)]


def _chance(
    logs: Values,
    segments: Sequence[tuple[int, int]],
    score: float,
    level: float,
    random: np.random.Generator,
) -> float | None:
    """Return the share of permutations inside the segments whose best split is as good.

    None as soon as it must be above the level.
    """
    least = score * (1 - 1e-9)
    hits = 0
    batch = max(1, min(_BATCH, _CELLS // len(logs) ** 2))
    for begin in range(0, _PERMUTATIONS, batch):
        count = min(batch, _PERMUTATIONS - begin)
        best = np.zeros(count)
        for first, end in segments:
            if end - first > 1:
                shuffled = random.permuted(np.tile(logs[first:end], (count, 1)), axis=1)
                best = np.maximum(best, _scores(shuffled).max(axis=1))
        hits += int((best >= least).sum())
        if hits + 1 > level * (_PERMUTATIONS + 1):
            return None
    return (hits + 1) / (_PERMUTATIONS + 1)


def _best_split(logs: Values) -> tuple[float, int]:
    if len(logs) < 2:
        return 0.0, 0
    scores = _scores(logs[None, :])[0]
    at = int(scores.argmax())
    return float(scores[at]), at + 1


def _scores(rows: Values) -> Values:
    """Return, for each row and each split of it, how much the two sides differ.

    That is m n / (m + n) times the energy distance of the sides with exponent 1: twice the mean
    distance between them, less the mean distances inside each (equation 5 of the paper; here with
    V-statistics, whose means inside count each value's distance 0 to itself).
    """
    count = rows.shape[1]
    distance = np.abs(rows[:, :, None] - rows[:, None, :])
    # Sums of distances among the first k values, from them to all, and among all.
    earlier = np.tril(np.ones((count, count)), -1)
    left = 2 * np.einsum("rij,ij->ri", distance, earlier).cumsum(axis=1)[:, :-1]
    to_all = distance.sum(axis=2).cumsum(axis=1)
    whole = to_all[:, -1:]
    across = to_all[:, :-1] - left
    k = np.arange(1, count)
    right = whole - left - 2 * across
    m, n = k.astype(float), (count - k).astype(float)
    energy = 2 * across / (m * n) - left / (m * m) - right / (n * n)
    return m * n / count * energy
