"""`kernelscope compare`: the correctness and speed of every implementation of an operation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kernelscope._collection import rare_collection
from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, flag, option, show
from kernelscope.errors import UsageError, refuse_other_systems

if TYPE_CHECKING:
    from kernelscope.record import FigureChange


@command(
    "compare",
    argument(
        "operation",
        "OP|FILE.py[:NAME]|R1.json",
        "A built-in operation, your own file, or a saved record of any kind.",
    ),
    argument("later", "R2.json", "A later record, to compare with the first.", None),
    shared.CASE,
    option(
        "--axis",
        "AXIS=FIRST..LAST[:STEP]",
        "Sweep one axis: n=256..16384 doubles; n=256..12672:128 steps by 128; "
        ":linear takes nine evenly spaced points; :x4 multiplies by four.",
    ),
    shared.ONLY,
    flag("--quick", words="Check only five edge cases, for quick runs while you edit a kernel."),
    option("--baseline", "FILE.json", "Compare the figures with this earlier record.", kind=Path),
    shared.FAIL_OVER,
    shared.folder_option("Write the report into this folder: HTML, PNG, CSV, JSON."),
    *(shared.ANNOTATE, shared.DEVICE, shared.JSON, shared.MARKDOWN, shared.LIMIT, shared.FAST_TIME),
    *(shared.SCHEDULE, shared.RAY, shared.KEEP),
    anywhere=True,
)
@rare_collection()  # of the imports of PyTorch and Inductor it takes a quarter
def compare(
    operation: str,
    later: str | None,
    baseline: Path | None,
    fail_over: str | None,
    output: Path | None,
    annotate: list[str] | None,
    json_path: Path | None,
    keep: bool,
    **asked: Any,
) -> int:
    """Compare all implementations of an operation.

    Each is first checked against float64 on edge cases, then run on the case.
    The table shows the time, the bytes moved and the fewest possible, the share
    of the hardware's limit, and the reason.

    With --baseline, or for two saved records, each figure that is worse by more
    than its limit gets a line: where, and what changed there. Without
    --fail-over the limits are time=3%,bytes=0,sectors=0,registers=+8,spills=0,
    vector=0.
    A time counts as different only if the two intervals do not overlap.

    Exit code: 0 if nothing is wrong (unavailable is allowed), 1 if something is
    wrong, failed or over its limit, 2 for a usage error.
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
        return 1 if changed else 0
    if fail_over and baseline is None:
        raise UsageError("--fail-over needs --baseline FILE.json, or two records")
    refuse_other_systems()

    from kernelscope.cli.progress import Bar, Workers
    from kernelscope.jobs import compare as job

    chosen = job.comparable(operation, "compare")
    if baseline is not None:
        job.refuse_baseline(baseline, chosen, device=asked["device"], case=asked["case"])
    with Bar() if asked["ray"] is None else Workers(shown=True) as bar:
        result = job.compare(chosen, progress=bar, **asked)
    show(result, json_path, output, named="report")
    if keep:
        shared.keep_record(result.record)
    problems = problems_of_rows(result.record.rows)
    if baseline is not None:
        held = result.against(baseline, limits)
        typer.echo()
        show(held, soft_wrap=True)
        problems += problems_of_changes(held.regressions)
    typer.echo(annotations.write(f"kernelscope compare {operation}", problems), nl=False)
    return 1 if problems else 0


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
    show(result, json_path, output, named="", soft_wrap=True)
    return result.regressions
