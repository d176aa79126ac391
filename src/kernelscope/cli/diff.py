"""`kernelscope diff`: what changed between two kernels, stage by stage."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Case, Device, JsonPath, Kernel, Traceback

_SUBJECT = "SUBJECT[@DEVICE][@OPTION=N,…]|INSPECTION.json"


def command(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help=f"{_SUBJECT}: what inspect takes, on a device, with options of Triton (num_warps, "
            "num_stages, num_ctas, maxnreg); or what it saved.",
        ),
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="The same after the change: gelu/triton@num_warps=8.")
    ],
    kernel: Kernel = "",
    case: Case = "",
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Compare two kernels by what they mean, and say which change explains the time.

    Two implementations, two versions of a file, two values of a Triton option, two GPUs, or, by
    records that `inspect --json` saved, two versions of a compiler. Names and numbers of registers,
    labels and comments are no change.
    """
    from kernelscope.jobs.diff import diff
    from kernelscope.report import diff as view

    result = diff(a, b, device=device, case=case, kernel=kernel)
    Console(highlight=False).print(view.renderable(result.record))
    if json_path is not None:
        result.save(json_path)
