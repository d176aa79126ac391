"""`kernelscope check`: races and other faults of kernels, with no GPU and with source lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Annotate,
    Arguments,
    Case,
    Device,
    JsonPath,
    Kernel,
    Limit,
    Order,
    PageFolder,
    Traceback,
)


def command(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="OP[/IMPL]|SCRIPT",
            help="An operation or one of its implementations, FILE.py:NAME; a Python file, or a "
            "module after -m.",
        ),
    ],
    arguments: Arguments = None,
    module: Annotated[bool, typer.Option("-m", help="SCRIPT is the name of a module.")] = False,
    tools: Annotated[
        str,
        typer.Option(
            "--tools",
            metavar="TOOL,…",
            help="The tools that look: race, barrier, init, memory, numerics.",
        ),
    ] = "race,barrier,init,memory",
    numerics: Annotated[
        bool,
        typer.Option(
            "--numerics",
            help="Let the tool numerics look, too: NaN and infinities out of finite values, "
            "results that rounding has spoilt, integers divided by zero, shifts by too many bits, "
            "indices beyond 32 bits.",
        ),
    ] = False,
    kernel: Kernel = "",
    blocks: Annotated[
        int | None,
        typer.Option(
            "--blocks",
            metavar="N",
            min=1,
            help="Look at this many blocks of each launch, spread over the grid; the others run "
            "unwatched.",
        ),
    ] = None,
    suppress: Annotated[
        Path | None,
        typer.Option(
            "--suppress",
            metavar="FILE",
            help="Leave out the findings that this file names, by lines of KERNEL FILE:LINE "
            "TOOL/KIND REASON.",
        ),
    ] = None,
    views: Annotated[
        bool,
        typer.Option(
            "--views",
            help="Check each access against the view that the kernel was given (x[:32]), not "
            "against the whole memory that it is a view of.",
        ),
    ] = False,
    case: Case = "",
    output: PageFolder = None,
    annotate: Annotate = None,
    device: Device = "virtual",
    json_path: JsonPath = None,
    limit: Limit = None,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Find races, bad barriers, uninitialised memory and bad accesses of kernels.

    Everything runs on the virtual GPU, which sees each access of each thread. Of
    an operation, every implementation runs on small sizes and on its nasty
    cases. A race is found whatever the order of the threads was; a small launch
    with one runs under other schedules too, to show a wrong result.

    Exit code: 0 if nothing was found, 1 if something was, 2 for a usage error; a
    script that fails ends with its own code, and what was found is shown.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.check import check
    from kernelscope.report.ci import problems_of_check, read_annotations

    annotations = read_annotations(annotate or ())
    with Bar() as bar:
        result = check(
            subject,
            arguments or (),
            tools=f"{tools},numerics" if numerics else tools,
            device=device,
            case=case,
            kernel=kernel,
            blocks=blocks,
            suppress=suppress,
            views=views,
            module=module,
            progress=bar,
        )
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        page = next(path for path in result.write_all(output) if path.suffix == ".html")
        console.print(f"report: {page}", soft_wrap=True)
    title = f"kernelscope check {subject}"
    typer.echo(annotations.write(title, problems_of_check(result.record)), nl=False)
    raise typer.Exit(result.record.exit_code or (0 if result.ok else 1))
