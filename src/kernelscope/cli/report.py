"""`kernelscope report`: the views of saved records, drawn again."""

from __future__ import annotations

from pathlib import Path

from kernelscope.cli.command import argument, command, draw, name_file, show
from kernelscope.cli.options import MARKDOWN, folder_option


@command(
    "report",
    argument(
        "file",
        "FILE.json|DIR",
        "A record written by a command's --json, or a folder of records.",
        kind=Path,
    ),
    folder_option(
        "Write every view of the record into this folder: HTML, JSON, and others; for a folder, an "
        "index and a page for each record."
    ),
    MARKDOWN,
    anywhere=True,
)
def report(file: Path, output: Path | None) -> None:
    """Draw the views of a saved record again, or an index of a folder of records.

    The table is the one that the command printed; --output writes the page and
    the other files. Nothing is run, compiled or measured, so a record from
    another machine looks the same as there.

    For a folder, the table has the date, the subject, the best time and the
    answer of each record in it, the newest first, and --output writes a page
    with a search and a link to each record's page. JSON files that are not
    records are listed with the reason.
    """
    if file.is_dir():
        _index(file, output)
        return
    from kernelscope.results.files import load
    from kernelscope.subjects import refuse_operation

    refuse_operation(str(file), f"make one with `kernelscope compare {file} --json {file}.json`")
    result = load(file)
    # Code and paths are not cut off if they are wider than the terminal.
    show(result, crop=False)
    if output is not None:
        for path in result.write_all(output):
            name_file("written", path)


def _index(path: Path, output: Path | None) -> None:
    from kernelscope.jobs import environment
    from kernelscope.report.page import Made
    from kernelscope.results.folder import read

    folder = read(path)
    draw(folder.renderable)
    if output is not None:
        written = folder.write_pages(output, Made(**environment.stamp()))
        name_file("index", written[0])
