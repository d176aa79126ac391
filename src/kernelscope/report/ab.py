"""Two implementations compared, for a terminal and a page."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.quantity import Quantity, format_quantity, format_value
from kernelscope.record import ABOutcome, ABSide, ABTest, ABTime
from kernelscope.report import changes, tables

_COLOURS: dict[ABOutcome, str] = {
    "faster": "green",
    "slower": "red",
    "wrong": "red",
    "no difference": "",
    "cannot tell": "yellow",
}


def renderable(record: ABTest) -> RenderableType:
    """Return the verdict, a row for each state of L2, and what else differs."""
    case = "  ".join(f"{name}={value}" for name, value in record.case.items())
    parts: list[RenderableType] = [
        Text.assemble((f"{record.operation}  {case}".rstrip(), "bold"), f"  on {record.device}"),
        Text(f"A  {_side(record.a)}", "dim"),
        Text(f"B  {_side(record.b)}", "dim"),
        Text(record.verdict, f"bold {_COLOURS[record.outcome]}".rstrip()),
    ]
    for _, part in sections(record):
        parts += [Text(), part]
    return Group(*parts)


def sections(record: ABTest) -> Iterator[tuple[str, RenderableType]]:
    """Yield (title, part): the times, what differs, how it was measured."""
    if record.times:
        yield "Times", _table(record)
    if record.changes:
        yield "What differs", Group(*changes.all_lines(record.changes))
    about = [*_about(record), *record.notes]
    if about:
        yield "How it was measured", Group(*(Text(line, "dim") for line in about))


def _side(side: ABSide) -> str:
    return f"{side.subject}  ({side.revision})" if side.revision else side.subject


def _table(record: ABTest) -> Table:
    headings = ("L2" if record.rounds else "", "A", "B", "B against A", "")
    columns = (heading or tables.names("") for heading in headings)
    table = tables.grid(*columns, head="bold")
    for time in record.times:
        table.add_row(
            time.state,
            _time(time.a, time.a_quartiles),
            _time(time.b, time.b_quartiles),
            _change(time),
            Text(time.outcome, _COLOURS[time.outcome]),
        )
    return table


def _time(median: Quantity, quartiles: tuple[float, float] | None) -> str:
    """Return the median, and below it the quartiles, or the interval of an estimate."""
    ends = quartiles or (median.low, median.high)
    low, high = ("?" if end is None else format_value(end, "ms") for end in ends)
    return f"{format_quantity(median)}\n{low} … {high}"


def _change(time: ABTime) -> str:
    change = time.change
    ends = "" if change.low is None else f"\n{change.low:+.3g} … {change.high:+.3g} %"
    return f"{change.value:+.3g} %{ends}"


def _about(record: ABTest) -> Iterator[str]:
    """Yield the rounds, the promise, and what the GPU said of itself."""
    if record.rounds:
        yield (
            f"medians, quartiles below; {record.rounds} rounds in {record.seconds:.1f} s, ended: "
            f"{record.ended}. If A and B are equally fast, a false difference is reported in at "
            f"most {100 * (1 - record.confidence):.3g} % of runs."
        )
    elif record.times:
        yield f"Below each time: the model's interval. {record.model_error}".rstrip()
    readings = record.readings
    if readings:
        parts = [_span([reading.sm_mhz for reading in readings], "MHz")]
        parts += [_span(values, unit) for values, unit in (
            ([reading.watts for reading in readings if reading.watts is not None], "W"),
            ([reading.celsius for reading in readings if reading.celsius is not None], "°C"),
        ) if values]  # fmt: skip
        yield f"the GPU in {len(readings)} readings: {', '.join(parts)}"
    elif record.rounds:
        yield "the GPU's clocks, power and temperature are not known: nvidia-ml-py does not answer"


def _span(values: list[int] | list[float], unit: str) -> str:
    low, high = min(values), max(values)
    return f"{low:,.0f} {unit}" if low == high else f"{low:,.0f} … {high:,.0f} {unit}"
