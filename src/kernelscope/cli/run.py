"""`kernelscope run`: an unmodified script, its GPU real or virtual."""

from __future__ import annotations

from typing import Annotated

import typer

from kernelscope.cli.options import Device, JsonPath, Traceback


def command(
    script: Annotated[
        str, typer.Argument(metavar="SCRIPT", help="A Python file, or with -m a module.")
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGS…", help="Everything after SCRIPT is the script's own."),
    ] = None,
    module: Annotated[bool, typer.Option("-m", help="SCRIPT is a module's name.")] = False,
    real_clock: Annotated[
        bool,
        typer.Option(
            "--real-clock",
            help="Leave time.time, perf_counter and monotonic alone; CUDA events and benchmarks "
            "still show estimated times.",
        ),
    ] = False,
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Run a script written for a CUDA device, unmodified.

    Options of this command stand before SCRIPT. On a virtual device its kernels run on the CPU
    and its clocks follow the estimated time. The exit code is the script's own; --json lists
    every launch and operator.
    """
    from kernelscope.jobs.run import run

    result = run(script, arguments or [], device=device, module=module, real_clock=real_clock)
    if json_path is not None:
        result.save(json_path)
    raise typer.Exit(result.exit_code)
