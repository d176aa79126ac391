"""The result of `compare`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import UsageError
from kernelscope.record import Comparison
from kernelscope.report import csv
from kernelscope.report.comparison import plot, table
from kernelscope.report.drawing import picture_form
from kernelscope.results.base import Result, plain_name
from kernelscope.results.changes import ComparableResult


@dataclass(frozen=True)
class ComparisonResult(ComparableResult[Comparison]):
    """All implementations of one operation on one case: correctness, time, traffic, verdict."""

    record: Comparison
    views = (*Result.views, "to_csv", "plot")

    @property
    def file_name(self) -> str:
        """The operation's name."""
        return plain_name(self.record.operation)

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console of `width` columns."""
        return table.renderable(self.record, width)

    def table(self, width: int = 80) -> str:
        """Return the table of the terminal as plain text."""
        return table.text(self.record, width)

    def page(self) -> str:
        """Return the report as one self-contained HTML page."""
        from kernelscope.report.comparison import html

        return html.to_html(self.record)

    def to_csv(self, path: PathLike) -> Path:
        """Write one line for each implementation, or for each point of the sweep."""
        return write_whole(path, csv.to_csv(self.record))

    def plot(self, path: PathLike, kind: plot.Kind = "auto") -> Path:
        """Write a PNG, SVG or PDF, by the path's ending: the sweep if there is one, else bars.

        Raises:
            UsageError: another ending, or a `kind` (bars, sweep, roofline) without data.
        """
        return write_whole(path, plot.image(self.record, picture_form(path), kind))

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record and every view that it has data for, named after the operation."""
        base = Path(folder) / self.file_name
        written = [
            self.save(f"{base}.json"),
            self.to_csv(f"{base}.csv"),
            self.to_html(f"{base}.html"),
        ]
        pictures: tuple[tuple[str, plot.Kind], ...] = (
            (".png", "bars"),
            ("-sweep.png", "sweep"),
            ("-roofline.png", "roofline"),
        )
        for ending, kind in pictures:
            written += _if_drawable(lambda e=ending, k=kind: self.plot(f"{base}{e}", k))
        return written


def _if_drawable(draw: Callable[[], Path]) -> list[Path]:
    """Return the picture's path, or nothing if the record has no data for the picture."""
    try:
        return [draw()]
    except UsageError:
        return []
