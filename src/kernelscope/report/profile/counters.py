"""Counters of kernels as tables for a terminal: the summary, then a section for each subject."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from kernelscope.profiling.counters.sections import SECTIONS, SUMMARY
from kernelscope.quantity import METRICS, Quantity, format_number, format_quantity
from kernelscope.record import KernelCounters, Profile
from kernelscope.record.names import dimensions
from kernelscope.report import cells, tables, waits

COLUMNS = 100
_KERNELS_SHOWN = 24
_ROWS_OF_A_KERNEL = 12
_FINDINGS_SHOWN = 12
_A_TABLE = 4  # kernels side by side in a section
_FEWEST_COLUMNS = 12
# A row's label names what is counted.
_SAID_BY_LABEL = ("sector", "inst", "request", "cycle")


def renderable(record: Profile, width: int) -> RenderableType:
    """Return the tables for a rich console of `width` columns."""
    name = cells.target(record)
    heading = tables.heading(name, record.device, on="counters on")
    parts: list[RenderableType] = [heading, Text()]
    distinct = _distinct(record.kernels)
    numbered = list(enumerate(_shown(distinct), 1))
    for group in dict.fromkeys(kernel.implementation for _, (kernel, _) in numbered):
        own = [(place, launch) for place, launch in numbered if launch[0].implementation == group]
        if group:
            parts.append(Text(group, "bold"))
        parts += [*_summary(own, width), Text()]
    if hidden := len(distinct) - len(numbered):
        parts += [Text(f"{hidden} more kernels in --csv and --json", "dim"), Text()]
    for title, rows in SECTIONS.items():
        for start in range(0, len(numbered), _A_TABLE):
            parts += _section(title, rows, numbered[start : start + _A_TABLE])
    parts += _waits(numbered)
    # The `sorted` kernel of the page on divergence touches 8 sectors where 4 would do, but
    # launching it takes longest: mending that saves 0.0 %, and is not shown. "launch-bound" has no
    # estimate and is.
    findings = [f for f in record.findings if f.estimated_gain != 0.0][:_FINDINGS_SHOWN]
    parts += [cells.ruled_finding(finding) for finding in findings]
    parts += [Text()] if findings else []
    parts += [Text(line, "dim") for line in _not_here(record.kernels)]
    parts += [Text(f"note: {note}", "yellow") for note in record.notes]
    parts += [Text(line, "dim") for line in _small_print(record)]
    return Group(*parts)


def metrics_table() -> str:
    """Return the registry as text: every metric that a column, counter or record can have."""
    lines: list[str] = []
    for metric in METRICS.values():
        unit = f" [{metric.unit}]" if metric.unit else ""
        formula = f" = {metric.formula}" if metric.formula else ""
        lines += [f"{metric.name}{unit}{formula}", f"    {metric.meaning} ({metric.source})"]
    return "\n".join(lines)


Launch = tuple[KernelCounters, int]
Numbered = Sequence[tuple[int, Launch]]


def _distinct(kernels: Iterable[KernelCounters]) -> list[Launch]:
    """Return the first of the launches that did the same, with the number of such launches."""
    alike: dict[object, list[KernelCounters]] = {}
    for kernel in kernels:
        key = kernel.implementation, kernel.demangled, kernel.words, kernel.grid, kernel.block
        alike.setdefault(key, []).append(kernel)
    return [(same[0], len(same)) for same in alike.values()]


def _shown(distinct: Sequence[Launch]) -> list[Launch]:
    """Return the launches with a row: of a kernel in a loop over sizes, only the first ones."""
    rows: Counter[tuple[str, str]] = Counter()
    shown: list[Launch] = []
    for kernel, count in distinct:
        rows[kernel.implementation, kernel.demangled] += 1
        if rows[kernel.implementation, kernel.demangled] <= _ROWS_OF_A_KERNEL:
            shown.append((kernel, count))
    return shown[:_KERNELS_SHOWN]


def _words(kernel: KernelCounters) -> str:
    return f"({kernel.words})" if kernel.words else ""


def _summary(own: Numbered, width: int) -> Iterator[RenderableType]:
    """Yield the table, and the whole names of the kernels that are cut in it or have types."""
    tags = [_tag(_values(own, metric)) for metric in SUMMARY]
    headings = [f"{name}\n{tag}" for name, tag in zip(SUMMARY.values(), tags, strict=True)]
    lines = [
        (
            *(dimensions(kernel.grid), dimensions(kernel.block)),
            *(_cell(kernel.metrics.get(metric)) for metric in SUMMARY),
        )
        for _, (kernel, _) in own
    ]
    columns = list(zip(("grid", "block", *headings), *lines, strict=True))
    parts = [[part for cell in column for part in cell.split("\n")] for column in columns]
    figures = sum(1 + max(map(len, column)) for column in parts)
    room = max(width - figures - 4, _FEWEST_COLUMNS)
    table = tables.grid(
        Column("#", justify="right", no_wrap=True, min_width=2),
        tables.names("kernel", room),
        *tables.figures(*(heading for heading, *_ in columns)),
        gap=1,
    )
    shown: list[str] = []
    for (place, (kernel, count)), line in zip(own, lines, strict=True):
        words = _words(kernel) + (f" ×{count}" if count > 1 else "")
        shown.append(tables.fitted(kernel.kernel, words, room))
        table.add_row(str(place), shown[-1], *line)
    yield table
    for name, (place, (kernel, _)) in zip(shown, own, strict=True):
        if kernel.demangled != kernel.kernel:
            line = f"{place:>2} = {kernel.demangled}"
            yield Text(line, "dim", no_wrap=True, overflow="ellipsis")
        if kernel.words and len(name) > room:
            yield Text(f"{place:>2}: {kernel.words}", "dim")


def _section(title: str, rows: dict[str, str], own: Numbered) -> list[RenderableType]:
    """Return the rows for which any of these kernels has a figure."""
    table = tables.grid(tables.names(title), tables.names(""), gap=1)
    for place, _ in own:
        table.add_column(f"#{place}", justify="right", no_wrap=True, min_width=9)
    for metric, label in rows.items():
        if quantities := _values(own, metric):
            figures = [_cell(kernel.metrics.get(metric)) for _, (kernel, _) in own]
            table.add_row(label, _tag(quantities), *figures)
    return [table, Text()] if table.row_count else []


def _waits(own: Numbered) -> list[RenderableType]:
    """Return where each kernel's warps wait, by source line, of those that were simulated."""
    parts: list[RenderableType] = []
    for place, (kernel, _) in own:
        if kernel.lines:
            parts += [
                Text(f"#{place} {kernel.kernel}{_words(kernel)}", "bold"),
                waits.table(kernel.lines),
                Text(),
            ]
    legend = [Text(line, "dim") for line in (waits.errors(), waits.legend())]
    return [*parts, *legend, Text()] if parts else []


