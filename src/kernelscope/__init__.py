"""Kernelscope: a workbench for GPU kernels, with a GPU and without one.

Names load on first use (PEP 562), so that `import kernelscope` imports neither torch nor triton
and commands that need neither start at once.
"""

from __future__ import annotations

import ast
from importlib import import_module
from typing import TYPE_CHECKING

try:  # a build writes it (pyproject.toml); a clone that nobody has installed has none
    from kernelscope._version import version as __version__  # pyright: ignore
except ImportError:
    __version__ = "0+clone"

# The one list of public names: type checkers follow these imports, and `_public_names` reads them.
if TYPE_CHECKING:
    from kernelscope import hardware as hardware
    from kernelscope import vgpu as vgpu
    from kernelscope.errors import CheckError as CheckError
    from kernelscope.errors import CompileError as CompileError
    from kernelscope.errors import DeviceAssertError as DeviceAssertError
    from kernelscope.errors import GateError as GateError
    from kernelscope.errors import GradientError as GradientError
    from kernelscope.errors import KernelscopeError as KernelscopeError
    from kernelscope.errors import LaunchError as LaunchError
    from kernelscope.errors import MemoryAccessError as MemoryAccessError
    from kernelscope.errors import NotComputedError as NotComputedError
    from kernelscope.errors import PtxError as PtxError
    from kernelscope.errors import RecordError as RecordError
    from kernelscope.errors import TimeLimitError as TimeLimitError
    from kernelscope.errors import UnavailableError as UnavailableError
    from kernelscope.errors import UsageError as UsageError
    from kernelscope.frontends import virtual_gpu as virtual_gpu
    from kernelscope.frontends.cuda.kernel import cuda_kernel as cuda_kernel
    from kernelscope.frontends.cuda.module import cuda_module as cuda_module
    from kernelscope.frontends.cuda.tensor_maps import tensor_map as tensor_map
    from kernelscope.frontends.cuda.textures import cuda_array as cuda_array
    from kernelscope.frontends.cuda.textures import cuda_texture as cuda_texture
    from kernelscope.jobs.ab import ab as ab
    from kernelscope.jobs.changes import changes as changes
    from kernelscope.jobs.check import check as check
    from kernelscope.jobs.compare import compare as compare
    from kernelscope.jobs.decompile import decompile as decompile
    from kernelscope.jobs.diff import diff as diff
    from kernelscope.jobs.evaluate import evaluate as evaluate
    from kernelscope.jobs.fusion import fusion as fusion
    from kernelscope.jobs.inspect import inspect as inspect
    from kernelscope.jobs.profile import profile as profile
    from kernelscope.jobs.tune import tune as tune
    from kernelscope.measure.clocks import benchmark as benchmark
    from kernelscope.operation import Case as Case
    from kernelscope.operation import Operation as Operation
    from kernelscope.operation import Work as Work
    from kernelscope.profiling.ranges import annotate as annotate
    from kernelscope.profiling.ranges import range as range
    from kernelscope.quantity import Milliseconds as Milliseconds
    from kernelscope.quantity import Quantity as Quantity
    from kernelscope.results.base import ChangesResult as ChangesResult
    from kernelscope.results.base import ComparableResult as ComparableResult
    from kernelscope.results.base import Result as Result
    from kernelscope.results.files import load as load
    from kernelscope.results.kernels import CheckResult as CheckResult
    from kernelscope.results.kernels import DecompilationResult as DecompilationResult
    from kernelscope.results.kernels import DiffResult as DiffResult
    from kernelscope.results.kernels import InspectionResult as InspectionResult
    from kernelscope.results.machine import DoctorResult as DoctorResult
    from kernelscope.results.machine import GpusResult as GpusResult
    from kernelscope.results.machine import OccupancyResult as OccupancyResult
    from kernelscope.results.operations import ABResult as ABResult
    from kernelscope.results.operations import ComparisonResult as ComparisonResult
    from kernelscope.results.operations import EvaluationResult as EvaluationResult
    from kernelscope.results.operations import FusionResult as FusionResult
    from kernelscope.results.operations import HistoryResult as HistoryResult
    from kernelscope.results.operations import RooflineResult as RooflineResult
    from kernelscope.results.operations import TuningResult as TuningResult
    from kernelscope.results.programs import ProfileResult as ProfileResult
    from kernelscope.results.programs import ScriptResult as ScriptResult


def _public_names() -> dict[str, str]:
    """Return the module of each name that the block above imports."""
    # Every loader has `get_data`; pytest's, which loads packages with plugins, has no `get_source`.
    source = globals()["__loader__"].get_data(__file__)
    (block,) = (node for node in ast.parse(source).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


_MODULE_OF = _public_names()

# `range` is left out: after `from kernelscope import *`, loops still want Python's.
_STAR = sorted({*_MODULE_OF, "__version__"} - {"range"})
__all__ = _STAR  # pyright: ignore[reportUnsupportedDunderAll]  # noqa: PLE0605 (computed)


def __getattr__(name: str) -> object:
    """Import a public name's module on first use and keep the name."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'kernelscope' has no attribute {name!r}")
    if _MODULE_OF[name] == __name__:
        return import_module(f"{__name__}.{name}")
    value: object = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, and those that Python gives every module."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
