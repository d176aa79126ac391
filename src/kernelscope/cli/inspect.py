"""`kernelscope inspect`: a kernel on its way from the source to the machine code."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer
from rich.console import Console

from kernelscope._collection import without_collection
from kernelscope.cli.options import (
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
from kernelscope.errors import UsageError


def command(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="SUBJECT",
            help="OP or OP/IMPL, FILE.py:NAME or FILE.py:NAME/IMPL, a script, FILE.ptx, FILE.cu, "
            "FILE.cubin.",
        ),
    ],
    arguments: Arguments = None,
    stage: Annotated[
        str,
        typer.Option(
            "--stage",
            metavar="STAGE",
            help="Show one stage next to its source: source, ast, ttir, ttgir, llir, ptx, sass, "
            "generated.",
        ),
    ] = "",
    why: Annotated[
        str,
        typer.Option(
            "--why",
            metavar="QUESTION",
            help="Show the compiler's decisions and their reasons: vectorize, layout, shared, "
            "pipeline, barriers, tensor-cores, registers, numerics, or all.",
        ),
    ] = "",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the PTX line by line, in words.")
    ] = False,
    kernel: Kernel = "",
    backward: Annotated[
        bool, typer.Option("--backward", help="Also open the kernels of an operation's gradients.")
    ] = False,
    case: Case = "",
    output: PageFolder = None,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Open kernels: every stage from the source to the machine code, mapped to source lines.

    A script runs as with `kernelscope run`, and the kernels that it launches
    are opened. Without --stage, --why or --explain, the table shows the
    instructions that each source line became, how often it ran, registers and
    spills.
    """
    from kernelscope.jobs.inspect import inspect
    from kernelscope.report.inspection import decisions, explanation
    from kernelscope.report.inspection import text as inspection
    from kernelscope.subjects import PythonFile, parse_subject

    if sum(map(bool, (stage, why, explain))) > 1:
        raise UsageError("use one of --stage, --why and --explain")
    decisions.check(why)
    parsed = parse_subject(subject)
    with nullcontext() if isinstance(parsed, PythonFile) else without_collection():
        result = inspect(parsed, device=device, case=case, argv=arguments or (), backward=backward)
        result = result.only(kernel)
        console = Console(highlight=False)
        if why:
            console.print(decisions.renderable(result.record, why))
        elif explain:
            for kernel_shown in result.kernels:
                console.print(explanation.renderable(kernel_shown, console.width))
        elif stage:
            # Most stages can be shown without what takes longer to find out.
            whole = result.kernels if stage in inspection.BECOMES else result.opened.kernels
            for kernel_shown in whole:
                console.print(inspection.stage_view(kernel_shown, stage, console.width))
        else:
            console.print(inspection.renderable(result.opened, console.width))
        if json_path is not None:
            result.save(json_path)
        if output is not None:
            page = result.write_all(output)[0]
            console.print(f"page: {page}", soft_wrap=True)
