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
    from kernelscope.vgpu.runtime.address_space import HEAP, SPACE, region_of, region_of_storage
    from kernelscope.vgpu.runtime.arguments import TensorMapArgument, number_bytes, pack_arguments
    from kernelscope.vgpu.runtime.kernel import (
        STEPS,
        Kernel,
        LaunchRequest,
        Module,
        Proceed,
        Shape,
        Stage,
        Variables,
        load_ptx,
    )
    from kernelscope.vgpu.runtime.launch import LaunchCounts, stop_launches
    from kernelscope.vgpu.runtime.live_memory import LiveMemory, Snapshot
    from kernelscope.vgpu.runtime.long_work import LongWork, show_long_work
    from kernelscope.vgpu.runtime.registry import REGISTRY, Region
    from kernelscope.vgpu.runtime.settings import settings

__all__ = [
    "HEAP",
    "REGISTRY",
    "SPACE",
    "STEPS",
    "Kernel",
    "LaunchCounts",
    "LaunchRequest",
    "LiveMemory",
    "LongWork",
    "Module",
    "Parameter",
    "Proceed",
    "Region",
    "Shape",
    "Snapshot",
    "Stage",
    "TensorMapArgument",
    "Variables",
    "load_ptx",
    "number_bytes",
    "pack_arguments",
    "region_of",
    "region_of_storage",
    "settings",
    "show_long_work",
    "stop_launches",
]

_NAMES_OF = {
    "ir": "Parameter",
    "runtime.arguments": "TensorMapArgument number_bytes pack_arguments",
    "runtime.kernel": "STEPS Kernel LaunchRequest Module Proceed Shape Stage Variables load_ptx",
    "runtime.launch": "LaunchCounts stop_launches",
    "runtime.live_memory": "LiveMemory Snapshot",
    "runtime.long_work": "LongWork show_long_work",
    "runtime.address_space": "HEAP SPACE region_of region_of_storage",
    "runtime.registry": "REGISTRY Region",
    "runtime.settings": "settings",
}
_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
