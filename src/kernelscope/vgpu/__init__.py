"""The virtual GPU: executes PTX on the CPU, exactly, and counts every memory transaction.

    module = load_ptx(text, gpu="h200")
    counts = module.kernel("add")[grid, block](x, y, n)

Imports neither torch nor triton; arguments are recognised by what they can do.
"""

from __future__ import annotations

from kernelscope.vgpu.ir import Parameter
from kernelscope.vgpu.kernel import Kernel, Module, before_launch, load_ptx, observers, stand_ins
from kernelscope.vgpu.launch import LaunchCounts

__all__ = [
    "Kernel",
    "LaunchCounts",
    "Module",
    "Parameter",
    "before_launch",
    "load_ptx",
    "observers",
    "stand_ins",
]
