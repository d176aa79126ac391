"""`kernelscope ab`: which of two is faster, by how much, and with what confidence."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Case,
    Device,
    FastTime,
    JsonPath,
    Limit,
    Order,
    PageFolder,
    Traceback,
)


def command(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="An implementation: softmax/triton or FILE.py:NAME/IMPL; with options of Triton "
            "as in softmax/triton@num_warps=8; a file also as it was, as in FILE.py@HEAD~1.",
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The same, after the change.")],
    case: Case = "",
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", help="The budget on a GPU, without compilation."),
    ] = 10.0,
    output: PageFolder = None,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Say whether B is faster than A, by how much, and with what confidence.

    Both are checked against float64 first. On a GPU they are then timed in
    turns, in random order, on fresh inputs, with a cold and a warm L2, until it
    is clear or the seconds are spent. If A and B are equally fast, a false
    difference is reported in at most 1 % of runs. The cold times decide. On a
    virtual GPU counters are exact, and times count as different only if they
    differ by more than the model's error.

    Exit code: 0 if B is faster or not different, 1 if it is slower or one of
    the two is wrong, 3 if the result is inconclusive, 2 for a usage error.
    """
    from kernelscope.jobs.ab import ab

    result = ab(a, b, device=device, case=case, seconds=seconds)
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        result.write_all(output)
        console.print(f"page: {output / result.file_name}.html", soft_wrap=True)
    raise typer.Exit(result.exit_code)
