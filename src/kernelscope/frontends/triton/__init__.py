"""Triton with no GPU: inside a virtual GPU's block, unmodified Triton compiles and launches on it.

Triton asks its active driver for everything that it knows of a GPU. A session puts its own driver
there and takes it away again (`triton_driver`). Four more things are changed while a block runs:

    kernel_load_start_hook   shows where the PTX of a kernel lies that is about to be loaded
    JITFunction.run          takes NumPy arrays, which Triton itself refuses
    testing.do_bench         reads the estimated time instead of repeating for 100 ms
    CompiledKernel.__del__   leaves our handles alone, which outlive the block (so it stays changed)
"""

from __future__ import annotations

import threading
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kernelscope._patching import Patches, Undo, when_imported
from kernelscope.devices.front_ends import FrontEnd, register
from kernelscope.frontends.triton.form import held_by_triton


def hash_ahead() -> None:
    """Have Triton digest its own files beside what this thread does, where there is Triton.

    It does so before its first compilation, a third of a second for some 250 MB, and keeps the
    digest as long as the process lives. Importing PyTorch meanwhile hides that.
    """
    if find_spec("triton") is None:
        return
    cache: Any = import_module("triton.runtime.cache")
    threading.Thread(target=cache.triton_key, daemon=True).start()


def _enter() -> Undo:
    patches = Patches()

    def activate(_: object) -> None:
        from kernelscope.frontends.triton.driver import activate

        activate(patches)

    patches.callback(when_imported("triton", activate))
    return patches.close


register(FrontEnd("triton", "Triton", "python", _enter, held_by_triton))
