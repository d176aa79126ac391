"""`kernelscope profile`: the time of an operation, an example or a script, by kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, flag, name_file, option, show


@command(
    "profile",
    argument(
        "target",
        "OP[/IMPL]|EXAMPLE|SCRIPT",
        "An operation or one of its implementations; an example; a Python file, or a "
        "module after -m; FILE.cu with a `main`, or a program.",
        None,
    ),
    shared.ARGUMENTS,
    flag("--examples", words="List the examples."),
    shared.MODULE,
    option("--case", "AXIS=VALUE,…", "Other sizes or types of the operation: n=16384.", ""),
    option(
        "--schedule",
        "STEPS",
        "Keep only the active steps: wait=1,warmup=1,active=3 (and repeat=2, if wanted). "
        "A script's step ends with an optimizer's step().",
    ),
    flag(
        "--nsys",
        words="Run the script under Nsight Systems; if it or a GPU is missing, use the built-in "
        "timeline.",
    ),
    flag(
        "--annotate",
        words="Label the forward and backward passes, layers and steps of all modules of a script.",
    ),
    shared.file_option(
        "--trace",
        "PATH",
        "Write a Chrome trace (ui.perfetto.dev) here; --json writes one next to the record.",
    ),
    shared.file_option("--timeline", "F.svg", "Draw the host, the queue and the device over time."),
    shared.file_option(
        "--stacks",
        "PATH",
        "Write the host's time by stack, as a drawing (F.svg) or as folded stacks (F.txt).",
    ),
    flag(
        "--counters",
        words="Show each kernel's counters instead: from Nsight Compute if permitted, else from "
        "CUPTI, else from the virtual GPU.",
    ),
    shared.file_option("--csv", "PATH", "With --counters: write them to this file as CSV."),
    flag("--metrics", words="List all metrics: unit, meaning, formula, source."),
    shared.folder_option(
        "Write all files into this folder: HTML, JSON, Chrome trace, stacks, drawings."
    ),
    *(shared.SAMPLE, shared.STEADY, shared.DEVICE, shared.JSON, shared.MARKDOWN),
    *(shared.LIMIT, shared.FAST_TIME, shared.KEEP),
    ignore_unknown_options=True,
)
def profile(
    target: str | None,
    arguments: list[str] | None,
    examples: bool,
    module: bool,
    schedule: str | None,
    trace: Path | None,
    timeline: Path | None,
    stacks: Path | None,
    counters: bool,
    csv: Path | None,
    metrics: bool,
    output: Path | None,
    device: str,
    json_path: Path | None,
    keep: bool,
    **asked: Any,
) -> int:
    """Profile an operation, an example or an unmodified script.

    The table shows host and device time separately, sorted by device time. On a
    virtual device both are estimated, without the virtual GPU's own work. The
    exit code is the script's.
    """
    if examples:
        return _list_examples()
    if metrics:
        from kernelscope.report.profile.counters import metrics_table

        typer.echo(metrics_table())
        return 0
    if target is None:
        raise typer.BadParameter("name an operation, an example or a script")
    if csv is not None and not counters:
        raise typer.BadParameter("--csv needs --counters")
    from kernelscope.jobs.counters import count_target
    from kernelscope.jobs.profile import Options, profile_target
    from kernelscope.profiling.schedule import Schedule

    options = Options(
        schedule=Schedule.parse(schedule) if schedule is not None else None,
        with_stack=stacks is not None or output is not None,
        **asked,
    )
    job = count_target if counters else profile_target
    result = job(target, arguments or [], device=device, module=module, options=options)
    if trace is None and json_path is not None:
        trace = json_path.with_suffix(".trace.json")
    result = result.written(
        trace=trace, record=json_path, stacks=stacks, csv=csv, timeline=timeline, folder=output
    )
    show(result)
    if output is not None:
        name_file("page", output / f"{result.file_name}.html")
    if keep:
        shared.keep_record(result.record)
    return result.record.exit_code


def _list_examples() -> int:
    from kernelscope.profiling.examples import EXAMPLES

    width = max(map(len, EXAMPLES))
    for name, example in EXAMPLES.items():
        typer.echo(f"{name:{width}}  {example.description}")
    return 0
