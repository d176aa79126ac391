"""`kernelscope occupancy`: a launch's warps per SM, what limits and raises them, its waves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Device, JsonPath, PlotPath, Traceback
from kernelscope.errors import UsageError

if TYPE_CHECKING:
    from kernelscope.jobs.occupancy import Studies


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[OP[/IMPL]]",
            help="Take the figures from the compiled kernels of an operation, or of one of its "
            "implementations. Without a name, give them by --block, --registers …",
        ),
    ] = None,
    block: Annotated[int | None, typer.Option("--block", help="Threads per block.")] = None,
    registers: Annotated[
        int, typer.Option("--registers", help="Registers per thread; 0 means unknown.")
    ] = 0,
    shared: Annotated[
        int, typer.Option("--shared", help="Bytes of shared memory per block, static and dynamic.")
    ] = 0,
    grid: Annotated[
        int | None,
        typer.Option("--grid", help="Blocks; adds the waves and the grid without a tail."),
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
    """Show how many warps of a launch an SM holds, what limits them, and what
    would raise them.

    Everything is computed: NVIDIA's occupancy formula for this GPU, curves over
    block size, registers and shared memory, the waves of the grid, and the grid
    whose last wave is full.
    """
    from kernelscope._files import write_whole
    from kernelscope.report.occupancy import text as occupancy

    if name is None:
        found = _of_figures(device, block, registers, shared, grid)
    else:
        found = _of_operation(name, device, case, block)
    console = Console(highlight=False)
    console.print(occupancy.renderable(found.studies))
    for note in found.notes:
        console.print(note)
    if json_path is not None:
        launches = [one.to_json() for one in found.studies]
        data = {"schema": 1, "kind": "occupancy", "launches": launches, "notes": found.notes}
        write_whole(json_path, json.dumps(data, indent=1) + "\n")
    if plot is not None:
        from kernelscope.report.occupancy import plot as occupancy_plot

        write_whole(plot, occupancy_plot.image(found.studies, plot.suffix.lstrip(".").lower()))


def _of_operation(name: str, device: str, case: str, block: int | None) -> Studies:
    from kernelscope.jobs.occupancy import occupancy_of

    if block is not None:
        raise UsageError("name an operation or give --block, not both")
    return occupancy_of(name, device=device, case=case)


def _of_figures(
    device: str, block: int | None, registers: int, shared: int, grid: int | None
) -> Studies:
    from kernelscope.devices.resolve import resolve
    from kernelscope.hardware.occupancy_study import study
    from kernelscope.jobs.occupancy import Studies

    if block is None:
        raise UsageError("occupancy needs --block THREADS, or an operation such as gelu/triton")
    target = resolve(device)
    one = study(target.spec, block=block, registers=registers, shared_bytes=shared, grid=grid)
    return Studies((one,), ())
