"""The sentences at the top, on rows made by hand."""

from __future__ import annotations

import dataclasses

import pytest

from kernelscope.diagnose.ranking import told_apart
from kernelscope.diagnose.verdict import verdict
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.quantity import Provenance, Quantity
from kernelscope.record import Bytes, OperatorRecord, Row, Status


def row(
    name: str, ms: float, moved: float, launches: int, status: Status = "ok", lines: int = 10
) -> Row:
    return Row(
        name,
        name,
        status,
        time_ms=Quantity(ms, "ms", "estimated"),
        operators=(OperatorRecord("aten.mul"),) * launches,
        bytes=Bytes(moved / 2, moved / 2, 0.5e9, 0.5e9, provenance="computed"),
        percent_of_limit=Quantity(100 / ms, "%", "estimated"),
        lines_of_code=lines,
    )


NAIVE = row("naive", 9.1, 9e9, 9)
TRITON = row("triton", 1.0, 1e9, 1)


def measured(one: Row) -> Row:
    """The row as on a real GPU."""
    assert one.time_ms is not None
    return dataclasses.replace(one, time_ms=dataclasses.replace(one.time_ms, provenance="measured"))


def test_the_first_sentence_says_what_to_use_and_the_next_why() -> None:
    """The naive one is the yardstick, and its bytes explain its time."""
    assert verdict([NAIVE, row("slow", 20, 1e9, 1), TRITON]) == (
        "Use triton, the fastest: 1.00 ms estimated, 100 % of the limit. It is 9.10× faster than "
        "naive (9.10 ms): one kernel moves 1.00 GB, while naive's nine move 9.00 GB."
    )


def test_of_estimates_within_the_models_error_none_is_called_the_fastest() -> None:
    """GELU 16384² in bf16: 265 µs tuned, 296 torch, 313 compiled on an H200; each 254 estimated."""
    rows = [NAIVE, row("torch", 1.2, 1e9, 1, lines=3), TRITON]
    assert verdict(rows) == (
        "Use torch, the shortest: 1.20 ms estimated, 83.3 % of the limit. torch and triton "
        "cannot be told apart here; measure on a GPU. torch is 7.58× faster than naive (9.10 "
        "ms): one kernel moves 1.00 GB, while naive's nine move 9.00 GB."
    )


def test_measured_times_need_no_model() -> None:
    """20 % between two measured times is a difference; 3 % is not."""
    rows = [measured(one) for one in (row("torch", 1.2, 1e9, 1, lines=3), TRITON)]
    assert verdict(rows) == (
        "Use triton, the fastest: 1.00 ms measured, 100 % of the limit. It is 1.20× faster than "
        "torch (1.20 ms)."
    )
    rows = [measured(one) for one in (row("torch", 1.03, 1e9, 1, lines=3), TRITON)]
    assert verdict(rows) == (
        "Use torch, the shortest: 1.03 ms measured, 97.1 % of the limit. torch and triton are "
        "equally fast, within 5 %."
    )


PARTED = (1 + KNOWN_ERROR.memory) / (1 - KNOWN_ERROR.memory)
"""The ratio of two estimates whose intervals touch."""


@pytest.mark.parametrize(
    ("provenance", "ratio", "apart"),
    [
        ("estimated", PARTED - 0.01, False),
        ("estimated", PARTED + 0.01, True),
        ("measured", 1.04, False),
        ("measured", 1.06, True),
    ],
)
def test_times_are_told_apart_beyond_their_errors(
    provenance: Provenance, ratio: float, apart: bool
) -> None:
    """In either order."""
    one, other = (Quantity(value, "ms", provenance) for value in (2.0, 2.0 * ratio))
    assert told_apart(one, other) is told_apart(other, one) is apart


@pytest.mark.parametrize(("low", "high"), [(0.85, 1.46), (0.87, 1.17), (0.5, 3.0)])
def test_estimates_are_told_apart_if_their_intervals_do_not_overlap(
    low: float, high: float
) -> None:
    """Of a time and of a rate, also if the interval is longer on one side."""
    for step, apart in ((-0.01, False), (0.01, True)):
        values = (3.0, 3.0 * (high / low + step))
        found = [Quantity(v, "ms", "estimated", v * low, v * high) for v in values]
        assert told_apart(*found) is told_apart(*found[::-1]) is apart


def test_a_measured_time_inside_an_estimates_interval_is_not_told_apart() -> None:
    estimate = Quantity(1.0, "ms", "estimated", 0.8, 1.5)
    assert not told_apart(estimate, Quantity(1.4, "ms", "measured"))
    assert told_apart(estimate, Quantity(1.6, "ms", "measured"))


def test_fewer_launches_are_the_reason_where_bytes_are_not() -> None:
    """Equal bytes in more launches: the launches are named."""
    assert ": one launch instead of three." in verdict([row("naive", 3, 1e9, 3), TRITON])


def test_wrong_rows_never_win_and_are_named() -> None:
    """The fastest row is no winner if its result is wrong."""
    sentence = verdict([NAIVE, TRITON, row("mine", 0.1, 1e9, 1, "wrong")])
    assert sentence.startswith("Use triton, the fastest")
    assert sentence.endswith(" mine is not right.")


def test_one_that_is_right_among_wrong_ones_is_the_one_to_use() -> None:
    assert verdict([TRITON, row("mine", 0.1, 1e9, 1, "wrong")]) == (
        "Use triton, the only one that is right: 1.00 ms estimated, 100 % of the limit. mine is "
        "not right."
    )


def test_of_one_implementation_there_is_nothing_to_choose() -> None:
    assert verdict([TRITON]) == "triton takes 1.00 ms estimated, 100 % of the limit."


def test_no_right_row_is_said() -> None:
    """Nothing to praise: the broken ones are named."""
    failed = dataclasses.replace(TRITON, status="failed", time_ms=None)
    assert verdict([failed]) == "No implementation is right: see triton."
    gone = dataclasses.replace(TRITON, status="unavailable", time_ms=None)
    assert verdict([gone]) == "No implementation is available on this device."
