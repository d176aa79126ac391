"""Exact arithmetic against NumPy's, against rational numbers, and at the edges of the formats."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.vgpu import numeric

EDGES = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 2.0**-149, 2.0**-126, 3.4028235e38]
floats = st.sampled_from(EDGES) | st.floats(width=32)
lanes = st.lists(floats, min_size=8, max_size=8).map(lambda values: np.array(values, np.float32))
NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


def same(ours: np.ndarray, expected: np.ndarray) -> bool:
    """Equal bits, but that any NaN is as good as another."""
    unsigned = f"u{ours.itemsize}"
    equal = ours.view(unsigned) == expected.astype(ours.dtype).view(unsigned)
    return bool(np.all(equal | (np.isnan(ours) & np.isnan(expected))))


@pytest.mark.parametrize("name", NATIVE)
@given(lanes, lanes)
def test_round_to_nearest_is_ieee(name: str, a: np.ndarray, b: np.ndarray) -> None:
    """The host's own arithmetic is an independent truth for the default rounding."""
    with np.errstate(all="ignore"):
        a, b = a.astype(NATIVE[name]), b.astype(NATIVE[name])
        assert same(numeric.add(name, a, b), a + b)
        assert same(numeric.sub(name, a, b), a - b)
        assert same(numeric.mul(name, a, b), a * b)
        assert same(numeric.div(name, a, b), a / b)
        assert same(numeric.sqrt(name, a), np.sqrt(a))


