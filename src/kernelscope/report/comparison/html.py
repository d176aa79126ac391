"""The page of a comparison: one self-contained HTML file with its own CSS and JavaScript."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from kernelscope.quantity import format_number, format_quantity
from kernelscope.record import Comparison, LaunchRecord, OperatorRecord, Row
from kernelscope.report import cells, svg
from kernelscope.report.cells import Cell, Column
from kernelscope.report.comparison import charts
from kernelscope.report.drawing import Drawing
from kernelscope.report.roofline import draw as roofline
from kernelscope.report.rule_pages import rule_pages

_TEMPLATES = Path(__file__).parent.parent / "templates"
_SHOWN_LAUNCHES = 40


@dataclass(frozen=True, slots=True)
class Card:
    """One figure at the top of the page."""

    label: str
    figure: str
    note: str


def to_html(record: Comparison) -> str:
    """Return the report of a comparison as one page that needs no other file and no network."""
    template = _environment().get_template("comparison.html.j2")
    return template.render(
        record=record,
        title=cells.title(record),
        case=cells.case_text(record),
        tag=cells.TAG,
        meaning=cells.MEANING,
        mark={status: text.split()[0] for status, text in cells.MARK.items()},
        cards=_cards(record),
        columns=cells.COLUMNS,
        shared=[_shared(record, column) for column in cells.COLUMNS],
        colours=cells.colours(record),
        charts=_charts(record),
        limit=cells.limit_text(record),
        results=cells.results_text(one for row in record.rows for one in row.launches),
        checks=_check_names(record),
        approaches=cells.approaches(record),
        quantity_cell=cells.quantity_cell,
        compile_cell=cells.compile_cell,
        rules=rule_pages((f.rule for row in record.rows for f in row.findings), code),
        launches={row.implementation: _launch_lines(row) for row in record.rows},
        css=Markup(svg.page_style() + (_TEMPLATES / "report.css").read_text()),
        script=Markup((_TEMPLATES / "report.js").read_text()),
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["quantity"] = format_quantity
    environment.filters["number"] = format_number
    environment.filters["code"] = code
    environment.filters["explain"] = cells.explain
    return environment


def code(source: str) -> Markup:
    """Return source as highlighted HTML: as CUDA C++ if it has a kernel and no Python around it."""
    lines = source.splitlines()
    python = any(line.startswith(("def ", "@", "import ", "class ")) for line in lines)
    language = "cuda" if "__global__" in source and not python else "python"
    formatter = HtmlFormatter(nowrap=True)
    return Markup(highlight(source, get_lexer_by_name(language), formatter))


def _shared(record: Comparison, column: Column) -> str | None:
    return cells.shared_provenance([column.cell(row) for row in record.rows])


def _charts(record: Comparison) -> list[dict[str, Any]]:
    """Return the drawings that this record allows, each with a heading and an explanation."""
    fewest = "Bytes of device memory read (full) and written (pale). The dashed line is the fewest"
    reading = (
        "Each implementation at each level of memory: FLOPs of the work model over the bytes that "
        "crossed the level. A point on a slope is limited by that level, a point under a flat roof "
        "by arithmetic. Solid: the specification; dashed: measured on a real one, or estimated."
    )
    found: tuple[tuple[str, Drawing | None, str], ...] = (
        ("Time", charts.times(record), "The time of one call on the GPU. Shorter is better."),
        ("Memory traffic", charts.traffic(record), f"{fewest} that any implementation must move."),
        (
            "Roofline",
            roofline.draw(record),
            reading,
        ),
        ("Sweep", charts.sweep(record), _sweep_note(record)),
    )
    return [
        {"name": name, "drawing": Markup(svg.element(drawing)), "note": note}
        for name, drawing, note in found
        if drawing is not None
    ]


def _sweep_note(record: Comparison) -> str:
    notes = record.sweep.notes if record.sweep else ()
    return " ".join(("One line for each implementation. Higher is better.", *notes))


def _cards(record: Comparison) -> list[Card]:
    timed = [row for row in record.rows if row.status == "ok" and row.time_ms is not None]
    right = sum(row.status == "ok" for row in record.rows)
    tried = sum(row.status != "unavailable" for row in record.rows)
    cards = [Card("right", f"{right} of {tried}", "against float64, nasty cases included")]
    if timed:
        best = min(timed, key=lambda row: row.time_ms.value if row.time_ms else 0.0)
        worst = max(timed, key=lambda row: row.time_ms.value if row.time_ms else 0.0)
        cards = [_card("fastest", best, "time"), *cards]
        if best.percent_of_limit is not None:
            cards.append(_card("of the limit", best, "% limit"))
        if best is not worst and best.time_ms and worst.time_ms and best.time_ms.value:
            ratio = worst.time_ms.value / best.time_ms.value
            note = f"{worst.implementation} against {best.implementation}"
            note += f", {best.time_ms.provenance}"
            cards.append(Card("slowest over fastest", f"{format_number(ratio)}×", note))
    return cards


def _card(label: str, row: Row, heading: str) -> Card:
    cell = next(column for column in cells.COLUMNS if column.heading == heading).cell(row)
    return Card(label, cell.text, f"{row.implementation}, {cell.provenance}")


def _check_names(record: Comparison) -> list[str]:
    """Return every case that some row was checked on, in the order of the rows."""
    names: dict[str, None] = {}
    for row in record.rows:
        names |= dict.fromkeys(check.case for check in row.checks)
    return list(names)


def _launch_lines(row: Row) -> list[tuple[Cell, ...]]:
    """Return a line for each kernel, then for each PyTorch operator; only the first if many."""
    lines = [_launch_line(launch) for launch in row.launches]
    lines += [_operator_line(operator) for operator in row.operators]
    left_out = len(lines) - _SHOWN_LAUNCHES
    if left_out > 0:
        lines = [*lines[:_SHOWN_LAUNCHES], (Cell(f"… {left_out} more in the JSON record"),)]
    return lines


def _launch_line(launch: LaunchRecord) -> tuple[Cell, ...]:
    shape = f"{_times(launch.grid)} × {_times(launch.block)}"
    registers = "" if launch.registers is None else f"{launch.registers} registers"
    shared = launch.static_shared_bytes + launch.dynamic_shared_bytes
    memory = f"{shared:,} B shared" if shared else ""
    occupancy = "" if launch.occupancy is None else f"occupancy {launch.occupancy:.0%}"
    facts = ", ".join(filter(None, (registers, memory, occupancy, _coalescing(launch))))
    bound = f"bound by {launch.bound}" if launch.bound else ""
    where = launch.kernel_source or launch.source or ""
    time = cells.quantity_cell(launch.time_us)
    return Cell(launch.kernel, hint=where), Cell(shape), Cell(facts), time, Cell(bound)


def _coalescing(launch: LaunchRecord) -> str:
    name = "l1tex__t_{}_pipe_lsu_mem_global_op_ld.sum"
    requests = launch.counters.get(name.format("requests"), 0)
    sectors = launch.counters.get(name.format("sectors"), 0)
    return f"{format_number(sectors / requests)} sectors a load" if requests else ""


def _operator_line(operator: OperatorRecord) -> tuple[Cell, ...]:
    shapes = ", ".join("×".join(map(str, shape)) or "scalar" for shape in operator.shapes)
    moved = (
        f"reads {operator.bytes_read / 1e6:,.1f} MB, writes {operator.bytes_written / 1e6:,.1f} MB"
    )
    time = cells.quantity_cell(operator.time_us)
    return (
        Cell(operator.name, hint=operator.source or ""),
        Cell(shapes),
        Cell(moved),
        time,
        Cell(""),
    )


def _times(sizes: Sequence[int]) -> str:
    """Return a grid or block without trailing ones: `64·2` for (64, 2, 1)."""
    kept = list(sizes)
    while len(kept) > 1 and kept[-1] == 1:
        kept.pop()
    return "·".join(f"{size:,}" for size in kept)
