"""The result of `diff`."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType

from kernelscope.record import CompileDiff, KernelDiff
from kernelscope.report import diff as view
from kernelscope.report import page
from kernelscope.results.base import Result, plain_name

_PAGE_WIDTH = 140


@dataclass(frozen=True)
class DiffResult(Result[CompileDiff]):
    """The changes from one kernel to another in meaning, and the time that each costs."""

    record: CompileDiff

    @property
    def headline(self) -> str:
        """One sentence: the change that explains the time."""
        return self.record.headline

    @property
    def kernels(self) -> tuple[KernelDiff, ...]:
        """Each pair of kernels."""
        return self.record.kernels

    @property
    def file_name(self) -> str:
        """Both subjects as a file name, and "-diff"."""
        return f"{plain_name(self.record.a)}-{plain_name(self.record.b)}-diff"

    def renderable(self, width: int) -> RenderableType:
        """Return the changes for a rich console."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text."""
        return view.text(self.record, width)

    def page(self) -> str:
        """Return the changes as one HTML page."""
        title = f"{self.record.a} → {self.record.b}"
        return page.to_html("diff", title, "", [page.Section(text=self.table(_PAGE_WIDTH))])
