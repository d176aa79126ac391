"""`kernelscope inspect`: what became of a kernel on its way from the source to the machine."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope._collection import without_collection
from kernelscope.cli.options import Arguments, Case, Device, JsonPath, Kernel, Traceback


def command(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="OP[/IMPL]|FILE.py[:NAME[/IMPL]]|FILE.ptx|FILE.cubin",
            help="An operation of ours or your own, a script, PTX, or machine code.",
        ),
    ],
    arguments: Arguments = None,
    stage: Annotated[
        str,
        typer.Option(
            "--stage",
            metavar="STAGE",
            help="One stage beside its source: source, ast, ttir, ttgir, llir, ptx, sass, "
            "generated.",
        ),
    ] = "",
    why: Annotated[
        str,
        typer.Option(
            "--why",
            metavar="QUESTION",
            help="What the compiler decided, and why: vectorize, layout, shared, pipeline, "
            "barriers, tensor-cores, registers, numerics, or all.",
        ),
    ] = "",
    explain: Annotated[
        bool, typer.Option("--explain", help="The PTX line by line, in words.")
    ] = False,
    kernel: Kernel = "",
    backward: Annotated[
        bool, typer.Option("--backward", help="The kernels of an operation's gradients too.")
    ] = False,
    case: Case = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", metavar="DIR", help="Write the page here: HTML, and its JSON."),
    ] = None,
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Open kernels: every stage from the source to the machine code, mapped to source lines.

    A script is run as `kernelscope run` does, and what it launches is opened. Without --stage: what
    became of each source line, how often it ran, registers and spills.
    """
    from kernelscope.jobs.inspect import inspect
    from kernelscope.report.inspection import decisions, explanation
    from kernelscope.report.inspection import text as inspection
    from kernelscope.subjects import PythonFile, parse_subject

    decisions.check(why)
    parsed = parse_subject(subject)
    with nullcontext() if isinstance(parsed, PythonFile) else without_collection():
        result = inspect(parsed, device=device, case=case, argv=arguments or (), backward=backward)
        result = result.only(kernel)
        console = Console(highlight=False)
        if why:
            console.print(decisions.renderable(result.record, why))
        elif explain:
            for one in result.kernels:
                console.print(explanation.renderable(one, console.width))
        elif stage:
            # Of most stages nothing is shown that takes longer to find out.
            whole = result.kernels if stage in inspection.BECOMES else result.opened.kernels
            for one in whole:
                console.print(inspection.stage_view(one, stage, console.width))
        else:
            console.print(inspection.renderable(result.opened, console.width))
        if json_path is not None:
            result.save(json_path)
        if output is not None:
            page = result.write_all(output)[0]
            console.print(f"page: {page}", soft_wrap=True)
