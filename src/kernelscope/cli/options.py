"""The arguments and options that commands share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kernelscope._files import refuse_unwritable
from kernelscope.vgpu.runtime.settings import change_settings
from kernelscope.vgpu.schedule import schedule

if TYPE_CHECKING:
    from kernelscope.record import Record


@dataclass(slots=True)
class Shell:
    """The options that `main` needs after a command has failed."""

    traceback: bool = False


def _remember(context: typer.Context, value: bool) -> bool:
    if isinstance(context.obj, Shell):
        context.obj.traceback = value
    return value


OperationName = Annotated[
    str,
    typer.Argument(metavar="OP|FILE.py[:NAME]", help="One of our operations, or your own file."),
]
Arguments = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ARGS…",
        help="Arguments for the script; put `--` first if they clash with ours.",
    ),
]
Module = Annotated[bool, typer.Option("-m", help="SCRIPT is the name of a module.")]
Kernel = Annotated[
    str, typer.Option("--kernel", metavar="NAME", help="Only this kernel, if there are several.")
]
Case = Annotated[
    str,
    typer.Option(
        "--case", metavar="AXIS=VALUE,…", help="Other sizes or types: n=16384,dtype=float16."
    ),
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="NAME,…", help="Only these implementations."),
]
Device = Annotated[
    str,
    typer.Option(
        "--device",
        metavar="DEVICE",
        help="auto, cuda, virtual, or virtual:NAME with a NAME of `kernelscope gpus`. auto is cuda "
        "if there is a GPU, else virtual. virtual is virtual:h200.",
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Share the work among the workers of a Ray cluster: auto, HOST:PORT or ray://…; "
        "without an address, among this machine's processors or GPUs.",
    ),
]
Keep = Annotated[
    bool,
    typer.Option("--keep", help="Keep the figures in the project's history (`history show`)."),
]


Steady = Annotated[
    bool,
    typer.Option(
        "--steady",
        help="On a virtual device, time nothing on the host: the script's Python costs what its "
        "instructions do, a function of C its call. All times are the same on each run.",
    ),
]


# Paths are checked when the options are read: the work before the writing may take an hour.


def file_to_write(path: Path | None) -> Path | None:
    """Return an option's path. Raises RecordError if no file can be written there."""
    if path is not None:
        refuse_unwritable(path)
    return path


def _folder_to_write(path: Path | None) -> Path | None:
    if path is not None:
        refuse_unwritable(path, folder=True)
    return path


def _picture_to_write(path: Path | None) -> Path | None:
    from kernelscope.report.drawing import picture_form

    if path is not None:
        picture_form(path)
    return file_to_write(path)


JsonPath = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="PATH",
        callback=file_to_write,
        help="Write the whole record to this file, as JSON.",
    ),
]
PlotPath = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="PATH",
        callback=_picture_to_write,
        help="Draw the result into this file: .png, .svg or .pdf.",
    ),
]


def output_folder(help_text: str) -> Any:
    """Return the option `--output DIR` of a command that writes several files.

    Args:
        help_text: the files that it writes.
    """
    return typer.Option("--output", metavar="DIR", callback=_folder_to_write, help=help_text)


PageFolder = Annotated[
    Path | None, output_folder("Write the HTML page and its JSON into this folder.")
]

Annotate = Annotated[
    list[str] | None,
    typer.Option(
        "--annotate",
        metavar="FORMAT",
        help="Report problems to continuous integration, too: github (lines of its log, and its "
        "summary), gitlab=FILE (code quality), junit=FILE. Repeat it for several.",
    ),
]
FailOver = Annotated[
    str | None,
    typer.Option(
        "--fail-over",
        metavar="NAME=LIMIT,…",
        help="How much worse a figure may be, as a share or in its unit: time=3%,bytes=0; "
        "also sectors, registers=+8, spills, instructions, local, shared, barriers, conflicts, "
        "vector, occupancy, launches, error, findings, breaks, or a metric's own name.",
    ),
]


_ADDRESS = re.compile(r"auto|local|ray://\S+|[\w.\-]+:\d+|\[[\da-f:]+\]:\d+")
_SPREAD = ("tune", "compare", "history")


def with_ray_address(words: list[str]) -> list[str]:
    """Return a command line in which `--ray` has an address; "local" if the user gave none.

    typer knows no option whose value may be left out.
    """
    if "--ray" not in words or words[0] not in _SPREAD:
        return words
    at = words.index("--ray") + 1
    given = at < len(words) and _ADDRESS.fullmatch(words[at])
    return words if given or "--" in words[:at] else [*words[:at], "local", *words[at:]]


def keep_record(record: Record) -> None:
    """Keep a record in the project's history, and say where."""
    from kernelscope.jobs.history import keep

    kept = keep([(record, "kept when it was made")])
    typer.echo(f"kept at {kept.runs[0].commit.short} in {kept.path}")


def _limit(seconds: float | None) -> float | None:
    change_settings(limit_s=seconds)
    return seconds


def _fast(fast: bool) -> bool:
    change_settings(fast_time=fast)
    return fast


def _order(name: str | None) -> str | None:
    change_settings(schedule=schedule(name) if name else None)
    return name


Limit = Annotated[
    float | None,
    typer.Option(
        "--limit",
        metavar="SECONDS",
        min=0.0,
        callback=_limit,
        help="Stop a launch on the virtual GPU after this much processor time.",
    ),
]
Sample = Annotated[
    bool,
    typer.Option(
        "--sample",
        help="Leave out work that would take a CPU long, such as products of 16384 x 16384: it is "
        "timed and counted from some of its blocks, and to read its result is an error.",
    ),
]
Order = Annotated[
    str | None,
    typer.Option(
        "--schedule",
        metavar="NAME",
        callback=_order,
        help="The order of warps and blocks on the virtual GPU: turns (each runs until it waits), "
        "interleaved (a turn for each memory access), or random:SEED.",
    ),
]
FastTime = Annotated[
    bool,
    typer.Option(
        "--fast-time",
        callback=_fast,
        help="Estimate times from the counts alone, and do not simulate the machine code.",
    ),
]
Traceback = Annotated[
    bool,
    typer.Option(
        "--traceback",
        callback=_remember,
        is_eager=True,
        help="On an error, show Python's traceback instead of one line.",
    ),
]
