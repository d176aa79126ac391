"""`kernelscope compare`: every implementation of an operation: is it right, how fast, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import (
    Case,
    Device,
    FastTime,
    JsonPath,
    Limit,
    Only,
    OperationName,
    Order,
    Traceback,
)


def command(
    operation: OperationName,
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
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="DIR",
            help="Write the report into this folder: HTML, PNG, CSV, JSON.",
        ),
    ] = None,
    device: Device = "auto",
    json_path: JsonPath = None,
    limit: Limit = None,
    fast_time: FastTime = False,
    schedule: Order = None,
    traceback: Traceback = False,
) -> None:
    """Compare all implementations of an operation.

    Each is first checked against float64 on nasty cases, then run on the case.
    The table shows the bytes moved and the fewest possible, the time, the share
    of the hardware's limit, and why.

    Exit code: 0 if nothing is wrong (unavailable is allowed), 1 if something is
    wrong or failed, 2 for a usage error.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.compare import compare
    from kernelscope.report.comparison import table

    with Bar() as bar:
        result = compare(operation, device=device, case=case, axis=axis, only=only, progress=bar)
    console = Console(highlight=False)
    console.print(table.renderable(result.record, console.width))
    if json_path is not None:
        result.save(json_path)
    if output is not None:
        written = result.write_all(output)
        page = next(path for path in written if path.suffix == ".html")
        console.print(f"report: {page}", soft_wrap=True)
    bad = any(row.status in ("wrong", "failed") for row in result.record.rows)
    raise typer.Exit(1 if bad else 0)
