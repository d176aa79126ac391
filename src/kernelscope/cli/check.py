"""`kernelscope check`: races and other faults of kernels, with no GPU and with source lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, flag, option, show


@command(
    "check",
    argument(
        "subject",
        "OP[/IMPL]|SCRIPT",
        "An operation or one of its implementations, FILE.py:NAME; a Python file, or a "
        "module after -m.",
    ),
    shared.ARGUMENTS,
    shared.MODULE,
    option(
        "--tools",
        "TOOL,…",
        "The tools that look: race, barrier, init, memory, numerics.",
        "race,barrier,init,memory",
    ),
    flag(
        "--numerics",
        words="Let the tool numerics look, too: NaN and infinities out of finite values, "
        "results that rounding has spoilt, integers divided by zero, shifts by too many bits, "
        "indices beyond 32 bits.",
    ),
    shared.KERNEL,
    option(
        "--blocks",
        "N",
        "Look at this many blocks of each launch, spread over the grid; the others run unwatched.",
        kind=int,
        min=1,
    ),
    option(
        "--suppress",
        "FILE",
        "Leave out the findings that this file names, by lines of KERNEL FILE:LINE "
        "TOOL/KIND REASON.",
        kind=Path,
    ),
    flag(
        "--views",
        words="Check each access against the view that the kernel was given (x[:32]), not "
        "against the whole memory that it is a view of.",
    ),
    *(shared.CASE, shared.PAGE, shared.ANNOTATE, shared.VIRTUAL_DEVICE, shared.JSON),
    *(shared.LIMIT, shared.SCHEDULE),
    ignore_unknown_options=True,
)
def check(
    subject: str,
    arguments: list[str] | None,
    tools: str,
    numerics: bool,
    annotate: list[str] | None,
    output: Path | None,
    json_path: Path | None,
    **asked: Any,
) -> int:
    """Find races, bad barriers, uninitialised memory and bad accesses of kernels.

    Everything runs on the virtual GPU, which sees each access of each thread. Of
    an operation, every implementation runs on small sizes and on its nasty
    cases. A race is found whatever the order of the threads was; a small launch
    with one runs under other schedules too, to show a wrong result.

    Exit code: 0 if nothing was found, 1 if something was, 2 for a usage error; a
    script that fails ends with its own code, and what was found is shown.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs import check as job
    from kernelscope.report.ci import problems_of_check, read_annotations

    annotations = read_annotations(annotate or ())
    tools = f"{tools},numerics" if numerics else tools
    with Bar() as bar:
        result = job.check(subject, arguments or (), tools=tools, progress=bar, **asked)
    show(result, json_path, output, named="report")
    title = f"kernelscope check {subject}"
    typer.echo(annotations.write(title, problems_of_check(result.record)), nl=False)
    return result.record.exit_code or (0 if result.ok else 1)
