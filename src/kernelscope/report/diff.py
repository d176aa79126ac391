"""The differences between two kernels, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from kernelscope.record import CompileDiff, KernelDiff, LineDiff, TimeDiff
from kernelscope.record.names import short_place
from kernelscope.report import changes, tables

_TITLES = {
    "option": "compiled with",
    "access": "accesses",
    "layout": "layouts",
    "resource": "resources",
    "launch": "launch",
    "decision": "decisions",
    "instruction": "instructions",
    "traffic": "counted",
}
_LINES = 8  # of the source that are shown: a rewritten kernel would fill the screen
_COLOURS = {"-": "red", "+": "green", " ": ""}


def renderable(record: CompileDiff) -> RenderableType:
    """Return the headline, then the differences in each pair of kernels."""
    parts: list[RenderableType] = [
        Text(f"A  {record.a}", "dim"),
        Text(f"B  {record.b}", "dim"),
        Text(record.headline, "bold"),
        *_lines(record.lines),
        Text(),
    ]
    for kernel in record.kernels:
        parts += [*_kernel(kernel, alone=len(record.kernels) == 1), Text()]
    parts += _held(record)
    parts += [Text(f"note: {note}", "yellow") for note in record.notes]
    return Group(*parts)


def _held(record: CompileDiff) -> list[RenderableType]:
    """Return what is over the limits that B was held to; nothing without limits."""
    if not record.limits:
        return []
    title = f"{'over' if record.over else 'within'} the limits {record.limits}"
    return [Text(title, "bold"), *changes.all_lines(record.over)]


def sections(record: CompileDiff) -> Iterator[tuple[str, RenderableType]]:
    """Yield (title, part): the edited lines, each pair of kernels, the notes."""
    if record.lines:
        yield "", Group(*_lines(record.lines))
    for kernel in record.kernels:
        tables = _tables(kernel)
        own = () if len(record.kernels) == 1 else (Text(kernel.headline), *_lines(kernel.lines))
        yield kernel.kernel, Group(*own, *tables)
    if record.limits:
        yield "Limits", Group(*_held(record))
    if record.notes:
        yield "Notes", Group(*(Text(note) for note in record.notes))


def _kernel(kernel: KernelDiff, *, alone: bool) -> Iterator[RenderableType]:
    yield Text(kernel.kernel, "bold")
    if not alone:
        yield Text(kernel.headline)
        yield from _lines(kernel.lines)
    yield from _tables(kernel)


def _tables(kernel: KernelDiff) -> Iterator[RenderableType]:
    if kernel.changes:
        yield _changes(kernel)
    if kernel.stages:
        yield _stages(kernel)
    if kernel.time is not None:
        yield _time(kernel.time)
        yield from _causes(kernel.time)
        yield from _waits(kernel.time)


def _lines(lines: Sequence[LineDiff]) -> Iterator[RenderableType]:
    """Yield the edited lines of the source, "- before" and "+ after", each with its place."""
    if not lines:
        return
    grid = Table.grid(padding=(0, 1, 0, 0))
    for line in lines[:_LINES]:
        for sign, place, text in sides(line):
            grid.add_row(sign, Text(short_place(place), "dim"), Text(text, _COLOURS[sign]))
    yield grid
    if len(lines) > _LINES:
        yield Text(f"… {len(lines) - _LINES} more lines differ", "dim")


def sides(line: LineDiff) -> list[tuple[str, str, str]]:
    """Return (sign, place, text) of each side that has the line; one without sign if unedited."""
    if line.text_a == line.text_b:
        return [(" ", line.b, line.text_b)]
    both = ("-", line.a, line.text_a), ("+", line.b, line.text_b)
    return [side for side in both if side[1]]


def _table(*columns: str) -> Table:
    return tables.grid(*(Column(column, overflow="fold") for column in columns))


def _changes(kernel: KernelDiff) -> Table:
    table = _table("", "what changed", "A", "B")
    last = ""
    for change in kernel.changes:
        title = _TITLES.get(change.kind, change.kind)
        table.add_row(Text(title if title != last else "", "dim"), change.what, change.a, change.b)
        last = title
    return table


def _stages(kernel: KernelDiff) -> Table:
    table = _table("stage", "")
    for name, stage in kernel.stages.items():
        table.add_row(name, Text(stage.text, "dim" if stage.same else ""))
    return table


def _causes(time: TimeDiff) -> Iterator[RenderableType]:
    """Return the causes of the difference between two estimates, without parts too small to
    show.
    """
    if not time.causes:
        return
    table = _table("B's time less A's, µs", "follows from", "which changed", "at")
    for cause in time.causes:
        # 4 µs apart: causes below 0.02 µs are left out. Each pipe changes a little with every
        # instruction, and ten lines of +0.003 would hide the one of -3.9.
        if abs(cause.us) >= 0.005 * abs(time.b_us - time.a_us):
            where = short_place(cause.source) if cause.source else ""
            table.add_row(f"{cause.us:+.3g}", cause.what, cause.evidence, where)
    yield table


def _waits(time: TimeDiff) -> Iterator[RenderableType]:
    """Yield what the warps of two simulated launches did or waited for, as far as it differs."""
    least = 0.005 * abs(time.b_us - time.a_us)
    differing = {name: pair for name, pair in time.waits.items() if abs(pair[1] - pair[0]) > least}
    if not differing:
        return
    table = _table("one simulated SM, µs, estimated", "A", "B")
    for name, (a, b) in differing.items():
        table.add_row(name, f"{a:.4g}", f"{b:.4g}")
    yield table


def _time(time: TimeDiff) -> Table:
    """Return the parts of the time that changed, and those that limit it."""
    table = _table(f"time in µs, {time.provenance}", "A", "B")
    for name, (a, b) in time.parts.items():
        if max(a, b) and (abs(a - b) > 0.005 * max(a, b) or name in time.bound):
            marks = [" ←" if name == bound else "" for bound in time.bound]
            table.add_row(name, f"{a:.4g}{marks[0]}", f"{b:.4g}{marks[1]}")
    table.add_row(Text("launch in all", "bold"), f"{time.a_us:.4g}", f"{time.b_us:.4g}")
    return table
