"""The arguments and options that commands share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kernelscope._files import refuse_unwritable
from kernelscope.cli.command import Option, argument, flag, option, remember
from kernelscope.vgpu.runtime.settings import change_settings
from kernelscope.vgpu.schedule import schedule

if TYPE_CHECKING:
    from kernelscope.record import Record

ARGUMENTS = argument(
    "arguments",
    "ARGS…",
    "Arguments for the script; put `--` first if they clash with ours.",
    None,
    kind=list[str],
)
ALL_ARGUMENTS = argument(
    "arguments", "ARGS…", "Arguments for the script: everything after it.", None, kind=list[str]
)
MODULE = flag("-m", words="Run a module by its name, as `python -m` does.", name="module")
KERNEL = option("--kernel", "NAME", "Only this kernel, if there are several.", "")
CASE = option("--case", "AXIS=VALUE,…", "Other sizes or types: n=16384,dtype=float16.", "")
ONLY = option("--only", "NAME,…", "Only these implementations.")
DEVICE_HELP = (
    "auto, cuda, virtual, or virtual:NAME with a NAME of `kernelscope gpus`. auto is cuda "
    "if there is a GPU, else virtual. virtual is virtual:h200."
)
DEVICE = option("--device", "DEVICE", DEVICE_HELP, "auto")
VIRTUAL_DEVICE = option("--device", "DEVICE", DEVICE_HELP, "virtual")
RAY = option(
    "--ray",
    "[ADDRESS]",
    "Share the work among the workers of a Ray cluster: auto, HOST:PORT or ray://…; without an "
    "address, share it among this machine's processors or GPUs.",
)
KEEP = flag("--keep", words="Keep the figures in the project's history (`history show`).")
STEADY = flag(
    "--steady",
    words="On a virtual device, compute the host's time from the Python instructions executed "
    "instead of measuring it; a C function costs only its call. All times are the same on every "
    "run.",
)
SAMPLE = flag(
    "--sample",
    words="Skip work that takes a CPU too long, such as products of 16384 x 16384. Its times and "
    "counts are estimated from some of its blocks, and reading its result is an error.",
)
ANNOTATE = option(
    "--annotate",
    "FORMAT",
    "Also report problems to continuous integration: github (log lines and the job's summary), "
    "gitlab=FILE (code quality), junit=FILE, sarif=FILE (code scanning). May be repeated.",
    kind=list[str],
)
FAIL_OVER = option(
    "--fail-over",
    "NAME=LIMIT,…",
    "Fail if a figure is worse by more than its limit, a share or an amount in its unit: "
    "time=3%,bytes=0; also sectors, registers=+8, spills, instructions, local, shared, barriers, "
    "conflicts, vector, occupancy, launches, error, findings, breaks, or a metric's own name.",
)


# Paths are checked when the options are read: the work before the writing may take an hour.


def _file_to_write(path: Path | None) -> Path | None:
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
    return _file_to_write(path)


def file_option(flag: str, metavar: str, words: str, *, name: str = "") -> Option:
    """Return an option that names a file to write."""
    return option(flag, metavar, words, kind=Path, name=name, callback=_file_to_write)


def folder_option(words: str) -> Option:
    """Return the option `--output DIR` of a command that writes several files."""
    return option("--output", "DIR", words, kind=Path, callback=_folder_to_write)


JSON = file_option(
    "--json", "PATH", "Write the whole record to this file, as JSON.", name="json_path"
)
MARKDOWN = flag(
    "--markdown",
    words="Print Markdown, to paste into an issue or a pull request.",
    acts=True,
    callback=remember("markdown"),
)
PLOT = option(
    "--plot",
    "PATH",
    "Draw the result into this file: .png, .svg or .pdf.",
    kind=Path,
    callback=_picture_to_write,
)
PAGE = folder_option("Write the HTML page and its JSON into this folder.")


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


# Settings of the virtual GPU, which act when they are read.


def _limit(seconds: float | None) -> float | None:
    change_settings(limit_s=seconds)
    return seconds


def _fast(fast: bool) -> bool:
    change_settings(fast_time=fast)
    return fast


def _order(name: str | None) -> str | None:
    change_settings(schedule=schedule(name) if name else None)
    return name


LIMIT = option(
    "--limit",
    "SECONDS",
    "Stop a launch on the virtual GPU after this much processor time.",
    kind=float,
    acts=True,
    min=0.0,
    callback=_limit,
)
SCHEDULE = option(
    "--schedule",
    "NAME",
    "The order of warps and blocks on the virtual GPU: turns (each runs until it waits), "
    "interleaved (a turn for each memory access), or random:SEED.",
    acts=True,
    callback=_order,
)
FAST_TIME = flag(
    "--fast-time",
    words="Estimate times from the counts only, and do not simulate the machine code.",
    acts=True,
    callback=_fast,
)
