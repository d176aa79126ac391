"""A script's run for a terminal: its kernels and PyTorch's operators by time, and the findings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope.quantity import format_value
from kernelscope.record import LaunchRecord, OperatorRecord, ScriptRun
from kernelscope.record.names import titles
from kernelscope.report import cells, tables

_SHOWN = 20
_FIGURES = 40  # columns that everything but the names takes
_FEWEST_COLUMNS = 20

Events = Sequence[LaunchRecord] | Sequence[OperatorRecord]


def renderable(record: ScriptRun, width: int) -> RenderableType:
    """Return the whole run for a rich console of `width` columns."""
    parts: list[RenderableType] = [
        tables.heading(record.script or "script", record.device),
        Text(f"exit code {record.exit_code}"),
        Text(),
    ]
    launches = [one for one in record.launches if not one.trial]
    operators = [one for one in record.operators if not one.trial]
    names = max(width - _FIGURES, _FEWEST_COLUMNS)
    parts += _section("kernel", launches, names)
    parts += _section("operator", operators, names)
    trials = len(record.launches) + len(record.operators) - len(launches) - len(operators)
    if trials:
        parts.append(Text(f"{trials} trials of an autotuner or a benchmark are left out", "dim"))
    parts += [
        Text.assemble((f"{one.rule}: ", "bold"), cells.finding_text(one)) for one in record.findings
    ]
    if not record.launches and not record.operators:
        parts.append(Text("No launch and no operator was recorded."))
    small = record.model_error, cells.results_text(record.launches)
    parts += [Text(line, "dim") for line in small if line]
    return Group(*parts)


def _alike(events: Events) -> list[tuple[str, int, float]]:
    """Return each name with its count and microseconds in all, the longest first."""
    launches = [one for one in events if isinstance(one, LaunchRecord)]
    named = iter(titles([(one.kernel, one.variant) for one in launches]))
    groups: dict[str, list[LaunchRecord | OperatorRecord]] = {}
    for one in events:
        name = one.name if isinstance(one, OperatorRecord) else _with_shape(next(named), one)
        groups.setdefault(name, []).append(one)
    lines = [
        (name, len(group), sum(one.time_us.value for one in group if one.time_us is not None))
        for name, group in groups.items()
    ]
    return sorted(lines, key=lambda line: -line[2])


def _section(title: str, events: Events, names: int) -> list[RenderableType]:
    """Return a table of the events that are alike; nothing if there are none."""
    if not events:
        return []
    lines = _alike(events)
    kinds = {one.time_us.provenance for one in events if one.time_us is not None}
    tag = "/".join(cells.TAG[kind] for kind in cells.MEANING if kind in kinds)
    figures = tables.figures("times", f"time in all {tag}".rstrip())
    table = tables.grid(tables.names(title, names), *figures)
    for name, count, microseconds in lines[:_SHOWN]:
        time = format_value(microseconds, "us")
        table.add_row(name, f"{count:,}", time if microseconds else cells.NOTHING)
    left = len(lines) - _SHOWN
    more = [Text(f"{left} more in the record", "dim")] if left > 0 else []
    return [table, *more, Text()]


def _with_shape(name: str, one: LaunchRecord) -> str:
    grid, block = ("×".join(map(str, size)) for size in (one.grid, one.block))
    return f"{name}  {grid} blocks of {block}"
