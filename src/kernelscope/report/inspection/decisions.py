"""The compiler's decisions for a terminal: the answers to one question, or to all."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from kernelscope.errors import unknown
from kernelscope.record import Decision, InspectedKernel, Inspection
from kernelscope.record.names import short_place
from kernelscope.report.inspection.text import heading, source_lines

TITLES = {
    "vectorize": "how wide each access to global memory is, and why it is not wider",
    "layout": "which thread holds which element of each block value (t: thread, r: its register)",
    "shared": "the buffers in shared memory, and from where to where in the PTX each is needed",
    "pipeline": "how many iterations of a loop are in flight at once, and what prevented more",
    "barriers": "where threads wait, and which write and read asked for it",
    "tensor-cores": "the instruction that each matrix product became, or why there is none",
    "registers": "registers, spills, and what limits the warps on an SM",
    "numerics": "the compiler's choices that change results",
}
"""The questions that can be asked alone, in words."""
ALL = "all"


def check(question: str) -> None:
    """Raise UsageError if this is not a question; the message lists the questions."""
    if question not in ("", ALL, *TITLES):
        raise unknown("question", question, (*TITLES, ALL))


def renderable(record: Inspection, question: str) -> RenderableType:
    """Return every kernel's answers to one of `TITLES`, or to "all". Raises UsageError as
    `check`.
    """
    check(question)
    parts: list[RenderableType] = []
    for kernel in record.kernels:
        parts += [heading(kernel), Text(), *_answers(kernel, question)]
    return Group(*parts)


def _answers(kernel: InspectedKernel, question: str) -> Iterator[RenderableType]:
    if not kernel.decisions:
        yield Text("nothing is known: there is only machine code, and no PTX")
        return
    lines = source_lines(kernel)
    for asked in (question,) if question != ALL else TITLES:
        yield Text.assemble((asked, "bold"), (f"  {TITLES[asked]}", "dim"))
        for decision in grouped(kernel.decisions, asked):
            yield from _answer(decision, lines.get(decision.source, ""))
        yield Text()


def grouped(decisions: tuple[Decision, ...], question: str) -> list[Decision]:
    """Return the answers to one question."""
    return [decision for decision in decisions if decision.question == question]


def _answer(decision: Decision, line_of_source: str) -> Iterator[RenderableType]:
    first, *drawn = decision.text.splitlines()
    if decision.source:
        place = (f"  {short_place(decision.source)}", "cyan")
        own = (f"  {line_of_source}", "dim")
        yield Text.assemble(place, own, no_wrap=True, overflow="ellipsis")
    indent = (0, 0, 0, 4 if decision.source else 2)
    yield Padding(Text(first), indent, expand=False)
    for line in drawn:
        yield Padding(Text(line, no_wrap=True, overflow="ellipsis"), indent, expand=False)
    for line in decision.evidence.splitlines():
        yield Padding(Text(line, "dim"), (0, 0, 0, 6), expand=False)
