"""What a comparison returns: its record, and every view of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import UsageError
from kernelscope.record import Comparison, save
from kernelscope.report import csv
from kernelscope.report.comparison import html, plot, table


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """A comparison's record and its views; drawing one never runs anything again.

    Every method that writes a file makes its folders, writes it whole or not at all, and raises
    RecordError where it cannot.
    """

    record: Comparison

    def table(self, width: int = 80) -> str:
        """The table of the terminal as plain text."""
        return table.text(self.record, width)

    def plot(self, path: PathLike, kind: plot.Kind = "auto") -> Path:
        """A PNG, SVG or PDF, by the path's ending: the sweep if there is one, else bars.

        Raises:
            UsageError: another ending, or a `kind` (bars, sweep, roofline) without data.
        """
        form = Path(path).suffix.lstrip(".").lower()
        if form not in plot.FORMATS:
            raise UsageError(f"{path}: a plot ends in .{', .'.join(plot.FORMATS)}")
        return write_whole(path, plot.image(self.record, form, kind))

    def to_csv(self, path: PathLike) -> Path:
        """One line an implementation, or one a point of the sweep."""
        return write_whole(path, csv.to_csv(self.record))

    def to_html(self, path: PathLike) -> Path:
        """One self-contained page."""
        return write_whole(path, html.to_html(self.record))

    def save(self, path: PathLike) -> Path:
        """The record as JSON, from which `kernelscope.load` makes it again."""
        return save(self.record, path)

    def write_all(self, folder: PathLike) -> list[Path]:
        """The record and every view that it allows, named after the operation."""
        base = Path(folder) / self.record.operation
        written = [
            self.save(base.with_suffix(".json")),
            self.to_csv(base.with_suffix(".csv")),
            self.to_html(base.with_suffix(".html")),
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
    """The picture, or nothing where the record has no data for it."""
    try:
        return [draw()]
    except UsageError:
        return []
