"""One axis varied: every implementation checked and observed at each point."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernelscope.diagnose.breaks import breaks, fastest
from kernelscope.jobs.bench import Bench
from kernelscope.jobs.progress import Progress
from kernelscope.jobs.rows import RowMaker, Step, limit_of
from kernelscope.operation import Case, Operation, Work
from kernelscope.quantity import Quantity
from kernelscope.record import Row, Sweep

_LOG_RATIO = 1.5  # points that grow by at least this factor are drawn on a log axis


@dataclass(frozen=True, slots=True)
class Axis:
    """A size of the operation, and its values in the sweep."""

    name: str
    points: list[int]

    @property
    def log(self) -> bool:
        """True if the points are spaced evenly on a logarithmic axis, not on a linear one."""
        ratios = [b / a for a, b in zip(self.points, self.points[1:], strict=False)]
        return bool(ratios) and min(ratios[:-1] or ratios) >= _LOG_RATIO


Observe = Callable[[Sequence[str]], list[tuple[Work, tuple[Row, ...]]]]
"""Gives, for each point of an axis, the work there and the rows of these implementations."""


def here(operation: Operation, case: Case, axis: Axis, bench: Bench, progress: Progress) -> Observe:
    """Return an observer of the points of an axis, one after the other, in this process."""

    def observe(names: Sequence[str]) -> list[tuple[Work, tuple[Row, ...]]]:
        total, done = len(axis.points) * len(names), 0

        def step(doing: str) -> None:
            nonlocal done
            done += 1
            progress(f"{axis.name}={point}, {doing.partition(':')[0]}", done, total)

        observations: list[tuple[Work, tuple[Row, ...]]] = []
        for point in axis.points:
            observations.append(
                observed(operation, case.with_axes({axis.name: point}), bench, names, step)
            )
        progress("done", total, total)
        return observations

    return observe


def observed(
    operation: Operation, case: Case, bench: Bench, names: Sequence[str], step: Step
) -> tuple[Work, tuple[Row, ...]]:
    """Return the work of a case, and the rows of these implementations on it."""
    maker = RowMaker(operation, case, bench, nasty=False)
    return maker.work, maker.rows([operation.implementations[name] for name in names], step)


def sweep(
    operation: Operation,
    case: Case,
    axis: Axis,
    rows: Sequence[Row],
    bench: Bench,
    observe: Observe,
) -> tuple[Sweep, tuple[Row, ...]]:
    """Return the sweep's lines, and the rows with the sweep's errors.

    Only rows that are ok are swept; the notes name the others. A point that is wrong or fails is
    left out of its line, and makes its row wrong or failed. An unavailable point is only left out.
    """
    swept = [row.implementation for row in rows if row.status == "ok"]
    unit = _unit(operation, case.with_axes({axis.name: axis.points[-1]}), bench)
    observations = observe(swept)
    works = [work for work, _ in observations]
    points = {
        name: [row for _, those in observations for row in those if row.implementation == name]
        for name in swept
    }
    series = {
        name: tuple(_rate(work, row, unit) for work, row in zip(works, points[name], strict=True))
        for name in swept
    }
    right = {
        name: rates
        for name, rates in series.items()
        if not any(row.status in ("wrong", "failed") for row in points[name])
    }
    first = fastest(axis.name, axis.points, right)
    left_out = (
        f"{row.implementation} is not swept: it is {row.status}: {row.reason}."
        for row in rows
        if row.status != "ok"
    )
    notes = ((first,) if first else ()) + breaks(axis.name, axis.points, points)
    notes += tuple(left_out)
    values = tuple(map(float, axis.points))
    lines = Sweep(axis.name, values, unit, series, log=axis.log, notes=notes)
    return lines, tuple(_blamed(row, axis, points.get(row.implementation, [])) for row in rows)


def _unit(operation: Operation, largest: Case, bench: Bench) -> str:
    """Return the unit of the ceiling at the largest point."""
    limit = limit_of(bench.spec, operation.work(largest), largest)
    return limit.unit if limit else "GB/s"


def _rate(work: Work, row: Row, unit: str) -> Quantity | None:
    """Return the work model's bytes or FLOPs per time, in the sweep's one unit."""
    time = row.time_ms
    if row.status != "ok" or time is None or time.value <= 0:
        return None
    amount = work.flops / 1e12 if unit == "TFLOP/s" else work.bytes / 1e9

    def rate(milliseconds: float | None) -> float | None:
        return amount / milliseconds * 1e3 if milliseconds else None

    value = amount / time.value * 1e3
    return Quantity(value, unit, time.provenance, rate(time.high), rate(time.low))


def _blamed(row: Row, axis: Axis, points: Sequence[Row]) -> Row:
    """Return the row, with the status and reason of its first bad point."""
    for value, point in zip(axis.points, points, strict=False):
        if point.status in ("wrong", "failed"):
            reason = f"{axis.name}={value}: {point.reason}"
            return dataclasses.replace(row, status=point.status, reason=reason)
    return row
