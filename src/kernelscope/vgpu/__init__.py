"""The virtual GPU: executes PTX on the CPU, exactly, and counts every memory transaction.

    module = load_ptx(text, gpu="h200")
    counts = module.kernel("add")[grid, block](x, y, n)

Imports neither torch nor triton; arguments are recognised by what they can do. Names load on first
use (PEP 562): a front end can compile before all that executes is imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelscope.vgpu.ir import Parameter
    from kernelscope.vgpu.runtime.kernel import (
        STEPS,
        Kernel,
        LaunchRequest,
        Module,
        Proceed,
        Stage,
        Variables,
        load_ptx,
    )
    from kernelscope.vgpu.runtime.launch import LaunchCounts

__all__ = [
    "STEPS",
    "Kernel",
    "LaunchCounts",
    "LaunchRequest",
    "Module",
    "Parameter",
    "Proceed",
    "Stage",
    "Variables",
    "load_ptx",
]

_MODULE_OF = {
    "Kernel": "runtime.kernel",
    "LaunchCounts": "runtime.launch",
    "LaunchRequest": "runtime.kernel",
    "Module": "runtime.kernel",
    "Parameter": "ir",
    "Variables": "runtime.kernel",
    "load_ptx": "runtime.kernel",
    "Proceed": "runtime.kernel",
    "STEPS": "runtime.kernel",
    "Stage": "runtime.kernel",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
