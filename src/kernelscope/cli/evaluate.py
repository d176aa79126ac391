"""`kernelscope evaluate`: decide whether a submission solves a problem, and how fast it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Case, Device, JsonPath, PageFolder, Traceback


def command(
    problem: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEM",
            help="An operation, or the file or folder of a problem: Kernelscope's own, "
            "KernelBench's, BackendBench's, robust-kbench's, GPU MODE's, FlashInfer-Bench's or "
            "SOL-ExecBench's.",
        ),
    ],
    submission: Annotated[
        Path,
        typer.Argument(metavar="SUBMISSION", help="A Python file, a folder, or a JSON solution."),
    ],
    case: Case = "",
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="N",
            help="End the submission's process, and each launch of the replay, after N seconds.",
        ),
    ] = 120.0,
    memory_gib: Annotated[
        float,
        typer.Option(
            "--memory-gib",
            metavar="N",
            help="Give the submission's process N GiB of address space.",
        ),
    ] = 16.0,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="The seed of the inputs, for example from an earlier record; without it they are "
            "unpredictable.",
        ),
    ] = None,
    output: PageFolder = None,
    device: Device = "virtual",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Decide whether a submission solves a problem, and how fast it is.

    The submission is called in a process of its own, which hands over PTX and
    launches. Results, counters and times come from a replay of these on fresh
    inputs, where none of its Python runs: it has no clock, no reference output
    and no later input to look at. On a GPU, an accepted submission is also
    timed there, alternating with the reference. Its results there are checked as
    well.

    Exit code: 0 if it is accepted, 1 if it is refused, 2 for a problem, a
    submission or an option that cannot be used.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.evaluate import evaluate

    with Bar() as bar:
        result = evaluate(
            problem,
            submission,
            device=device,
            case=case,
            seconds=seconds,
            memory_gib=memory_gib,
            seed=seed,
            progress=bar,
        )
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        page = next(path for path in result.write_all(output) if path.suffix == ".html")
        console.print(f"report: {page}", soft_wrap=True)
    raise typer.Exit(0 if result.accepted else 1)
