"""`kernelscope run`: an unmodified script, on a real or a virtual GPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, flag, write


@command(
    "run",
    argument(
        "script",
        "SCRIPT",
        "A Python file, a module after -m, FILE.cu with a `main`, or a program: ./binary, make.",
    ),
    shared.ALL_ARGUMENTS,
    shared.MODULE,
    flag(
        "--real-clock",
        words="Leave time.time, perf_counter and monotonic as they are; CUDA events and "
        "benchmarks still show estimated times.",
    ),
    *(shared.SAMPLE, shared.STEADY, shared.DEVICE, shared.JSON, shared.LIMIT),
    *(shared.FAST_TIME, shared.SCHEDULE),
    allow_interspersed_args=False,
)
def run(script: str, arguments: list[str] | None, json_path: Path | None, **asked: Any) -> int:
    """Run a script or a program written for a CUDA device, unmodified.

    Put the options of this command before SCRIPT. On a virtual device the
    kernels run on the CPU and the clocks follow the estimated time. The exit
    code is the script's; --json lists every launch and operator.
    """
    from kernelscope.jobs import run as job

    result = job.run(script, arguments or [], **asked)
    write(result, json_path)
    return result.exit_code
