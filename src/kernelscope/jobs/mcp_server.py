"""The commands as tools over the Model Context Protocol, by the official SDK (`mcp`).

A tool runs its command in a process of its own: what a script prints must not mix with the
protocol, which has this process's standard output, and what it breaks is gone with it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope import __version__
from kernelscope.errors import UnavailableError

_TOO_LONG = ("launches", "operators", "gpu", "environment", "spans", "counters")
_MOST_TEXT = 60_000
_INSTRUCTIONS = (
    "Kernelscope runs GPU kernels on a virtual GPU: no GPU is needed, every memory transaction "
    "is counted, and times are estimates for the named GPU. `evaluate` decides if a kernel "
    "solves a problem, and how fast it is; `check` finds races and bad accesses; `profile` says "
    "where time goes; `inspect` shows the compiler's decisions and their reasons."
)


@dataclass(frozen=True)
class Answer:
    """The answer of a command.

    Attributes:
        exit_code: 0: no problem; 1: refused, or there are findings; 2: a usage error.
        text: what the command shows in a terminal, or its one line of error.
        record: its record as plain data, without launches and other long parts.
    """

    exit_code: int
    text: str
    record: dict[str, Any]


def evaluate(
    problem: str, submission: str, case: str = "", device: str = "virtual", seconds: float = 120.0
) -> Answer:
    """Decide if a submission solves a problem, and how many times as fast as the reference it is.

    Args:
        problem: an operation (such as softmax), or the path of a problem's file or folder.
        submission: the path of a Python file that defines what the problem asks for.
        case: other sizes, as in "n=4096,dtype=float16".
        device: virtual or virtual:NAME, with NAME such as h100 or a100.
        seconds: the time limit of the submission's process.
    """
    return _run("evaluate", problem, submission, case=case, device=device, seconds=seconds)


def check(
    subject: str, case: str = "", kernel: str = "", numerics: bool = False, device: str = "virtual"
) -> Answer:
    """Find races, bad barriers, uninitialised memory and bad accesses of kernels.

    Args:
        subject: an operation, OPERATION/IMPLEMENTATION, or the path of a Python script.
        case: other sizes of an operation, as in "n=4096".
        kernel: check only this kernel.
        numerics: also find NaN from finite values, and results that rounding has spoilt.
        device: virtual or virtual:NAME.
    """
    return _run("check", subject, case=case, kernel=kernel, numerics=numerics, device=device)


def profile(subject: str, case: str = "", device: str = "virtual") -> Answer:
    """Show where a program's time goes, on the host and on the device, and what would save it.

    Args:
        subject: an operation, or the path of a Python script.
        case: other sizes of an operation, as in "n=4096".
        device: virtual or virtual:NAME.
    """
    return _run("profile", subject, case=case, device=device)


def inspect(subject: str, kernel: str = "", case: str = "", device: str = "virtual") -> Answer:
    """Show the compiler's decisions about a kernel, and why: widths, spills, layouts, tensor cores.

    Args:
        subject: OPERATION/IMPLEMENTATION, a PTX file, or the path of a Python script.
        kernel: the kernel, if there are several.
        case: other sizes of an operation, as in "n=4096".
        device: virtual or virtual:NAME.
    """
    return _run("inspect", subject, kernel=kernel, case=case, device=device, why="all")


TOOLS = (evaluate, check, profile, inspect)


def serve() -> None:
    """Serve the tools over standard input and output until the agent ends.

    Raises:
        UnavailableError: the SDK is not installed.
    """
    try:
        sdk: Any = import_module("mcp.server.mcpserver")
    except ImportError as error:
        raise UnavailableError(
            "the tools for agents need the SDK of the Model Context Protocol: pip install "
            "'kernelscope[mcp]'"
        ) from error
    server = sdk.MCPServer("kernelscope", instructions=_INSTRUCTIONS, version=__version__)
    for tool in TOOLS:
        server.tool()(tool)
    server.run("stdio")


def _run(command: str, *words: str, **options: str | float | bool) -> Answer:
    """Run a command in a process of its own, and return what it said; "" leaves an option out."""
    for name, value in options.items():
        if value is True:
            words += (f"--{name}",)
        elif value is not False and value != "":
            words += (f"--{name}", str(value))
    with tempfile.TemporaryDirectory(prefix="kernelscope-mcp-") as folder:
        path = Path(folder) / "record.json"
        ran = subprocess.run(
            [sys.executable, "-m", "kernelscope", command, *words, "--json", str(path)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        record: dict[str, Any] = {}
        if path.is_file():
            whole = json.loads(path.read_text(encoding="utf-8"))
            record = {key: value for key, value in whole.items() if key not in _TOO_LONG}
    text = ran.stdout.strip() or ran.stderr.strip()
    return Answer(ran.returncode, text[-_MOST_TEXT:], record)
