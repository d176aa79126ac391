"""The result of `inspect`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike
from kernelscope.errors import unknown
from kernelscope.record import InspectedKernel, Inspection
from kernelscope.record.names import is_named
from kernelscope.report.inspection import decisions
from kernelscope.report.inspection import text as inspection
from kernelscope.results.base import Result, plain_name
from kernelscope.results.changes import ComparableResult


@dataclass(frozen=True)
class InspectionResult(ComparableResult[Inspection]):
    """Kernels opened: every stage from the source to the machine code, with its line map.

    Attributes:
        opened: the kernels with their stages, counts and resources.
        complete: makes the whole record of them; None if `opened` is already whole.
    """

    opened: Inspection
    complete: Callable[[], Inspection] | None = None
    views = (*Result.views, "why")

    @cached_property
    def record(self) -> Inspection:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The whole record, made when it is first asked for.

        It adds to `opened` the parts that take longer: the compiler's decisions, the PTX in words,
        and the lines that each line of TTIR and TTGIR became.
        """
        return self.complete() if self.complete else self.opened

    @property
    def kernels(self) -> tuple[InspectedKernel, ...]:
        """The kernels of the record, in the order of their first launches."""
        return self.record.kernels

    @property
    def file_name(self) -> str:
        """The subject as a file name, and "-inside"."""
        return f"{plain_name(self.opened.subject)}-inside"

    def only(self, kernel: str) -> InspectionResult:
        """Return the result with only this kernel; "" keeps all.

        Raises UsageError if there is no such kernel.
        """
        if not kernel:
            return self
        return InspectionResult(_only(self.opened, kernel), lambda: _only(self.record, kernel))

    def renderable(self, width: int) -> RenderableType:
        """Return the summary for a rich console of `width` columns."""
        return inspection.renderable(self.opened, width)

    def table(self, width: int = 80) -> str:
        """Return the summary of the terminal as plain text."""
        return inspection.text(self.opened, width)

    def why(self, question: str = decisions.ALL, width: int = 80) -> str:
        """Return the compiler's decisions as plain text: on one question, or on all.

        Raises UsageError, with the list of questions, if this is not one of them.
        """
        return decisions.text(self.record, question, width)

    def page(self) -> str:
        """Return one HTML page: pick a source line, and every stage shows its part of it."""
        from kernelscope.report.inspection import html  # imports what only a page needs

        return html.to_html(self.record)

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the page and the record, named after the subject."""
        base = Path(folder) / self.file_name
        return [self.to_html(f"{base}.html"), self.save(f"{base}.json")]


def _only(record: Inspection, kernel: str) -> Inspection:
    chosen = tuple(one for one in record.kernels if is_named(one.name, kernel, one.title))
    if not chosen:
        names = dict.fromkeys(one.shown_name for one in record.kernels)
        raise unknown(f"{record.subject}: kernel", kernel, names)
    return replace(record, kernels=chosen)
