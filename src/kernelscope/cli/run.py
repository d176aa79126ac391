"""`kernelscope run`: an unmodified script, on a real or a virtual GPU."""

from __future__ import annotations

from typing import Annotated

import typer

from kernelscope.cli.options import (
    Device,
    FastTime,
    JsonPath,
    Limit,
    Module,
    Order,
    Sample,
    Steady,
    Traceback,
)


def command(
    script: Annotated[
        str, typer.Argument(metavar="SCRIPT", help="A Python file, or a module after -m.")
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGS…", help="Arguments for the script: all that follows it."),
    ] = None,
    module: Module = False,
    real_clock: Annotated[
        bool,
        typer.Option(
            "--real-clock",
            help="Leave time.time, perf_counter and monotonic as they are; CUDA events and "
            "benchmarks still show estimated times.",
        ),
    ] = False,
    sample: Sample = False,
    steady: Steady = False,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Run a script written for a CUDA device, unmodified.

    Put the options of this command before SCRIPT. On a virtual device the
    kernels run on the CPU and the clocks follow the estimated time. The exit
    code is the script's; --json lists every launch and operator.
    """
    from kernelscope.jobs.run import run

    result = run(
        script,
        arguments or [],
        device=device,
        module=module,
        real_clock=real_clock,
        sample=sample,
        steady=steady,
    )
    if json_path is not None:
        result.save(json_path)
    raise typer.Exit(result.exit_code)
