"""The results of comparing two records, and the base of those that have a baseline."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from kernelscope._files import PathLike
from kernelscope.history.limits import DEFAULT
from kernelscope.record import FigureChange, RecordChanges, load
from kernelscope.report import changes as view
from kernelscope.report import page
from kernelscope.results.base import RecordT_co, Result, plain_name, plain_text


@dataclass(frozen=True)
class ChangesResult(Result[RecordChanges]):
    """The figures that got worse or better from one record to another, beyond the limits."""

    record: RecordChanges

    @property
    def regressions(self) -> tuple[FigureChange, ...]:
        """The figures that got worse by more than their limits."""
        return self.record.regressions

    @property
    def improvements(self) -> tuple[FigureChange, ...]:
        """The figures that got better by more than their limits."""
        return tuple(one for one in self.record.changes if one.verdict == "better")

    @property
    def unclear(self) -> tuple[FigureChange, ...]:
        """The times that differ by more than their limits, but not by more than their errors."""
        return tuple(one for one in self.record.changes if one.verdict == "cannot tell")

    @property
    def file_name(self) -> str:
        """The subject of both records, and "-changes"."""
        return f"{plain_name(self.record.subject) or self.record.of}-changes"

    def renderable(self, width: int) -> RenderableType:
        """Return a line for each change, for a rich console."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the lines as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the changes as one HTML page."""
        record = self.record
        sections = [page.Section(title, part) for title, part in view.sections(record)]
        return page.to_html(
            "changes", f"{record.a} → {record.b}", record.gpu, sections, lead=view.headline(record)
        )


class ComparableResult(Result[RecordT_co]):
    """A result whose figures can be compared with those of an earlier record."""

    def against(self, baseline: PathLike | Result[Any], fail_over: str = DEFAULT) -> ChangesResult:
        """Compare the record with an earlier one of the same kind, GPU, subject and case.

        Args:
            baseline: a file that `save` wrote, or a result.
            fail_over: how much worse a figure may be: "time=3%,bytes=0,registers=+8".

        Returns:
            The result, with `.regressions`, `.improvements` and `.unclear`.

        Raises:
            UsageError: the records cannot be compared, or a limit is misspelt.
            RecordError: the file holds no record.
        """
        from kernelscope.history.regressions import compare_records

        is_result = isinstance(baseline, Result)
        before = baseline.record if is_result else load(baseline)
        name = "the baseline" if is_result else str(Path(baseline))
        return ChangesResult(compare_records(before, self.record, fail_over, (name, "now")))
