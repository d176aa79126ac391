"""The base of all results, and the forms that views of every kind have in common."""

from __future__ import annotations

import io
import re
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar, Generic, NoReturn, TypeVar

from rich.console import Console, RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import UsageError
from kernelscope.record import Record, save

RecordT_co = TypeVar("RecordT_co", bound=Record, covariant=True)


class Result(ABC, Generic[RecordT_co]):
    """The result of a command: its record, and every view of it.

    Drawing a view never runs anything again, so a result that `kernelscope.load` reads from a file
    draws the same views as the result of the job itself. `str(result)` is the table.

    Every method that writes a file makes the missing folders, writes the file whole or not at all,
    returns its path, and raises RecordError if the file cannot be written.

    Attributes:
        record: the immutable data that every view is drawn from.
        views: the names of the methods that draw or write a view of this kind.
    """

    views: ClassVar[tuple[str, ...]] = ("table", "to_html", "save", "write_all")
    record: RecordT_co

    @property
    @abstractmethod
    def file_name(self) -> str:
        """The name of the files that `write_all` writes, without folder and ending."""

    @abstractmethod
    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console of `width` columns."""

    @abstractmethod
    def table(self, width: int = 80) -> str:
        """Return the table of the terminal as plain text, `width` columns wide if it fits."""

    @abstractmethod
    def page(self) -> str:
        """Return one self-contained HTML page; nothing in it is loaded from elsewhere."""

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
        """Write the record, the table and the page into a folder; return the files' paths."""
        base = Path(folder) / self.file_name
        return [
            self.save(f"{base}.json"),
            write_whole(f"{base}.txt", self.table()),
            self.to_html(f"{base}.html"),
        ]

    def __str__(self) -> str:
        return self.table()

    def _refuse(self, view: str, path: PathLike) -> NoReturn:
        there = ", ".join(f".{name}()" for name in self.views)
        raise UsageError(f"{path}: {type(self).__name__} has no {view}; use one of {there}")


def plain_name(text: str) -> str:
    """Return a file name for a subject as typed.

    `gelu/triton` is gelu-triton, `dir/train.py` is train, `k.ptx:name` is k-name.
    """
    bare = re.sub(r"^(?:.*/)?([^/]+)\.[a-z]+(?=$|:|/)", r"\1", text)
    return re.sub(r"\W+", "-", bare).strip("-")


def plain_text(view: RenderableType, width: int) -> str:
    """Return a view as plain text of at most `width` columns if its words allow."""
    stream = io.StringIO()
    Console(file=stream, width=width, no_color=True, highlight=False).print(view)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
