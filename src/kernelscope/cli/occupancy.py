"""`kernelscope occupancy`: a launch's warps per SM, what limits and raises them, its waves."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Device, JsonPath, PlotPath, Traceback
from kernelscope.errors import UsageError


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[OP[/IMPL]]",
            help="Take the figures from the compiled kernels of an operation, or of one of its "
            "implementations. Without a name, give them by --block, --registers …",
        ),
    ] = None,
    block: Annotated[int | None, typer.Option("--block", min=1, help="Threads per block.")] = None,
    registers: Annotated[
        int, typer.Option("--registers", min=0, help="Registers per thread; 0 means unknown.")
    ] = 0,
    shared: Annotated[
        int,
        typer.Option(
            "--shared", min=0, help="Bytes of shared memory per block, static and dynamic."
        ),
    ] = 0,
    grid: Annotated[
        int | None,
        typer.Option("--grid", min=1, help="Blocks; adds the waves and the grid without a tail."),
    ] = None,
    case: Annotated[
        str,
        typer.Option("--case", metavar="AXIS=VALUE,…", help="Other sizes or types of OP: n=16384."),
    ] = "",
    device: Device = "auto",
    plot: PlotPath = None,
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Show how many warps of a launch an SM holds, what limits them, and what would raise them.

    Everything is computed: NVIDIA's occupancy formula for this GPU, curves over
    block size, registers and shared memory, the waves of the grid, and the grid
    whose last wave is full.
    """
    from kernelscope.jobs.occupancy import occupancy_of, occupancy_of_figures

    if name is not None:
        if block is not None or registers or shared or grid is not None:
            raise UsageError(
                "name an operation, or give --block, --registers, --shared and --grid; not both"
            )
        result = occupancy_of(name, device=device, case=case)
    elif case:
        raise UsageError("--case needs an operation, such as gelu/triton")
    elif block is not None:
        sizes = {"block": block, "registers": registers, "shared_bytes": shared}
        result = occupancy_of_figures(**sizes, grid=grid, device=device)
    else:
        raise UsageError("occupancy needs --block THREADS, or an operation such as gelu/triton")
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    if plot is not None:
        result.plot(plot)
