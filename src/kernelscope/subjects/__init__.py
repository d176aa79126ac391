"""Subjects: what the user named, parsed once, before any command does its work.

`parse_subject` turns a word of the command line, a path, PTX text or an object of Python into one
of the kinds in `kinds.py`. A command takes a parsed subject, says by a `match` which kinds it
accepts, and raises `refused(…)` for the others. Nothing else looks at the ending of a file's name.

Parsing imports neither torch nor triton, and reads no file.
"""

# pyright: reportUnusedImport=false

from kernelscope.subjects.kinds import (
    CubinFile,
    CudaFile,
    CudaKernelSubject,
    ExampleSubject,
    JitFunction,
    LoadedKernel,
    LoadedModule,
    Openable,
    OperationSubject,
    OtherFile,
    PtxFile,
    PtxText,
    PythonFile,
    PythonModule,
    RecordFile,
    Script,
    Subject,
)
from kernelscope.subjects.parse import parse_program, parse_subject
from kernelscope.subjects.refusal import (
    openable,
    refuse_arguments,
    refuse_case,
    refuse_operation,
    refused,
)
