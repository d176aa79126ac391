"""Medians and their intervals."""

from __future__ import annotations

import math
import random
import statistics as plain

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.measure.statistics import Summary, differ, quantile, summarize

SAMPLES = st.lists(st.floats(0, 1e6), min_size=1, max_size=60)


@given(samples=SAMPLES)
def test_the_median_is_the_median_and_lies_in_its_interval(samples: list[float]) -> None:
    """No sample is dropped: the median is that of all of them."""
    found = summarize(samples)
    assert math.isclose(found.median, plain.median(samples), rel_tol=1e-12, abs_tol=1e-12)
    assert min(samples) <= found.low <= found.median <= found.high <= max(samples)
    assert found.samples == len(samples)


@pytest.mark.parametrize(("count", "rank"), [(5, 0), (6, 0), (9, 1), (20, 5), (30, 9), (100, 39)])
def test_the_interval_is_that_of_the_tables_of_order_statistics(count: int, rank: int) -> None:
    """The ranks of a 95 % interval for the median, from the tables of the binomial distribution."""
    found = summarize([float(i) for i in range(count)])
    assert (found.low, found.high) == (rank, count - 1 - rank)
    assert (found.confidence >= 0.95) == (count >= 6)


def test_the_interval_holds_the_true_median_as_often_as_it_says() -> None:
    """Of 600 experiments with skewed noise, about 95 % or more cover the true median."""
    source = random.Random(1)
    covered = 0
    for _ in range(600):
        found = summarize([source.expovariate(1.0) for _ in range(15)])
        covered += found.low <= math.log(2) <= found.high
    assert covered / 600 > 0.94


@given(samples=SAMPLES, fraction=st.floats(0, 1))
def test_quantiles_grow_from_the_smallest_to_the_largest(
    samples: list[float], fraction: float
) -> None:
    """The ends are the extremes."""
    assert quantile(samples, 0) == min(samples)
    assert quantile(samples, 1) == max(samples)
    assert min(samples) <= quantile(samples, fraction) <= max(samples)


def test_medians_differ_only_where_their_intervals_part() -> None:
    """Overlapping intervals show no difference."""
    one = summarize([1.0, 1.1, 1.2, 1.3, 1.4, 1.5])
    assert not differ(one, summarize([1.4, 1.5, 1.6, 1.7, 1.8, 1.9]))
    assert differ(one, summarize([2.4, 2.5, 2.6, 2.7, 2.8, 2.9]))
    assert differ(summarize([2.4, 2.5, 2.6, 2.7, 2.8, 2.9]), one)


def test_intervals_that_touch_show_no_difference() -> None:
    """A value that both intervals hold may be the median of both."""
    low, high = Summary(1.5, 1.0, 2.0, 0.95, 6), Summary(2.5, 2.0, 3.0, 0.95, 6)
    assert not differ(low, high)
    assert not differ(high, low)


def test_no_sample_is_an_error() -> None:
    """There is no median of nothing."""
    with pytest.raises(ks.UsageError, match="median needs at least one sample"):
        summarize([])
    with pytest.raises(ks.UsageError, match="quantile needs at least one sample"):
        quantile([], 0.5)
