"""The results about records: two of them compared, and a project's history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.record import FigureChange, History, RecordChanges
from kernelscope.report import changes, csv, page
from kernelscope.report.history import html, text
from kernelscope.results.base import Result, titled


@dataclass(frozen=True)
class ChangesResult(Result[RecordChanges]):
    """The figures that got worse or better from one record to another, beyond the limits."""

    record: RecordChanges
    ending = "-changes"

    @property
    def regressions(self) -> tuple[FigureChange, ...]:
        """The figures that got worse by more than their limits."""
        return self.record.regressions

    @property
    def improvements(self) -> tuple[FigureChange, ...]:
        """The figures that got better by more than their limits."""
        return tuple(change for change in self.record.changes if change.verdict == "better")

    @property
    def unclear(self) -> tuple[FigureChange, ...]:
        """The times that differ by more than their limits, but not by more than their errors."""
        return tuple(change for change in self.record.changes if change.verdict == "cannot tell")

    def _subject(self) -> str:
        return self.record.subject or self.record.of

    def renderable(self, width: int) -> RenderableType:
        """Return a line for each change, for a rich console."""
        return changes.renderable(self.record)

    def _heading(self) -> tuple[str, str, str]:
        record = self.record
        return f"{record.a} → {record.b}", record.gpu, changes.headline(record)

    def _sections(self) -> Sequence[page.Section]:
        return titled([*changes.sections(self.record)])


@dataclass(frozen=True)
class HistoryResult(Result[History]):
    """Figures of a project over its commits, with the commits at which they changed."""

    record: History
    views = (*Result.views, "to_csv")
    ending = "-history"

    def _subject(self) -> str:
        return self.record.wanted or self.record.project

    def renderable(self, width: int) -> RenderableType:
        """Return the series with their trends, the changes by commit, and what could not run."""
        return text.renderable(self.record)

    def page(self) -> str:
        """Return the page with a plot for each metric that changed."""
        return html.to_html(self.record)

    def to_csv(self, path: PathLike) -> Path:
        """Write a line for each point of each series."""
        return write_whole(path, csv.history_to_csv(self.record))

    def _write_more(self, base: str) -> list[Path]:
        return [self.to_csv(f"{base}.csv")]
