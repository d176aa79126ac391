"""The later stages of a Triton kernel, compiled again with more precise line marks.

Triton's switch `USE_IR_LOC=ttgir` marks the lines of TTGIR in a whole compilation. Here the
compilation begins with a stage's text, so that the marks fit the text that is shown. Nothing goes
into Triton's cache, and no kernel is loaded.
"""

from __future__ import annotations

import re
import tempfile
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from kernelscope.errors import UnavailableError
from kernelscope.frontends.triton.stray import Written, kept_stderr

_Result = TypeVar("_Result")


def made_again(
    stage: str, text: str, target: str, options: Mapping[str, str], last: str
) -> dict[str, str]:
    """Return the stages after `stage` ("ttir" or "ttgir") up to `last` ("ttgir" or "ptx"), by name.

    Their line marks name the file `stage`, and refer to the text under that name: `text` as Triton
    prints it this time. Raises UnavailableError if Triton is not installed or refuses.
    """
    return _or_refused(lambda: dict(_made(stage, text, target, options, last)))


def ptx_again(llir: str, target: str, options: Mapping[str, str]) -> str:
    """Return the PTX of LLVM IR in which an instruction without a line gets no line mark.

    LLVM marks a line only when it changes: an instruction without a line would seem to belong to
    the line before it.

    Raises UnavailableError if Triton is not installed or refuses.
    """
    return _or_refused(lambda: _ptx(_steps(target, options)[1], llir))


def _or_refused(make: Callable[[], _Result]) -> _Result:
    written = Written()
    try:
        knobs: Any = import_module("triton.knobs")
        with knobs.compilation.scope():
            knobs.compilation.disable_line_info = False
            # What it says of this text, it has said of the program's.
            with kept_stderr() as written:
                return make()
    except Exception as error:  # Triton's passes raise anything
        first = str(error).strip().partition("\n")[0] or type(error).__name__
        reason = written.first_error or first
        raise UnavailableError(f"Triton does not compile its text again: {reason}") from error


def _steps(target: str, options: Mapping[str, str]) -> tuple[Any, dict[str, Any]]:
    """Return Triton's backend, and its step to each stage by the stage's name."""
    compiler: Any = import_module("triton.compiler.compiler")
    backends: Any = import_module("triton.backends.compiler")
    capability = int(target.strip("sm_af"))
    backend = compiler.make_backend(backends.GPUTarget("cuda", capability, 32))
    given = backend.parse_options({name: _value(text) for name, text in options.items()})
    steps: dict[str, Any] = {}
    backend.add_stages(steps, given, backends.Language.TRITON)
    return backend, steps


def _made(
    stage: str, text: str, target: str, options: Mapping[str, str], last: str
) -> Iterator[tuple[str, str]]:
    ir: Any = import_module("triton._C.libtriton").ir
    backend, steps = _steps(target, options)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        file = Path(folder) / stage
        file.write_text(text, encoding="utf-8")
        module = ir.parse_mlir_module(str(file), context)
        module.context = context
        module.create_location_snapshot(str(file))
        yield stage, file.read_text(encoding="utf-8")
        if last == "ttgir":
            made = {last: steps[last](module, {})}
        else:
            llir = steps["llir"](module, {})
            made = {"llir": llir, "ptx": _ptx(steps, llir)}
        for name, result in made.items():
            yield name, str(result).replace(f"{folder}/", "").replace(folder, "")


def _ptx(steps: Mapping[str, Any], llir: str) -> str:
    native: Any = import_module("triton._C.libtriton")
    native.llvm.init_targets()  # as Triton does in the step before
    if hasattr(native.nvidia, "set_short_ptr"):  # before 3.9
        native.nvidia.set_short_ptr()
    return steps["ptx"](_with_no_lines(llir), {})


_FUNCTION = re.compile(r"define .*!dbg !(\d+) \{")
_INSTRUCTION = re.compile(
    r"  (?:%\S+ = )?[a-z](?!\d+ -?\d+, label)|  \]$"
)  # not a case of a switch


def _with_no_lines(llir: str) -> str:
    """Return LLVM IR in which instructions without a line are marked as line 0, "no line"."""
    # Example: `s += tl.sum(tl.load(…))` in a loop. LLVM moves the reduction's addresses before the
    # loop and drops their lines: `%14 = and i32 %8, 3`. In the PTX they follow
    #
    #     .loc 1 7 25
    #     mad.wide.u32 %rd1, %r7, 4, %rd2;
    #     and.b32      %r8, %r3, 3;
    #
    # and seem to belong to line 7, `for i in range(…)`. With line 0 added, a `.loc 1 0 0` comes
    # between the two, and the line of the `and` is unknown, as it should be.
    last = max(map(int, re.findall(r"^!(\d+) = ", llir, re.M)), default=0)
    nowhere: list[str] = []
    mark = ""
    lines: list[str] = []
    for line in llir.splitlines():
        if function := _FUNCTION.match(line):
            number = last + 1 + len(nowhere)
            nowhere.append(f"!{number} = !DILocation(line: 0, scope: !{function.group(1)})")
            mark = f", !dbg !{number}"
        elif line.startswith("}"):
            mark = ""
        elif mark and "!dbg " not in line and _INSTRUCTION.match(line) and not line.endswith("["):
            line += mark
        lines.append(line)
    return "\n".join([*lines, *nowhere]) + "\n"


def _value(text: str) -> object:
    """Return an option as Triton takes it, from its text in a record."""
    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return text
