"""The base of all results, and what they have in common: the comparison with an earlier one."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import UsageError
from kernelscope.history.limits import DEFAULT
from kernelscope.record import FigureChange, Record, RecordChanges, kind_of, load, save
from kernelscope.report import changes, markdown, page
from kernelscope.report.tables import plain

RecordT_co = TypeVar("RecordT_co", bound=Record, covariant=True)
_PAGE_WIDTH = 120


class Result(ABC, Generic[RecordT_co]):
    """The result of a command: its record, and every view of it.

    Drawing a view never runs anything again, so a result that `kernelscope.load` reads from a file
    draws the same views as the result of the job itself. `str(result)` is the table.

    Every method that writes a file makes the missing folders, writes the file whole or not at all,
    returns its path, and raises RecordError if the file cannot be written.

    A class says what its kind shows by the methods at the end of this one.

    Attributes:
        record: the immutable data that every view is drawn from.
        views: the names of the methods that draw or write a view of this kind.
        ending: what the files' name has after the subject: "-tune".
    """

    views: ClassVar[tuple[str, ...]] = ("table", "markdown", "to_html", "save", "write_all")
    ending: ClassVar[str] = ""
    record: RecordT_co

    @property
    def file_name(self) -> str:
        """The name of the files that `write_all` writes, without folder and ending."""
        return self._name()

    @abstractmethod
    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console of `width` columns."""

    def table(self, width: int = 80) -> str:
        """Return the table of the terminal as plain text, `width` columns wide if it fits."""
        return plain(self.renderable(width), width)

    def markdown(self) -> str:
        """Return the table as Markdown for an issue, with the command that made it."""
        command = self._made_by()[0]
        made = f"\nmade by {markdown.code(command)}\n" if command else ""
        return markdown.text(self.renderable(markdown.WIDTH)) + made

    @property
    def heading(self) -> str:
        """The heading of the page: the subject, with its case if it has one."""
        return self._heading()[0]

    @property
    def device(self) -> str:
        """The device or the GPU that the result is of; "" for none."""
        return self._heading()[1]

    def page(self, files: Sequence[str] = ()) -> str:
        """Return one self-contained HTML page; nothing in it is loaded from elsewhere.

        files: the names of files next to it, which it has links to.
        """
        made = page.Made(*self._made_by(), tuple(map(page.file_next_to_it, files)))
        return self._page(made)

    def to_html(self, path: PathLike) -> Path:
        """Write the page of `page()`."""
        return write_whole(path, self.page())

    def to_csv(self, path: PathLike) -> Path:
        """Write comma-separated values. Raises UsageError if this kind has none."""
        self._refuse("to_csv", path)

    def plot(self, path: PathLike) -> Path:
        """Write a PNG, SVG or PDF, by the path's ending. Raises UsageError if there is none."""
        self._refuse("plot", path)

    def save(self, path: PathLike) -> Path:
        """Write the record as JSON, from which `kernelscope.load` makes this result again."""
        return save(self.record, path)

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record and every view that it has data for; return the files' paths."""
        return self._write_files(f"{Path(folder) / self.file_name}")

    def _write_files(self, base: str, before: Sequence[Path] = ()) -> list[Path]:
        """Write all files to `base` with an ending, and the page, which names those and `before`.

        Returns the paths of all of them.
        """
        paths = [*before, *self._write_views(base)]
        drawn = self.page([path.name for path in paths])
        return [*paths, write_whole(f"{base}.html", drawn)]

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        where = f" on {self.device}" if self.device else ""
        return f"<{type(self).__name__} of {self.heading}{where}>"

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it below a cell."""
        return self._fragment()

    # A dataclass has a `__repr__` of its own, which IPython would prefer: hence `repr=False`.

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the table in IPython; a notebook keeps it for readers that show no HTML."""
        printer.text(self.table())

    def _refuse(self, view: str, path: PathLike) -> NoReturn:
        there = ", ".join(f".{name}()" for name in self.views)
        raise UsageError(f"{path}: {type(self).__name__} has no {view}; use one of {there}")

    def _made_by(self) -> tuple[str, str]:
        """Return the command that made the record, and when; "" for what is not known."""
        record = self.record
        return record.command, record.created

    @abstractmethod
    def _subject(self) -> str:
        """Return what the record is of, as typed."""

    def _name(self) -> str:
        """Return the name of the files."""
        return plain_name(self._subject()) + self.ending

    def _heading(self) -> tuple[str, str, str]:
        """Return the page's title, the device, and the answer in one sentence ("" for none)."""
        return self._subject(), getattr(self.record, "device", ""), ""

    def _page(self, made: page.Made) -> str:
        """Return the page, which says how it was made."""
        title, device, lead = self._heading()
        command = kind_of(self.record)
        return page.to_html(command, title, device, self._sections(), lead=lead, made=made)

    def _sections(self) -> Sequence[page.Section]:
        """Return the parts of the page: what the terminal shows."""
        return [page.Section(view=self.renderable(_PAGE_WIDTH))]

    def _fragment(self) -> str:
        """Return the part of a notebook: that of the page, without what needs a script."""
        title, device, lead = self._heading()
        return page.fragment(title, device, self._still_sections(), lead=lead)

    def _still_sections(self) -> Sequence[page.Section]:
        """Return the parts of the page as a notebook shows them, where nothing can be zoomed."""
        return self._sections()

    def _write_views(self, base: str) -> list[Path]:
        """Write the record and all views but the page, to `base` with an ending."""
        paths = [self.save(f"{base}.json"), write_whole(f"{base}.txt", self.table())]
        return [*paths, *self._write_more(base)]

    def _write_more(self, base: str) -> list[Path]:
        """Write the views that only this kind has, to `base` with an ending."""
        return []


@dataclass(frozen=True, repr=False)
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


def plain_name(text: str) -> str:
    """Return a file name for a subject as typed.

    `gelu/triton` is gelu-triton, `dir/train.py` is train, `k.ptx:name` is k-name.
    """
    bare = re.sub(r"^(?:.*/)?([^/]+)\.[a-z]+(?=$|:|/)", r"\1", text)
    return re.sub(r"\W+", "-", bare).strip("-")


def titled(parts: Sequence[tuple[str, RenderableType]]) -> list[page.Section]:
    """Return (title, view) pairs as the sections of a page."""
    return [page.Section(title, view) for title, view in parts]
