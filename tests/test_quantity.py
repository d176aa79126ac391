"""Quantities: JSON, provenance, how they read; the registry of metrics."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from kernelscope.errors import RecordError
from kernelscope.quantity import (
    METRICS,
    PROVENANCES,
    Metric,
    Quantity,
    format_number,
    format_quantity,
)
from truth.counters import REQUIRED

NUMBERS = st.floats(allow_nan=False)


@given(
    value=NUMBERS,
    low=st.none() | NUMBERS,
    high=st.none() | NUMBERS,
    provenance=st.sampled_from(PROVENANCES),
    note=st.text(),
)
def test_json_gives_back_the_same_quantity(
    value: float, low: float | None, high: float | None, provenance: str, note: str
) -> None:
    quantity = Quantity(value, "ms", provenance, low, high, note)  # type: ignore[arg-type]
    text = json.dumps(quantity.to_json(), allow_nan=False)
    assert Quantity.from_json(json.loads(text)) == quantity


def test_json_has_the_agreed_names() -> None:
    assert Quantity(1.5, "ms", "measured", 1.4, 1.6, "median").to_json() == {
        "value": 1.5,
        "unit": "ms",
        "low": 1.4,
        "high": 1.6,
        "provenance": "measured",
        "note": "median",
    }


def test_not_a_number_survives_json() -> None:
    text = json.dumps(Quantity(math.nan, "", "computed").to_json(), allow_nan=False)
    assert math.isnan(Quantity.from_json(json.loads(text)).value)


def test_a_number_without_provenance_is_refused() -> None:
    with pytest.raises(RecordError, match="'guessed' is unknown; use one of measured, counted"):
        Quantity(1, "ms", "guessed")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [{}, {"value": "fast", "unit": "ms", "provenance": "measured"}, [1], {"value": 1, "unit": ""}],
)
def test_what_is_no_quantity_is_refused(data: object) -> None:
    with pytest.raises(RecordError, match="not a quantity"):
        Quantity.from_json(data)  # type: ignore[arg-type]


@each(
    ("value", "unit", "text"),
    [
        (0.507, "ms", "0.507 ms"),
        (0.15, "ms", "0.150 ms"),
        (0.05, "ms", "50.0 µs"),
        (0.5, "ns", "0.500 ns"),  # the unit below which there is none
        (0.5, "B", "0.500 B"),
        (5.49, "ms", "5.49 ms"),
        (0.0051, "ms", "5.10 µs"),
        (12_345, "us", "12.3 ms"),
        (1_500, "ms", "1.50 s"),
        (4282, "GB/s", "4.28 TB/s"),
        (713, "TFLOP/s", "713 TFLOP/s"),
        (98.93, "%", "98.9 %"),
        (2147483648, "B", "2.15 GB"),
        (0, "ms", "0 ms"),
        (7, "", "7"),
        (math.inf, "ms", "inf ms"),
        (999.9, "us", "1.00 ms"),
        (-3.2, "ms", "-3.20 ms"),
    ],
)
def test_quantities_read_well(value: float, unit: str, text: str) -> None:
    assert format_quantity(Quantity(value, unit, "computed")) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234567, "1,234,567"),
        (99.96, "100"),
        (9.996, "10.0"),
        (0.001234, "0.00123"),
        (1.2e-5, "1.20e-05"),
        (3e17, "3.00e+17"),
    ],
)
def test_numbers_have_three_significant_digits(value: float, text: str) -> None:
    assert format_number(value) == text


def test_every_required_counter_is_in_the_registry() -> None:
    assert set(REQUIRED) <= set(METRICS)


@each("metric", METRICS.values(), ids=list(METRICS))
def test_every_metric_says_what_it_means_and_who_defines_it(metric: Metric) -> None:
    assert len(metric.meaning) > 10
    assert metric.source


def test_a_derived_metric_names_what_it_is_made_of() -> None:
    assert METRICS["throughput"].formula == "work / time_ms"
    assert METRICS["percent_of_limit"].formula == "throughput / limit"
    assert not METRICS["registers"].formula
