"""The commands as tools over the Model Context Protocol, by the official SDK (`mcp`).

A tool runs its command in a process of its own: what a script prints must not mix with the
protocol, which has this process's standard output, and what it breaks is gone with it.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from kernelscope import __version__
from kernelscope._real_time import monotonic
from kernelscope.errors import UnavailableError, unknown
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.jobs.progress import LINES, Progress, heard, silent

_LEFT_OUT = frozenset(
    (
        *("stages", "launches", "launch", "operators", "counters", "spans", "code"),
        *("gpu", "environment", "roofs", "model_error"),
    )
)
_MOST_RECORD, _MOST_TEXT = 12_000, 20_000  # characters
# The longest list, and the longest text, of a record that is still too long.
_CUTS = ((30, 2000), (12, 600), (5, 200), (2, 100), (1, 40))
_WIDTH = "160"
_QUIET_S = 5.0
_BIT = 1e-3  # of a step
_INSTRUCTIONS = (
    "Kernelscope runs GPU kernels on a virtual GPU: no GPU is needed, every memory transaction "
    "is counted, and times are estimates for the named GPU. "
    f"{KNOWN_ERROR.text} `evaluate` decides if a kernel solves a problem, and how fast it is; "
    "`compare` holds all implementations of an operation against float64 and the hardware's "
    "limit; `check` finds races and bad accesses; `profile` says where time goes; `inspect` shows "
    "the compiler's decisions and their reasons; `diff` says what an edit changed; `tune` tries a "
    "Triton kernel's configurations; `decompile` writes a kernel as CUDA C. Records are short: "
    "with json=PATH the whole one is written there."
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
    problem: str,
    submission: str,
    case: str = "",
    device: str = "virtual",
    seconds: float = 120.0,
    json: str = "",
) -> Answer:
    """Decide if a submission solves a problem, and how many times as fast as the reference it is.

    Args:
        problem: an operation (such as softmax), or the path of a problem's file or folder.
        submission: the path of a Python file that defines what the problem asks for.
        case: other sizes, as in "n=4096,dtype=float16".
        device: virtual or virtual:NAME, with NAME such as h100 or a100.
        seconds: the time limit of the submission's process.
        json: a path for the whole record.
    """
    options = {"case": case, "device": device, "seconds": seconds, "json": json}
    return _run("evaluate", (problem, submission), options)


def compare(
    operation: str,
    case: str = "",
    only: str = "",
    quick: bool = True,
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Check all implementations of an operation against float64, time them, and say why.

    Args:
        operation: a built-in operation, FILE.py:NAME, or the path of an earlier record.
        case: other sizes or types, as in "n=4096,dtype=float16".
        only: only these implementations, as in "naive,triton".
        quick: check five nasty cases instead of all.
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    options = {"case": case, "only": only, "quick": quick, "device": device, "json": json}
    return _run("compare", (operation,), options)


def check(
    subject: str,
    args: list[str] | None = None,
    case: str = "",
    kernel: str = "",
    numerics: bool = False,
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Find races, bad barriers, uninitialised memory and bad accesses of kernels.

    Args:
        subject: an operation, OPERATION/IMPLEMENTATION, or the path of a Python script.
        args: arguments of the script.
        case: other sizes of an operation, as in "n=4096".
        kernel: check only this kernel.
        numerics: also find NaN from finite values, and results that rounding has spoilt.
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    options = {"case": case, "kernel": kernel, "numerics": numerics, "device": device, "json": json}
    return _run("check", (subject,), options, args)


def profile(
    subject: str,
    args: list[str] | None = None,
    case: str = "",
    counters: bool = False,
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Show where a program's time goes, on the host and on the device, and what would save it.

    Args:
        subject: an operation, or the path of a Python script.
        args: arguments of the script.
        case: other sizes of an operation, as in "n=4096".
        counters: show each kernel's counters instead.
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    options = {"case": case, "counters": counters, "device": device, "json": json}
    return _run("profile", (subject,), options, args)


def inspect(
    subject: str,
    args: list[str] | None = None,
    kernel: str = "",
    case: str = "",
    why: str = "all",
    stage: str = "",
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Show the compiler's decisions about a kernel, and why: widths, spills, layouts, tensor cores.

    Args:
        subject: OPERATION/IMPLEMENTATION, a PTX file, or the path of a Python script.
        args: arguments of the script.
        kernel: the kernel, if there are several.
        case: other sizes of an operation, as in "n=4096".
        why: vectorize, layout, shared, pipeline, barriers, tensor-cores, registers, numerics, all.
        stage: show this stage instead: source, ast, ttir, ttgir, llir, ptx, sass, generated.
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    shown = {"stage": stage} if stage else {"why": why}
    options = {"kernel": kernel, "case": case, **shown, "device": device, "json": json}
    return _run("inspect", (subject,), options, args)


def diff(
    before: str,
    after: str,
    kernel: str = "",
    case: str = "",
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Compare two kernels by their meaning: what changed, where, and what it costs.

    Args:
        before: a subject of `inspect`, gelu/triton@num_warps=4, or an earlier record.
        after: the same after the change.
        kernel: the kernel, if there are several.
        case: other sizes, as in "n=4096".
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    options = {"kernel": kernel, "case": case, "device": device, "json": json}
    return _run("diff", (before, after), options)


def tune(
    subject: str,
    args: list[str] | None = None,
    kernel: str = "",
    case: str = "",
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Try the configurations of Triton kernels, and name the fastest.

    Args:
        subject: an operation, OPERATION/IMPLEMENTATION, or the path of a Python script.
        args: arguments of the script.
        kernel: the kernel, if there are several; also one without an autotuner.
        case: other sizes, as in "n=4096".
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    options = {"kernel": kernel, "case": case, "device": device, "json": json}
    return _run("tune", (subject,), options, args)


def decompile(
    subject: str,
    args: list[str] | None = None,
    kernel: str = "",
    case: str = "",
    output: str = "",
    prove: bool = True,
    device: str = "virtual",
    json: str = "",
) -> Answer:
    """Write kernels as CUDA C, and prove that the text does the same.

    Args:
        subject: OPERATION/IMPLEMENTATION, a PTX file, or the path of a Python script.
        args: arguments of the script.
        kernel: the kernel, if there are several.
        case: other sizes, as in "n=4096".
        output: a path for the CUDA C.
        prove: run both on many inputs; without it the text is not known to be equal.
        device: virtual or virtual:NAME.
        json: a path for the whole record.
    """
    options = {"kernel": kernel, "case": case, "output": output, "no-prove": not prove}
    return _run("decompile", (subject,), {**options, "device": device, "json": json}, args)


TOOLS = (evaluate, compare, check, profile, inspect, diff, tune, decompile)

_progress: ContextVar[Progress] = ContextVar("_progress", default=silent)


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
    tools = [_tool(function) for function in TOOLS]
    server = sdk.MCPServer(
        "kernelscope", instructions=_INSTRUCTIONS, version=__version__, tools=tools
    )
    server.run("stdio")


def _tool(function: Callable[..., Answer]) -> Any:
    """Return a function as a tool of the SDK.

    Arguments that it does not have are refused, a usage error is an error of the call, and what the
    command says on its way are notices of progress.
    """
    base: Any = import_module("mcp.server.mcpserver.tools.base").Tool
    error: Any = import_module("mcp.server.mcpserver.exceptions").ToolError
    text: Any = import_module("mcp_types").TextContent
    from_thread: Any = import_module("anyio.from_thread")

    class Tool(base):
        async def run(self, arguments: Any, context: Any, convert_result: bool = False) -> Any:
            known = self.parameters["properties"]
            for name in arguments.keys() - known.keys():
                raise error(str(unknown(f"{self.name}: argument", name, known)))

            reached = 0.0

            def report(doing: str, done: int, total: int) -> None:
                nonlocal reached  # the protocol wants each notice to be further on
                reached = done if done > reached else reached + _BIT
                from_thread.run(context.report_progress, reached, total or None, doing)

            token = _progress.set(report)
            try:
                answer = await super().run(arguments, context, convert_result)
            finally:
                _progress.reset(token)
            if not convert_result:
                return answer
            data = answer.structured_content
            answer.content = [text(type="text", text=data["text"])]
            answer.is_error = data["exit_code"] == 2
            return answer

    made = Tool.from_function(function)
    made.parameters["additionalProperties"] = False
    return made


def _run(
    command: str,
    words: Sequence[str],
    options: Mapping[str, str | float | bool],
    args: Sequence[str] | None = None,
) -> Answer:
    """Run a command in a process of its own, and return what it said; "" leaves an option out."""
    line = [command, *words]
    for name, value in options.items():
        if value is True:
            line.append(f"--{name}")
        elif value is not False and value != "" and name != "json":
            line += [f"--{name}", str(value)]
    with tempfile.TemporaryDirectory(prefix="kernelscope-mcp-") as folder:
        path = Path(str(options["json"]) or Path(folder) / "record.json")
        line += ["--json", str(path), *(("--", *args) if args else ())]
        path.unlink(missing_ok=True)
        code, output, errors = _watched([sys.executable, "-m", "kernelscope", *line])
        whole = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    shown = output.replace(KNOWN_ERROR.text, "").strip() or errors.strip()
    return Answer(code, _cut_text(shown, _MOST_TEXT), shortened(whole))


def _watched(line: Sequence[str]) -> tuple[int, str, str]:
    """Run a process to its end; return its exit code, its output, and its errors.

    What it says of its progress goes where this call's progress goes; if it says nothing, the
    seconds that it has run.
    """
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output,
        subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.PIPE,
            env={**os.environ, LINES: "1", "COLUMNS": _WIDTH},
        ) as process,
    ):
        assert process.stderr is not None  # it is a pipe
        errors = [text for text in _lines(process.stderr, line[3]) if not heard(text, _report)]
        code = process.wait()
        output.seek(0)
        return code, output.read(), "".join(errors)


def _report(doing: str, done: int, total: int) -> None:
    _progress.get()(doing, done, total)


def _lines(pipe: IO[bytes], command: str) -> Iterator[str]:
    """Yield the lines of a pipe; until the first, report the seconds that have passed."""
    began, unfinished, said = monotonic(), b"", False
    while True:
        if not said and not select.select([pipe], [], [], _QUIET_S)[0]:
            seconds = round(monotonic() - began)
            _report(f"{command}: running for {seconds} s", 0, 0)
            continue
        data = os.read(pipe.fileno(), 1 << 16)
        said = said or bool(data)
        *whole, unfinished = (unfinished + data).split(b"\n")
        yield from (text.decode("utf-8", "replace") + "\n" for text in whole)
        if not data:
            yield unfinished.decode("utf-8", "replace")
            return


# ---- short records -------------------------------------------------------------------------------


def shortened(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of at most `_MOST_RECORD` characters: without its long parts, and with lists
    and texts cut as short as that takes.
    """
    short: dict[str, Any] = {}
    for items, letters in _CUTS:
        short = _cut(record, items, letters)
        if len(json.dumps(short)) <= _MOST_RECORD:
            break
    return short


def _cut(value: Any, items: int, letters: int) -> Any:
    match value:
        case dict():
            kept = {key: each for key, each in value.items() if key not in _LEFT_OUT}
            return {key: _cut(each, items, letters) for key, each in kept.items()}
        case list():
            more = [f"… {len(value) - items} more"] if len(value) > items else []
            return [*(_cut(each, items, letters) for each in value[:items]), *more]
        case str():
            return _cut_text(value, letters)
        case _:
            return value


def _cut_text(text: str, most: int) -> str:
    """Return a text, or its beginning and how much is left out."""
    left = len(text) - most
    return text if left <= 0 else f"{text[:most]} … {left:,} more characters"
