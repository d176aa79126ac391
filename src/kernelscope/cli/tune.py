"""`kernelscope tune`: the configurations of Triton kernels, and which to choose."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Arguments,
    Case,
    Device,
    FastTime,
    JsonPath,
    Kernel,
    Limit,
    Module,
    Ray,
    Traceback,
)


def command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="OP[/IMPL]|SCRIPT",
            help="An operation or one of its implementations in Triton; a Python file, or a module "
            "after -m.",
        ),
    ],
    arguments: Arguments = None,
    module: Module = False,
    kernel: Kernel = "",
    case: Case = "",
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    ray: Ray = None,
    traceback: Traceback = False,
) -> None:
    """Try the configurations of Triton kernels, and say which is the fastest.

    A kernel under triton.autotune is tried in its own configurations; one
    without, in 1 to 32 warps and 1 to 4 stages, if it belongs to an operation
    or --kernel names it. The table has each one's time with its interval, its
    registers, spills, shared memory, occupancy and limit. ≈ marks configurations
    whose intervals overlap that of the best or, if times are measured, that are
    less than 5 % slower. On a virtual GPU times are estimated from some blocks of
    each configuration, on a real one they are measured. The exit code is the
    script's.
    """
    from kernelscope.cli.progress import Workers
    from kernelscope.jobs.tune import tune

    with Workers(shown=ray is not None) as progress:
        result = tune(
            target,
            arguments or [],
            device=device,
            kernel=kernel,
            case=case,
            module=module,
            ray=ray,
            progress=progress,
        )
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    raise typer.Exit(result.exit_code)
