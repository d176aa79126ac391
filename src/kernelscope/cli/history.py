"""`kernelscope history`: figures kept by commit, their trend, and the commits that changed them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Case, Device, JsonPath, Only, Ray, Traceback, file_to_write

app = typer.Typer(
    help="Keep figures by commit, show their trend, and find the commits that changed them.\n\n"
    "The history is in .kernelscope/history.db of the project, which git ignores.",
    no_args_is_help=True,
)
Records = Annotated[
    list[Path],
    typer.Argument(metavar="RECORD…", help="Files that the --json of a command wrote."),
]
CommitOption = Annotated[
    str,
    typer.Option(
        "--commit",
        metavar="COMMIT",
        help="The commit that they belong to; without it, the one that is checked out, with the "
        "edits on it.",
    ),
]
Target = Annotated[
    str, typer.Argument(metavar="OP|FILE.py[:NAME]", help="The operation to compare.")
]


@app.command("add")
def add_command(records: Records, commit: CommitOption = "", traceback: Traceback = False) -> None:
    """Add records to the history: all of them or none. Duplicates are skipped."""
    from kernelscope.jobs.history import add

    kept = add(records, commit=commit)
    where = dict.fromkeys(run.commit.short for run in kept.runs)
    typer.echo(f"{kept.new} new of {len(kept.runs)}, at {', '.join(where)}, kept in {kept.path}")


@app.command("show")
def show_command(
    kernel: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="An operation (softmax), a row of it (softmax/triton), a kernel, part of its "
            "name, or a pattern; without it, all rows.",
        ),
    ] = "",
    metric: Annotated[
        str,
        typer.Option(
            "--metric", metavar="NAME,…", help="Only these: time, bytes, registers, … or a counter."
        ),
    ] = "",
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="PATH",
            callback=file_to_write,
            help="Write a page with plots to this file.",
        ),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv", metavar="PATH", callback=file_to_write, help="Write the values to this file."
        ),
    ] = None,
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Show figures over the commits, and the commits at which they changed.

    Counters and estimates repeat exactly, so every difference is a change. A
    measured time changed if a permutation test says so, with at most 1 % false
    alarms over all that is shown.
    """
    from kernelscope.jobs.history import show

    result = show(kernel, metrics=metric)
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
    if json_path is not None:
        result.save(json_path)
    if csv is not None:
        result.to_csv(csv)
    if html is not None:
        result.to_html(html)
        console.print(f"page: {html}", soft_wrap=True)


@app.command("backfill")
def backfill_command(
    operation: Target,
    commits: Annotated[
        str,
        typer.Option(
            "--commits",
            metavar="N|A..B",
            help="How many of the latest commits, or a range.",
        ),
    ] = "30",
    path: Annotated[
        list[str] | None,
        typer.Option(
            "--path", metavar="PATH", help="Only commits that touch this; may be repeated."
        ),
    ] = None,
    case: Case = "",
    only: Only = None,
    device: Device = "virtual",
    again: Annotated[
        bool, typer.Option("--again", help="Run commits that are kept already, too.")
    ] = False,
    ray: Ray = None,
    traceback: Traceback = False,
) -> None:
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
            operation,
            commits=commits,
            paths=path or (),
            case=case,
            only=only or "",
            device=device,
            ray=ray,
            again=again,
            progress=bar,
        )
    Console(highlight=False).print(text.backfilled(kept.runs, kept.new))
    raise typer.Exit(all(run.failure for run in kept.runs))


@app.command("bisect")
def bisect_command(
    operation: Target,
    good: Annotated[str, typer.Argument(metavar="GOOD", help="A commit before the change.")],
    bad: Annotated[str, typer.Argument(metavar="BAD", help="A commit after the change.")],
    metric: Annotated[
        str,
        typer.Option("--metric", metavar="NAME", help="time, bytes, registers, … or a counter."),
    ] = "bytes",
    row: Annotated[
        str,
        typer.Option(
            "--row",
            metavar="NAME",
            help="The implementation or kernel; without it, the one that changed most.",
        ),
    ] = "",
    case: Case = "",
    only: Only = None,
    device: Device = "virtual",
    traceback: Traceback = False,
) -> None:
    """Find the commit at which a figure changed, by a binary search.

    On a virtual GPU counters are exact, so one run of each commit is enough.
    Commits that cannot run are passed over.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs.history import bisect
    from kernelscope.report.history import text

    with Bar() as bar:
        found = bisect(
            operation,
            good,
            bad,
            metric=metric,
            row=row,
            case=case,
            only=only or "",
            device=device,
            progress=bar,
        )
    Console(highlight=False).print(text.bisection(found))


@app.command("import")
def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help="A Chrome trace, an .ncu-rep, NVBench's JSON, a perf_report CSV, or Triton's "
            ".autotune.json.",
        ),
    ],
    subject: Annotated[
        str,
        typer.Option(
            "--subject", metavar="NAME", help="What was run; without it, the file's name."
        ),
    ] = "",
    gpu: Annotated[
        str,
        typer.Option("--gpu", metavar="NAME", help="The GPU, of a file that does not say it."),
    ] = "",
    commit: CommitOption = "",
    traceback: Traceback = False,
) -> None:
    """Keep what other tools measured, all files or none.

    A file is known by its content. One that is of no known tool is refused.
    """
    from kernelscope.jobs.history_files import import_files

    kept = import_files(files, subject=subject, gpu=gpu, commit=commit)
    for run in kept.runs:
        typer.echo(f"{run.kind}: {len(run.figures)} figures of {run.subject}, {run.device}")
    typer.echo(f"{kept.new} new of {len(kept.runs)}, kept in {kept.path}")


@app.command("export")
def export_command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="FILE.json or FILE.csv for figures; FILE.trace.json for the times as a Chrome "
            "trace.",
        ),
    ],
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Only this, as for `show`.")
    ] = "",
    traceback: Traceback = False,
) -> None:
    """Write every kept figure, with its commit, into one file."""
    from kernelscope.jobs.history_files import export_file

    count = export_file(file, name)
    typer.echo(f"{count} figures written to {file}")
