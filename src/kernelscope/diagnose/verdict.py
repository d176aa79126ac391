"""The verdict: one sentence on which row wins, by how much, and why the slowest loses."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.diagnose.approaches import LEVEL
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Row

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# Softmax of 4096x1024: naive moves 134 MB, the fastest 33.6 MB: 4.0 times, so the bytes explain why
# naive loses. Two kernels that differ in 1 % of their sectors, because rows end inside one, differ
# in time for another reason, and the sentence must not say "it moves 33.6 MB, not 33.9 MB".
_MORE_BYTES = 1.25


def verdict(rows: Sequence[Row]) -> str:
    """Return one sentence on the rows of a comparison.

    It compares the fastest right row with the naive row, or with the slowest if there is no naive
    row.
    """
    timed = [row for row in rows if row.status == "ok" and row.time_ms is not None]
    if not timed:
        return _nothing_timed(rows)
    fastest = min(timed, key=_time)
    other = _loser(timed, fastest)
    wrong = [row.implementation for row in rows if row.status in ("wrong", "failed")]
    tail = f"; {_listed(wrong)} {'is' if len(wrong) == 1 else 'are'} not right" if wrong else ""
    if other is None:
        return f"{fastest.implementation} takes {_shown(fastest)}{tail}."
    ratio = _time(other) / _time(fastest)
    if ratio < LEVEL:
        names = _listed([row.implementation for row in timed])
        return f"{names} are level, at {_shown(fastest)}{tail}."
    return (
        f"{_winners(timed, fastest)} {format_number(ratio)}× faster than {other.implementation} "
        f"({_shown(fastest)} against {format_quantity(_quantity(other))})"
        f"{_why(fastest, other)}{tail}."
    )


def _nothing_timed(rows: Sequence[Row]) -> str:
    broken = [row.implementation for row in rows if row.status in ("wrong", "failed")]
    if broken:
        return f"No implementation is right: see {_listed(broken)}."
    return "No implementation is available on this device."


def _loser(timed: Sequence[Row], fastest: Row) -> Row | None:
    """Return the naive row, else the slowest; None if only the fastest was timed."""
    # `gelu` on an H200: triton 35.8 µs, naive 375 µs, cuda 56.8 µs: compared with naive, 10.5×. The
    # mlp has no naive row: compared with the slowest, triton at 145 µs. `square`: naive is level
    # with the fastest, at 39.4 µs. "1.00× faster than naive" would hide that cuda takes 82.5 µs.
    naive = [row for row in timed if row.style == "naive" and row is not fastest]
    if naive and _time(naive[0]) >= LEVEL * _time(fastest):
        return naive[0]
    others = [row for row in timed if row is not fastest]
    return max(others, key=_time, default=None)


def _winners(timed: Sequence[Row], fastest: Row) -> str:
    """Return the fastest and the rows that are level with it, with their verb."""
    names = [row.implementation for row in timed if _time(row) < LEVEL * _time(fastest)]
    names.sort(key=lambda name: name != fastest.implementation)
    return f"{_listed(names)} {'is' if len(names) == 1 else 'are'}"


def _why(fastest: Row, other: Row) -> str:
    """Return the reason: the bytes if they explain it, else the number of launches if it
    differs.
    """
    few, many = _launches(fastest), _launches(other)
    if fastest.bytes and other.bytes and other.bytes.moved > _MORE_BYTES * fastest.bytes.moved:
        less, more = _bytes(fastest), _bytes(other)
        if many > few > 0:
            own = "one kernel moves" if few == 1 else f"{_number(few)} launches move"
            return f": {own} {less}, while {other.implementation}'s {_number(many)} move {more}"
        return f": it moves {less}, not {more}"
    if many > few > 0:
        return f": {_number(few)} launch{'es' if few > 1 else ''} instead of {_number(many)}"
    return ""


def _bytes(row: Row) -> str:
    moved = row.bytes.moved if row.bytes else 0.0
    provenance = row.bytes.provenance if row.bytes else "computed"
    return format_quantity(Quantity(moved, "B", provenance))


def _launches(row: Row) -> int:
    return len(row.launches) + len(row.operators)


def _number(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def _quantity(row: Row) -> Quantity:
    assert row.time_ms is not None
    return row.time_ms


def _time(row: Row) -> float:
    return _quantity(row).value


def _shown(row: Row) -> str:
    """Return a time in words: `0.507 ms estimated, 98 % of the limit`."""
    text = f"{format_quantity(_quantity(row))} {_quantity(row).provenance}"
    if row.percent_of_limit is not None:
        text += f", {format_number(row.percent_of_limit.value)} % of the limit"
    return text


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
