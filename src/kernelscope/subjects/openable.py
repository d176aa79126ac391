"""The subjects that have kernels to open: for inspect, decompile and diff."""

from __future__ import annotations

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
)
from kernelscope.subjects.parse import parse_subject
from kernelscope.subjects.refusal import refused

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
NEEDS = "an operation, a Python script, PTX, a cubin, CUDA C++ or a kernel"


def openable(thing: object, command: str) -> Openable:
    """Return a parsed subject that has kernels.

    Raises:
        UsageError: it has none, or it means nothing.
    """
    match parse_subject(thing):
        case ExampleSubject() | PythonModule() | RecordFile() | OtherFile() as subject:
            raise refused(subject, command, NEEDS)
        case subject:
            return subject
