"""`kernelscope debug`: stop inside a kernel, step, and look around."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from kernelscope.cli.options import Case, Device, Kernel, Limit, Traceback
from kernelscope.errors import UsageError


def command(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="SUBJECT",
            help="OP/IMPL, FILE.py:NAME/IMPL, a script, or FILE.ptx with --grid, --threads and "
            "--arg.",
        ),
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGS…", help="Arguments for the script: all that follows it."),
    ] = None,
    kernel: Kernel = "",
    block: Annotated[
        str,
        typer.Option(
            "--block",
            metavar="X,Y,Z",
            help="Run only this block of each launch; the writes of the others are missing.",
        ),
    ] = "",
    unoptimized: Annotated[
        bool,
        typer.Option(
            "--unoptimized",
            "-G",
            help="Compile CUDA C++ and Numba as `nvcc -G` does, so that each variable keeps its "
            "value. Triton always optimises.",
        ),
    ] = False,
    checks: Annotated[
        bool,
        typer.Option(
            "--check", help="Look for races and other faults first, and stop at both sides of each."
        ),
    ] = False,
    commands: Annotated[
        Path | None,
        typer.Option(
            "--commands", metavar="FILE", help="Read the commands from a file, and show them."
        ),
    ] = None,
    grid: Annotated[
        str, typer.Option("--grid", metavar="X,Y,Z", help="The number of blocks, for a .ptx.")
    ] = "",
    threads: Annotated[
        str, typer.Option("--threads", metavar="X,Y,Z", help="The threads of a block, for a .ptx.")
    ] = "",
    arg: Annotated[
        list[str] | None,
        typer.Option(
            "--arg",
            metavar="VALUE",
            help="A value for each parameter of a .ptx: 1024, 0.5, f32[1024], f32[1024]=arange "
            "(or ones, zeros, random).",
        ),
    ] = None,
    case: Case = "",
    device: Device = "auto",
    limit: Limit = None,
    traceback: Traceback = False,
) -> None:
    """Run a kernel on the CPU, stop in it, step through it, and look at its values.

    The debugger stops at the first instruction of each kernel. Its commands are
    gdb's: `break FILE:LINE`, `step`, `print x`, `where`; `help` lists them all.
    After the last command of a file of commands the program ends.
    """
    from kernelscope.jobs.debug import PtxLaunch, debug

    launch = None
    if grid or threads or arg:
        shape = _three("--grid", grid or "1"), _three("--threads", threads or "1")
        launch = PtxLaunch(*shape, tuple(arg or ()))
    code = debug(
        subject,
        arguments or [],
        device=device,
        case=case,
        kernel=kernel,
        block=_three("--block", block, 0) if block else None,
        launch=launch,
        optimizes=not unoptimized,
        checks=checks,
        commands=commands,
        write=typer.echo,
    )
    raise typer.Exit(code)


def _three(option: str, text: str, missing: int = 1) -> tuple[int, int, int]:
    if not re.fullmatch(r"\d+(,\d+){0,2}", text):
        raise UsageError(f"{option} {text}: write one to three numbers with commas, as in 4,1,1")
    x, y, z = (*map(int, text.split(",")), missing, missing)[:3]
    return x, y, z
