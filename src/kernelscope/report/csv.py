"""Comma-separated values: a line for each implementation, point of a sweep, or launch."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from kernelscope.profiling.counters.sections import shown
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import Comparison, History, Profile, Row, Sweep

HEADINGS = (
    "operation",
    "case",
    "device",
    "implementation",
    "style",
    "status",
    "reason",
    "time_ms",
    "time_low_ms",
    "time_high_ms",
    "time_provenance",
    "throughput",
    "throughput_unit",
    "percent_of_limit",
    "limit",
    "bytes_read",
    "bytes_written",
    "fewest_bytes_read",
    "fewest_bytes_written",
    "bytes_provenance",
    "launches",
    "operators",
    "max_abs_error",
    "max_rel_error",
    "max_ulp_error",
    "lines_of_code",
)


def to_csv(record: Comparison) -> str:
    """Return the rows of a comparison, or the points of its sweep if it has one."""
    if record.sweep is not None:
        return _write(_sweep_lines(record.sweep))
    case = " ".join(f"{name}={value}" for name, value in record.case.items())
    start = (record.operation, case, record.device)
    return _write([HEADINGS, *((*start, *_row_fields(row)) for row in record.rows)])


def counters_to_csv(record: Profile) -> str:
    """Return a line for each launch: each metric with its unit, and its source in the next
    column.
    """
    there = {name for one in record.kernels for name in one.metrics}
    named = [*shown(), *(name for name in METRICS if name not in shown())]
    metrics = [name for name in named if name in there]
    sizes = [f"{size}_{axis}" for size in ("grid", "block") for axis in "xyz"]
    units = [f" [{unit}]" if (unit := METRICS[name].unit) else "" for name in metrics]
    headings = [
        heading
        for name, unit in zip(metrics, units, strict=True)
        for heading in (f"{name}{unit}", f"{name} by")
    ]
    lines: list[tuple[object, ...]] = [
        ("implementation", "function_name", "demangled_name", *sizes, *headings)
    ]
    for one in record.kernels:
        fields: list[object] = []
        for name in metrics:
            found = one.metrics.get(name)
            by = found and f"{found.provenance}, {one.source_of(name)}"
            fields += [found and found.value, by]
        names = one.implementation, one.kernel, one.demangled
        lines.append((*names, *one.grid, *one.block, *fields))
    return _write(lines)


def _row_fields(row: Row) -> tuple[object, ...]:
    moved, error = row.bytes, row.error
    return (
        row.implementation,
        row.style,
        row.status,
        row.reason,
        *_interval(row.time_ms),
        row.time_ms and row.time_ms.provenance,
        row.throughput and row.throughput.value,
        row.throughput and row.throughput.unit,
        row.percent_of_limit and row.percent_of_limit.value,
        row.limit,
        *((moved.read, moved.written) if moved else (None, None)),
        *((moved.fewest_read, moved.fewest_written) if moved else (None, None)),
        moved and moved.provenance,
        len(row.launches),
        len(row.operators),
        *((error.max_abs, error.max_rel, error.max_ulp) if error else (None, None, None)),
        row.lines_of_code or None,
    )


def _interval(quantity: Quantity | None) -> tuple[float | None, float | None, float | None]:
    return (quantity.value, quantity.low, quantity.high) if quantity else (None, None, None)


def _sweep_lines(sweep: Sweep) -> Iterable[tuple[object, ...]]:
    """Return the axis, then for each implementation the value, its interval and its provenance."""
    parts = ("", "_low", "_high", "_provenance")
    names = [f"{name}{part}" for name in sweep.series for part in parts]
    yield (f"{sweep.axis}", "unit", *names)
    for place, value in enumerate(sweep.values):
        fields: list[object] = []
        for series in sweep.series.values():
            point = series[place]
            fields += [*_interval(point), point and point.provenance]
        yield (int(value) if value == int(value) else value, sweep.unit, *fields)


def _write(lines: Iterable[tuple[object, ...]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(lines)
    return stream.getvalue()


HISTORY_HEADINGS = (
    *("commit", "edits", "date", "subject", "case", "device", "name", "metric", "unit"),
    *("value", "low", "high", "provenance"),
)


def history_to_csv(record: History) -> str:
    """Return a line for each point of each series."""
    lines: list[tuple[object, ...]] = [HISTORY_HEADINGS]
    for one in record.series:
        about = (one.subject, one.case, one.device, one.name, one.metric, one.unit)
        for point in one.points:
            commit = record.commits[point.commit]
            date = datetime.fromtimestamp(commit.time, UTC).isoformat()
            value = (point.value, point.low, point.high, one.provenance)
            lines.append((commit.id, commit.edits, date, *about, *value))
    return _write(lines)
