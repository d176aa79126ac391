"""`kernelscope diff`: the changes between two kernels, stage by stage."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Annotate,
    Case,
    Device,
    FailOver,
    FastTime,
    JsonPath,
    Kernel,
    Limit,
    Order,
    PageFolder,
    Traceback,
)


def command(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A subject of inspect; with a device as in gelu/triton@virtual:a100, or with "
            "options of Triton (num_warps, num_stages, num_ctas, maxnreg) as in "
            "gelu/triton@num_warps=4; or a record that `inspect --json` saved.",
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(metavar="B", help="The same, after the change: gelu/triton@num_warps=8."),
    ],
    kernel: Kernel = "",
    case: Case = "",
    fail_over: FailOver = None,
    output: PageFolder = None,
    annotate: Annotate = None,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Compare two kernels by their meaning, and say what changed, where, and what it costs.

    Compare two implementations, two versions of a file, two values of a Triton
    option, or two GPUs; with records that `inspect --json` saved, also two
    versions of a compiler. Names and numbers of registers, labels and comments
    do not count as changes. Two records of another kind are compared with
    each other figure by figure.

    Exit code: 0; with --fail-over, or of two records that are not inspections, 1
    if a figure is worse by more than its limit; 2 for a usage error.
    """
    from kernelscope.history.limits import DEFAULT
    from kernelscope.jobs.changes import are_records, changes
    from kernelscope.jobs.diff import diff
    from kernelscope.report.ci import problems_of_changes, read_annotations

    annotations = read_annotations(annotate or ())
    result = (
        changes(a, b, fail_over=fail_over or DEFAULT)
        if are_records(a, b)
        else diff(a, b, device=device, case=case, kernel=kernel, fail_over=fail_over or "")
    )
    console = Console(highlight=False)
    console.print(result.renderable(console.width), soft_wrap=True)
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        result.write_all(output)
        console.print(f"page: {output / result.file_name}.html", soft_wrap=True)
    problems = problems_of_changes(result.regressions)
    typer.echo(annotations.write(f"kernelscope diff {a} {b}", problems), nl=False)
    raise typer.Exit(1 if result.regressions else 0)
