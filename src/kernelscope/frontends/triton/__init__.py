"""Triton without a GPU: inside a virtual GPU's block, unmodified Triton compiles and launches.

Triton asks its active driver for all facts about a GPU. A session installs its own driver and
removes it again (`driver.py`). It also changes these while a block is open:

    kernel_load_start_hook   gets the path of the PTX of a kernel that is about to be loaded
    JITFunction.run          takes NumPy arrays, which Triton itself refuses; charges the launch
    JITFunction._do_compile  counts as the host's own work
    testing.do_bench         reads the estimated time instead of repeating for 100 ms
    nvidia.cublas.CublasLt   computes with PyTorch instead of libcublas.so
    ASTSource.hash           keeps compiled kernels by the source's file as well
    CompiledKernel.__del__   skips our handles, which outlive the block (so this one stays changed)
"""

from __future__ import annotations

import threading
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from kernelscope._patching import Patches
from kernelscope.devices.front_ends import FrontEnd, register
from kernelscope.frontends.triton.form import held_by_triton


def hash_ahead() -> None:
    """Start hashing Triton's own files on another thread, if Triton is installed.

    Triton hashes them before its first compilation (0.3 s for some 250 MB) and keeps the hash for
    the life of the process. Importing PyTorch at the same time hides that time.
    """
    if find_spec("triton") is None:
        return
    cache: Any = import_module("triton.runtime.cache")
    threading.Thread(target=cache.triton_key, daemon=True).start()


def _activate(_triton: ModuleType, patches: Patches) -> None:
    from kernelscope.frontends.triton.driver import activate

    activate(patches)


LINES_ADVICE = "unset TRITON_DISABLE_LINE_INFO and run again"

register(
    FrontEnd(
        "triton",
        "Triton",
        "python",
        lambda patches: patches.when_imported("triton", _activate),
        held_by_triton,
        lines_advice=LINES_ADVICE,
    )
)
