"""`kernelscope occupancy`: the warps of a launch on an SM, their limits, and its waves."""

from __future__ import annotations

from pathlib import Path

from kernelscope.cli.command import argument, command, option, show
from kernelscope.cli.options import ARGUMENTS, DEVICE, JSON, MARKDOWN, PLOT
from kernelscope.errors import UsageError


@command(
    "occupancy",
    argument(
        "name",
        "[OP[/IMPL]|PROGRAM]",
        "An operation or one of its implementations, FILE.cu with a `main`, or a program: its "
        "compiled kernels give the figures. "
        "Without it, give them by --block, --registers …",
        None,
    ),
    ARGUMENTS,
    option("--block", "", "Threads per block.", kind=int, min=1),
    option("--registers", "", "Registers per thread; 0 means unknown.", 0, kind=int, min=0),
    option(
        "--shared",
        "",
        "Bytes of shared memory per block, static and dynamic.",
        0,
        kind=int,
        min=0,
    ),
    option(
        "--grid",
        "",
        "The number of blocks; adds the waves, and the grid without a tail.",
        kind=int,
        min=1,
    ),
    option("--case", "AXIS=VALUE,…", "Other sizes or types of OP: n=16384.", ""),
    *(DEVICE, PLOT, JSON, MARKDOWN),
    ignore_unknown_options=True,
)
def occupancy(
    name: str | None,
    arguments: list[str] | None,
    block: int | None,
    registers: int,
    shared: int,
    grid: int | None,
    case: str,
    device: str,
    plot: Path | None,
    json_path: Path | None,
) -> None:
    """Show the warps of a launch on an SM, their limit, and what would raise it.

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
        result = occupancy_of(name, arguments or (), device=device, case=case)
    elif case:
        raise UsageError("--case needs an operation, such as gelu/triton")
    elif block is not None:
        sizes = {"block": block, "registers": registers, "shared_bytes": shared}
        result = occupancy_of_figures(**sizes, grid=grid, device=device)
    else:
        raise UsageError("occupancy needs --block THREADS, or an operation such as gelu/triton")
    show(result, json_path)
    if plot is not None:
        result.plot(plot)
