"""The table of a comparison for a terminal: it fits 80 columns and shows more if there is room."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column as RichColumn
from rich.table import Table
from rich.text import Text

from kernelscope.quantity import format_number
from kernelscope.record import Comparison, Row, Sweep
from kernelscope.report import cells, tables
from kernelscope.report.cells import Cell, Column

WIDE = 110
_COLOUR = {"ok": "green", "wrong": "bold red", "failed": "bold red", "unavailable": "yellow"}


def renderable(record: Comparison, width: int = 80) -> RenderableType:
    """Return the whole result for a rich console of `width` columns."""
    parts: list[RenderableType] = [tables.heading(cells.title(record), record.device), Text()]
    if record.verdict:
        parts += [Text(record.verdict, "bold"), Text()]
    parts += [rows_table(record, width), Text()]
    if record.sweep is not None:
        parts += [sweep_table(record, record.sweep), Text()]
        parts += [part for note in record.sweep.notes for part in (Text(note), Text())]
    parts += [*_gradients(record), *_trouble(record), *_findings(record)]
    parts += [*_approaches(record), *_small_print(record)]
    return Group(*parts)


def rows_table(record: Comparison, width: int) -> Table:
    """Return one line for each implementation, in the record's order; the one to use is bold."""
    columns = [c for c in cells.COLUMNS if width >= WIDE or not c.wide]
    table = tables.grid()
    rendered = [_column(record, column, table) for column in columns]
    best = cells.recommended(record)
    for row, line in zip(record.rows, zip(*rendered, strict=True), strict=True):
        table.add_row(*line, style="bold" if row is best else "")
    if Console(width=400).measure(table).maximum > width:
        table.padding = (0, 1, 0, 0)
    return table


def _column(record: Comparison, column: Column, table: Table) -> list[Text]:
    """Add a column's heading, with the provenance that its cells share, and return the cells."""
    column_cells = [column.cell(row) for row in record.rows]
    shared = cells.shared_provenance(column_cells)
    heading = f"{column.heading}\n{cells.TAG[shared]}" if shared else column.heading
    table.add_column(heading, justify="right" if column.right else "left", no_wrap=True)
    return [_shown(column, c, r, shared) for c, r in zip(column_cells, record.rows, strict=True)]


def _shown(column: Column, cell: Cell, row: Row, shared: str | None) -> Text:
    if column.heading == "right":
        return Text(cell.text, _COLOUR[row.status])
    if cell.provenance is None or shared is not None:
        return Text(cell.text)
    return Text.assemble(cell.text, (f" {cells.TAG[cell.provenance]}", "dim"))


def sweep_table(record: Comparison, sweep: Sweep) -> Table:
    """Return a sweep as Triton's performance reports print it: the axis, then a column for each
    implementation; the name of one that is not right is marked.
    """
    wrong = {row.implementation for row in record.rows if not cells.is_ranked(row)}
    table = tables.grid(RichColumn(sweep.axis, justify="right"))
    for name, series in sweep.series.items():
        kinds = {q.provenance for q in series if q is not None}
        tags = "/".join(cells.TAG[k] for k in cells.MEANING if k in kinds)
        mark = "✗ " if name in wrong else ""
        table.add_column(f"{mark}{name}\n{sweep.unit} {tags}".rstrip(), justify="right")
    for place, value in enumerate(sweep.values):
        points = [series[place] for series in sweep.series.values()]
        figures = [cells.NOTHING if q is None else format_number(q.value) for q in points]
        table.add_row(f"{value:.0f}" if value == int(value) else str(value), *figures)
    return table


def _gradients(record: Comparison) -> list[RenderableType]:
    """Return a line on the gradients, and one with the times of both passes, if they are known."""
    states = {row.gradients for row in record.rows} - {""}
    lines: list[RenderableType] = [Text(cells.gradients_text(state)) for state in sorted(states)]
    for row in record.rows:
        passes = [(name, row.timings.get(name)) for name in ("forward", "backward")]
        known = [f"{name} {cells.quantity_cell(time).text}" for name, time in passes if time]
        if known and cells.is_ranked(row):
            lines.append(_point(row.implementation, ", ".join(known)))
    return [*lines, Text()] if lines else []


def _trouble(record: Comparison) -> list[RenderableType]:
    """Return a line for each row that is not ok, with its reason, and for each warning."""
    lines: list[RenderableType] = []
    for row in record.rows:
        if row.status != "ok":
            reason = f"{row.status}: {row.reason}"
            lines.append(_point(row.implementation, reason, _COLOUR[row.status]))
        lines += [_point(row.implementation, f"warning: {w}", "yellow") for w in row.warnings]
    return [*lines, Text()] if lines else []


def _findings(record: Comparison) -> list[RenderableType]:
    """Return a line for each finding, the largest gain first; rows with equal findings share it."""
    names: dict[str, list[str]] = {}
    gains: dict[str, float] = {}
    for row in record.rows:
        for finding in row.findings:
            words = cells.finding_text(finding, row.time_ms)
            names.setdefault(words, []).append(row.implementation)
            gains[words] = finding.estimated_gain or 0.0
    order = sorted(names, key=lambda words: -gains[words])
    lines: list[RenderableType] = [_point(", ".join(names[words]), words) for words in order]
    return [*lines, Text()] if lines else []


def _approaches(record: Comparison) -> list[RenderableType]:
    """Return each implementation's effort, the arguments for and against it, and when to use it."""
    pairs = cells.approaches(record)
    width = max(map(len, ["which to use", *(approach.implementation for approach, _ in pairs)]))
    compiling = [cells.compile_cell(row) for row in record.rows]
    shared = cells.shared_provenance(compiling)
    tag = f" {cells.TAG[shared]}" if shared else ""
    heading = f"{'which to use':{width}}  {'time':>8}  {'% limit':>8}  {'lines':>5}  compiling{tag}"
    lines: list[RenderableType] = [Text(heading, "bold dim")] if pairs else []
    for approach, row in pairs:
        time, share = cells.time_cell(row), cells.share_cell(row)
        effort = f"{row.lines_of_code or cells.NOTHING:>5}  {cells.compile_cell(row).text:>9}"
        figures = f"{approach.implementation:{width}}  {time.text:>8}  {share.text:>8}  {effort}"
        lines.append(Text(figures, "bold" if approach.best else ""))
        pros, cons = "; ".join(approach.pros), "; ".join(approach.cons)
        parts = (("+", pros), ("−", cons), ("→", approach.when))
        lines += [
            Padding(Text(f"{mark} {words}"), (0, 0, 0, 2), expand=False)
            for mark, words in parts
            if words
        ]
    return [*lines, Text()] if lines else []


def _point(name: str, message: str, style: str = "") -> RenderableType:
    return Text.assemble((f"{name}: ", "bold"), (message, style))


def _small_print(record: Comparison) -> list[RenderableType]:
    results = cells.results_text(launch for row in record.rows for launch in row.launches)
    lines = [cells.limit_text(record), record.model_error, results, *record.notes]
    lines += cells.meanings(cells.provenances(record))
    return [Text(line, "dim") for line in lines if line]
