"""The one place that decides what a word, a path or an object means."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, get_args

from kernelscope.errors import UsageError, did_you_mean
from kernelscope.subjects.kinds import (
    CubinFile,
    CudaFile,
    CudaKernelSubject,
    ExampleSubject,
    JitFunction,
    LoadedKernel,
    LoadedModule,
    OperationSubject,
    OtherFile,
    PtxFile,
    PtxText,
    PythonFile,
    PythonModule,
    RecordFile,
    Subject,
)

_EXAMPLE = "example:"
_KIND_OF_ENDING = {
    ".py": PythonFile,
    ".ptx": PtxFile,
    ".cubin": CubinFile,
    ".cu": CudaFile,
    ".cuh": CudaFile,
    ".json": RecordFile,
}
# FILE.py:NAME, FILE.py:NAME/IMPL, FILE.py/IMPL
_IN_FILE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[^/]*))?(?:/(?P<implementation>[^/]+))?")


def parse_subject(thing: object, *, prefer_file: bool = False) -> Subject:
    """Return the subject that a word, a path or an object means; a subject means itself.

    Args:
        thing: a word as the user types it, a path, PTX as text (of several lines), or an object.
        prefer_file: take a word that is a name of ours and a file here for the file.

    Raises:
        UsageError: it means nothing; the message has the nearest name. Or the file is not there.
    """
    if isinstance(thing, get_args(Subject)):
        return thing  # pyright: ignore[reportReturnType]  (one of the union's classes)
    if isinstance(thing, os.PathLike):
        return _file(str(os.fspath(thing)))
    if not isinstance(thing, str):
        return _object(thing)
    if "\n" in thing:
        return PtxText(thing)
    if prefer_file and _is_file(thing):
        return _file(thing)
    return _word(thing)


def parse_program(thing: object, *, module: bool = False, prefer_file: bool = False) -> Subject:
    """Return the subject that a command which runs scripts was given.

    As Python itself, such a command runs a file of any name.

    Args:
        thing: as for `parse_subject`.
        module: it is a module's name, as after `python -m`.
        prefer_file: as for `parse_subject`.

    Raises:
        UsageError: as `parse_subject`.
    """
    if module:
        return PythonModule(str(thing))
    subject = parse_subject(thing, prefer_file=prefer_file)
    return PythonFile(subject.path) if isinstance(subject, OtherFile) else subject


def _word(word: str) -> Subject:
    if Path(word).suffix in _KIND_OF_ENDING:  # names of ours have no ending
        return _file(word)
    from kernelscope.operation.load import operation_names
    from kernelscope.profiling.examples import EXAMPLES, example

    if word.startswith(_EXAMPLE):
        name = word.removeprefix(_EXAMPLE)
        example(name)  # raises if there is none
        return ExampleSubject(name, word)
    if word in EXAMPLES:
        return ExampleSubject(word, word)
    operation, slash, implementation = word.partition("/")
    if operation in operation_names():
        return OperationSubject(operation, implementation if slash else None)
    named = _IN_FILE.fullmatch(word)
    if named is not None and named["file"] != word and not _is_file(word):
        file = _file(named["file"])
        return OperationSubject(named["name"] or "", named["implementation"], str(file))
    if word and Path(word).is_dir():
        return _file(word)  # raises
    names = [*operation_names(), *EXAMPLES]
    near = did_you_mean(operation, names)
    if not _is_file(word) and "." not in word and (near or not slash):
        raise UsageError(
            f"{word} is not an operation, an example or a file{near} "
            f"(operations: {', '.join(operation_names())}, or your own as FILE.py:NAME; "
            f"examples: {', '.join(EXAMPLES)})"
        )
    return _file(word)


def _file(path: str) -> Subject:
    """Return the subject that a path means. Raises UsageError if there is no such file."""
    path = os.path.expanduser(path)
    if Path(path).is_dir():
        raise UsageError(f"{path} is a folder: name a file in it")
    if not os.path.exists(path):
        raise UsageError(f"{path}: there is no such file (the current folder is {Path.cwd()})")
    return _KIND_OF_ENDING.get(Path(path).suffix, OtherFile)(path)


def _is_file(path: str) -> bool:
    """Return whether a path leads to a file, or to a pipe that can be read as one."""
    return os.path.exists(path) and not os.path.isdir(path)


def _object(thing: Any) -> Subject:
    from kernelscope.operation.model import Operation

    if isinstance(thing, Operation):
        return OperationSubject(thing)
    from kernelscope import vgpu
    from kernelscope.frontends.cuda.kernel import CudaKernel

    if isinstance(thing, vgpu.Module):
        return LoadedModule(thing)
    if isinstance(thing, vgpu.Kernel):
        return LoadedKernel(thing)
    if isinstance(thing, CudaKernel):
        return CudaKernelSubject(thing)
    if callable(thing):
        return JitFunction(thing)
    raise UsageError(
        f"{thing!r:.60} is not a subject: pass the name of an operation, a file's path, PTX as "
        "text, or a kernel"
    )
