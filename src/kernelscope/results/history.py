"""The result of `history show`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.record.history import History
from kernelscope.report import csv
from kernelscope.report.history import html, text
from kernelscope.results.base import Result, plain_name, plain_text


@dataclass(frozen=True)
class HistoryResult(Result[History]):
    """Figures of a project over its commits, with the commits at which they changed."""

    record: History
    views = (*Result.views, "to_csv")

    @property
    def file_name(self) -> str:
        """The name that was asked for, or the project's, and "-history"."""
        return f"{plain_name(self.record.wanted or self.record.project)}-history"

    def renderable(self, width: int) -> RenderableType:
        """Return the series with their trends, the changes by commit, and what could not run."""
        return text.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the view of the terminal as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the page with a plot for each metric that changed."""
        return html.to_html(self.record)

    def to_csv(self, path: PathLike) -> Path:
        """Write a line for each point of each series."""
        return write_whole(path, csv.history_to_csv(self.record))

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record, the table, the page and the values."""
        return [*super().write_all(folder), self.to_csv(Path(folder) / f"{self.file_name}.csv")]
