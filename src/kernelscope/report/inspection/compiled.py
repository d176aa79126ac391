"""The result of torch.compile, for a terminal: graphs, kernels, lines, breaks."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.text import Text

from kernelscope.quantity import format_count
from kernelscope.record import Compiled, CompiledGraph, CompiledKernel, GraphBreak, SourceLine
from kernelscope.record.names import short_place

_WIDE = 1000  # columns, so that no line is broken
_KINDS = {"triton": "", "own": "the program's own kernel", "library": "a call of the library"}
# Inductor's reasons by their beginning, in words that need no knowledge of its scheduler.
_MEANS = {
    "numel/rnumel mismatch": "they run over different numbers of elements",
    "no shared data": "the result is read in another order, or by another program",
    "memory deps did not match": "an element is needed that another program writes",
    "intermediate nodes between": "a third kernel must run between them",
    "will create cycle": "a third kernel must run between them",
    "exceeds max fusion": "one kernel would hold more operations than Inductor allows",
    "device mismatch": "they are on two devices",
}


def renderable(record: Compiled) -> RenderableType:
    """Return each graph with its kernels, each kernel with its operations and lines; the breaks."""
    parts: list[RenderableType] = [Text(_summary(record), "bold")]
    for graph in record.graphs:
        parts.append(Text(_graph(graph)))
        for kernel in record.kernels:
            if kernel.graph == graph.name:
                parts += _kernel(kernel)
        parts += _unfused(graph)
    for broken in record.breaks:
        parts += _break(broken)
    return Group(*parts)


def lines(record: Compiled) -> list[str]:
    """Return the same as lines of plain text."""
    console = Console(
        file=io.StringIO(), width=_WIDE, no_color=True, highlight=False, force_jupyter=False
    )
    with console.capture() as shown:
        console.print(renderable(record), soft_wrap=True)
    return [line.rstrip() for line in shown.get().splitlines()]


def _summary(record: Compiled) -> str:
    written, own, library = (
        sum(kernel.kind == origin for kernel in record.kernels)
        for origin in ("triton", "own", "library")
    )
    brought = f"{format_count(own, 'kernel')} of the program's own, " if own else ""
    breaks = f", broken at {format_count(len(record.breaks), 'place')}" if record.breaks else ""
    return (
        f"torch.compile: {format_count(len(record.graphs), 'graph')}{breaks}, "
        f"{format_count(written, 'kernel')} written, {brought}"
        f"{format_count(library, 'library call')}"
    )


def _graph(graph: CompiledGraph) -> str:
    return f"graph {graph.name}, {format_count(graph.operations, 'aten operation')}"


def _kernel(kernel: CompiledKernel) -> Iterator[Text]:
    operations = ", ".join(_grouped(kernel.aten))
    made = f"{len(kernel.aten)} fused: {operations}" if kernel.fused else operations
    words = ": ".join(word for word in (_KINDS[kernel.kind], made) if word)
    yield Text.assemble("  ", (kernel.name, "cyan"), f"  {words}")
    yield from map(_line, kernel.lines)


def _grouped(aten: tuple[str, ...]) -> Iterator[str]:
    """Return operations with the number of times that each occurs: `mul ×3`."""
    for name, times in Counter(_short(operation) for operation in aten).items():
        yield f"{name} ×{times}" if times > 1 else name


def _short(aten: str) -> str:
    """Return an operation's short name: `mul` for `aten.mul.Tensor`."""
    return aten.partition(".")[2].partition(".")[0] or aten


def _line(line: SourceLine) -> Text:
    place = f"{short_place(line.place)}  " if line.place else ""
    return Text.assemble((f"      {place}", "dim"), line.code)


def _unfused(graph: CompiledGraph) -> Iterator[Text]:
    """Return the operations that were not fused, by reason, each pair of names once."""
    for reason in dict.fromkeys(pair.reason for pair in graph.unfused):
        words = next((f" ({_MEANS[b]})" for b in _MEANS if reason.startswith(b)), "")
        yield Text.assemble("  ", ("not fused", "yellow"), f"  {reason}{words}")
        pairs = Counter((p.first, p.second) for p in graph.unfused if p.reason == reason)
        for (first, second), times in pairs.items():
            yield Text(f"      {first} → {second}{f' ×{times}' if times > 1 else ''}", "dim")


def _break(broken: GraphBreak) -> Iterator[Text]:
    yield Text.assemble(("graph break", "yellow"), f"  {broken.reason}")
    yield _line(SourceLine(broken.source, broken.code))
    for hint in broken.hints[:1]:
        yield Text(f"      {hint}", "dim")
