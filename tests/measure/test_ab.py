"""What `ab` says is as rarely wrong as it promises, whatever the noise."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.errors import UsageError
from kernelscope.measure.ab import (
    CONFIDENCE,
    LOOKS,
    Ratio,
    is_steady,
    ratio_of,
    signed_rank_p,
    take_turns,
)
from kernelscope.measure.ab_gpu import EVERY, Turns, drift_of
from kernelscope.measure.suspicion import GpuState

# Noise, drift over 2,000 calls, how much a call depends on the last, the clock's step; times are
# 20 µs, and 3 calls in 100 take up to several times as long.
WORLDS = {
    "quiet": (0.005, 0.0, 0.0, 0.0),
    "a drifting clock": (0.01, 0.1, 0.9, 0.032),
    "heavy tails": (0.015, 0.0, 0.0, 0.0),
    "a coarse clock": (0.01, 0.02, 0.5, 0.25),
}


def calls(world: str, effect: float, seed: int) -> tuple[Callable[[], float], Callable[[], float]]:
    """A and B on one stream of noise; B takes `effect` longer."""
    noise, drift, memory, step = WORLDS[world]
    draw = np.random.default_rng(seed)
    state = {"count": 0, "level": 0.0}

    def call(factor: float) -> float:
        state["count"] += 1
        fresh = draw.normal() * noise * math.sqrt(1 - memory**2)
        state["level"] = memory * state["level"] + fresh
        value = 20 * factor * (1 + drift * state["count"] / 2000) * math.exp(state["level"])
        if draw.random() < 0.03:
            value *= 1 + draw.exponential(0.5)
        return max(step, round(value / step) * step) if step else value

    return lambda: call(1.0), lambda: call(1 + effect)


def outcomes(world: str, effect: float, count: int) -> tuple[Counter[str], int]:
    """What is said in `count` comparisons, and how often the interval misses the truth."""
    said: Counter[str] = Counter()
    missed = 0
    for seed in range(count):
        timers = {"cold": calls(world, effect, seed)}
        ratio = take_turns(timers, seconds=math.inf, seed=seed).ratios["cold"]
        said[ratio.outcome()] += 1
        missed += not ratio.low <= effect <= ratio.high
    return said, missed


@pytest.mark.parametrize("world", WORLDS)
def test_of_two_equal_things_none_is_called_faster(world: str) -> None:
    """1 % is promised: of 40 comparisons more than two are wrong once in 130 such worlds."""
    said, missed = outcomes(world, 0.0, 40)
    assert said["faster"] + said["slower"] <= 2
    assert missed <= 2


@pytest.mark.parametrize("world", ["quiet", "a drifting clock"])
def test_one_percent_is_found_and_its_interval_holds_it(world: str) -> None:
    said, missed = outcomes(world, 0.01, 12)
    assert said["slower"] >= 11
    assert missed <= 1


@pytest.mark.parametrize("world", WORLDS)
def test_five_percent_is_found_and_never_the_wrong_way(world: str) -> None:
    said, missed = outcomes(world, -0.05, 12)
    assert said["faster"] == 12
    assert missed <= 1


@pytest.mark.slow
@pytest.mark.parametrize("world", ["quiet", "a drifting clock"])
def test_the_promised_rate_holds_over_a_thousand_comparisons(world: str) -> None:
    said, missed = outcomes(world, 0.0, 1000)
    assert said["faster"] + said["slower"] <= 10
    assert missed <= 10


def test_noise_without_turns_would_be_called_a_difference() -> None:
    """The promise needs the turns: A first and then B, on a clock that drifts, is refused."""
    first, _ = calls("a drifting clock", 0.0, 7)
    samples = [first() for _ in range(512)]
    assert ratio_of(samples[:256], samples[256:], looks=1).is_different


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=12))
def test_signed_ranks_have_the_coins_distribution(values: list[float]) -> None:
    """Against every pattern of signs: the mean of W² is the variance that is assumed."""
    sizes = np.unique(np.abs(np.array(values)))
    sizes = sizes[sizes > 0]
    if not len(sizes):
        assert signed_rank_p(np.array(values)) == 1
        return
    ranks = np.arange(1, len(sizes) + 1)
    sums = [float(np.dot(signs, ranks)) for signs in itertools.product((-1, 1), repeat=len(sizes))]
    assert np.mean(np.square(sums)) == pytest.approx(float(np.sum(ranks**2)))
    true = np.mean(np.abs(sums) >= abs(float(ranks.sum())) - 1e-9)
    assert signed_rank_p(sizes) >= 0.999 * true  # all on one side is the rarest there is


def test_equal_differences_share_their_ranks() -> None:
    spread = signed_rank_p(np.array([1.0, 1.0, -1.0, 2.0]))
    by_hand = 2 * (1 - 0.5 * (1 + math.erf(6 / math.sqrt(28) / math.sqrt(2))))
    assert spread == pytest.approx(by_hand)  # ranks 2, 2, 2, 4: W = 6, variance 4 + 4 + 4 + 16


def test_a_ratio_is_the_same_for_the_same_samples_and_seed() -> None:
    a, b = calls("heavy tails", 0.02, 3)
    both = [a() for _ in range(64)], [b() for _ in range(64)]
    assert ratio_of(*both, seed=5) == ratio_of(*both, seed=5)
    assert ratio_of(*both, seed=5).level == pytest.approx((1 - CONFIDENCE) / len(LOOKS))


def test_the_clocks_step_widens_an_interval_that_noise_does_not_spread() -> None:
    """Readings of 5.00 µs alone, in steps of 0.5: the time may be 4.75 … 5.25."""
    a = [5.0, 5.5, *[5.0] * 62]
    ratio = ratio_of(a, a[::-1])
    assert ratio.low == pytest.approx(-0.05, abs=0.03)
    assert ratio.outcome() == "cannot tell"


@pytest.mark.parametrize(
    "bad", [([], []), ([1.0], [1.0, 2.0]), ([0.0], [1.0]), ([1.0], [math.nan])]
)
def test_samples_without_a_ratio_are_refused(bad: tuple[list[float], list[float]]) -> None:
    with pytest.raises(UsageError, match="a ratio needs"):
        ratio_of(*bad)


def test_a_wide_interval_and_uneven_ranks_must_agree() -> None:
    sure = Ratio(-0.03, -0.04, -0.02, 1e-9, 0.001, 64)
    assert (sure.outcome(), sure.is_settled()) == ("faster", False)
    assert Ratio(-0.03, -0.033, -0.027, 1e-9, 0.001, 64).is_settled()
    assert Ratio(-0.03, -0.04, -0.02, 0.5, 0.001, 64).outcome() == "cannot tell"
    assert Ratio(0.001, -0.003, 0.009, 0.5, 0.001, 64).outcome() == "no difference"
    assert Ratio(0.001, -0.003, 0.011, 0.5, 0.001, 64).outcome() == "cannot tell"


def test_the_budget_ends_the_rounds_between_two_looks() -> None:
    now = itertools.count()
    a, b = calls("heavy tails", 0.02, 3)
    rounds = take_turns({"cold": (a, b)}, seconds=40, clock=lambda: float(next(now)))
    assert (rounds.ended, rounds.count) == ("budget", 40)
    assert rounds.ratios["cold"].rounds == 40


def test_both_are_called_in_an_order_that_a_coin_decides() -> None:
    order: list[str] = []
    draw = np.random.default_rng(1)

    def timer(name: str) -> Callable[[], float]:
        return lambda: (order.append(name), 1 + draw.random())[1]

    take_turns({"cold": (timer("a"), timer("b"))}, seconds=0)
    assert sorted(order) == ["a", "b"]
    order.clear()
    take_turns({"cold": (timer("a"), timer("b"))}, seconds=math.inf, seed=4)
    pairs = Counter(zip(order[::2], order[1::2], strict=True))
    assert set(pairs) == {("a", "b"), ("b", "a")}
    assert min(pairs.values()) > 0.3 * len(order) / 2


def test_a_difference_that_changes_on_the_way_is_not_steady() -> None:
    draw = np.random.default_rng(2)
    a = list(1 + 0.01 * draw.random(200))
    b = [x * (1.0 if n < 100 else 1.05) for n, x in enumerate(a)]
    assert not is_steady(a, b)
    assert is_steady(a, [x * 1.05 for x in a])
    assert is_steady(a[:4], b[:4])


class Clock:
    """A GPU's clock that notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[bool, float]] = []
        self.draw = np.random.default_rng(0)

    def events(self, run: Callable[[], object], *, cold: bool, host_ms: float) -> float:
        run()
        self.asked.append((cold, host_ms))
        return 1.0 + 0.001 * self.draw.random()

    def host(self, run: Callable[[], object]) -> float:
        run()
        return 0.25

    def graph(self, run: Callable[[], object]) -> Callable[[], float]:
        raise NotImplementedError


