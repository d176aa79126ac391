"""A folder of records: an index of them, and a page for each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import RecordError, UsageError
from kernelscope.record import Record, kind_of
from kernelscope.report import index, page
from kernelscope.report.index import Entry, Refused
from kernelscope.report.summaries import summary
from kernelscope.results.base import Result
from kernelscope.results.files import load


@dataclass(frozen=True)
class Folder:
    """The records of a folder and of the folders in it, the newest first.

    `refused`: the JSON files that are not records, or cannot be read, with the reason.
    """

    path: Path
    entries: tuple[Entry, ...]
    refused: tuple[Refused, ...]

    def renderable(self, width: int) -> RenderableType:
        """Return the table of the records for a rich console."""
        return index.renderable(self.path.resolve().name, self.entries, self.refused, width)

    def write_pages(self, folder: PathLike, made: page.Made) -> list[Path]:
        """Write the index and the page of each record, named after the record's file.

        Returns the paths, the index first. A record whose page cannot be drawn is refused.
        """
        target = Path(folder)
        written: list[Path] = []
        entries: list[Entry] = []
        refused = [*self.refused]
        for entry in self.entries:
            file = self.path / entry.file
            place = target / entry.page
            try:
                drawn = load(file).page(_files_of(file, place.parent))
            except RecordError as error:
                refused.append(_refusal(self.path, file, error))
                continue
            written.append(write_whole(place, drawn))
            entries.append(entry)
        name = self.path.resolve().name
        start = write_whole(target / "index.html", index.to_html(name, entries, refused, made))
        return [start, *written]


def read(path: PathLike) -> Folder:
    """Return the records of a folder. Raises UsageError if there are none."""
    root = Path(path)
    entries: list[Entry] = []
    refused: list[Refused] = []
    files = [*_json_files(root)]
    for file in files:
        if file.name.endswith(_TRACE) and file.with_name(_of_trace(file)) in files:
            continue  # a profile's own trace, which its page names
        try:
            entries.append(_entry(root, file, load(file)))
        except RecordError as error:
            refused.append(_refusal(root, file, error))
    if not entries:
        seen = f" (not a record: {refused[0].file}: {refused[0].reason})" if refused else ""
        raise UsageError(
            f"{root}: no record is in this folder{seen}; a command's --json or --output writes one"
        )
    entries.sort(key=lambda entry: entry.created, reverse=True)
    return Folder(root, tuple(entries), tuple(refused))


_TRACE = ".trace.json"


def _of_trace(file: Path) -> str:
    return f"{file.name.removesuffix(_TRACE)}.json"


def _json_files(root: Path) -> Iterator[Path]:
    """Yield the JSON files in the order of their names, without those of hidden folders."""
    for file in sorted(root.rglob("*.json")):
        hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
        if not hidden and file.is_file():
            yield file


def _entry(root: Path, file: Path, result: Result[Record]) -> Entry:
    name = file.relative_to(root)
    return Entry(
        file=name.as_posix(),
        kind=kind_of(result.record),
        subject=result.heading,
        device=result.device,
        created=result.record.created,
        summary=summary(result.record),
        page=name.with_suffix(".html").as_posix(),
    )


def _refusal(root: Path, file: Path, error: RecordError) -> Refused:
    name = file.relative_to(root).as_posix()
    return Refused(name, str(error).removeprefix(f"{file}: "))


def _files_of(file: Path, folder: Path) -> Sequence[str]:
    """Return the files of a record that are next to it, as paths from a page's folder."""
    stem = file.name.removesuffix(".json")
    own = sorted(
        other
        for other in file.parent.iterdir()
        if other.name.startswith(f"{stem}.") and other.suffix != ".html" and other.is_file()
    )
    return [Path(os.path.relpath(other, folder)).as_posix() for other in own]
