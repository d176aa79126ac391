"""The results about kernels: opened, decompiled, compared by meaning, checked for faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import unknown
from kernelscope.record import (
    CheckFinding,
    CheckRecord,
    CompileDiff,
    Decompilation,
    DecompiledKernel,
    FigureChange,
    InspectedKernel,
    Inspection,
    KernelDiff,
)
from kernelscope.record.names import is_named
from kernelscope.report import decompilation, diff, page
from kernelscope.report.check import html as check_html
from kernelscope.report.check import text as check
from kernelscope.report.inspection import decisions
from kernelscope.report.inspection import text as inspection
from kernelscope.report.tables import plain
from kernelscope.results.base import ComparableResult, Result, plain_name, titled


@dataclass(frozen=True, repr=False)
class InspectionResult(ComparableResult[Inspection]):
    """Kernels opened: every stage from the source to the machine code, with its line map.

    `complete` makes the whole record of `opened`; None if that is already whole.
    """

    opened: Inspection
    complete: Callable[[], Inspection] | None = None
    views = (*Result.views, "why")
    ending = "-inside"

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

    def _subject(self) -> str:
        return self.opened.subject

    def _made_by(self) -> tuple[str, str]:
        return self.opened.command, self.opened.created

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

    def why(self, question: str = decisions.ALL, width: int = 80) -> str:
        """Return the compiler's decisions as plain text: on one question, or on all.

        Raises UsageError, with the list of questions, if this is not one of them.
        """
        return plain(decisions.renderable(self.record, question), width)

    def _page(self, made: page.Made) -> str:
        """Return one HTML page: pick a source line, and every stage shows its part of it."""
        from kernelscope.report.inspection import html  # imports what only a page needs

        return html.to_html(self.record, made)

    def _heading(self) -> tuple[str, str, str]:
        return self.opened.subject, self.opened.device, ""

    def _write_views(self, base: str) -> list[Path]:
        return [self.save(f"{base}.json")]


def _only(record: Inspection, kernel: str) -> Inspection:
    chosen = tuple(k for k in record.kernels if is_named(k.name, kernel, k.title))
    if not chosen:
        names = dict.fromkeys(k.shown_name for k in record.kernels)
        raise unknown(f"{record.subject}: kernel", kernel, names)
    return replace(record, kernels=chosen)


@dataclass(frozen=True, repr=False)
class DecompilationResult(Result[Decompilation]):
    """Kernels as CUDA C, each with the proof that it does the same."""

    record: Decompilation
    views = (*Result.views, "write")
    ending = "-decompiled"

    @property
    def kernels(self) -> tuple[DecompiledKernel, ...]:
        """Each kernel's text and proof."""
        return self.record.kernels

    @property
    def all_equal(self) -> bool:
        """True if every kernel was proven equal."""
        return all(kernel.proof.status == "equal" for kernel in self.kernels)

    def _subject(self) -> str:
        return self.record.subject

    def renderable(self, width: int) -> RenderableType:
        """Return code and verdicts for a rich console; lines of code keep their length."""
        return decompilation.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text: each kernel's code and verdict."""
        return plain(self.renderable(width), width, crop=False)

    def write(self, path: PathLike) -> Path:
        """Write all texts as one CUDA file."""
        return write_whole(path, decompilation.cuda_file(self.record))

    def _write_more(self, base: str) -> list[Path]:
        return [self.write(f"{base}.cu")]


@dataclass(frozen=True, repr=False)
class DiffResult(Result[CompileDiff]):
    """The changes from one kernel to another in meaning, and the time that each costs."""

    record: CompileDiff
    ending = "-diff"

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

    def _subject(self) -> str:
        return f"{self.record.a} → {self.record.b}"

    def _name(self) -> str:
        sides = (side.partition(" on ")[0] for side in (self.record.a, self.record.b))
        return "-".join(map(plain_name, sides)) + self.ending

    def renderable(self, width: int) -> RenderableType:
        """Return the changes for a rich console."""
        return diff.renderable(self.record)

    def _heading(self) -> tuple[str, str, str]:
        return self._subject(), "", self.headline

    def _sections(self) -> Sequence[page.Section]:
        return titled([*diff.sections(self.record)])


class CheckResult(ComparableResult[CheckRecord]):
    """The faults that the sanitizer found in the launches of a subject.

    Args:
        record: the record, or a function that makes it anew on each access.
    """

    ending = "-check"

    def __init__(self, record: CheckRecord | Callable[[], CheckRecord]) -> None:
        self._record = record

    @property
    def record(self) -> CheckRecord:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The record; while a check runs, it has the findings so far."""
        return self._record if isinstance(self._record, CheckRecord) else self._record()

    @property
    def findings(self) -> tuple[CheckFinding, ...]:
        """The faults, in the order of their first occurrence."""
        return self.record.findings

    @property
    def ok(self) -> bool:
        """True if there are no findings, or only notes."""
        return not self.record.faults

    def _subject(self) -> str:
        return self.record.subject or "python"

    def renderable(self, width: int) -> RenderableType:
        """Return the findings for a rich console of `width` columns."""
        return check.renderable(self.record, width)

    def _page(self, made: page.Made) -> str:
        return check_html.to_html(self.record, made)

    def _fragment(self) -> str:
        return check_html.fragment(self.record)
