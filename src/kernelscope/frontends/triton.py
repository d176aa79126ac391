"""Triton with no GPU: inside a virtual GPU's block, unmodified Triton compiles and launches on it.

Triton asks its active driver for everything that it knows of a GPU. A session puts its own driver
there and takes it away again (`triton_driver`). Four more things are changed while a block runs:

    kernel_load_start_hook   shows where the PTX of a kernel lies that is about to be loaded
    JITFunction.run          takes NumPy arrays, which Triton itself refuses
    testing.do_bench         reads the estimated time instead of repeating for 100 ms
    CompiledKernel.__del__   leaves our handles alone, which outlive the block (so it stays changed)
"""

from __future__ import annotations

from kernelscope.devices.virtual import VirtualGPU, register_front_end
from kernelscope.frontends.patching import Patches, Undo, when_imported


def _enter(gpu: VirtualGPU) -> Undo:
    patches = Patches()

    def activate(_: object) -> None:
        from kernelscope.frontends.triton_driver import activate

        activate(gpu, patches)

    patches.later(when_imported("triton", activate))
    return patches.undo


register_front_end("triton", _enter)
