"""`kernelscope report`: the views of a saved record, drawn again."""

from __future__ import annotations

from pathlib import Path

from kernelscope.cli.command import argument, command, name_file, show
from kernelscope.cli.options import MARKDOWN, folder_option


@command(
    "report",
    argument("file", "FILE.json", "A record written by a command's --json.", kind=Path),
    folder_option("Write every view of the record into this folder: HTML, JSON, and others."),
    MARKDOWN,
    anywhere=True,
)
def report(file: Path, output: Path | None) -> None:
    """Draw the views of a saved record again.

    It prints the table that the command printed; --output writes the page and
    the other files. Nothing is run, compiled or measured, so a record from
    another machine looks as it did there.
    """
    from kernelscope.results.files import load
    from kernelscope.subjects import refuse_operation

    refuse_operation(str(file), f"make one with `kernelscope compare {file} --json {file}.json`")
    result = load(file)
    # Code and paths are not cut off if they are wider than the terminal.
    show(result, crop=False)
    if output is not None:
        for path in result.write_all(output):
            name_file("written", path)
