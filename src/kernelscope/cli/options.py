"""The options that commands share, and what they say to the shell."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer


@dataclass(slots=True)
class Shell:
    """What `main` must know of a command's options after the command has failed."""

    traceback: bool = False


def _remember(context: typer.Context, value: bool) -> bool:
    if isinstance(context.obj, Shell):
        context.obj.traceback = value
    return value


OperationName = Annotated[
    str,
    typer.Argument(metavar="OP|FILE.py[:NAME]", help="An operation of ours, or your own file."),
]
Arguments = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ARGS…", help="The script's own; put `--` before them if names collide."
    ),
]
Kernel = Annotated[
    str, typer.Option("--kernel", metavar="NAME", help="Of several kernels, this one.")
]
Case = Annotated[
    str,
    typer.Option("--case", metavar="AXIS=VALUE,…", help="Another case: n=16384,dtype=float16."),
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="NAME,…", help="These implementations alone."),
]
Device = Annotated[
    str,
    typer.Option(
        "--device",
        metavar="DEVICE",
        help="auto, cuda, virtual, or virtual:a100|h100|h200|rtx3090|rtx4090|b200. "
        "auto is cuda if there is one, else virtual (= virtual:h200).",
    ),
]
JsonPath = Annotated[
    Path | None,
    typer.Option("--json", metavar="PATH", help="Write the whole record here as JSON."),
]
PlotPath = Annotated[
    Path | None,
    typer.Option("--plot", metavar="PATH", help="Draw it here: .png, .svg or .pdf."),
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
