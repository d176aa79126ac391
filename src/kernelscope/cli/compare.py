"""`kernelscope compare`: every implementation of an operation: is it right, how fast, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from kernelscope._collection import rare_collection
from kernelscope.cli.options import (
    Annotate,
    Case,
    Device,
    FailOver,
    FastTime,
    JsonPath,
    Keep,
    Limit,
    Only,
    Order,
    Ray,
    Traceback,
    keep_record,
    output_folder,
)
from kernelscope.errors import UsageError

if TYPE_CHECKING:
    from kernelscope.record import FigureChange
    from kernelscope.results.operations import ComparisonResult


@rare_collection()  # of the imports of PyTorch and Inductor it takes a quarter
def command(
    operation: Annotated[
        str,
        typer.Argument(
            metavar="OP|FILE.py[:NAME]|R1.json",
            help="One of our operations, or your own file; or a saved record of any kind.",
        ),
    ],
    later: Annotated[
        str | None,
        typer.Argument(metavar="R2.json", help="A later record to compare with R1.json."),
    ] = None,
    case: Case = "",
    axis: Annotated[
        str | None,
        typer.Option(
            "--axis",
            metavar="AXIS=FIRST..LAST[:STEP]",
            help="Sweep one axis: n=256..16384 doubles; n=256..12672:128 steps by 128; "
            ":linear takes nine evenly spaced points; :x4 multiplies by four.",
        ),
    ] = None,
    only: Only = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Check five nasty cases instead of all, while you edit a kernel."
        ),
    ] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline", metavar="FILE.json", help="Compare the figures with this earlier record."
        ),
    ] = None,
    fail_over: FailOver = None,
    output: Annotated[
        Path | None,
        output_folder("Write the report into this folder: HTML, PNG, CSV, JSON."),
    ] = None,
    annotate: Annotate = None,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    schedule: Order = None,
    ray: Ray = None,
    keep: Keep = False,
    traceback: Traceback = False,
) -> None:
    """Compare all implementations of an operation.

    Each is first checked against float64 on nasty cases, then run on the case.
    The table shows the bytes moved and the fewest possible, the time, the share
    of the hardware's limit, and why.

    With --baseline, or of two saved records, a line says what is worse by more
    than its limit, where, and what changed there. Without --fail-over the limits
    are time=3%,bytes=0,sectors=0,registers=+8,spills=0. A time counts only if
    the two intervals do not overlap.

    Exit code: 0 if nothing is wrong (unavailable is allowed), 1 if something is
    wrong or failed or over its limit, 2 for a usage error.
    """
    from kernelscope.history.limits import DEFAULT, parse_limits
    from kernelscope.report.ci import problems_of_changes, problems_of_rows, read_annotations

    annotations = read_annotations(annotate or ())
    limits = fail_over or DEFAULT
    parse_limits(limits)  # before anything runs
    if later is not None:
        changed = _of_records(operation, later, limits, output, json_path)
        title = f"kernelscope compare {operation} {later}"
        typer.echo(annotations.write(title, problems_of_changes(changed)), nl=False)
        raise typer.Exit(1 if changed else 0)
    if fail_over and baseline is None:
        raise UsageError("--fail-over needs --baseline FILE.json, or two records")

    from kernelscope.cli.progress import Bar, Workers
    from kernelscope.jobs.compare import comparable, compare, refuse_baseline
    from kernelscope.report.comparison import table

    chosen = comparable(operation, "compare")
    if baseline is not None:
        refuse_baseline(baseline, chosen, device=device, case=case)
    with Bar() if ray is None else Workers(shown=True) as bar:
        result = compare(
            chosen,
            device=device,
            case=case,
            axis=axis,
            only=only,
            quick=quick,
            ray=ray,
            progress=bar,
        )
    console = Console(highlight=False)
    console.print(table.renderable(result.record, console.width))
    _write(result, json_path, output, console)
    if keep:
        keep_record(result.record)
    problems = problems_of_rows(result.record.rows)
    if baseline is not None:
        held = result.against(baseline, limits)
        console.print()
        console.print(held.renderable(console.width), soft_wrap=True)
        problems += problems_of_changes(held.regressions)
    typer.echo(annotations.write(f"kernelscope compare {operation}", problems), nl=False)
    raise typer.Exit(1 if problems else 0)


def _write(
    result: ComparisonResult, json_path: Path | None, output: Path | None, console: Console
) -> None:
    """Write the record and the report where they are asked for."""
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        written = result.write_all(output)
        page = next(path for path in written if path.suffix == ".html")
        console.print(f"report: {page}", soft_wrap=True)


def _of_records(
    before: str, after: str, limits: str, output: Path | None, json_path: Path | None
) -> Sequence[FigureChange]:
    """Compare one record with an earlier one and return what is worse."""
    from kernelscope.jobs.changes import changes
    from kernelscope.subjects import refuse_operation

    choose = (
        f"compare two implementations with `kernelscope ab {before} {after}`"
        if "/" in after
        else f"choose implementations with `kernelscope compare {before} --only {after}`, or "
        "compare with an earlier record by --baseline FILE.json"
    )
    refuse_operation(before, choose)
    refuse_operation(after, f"make one with `kernelscope compare {after} --json {after}.json`")
    result = changes(before, after, fail_over=limits)
    console = Console(highlight=False)
    console.print(result.renderable(console.width), soft_wrap=True)
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        result.write_all(output)
    return result.regressions
