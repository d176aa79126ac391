"""The later stages of a Triton kernel, made once more so that they name lines of an earlier one.

Triton's own switch for it, `USE_IR_LOC=ttgir`, does this in a whole compilation; here it begins
with the text of the stage, so that the lines are those of the text that is shown. Nothing of it
goes into Triton's cache, and no kernel is loaded.
"""

from __future__ import annotations

import tempfile
from ast import literal_eval
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope.errors import UnavailableError


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
    try:
        return dict(_made(stage, text, int(target.strip("sm_af")), options, last))
    except Exception as error:  # Triton's passes raise anything
        said = str(error).strip().partition("\n")[0] or type(error).__name__
        raise UnavailableError(f"Triton does not compile its text again: {said}") from error


def _made(
    stage: str, text: str, capability: int, options: Mapping[str, str], last: str
) -> Iterator[tuple[str, str]]:
    compiler: Any = import_module("triton.compiler.compiler")
    backends: Any = import_module("triton.backends.compiler")
    ir: Any = import_module("triton._C.libtriton").ir
    backend = compiler.make_backend(backends.GPUTarget("cuda", capability, 32))
    given = backend.parse_options({name: _value(value) for name, value in options.items()})
    steps: dict[str, Any] = {}
    backend.add_stages(steps, given, backends.Language.TRITON)
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
        names = [*steps]
        metadata: dict[str, Any] = {}
        for name in names[names.index(stage) + 1 : names.index(last) + 1]:
            module = steps[name](module, metadata)
            yield name, str(module).replace(f"{folder}/", "").replace(folder, "")


def _value(text: str) -> object:
    """An option as Triton takes it, from its text in a record."""
    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return text
