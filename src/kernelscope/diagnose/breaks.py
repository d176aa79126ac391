"""The point of a sweep at which an implementation stops working, and the reason."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from kernelscope.diagnose.ranking import told_apart
from kernelscope.diagnose.verdict import NOT_TOLD_APART, listed
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, Row


def breaks(axis: str, points: Sequence[int], swept: Mapping[str, Sequence[Row]]) -> tuple[str, ...]:
    """Return a sentence for each implementation that stops or begins to spill, in the order
    given.
    """
    sentences = (_sentence(axis, points, name, rows) for name, rows in swept.items())
    return tuple(sentence for sentence in sentences if sentence)


def _sentence(axis: str, points: Sequence[int], name: str, rows: Sequence[Row]) -> str:
    parts: list[str] = []
    spills = next((i for i, row in enumerate(rows) if _spilling(row) is not None), None)
    stops = next((i for i, row in enumerate(rows) if row.status != "ok"), None)
    first = min((i for i in (spills, stops) if i is not None), default=None)
    if first is None:
        return ""
    if spills is not None and (stops is None or spills < stops):
        parts.append(f"from {axis}={points[spills]} on, {_spill_words(rows[spills])}")
        parts += _growth(axis, points, rows[0], rows[spills])
    if stops is not None:
        parts.append(f"at {axis}={points[stops]} it is {rows[stops].status}: {rows[stops].reason}")
    works = "works" if first == stops else "fits its registers"
    until = f"up to {axis}={points[first - 1]}" if first else "at none of the first points"
    return f"{name} {works} {until}: {'; '.join(parts)}."


def _spilling(row: Row) -> LaunchRecord | None:
    """Return the launch with the most local memory a thread, or None if no launch has any."""
    launch = max(row.launches, key=_local, default=None)
    return launch if launch is not None and _local(launch) else None


def _local(launch: LaunchRecord) -> int:
    return launch.local_bytes or launch.spill_bytes or 0


def _spill_words(row: Row) -> str:
    launch = _spilling(row)
    assert launch is not None
    threads = launch.block[0] * launch.block[1] * launch.block[2]
    registers = f"{launch.registers} registers" if launch.registers else "its registers"
    return (
        f"{registers} a thread in blocks of {threads:,} are too few for {launch.kernel}, "
        f"so {_local(launch):,} bytes a thread go to local memory"
        + (", which the estimated time leaves out" if _is_estimated(row) else "")
    )


def _is_estimated(row: Row) -> bool:
    return row.time_ms is not None and row.time_ms.provenance == "estimated"


def _growth(axis: str, points: Sequence[int], first: Row, spilling: Row) -> Iterator[str]:
    """Yield that the number of blocks is the same while each block holds more, if that is so."""
    launch = _spilling(spilling)
    assert launch is not None
    before = next((other for other in first.launches if other.kernel == launch.kernel), launch)
    # A sweep of a row's length, one row a block: 4,096 blocks at n=1024 and at n=65536, so each
    # block holds 64 times as much, and that is why registers run out. If the grid grew with the
    # axis instead, the sentence would give a wrong reason, and it is left out.
    if before is not launch and before.grid == launch.grid:
        blocks = launch.grid[0] * launch.grid[1] * launch.grid[2]
        had = (
            f", where {before.registers} registers a thread were enough" if before.registers else ""
        )
        yield f"it launches {blocks:,} blocks, as at {axis}={points[0]}{had}"


def fastest(
    axis: str, points: Sequence[int], series: Mapping[str, Sequence[Quantity | None]]
) -> str:
    """Return which implementation is the fastest at which points; "" if one is at all of them.

    Those whose rates cannot be told apart are named together.
    """
    columns = [
        [(name, rate) for name, rates in series.items() if (rate := rates[i]) is not None]
        for i in range(len(points))
    ]
    parts: list[str] = []
    winning = [_winners(column) for column in columns]
    for names, group in itertools.groupby(
        zip(points, winning, strict=True), key=lambda pair: pair[1]
    ):
        at = [point for point, _ in group]
        where = f"at {axis}={at[0]}" if len(at) == 1 else f"for {axis}={at[0]} … {at[-1]}"
        parts.append(f"{listed(names) or 'none'} {where}")
    together = any(len(names) > 1 for names in winning)
    if len(parts) < 2 and not together:
        return ""
    by_model = any(rate.provenance == "estimated" for column in columns for _, rate in column)
    tail = f" Those named together {NOT_TOLD_APART}." if together and by_model else ""
    return f"Fastest: {', '.join(parts)}.{tail}"


def _winners(rates: Sequence[tuple[str, Quantity]]) -> tuple[str, ...]:
    # Vector add at n = 16777216 on an H200: torch 51.7 µs, compile 51.3, triton 51.9, cuda 64.1.
    # The first three are within 5 %, so all win. With the largest rate alone, noise would name
    # another winner at each point, and the sentence would have as many parts as the sweep has
    # points.
    best = max((rate for _, rate in rates), key=lambda rate: rate.value, default=None)
    return tuple(name for name, rate in rates if best is not None and not told_apart(rate, best))