def _values(own: Numbered, metric: str) -> list[Quantity]:
    return [kernel.metrics[metric] for _, (kernel, _) in own if metric in kernel.metrics]


def _tag(quantities: Sequence[Quantity]) -> str:
    """Return the provenances; a row or column may have several."""
    return "/".join(dict.fromkeys(cells.TAG[quantity.provenance] for quantity in quantities))


def _cell(quantity: Quantity | None) -> str:
    if quantity is None:
        return cells.NOTHING
    if quantity.unit in _SAID_BY_LABEL:
        whole = quantity.value.is_integer()
        return f"{quantity.value:,.0f}" if whole else format_number(quantity.value)
    return format_quantity(quantity)


def _not_here(kernels: Sequence[KernelCounters]) -> list[str]:
    """Return the metrics without a figure, and why: a line for each reason."""
    labels = dict(SUMMARY)
    for rows in SECTIONS.values():
        labels |= rows
    by_reason: dict[str, dict[str, None]] = {}
    for kernel in kernels:
        for metric, reason in kernel.missing.items():
            label = labels.get(metric, metric).strip()
            by_reason.setdefault(reason, {})[label] = None
    return [f"not known: {', '.join(names)}: {reason}" for reason, names in by_reason.items()]


def _small_print(record: Profile) -> list[str]:
    by: dict[str, dict[str, None]] = {}
    for kernel in record.kernels:
        for metric, quantity in kernel.metrics.items():
            by.setdefault(quantity.provenance, {})[kernel.source_of(metric)] = None
    lines = ["gain: the part of the duration that the remedy with the largest estimate saves"]
    for provenance, meaning in cells.MEANING.items():
        if provenance in by:
            sources = ", ".join(by[provenance])
            lines.append(f"{cells.TAG[provenance]:5} {provenance} {meaning} (source: {sources})")
    lines += [record.model_error, cells.results_text(record.launches)]
    return [line for line in lines if line]
