"""The table of `kernelscope doctor`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope.record.machine import Finding, Standing
from kernelscope.report import tables

_MARK: dict[Standing, tuple[str, str]] = {
    "ready": ("✓", "green"),
    "absent": ("–", "yellow"),
    "broken": ("✗", "red"),
}


def table(findings: Sequence[Finding]) -> RenderableType:
    """Return a line for each finding, then the commands that fix the parts that are not ready."""
    grid = tables.grid("", "part", "found", "for")
    for finding in findings:
        mark, colour = _MARK[finding.standing]
        cells = (finding.what, finding.detail, Text(finding.gives, "dim"))
        grid.add_row(Text(mark, colour), *cells)
    fixes = [Text.assemble((f"{f.what}: ", "bold"), f.fix) for f in findings if f.fix]
    return Group(grid, *([Text(), *fixes] if fixes else []))
