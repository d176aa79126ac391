"""The cells that each view shows of a row: one list of columns for the table, CSV and HTML.

A cell keeps its provenance apart from its text. A view writes the provenance into the heading if
the whole column agrees, else next to each number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.text import Text

from kernelscope.diagnose.ranking import is_noticed
from kernelscope.quantity import Provenance, Quantity, format_number, format_quantity, format_value
from kernelscope.record import Approach, Comparison, Error, Finding, LaunchRecord, Profile, Row
from kernelscope.report.drawing import SERIES

TAG: dict[Provenance, str] = {
    "measured": "meas.",
    "counted": "cnt.",
    "computed": "cmp.",
    "estimated": "est.",
}
MEANING: dict[Provenance, str] = {
    "measured": "by a clock or a hardware counter",
    "counted": "by the virtual GPU, which ran every instruction",
    "computed": "by a formula on known inputs",
    "estimated": "by a model, whose known error is given",
}
MARK = {"ok": "✓ ok", "wrong": "✗ wrong", "failed": "✗ fail", "unavailable": "– n/a"}
_RANK = {"ok": 0, "wrong": 1, "failed": 2, "unavailable": 3}
NOTHING = "–"
_LEAST_GAIN = 0.01  # of the time; a smaller one is not shown as a number
_NAMES = 3  # instructions that a line names before it counts the rest


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: sorting compares `order`; `hint` adds detail on request."""

    text: str
    provenance: Provenance | None = None
    order: float | str | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of every view; `wide` ones need more than 80 characters."""

    heading: str
    cell: Callable[[Row], Cell]
    right: bool = True
    wide: bool = False
    meaning: str = ""


def target(record: Profile) -> str:
    """Return the name of what was profiled; for a script, its file's name."""
    return Path(record.target).name if record.target.endswith(".py") else record.target


def quantity_cell(quantity: Quantity | None) -> Cell:
    """Return a number with its unit; its interval and note are the hint."""
    if quantity is None:
        return Cell(NOTHING)
    hint = quantity.note
    if quantity.low is not None and quantity.high is not None:
        unit = quantity.unit
        low, high = format_number(quantity.low), format_number(quantity.high)
        hint = f"{low} … {high} {unit}" + (f"; {hint}" if hint else "")
    return Cell(format_quantity(quantity), quantity.provenance, quantity.value, hint)


def is_ranked(row: Row) -> bool:
    """Return whether a row's figures may be compared with those of others: its work was done."""
    return row.status not in ("wrong", "failed")


def status_words(row: Row) -> str:
    """Return a row's mark and status: `✗ wrong`."""
    return f"{MARK[row.status].split()[0]} {row.status}"


def time_cell(row: Row) -> Cell:
    """Return a row's time; it sorts last if the result is wrong."""
    return _unranked(row, quantity_cell(row.time_ms))


def share_cell(row: Row) -> Cell:
    """Return a row's share of the limit; none if the result is wrong."""
    # A kernel that writes half of its results takes 8.5 µs instead of 12.6: the work model's bytes
    # over that time are "91.9 % of the limit", more than any right kernel reaches.
    return quantity_cell(row.percent_of_limit if is_ranked(row) else None)


def _unranked(row: Row, cell: Cell) -> Cell:
    return cell if is_ranked(row) else replace(cell, order=None)


def _implementation(row: Row) -> Cell:
    return Cell(row.implementation, order=row.implementation, hint=row.style)


def _status(row: Row) -> Cell:
    return Cell(MARK[row.status], order=_RANK[row.status], hint=row.reason)


def moved(row: Row) -> Cell:
    """Return the bytes that a row moved; the hint says how many it read and wrote."""
    if row.bytes is None:
        return Cell(NOTHING)
    size = Quantity(row.bytes.moved, "B", row.bytes.provenance)
    read = format_value(row.bytes.read, "B")
    written = format_value(row.bytes.written, "B")
    hint = f"read {read}, written {written}" + (f"; {row.bytes.note}" if row.bytes.note else "")
    return _unranked(row, Cell(format_quantity(size), row.bytes.provenance, row.bytes.moved, hint))


def _against_fewest(row: Row) -> Cell:
    ratio = row.bytes.ratio if row.bytes is not None else None
    if row.bytes is None or ratio is None or not is_ranked(row):
        return Cell(NOTHING)
    return Cell(f"{format_number(ratio)}×", order=ratio)


