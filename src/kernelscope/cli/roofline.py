"""`kernelscope roofline`: an operation under the ceilings of each memory level and precision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, flag, option, show
from kernelscope.errors import UnavailableError


@command(
    "roofline",
    argument(
        "operation",
        "OP|FILE.py[:NAME]|PROGRAM",
        "A built-in operation, your own file, FILE.cu with a `main`, or a program.",
    ),
    shared.ARGUMENTS,
    shared.CASE,
    option("--only", "NAME,…", "Only these implementations, or kernels of a program."),
    flag(
        "--measure",
        words="First measure this GPU's ceilings (copy, read, write, L2, shared memory, FMA, "
        "matmul), and keep them in the cache folder for later runs.",
    ),
    *(shared.DEVICE, shared.PLOT, shared.JSON, shared.MARKDOWN, shared.LIMIT, shared.SCHEDULE),
    ignore_unknown_options=True,
)
def roofline(
    operation: str,
    arguments: list[str] | None,
    measure: bool,
    device: str,
    plot: Path | None,
    json_path: Path | None,
    **asked: Any,
) -> None:
    """Place each implementation under the roofs of DRAM, L2, shared memory and arithmetic.

    The traffic of each level is counted on the virtual GPU. Times are measured
    on a real GPU, or estimated. Ceilings come from the specification, and from
    measurements if there are any. For a program, each kernel that it launches is
    placed by the FLOPs that it executed, on the virtual GPU.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs import roofline as job

    notes: list[str] = []
    if measure:
        try:
            job.measure(device)
        except UnavailableError as error:
            notes.append(str(error))
    with Bar() as bar:
        result = job.roofline(
            operation, arguments or (), device=device, notes=notes, progress=bar, **asked
        )
    show(result, json_path)
    if plot is not None:
        result.plot(plot)
