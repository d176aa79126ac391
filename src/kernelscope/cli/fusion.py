"""`kernelscope fusion`: the bytes of an operation's PyTorch form, and of fewer kernels."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Case, Device, FastTime, JsonPath, Limit, Order, Traceback


def command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="OP[/IMPL]",
            help="An operation (gelu, FILE.py:NAME), whose naive implementation is taken apart, or "
            "one implementation (gelu/torch, FILE.py:NAME/IMPL).",
        ),
    ],
    case: Case = "",
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Account for the bytes between operations, and say what fusing them would save.

    The tables show each operation's bytes, the values that pass through memory,
    the fewest bytes possible, which operations could be one kernel and why not
    more, the estimated time of that, and the bytes that each implementation
    moves.
    """
    from kernelscope.jobs.fusion import fusion_of
    from kernelscope.report import fusion as view

    result = fusion_of(target, device=device, case=case)
    Console(highlight=False).print(view.renderable(result.record))
    if json_path is not None:
        result.save(json_path)
