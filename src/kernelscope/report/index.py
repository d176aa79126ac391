"""The index of a folder of records: a line for each, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from kernelscope.quantity import format_count, size_of
from kernelscope.report import cells, page, tables
from kernelscope.report.page import Made
from kernelscope.report.summaries import Summary

_WIDE = 120
_TO_THE_MINUTE = 16  # "2026-11-21T04:00"


@dataclass(frozen=True, slots=True)
class Entry:
    """A record of the folder.

    Attributes:
        file: its path in the folder.
        kind: the command that made it.
        subject: what it is of, with its case; device: where it ran.
        created: when it was made, as ISO 8601; "" if it does not say.
        summary: its answer, its best time, and whether something is wrong.
        page: the page's path, relative to the index.
    """

    file: str
    kind: str
    subject: str
    device: str
    created: str
    summary: Summary
    page: str

    @property
    def link(self) -> str:
        """The page's address, relative to the index."""
        return quote(self.page)

    @property
    def date(self) -> str:
        """When it was made, to the minute: "2026-11-21 04:00"."""
        return self.created[:_TO_THE_MINUTE].replace("T", " ")

    @property
    def time(self) -> str:
        """Its best time with the tag of its provenance."""
        time = self.summary.time
        if time is None:
            return cells.NOTHING
        return f"{cells.quantity_cell(time).text} {cells.TAG[time.provenance]}"

    @property
    def size(self) -> float | str:
        """Its best time for sorting; "" if it has none."""
        time = self.summary.time
        return "" if time is None else size_of(time)


@dataclass(frozen=True, slots=True)
class Refused:
    """A JSON file that is not a record, or one that cannot be read or drawn."""

    file: str
    reason: str


def renderable(
    name: str, entries: Sequence[Entry], refused: Sequence[Refused], width: int
) -> RenderableType:
    """Return the table of a folder's records, then the files that are not in it.

    width: of the terminal; the answers are in it if there is room.
    """
    is_wide = width >= _WIDE
    answers = [Column("answer", ratio=1)] if is_wide else []
    figures = tables.figures("best time")
    table = tables.grid(tables.names("made"), "", "of", *figures, *answers, "file")
    for entry in entries:
        where = f" on {entry.device}" if entry.device else ""
        of = Text.assemble((entry.kind, "dim"), " ", entry.subject, (where, "dim"))
        mark = Text("✗" if entry.summary.is_bad else "", "red")
        answer = [entry.summary.verdict] if is_wide else []
        date = entry.date or cells.NOTHING
        table.add_row(date, mark, of, entry.time, *map(Text, (*answer, entry.file)))
    parts: list[RenderableType] = [Text(f"{name}: {counted(entries)}", "bold"), Text(), table]
    if refused:
        parts += [Text(), Text("not in the table", "bold"), Text()]
        parts += [Text.assemble((f"{each.file}: ", "bold"), each.reason) for each in refused]
    return Group(*parts)


def counted(entries: Sequence[Entry]) -> str:
    """Return "12 records, 2 with something wrong"."""
    bad = sum(entry.summary.is_bad for entry in entries)
    words = format_count(len(entries), "record")
    return f"{words}, {bad} with something wrong" if bad else words


def to_html(name: str, entries: Sequence[Entry], refused: Sequence[Refused], made: Made) -> str:
    """Return the page: a table that can be sorted and searched, with a link to each page."""
    return page.render(
        "index.html.j2",
        made,
        scripts=("report", "index"),
        kind="report",
        title=name,
        device="",
        lead=counted(entries),
        entries=entries,
        refused=refused,
        nothing=cells.NOTHING,
    )
