"""`kernelscope evaluate`: a verdict on a submission for a problem, and its speed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli.command import argument, command, option, show
from kernelscope.cli.options import CASE, JSON, MARKDOWN, PAGE, VIRTUAL_DEVICE


@command(
    "evaluate",
    argument(
        "problem",
        "PROBLEM",
        "An operation, or the file or folder of a problem: Kernelscope's own, "
        "KernelBench's, BackendBench's, robust-kbench's, GPU MODE's, FlashInfer-Bench's or "
        "SOL-ExecBench's.",
    ),
    argument("submission", "SUBMISSION", "A Python file, a folder, or a JSON solution.", kind=Path),
    CASE,
    option(
        "--seconds",
        "N",
        "End the submission's process, and each launch of the replay, after N seconds.",
        120.0,
        kind=float,
    ),
    option(
        "--memory-gib",
        "N",
        "Give the submission's process N GiB of address space.",
        16.0,
        kind=float,
    ),
    option(
        "--seed",
        "N",
        "The seed of the inputs, such as that of an earlier record; by default they are "
        "unpredictable.",
        kind=int,
    ),
    *(PAGE, VIRTUAL_DEVICE, JSON, MARKDOWN),
)
def evaluate(
    problem: str, submission: Path, output: Path | None, json_path: Path | None, **asked: Any
) -> int:
    """Decide if a submission solves a problem, and how fast it is.

    The submission is called in a separate process, which hands over PTX and
    launches. Results, counters and times come from a replay of these on fresh
    inputs. None of the submission's Python runs in the replay, so it sees no
    clock, no reference output and no later input. If there is a GPU, an
    accepted submission is also timed on it, alternating with the reference, and
    its results there are checked as well.

    Exit code: 0 if it is accepted, 1 if it is refused, 2 for a problem, a
    submission or an option that cannot be used.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs import evaluate as job

    with Bar() as bar:
        result = job.evaluate(problem, submission, progress=bar, **asked)
    show(result, json_path, output, named="report")
    return 0 if result.accepted else 1
