"""`kernelscope roofline`: an operation under the ceilings of each memory level and precision."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Case,
    Device,
    JsonPath,
    Limit,
    Only,
    OperationName,
    Order,
    PlotPath,
    Traceback,
)
from kernelscope.errors import UnavailableError


def command(
    operation: OperationName,
    case: Case = "",
    only: Only = None,
    measure: Annotated[
        bool,
        typer.Option(
            "--measure",
            help="First measure this GPU's ceilings (copy, read, write, L2, shared memory, FMA, "
            "matmul), and keep them in the cache folder for later runs.",
        ),
    ] = False,
    device: Device = "auto",
    plot: PlotPath = None,
    json_path: JsonPath = None,
    limit: Limit = None,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Place each implementation under the roofs of DRAM, L2, shared memory and arithmetic.

    The traffic of each level is counted on the virtual GPU. Times are measured
    on a real GPU, or estimated. Ceilings come from the specification, and from
    measurements if there are any.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs import roofline

    console, notes = Console(highlight=False), list[str]()
    if measure:
        try:
            roofline.measure(device)
        except UnavailableError as error:
            notes.append(str(error))
    with Bar() as bar:
        result = roofline.roofline(
            operation, device=device, case=case, only=only, notes=notes, progress=bar
        )
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    if plot is not None:
        result.plot(plot)
