"""Subjects: what the user named, parsed once, before any command does its work.

`parse_subject` turns a word of the command line, a path, PTX text or an object of Python into a
subject, of a class for each kind. A command says by a `match` which kinds it accepts, and raises
`refused(…)` for the others. Nothing else looks at the ending of a file's name.

`str(subject)` is the name that records and messages give it, as the user typed it. `title` says
what it is, `instead` what to do if a command does not take it; `{}` there is the name.

Parsing imports neither torch nor triton, and reads no file but the first bytes of one without a
known ending.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args

from kernelscope.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from kernelscope import vgpu
    from kernelscope.frontends.cuda.kernel import CudaKernel
    from kernelscope.operation.model import Operation

_T = TypeVar("_T")
_OPEN = "open it with `kernelscope inspect {0}`"
_PROGRAM = "run it with `kernelscope run {0}`, compare two with `kernelscope diff`"
_OPEN_OBJECT = "open it with kernelscope.inspect or kernelscope.decompile"


# ---- the kinds -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OperationSubject:
    """An operation: `gelu`, `gelu/triton`, `FILE.py:NAME`, `FILE.py:NAME/IMPL`, an `Operation`.

    Attributes:
        operation: the operation, or its name; "" for the only operation of a file.
        implementation: the implementation that was named; None for all.
        file: the user's Python file that defines the operation; "" for one of ours.
    """

    operation: str | Operation
    implementation: str | None = None
    file: str = ""

    def __str__(self) -> str:
        name = self.operation if isinstance(self.operation, str) else self.operation.name
        operation = f"{self.file}:{name}" if self.file and name else self.file or name
        return operation if self.implementation is None else f"{operation}/{self.implementation}"

    @property
    def title(self) -> str:
        """The kind of subject, in the words of messages."""
        return "an operation" if self.implementation is None else "one implementation"

    @property
    def instead(self) -> str:
        """The advice of messages: the command to use for it."""
        if self.implementation is None:
            return "compare its implementations with `kernelscope compare {}`"
        whole = OperationSubject(self.operation, None, self.file)
        return f"compare it with `kernelscope compare {whole} --only {self.implementation}`"


@dataclass(frozen=True, slots=True)
class ExampleSubject:
    """One of our small programs to profile; `word` as the user typed it: `example:cdist`."""

    name: str
    word: str
    title: ClassVar[str] = "an example"
    instead: ClassVar[str] = "profile it with `kernelscope profile {}`"

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class PythonModule:
    """A module to run, named after `-m`."""

    name: str
    title: ClassVar[str] = "a Python module"
    instead: ClassVar[str] = "run it with `kernelscope run -m {}`"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class _File:
    """A file; `path` as the user typed it."""

    path: str

    def __str__(self) -> str:
        return self.path


class PythonFile(_File):
    """A Python file: a script, or one that defines operations."""

    title = "a Python file"
    instead = "run it with `kernelscope run {}`"


class PtxFile(_File):
    """A file of PTX."""

    title = "a PTX file"
    instead = f"{_OPEN}, or launch it in a script with kernelscope.vgpu.load_ptx"


class CubinFile(_File):
    """A file of machine code."""

    title = "a cubin (machine code)"
    instead = f"{_OPEN}, or give the PTX that it was assembled from"


class CudaFile(_File):
    """A file of CUDA C++."""

    title = "a CUDA C++ file"
    instead = f"{_OPEN}, {_PROGRAM}, or launch it in a script with kernelscope.cuda_kernel"


class RecordFile(_File):
    """A record that a command saved as JSON."""

    title = "a JSON file"
    instead = "draw a saved record again with `kernelscope report {}`"


class Executable(_File):
    """A program that the machine runs: a binary, a shell script, a command on PATH."""

    title = "a program"
    instead = f"{_OPEN}, or {_PROGRAM}"


class OtherFile(_File):
    """A file whose name has none of the endings that are known."""

    title = "a file that ends in none of .py, .ptx, .cubin and .cu"
    instead = "rename it if it holds one of these"


_ELF, _MACHINE_OF_GPU = b"\x7fELF", (190).to_bytes(2, "little")


@dataclass(frozen=True)
class _Object(Generic[_T]):
    """An object of Python."""

    thing: _T
    instead: ClassVar[str] = _OPEN_OBJECT

    def __str__(self) -> str:
        return type(self.thing).__name__


class PtxText(_Object[str]):
    """PTX as text."""

    title = "text of several lines, taken as PTX"

    def __str__(self) -> str:
        return "PTX"


class LoadedModule(_Object["vgpu.Module"]):
    """A module that `kernelscope.vgpu.load_ptx` returned."""

    title = "a loaded PTX module"


class LoadedKernel(_Object["vgpu.Kernel"]):
    """A kernel of a loaded module."""

    title = "a loaded PTX kernel"


class CudaKernelSubject(_Object["CudaKernel"]):
    """A kernel that `kernelscope.cuda_kernel` returned."""

    title = "a CUDA C++ kernel"


class JitFunction(_Object[Any]):
    """A function that Triton or Numba compiles when it is launched; any other function, too."""

    title = "a Python function"
    instead = "launch it in a script, or open it with kernelscope.inspect"


Script = PythonFile | PythonModule
Program = Script | CudaFile | Executable
"""What can be run, with arguments."""

Openable = (
    OperationSubject
    | PythonFile
    | PtxFile
    | PtxText
    | CubinFile
    | CudaFile
    | Executable
    | LoadedModule
    | LoadedKernel
    | CudaKernelSubject
    | JitFunction
)
"""The subjects that have kernels to open."""
Subject = Openable | ExampleSubject | PythonModule | RecordFile | OtherFile


# ---- parsing -------------------------------------------------------------------------------------


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

    `prefer_file` takes a word that is a name of ours and a file here for the file. Raises
    UsageError if it means nothing, with the nearest name, or the file is not there.
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
    """Return the subject, with `module` a module's name, that a command which runs scripts was
    given.

    As Python itself, such a command runs a file of any name. The rest is as for `parse_command`.
    """
    if module:
        return PythonModule(str(thing))
    subject = parse_command(thing, prefer_file=prefer_file)
    return PythonFile(subject.path) if isinstance(subject, OtherFile) else subject


def parse_command(thing: object, *, prefer_file: bool = False) -> Subject:
    """Return the subject as `parse_subject` does; a command on PATH is a program, too."""
    try:
        return parse_subject(thing, prefer_file=prefer_file)
    except UsageError:
        command = shutil.which(thing) if isinstance(thing, str) and os.sep not in thing else None
        if command is None:
            raise
        return Executable(command)


def _is_program(path: str) -> bool:
    """Return whether the machine itself runs a file: a binary, or a script that is not Python."""
    if not os.path.isfile(path):  # to read from a pipe would take what is meant for others
        return False
    try:
        with open(path, "rb") as file:
            begin = file.read(200)
    except OSError:
        return False
    is_binary = begin.startswith(_ELF) and begin[18:20] != _MACHINE_OF_GPU
    line = begin.partition(b"\n")[0]
    return is_binary or (line.startswith(b"#!") and b"python" not in line)


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
    known = _KIND_OF_ENDING.get(Path(path).suffix)
    if known is not None:
        return known(path)
    return (
        Executable(path if os.sep in path else f"./{path}")
        if _is_program(path)
        else OtherFile(path)
    )


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


# ---- refusals ------------------------------------------------------------------------------------


def refused(subject: Subject, command: str, needs: str) -> UsageError:
    """Return the error for a subject that a command does not take, which needs "a Python script",
    say.

    It says what the subject is, what the command needs, and what to do instead: "k.cu is a CUDA C++
    file: run needs a Python script. Open it with `kernelscope inspect k.cu`, …".
    """
    instead = subject.instead.format(subject)
    return UsageError(
        f"{subject} is {subject.title}: {command} needs {needs}. {instead[:1].upper()}{instead[1:]}"
    )


def openable(thing: object, command: str) -> Openable:
    """Return a parsed subject that has kernels: for inspect, decompile and diff. Raises UsageError
    if it has none, or it means nothing.
    """
    match parse_command(thing):
        case ExampleSubject() | PythonModule() | RecordFile() | OtherFile() as subject:
            needs = "an operation, a Python script, PTX, a cubin, CUDA C++ or a kernel"
            raise refused(subject, command, needs)
        case subject:
            return subject


def refuse_case(subject: Subject, case: str) -> None:
    """Raise UsageError if a case is given for a script, which has none."""
    if case and isinstance(subject, Program):
        raise UsageError(f"{subject} is a script; only an operation has cases")


def refuse_operation(word: str, instead: str) -> None:
    """Raise UsageError if a word where a record is needed names an operation, with what to do."""
    try:
        subject = parse_subject(word, prefer_file=True)
    except UsageError:  # reading it as a record says what is wrong with it
        return
    if isinstance(subject, OperationSubject):
        raise UsageError(f"{word} is {subject.title}, not a record: {instead}")


def refuse_arguments(subject: Subject, argv: Sequence[str]) -> None:
    """Raise UsageError if arguments come after what is not a script."""
    if argv and not isinstance(subject, Program):
        raise UsageError(
            f"{subject} is not a script, so it takes no arguments (got: {' '.join(argv)})"
        )
