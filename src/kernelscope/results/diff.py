"""The result of `diff`."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType

from kernelscope.record import CompileDiff, FigureChange, KernelDiff
from kernelscope.report import diff as view
from kernelscope.report import page
from kernelscope.results.base import Result, plain_name


@dataclass(frozen=True)
class DiffResult(Result[CompileDiff]):
    """The changes from one kernel to another in meaning, and the time that each costs."""

    record: CompileDiff

    @property
    def headline(self) -> str:
        """One sentence: the change that explains the time."""
        return self.record.headline

    @property
    def regressions(self) -> tuple[FigureChange, ...]:
        """The figures of B that are worse than A's by more than the limits; () without limits."""
        return tuple(change for change in self.record.over if change.verdict == "worse")

    @property
    def kernels(self) -> tuple[KernelDiff, ...]:
        """Each pair of kernels."""
        return self.record.kernels

    @property
    def file_name(self) -> str:
        """Both subjects without their devices as a file name, and "-diff"."""
        sides = (side.partition(" on ")[0] for side in (self.record.a, self.record.b))
        return f"{'-'.join(map(plain_name, sides))}-diff"

    def renderable(self, width: int) -> RenderableType:
        """Return the changes for a rich console."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text."""
        return view.text(self.record, width)

    def page(self) -> str:
        """Return the changes as one HTML page."""
        sections = [page.Section(title, part) for title, part in view.sections(self.record)]
        title = f"{self.record.a} → {self.record.b}"
        return page.to_html("diff", title, "", sections, lead=self.headline)
