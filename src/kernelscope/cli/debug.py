"""`kernelscope debug`: stop inside a kernel, step, and inspect values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer

from kernelscope.cli.command import argument, command, flag, option
from kernelscope.cli.options import ALL_ARGUMENTS, CASE, DEVICE, KERNEL, LIMIT
from kernelscope.errors import UsageError


@command(
    "debug",
    argument(
        "subject",
        "SUBJECT",
        "OP/IMPL, FILE.py:NAME/IMPL, a script, FILE.cu with a `main`, a program, or FILE.ptx "
        "with --grid, --threads and --arg.",
    ),
    ALL_ARGUMENTS,
    KERNEL,
    option(
        "--block",
        "X,Y,Z",
        "Run only this block of each launch; the writes of the others are missing.",
        "",
    ),
    flag(
        *("--unoptimized", "-G"),
        words="Compile CUDA C++ and Numba as `nvcc -G` does, so that each variable keeps its "
        "value. Triton always optimises.",
    ),
    flag(
        "--check",
        words="First check for races and other faults, and stop at both sides of each.",
        name="checks",
    ),
    option(
        "--commands",
        "FILE",
        "Read the debugger's commands from this file, and show them.",
        kind=Path,
    ),
    option("--grid", "X,Y,Z", "The number of blocks, for a .ptx.", ""),
    option("--threads", "X,Y,Z", "The threads of a block, for a .ptx.", ""),
    option(
        "--arg",
        "VALUE",
        "A value for each parameter of a .ptx: 1024, 0.5, f32[1024], f32[1024]=arange "
        "(or ones, zeros, random).",
        kind=list[str],
    ),
    *(CASE, DEVICE, LIMIT),
    allow_interspersed_args=True,
)
def debug(
    subject: str,
    arguments: list[str] | None,
    block: str,
    unoptimized: bool,
    grid: str,
    threads: str,
    arg: list[str] | None,
    **asked: Any,
) -> int:
    """Run a kernel on the CPU, stop in it, step through it, and look at its values.

    The debugger stops at the first instruction of each kernel. Its commands are
    gdb's: `break FILE:LINE`, `step`, `print x`, `where`; `help` lists them all.
    With --commands the program ends after the last command of the file.
    """
    from kernelscope.jobs import debug as job

    launch = None
    if grid or threads or arg:
        shape = _three("--grid", grid or "1"), _three("--threads", threads or "1")
        launch = job.PtxLaunch(*shape, tuple(arg or ()))
    return job.debug(
        subject,
        arguments or [],
        block=_three("--block", block, 0) if block else None,
        launch=launch,
        optimizes=not unoptimized,
        write=typer.echo,
        **asked,
    )


def _three(option: str, text: str, missing: int = 1) -> tuple[int, int, int]:
    if not re.fullmatch(r"\d+(,\d+){0,2}", text):
        raise UsageError(f"{option} {text}: write one to three numbers with commas, as in 4,1,1")
    x, y, z = (*map(int, text.split(",")), missing, missing)[:3]
    return x, y, z
