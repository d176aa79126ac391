"""`kernelscope decompile`: PTX written as CUDA C, with a proof by running both."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Arguments,
    Case,
    Device,
    JsonPath,
    Kernel,
    Limit,
    Order,
    Traceback,
    file_to_write,
)


def command(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="SUBJECT",
            help="OP or OP/IMPL, FILE.py:NAME or FILE.py:NAME/IMPL, a script, FILE.ptx, FILE.cu.",
        ),
    ],
    arguments: Arguments = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="OUT.cu",
            callback=file_to_write,
            help="Write the CUDA C to this file.",
        ),
    ] = None,
    kernel: Kernel = "",
    no_prove: Annotated[
        bool,
        typer.Option("--no-prove", help="Skip the proof: every kernel is then unproven."),
    ] = False,
    inputs: Annotated[
        int,
        typer.Option(
            "--inputs", metavar="N", min=1, help="The number of inputs on which both must agree."
        ),
    ] = 96,
    case: Case = "",
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Write kernels as CUDA C, and prove that the text does the same.

    The text is compiled with NVRTC, both run on the virtual GPU on many inputs,
    and every byte is compared.

    Exit code: 0 if all kernels are equal, 1 if one is different or unproven
    (with --no-prove all are unproven), 2 for a usage error.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.decompile import decompile
    from kernelscope.report import decompilation as view

    with Bar() as bar:
        result = decompile(
            subject,
            device=device,
            case=case,
            argv=arguments or (),
            name=kernel,
            prove=not no_prove,
            inputs=inputs,
            progress=bar,
        )
    console = Console(highlight=False)
    # Code that is wider than the terminal is not cut off.
    console.print(view.renderable(result.record, code=output is None), crop=False)
    if output is not None:
        console.print(f"written: {result.write(output)}", soft_wrap=True)
    if json_path is not None:
        result.save(json_path)
    raise typer.Exit(0 if result.all_equal else 1)
