"""`kernelscope ab`: compare the speed of two implementations, with a confidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli.command import argument, command, option, show
from kernelscope.cli.options import CASE, DEVICE, FAST_TIME, JSON, LIMIT, MARKDOWN, PAGE, SCHEDULE


@command(
    "ab",
    argument(
        "a",
        "A",
        "An implementation, softmax/triton or FILE.py:NAME/IMPL; with Triton options, "
        "softmax/triton@num_warps=8; or an earlier version of a file, FILE.py@HEAD~1.",
    ),
    argument("b", "B", "The same, after the change."),
    CASE,
    option(
        "--seconds", "S", "The time to spend on a GPU, not counting compilation.", 10.0, kind=float
    ),
    *(PAGE, DEVICE, JSON, MARKDOWN, LIMIT, FAST_TIME, SCHEDULE),
)
def ab(a: str, b: str, json_path: Path | None, output: Path | None, **asked: Any) -> int:
    """Report if B is faster than A, by how much, and with what confidence.

    Both are checked against float64 first. On a GPU they are then timed
    alternately, in random order, on fresh inputs, with a cold and a warm L2,
    until the result is clear or the seconds are used up. If A and B are equally
    fast, a false difference is reported in at most 1 % of runs. The cold times
    decide. On a virtual GPU, counters are exact, and times count as different
    only if they differ by more than the model's error.

    Exit code: 0 if B is faster or not different, 1 if it is slower or one of
    the two is wrong, 3 if the result is inconclusive, 2 for a usage error.
    """
    from kernelscope.jobs import ab as job

    result = job.ab(a, b, **asked)
    show(result, json_path, output)
    return result.exit_code
