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
from inspect import Parameter, Signature
from pathlib import Path
from typing import IO, Any

from kernelscope import __version__
from kernelscope._files import refuse_unwritable, write_whole
from kernelscope._real_time import monotonic
from kernelscope.errors import RecordError, UnavailableError, unknown
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


@dataclass(frozen=True)
class Argument:
    """An argument of a tool: a word of the command if it has no default, else an option.

    Attributes:
        words: what the agent reads of it.
        option: of the command, if its name is another one (`continue` is a word of Python's).
        negates: the flag is `--no-NAME`, given if the value is False.
    """

    name: str
    words: str
    default: Any = Parameter.empty
    type: Any = str
    option: str = ""
    negates: bool = False

    @property
    def parameter(self) -> Parameter:
        """The parameter that the SDK makes the schema from."""
        how = Parameter.KEYWORD_ONLY
        return Parameter(self.name, how, default=self.default, annotation=self.type)

    def on_command_line(self, value: Any) -> list[str]:
        """Return its words on a command line; "" leaves an option out."""
        if self.default is Parameter.empty:
            return [value]
        name = self.option or self.name
        if self.type is bool:
            name = f"no-{name}" if self.negates else name
            return [f"--{name}"] if value is not self.negates else []
        return [] if value == "" else [f"--{name}", str(value)]


_ARGS = Argument("args", "arguments of the script.", None, list[str] | None)
_JSON = Argument("json", "a path for the whole record.", "")
_ARGUMENTS = {
    "problem": Argument(
        "problem", "an operation (such as softmax), or a problem's file or folder."
    ),
    "submission": Argument("submission", "a Python file that defines what the problem asks for."),
    "operation": Argument(
        "operation", "a built-in one, FILE.py:NAME, or an earlier record's path."
    ),
    "program": Argument("subject", "an operation, OPERATION/IMPLEMENTATION, or a Python script."),
    "code": Argument("subject", "OPERATION/IMPLEMENTATION, a PTX file, or a Python script."),
    "before": Argument("before", "as `inspect`'s, gelu/triton@num_warps=4, or an earlier record."),
    "after": Argument("after", "the same after the change."),
    "args": _ARGS,
    "case": Argument("case", 'an operation\'s sizes or types, as in "n=4096,dtype=float16".', ""),
    "kernel": Argument("kernel", "only this kernel, if there are several.", ""),
    "only": Argument("only", 'only these implementations, as in "naive,triton".', ""),
    "quick": Argument("quick", "check only five edge cases.", True, bool),
    "numerics": Argument(
        "numerics", "also find NaN, and results that rounding has made wrong.", False, bool
    ),
    "keep_going": Argument(
        "keep_going", "skip faulty accesses, and continue.", False, bool, "continue"
    ),
    "counters": Argument("counters", "show each kernel's counters instead.", False, bool),
    "seconds": Argument("seconds", "the time limit of the submission's process.", 120.0, float),
    "why": Argument(
        "why",
        "vectorize, layout, shared, pipeline, barriers, tensor-cores, registers, numerics, all.",
        "all",
    ),
    "stage": Argument(
        "stage", "show this instead: source, ast, ttir, ttgir, llir, ptx, sass, generated.", ""
    ),
    "output": Argument("output", "a path for the CUDA C.", ""),
    "prove": Argument(
        "prove", "run both on many inputs; else equality is not known.", True, bool, negates=True
    ),
    "device": Argument("device", "virtual or virtual:NAME, such as virtual:a100.", "virtual"),
    "json": _JSON,
}


@dataclass(frozen=True)
class Tool:
    """A command as a tool; `words` are its arguments, to which come a device and a path."""

    name: str
    summary: str
    words: str

    @property
    def function(self) -> Callable[..., Answer]:
        """A function whose signature and docstring tell the SDK of the arguments."""
        arguments = [_ARGUMENTS[word] for word in (*self.words.split(), "device", "json")]

        def run(*, args: Sequence[str] | None = None, **given: Any) -> Answer:
            if given.get("stage"):  # the stage itself, and no reasons
                given["why"] = ""
            others = [each for each in arguments if each not in (_ARGS, _JSON)]
            words = [word for each in others for word in each.on_command_line(given[each.name])]
            return _run([self.name, *words], given["json"], args or ())

        listed = "\n".join(f"    {each.name}: {each.words}" for each in arguments)
        run.__name__, run.__doc__ = self.name, f"{self.summary}\n\nArgs:\n{listed}\n"
        parameters = [each.parameter for each in arguments]
        vars(run)["__signature__"] = Signature(parameters, return_annotation=Answer)
        return run


TOOLS = (
    Tool(
        "evaluate",
        "Decide if a submission solves a problem, and how many times as fast as the reference.",
        "problem submission case seconds",
    ),
    Tool(
        "compare",
        "Check all implementations of an operation against float64, time them, and say why.",
        "operation case only quick",
    ),
    Tool(
        "check",
        "Find races, bad barriers, uninitialised memory and bad accesses of kernels.",
        "program args case kernel numerics keep_going",
    ),
    Tool(
        "profile",
        "Show where a program's time goes, on the host and on the device, and what would save it.",
        "program args case counters",
    ),
    Tool(
        "inspect",
        "Show a compiler's decisions on a kernel, and why: widths, spills, layouts, tensor cores.",
        "code args kernel case why stage",
    ),
    Tool(
        "diff",
        "Compare two kernels by their meaning: what changed, where, and what it costs.",
        "before after kernel case",
    ),
    Tool(
        "tune",
        "Try the configurations of Triton kernels (a named one needs no autotuner): the fastest.",
        "program args kernel case",
    ),
    Tool(
        "decompile",
        "Write kernels as CUDA C, and prove that the text does the same.",
        "code args kernel case output prove",
    ),
)

_progress: ContextVar[Progress] = ContextVar("_progress", default=silent)


def serve() -> None:
    """Serve the tools over standard input and output until the agent ends. Raises UnavailableError
    if the SDK is not installed.
    """
    try:
        sdk: Any = import_module("mcp.server.mcpserver")
    except ImportError as error:
        raise UnavailableError(
            "the tools for agents need the SDK of the Model Context Protocol: pip install "
            "'kernelscope[mcp]'"
        ) from error
    tools = [_tool(tool.function) for tool in TOOLS]
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


def _run(line: Sequence[str], json_path: str, args: Sequence[str]) -> Answer:
    """Run a command in a process of its own, and return what it said.

    json_path: a file for the whole record; "" for none. Without a record an earlier file stays.
    """
    try:
        if json_path:
            refuse_unwritable(json_path)
    except RecordError as error:
        return Answer(2, str(error), {})
    with tempfile.TemporaryDirectory(prefix="kernelscope-mcp-") as folder:
        path = Path(folder) / "record.json"
        line = [*line, "--json", str(path), *(("--", *args) if args else ())]
        code, output, errors = _watched([sys.executable, "-m", "kernelscope", *line])
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    whole = json.loads(text) if text else {}
    if text and json_path:
        write_whole(json_path, text)
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
