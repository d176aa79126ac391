"""The page of a comparison, and its part in a notebook: results and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from kernelscope.diagnose.ranking import right_rows, time_of, told_apart
from kernelscope.quantity import format_number, format_quantity
from kernelscope.record import Comparison, LaunchRecord, OperatorRecord, Row
from kernelscope.report import cells, page, svg
from kernelscope.report.cells import Cell, Column
from kernelscope.report.comparison import charts
from kernelscope.report.drawing import Drawing
from kernelscope.report.page import UNKNOWN, Made
from kernelscope.report.roofline import draw as roofline
from kernelscope.report.rule_pages import rule_pages

_SHOWN_LAUNCHES = 40


@dataclass(frozen=True, slots=True)
class Card:
    """One figure at the top of the page."""

    label: str
    figure: str
    note: str


def to_html(record: Comparison, made: Made = UNKNOWN) -> str:
    """Return the report of a comparison as one page that needs no other file and no network."""
    return page.render(
        "comparison.html.j2",
        made,
        kind="compare",
        quantity=format_quantity,
        number=format_number,
        code=code,
        explain=cells.explain,
        case=cells.case_text(record),
        checks=_check_names(record),
        approaches=cells.approaches(record),
        time_cell=cells.time_cell,
        share_cell=cells.share_cell,
        gain_text=cells.gain_text,
        is_worth_a_figure=cells.is_worth_a_figure,
        compile_cell=cells.compile_cell,
        rules=rule_pages((f.rule for row in record.rows for f in row.findings), code),
        launches={row.implementation: _launch_lines(row) for row in record.rows},
        **_results(record),
    )


def fragment(record: Comparison) -> str:
    """Return the results and the charts of a comparison for a notebook."""
    return page.render_fragment("comparison_fragment.html.j2", **_results(record))


def _results(record: Comparison) -> dict[str, Any]:
    """Return what the results and the charts of the templates are made of."""
    return {
        "record": record,
        "title": cells.title(record),
        "device": record.device,
        "tag": cells.TAG,
        "meaning": cells.MEANING,
        "mark": {status: text.split()[0] for status, text in cells.MARK.items()},
        "cards": _cards(record),
        "columns": cells.COLUMNS,
        "shared": [_shared(record, column) for column in cells.COLUMNS],
        "colours": cells.colours(record),
        "charts": _charts(record),
        "limit": cells.limit_text(record),
        "results": cells.results_text(launch for row in record.rows for launch in row.launches),
    }


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
    drawings: tuple[tuple[str, Drawing | None, str], ...] = (
        ("Time", charts.times(record), "The time of one call on the GPU. Shorter is better."),
        ("Memory traffic", charts.traffic(record), f"{fewest} that any implementation must move."),
        ("Roofline", roofline.draw(record), roofline.READING),
        ("Sweep", charts.sweep(record), _sweep_note(record)),
    )
    return [
        {"name": name, "drawing": Markup(svg.element(drawing)), "note": note}
        for name, drawing, note in drawings
        if drawing is not None
    ]


def _sweep_note(record: Comparison) -> str:
    notes = record.sweep.notes if record.sweep else ()
    return " ".join(("One line for each implementation. Higher is better.", *notes))


def _cards(record: Comparison) -> list[Card]:
    right = right_rows(record.rows)
    tried = [row for row in record.rows if row.status != "unavailable"]
    ok = sum(row.status == "ok" for row in tried)
    cards = [Card("right", f"{ok} of {len(tried)}", "against float64, edge cases included")]
    best = cells.recommended(record)
    if best is not None and best.time_ms is not None:
        note = f"{cells.time_cell(best).text} {best.time_ms.provenance}"
        if best.percent_of_limit is not None:
            note += f", {cells.share_cell(best).text} of the limit"
        cards = [Card("use", best.implementation, note), *cards]
    if right:
        fastest, slowest = (pick(right, key=lambda row: time_of(row).value) for pick in (min, max))
        if time_of(fastest).value and told_apart(time_of(slowest), time_of(fastest)):
            ratio = time_of(slowest).value / time_of(fastest).value
            note = f"{slowest.implementation} against {fastest.implementation}"
            note += f", {time_of(fastest).provenance}"
            cards.append(Card("slowest over fastest", f"{format_number(ratio)}×", note))
    return cards


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
    memory = f"{launch.shared_bytes:,} B shared" if launch.shared_bytes else ""
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
