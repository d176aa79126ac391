"""Change points: every difference of exact figures, and of measured ones no more than promised."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope.history.changes import LEVEL, exact_breaks, measured_breaks


def test_every_difference_of_counters_is_a_change() -> None:
    found = exact_breaks([8.0, 8.0, 9.0, 9.0, 8.0])
    assert [(one.at, one.old, one.new, one.chance) for one in found] == [
        (2, 8.0, 9.0, None),
        (4, 9.0, 8.0, None),
    ]


def test_the_last_places_of_an_estimate_are_no_change() -> None:
    assert exact_breaks([0.1 + 0.2, 0.3]) == []
    assert exact_breaks([0.3, 0.3 * (1 + 1e-8)]) != []


@pytest.mark.parametrize("noise", ["normal", "heavy tails", "skewed"])
def test_measured_noise_raises_no_more_false_alarms_than_promised(noise: str) -> None:
    """Of 300 series without a change: binomial, 99.9 % of the time at most 9 at a level of 1 %."""
    random = np.random.default_rng(11)
    draw = {
        "normal": lambda: random.normal(0, 0.01, 16),
        "heavy tails": lambda: 0.005 * random.standard_t(2, 16),
        "skewed": lambda: random.exponential(0.02, 16),
    }[noise]
    assert LEVEL == 0.01
    alarms = sum(bool(measured_breaks(list(np.exp(draw())))) for _ in range(300))
    assert alarms <= 9


def test_a_planted_change_is_found_at_its_place_with_its_levels() -> None:
    """3 % in noise of 1 % standard deviation, 15 commits before it and 15 behind it."""
    random = np.random.default_rng(5)
    hits = 0
    for _ in range(20):
        values = np.exp(random.normal(0, 0.01, 30))
        values[15:] *= 1.03
        found = measured_breaks(list(values))
        hits += len(found) == 1 and abs(found[0].at - 15) <= 1
    assert hits >= 18
    (one,) = measured_breaks([1.0, 1.01, 0.99, 1.0, 1.01, 0.99, *[1.2, 1.21, 1.19] * 3])
    assert (one.at, one.old, one.new) == (6, 1.0, 1.2)
    assert one.chance is not None
    assert one.chance <= LEVEL


def test_two_changes_of_one_series_are_both_found() -> None:
    random = np.random.default_rng(3)
    values = np.exp(random.normal(0, 0.01, 45))
    values[15:30] *= 1.1
    assert [one.at for one in measured_breaks(list(values))] == [15, 30]


def test_few_values_show_no_change() -> None:
    assert measured_breaks([1.0, 1.0, 2.0, 2.0]) == []
    assert measured_breaks([1.0]) == []


def test_more_series_together_need_stronger_evidence() -> None:
    """7 before and 7 behind: the rarest arrangement is 2 of 3,432, 0.06 %."""
    values = [1.0, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.5, 1.51, 1.52, 1.53, 1.54, 1.55, 1.56]
    assert len(measured_breaks(values, series=1)) == 1
    assert measured_breaks(values, series=50) == []