def _launches(row: Row) -> Cell:
    if row.status == "unavailable" or not (row.launches or row.operators):
        return Cell(NOTHING)
    kernels, operators = len(row.launches), len(row.operators)
    hint = f"{kernels} kernels, {operators} PyTorch operators"
    return Cell(str(kernels + operators), order=kernels + operators, hint=hint)


def _error(row: Row) -> Cell:
    if row.error is None:
        return Cell(NOTHING)
    # Half of the results are NaN: the others are exact, and "0 ulp" would be their error alone.
    got, expected = row.error.got, row.error.expected
    if got is not None and not math.isfinite(got) and math.isfinite(expected or 0.0):
        return Cell(f"{got:g}", order=math.inf, hint=explain(row.error))
    size = row.error.max_ulp
    # 1.77 ulp, 839 ulp; a result of 0 for 1 is 8,388,608 ulp off: 8e+06, as nothing depends on the
    # other digits, which would take the room of another column. Infinity stays "inf".
    text = f"{size:.0e}" if 1e4 <= size < float("inf") else format_number(size)
    return Cell(text, order=size, hint=explain(row.error))


def compile_cell(row: Row) -> Cell:
    """Return the time that compiling took; the hint says on which machine."""
    return quantity_cell(row.timings.get("compile"))


def approaches(record: Comparison) -> list[tuple[Approach, Row]]:
    """Return each approach with its row."""
    rows = {row.implementation: row for row in record.rows}
    pairs = [(approach, rows.get(approach.implementation)) for approach in record.approaches]
    return [(approach, row) for approach, row in pairs if row is not None]


def recommended(record: Comparison) -> Row | None:
    """Return the row to use; None if the record recommends none."""
    return next((row for approach, row in approaches(record) if approach.best), None)


def _lines(row: Row) -> Cell:
    return Cell(str(row.lines_of_code or NOTHING), order=row.lines_of_code)


COLUMNS: tuple[Column, ...] = (
    Column("implementation", _implementation, right=False),
    Column("right", _status, right=False, meaning="against float64, edge cases included"),
    Column("time", time_cell, meaning="time on the GPU of one call"),
    Column(
        "% limit",
        share_cell,
        meaning="the least time that the limit allows, over the time",
    ),
    Column("moved", moved, meaning="bytes of device memory read and written"),
    Column("×fewest", _against_fewest, meaning="bytes moved over the fewest possible"),
    Column("launches", _launches, meaning="kernels and PyTorch operators of one call"),
    Column("ulp off", _error, meaning="largest error in units of the dtype's precision"),
    Column(
        "throughput",
        lambda r: quantity_cell(r.throughput if is_ranked(r) else None),
        wide=True,
        meaning="the work model's bytes or FLOPs over the time",
    ),
    Column("lines", _lines, wide=True, meaning="lines of code without comments"),
)


def colours(record: Comparison) -> dict[str, str]:
    """Return the colour of each implementation, the same in every chart and table."""
    return {row.implementation: series_colour(i) for i, row in enumerate(record.rows)}


def series_colour(place: int) -> str:
    """Return the colour of the series at a place in a list: `s0`, `s1` …, again from `s0`."""
    return f"s{place % SERIES}"


def provenance_words(quantities: Sequence[Quantity]) -> str:
    """Return the provenances of some quantities, each once: `measured/estimated`."""
    kinds = {quantity.provenance for quantity in quantities}
    return "/".join(provenance for provenance in MEANING if provenance in kinds)


def shared_provenance(cells: Sequence[Cell]) -> Provenance | None:
    """Return the provenance that all cells share; None if they differ or have none."""
    kinds: set[Provenance] = {cell.provenance for cell in cells if cell.provenance is not None}
    return kinds.pop() if len(kinds) == 1 else None


def explain(error: Error) -> str:
    """Return how far a result is from float64, and where it first goes wrong."""
    text = f"largest difference {format_number(error.max_abs)} absolute, "
    text += f"{format_number(error.max_rel)} relative"
    if error.first_wrong_index is not None:
        index = ", ".join(map(str, error.first_wrong_index))
        text += f"; {error.wrong:,} of {error.total:,} wrong, first at [{index}]"
        if error.got is not None and error.expected is not None:
            text += f": {error.got:.9g}, should be {error.expected:.9g}"
    return text


