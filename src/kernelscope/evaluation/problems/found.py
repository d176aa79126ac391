"""Recognises the format of a problem, and reads it."""

from __future__ import annotations

import json
from pathlib import Path

from kernelscope.errors import KernelscopeError, UsageError, in_a_line
from kernelscope.evaluation.problem import Problem
from kernelscope.evaluation.problems import (
    backendbench,
    definitions,
    gpu_mode,
    kernelbench,
    own,
    robust_kbench,
)
from kernelscope.operation import Operation, load_operation, load_operation_file, operation_names
from kernelscope.operation.load import import_file

_FORMATS = (
    "an operation; a Python file with inputs and reference, with a kernelscope.Operation, or with "
    "KernelBench's Model; a task's folder of GPU MODE or robust-kbench; a definition of "
    "FlashInfer-Bench or SOL-ExecBench; a trace of BackendBench"
)


def read_problem(word: str, submission: Path, case: str = "") -> Problem:
    """Return the problem that a word names.

    `word`: a path, or the name of an operation. `submission`: what is to solve it. `case`: other
    values of the sizes, where the format has any.

    Raises:
        UsageError: there is no such problem, or it is malformed.
    """
    try:
        return _read(word, submission, case)
    except KernelscopeError:
        raise
    except Exception as error:
        raise UsageError(f"{word}: the problem fails: {in_a_line(error)}") from error


def _read(word: str, submission: Path, case: str) -> Problem:
    if word in operation_names():
        return own.of_operation(load_operation(word), case)
    path, name = _split(word)
    if not path.exists():
        raise UsageError(
            f"{word}: there is no such problem; a problem is {_FORMATS}, and the operations are "
            f"{', '.join(operation_names())}"
        )
    if path.suffix == ".py" and path.is_file():
        return _of_python(path, name, case)
    problem = _of_data(path, name, submission)
    if case:
        raise UsageError(f"{word}: --case is for operations and files with cases of their own")
    return problem


def _split(word: str) -> tuple[Path, str]:
    """Return the path and the name behind it: `FILE.txt:aten.add.Tensor`."""
    if Path(word).exists():
        return Path(word), ""
    path, _, name = word.rpartition(":")
    return (Path(path), name) if path and Path(path).exists() else (Path(word), "")


def _of_python(path: Path, name: str, case: str) -> Problem:
    module = import_file(path)
    if kernelbench.is_problem(module):
        return kernelbench.of_module(path, module)
    if any(isinstance(value, Operation) for value in vars(module).values()):
        return own.of_operation(load_operation_file(str(path), name), case)
    if hasattr(module, "inputs") and hasattr(module, "reference"):
        return own.of_module(path, module, case)
    raise UsageError(f"{path}: not a problem; a problem is {_FORMATS}")


def _of_data(path: Path, name: str, submission: Path) -> Problem:
    if path.is_dir():
        for definition in (path / "definition.json", path / "definition" / "definition.json"):
            if definition.is_file():
                return _of_data(definition, name, submission)
        if gpu_mode.is_problem(path):
            return gpu_mode.of_folder(path)
        if robust_kbench.is_problem(path):
            return robust_kbench.of_folder(path)
        raise UsageError(f"{path}: not a problem; a problem is {_FORMATS}")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from error
    if path.suffix == ".json":
        try:
            data = json.loads(text)
        except ValueError as error:
            raise UsageError(f"{path}: not JSON: {error}") from error
        if definitions.is_definition(data):
            return definitions.of_definition(path, data, submission)
    if backendbench.is_trace(text):
        return backendbench.of_trace(path, text, name)
    raise UsageError(f"{path}: not a problem; a problem is {_FORMATS}")
