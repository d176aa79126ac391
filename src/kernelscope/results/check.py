"""The result of `check`."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType

from kernelscope.record import CheckFinding, CheckRecord
from kernelscope.report.check import html, text
from kernelscope.results.base import plain_name, plain_text
from kernelscope.results.changes import ComparableResult


class CheckResult(ComparableResult[CheckRecord]):
    """The faults that the sanitizer found in the launches of a subject.

    Args:
        record: the record, or what makes it anew whenever it is asked for.
    """

    def __init__(self, record: CheckRecord | Callable[[], CheckRecord]) -> None:
        self._record = record

    @property
    def record(self) -> CheckRecord:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The record; of a check that still runs, with what it has found so far."""
        return self._record if isinstance(self._record, CheckRecord) else self._record()

    @property
    def findings(self) -> tuple[CheckFinding, ...]:
        """The faults, in the order of their first occurrence."""
        return self.record.findings

    @property
    def ok(self) -> bool:
        """True if nothing was found."""
        return not self.findings

    @property
    def file_name(self) -> str:
        """The subject as a file name, and "-check"."""
        return f"{plain_name(self.record.subject) or 'python'}-check"

    def renderable(self, width: int) -> RenderableType:
        """Return the findings for a rich console of `width` columns."""
        return text.renderable(self.record, width)

    def table(self, width: int = 80) -> str:
        """Return the findings as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the findings as one HTML page, both sides of each next to each other."""
        return html.to_html(self.record)
