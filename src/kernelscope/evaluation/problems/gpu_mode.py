"""GPU MODE's tasks: a folder with `task.yml` and `reference.py`; `custom_kernel(data)` solves it.

As published (reference-kernels f83cb92): `generate_input(**test)` draws the data of each test and
benchmark of `task.yml`, `ref_kernel(data)` gives the answer, and `check_implementation(data,
output)` compares. A kernel may write into its data, as those that are given their output do. The
task's own comparison is not called, since it would hold the answer: its tolerances are, if it is
made by `make_match_reference`; other results must be within what their type allows.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from kernelscope.errors import UnavailableError, UsageError
from kernelscope.evaluation.problem import (
    Arguments,
    Entry,
    Problem,
    Tolerance,
    case_name,
    trials_of,
)
from kernelscope.operation.load import import_file

_TASK, _REFERENCE = "task.yml", "reference.py"


def is_problem(path: Path) -> bool:
    """Return whether a folder is a task of GPU MODE."""
    return path.is_dir() and (path / _TASK).is_file()


def of_folder(path: Path) -> Problem:
    """Return the problem of a task's folder.

    Raises:
        UsageError: `task.yml` or `reference.py` is malformed.
        UnavailableError: there is no reader of YAML.
    """
    task = _task(path / _TASK)
    files = _files(path, task)
    module = _reference(path, files)
    tolerance = _tolerance(module)
    tests = list(task.get("tests") or [])
    timed = list(task.get("benchmarks") or [])[:1]
    if not tests and not timed:
        raise UsageError(f"{path / _TASK}: it has neither tests nor benchmarks")
    left = len(task.get("benchmarks") or []) - len(timed)
    return Problem(
        path.resolve().name,
        "gpu-mode",
        trials_of(
            (
                case_name({name: value for name, value in case.items() if name != "seed"}),
                partial(_drawn, module, case),
                tolerance,
            )
            for case in (*tests, *timed)
        ),
        reference=lambda _: module.ref_kernel,
        entry=Entry(("custom_kernel",), file="submission.py"),
        writable=None,
        files=tuple(files.items()),
        note=f"{left} larger benchmarks are not run" if left > 0 else "",
    )


def _task(path: Path) -> dict[str, Any]:
    try:
        yaml = import_module("yaml")
    except ImportError as error:
        raise UnavailableError(
            f"{path}: reading it needs PyYAML: pip install 'kernelscope[evaluate]'"
        ) from error
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise UsageError(f"{path}: not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(data, dict):
        raise UsageError(f"{path}: not a task")
    return data


def _files(path: Path, task: dict[str, Any]) -> dict[str, str]:
    """Return the files that a submission may import: what the task lists, but for the judge's."""
    texts: dict[str, str] = {}
    for listed in task.get("files") or []:
        name, source = str(listed.get("name", "")), str(listed.get("source", ""))
        if name not in ("submission.py", "reference.py", "eval.py") and "@" not in source:
            file = path / source
            if file.is_file() and file.suffix == ".py":
                texts[name] = file.read_text(encoding="utf-8")
    return texts


def _reference(path: Path, files: dict[str, str]) -> Any:
    """Return the task's `reference.py`, with the modules that the task lists importable."""
    listed = {name.removesuffix(".py") for name in files}
    kept = {name: sys.modules.pop(name) for name in listed if name in sys.modules}
    before = list(sys.path)
    try:
        # `utils.py` is in the folder above for most tasks.
        sys.path[:0] = [str(path.resolve()), str(path.resolve().parent)]
        return import_file(path / _REFERENCE)
    finally:
        sys.path[:] = before
        for name in listed:
            sys.modules.pop(name, None)
        sys.modules.update(kept)


def _tolerance(module: Any) -> Tolerance | None:
    """Return the tolerances that the task gave `make_match_reference`."""
    check = getattr(module, "check_implementation", None)
    names: Sequence[str] = getattr(getattr(check, "__code__", None), "co_freevars", ())
    cells: Sequence[Any] = getattr(check, "__closure__", None) or ()
    pairs = zip(names, cells, strict=False)
    given = next((cell.cell_contents for name, cell in pairs if name == "kwargs"), None)
    if not isinstance(given, dict):
        return None
    defaults = {"rtol": 1e-5, "atol": 1e-8}
    chosen = {key: float(given.get(key, value)) for key, value in defaults.items()}
    # The task compares with its reference in the data's own type; float64 needs a little more.
    return Tolerance(chosen["atol"], chosen["rtol"])


def _drawn(module: Any, case: dict[str, Any], seed: int) -> Arguments:
    return (module.generate_input(**{**case, "seed": seed}),)
