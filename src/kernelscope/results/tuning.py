"""The result of `tune`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.record import TunedKernel, Tuning
from kernelscope.report import page
from kernelscope.report import tuning as view
from kernelscope.results.base import Result, plain_name, plain_text
from kernelscope.results.changes import ComparableResult

_PAGE_WIDTH = 140


@dataclass(frozen=True)
class TuningResult(ComparableResult[Tuning]):
    """The configurations of kernels, each with its time, and which one to choose."""

    record: Tuning
    views = (*Result.views, "to_csv")

    @property
    def kernels(self) -> tuple[TunedKernel, ...]:
        """The kernels that were tuned, in the order of their first launches."""
        return self.record.kernels

    @property
    def exit_code(self) -> int:
        """The script's own; 0 for an operation."""
        return self.record.exit_code

    @property
    def file_name(self) -> str:
        """The target as a file name, and "-tune"."""
        return f"{plain_name(self.record.target)}-tune"

    def renderable(self, width: int) -> RenderableType:
        """Return a table for each kernel, the fastest configurations first."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the tables of the terminal as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the tables as one HTML page, with all configurations."""
        sections = [page.Section(view=view.renderable(self.record, most=None))]
        return page.to_html("tune", self.record.target, self.record.device, sections)

    def to_csv(self, path: PathLike) -> Path:
        """Write a line for each configuration of each kernel."""
        return write_whole(path, view.to_csv(self.record))

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record, the table, the page and the values."""
        return [*super().write_all(folder), self.to_csv(Path(folder) / f"{self.file_name}.csv")]
