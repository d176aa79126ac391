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
        "module after -m; FILE.cu with a `main`, or a program.",
    ),
    shared.ARGUMENTS,
    shared.MODULE,
    option(
        "--tools",
        "TOOL,…",
        "Checks to run: race, barrier, init, memory, numerics.",
        "race,barrier,init,memory",
    ),
    flag(
        "--numerics",
        words="Also run the numerics checks: NaN and infinities from finite values, results that "
        "rounding has made wrong, integer division by zero, shifts by too many bits, indices "
        "beyond 32 bits.",
    ),
    shared.KERNEL,
    option(
        "--blocks",
        "N",
        "Check only this many blocks of each launch, spread over the grid.",
        kind=int,
        min=1,
    ),
    option(
        "--suppress",
        "FILE",
        "Suppress the findings listed in this file, one per line: KERNEL FILE:LINE TOOL/KIND "
        "REASON.",
        kind=Path,
    ),
    flag(
        "--views",
        words="Check each access against the view that was passed (x[:32]), not against the whole "
        "tensor.",
    ),
    flag(
        "--continue",
        name="keep_going",
        words="Skip faulty accesses (a load gives zeros, a store does nothing) and continue, to "
        "find later faults.",
    ),
    flag(
        "--all-orders",
        words="For each small launch, try all orders of events that can make a difference, and "
        "report if one ends in a deadlock or with another result.",
    ),
    flag(
        "--leak-check",
        words="Report GPU memory that a CUDA program does not free, with the line that allocated "
        "it, and streams and events that it does not destroy.",
    ),
    *(shared.CASE, shared.PAGE, shared.ANNOTATE, shared.VIRTUAL_DEVICE, shared.JSON),
    *(shared.MARKDOWN, shared.LIMIT, shared.SCHEDULE),
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

    The kernels run on the virtual GPU, which sees each access of each thread.
    For an operation, every implementation runs on small sizes and on edge
    cases. A race is found in whatever order the threads run; a small launch
    with a race also runs under other schedules, to show a wrong result.

    Exit code: 0 if there are no findings (notes do not count), 1 if there are
    some, 2 for a usage error. If a script fails, its own exit code is returned,
    and the findings up to then are shown.
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
