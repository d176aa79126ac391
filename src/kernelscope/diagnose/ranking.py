"""Which times differ, and which row to use: nothing is ranked within the error of its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.quantity import Quantity
from kernelscope.record import Row

# `gelu` on an H200, twice: torch 36.1 and 36.1 µs, triton 35.8 and 35.4, compile 36.6 and 36.1. The
# order of the three changes with the run, by 2 %; `cuda`, 56.8 and 56.7 µs, is always slower.
LEVEL = 0.05  # measured times within 5 % of each other count as equal


def told_apart(one: Quantity, other: Quantity) -> bool:
    """Return whether two times, or two rates, differ by more than the error of either."""
    less, more = sorted((one.value, other.value))
    return more > less and more >= less * (1 + max(_error(one), _error(other)))


def _error(quantity: Quantity) -> float:
    """Return the relative error of a time or a rate: an estimate's is the time model's.

    `hardware.known_error` has 25 % for memory-bound kernels and 35 % for others, of which the
    interval of the estimate says which.
    """
    # GELU 16384² in bf16 is 254 µs estimated for three kernels. On an H200 the tuned one takes 265,
    # PyTorch's 296, Inductor's 313: what one model gives does not rank kernels that differ by 18 %.
    if quantity.provenance != "estimated":
        return LEVEL
    if quantity.low is None or quantity.high is None:
        return KNOWN_ERROR.memory
    # One of PyTorch's operators of 6.5 µs has an interval of 16 %: the launch, nearly half of it,
    # is known better. A kernel of the same time has 25 %, and equal rows must have one error.
    own = (quantity.high - quantity.low) / (quantity.high + quantity.low)
    return max(own, KNOWN_ERROR.memory)


def is_noticed(gain: float, time: Quantity) -> bool:
    """Return whether a time without the share `gain` of it could be told apart from it."""
    left = 1 - gain
    low, high = (None if end is None else end * left for end in (time.low, time.high))
    return told_apart(time, replace(time, value=time.value * left, low=low, high=high))


def time_of(row: Row) -> Quantity:
    """Return the time of a timed row."""
    assert row.time_ms is not None
    return row.time_ms


def right_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that are right and timed: those among which one can choose."""
    return [row for row in rows if row.status == "ok" and row.time_ms is not None]


def level_rows(right: Sequence[Row]) -> list[Row]:
    """Return the fastest of some timed rows, and those that cannot be told apart from it."""
    fastest = min(right, key=lambda row: time_of(row).value, default=None)
    if fastest is None:
        return []
    return [row for row in right if not told_apart(time_of(row), time_of(fastest))]


def best_of(level: Sequence[Row]) -> Row | None:
    """Return the row to use: the shortest, and of equally short ones that which compiles fastest.

    None if there is no row.
    """
    return min(level, key=lambda row: (row.lines_of_code, compile_ms(row)), default=None)


def is_shortest(row: Row, rows: Sequence[Row]) -> bool:
    """Return whether a row is known to have fewer lines of code than each other one."""
    others = [other.lines_of_code for other in rows if other is not row]
    return 0 < row.lines_of_code < min(others, default=0)


def compile_ms(row: Row) -> float:
    """Return the milliseconds of compiling before a row's first call, 0 if it compiles nothing."""
    return row.timings["compile"].value if "compile" in row.timings else 0.0


def estimated(rows: Sequence[Row]) -> bool:
    """Return whether any of some timed rows has an estimated time."""
    return any(time_of(row).provenance == "estimated" for row in rows)
