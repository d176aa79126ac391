"""The truth of a case: the reference in float64, and the sizes that errors are compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import kernelscope as ks
from kernelscope.measure.check import Truth, truth_of
from kernelscope.operation import Operation


def truth(reference: Callable[..., Any], **options: Any) -> Truth:
    """The truth of a function of two small matrices in bf16."""
    operation = Operation(
        "op",
        axes={"n": 5, "dtype": torch.bfloat16},
        inputs=lambda case: (case.normal(case.n, case.n), case.normal(case.n, case.n)),
        reference=reference,
        work=lambda case: ks.Work(0, 0),
        **options,
    )
    return truth_of(operation, operation.case(device="cpu"))


def product(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a @ b


def terms(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a.abs() @ b.abs()


def larger(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.maximum(a.abs(), b.abs())


def test_the_reference_computes_in_float64_on_the_inputs_own_numbers() -> None:
    """The inputs stay in the case's dtype."""
    found = truth(product)
    a, b = found.inputs
    assert (a.dtype, b.dtype) == (torch.bfloat16, torch.bfloat16)
    (expected,) = found.expected
    assert torch.equal(expected, a.double() @ b.double())
    assert not found.is_tuple
    assert not found.may_share


def test_sums_are_held_against_their_terms_and_not_against_the_typical_output() -> None:
    """A product that cancels to nothing may be off by what its sums lose in fp32, and no more."""
    found = truth(product, accumulated=terms)
    (scale,) = found.scales
    a, b = (value.double() for value in found.inputs)
    assert scale.magnitude is None
    assert isinstance(scale.accumulated, torch.Tensor)
    torch.testing.assert_close(scale.accumulated, terms(a, b).float())


def test_without_declared_sizes_the_typical_output_is_the_scale() -> None:
    """The root mean square at least: the reference in bf16 may lose more than one unit of it."""
    found = truth(product)
    (scale,) = found.scales
    assert isinstance(scale.magnitude, float)
    assert scale.magnitude >= found.expected[0].square().mean().sqrt()
    assert scale.accumulated is None


@pytest.mark.parametrize("accumulated", [None, terms])
def test_a_declared_magnitude_is_the_scale_with_or_without_sums(accumulated: Any) -> None:
    """In single precision, which is enough for a size."""
    found = truth(torch.add, magnitude=larger, accumulated=accumulated)
    (scale,) = found.scales
    a, b = (value.double() for value in found.inputs)
    assert isinstance(scale.magnitude, torch.Tensor)
    assert torch.equal(scale.magnitude, larger(a, b).float())
    assert (scale.accumulated is None) == (accumulated is None)


def test_each_output_has_its_own_scale_and_whole_numbers_have_none() -> None:
    """A sum and the places of its largest elements."""
    found = truth(lambda a, b: (a + b, (a + b).argmax(-1)))
    assert found.is_tuple
    first, second = found.scales
    assert isinstance(first.magnitude, float)
    assert (second.magnitude, second.accumulated) == (None, None)


def test_a_reference_that_returns_a_view_lets_implementations_do_so() -> None:
    """Of the first input, in memory of its own."""
    assert truth(lambda a, b: a.t()).may_share
