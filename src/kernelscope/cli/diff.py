"""`kernelscope diff`: the changes between two kernels, stage by stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, show
from kernelscope.errors import refuse_other_systems


@command(
    "diff",
    argument(
        "a",
        "A",
        "A subject of `inspect`; with a device, gelu/triton@virtual:a100; with Triton options "
        "(num_warps, num_stages, num_ctas, maxnreg), gelu/triton@num_warps=4; or a record that "
        "`inspect --json` saved.",
    ),
    argument("b", "B", "The same, after the change: gelu/triton@num_warps=8."),
    *(shared.KERNEL, shared.CASE, shared.FAIL_OVER, shared.PAGE, shared.ANNOTATE),
    *(shared.DEVICE, shared.JSON, shared.MARKDOWN, shared.LIMIT, shared.FAST_TIME, shared.SCHEDULE),
    anywhere=True,
)
def diff(
    a: str,
    b: str,
    fail_over: str | None,
    output: Path | None,
    annotate: list[str] | None,
    json_path: Path | None,
    **asked: Any,
) -> int:
    """Compare two kernels by their meaning, and report what changed, where, and what it costs.

    A and B are two implementations, two versions of a file, two values of a
    Triton option, or two GPUs; with records that `inspect --json` saved, also
    two versions of a compiler. Names and numbers of registers, labels and
    comments do not count as changes. Two records of other kinds are compared
    figure by figure.

    Exit code: 0 in general. With --fail-over, or for two records that are not
    inspections: 1 if a figure is worse by more than its limit. 2 for a usage
    error.
    """
    from kernelscope.history.limits import DEFAULT
    from kernelscope.jobs.changes import are_records, changes
    from kernelscope.report.ci import problems_of_changes, read_annotations

    annotations = read_annotations(annotate or ())
    if are_records(a, b):
        result = changes(a, b, fail_over=fail_over or DEFAULT)
    else:
        refuse_other_systems()
        from kernelscope.jobs import diff as job

        result = job.diff(a, b, fail_over=fail_over or "", **asked)
    show(result, json_path, output, soft_wrap=True)
    problems = problems_of_changes(result.regressions)
    typer.echo(annotations.write(f"kernelscope diff {a} {b}", problems), nl=False)
    return 1 if result.regressions else 0
