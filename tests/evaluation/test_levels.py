"""Marked numbers show which elements of a result were moved, scaled or calculated."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
import torch

from kernelscope.evaluation.levels import RUNS, Affine, Marked, levels_of

Change = Callable[[torch.Tensor], torch.Tensor]
SIZE = 400


def shares(change: Change, known: Iterable[Affine] = ()) -> tuple[float, float]:
    """Return the shares of a result that are moved, and moved and scaled."""
    values = torch.linspace(-3, 4, SIZE)
    levels = levels_of([values], values.dtype)
    assert levels is not None
    marked, results = Marked(levels), []
    for run in range(RUNS):
        given = marked.draw(SIZE, torch.Generator().manual_seed(run))
        marked.end_run()
        results.append(change(given.float()))
    plain, scaled = marked.moved(results, known)
    return float(plain.double().mean()), float(scaled.double().mean())


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        (lambda x: x, 1.0),
        (lambda x: x.flip(0), 1.0),
        (lambda x: x[:7], 1.0),
        (lambda x: x.bfloat16().float(), 1.0),
        (lambda x: (x + 1e4) - 1e4, 1.0),
        (lambda x: torch.cat([x[: SIZE // 2], torch.sin(x[SIZE // 2 :])]), 0.5),
        (torch.relu, 0.0),
        (torch.nn.functional.gelu, 0.0),
        (lambda x: x + x.flip(0), 0.0),
    ],
)
def test_what_is_moved_is_the_same_element_in_every_run(change: Change, moved: float) -> None:
    assert shares(change)[0] == pytest.approx(moved, abs=0.03)


@pytest.mark.parametrize(
    "change", [lambda x: 0.5 * x, lambda x: 1 - x, lambda x: (3 * x + 1).flip(0)]
)
def test_one_factor_for_all_elements_is_a_scale(change: Change) -> None:
    assert shares(change) == (0.0, 1.0)


def test_a_scale_that_the_reference_has_is_arithmetic() -> None:
    assert shares(lambda x: 2 * x, known=[Affine(2.0, 0.0)]) == (0.0, 0.0)
    assert shares(lambda x: 0.5 * x, known=[Affine(2.0, 0.0)]) == (0.0, 1.0)
    assert shares(lambda x: 2 * x + 1, known=[Affine(2.0, 0.0)]) == (0.0, 1.0)


def test_a_factor_for_each_element_is_arithmetic() -> None:
    factors = torch.linspace(0.5, 2, SIZE)
    plain, scaled = shares(lambda x: x * factors)
    assert plain + scaled < 0.2  # those whose factor is nearly the usual one


def test_the_levels_of_integers_stay_in_their_range() -> None:
    levels = levels_of([torch.tensor([3, 9])], torch.int64)
    assert levels is not None
    assert levels.values.tolist() == [3, 4, 5, 6, 7, 8, 9]
    assert levels_of([torch.tensor([4, 4])], torch.int64) is None
