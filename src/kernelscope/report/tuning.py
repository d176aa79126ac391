"""The configurations of kernels as tables for a terminal and a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.quantity import Provenance, Quantity, format_number, format_quantity
from kernelscope.record import Candidate, TunedKernel, Tuning
from kernelscope.report import cells, tables

_SHOWN = 20


def renderable(record: Tuning, most: int | None = _SHOWN) -> RenderableType:
    """Return a table for each kernel, the fastest configurations first.

    most: configurations of a kernel; None: all.
    """
    heading = tables.heading(record.target, record.device, record.case)
    parts: list[RenderableType] = [heading, Text()]
    for kernel in record.kernels:
        parts += _section(kernel, most)
    if not record.kernels:
        parts.append(Text("no kernel was tuned"))
    if record.model_error:
        parts.append(Text(record.model_error, "dim"))
    return Group(*parts)


def _section(kernel: TunedKernel, most: int | None) -> list[RenderableType]:
    arguments = "  ".join(f"{name}={value}" for name, value in kernel.arguments.items())
    head = Text.assemble((kernel.kernel, "bold"), f"  {arguments}".rstrip())
    order = ranked(kernel)
    timed = [place for place in order if kernel.candidates[place].time_us is not None]
    shown = timed if most is None else timed[:most]
    parts: list[RenderableType] = [head, Text(verdict(kernel)), Text(), _table(kernel, shown)]
    left = len(timed) - len(shown)
    if left:
        parts.append(Text(f"… {left} more; --json has all", "dim"))
    parts += [Text(line, "dim") for line in _refusals(kernel)]
    return [*parts, Text()]


def ranked(kernel: TunedKernel) -> list[int]:
    """Return the places of the configurations, the chosen one first, then by time."""

    def rank(place: int) -> tuple[bool, float]:
        time = kernel.candidates[place].time_us
        return place != kernel.chosen, float("inf") if time is None else time.value

    return sorted(range(len(kernel.candidates)), key=rank)


def verdict(kernel: TunedKernel) -> str:
    """Return one sentence: the choice, and what cannot be told apart from it."""
    total = len(kernel.candidates)
    if kernel.chosen is None:
        return f"The GPU refuses all {total} configurations."
    chosen = kernel.candidates[kernel.chosen]
    assert chosen.time_us is not None
    sentence = f"Choose {words(chosen)}: {format_quantity(chosen.time_us)}"
    if len(kernel.level) < 2:
        return f"{sentence}, the fastest of {total}."
    return f"{sentence}; the best {len(kernel.level)} of {total} cannot be told apart here."


def words(candidate: Candidate) -> str:
    """Return a configuration in one line: "BLOCK=128 num_warps=4"."""
    return " ".join(f"{name}={value}" for name, value in candidate.configuration.items())


def _table(kernel: TunedKernel, places: Sequence[int]) -> Table:
    table = tables.grid(gap=1, head="dim")
    shown = [kernel.candidates[place] for place in places]
    names = _varying(kernel)
    tag = _tag([candidate.time_us for candidate in shown])
    columns = [column for column in _COLUMNS if any(column.text(candidate) for candidate in shown)]
    table.add_column("", min_width=1)
    for name in names:
        table.add_column(name.removeprefix("num_"), justify="right", no_wrap=True)
    for column in columns:
        heading = column.heading + (tag if column.heading == "time" else "")
        justify = "left" if column.heading == "limit" else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    for place, candidate in zip(places, shown, strict=True):
        mark = "→" if place == kernel.chosen else "≈" if place in kernel.level else ""
        values = (candidate.configuration.get(name, cells.NOTHING) for name in names)
        texts = (column.text(candidate) or cells.NOTHING for column in columns)
        table.add_row(mark, *values, *texts)
    return table


def _varying(kernel: TunedKernel) -> list[str]:
    """Return the names whose values differ between the configurations."""
    names = dict.fromkeys(name for c in kernel.candidates for name in c.configuration)
    values = {name: {c.configuration.get(name) for c in kernel.candidates} for name in names}
    return [name for name in names if len(values[name]) > 1]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a table; without any text it is left out."""

    heading: str
    text: Callable[[Candidate], str]


def _time(candidate: Candidate) -> str:
    return "" if candidate.time_us is None else format_quantity(candidate.time_us)


def _interval(candidate: Candidate) -> str:
    time = candidate.time_us
    if time is None or time.low is None or time.high is None:
        return ""
    return f"{format_number(time.low)} … {format_number(time.high)}"


_COLUMNS = (
    _Column("time", _time),
    _Column("from … to", _interval),
    _Column("regs", lambda c: "" if c.registers is None else str(c.registers)),
    _Column("spills", lambda c: f"{c.spill_bytes} B" if c.spill_bytes else ""),
    _Column("shared", lambda c: f"{c.shared_bytes:,} B" if c.shared_bytes else ""),
    _Column("occup.", lambda c: "" if c.occupancy is None else f"{c.occupancy:.0%}"),
    _Column("limit", lambda c: c.bound),
)


def _tag(times: Sequence[Quantity | None]) -> str:
    kinds: set[Provenance] = {time.provenance for time in times if time is not None}
    return f" ({cells.TAG[kinds.pop()]})" if len(kinds) == 1 else ""


def _refusals(kernel: TunedKernel) -> list[str]:
    """Return a line for each reason of a refusal, with how many configurations have it."""
    counts: dict[str, int] = {}
    for candidate in kernel.candidates:
        if candidate.refused:
            counts[candidate.refused] = counts.get(candidate.refused, 0) + 1
    return [f"{count} of {len(kernel.candidates)} refused: {why}" for why, count in counts.items()]
