"""Comma-separated values: a line for each implementation, point, launch or configuration."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from kernelscope.profiling.counters.sections import shown
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import Comparison, History, Profile, Row, Sweep, Tuning
from kernelscope.report.tuning import ranked, words

# A column of a comparison: its heading, and what a row has there.
_FIELDS: dict[str, Callable[[Row], object]] = {
    "implementation": lambda row: row.implementation,
    "style": lambda row: row.style,
    "status": lambda row: row.status,
    "reason": lambda row: row.reason,
    "time_ms": lambda row: row.time_ms and row.time_ms.value,
    "time_low_ms": lambda row: row.time_ms and row.time_ms.low,
    "time_high_ms": lambda row: row.time_ms and row.time_ms.high,
    "time_provenance": lambda row: row.time_ms and row.time_ms.provenance,
    "throughput": lambda row: row.throughput and row.throughput.value,
    "throughput_unit": lambda row: row.throughput and row.throughput.unit,
    "percent_of_limit": lambda row: row.percent_of_limit and row.percent_of_limit.value,
    "limit": lambda row: row.limit,
    "bytes_read": lambda row: row.bytes and row.bytes.read,
    "bytes_written": lambda row: row.bytes and row.bytes.written,
    "fewest_bytes_read": lambda row: row.bytes and row.bytes.fewest_read,
    "fewest_bytes_written": lambda row: row.bytes and row.bytes.fewest_written,
    "bytes_provenance": lambda row: row.bytes and row.bytes.provenance,
    "launches": lambda row: len(row.launches),
    "operators": lambda row: len(row.operators),
    "max_abs_error": lambda row: row.error and row.error.max_abs,
    "max_rel_error": lambda row: row.error and row.error.max_rel,
    "max_ulp_error": lambda row: row.error and row.error.max_ulp,
    "lines_of_code": lambda row: row.lines_of_code or None,
}
HEADINGS = ("operation", "case", "device", *_FIELDS)


def to_csv(record: Comparison) -> str:
    """Return the rows of a comparison, or the points of its sweep if it has one."""
    if record.sweep is not None:
        return _write(_sweep_lines(record.sweep))
    case = " ".join(f"{name}={value}" for name, value in record.case.items())
    start = (record.operation, case, record.device)
    lines = ((*start, *(field(row) for field in _FIELDS.values())) for row in record.rows)
    return _write([HEADINGS, *lines])


def counters_to_csv(record: Profile) -> str:
    """Return a line for each launch: each metric with its unit, and its source in the next
    column.
    """
    there = {name for kernel in record.kernels for name in kernel.metrics}
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
    for kernel in record.kernels:
        fields: list[object] = []
        for name in metrics:
            quantity = kernel.metrics.get(name)
            by = quantity and f"{quantity.provenance}, {kernel.source_of(name)}"
            fields += [quantity and quantity.value, by]
        names = kernel.implementation, kernel.kernel, kernel.demangled
        lines.append((*names, *kernel.grid, *kernel.block, *fields))
    return _write(lines)


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
    for series in record.series:
        about = (series.subject, series.case, series.device, series.name, series.metric)
        for point in series.points:
            commit = record.commits[point.commit]
            date = datetime.fromtimestamp(commit.time, UTC).isoformat()
            value = (point.value, point.low, point.high, series.provenance)
            lines.append((commit.id, commit.edits, date, *about, series.unit, *value))
    return _write(lines)


TUNING_HEADINGS = (
    *("kernel", "arguments", "configuration", "chosen", "level", "time_us", "low_us", "high_us"),
    *("provenance", "registers", "spill_bytes", "shared_bytes", "occupancy", "limit", "refused"),
)


def tuning_to_csv(record: Tuning) -> str:
    """Return a line for each configuration of each kernel."""
    lines: list[tuple[object, ...]] = [TUNING_HEADINGS]
    for kernel in record.kernels:
        arguments = " ".join(f"{name}={value}" for name, value in kernel.arguments.items())
        for place in ranked(kernel):
            tried = kernel.candidates[place]
            time = tried.time_us
            marks = int(place == kernel.chosen), int(place in kernel.level)
            times = (*_interval(time), time and time.provenance)
            needs = tried.registers, tried.spill_bytes, tried.shared_bytes, tried.occupancy
            about = (kernel.kernel, arguments, words(tried), *marks, *times, *needs)
            lines.append((*about, tried.bound, tried.refused))
    return _write(lines)
