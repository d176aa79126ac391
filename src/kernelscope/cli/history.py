"""`kernelscope history`: figures kept by commit, their trend, and the commits that changed them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from kernelscope.cli.command import argument, command, flag, option, show
from kernelscope.cli.options import CASE, JSON, ONLY, RAY, VIRTUAL_DEVICE, file_option

_COMMIT = option(
    "--commit",
    "COMMIT",
    "The commit that they belong to; without it, the one that is checked out, with the "
    "edits on it.",
    "",
)
_TARGET = argument("operation", "OP|FILE.py[:NAME]", "The operation to compare.")


@command(
    "add",
    argument("records", "RECORD…", "Files that the --json of a command wrote.", kind=list[Path]),
    _COMMIT,
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
        "An operation (softmax), a row of it (softmax/triton), a kernel, part of its "
        "name, or a pattern; without it, all rows.",
        "",
    ),
    option("--metric", "NAME,…", "Only these: time, bytes, registers, … or a counter.", ""),
    file_option("--html", "PATH", "Write a page with plots to this file."),
    file_option("--csv", "PATH", "Write the values to this file."),
    JSON,
)
def _show(
    kernel: str, metric: str, html: Path | None, csv: Path | None, json_path: Path | None
) -> None:
    """Show figures over the commits, and the commits at which they changed.

    Counters and estimates repeat exactly, so every difference is a change. A
    measured time changed if a permutation test says so, with at most 1 % false
    alarms over all that is shown.
    """
    from kernelscope.jobs import history as job

    result = job.show(kernel, metrics=metric)
    show(result, json_path)
    if csv is not None:
        result.to_csv(csv)
    if html is not None:
        result.to_html(html)
        Console(highlight=False).print(f"page: {html}", soft_wrap=True)


@command(
    "backfill",
    _TARGET,
    option("--commits", "N|A..B", "How many of the latest commits, or a range.", "30"),
    option(
        "--path",
        "PATH",
        "Only commits that touch this; may be repeated.",
        kind=list[str],
    ),
    *(CASE, ONLY, VIRTUAL_DEVICE),
    flag("--again", words="Run commits that are kept already, too."),
    RAY,
)
def _backfill(
    operation: str, path: list[str] | None, only: str | None, ray: str | None, **asked: Any
) -> int:
    """Compare an operation as it was at each commit, and keep the figures.

    Each commit's files are taken into a worktree of git, and run there in a
    process of their own. A commit that cannot run is kept with its reason. Each
    is kept as soon as it is done.

    Exit code: 0 if a commit ran, 1 if none could.
    """
    from kernelscope.cli.progress import Bar, Workers
    from kernelscope.jobs.history import backfill
    from kernelscope.report.history import text

    with Bar() if ray is None else Workers(shown=True) as bar:
        kept = backfill(
            operation, paths=path or (), only=only or "", ray=ray, progress=bar, **asked
        )
    Console(highlight=False).print(text.backfilled(kept.runs, kept.new))
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
        "The implementation or kernel; without it, the one that changed most.",
        "",
    ),
    *(CASE, ONLY, VIRTUAL_DEVICE),
)
def _bisect(operation: str, good: str, bad: str, only: str | None, **asked: Any) -> None:
    """Find the commit at which a figure changed, by a binary search.

    On a virtual GPU counters are exact, so one run of each commit is enough.
    Commits that cannot run are passed over.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.history import bisect
    from kernelscope.report.history import text

    with Bar() as bar:
        bisection = bisect(operation, good, bad, only=only or "", progress=bar, **asked)
    Console(highlight=False).print(text.bisection(bisection))


@command(
    "import",
    argument(
        "files",
        "FILE…",
        "A Chrome trace, an .ncu-rep, NVBench's JSON, a perf_report CSV, or Triton's "
        ".autotune.json.",
        kind=list[Path],
    ),
    option("--subject", "NAME", "What was run; without it, the file's name.", ""),
    option("--gpu", "NAME", "The GPU, of a file that does not say it.", ""),
    _COMMIT,
)
def _import(files: list[Path], **asked: Any) -> None:
    """Keep what other tools measured, all files or none.

    A file is known by its content. One that is of no known tool is refused.
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
    option("--name", "NAME", "Only this, as for `show`.", ""),
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
