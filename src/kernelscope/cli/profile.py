"""`kernelscope profile`: the time of an operation, an example or a script, by what it goes to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Arguments,
    Device,
    FastTime,
    JsonPath,
    Keep,
    Limit,
    Module,
    Sample,
    Steady,
    Traceback,
    file_to_write,
    keep_record,
    output_folder,
)


def command(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="OP[/IMPL]|EXAMPLE|SCRIPT",
            help="An operation or one of its implementations; an example; a Python file, or a "
            "module after -m.",
        ),
    ] = None,
    arguments: Arguments = None,
    examples: Annotated[bool, typer.Option("--examples", help="List the examples.")] = False,
    module: Module = False,
    case: Annotated[
        str,
        typer.Option(
            "--case", metavar="AXIS=VALUE,…", help="Other sizes or types of the operation: n=16384."
        ),
    ] = "",
    schedule: Annotated[
        str | None,
        typer.Option(
            "--schedule",
            metavar="STEPS",
            help="Keep only the active steps: wait=1,warmup=1,active=3 (and repeat=2, if wanted). "
            "A script's step ends with an optimizer's step().",
        ),
    ] = None,
    nsys: Annotated[
        bool,
        typer.Option(
            "--nsys",
            help="Run the script under Nsight Systems; if it or a GPU is missing, use the built-in "
            "timeline.",
        ),
    ] = False,
    annotate: Annotated[
        bool,
        typer.Option(
            "--annotate",
            help="Name the forward, layers, backward and steps of all modules of a script.",
        ),
    ] = False,
    trace: Annotated[
        Path | None,
        typer.Option(
            "--trace",
            metavar="PATH",
            callback=file_to_write,
            help="Write a Chrome trace (ui.perfetto.dev) here; --json writes one next to the "
            "record.",
        ),
    ] = None,
    timeline: Annotated[
        Path | None,
        typer.Option(
            "--timeline",
            metavar="F.svg",
            callback=file_to_write,
            help="Draw the host, the queue and the device over time.",
        ),
    ] = None,
    stacks: Annotated[
        Path | None,
        typer.Option(
            "--stacks",
            metavar="PATH",
            callback=file_to_write,
            help="Write the host's time by stack: F.svg, or F.txt with folded stacks.",
        ),
    ] = None,
    counters: Annotated[
        bool,
        typer.Option(
            "--counters",
            help="Show each kernel's counters instead: from Nsight Compute if permitted, else from "
            "CUPTI, else from the virtual GPU.",
        ),
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="PATH",
            callback=file_to_write,
            help="With --counters: write them to this file as CSV.",
        ),
    ] = None,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="List all metrics: unit, meaning, formula, source.")
    ] = False,
    output: Annotated[
        Path | None,
        output_folder(
            "Write all files into this folder: HTML, JSON, Chrome trace, stacks, drawings."
        ),
    ] = None,
    sample: Sample = False,
    steady: Steady = False,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    keep: Keep = False,
    traceback: Traceback = False,
) -> None:
    """Profile an operation, an example or an unmodified script.

    The table shows host and device time separately, sorted by device time. On a
    virtual device both are estimated, without the virtual GPU's own work. The
    exit code is the script's.
    """
    if examples:
        _list_examples()
        raise typer.Exit
    if metrics:
        from kernelscope.report.profile.counters import metrics_table

        typer.echo(metrics_table())
        raise typer.Exit
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
        case=case,
        annotate=annotate,
        nsys=nsys,
        sample=sample,
        steady=steady,
    )
    job = count_target if counters else profile_target
    result = job(target, arguments or [], device=device, module=module, options=options)
    if trace is None and json_path is not None:
        trace = json_path.with_suffix(".trace.json")
    result = result.written(
        trace=trace,
        record=json_path,
        stacks=stacks,
        csv=csv,
        timeline=timeline,
        folder=output,
    )
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if output is not None:
        console.print(f"page: {output / result.file_name}.html", soft_wrap=True)
    if keep:
        keep_record(result.record)
    raise typer.Exit(result.record.exit_code)


def _list_examples() -> None:
    from kernelscope.profiling.examples import EXAMPLES

    width = max(map(len, EXAMPLES))
    for name, example in EXAMPLES.items():
        typer.echo(f"{name:{width}}  {example.description}")
