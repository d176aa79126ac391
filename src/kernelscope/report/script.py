"""A script's run for a terminal: its kernels and PyTorch's operators by time, and the findings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope._demangle import written_name
from kernelscope.quantity import format_value
from kernelscope.record import LaunchRecord, OperatorRecord, ScriptRun
from kernelscope.record.names import launch_words
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
    launches = [launch for launch in record.launches if not launch.trial]
    operators = [operator for operator in record.operators if not operator.trial]
    names = max(width - _FIGURES, _FEWEST_COLUMNS)
    parts += _section("kernel", launches, names)
    parts += _section("operator", operators, names)
    trials = len(record.launches) + len(record.operators) - len(launches) - len(operators)
    if trials:
        parts.append(Text(f"{trials} trials of an autotuner or a benchmark are left out", "dim"))
    parts += [cells.ruled_finding(finding) for finding in record.findings]
    if not record.launches and not record.operators:
        parts.append(Text("No launch and no operator was recorded."))
    small = record.model_error, cells.results_text(record.launches)
    parts += [Text(line, "dim") for line in small if line]
    return Group(*parts)


def _alike(events: Events, room: int) -> list[tuple[str, int, float]]:
    """Return each name with its count and microseconds in all, the longest first.

    room: the columns for a name.
    """
    launches = [event for event in events if isinstance(event, LaunchRecord)]
    words = iter(launch_words(launches))
    groups: dict[str, list[LaunchRecord | OperatorRecord]] = {}
    for event in events:
        name = event.name if isinstance(event, OperatorRecord) else _shown(event, next(words), room)
        groups.setdefault(name, []).append(event)
    lines = [
        (name, len(group), sum(event.time_us.value for event in group if event.time_us is not None))
        for name, group in groups.items()
    ]
    return sorted(lines, key=lambda line: -line[2])


def _section(title: str, events: Events, names: int) -> list[RenderableType]:
    """Return a table of the events that are alike; nothing if there are none."""
    if not events:
        return []
    lines = _alike(events, names)
    kinds = {event.time_us.provenance for event in events if event.time_us is not None}
    tag = "/".join(cells.TAG[provenance] for provenance in cells.MEANING if provenance in kinds)
    figures = tables.figures("times", f"time in all {tag}".rstrip())
    table = tables.grid(tables.names(title, names), *figures)
    for name, count, microseconds in lines[:_SHOWN]:
        time = format_value(microseconds, "us")
        table.add_row(name, f"{count:,}", time if microseconds else cells.NOTHING)
    left = len(lines) - _SHOWN
    more = [Text(f"{left} more in the record", "dim")] if left > 0 else []
    return [table, *more, Text()]


def _shown(launch: LaunchRecord, words: str, room: int) -> str:
    grid, block = ("×".join(map(str, size)) for size in (launch.grid, launch.block))
    words = f"({words})" if words else ""
    return f"{tables.fitted(written_name(launch.kernel), words, room)}  {grid} blocks of {block}"
