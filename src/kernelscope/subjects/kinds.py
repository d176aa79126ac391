"""The kinds of subject: a frozen dataclass each.

`str(subject)` is the name that records and messages give it, as the user typed it. `title` says
what it is, `instead` what to do if a command does not take it; `{}` there is the name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from kernelscope import vgpu
    from kernelscope.frontends.cuda.kernel import CudaKernel
    from kernelscope.operation import Operation

_OPEN = "open it with `kernelscope inspect {}`"
_OPEN_OBJECT = "open it with kernelscope.inspect or kernelscope.decompile"


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


@dataclass(frozen=True, slots=True)
class _File:
    """A file; `path` as the user typed it."""

    path: str

    def __str__(self) -> str:
        return self.path


@dataclass(frozen=True, slots=True)
class PythonFile(_File):
    """A Python file: a script, or one that defines operations."""

    title: ClassVar[str] = "a Python file"
    instead: ClassVar[str] = "run it with `kernelscope run {}`"


@dataclass(frozen=True, slots=True)
class PtxFile(_File):
    """A file of PTX."""

    title: ClassVar[str] = "a PTX file"
    instead: ClassVar[str] = f"{_OPEN}, or launch it in a script with kernelscope.vgpu.load_ptx"


@dataclass(frozen=True, slots=True)
class CubinFile(_File):
    """A file of machine code."""

    title: ClassVar[str] = "a cubin (machine code)"
    instead: ClassVar[str] = f"{_OPEN}, or give the PTX that it was assembled from"


@dataclass(frozen=True, slots=True)
class CudaFile(_File):
    """A file of CUDA C++."""

    title: ClassVar[str] = "a CUDA C++ file"
    instead: ClassVar[str] = f"{_OPEN}, or launch it in a script with kernelscope.cuda_kernel"


@dataclass(frozen=True, slots=True)
class RecordFile(_File):
    """A record that a command saved as JSON."""

    title: ClassVar[str] = "a JSON file"
    instead: ClassVar[str] = "draw a saved record again with `kernelscope report {}`"


@dataclass(frozen=True, slots=True)
class OtherFile(_File):
    """A file whose name has none of the endings that are known."""

    title: ClassVar[str] = "a file that ends in none of .py, .ptx, .cubin and .cu"
    instead: ClassVar[str] = "rename it if it holds one of these"


@dataclass(frozen=True, slots=True)
class PtxText:
    """PTX as text."""

    text: str
    title: ClassVar[str] = "text of several lines, taken as PTX"
    instead: ClassVar[str] = _OPEN_OBJECT

    def __str__(self) -> str:
        return "PTX"


@dataclass(frozen=True, slots=True)
class LoadedModule:
    """A module that `kernelscope.vgpu.load_ptx` returned."""

    module: vgpu.Module
    title: ClassVar[str] = "a loaded PTX module"
    instead: ClassVar[str] = _OPEN_OBJECT

    def __str__(self) -> str:
        return type(self.module).__name__


@dataclass(frozen=True, slots=True)
class LoadedKernel:
    """A kernel of a loaded module."""

    kernel: vgpu.Kernel
    title: ClassVar[str] = "a loaded PTX kernel"
    instead: ClassVar[str] = _OPEN_OBJECT

    def __str__(self) -> str:
        return type(self.kernel).__name__


@dataclass(frozen=True, slots=True)
class CudaKernelSubject:
    """A kernel that `kernelscope.cuda_kernel` returned."""

    kernel: CudaKernel
    title: ClassVar[str] = "a CUDA C++ kernel"
    instead: ClassVar[str] = _OPEN_OBJECT

    def __str__(self) -> str:
        return type(self.kernel).__name__


@dataclass(frozen=True, slots=True)
class JitFunction:
    """A function that Triton or Numba compiles when it is launched; any other function, too."""

    function: Any
    title: ClassVar[str] = "a Python function"
    instead: ClassVar[str] = "launch it in a script, or open it with kernelscope.inspect"

    def __str__(self) -> str:
        return type(self.function).__name__


Script = PythonFile | PythonModule

Subject = (
    OperationSubject
    | ExampleSubject
    | PythonModule
    | PythonFile
    | PtxFile
    | CubinFile
    | CudaFile
    | RecordFile
    | OtherFile
    | PtxText
    | LoadedModule
    | LoadedKernel
    | CudaKernelSubject
    | JitFunction
)

Openable = (
    OperationSubject
    | PythonFile
    | PtxFile
    | PtxText
    | CubinFile
    | CudaFile
    | LoadedModule
    | LoadedKernel
    | CudaKernelSubject
    | JitFunction
)
"""The subjects that have kernels to open."""
