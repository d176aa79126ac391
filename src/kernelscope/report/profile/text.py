"""A profile as a table for a terminal: operations by device time, with the host's time."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Finding, OperatorTotal, Profile, Stretch
from kernelscope.report import cells
from kernelscope.report.profile import device_use

ROWS = 10
FINDINGS = 5
NAME_COLUMNS = 80
_FEWEST_COLUMNS = 20
_FIGURES = 46  # columns that the figures take next to the name
# The share of the time from which one side is named as the program's limit.
# `add-2048` on an H200: 0.656 ms, the GPU works for 12.9 µs, 2 %: "98 % of the time is the CPU's".
# From 50 % on the sentence names the GPU's share.
_MOST = 0.5


def text(record: Profile, width: int | None = None) -> str:
    """Return the whole profile as plain text.

    Args:
        record: the profile.
        width: columns that lines should fit; None gives names up to 80 columns.
    """
    stream = io.StringIO()
    columns = width or NAME_COLUMNS + _FIGURES
    console = Console(file=stream, width=columns, no_color=True, highlight=False)
    console.print(renderable(record, columns))
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def renderable(record: Profile, width: int) -> RenderableType:
    """Return the whole profile for a rich console of `width` columns."""
    heading = Text.assemble((cells.target(record), "bold"), ("  on ", "dim"), record.device)
    parts: list[RenderableType] = [heading, Text()]
    for group in dict.fromkeys(one.implementation for one in record.stretches) or [""]:
        own = [one for one in record.operators if one.implementation == group]
        parts += [Text(headline(record, group), "bold"), Text()]
        if own:
            parts += [_table(own, record, width), *_rest(own), Text()]
    if use := list(device_use.lines(record)):
        parts += [*map(Text, use), Text()]
    blamed = [one for one in record.findings if one.estimated_gain][:FINDINGS]
    parts += [_finding(one) for one in blamed]
    parts += [Text()] if blamed else []
    parts += [Text(f"note: {note}", "yellow") for note in record.notes]
    parts += [Text(line, "dim") for line in _small_print(record)]
    if record.trace:  # unbroken, so that it can be copied
        parts.append(Text(f"trace: {record.trace}", "dim", no_wrap=True, overflow="ignore"))
        parts.append(Text("       (opens in https://ui.perfetto.dev)", "dim"))
    return Group(*parts)


def _finding(one: Finding) -> Text:
    """Return the rule and its message, which may begin with the rule's name."""
    text = cells.finding_text(one).removeprefix(f"{one.rule}: ")
    return Text.assemble((f"{one.rule}: ", "bold"), text)


def headline(record: Profile, implementation: str = "") -> str:
    """Return one sentence: how long it took, and whether the host or the device limits it."""
    wanted = [one for one in record.stretches if one.implementation == implementation]
    if not wanted:
        return "nothing was recorded"
    whole = Stretch(
        implementation,
        wall_ms=sum(one.wall_ms for one in wanted),
        device_ms=sum(one.device_ms for one in wanted),
        waited_ms=sum(one.waited_ms for one in wanted),
    )
    return _sentence(whole)


def _sentence(whole: Stretch) -> str:
    name = f"{whole.name}: " if whole.name else ""
    if not whole.wall_ms:
        return f"{name}no time passed"
    share = whole.device_ms / whole.wall_ms
    parts = f"{name}{_ms(whole.wall_ms)}, the GPU works for {_ms(whole.device_ms)} of it"
    if share < _MOST:
        return f"{parts}: {_percent(1 - share)} of the time is the CPU's"
    waits = f"; the CPU waits for it for {_ms(whole.waited_ms)}" if whole.waited_ms else ""
    return f"{parts} ({_percent(share)}){waits}"


def _table(own: Sequence[OperatorTotal], record: Profile, width: int) -> Table:
    host, device = cells.TAG[record.host_provenance], cells.TAG[record.device_provenance]
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold dim")
    names = max(min(width - _FIGURES, NAME_COLUMNS), _FEWEST_COLUMNS)
    table.add_column("operation", no_wrap=True, max_width=names, overflow="ellipsis")
    for title in ("calls", f"CPU ms\n{host}", "CPU %", f"GPU ms\n{device}", "GPU %"):
        table.add_column(title, justify="right", no_wrap=True)
    cpu, gpu = sum(one.cpu_ms for one in own), sum(one.device_ms for one in own)
    for one in own[:ROWS]:
        table.add_row(
            _name(one),
            f"{one.calls:,}",
            format_number(one.cpu_ms),
            _percent(one.cpu_ms / cpu if cpu else 0),
            format_number(one.device_ms),
            _percent(one.device_ms / gpu if gpu else 0),
        )
        for kernel in one.kernels:
            table.add_row(Text(f"  → {kernel}", "dim"))
    return table


def _name(one: OperatorTotal) -> Text:
    shapes = " ".join("×".join(map(str, shape)) or "scalar" for shape in one.shapes)
    return Text.assemble(one.name, (f"  {shapes}" if shapes else "", "dim"))


def _rest(own: Sequence[OperatorTotal]) -> Iterator[RenderableType]:
    rest = own[ROWS:]
    if rest:
        cpu, gpu = sum(one.cpu_ms for one in rest), sum(one.device_ms for one in rest)
        yield Text(f"{len(rest)} more: CPU {_ms(cpu)}, GPU {_ms(gpu)}", "dim")


def _small_print(record: Profile) -> list[str]:
    lines = [record.model_error, cells.results_text(record.launches)]
    if record.span_count > len(record.spans):
        kept = f"the longest {len(record.spans):,} of {record.span_count:,}"
        lines.append(f"the record keeps {kept} spans; the trace has all")
    used = {record.host_provenance, record.device_provenance}
    lines += [
        f"{cells.TAG[kind]:5} {kind} {cells.MEANING[kind]}"
        for kind in cells.MEANING
        if kind in used
    ]
    return [line for line in lines if line]


def _ms(value: float) -> str:
    return format_quantity(Quantity(value, "ms", "measured"))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