def test_turns_change_the_inputs_and_read_the_gpu() -> None:
    seen: list[int] = []
    states = itertools.count(1900)
    clock = Clock()
    turns = Turns(
        (seen.append, seen.append),
        [(0,), (1,), (2,)],
        clock,
        read_state=lambda: GpuState(next(states), 1),
    )
    rounds = turns.take(seconds=math.inf, warm_up=0.0)
    assert rounds.count == LOOKS[0]
    assert set(rounds.samples) == {"cold", "warm"}
    assert {host for _, host in clock.asked} == {0.25}
    assert Counter(cold for cold, _ in clock.asked) == {True: 64, False: 64}
    assert [number for number, _ in turns.readings] == [*range(0, LOOKS[0], EVERY)]
    # Both sides twice cold and, with the call before it, four times warm: six calls a round.
    tail = seen[-6 * LOOKS[0] :]
    assert [tail[6 * n : 6 * n + 6] for n in range(3)] == [[0] * 6, [1] * 6, [2] * 6]


def test_a_drift_is_named_with_its_clocks_and_cause() -> None:
    steady = [GpuState(1980, 1), GpuState(1965, 1)]
    assert not drift_of(steady)
    assert not drift_of([])
    slow = [*steady, GpuState(1700, 1, ("power cap",))]
    assert drift_of(slow) == "drifting clock: 1700 … 1980 MHz, slowed down by power cap"
    assert drift_of([GpuState(1980, 1, ("temperature",))]).endswith("slowed down by temperature")
