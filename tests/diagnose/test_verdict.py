"""The sentence at the end, on rows made by hand."""

from __future__ import annotations

import dataclasses

from kernelscope.diagnose.verdict import verdict
from kernelscope.quantity import Quantity
from kernelscope.record import Bytes, OperatorRecord, Row, Status


def row(name: str, ms: float, moved: float, launches: int, status: Status = "ok") -> Row:
    return Row(
        name,
        name,
        status,
        time_ms=Quantity(ms, "ms", "estimated"),
        operators=(OperatorRecord("aten.mul"),) * launches,
        bytes=Bytes(moved / 2, moved / 2, 0.5e9, 0.5e9, provenance="computed"),
        percent_of_limit=Quantity(100 / ms, "%", "estimated"),
    )


NAIVE = row("naive", 9.1, 9e9, 9)
TRITON = row("triton", 1.0, 1e9, 1)


def test_says_who_wins_by_how_much_and_why():
    """The naive one is the yardstick, and its bytes explain its time."""
    assert verdict([NAIVE, row("slow", 20, 1e9, 1), TRITON]) == (
        "triton is 9.10× faster than naive (1.00 ms estimated, 100 % of the limit against "
        "9.10 ms): one kernel moves 1.00 GB, while naive's nine move 9.00 GB."
    )


def test_those_within_five_percent_win_together():
    """A difference that the estimate cannot tell is not called a win."""
    sentence = verdict([NAIVE, row("torch", 1.03, 1e9, 1), TRITON])
    assert sentence.startswith("triton and torch are 9.10× faster than naive")


def test_level_times_are_called_level():
    """Where all are within five per cent nobody wins."""
    sentence = verdict([row("torch", 1.02, 1e9, 1), TRITON])
    assert sentence == "torch and triton are level, at 1.00 ms estimated, 100 % of the limit."


def test_fewer_launches_are_the_reason_where_bytes_are_not():
    """Equal bytes in more launches: the launches are named."""
    assert ": one launch instead of three." in verdict([row("naive", 3, 1e9, 3), TRITON])


def test_wrong_rows_never_win_and_are_named():
    """The fastest row is no winner if its result is wrong."""
    sentence = verdict([NAIVE, TRITON, row("mine", 0.1, 1e9, 1, "wrong")])
    assert sentence.startswith("triton is")
    assert sentence.endswith("; mine is not right.")


def test_no_right_row_is_said():
    """Nothing to praise: the broken ones are named."""
    failed = dataclasses.replace(TRITON, status="failed", time_ms=None)
    assert verdict([failed]) == "No implementation is right: see triton."
    gone = dataclasses.replace(TRITON, status="unavailable", time_ms=None)
    assert verdict([gone]) == "No implementation is available on this device."
