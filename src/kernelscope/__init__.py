"""Kernelscope: a workbench for GPU kernels, with a GPU and without one.

Names load on first use (PEP 562), so that `import kernelscope` imports neither torch nor triton
and commands that need neither start at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelscope import hardware, vgpu
    from kernelscope.errors import (
        CompileError,
        KernelscopeError,
        LaunchError,
        MemoryAccessError,
        PtxError,
        RecordError,
        UnavailableError,
        UsageError,
    )
    from kernelscope.frontends import virtual_gpu
    from kernelscope.frontends.cuda.kernel import cuda_kernel
    from kernelscope.jobs.compare import compare
    from kernelscope.jobs.decompile import decompile
    from kernelscope.jobs.diff import diff
    from kernelscope.jobs.fusion import fusion
    from kernelscope.jobs.inspect import inspect
    from kernelscope.jobs.profile import profile
    from kernelscope.measure.clocks import benchmark
    from kernelscope.operation import Case, Operation, Work
    from kernelscope.profiling.ranges import annotate
    from kernelscope.profiling.ranges import range as range
    from kernelscope.quantity import Quantity
    from kernelscope.record import load

__version__ = "0.1.0"

# But for `range`: after `from kernelscope import *` loops still want Python's.
__all__ = [
    "Case",
    "CompileError",
    "KernelscopeError",
    "LaunchError",
    "MemoryAccessError",
    "Operation",
    "PtxError",
    "Quantity",
    "RecordError",
    "UnavailableError",
    "UsageError",
    "Work",
    "__version__",
    "annotate",
    "benchmark",
    "compare",
    "cuda_kernel",
    "decompile",
    "diff",
    "fusion",
    "hardware",
    "inspect",
    "load",
    "profile",
    "vgpu",
    "virtual_gpu",
]

_MODULE_OF = {
    "Case": "operation",
    "CompileError": "errors",
    "KernelscopeError": "errors",
    "LaunchError": "errors",
    "MemoryAccessError": "errors",
    "Operation": "operation",
    "PtxError": "errors",
    "Quantity": "quantity",
    "RecordError": "errors",
    "UnavailableError": "errors",
    "UsageError": "errors",
    "Work": "operation",
    "annotate": "profiling.ranges",
    "benchmark": "measure.clocks",
    "compare": "jobs.compare",
    "cuda_kernel": "frontends.cuda.kernel",
    "decompile": "jobs.decompile",
    "diff": "jobs.diff",
    "fusion": "jobs.fusion",
    "inspect": "jobs.inspect",
    "load": "record",
    "profile": "jobs.profile",
    "range": "profiling.ranges",
    "virtual_gpu": "frontends",
}
_SUBMODULES = frozenset({"hardware", "vgpu"})


def __getattr__(name: str) -> object:
    """Import a public name's module on first use and keep the name."""
    if name in _SUBMODULES:
        return import_module(f"kernelscope.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'kernelscope' has no attribute {name!r}")
    value: object = getattr(import_module(f"kernelscope.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(__all__) | set(globals()))
