"""The verdict: which row to use, what cannot be told apart from it, and why another loses."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.diagnose.ranking import (
    best_of,
    estimated,
    is_shortest,
    level_rows,
    right_rows,
    time_of,
    told_apart,
)
from kernelscope.quantity import format_number, format_quantity, format_value
from kernelscope.record import Row

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# Softmax of 4096x1024: naive moves 134 MB, the fastest 33.6 MB: 4.0 times, so the bytes explain why
# naive loses. Two kernels that differ in 1 % of their sectors, because rows end inside one, differ
# in time for another reason, and the sentence must not say "it moves 33.6 MB, not 33.9 MB".
_MORE_BYTES = 1.25
NOT_TOLD_APART = "cannot be told apart here; measure on a GPU"


def verdict(rows: Sequence[Row]) -> str:
    """Return the row to use and the reason: two or three sentences on a comparison.

    The row to use is compared with the naive row, or with the slowest if there is no naive row.
    """
    right = right_rows(rows)
    level = level_rows(right)
    best = best_of(level)
    if best is None:
        return _nothing_timed(rows)
    if len(rows) == 1:
        return f"{best.implementation} takes {_shown(best)}."
    sentences = [
        f"Use {best.implementation}{_merit(best, level, rows)}: {_shown(best)}.",
        _alike(level),
        _compared(best, right, "It" if len(level) == 1 else best.implementation),
        _broken(rows),
    ]
    return " ".join(filter(None, sentences))


def _merit(best: Row, level: Sequence[Row], rows: Sequence[Row]) -> str:
    """Return in a few words what the row to use is among the others."""
    if len(right_rows(rows)) == 1:
        wrong = any(row.status in ("wrong", "failed") for row in rows)
        return ", the only one that " + ("is right" if wrong else "has a time here")
    if len(level) == 1:
        return ", the fastest"
    return ", the shortest" if is_shortest(best, level) else ""


def _alike(level: Sequence[Row]) -> str:
    """Return that some rows cannot be told apart; "" if there is only one."""
    if len(level) < 2:
        return ""
    names = listed([row.implementation for row in level])
    return (
        f"{names} {NOT_TOLD_APART}."
        if estimated(level)
        else f"{names} are equally fast, within 5 %."
    )


def _compared(best: Row, right: Sequence[Row], subject: str) -> str:
    """Return how much faster the best row is than another; "" if no row is told apart from it."""
    other = _loser(right, best)
    if other is None:
        return ""
    ratio = time_of(other).value / time_of(best).value
    return (
        f"{subject} is {format_number(ratio)}× faster than {other.implementation} "
        f"({format_quantity(time_of(other))}){_why(best, other)}."
    )


def _broken(rows: Sequence[Row]) -> str:
    wrong = [row.implementation for row in rows if row.status in ("wrong", "failed")]
    return f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'} not right." if wrong else ""


def _nothing_timed(rows: Sequence[Row]) -> str:
    broken = [row.implementation for row in rows if row.status in ("wrong", "failed")]
    if broken:
        return f"No implementation is right: see {listed(broken)}."
    return "No implementation is available on this device."


def _loser(right: Sequence[Row], best: Row) -> Row | None:
    """Return the naive row, else the slowest, of those that are slower than the best.

    None if no row is told apart from it.
    """
    # `gelu` on an H200: triton 35.8 µs, naive 375 µs, cuda 56.8 µs: compared with naive, 10.5×. The
    # mlp has no naive row: compared with the slowest, triton at 145 µs. `square`: naive is level
    # with the fastest, at 39.4 µs. "1.00× faster than naive" would hide that cuda takes 82.5 µs.
    slower = [
        row
        for row in right
        if told_apart(time_of(row), time_of(best)) and time_of(row).value > time_of(best).value
    ]
    naive = [row for row in slower if row.style == "naive"]
    return max(naive[:1] or slower, key=lambda row: time_of(row).value, default=None)


def _why(best: Row, other: Row) -> str:
    """Return the reason: the bytes if they explain it, else the number of launches if it
    differs.
    """
    few, many = _launches(best), _launches(other)
    if best.bytes and other.bytes and other.bytes.moved > _MORE_BYTES * best.bytes.moved:
        less, more = _bytes(best), _bytes(other)
        if many > few > 0:
            own = "one kernel moves" if few == 1 else f"{_number(few)} launches move"
            return f": {own} {less}, while {other.implementation}'s {_number(many)} move {more}"
        return f": it moves {less}, not {more}"
    if many > few > 0:
        return f": {_number(few)} launch{'es' if few > 1 else ''} instead of {_number(many)}"
    return ""


def _bytes(row: Row) -> str:
    return format_value(row.bytes.moved if row.bytes else 0.0, "B")


def _launches(row: Row) -> int:
    return len(row.launches) + len(row.operators)


def _number(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def _shown(row: Row) -> str:
    """Return a time in words: `0.507 ms estimated, 98 % of the limit`."""
    text = f"{format_quantity(time_of(row))} {time_of(row).provenance}"
    if row.percent_of_limit is not None:
        text += f", {format_number(row.percent_of_limit.value)} % of the limit"
    return text


def listed(names: Sequence[str]) -> str:
    """Return names as words: `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
