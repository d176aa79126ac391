"""A profile as a table for a terminal: operations by device time, with the host's time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.quantity import format_number, format_value
from kernelscope.record import OperatorTotal, Profile, Stretch
from kernelscope.report import cells, tables
from kernelscope.report.profile import device_use

ROWS = 10
FINDINGS = 5
NAME_COLUMNS = 80
_FEWEST_COLUMNS = 20
_FIGURES = 46  # columns that the figures take next to the name
COLUMNS = NAME_COLUMNS + _FIGURES
# The share of the time from which one side is named as the program's limit.
# `add-2048` on an H200: 0.656 ms, the GPU works for 12.9 µs, 2 %: "98 % of the time is the CPU's".
# From 50 % on the sentence names the GPU's share.
_MOST = 0.5


def renderable(record: Profile, width: int) -> RenderableType:
    """Return the whole profile for a rich console of `width` columns."""
    parts: list[RenderableType] = [tables.heading(cells.target(record), record.device), Text()]
    for part in sections(record, width).values():
        parts += [*part, Text()]
    parts.pop()
    if record.trace:  # unbroken, so that it can be copied
        parts.append(Text(f"trace: {record.trace}", "dim", no_wrap=True, overflow="ignore"))
        parts.append(Text("       (opens in https://ui.perfetto.dev)", "dim"))
    return Group(*parts)


def sections(record: Profile, width: int) -> dict[str, Sequence[RenderableType]]:
    """Return the parts of a profile by title, without those that say nothing."""
    blamed = [finding for finding in record.findings if finding.estimated_gain][:FINDINGS]
    print_ = [
        *(Text(f"note: {note}", "yellow") for note in record.notes),
        *(Text(line, "dim") for line in _small_print(record)),
    ]
    parts: dict[str, Sequence[RenderableType]] = {
        "Operations": [*_operations(record, width)],
        "Steps": [*_steps(record)],
        "The GPU's use": [*map(Text, device_use.lines(record))],
        "What to change": [*map(cells.ruled_finding, blamed)],
        "Notes": print_,
    }
    return {title: part for title, part in parts.items() if part}


def _operations(record: Profile, width: int) -> Iterator[RenderableType]:
    """Yield the headline of each implementation, and its operations."""
    for number, group in enumerate(groups(record)):
        own = [operator for operator in record.operators if operator.implementation == group]
        if number:
            yield Text()
        yield Text(headline(record, group), "bold")
        if own:
            yield Text()
            yield _table(own, record, width)
            yield from _rest(own)


_STEPS = 8


def _steps(record: Profile) -> Iterator[RenderableType]:
    """Yield the program's own steps; of many the longest ones."""
    steps = sorted(record.steps, key=lambda step: -step.wall_ms)[:_STEPS]
    if not steps:
        return
    host, device = cells.TAG[record.host_provenance], cells.TAG[record.device_provenance]
    figures = tables.figures(f"ms\n{host}", f"GPU ms\n{device}", f"waited ms\n{host}")
    table = tables.grid(tables.names("step", NAME_COLUMNS), *figures, gap=1)
    for step in (step for step in record.steps if step in steps):
        times = step.wall_ms, step.device_ms, step.waited_ms
        table.add_row(step.name, *map(format_number, times))
    yield table
    if len(record.steps) > len(steps):
        shortest = min(step.wall_ms for step in record.steps)
        hidden = len(record.steps) - len(steps)
        yield Text(f"{hidden} more of {_ms(shortest)} to {_ms(steps[-1].wall_ms)}", "dim")


def groups(record: Profile) -> list[str]:
    """Return the implementations; one without a name for a script."""
    return [*dict.fromkeys(stretch.implementation for stretch in record.stretches)] or [""]


def headline(record: Profile, implementation: str = "") -> str:
    """Return one sentence: how long it took, and whether the host or the device limits it."""
    wanted = [stretch for stretch in record.stretches if stretch.implementation == implementation]
    if not wanted:
        return "nothing was recorded"
    # An autotuned addition called 100 times: 150 ms, 144 of which compile its 6 configurations. The
    # next 100 calls take 6 ms, of which the GPU works for 0.4: 93 % are the CPU's, and not 100 %.
    once = 0.0 if implementation or record.use is None else record.use.once_ms
    whole = Stretch(
        implementation,
        wall_ms=sum(stretch.wall_ms for stretch in wanted) - once,
        device_ms=sum(stretch.device_ms for stretch in wanted),
        waited_ms=sum(stretch.waited_ms for stretch in wanted),
    )
    return _sentence(whole) + (f"; {device_use.once(record.use)}" if record.use and once else "")


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
    names = max(min(width - _FIGURES, NAME_COLUMNS), _FEWEST_COLUMNS)
    figures = tables.figures("calls", f"CPU ms\n{host}", "CPU %", f"GPU ms\n{device}", "GPU %")
    table = tables.grid(tables.names("operation", names), *figures, gap=1)
    cpu, gpu = sum(op.cpu_ms for op in own), sum(op.device_ms for op in own)
    for operator in own[:ROWS]:
        table.add_row(
            _name(operator),
            f"{operator.calls:,}",
            format_number(operator.cpu_ms),
            _percent(operator.cpu_ms / cpu if cpu else 0),
            format_number(operator.device_ms),
            _percent(operator.device_ms / gpu if gpu else 0),
        )
        for kernel in operator.kernels:
            table.add_row(Text(f"  → {kernel}", "dim"))
    return table


def _name(operator: OperatorTotal) -> Text:
    shapes = " ".join("×".join(map(str, shape)) or "scalar" for shape in operator.shapes)
    return Text.assemble(operator.name, (f"  {shapes}" if shapes else "", "dim"))


def _rest(own: Sequence[OperatorTotal]) -> Iterator[RenderableType]:
    hidden = own[ROWS:]
    if hidden:
        cpu, gpu = sum(op.cpu_ms for op in hidden), sum(op.device_ms for op in hidden)
        yield Text(f"{len(hidden)} more: CPU {_ms(cpu)}, GPU {_ms(gpu)}", "dim")


def _small_print(record: Profile) -> list[str]:
    lines = [record.model_error, cells.results_text(record.launches)]
    if record.span_count > len(record.spans):
        kept = f"the longest {len(record.spans):,} of {record.span_count:,}"
        lines.append(f"the record keeps {kept} spans; the trace has all")
    lines += cells.meanings((record.host_provenance, record.device_provenance))
    return [line for line in lines if line]


def _ms(value: float) -> str:
    return format_value(value, "ms")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