def finding_text(finding: Finding, time: Quantity | None = None) -> str:
    """Return a finding in one line: the problem, where it is, the advice, and its gain.

    time: of the whole that the gain is a share of, if it is one call's; see `gain_text`.
    """
    place = (finding.source or "").rpartition("/")[2]
    # "32.0-way bank conflicts: … (transpose.py:18); pad the rows …: saves 45.6 % est." A finding
    # that only names the limit, "memory-bound", is of the whole kernel: a line would point at
    # nothing.
    line = finding.message + (f" ({place})" if place and finding.estimated_gain else "")
    line += f"; {finding.advice}" if finding.advice else ""
    if is_worth_a_figure(finding.estimated_gain):
        line += f": saves {gain_text(finding.estimated_gain or 0.0, time)}"
    return line


def ruled_finding(finding: Finding, time: Quantity | None = None) -> Text:
    """Return a finding in one line after its rule's name, which it does not repeat."""
    text = finding_text(finding, time)
    if text.startswith(finding.rule):
        text = text.removeprefix(finding.rule).lstrip(";: ")
    return Text.assemble((f"{finding.rule}: ", "bold"), text)


def gradients_text(state: str) -> str:
    """Return in words what was done about gradients: "checked", "not checked"."""
    if state == "checked":
        return "gradients checked: times, bytes and limits are those of both passes"
    return (
        "gradients not checked: an input requires them; gradients=True in the operation checks and "
        "times the backward pass, too"
    )


def is_worth_a_figure(gain: float | None) -> bool:
    """Return whether a gain is shown as a number: "saves 0.00251 %" is not a reason to act."""
    return gain is not None and gain >= _LEAST_GAIN


def gain_text(gain: float, time: Quantity | None = None) -> str:
    """Return a gain as `12.0 % est.`, with a note if the model cannot tell it from nothing."""
    text = f"{format_number(100 * gain)} % {TAG['estimated']}"
    if time is None or time.provenance != "estimated" or is_noticed(gain, time):
        return text
    return f"{text}, within the model's error"


def title(record: Comparison) -> str:
    """Return the operation and its case: `gelu  n=4096 dtype=float32`."""
    return f"{record.operation}  {case_text(record)}".rstrip()


def case_text(record: Comparison) -> str:
    """Return the case as the user would type it."""
    return " ".join(f"{name}={value}" for name, value in record.case.items())


def limit_text(record: Comparison) -> str:
    """Return the ceiling that the percentages refer to, with its source."""
    limit = record.limit
    if limit is None:
        return ""
    value = format_value(limit.value, limit.unit)
    source = "" if limit.provenance in limit.name else f", {limit.provenance}"
    return f"limit: {limit.name} {value}{source} ({limit.source})"


def results_text(launches: Iterable[LaunchRecord]) -> str:
    """Return in one line what the results of the launches rest on: exact, or which instructions a
    GPU may calculate otherwise; nothing if no launch says it.
    """
    known = [launch.inexact for launch in launches if launch.inexact is not None]
    if not known:
        return ""
    kinds: dict[str, dict[str, None]] = {}
    for inexact in known:
        for doubt, mnemonics in inexact.items():
            kinds.setdefault(doubt, {}).update(dict.fromkeys(mnemonics))
    if not kinds:
        return "results of the kernels: exact, the bits that a GPU gives"
    parts = [f"{_some(list(kinds[doubt]))} ({doubt})" for doubt in sorted(kinds, reverse=True)]
    return f"results of the kernels: exact but for {', '.join(parts)}"


def _some(names: list[str]) -> str:
    more = len(names) - _NAMES
    return ", ".join(names[:_NAMES]) + (f" and {more} more" if more > 0 else "")


def provenances(record: Comparison) -> list[Provenance]:
    """Return every provenance that the columns show, in the order of `MEANING`."""
    shown = {column.cell(row).provenance for column in COLUMNS for row in record.rows}
    return [provenance for provenance in MEANING if provenance in shown]


def meanings(used: Collection[Provenance]) -> list[str]:
    """Return the tags of these provenances and what they stand for, in one line."""
    words = [f"{TAG[p]} {p}" for p in MEANING if p in used]
    return [f"{', '.join(words)} (docs/results.md)"] if words else []
