"""The later stages of a Triton kernel, made once more so that their lines say more than at first.

Triton's own switch `USE_IR_LOC=ttgir` names the lines of TTGIR in a whole compilation; here it
begins with the text of the stage, so that the lines are those of the text that is shown. Nothing of
it goes into Triton's cache, and no kernel is loaded.
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

_Result = TypeVar("_Result")


def made_again(
    stage: str, text: str, target: str, options: Mapping[str, str], last: str
) -> dict[str, str]:
    """The stages after `stage` up to `last`, whose lines are said to be of the file `stage`.

    Args:
        stage: "ttir" or "ttgir".
        text: of the stage, as Triton printed it.
        target: that it was compiled for: "sm_90a".
        options: of its compilation, as text.
        last: "ttgir" or "ptx".

    Returns:
        Stage → its text; under `stage` itself its text as Triton printed it this time, whose lines
        the others name.

    Raises UnavailableError where Triton is not there, or refuses.
    """
    return _or_refused(lambda: dict(_made(stage, text, target, options, last)))


def ptx_again(llir: str, target: str, options: Mapping[str, str]) -> str:
    """The PTX of LLVM IR, in which an instruction without a line has none.

    LLVM marks a line only where it changes: what has none seems to be of the line before it.

    Raises UnavailableError where Triton is not there, or refuses.
    """
    return _or_refused(lambda: _ptx(_steps(target, options)[1], llir))


def _or_refused(make: Callable[[], _Result]) -> _Result:
    try:
        knobs: Any = import_module("triton.knobs")
        with knobs.compilation.scope():
            knobs.compilation.disable_line_info = False
            return make()
    except Exception as error:  # Triton's passes raise anything
        said = str(error).strip().partition("\n")[0] or type(error).__name__
        raise UnavailableError(f"Triton does not compile its text again: {said}") from error


def _steps(target: str, options: Mapping[str, str]) -> tuple[Any, dict[str, Any]]:
    """Triton's backend, and its step to each stage by the stage's name."""
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
    native.llvm.init_targets()  # as Triton does it in the step before
    if hasattr(native.nvidia, "set_short_ptr"):  # before 3.9
        native.nvidia.set_short_ptr()
    return steps["ptx"](_with_no_lines(llir), {})


_FUNCTION = re.compile(r"define .*!dbg !(\d+) \{")
_INSTRUCTION = re.compile(
    r"  (?:%\S+ = )?[a-z](?!\d+ -?\d+, label)|  \]$"
)  # not a case of a switch


def _with_no_lines(llir: str) -> str:
    """LLVM IR in which an instruction without a line is said to be of line 0, which is none."""
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
    """An option as Triton takes it, from its text in a record."""
    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return text
