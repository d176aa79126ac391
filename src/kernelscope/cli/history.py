"""`kernelscope history`: figures kept by commit, their trend, and the commits that changed them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from kernelscope.cli.command import argument, command, draw, flag, name_file, option, show
from kernelscope.cli.options import CASE, JSON, MARKDOWN, ONLY, RAY, VIRTUAL_DEVICE, file_option

_COMMIT = option(
    "--commit",
    "COMMIT",
    "The commit that they belong to; by default the one checked out, with its uncommitted edits.",
    "",
)
_TARGET = argument("operation", "OP|FILE.py[:NAME]", "The operation to compare.")


@command(
    "add",
    argument("records", "RECORD…", "Files written by a command's --json.", kind=list[Path]),
    _COMMIT,
    anywhere=True,
)
def _add(records: list[Path], commit: str) -> None:
    """Add records to the history: all of them or none. Duplicates are skipped."""
    from kernelscope.jobs.history import add

    kept = add(records, commit=commit)
    where = dict.fromkeys(run.commit.short for run in kept.runs)
    typer.echo(f"{kept.new} new of {len(kept.runs)}, at {', '.join(where)}, kept in {kept.path}")


@command(
    "show",
    argument(
        "kernel",
        "[NAME]",
        "An operation (softmax), a row of it (softmax/triton), a kernel, part of its name, or a "
        "pattern; by default all rows.",
        "",
    ),
    option("--metric", "NAME,…", "Only these metrics: time, bytes, registers, … or a counter.", ""),
    file_option("--html", "PATH", "Write a page with plots to this file."),
    file_option("--csv", "PATH", "Write the values to this file."),
    JSON,
    MARKDOWN,
    anywhere=True,
)
def _show(
    kernel: str, metric: str, html: Path | None, csv: Path | None, json_path: Path | None
) -> None:
    """Show figures over the commits, and the commits at which they changed.

    Counters and estimates repeat exactly, so every difference is a change. A
    measured time counts as changed if a permutation test says so, with at most
    1 % false alarms over everything shown.
    """
    from kernelscope.jobs import history as job

    result = job.show(kernel, metrics=metric)
    show(result, json_path)
    if csv is not None:
        result.to_csv(csv)
    if html is not None:
        result.to_html(html)
        name_file("page", html)


@command(
    "backfill",
    _TARGET,
    option(
        "--commits", "N|A..B", "The number of latest commits, or a range such as v1..HEAD.", "30"
    ),
    option(
        "--path",
        "PATH",
        "Only commits that change this path; may be repeated.",
        kind=list[str],
    ),
    *(CASE, ONLY, VIRTUAL_DEVICE),
    flag("--again", words="Also run commits that already have figures."),
    *(RAY, MARKDOWN),
)
def _backfill(
    operation: str, path: list[str] | None, only: str | None, ray: str | None, **asked: Any
) -> int:
    """Compare an operation at each earlier commit, and keep the figures.

    Each commit is checked out in a git worktree and runs in a separate process.
    If a commit cannot run, the reason is kept. The figures of a commit are kept
    as soon as it is done.

    Exit code: 0 if a commit ran, 1 if none could.
    """
    from kernelscope.cli.progress import Bar, Workers
    from kernelscope.jobs.history import backfill
    from kernelscope.report.history import text

    with Bar() if ray is None else Workers(shown=True) as bar:
        kept = backfill(
            operation, paths=path or (), only=only or "", ray=ray, progress=bar, **asked
        )
    draw(lambda _: text.backfilled(kept.runs, kept.new))
    return int(all(run.failure for run in kept.runs))


@command(
    "bisect",
    _TARGET,
    argument("good", "GOOD", "A commit before the change."),
    argument("bad", "BAD", "A commit after the change."),
    option("--metric", "NAME", "time, bytes, registers, … or a counter.", "bytes"),
    option(
        "--row",
        "NAME",
        "The implementation or kernel; by default the one that changed most.",
        "",
    ),
    *(CASE, ONLY, VIRTUAL_DEVICE, MARKDOWN),
)
def _bisect(operation: str, good: str, bad: str, only: str | None, **asked: Any) -> None:
    """Find the commit at which a figure changed, by a binary search.

    On a virtual GPU counters are exact, so one run of each commit is enough.
    Commits that cannot run are skipped.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.history import bisect
    from kernelscope.report.history import text

    with Bar() as bar:
        bisection = bisect(operation, good, bad, only=only or "", progress=bar, **asked)
    draw(lambda _: text.bisection(bisection))


@command(
    "import",
    argument(
        "files",
        "FILE…",
        "A Chrome trace, an .ncu-rep, NVBench's JSON, a perf_report CSV, or Triton's "
        ".autotune.json.",
        kind=list[Path],
    ),
    option("--subject", "NAME", "The name of what was measured; by default the file's name.", ""),
    option("--gpu", "NAME", "The GPU, if the file does not name it.", ""),
    _COMMIT,
    anywhere=True,
)
def _import(files: list[Path], **asked: Any) -> None:
    """Import the measurements of other tools: all files or none.

    The tool is recognised by the file's content. A file of an unknown tool is
    refused.
    """
    from kernelscope.jobs.history_files import import_files

    kept = import_files(files, **asked)
    for run in kept.runs:
        typer.echo(f"{run.kind}: {len(run.figures)} figures of {run.subject}, {run.device}")
    typer.echo(f"{kept.new} new of {len(kept.runs)}, kept in {kept.path}")


@command(
    "export",
    argument(
        "file",
        "FILE",
        "FILE.json or FILE.csv for figures; FILE.trace.json for the times as a Chrome trace.",
        kind=Path,
    ),
    option(
        "--name", "NAME", "Export only this operation, row or kernel, as for `history show`.", ""
    ),
    anywhere=True,
)
def _export(file: Path, name: str) -> None:
    """Write every kept figure, with its commit, into one file."""
    from kernelscope.jobs.history_files import export_file

    count = export_file(file, name)
    typer.echo(f"{count} figures written to {file}")


app = typer.Typer(
    help="Keep figures by commit, show their trend, and find the commits that changed them.\n\n"
    "The history is in .kernelscope/history.db of the project, which git ignores.",
    no_args_is_help=True,
)
for _command in (_add, _show, _backfill, _bisect, _import, _export):
    _command.add_to(app)
