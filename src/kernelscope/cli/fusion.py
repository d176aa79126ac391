"""`kernelscope fusion`: what an operation's PyTorch form moves, and what fewer kernels would."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Case, Device, JsonPath, Traceback


def command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="OP[/IMPL]|FILE.py[:NAME[/IMPL]]",
            help="An operation, whose naive implementation is taken apart, or an implementation.",
        ),
    ],
    case: Case = "",
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Account for the bytes between operations, and say what fusing them would save.

    Each operation's bytes, the values handed on through memory, the fewest bytes possible, which
    operations could be one kernel and why not more, and the estimated time of that; beside it
    what every implementation moves.
    """
    from kernelscope.jobs.fusion import fusion_of
    from kernelscope.report import fusion as view

    result = fusion_of(target, device=device, case=case)
    Console(highlight=False).print(view.renderable(result.record))
    if json_path is not None:
        result.save(json_path)
