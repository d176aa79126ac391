"""How far a result may be from its float64 reference."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.measure.tolerance import Scale, compare, natural_scale, ulp

FLOATS = [torch.float32, torch.float16, torch.bfloat16, torch.float64]
INF, NAN = float("inf"), float("nan")


def _compare(result: list[float], expected: list[float], dtype: torch.dtype = torch.float32):
    return compare(
        torch.tensor(result, dtype=dtype), torch.tensor(expected, dtype=torch.float64), Scale()
    )


@pytest.mark.slow
@given(
    values=st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=30),
    dtype=st.sampled_from(FLOATS),
)
def test_a_correctly_rounded_result_passes_within_half_an_ulp(
    values: list[float], dtype: torch.dtype
) -> None:
    """Rounding the reference is the best that any implementation does."""
    exact = torch.tensor(values, dtype=torch.float64)
    error = compare(exact.to(dtype), exact, Scale())
    assert error.first_wrong_index is None
    assert error.max_ulp <= 0.5


@given(dtype=st.sampled_from(FLOATS), steps=st.integers(-200, 200), exponent=st.integers(-8, 8))
def test_a_result_is_wrong_from_some_units_of_precision_on(
    dtype: torch.dtype, steps: int, exponent: int
) -> None:
    """Eight spacings of 1 pass at powers of two, more than that do not; both signs."""
    reference = 2.0**exponent
    value = reference * (1 + steps * torch.finfo(dtype).eps)
    got = torch.tensor([value], dtype=torch.float64)
    if float(got.to(dtype)) != value:  # not a number of this dtype
        return
    error = compare(got.to(dtype), torch.tensor([reference], dtype=torch.float64), Scale())
    assert (error.first_wrong_index is None) == (abs(steps) <= 8)


@given(value=st.floats(2.0**-120, 2.0**120))
def test_ulp_is_the_distance_to_the_next_number(value: float) -> None:
    """The spacing of fp32 at a value, against NumPy's own."""
    import numpy as np

    size = torch.tensor([value], dtype=torch.float64)
    truncated = np.float32(value)
    if float(truncated) > value:
        truncated = np.nextafter(truncated, np.float32(0))
    assert float(ulp(size, torch.float32)) == float(np.spacing(truncated))


@pytest.mark.parametrize(
    ("got", "want", "right"),
    [
        (NAN, NAN, True),
        (0.0, NAN, False),
        (NAN, 0.0, False),
        (INF, INF, True),
        (-INF, INF, False),
        (3e38, INF, False),
        (INF, 1.0, False),
        (INF, 1e39, True),  # beyond fp32: infinity is the correctly rounded result
        (-INF, 1e39, False),
        (0.0, 1e-42, True),  # a denormal may be flushed
        (0.0, 1e-30, False),
        (-0.0, 0.0, True),
    ],
)
def test_nan_and_infinity_must_be_where_the_reference_has_them(
    got: float, want: float, right: bool
) -> None:
    """Positions and signs agree; what overflows or underflows the dtype is not blamed."""
    assert (_compare([got], [want]).first_wrong_index is None) == right


def test_a_result_next_to_the_largest_number_may_round_to_infinity() -> None:
    """65504 is fp16's largest number: within the tolerance below it, infinity is no fault."""
    infinite = torch.tensor([INF], dtype=torch.float16)
    for want, right in ((65500.0, True), (60000.0, False)):
        expected = torch.tensor([want], dtype=torch.float64)
        assert (compare(infinite, expected, Scale()).first_wrong_index is None) == right


def test_overflow_on_the_way_is_excused() -> None:
    """In fp16, gelu(-6e6) is 0, but a product of -6e6 is -inf before the GELU sees it."""
    expected = torch.tensor([0.0, 0.0], dtype=torch.float64)
    result = torch.tensor([NAN, NAN], dtype=torch.float16)
    magnitude = torch.tensor([6e6, 10.0])
    assert compare(result, expected, Scale(magnitude)).first_wrong_index == (1,)


def test_the_first_wrong_index_has_the_tensors_own_shape() -> None:
    """Also for a result that is not contiguous, whose memory is in another order."""
    expected = torch.arange(24, dtype=torch.float64).reshape(2, 3, 4)
    result = expected.float().transpose(0, 2).contiguous().transpose(0, 2)
    result[1, 0, 2] = -1
    result[1, 2, 3] = -1
    error = compare(result, expected, Scale())
    assert (error.first_wrong_index, error.wrong, error.total) == ((1, 0, 2), 2, 24)
    assert (error.expected, error.got) == (14.0, -1.0)
    assert error.max_abs == 24.0
    assert math.isclose(error.max_rel, 15 / 14)


def test_zeros_that_would_pass_are_told() -> None:
    """A reference so small that zeros lie within its tolerance shows nothing."""
    expected = torch.tensor([1e-9, -1e-9], dtype=torch.float64)
    assert compare(expected.float(), expected, Scale(1.0)).zeros_would_pass
    assert not compare(expected.float(), expected, Scale()).zeros_would_pass


def test_whole_numbers_must_be_equal() -> None:
    """Integers and booleans have no tolerance."""
    expected = torch.tensor([1, 2, 3])
    assert compare(expected.clone(), expected, Scale()).first_wrong_index is None
    assert compare(torch.tensor([1, 2, 4]), expected, Scale()).first_wrong_index == (2,)


def test_sums_are_held_against_the_fp32_precision_of_their_terms() -> None:
    """A bf16 product is rounded once: fp32's loss of the terms counts, not bf16's."""
    torch.manual_seed(0)
    a, b = torch.randn(64, 512).bfloat16(), torch.randn(512, 64).bfloat16()
    exact = a.double() @ b.double()
    scale = Scale(None, a.double().abs() @ b.double().abs())
    assert compare((a.float() @ b.float()).bfloat16(), exact, scale).first_wrong_index is None
    coarse = (a.float() @ b.float() + 1.0).bfloat16()
    assert compare(coarse, exact, scale).first_wrong_index is not None


def test_large_tensors_are_compared_piece_by_piece_to_the_last_element() -> None:
    """An error in the tail beyond the first piece is found with its index."""
    expected = torch.zeros(5, 1 << 20, dtype=torch.float64)
    result = expected.float()
    result[4, -1] = 1
    assert compare(result, expected, Scale()).first_wrong_index == (4, (1 << 20) - 1)


def test_the_natural_scale_follows_what_the_reference_loses_in_the_dtype() -> None:
    """A long fp32 sum loses many units: the scale grows, to a 16th of the output at most."""
    exact = torch.full((100,), 2.0, dtype=torch.float64)
    eps = torch.finfo(torch.float32).eps
    assert natural_scale(exact, None, eps).magnitude == 2.0
    assert natural_scale(exact, exact * (1 + 10 * eps), eps).magnitude == pytest.approx(20.0)
    assert natural_scale(exact, exact * 2, eps).magnitude == pytest.approx(128.0)
    coarse = torch.finfo(torch.bfloat16).eps
    assert natural_scale(exact, exact * 2, coarse).magnitude == pytest.approx(2.0)
