"""A ranking of rows by time, in which times within each other's error are level."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.hardware.known_error import KNOWN_ERROR, LEVEL, told_apart
from kernelscope.quantity import Quantity
from kernelscope.record import Row


def is_noticed(gain: float, time: Quantity) -> bool:
    """Return whether a time without the share `gain` of it differs by more than a model's error.

    Both times, with and without the fault, are of one kernel by one model. Most of the error of a
    simulated time is in both, so the 25 % of the counts are taken for either: what rules promise of
    simulated launches is within 15 points of what came out on an H200 (docs/time.md).
    """
    error = KNOWN_ERROR.memory if time.provenance == "estimated" else LEVEL
    return gain >= 1 - 1 / (1 + error)


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
