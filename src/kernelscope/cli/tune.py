"""`kernelscope tune`: the fastest configuration of Triton kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, show


@command(
    "tune",
    argument(
        "target",
        "OP[/IMPL]|SCRIPT",
        "An operation or one of its implementations in Triton; a Python file, or a module "
        "after -m.",
    ),
    *(shared.ARGUMENTS, shared.MODULE, shared.KERNEL, shared.CASE, shared.DEVICE),
    *(shared.JSON, shared.MARKDOWN, shared.LIMIT, shared.FAST_TIME, shared.RAY),
    ignore_unknown_options=True,
)
def tune(target: str, arguments: list[str] | None, json_path: Path | None, **asked: Any) -> int:
    """Try the configurations of Triton kernels, and name the fastest.

    A kernel under triton.autotune is tried in its own configurations. A kernel
    without it is tried with 1 to 32 warps and 1 to 4 stages, if it belongs to
    an operation or --kernel names it. The table has the time of each
    configuration with its interval, its registers, spills, shared memory,
    occupancy and limit. ≈ marks configurations whose intervals overlap that of
    the best or, if times are measured, that are less than 5 % slower. On a
    virtual GPU times are estimated from some blocks of each configuration; on a
    real one they are measured. The exit code is the script's.
    """
    from kernelscope.cli.progress import Workers
    from kernelscope.jobs import tune as job

    with Workers(shown=asked["ray"] is not None) as progress:
        result = job.tune(target, arguments or [], progress=progress, **asked)
    show(result, json_path)
    return result.exit_code
