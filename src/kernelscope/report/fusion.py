"""Fusion accounting for a terminal: operations, the values they pass on, the kernels they
could be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from kernelscope.quantity import (
    Provenance,
    Quantity,
    format_count,
    format_number,
    format_quantity,
    format_value,
)
from kernelscope.record import Fusion, ImplementationTraffic
from kernelscope.report import cells, tables

_SHOWN = 40  # rows of a table; a network has hundreds
_COMPUTED, _ESTIMATED = cells.TAG["computed"], cells.TAG["estimated"]


def renderable(record: Fusion) -> RenderableType:
    """Return the accounting for a rich console."""
    heading = tables.heading(record.target, record.device, record.case)
    parts: list[RenderableType] = [heading, Text()]
    if record.operators:
        parts += [Text(headline(record), "bold"), Text(), _operators(record), Text()]
        parts += [Text(line) for line in _passes(record)]
        parts += [Text(line) for line in _reasons(record)]
        parts.append(Text())
    if record.intermediates:
        parts += [Text("passed through memory", "bold"), _intermediates(record), Text()]
    if record.traffic:
        parts += [Text("every implementation", "bold"), _traffic(record.traffic), Text()]
    parts += [Text(f"note: {note}", "yellow") for note in record.notes]
    parts += [Text(line, "dim") for line in _small_print(record)]
    return Group(*parts)


def headline(record: Fusion) -> str:
    """Return one sentence: the bytes moved, the bytes needed, and the value of the difference."""
    if record.bytes is None:
        return "nothing was recorded"
    kernels, operations = len(record.kernels), len(record.operators)
    sentence = f"{format_count(operations, 'operation')} move{'s' * (operations == 1)} "
    sentence += _bytes(record.bytes.moved)
    if record.bytes.ratio:
        sentence += f", {format_number(record.bytes.ratio)}× the fewest"
    # `a @ b @ c`: two products stay two kernels, and "no two of them could be one kernel". The
    # usual sentence would end in "2 kernels would move" the bytes that they move now, "1.00×
    # faster".
    if kernels == operations:
        return f"{sentence}; no two of them could be one kernel."
    fused = record.fused_read + record.fused_written
    many = "one kernel" if kernels == 1 else f"{kernels} kernels"
    sentence += f"; {many} would move {_bytes(fused)}"
    if record.time_ms and record.fused_ms and record.fused_ms.value:
        faster = format_number(record.time_ms.value / record.fused_ms.value)
        sentence += f": {format_quantity(record.fused_ms)} instead of "
        sentence += f"{format_quantity(record.time_ms)} estimated, {faster}× faster"
    return f"{sentence}."


def _operators(record: Fusion) -> Table:
    """Return a line for each operation, with the kernel that it could be in; then the sums."""
    table = tables.grid(
        Column("#", justify="right"),
        tables.names("operation", 24),
        tables.names("shape", 16),
        *tables.figures(f"read\n{_COMPUTED}", f"written\n{_COMPUTED}"),
        *tables.figures(f"time\n{_ESTIMATED}", "kernel"),
        gap=1,
    )
    kernel_of = {i: n for n, kernel in enumerate(record.kernels, 1) for i in kernel.operators}
    for index, operator in enumerate(record.operators[:_SHOWN]):
        shape = "×".join(map(str, max(operator.shapes, key=math.prod, default=())))
        moved = _bytes(operator.bytes_read), _bytes(operator.bytes_written), _time(operator.time_us)
        table.add_row(
            str(index + 1), _short(operator.name), shape, *moved, str(kernel_of.get(index, ""))
        )
    if len(record.operators) > _SHOWN:
        table.add_row("", f"… {len(record.operators) - _SHOWN} more")
    if record.bytes is None:
        return table
    total = _bytes(record.bytes.read), _bytes(record.bytes.written), _time(record.time_ms)
    table.add_row(
        "", f"{format_count(len(record.operators), 'operation')}", "", *total, style="bold"
    )
    fused = _bytes(record.fused_read), _bytes(record.fused_written), _time(record.fused_ms)
    table.add_row("", f"in {format_count(len(record.kernels), 'kernel')}", "", *fused, style="bold")
    least = _bytes(record.bytes.fewest_read), _bytes(record.bytes.fewest_written)
    table.add_row("", "fewest", "", *least)
    return table


def _passes(record: Fusion) -> list[str]:
    """Return the bytes in units of the largest tensor, as one counts them on paper."""
    moved = record.bytes
    largest = max((value.written for value in record.intermediates), default=0.0)
    if moved is None or not largest:
        return []
    figures = (moved.read, moved.written, moved.fewest_read, moved.fewest_written)
    read, written, least_read, least_written = (format_number(size / largest) for size in figures)
    passes = f"In passes over {_bytes(largest)}, the largest value between them: {read} read, "
    lines = [f"{passes}{written} written; fewest {least_read} and {least_written}."]
    if record.unused:
        lines.append(f"Nothing reads {_bytes(record.unused)} of the bytes written.")
    return lines


def _reasons(record: Fusion) -> list[str]:
    """Return why there is more than one kernel."""
    reasons: dict[str, None] = {}
    for number, kernel in enumerate(record.kernels, 1):
        reasons |= {f"Kernel {number} is separate: {reason}.": None for reason in kernel.broken_by}
    lines = list(reasons)
    left = len(lines) - _SHOWN
    return lines[:_SHOWN] + ([f"… {left} more in the JSON record"] if left > 0 else [])


def _intermediates(record: Fusion) -> Table:
    who = tables.names("written by", 24), tables.names("value", 24)
    figures = tables.figures("written", "read", "saved if fused")
    table = tables.grid(*who, *figures, tables.names("read by", 16), gap=1)
    for value in record.intermediates[:_SHOWN]:
        name = f"{_short(record.operators[value.operator].name)} ({value.operator + 1})"
        shape = "×".join(map(str, value.shape)) or "scalar"
        readers = ", ".join(str(index + 1) for index in value.readers) or "nothing"
        moved = _bytes(value.written), _bytes(value.read), _bytes(value.saved)
        table.add_row(name, f"{shape} {value.dtype}", *moved, readers)
    if len(record.intermediates) > _SHOWN:
        table.add_row(f"… {len(record.intermediates) - _SHOWN} more")
    return table


def _traffic(rows: Sequence[ImplementationTraffic]) -> Table:
    """Return every implementation's bytes, each with its source."""
    headings = ("moved", "fewest", "×fewest", "launches", f"handed on\n{_COMPUTED}")
    table = tables.grid(tables.names("implementation"), *tables.figures(*headings), gap=1)
    for row in rows:
        if row.bytes is None:
            table.add_row(row.implementation, f"{cells.NOTHING} {row.status}")
            continue
        moved = f"{_bytes(row.bytes.moved)} {cells.TAG[row.bytes.provenance]}"
        ratio = row.bytes.ratio
        table.add_row(
            row.implementation,
            moved,
            _bytes(row.bytes.fewest),
            cells.NOTHING if ratio is None else f"{format_number(ratio)}×",
            str(row.launches),
            _bytes(row.intermediates) if row.kernels else cells.NOTHING,
        )
    return table


def _small_print(record: Fusion) -> list[str]:
    lines = [
        f"{row.implementation}: {row.status}: {row.reason}" for row in record.traffic if row.reason
    ]
    lines += ["A fused kernel's time is that of its bytes and FLOPs; nothing is computed twice."]
    lines.append(record.model_error)
    used: set[Provenance] = {"computed", "estimated"}
    used |= {row.bytes.provenance for row in record.traffic if row.bytes}
    return [line for line in (*lines, *cells.meanings(used)) if line]


def _short(name: str) -> str:
    return name.removeprefix("aten.").partition(".")[0]


def _bytes(value: float) -> str:
    return format_value(value, "B")


def _time(time: Quantity | None) -> str:
    return cells.NOTHING if time is None else format_quantity(time)