@np.errstate(over="ignore")
@given(lanes, lanes, lanes)
def test_fused_multiply_add_rounds_once(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> None:
    """Where all is finite, the nearest float32 to the rational result is the result."""
    result = numeric.fma("f32", a, b, c)
    for x, y, z, r in zip(*(array.tolist() for array in (a, b, c, result)), strict=True):
        if not all(map(math.isfinite, (x, y, z, r))):
            continue
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        neighbours = [float(np.nextafter(np.float32(r), np.float32(s))) for s in (-np.inf, np.inf)]
        finite = [n for n in neighbours if math.isfinite(n)]
        assert all(abs(exact - Fraction(r)) <= abs(exact - Fraction(n)) for n in finite)


@np.errstate(over="ignore")
@given(lanes, lanes)
def test_directed_roundings_enclose_the_exact_sum(a: np.ndarray, b: np.ndarray) -> None:
    """Down, up and towards zero are the neighbours on the right side."""
    down, up, chopped = (numeric.add("f32", a, b, mode) for mode in ("rm", "rp", "rz"))
    for x, y, low, high, zero in zip(
        *(array.tolist() for array in (a, b, down, up, chopped)), strict=True
    ):
        if not (math.isfinite(x) and math.isfinite(y)):
            continue
        exact = Fraction(x) + Fraction(y)
        assert math.isinf(low) or Fraction(low) <= exact
        assert math.isinf(high) or Fraction(high) >= exact
        assert zero == (low if exact > 0 else high)
        assert low == high or np.nextafter(np.float32(low), np.float32(np.inf)) == high


@pytest.mark.parametrize("name", ["e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "f16", "bf16", "tf32"])
def test_every_number_of_a_small_format_survives(name: str) -> None:
    """Decoding and encoding are inverse, and codes grow with values."""
    form = numeric.FORMATS[name]
    codes = [code << form.unused for code in range(0, form.top + 1, max(1, form.top // 4000))]
    values = [numeric.decode(name, code) for code in codes]
    assert [numeric.encode(name, value) for value in values] == codes
    assert all(low < high for low, high in pairwise(values))


KNOWN = {
    ("e4m3", 448.0): 0x7E,
    ("e4m3", 2.0**-9): 0x01,
    ("e4m3", math.inf): 0x7F,
    ("e5m2", 57344.0): 0x7B,
    ("e5m2", math.inf): 0x7C,
    ("bf16", 1.0): 0x3F80,
    ("tf32", 1.0): 0x3F800000,
    ("f16", 65504.0): 0x7BFF,
    ("f16", 65520.0): 0x7C00,
    ("f32", 3.0): 0x40400000,
    ("f64", -2.0): 0xC000000000000000,
}


@pytest.mark.parametrize(("name", "value"), KNOWN)
def test_known_codes(name: str, value: float) -> None:
    """Extremes of the formats as their definitions print them."""
    exact = Fraction(value) if math.isfinite(value) else value
    assert numeric.encode(name, exact) == KNOWN[name, value]


@given(lanes)
def test_transcendentals_are_the_rounded_double(a: np.ndarray) -> None:
    """The host's double-precision functions, rounded to float32, are right but near a tie."""
    wide = a.astype(np.float64)
    with np.errstate(all="ignore"):
        expected = {
            "ex2": np.exp2(wide),
            "lg2": np.log2(wide),
            "tanh": np.tanh(wide),
            "rsqrt": 1 / np.sqrt(wide),
        }
        for name, values in expected.items():
            assert same(numeric.approx(name, "f32", a), values.astype(np.float32)), name


def test_flush_to_zero_keeps_the_sign() -> None:
    """Subnormal inputs and results become zeros of their sign; the smallest normal stays."""
    a = np.array([2.0**-149, -(2.0**-149), 2.0**-126, -(2.0**-126)], np.float32)
    one = np.ones(4, np.float32)
    expected = np.array([0.0, -0.0, 2.0**-126, -(2.0**-126)], np.float32)
    assert same(numeric.mul("f32", a, one, ftz=True), expected)
    assert same(numeric.flush("f32", a), expected)


def test_saturation_clamps_and_drops_nan() -> None:
    """`.sat` gives [0, 1], and +0 for NaN."""
    a = np.array([-1.0, 0.25, 7.0, math.nan], np.float32)
    result = numeric.add("f32", a, np.zeros(4, np.float32), sat=True)
    assert same(result, np.array([0.0, 0.25, 1.0, 0.0], np.float32))


def test_minimum_and_maximum_order_zeros_and_prefer_numbers() -> None:
    """-0 is less than +0; a NaN yields to a number unless it is asked for."""
    a = np.array([0.0, -0.0, math.nan, math.nan], np.float32)
    b = np.array([-0.0, 0.0, 1.0, math.nan], np.float32)
    nan = math.nan
    assert same(numeric.minimum("f32", a, b), np.array([-0.0, -0.0, 1.0, nan], np.float32))
    assert same(numeric.maximum("f32", a, b), np.array([0.0, 0.0, 1.0, nan], np.float32))
    assert same(numeric.maximum("f32", a, b, nan=True), np.array([0.0, 0.0, nan, nan], np.float32))


def test_conversion_to_integers_rounds_and_clamps() -> None:
    """Ties go to even with `rni`; what is beyond the range is its end; NaN is 0 for 32 bits."""
    a = np.array([2.5, -2.5, 3e9, -3e9, math.nan, math.inf, 0.4, -0.6], np.float32)
    nearest = numeric.float_to_integer(32, True, "f32", a, "rni")
    assert nearest.tolist() == [2, -2, 2**31 - 1, -(2**31), 0, 2**31 - 1, 0, -1]
    chopped = numeric.float_to_integer(32, False, "f32", a, "rzi")
    assert chopped.tolist() == [2, 0, 3_000_000_000, 0, 0, 2**32 - 1, 0, 0]
    wide = numeric.float_to_integer(64, True, "f32", a[4:5], "rzi")
    assert wide.tolist() == [-(2**63)]


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=4, max_size=4))
def test_integers_become_the_nearest_float(values: list[int]) -> None:
    """As the host converts them."""
    array = np.array(values, np.int64)
    assert same(numeric.integer_to_float("f32", array), array.astype(np.float32))
    assert same(numeric.integer_to_float("f64", array), array.astype(np.float64))


@given(lanes)
def test_rounding_to_integral_is_the_hosts(a: np.ndarray) -> None:
    """`rni`, `rmi`, `rpi`, `rzi` are rint, floor, ceil and trunc, signs of zero included."""
    for mode, function in {
        "rni": np.rint,
        "rmi": np.floor,
        "rpi": np.ceil,
        "rzi": np.trunc,
    }.items():
        assert same(numeric.round_to_integral("f32", a, mode), function(a)), mode


@pytest.mark.parametrize(("mode", "sign"), [("rn", 0), ("rz", 0), ("rp", 0), ("rm", 1)])
def test_what_cancels_is_a_zero_with_the_sign_of_the_rounding(mode: str, sign: int) -> None:
    """IEEE 754, 6.3: of a sum or a fused multiply-add of numbers, -0 towards minus infinity."""
    one, minus = np.ones(1, np.float32), -np.ones(1, np.float32)
    for result in (
        numeric.fma("f32", one, one, minus, mode),
        numeric.add("f32", one, minus, mode),
        numeric.sub("f32", one, one, mode),
    ):
        assert result.view(np.uint32).tolist() == [sign << 31]
