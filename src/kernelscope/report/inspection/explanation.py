"""PTX explained, for a terminal: each line with its words next to it or below it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column
from rich.text import Text

from kernelscope.errors import UsageError
from kernelscope.record import InspectedKernel
from kernelscope.record.names import short_place
from kernelscope.report import tables
from kernelscope.report.inspection.text import heading, shown_lines, source_lines, stage_of
from kernelscope.report.stage_text import styled

_WIDE = 140  # columns from which code and words stand side by side


def renderable(kernel: InspectedKernel, width: int = 80) -> RenderableType:
    """Return every line of a kernel's PTX that does something, in words, by source line.

    Raises UsageError if the kernel has no PTX, or the virtual GPU does not know all of it.
    """
    stage = stage_of(kernel, "ptx")
    if not stage.explained:
        why = stage.unexplained or "it has no instructions"
        raise UsageError(f"the PTX of {kernel.shown_name} cannot be explained: {why}")
    wide = width >= _WIDE
    lines = Column(justify="right", style="dim", no_wrap=True)
    texts = [Column(overflow="fold", ratio=2), Column(overflow="fold", ratio=3)]
    table = tables.grid(lines, *texts[: 1 + wide], gap=1)
    table.width, table.show_header = width, False
    for number, code, words in _rows(kernel):
        if wide:
            table.add_row(number, code, Text(words, "green" if number else "dim"))
        elif number:
            table.add_row(number, code)
            table.add_row("", Padding(Text(words, "green"), (0, 0, 0, 4)))
        else:
            table.add_row("", Text(words, "dim"))
    return Group(heading(kernel), Text(_LEGEND, "dim"), Text(), table)


_LEGEND = (
    "PTX · Sectors and wavefronts assume that all 32 lanes are active and, if the block's shape is "
    "unknown, that it is one row along x. Indices ignore overflow."
)


def _rows(kernel: InspectedKernel) -> Iterator[tuple[str, Text, str]]:
    """Return line number, code and words; lines of the source have no number."""
    stage = kernel.stages["ptx"]
    explained = dict(stage.explained)
    texts = source_lines(kernel)
    last = ""
    for number, words, place in shown_lines(stage):
        if number not in explained:
            continue
        if place and place != last:
            yield "", Text(), f"{short_place(place)}  {texts.get(place, '')}".rstrip()
            last = place
        yield str(number), styled(words), explained[number]
