"""Numba: loading it, and redirecting it to a virtual GPU when a program imports it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from kernelscope._patching import Patches, Undo, when_imported
from kernelscope.devices.capture import forms_of_text
from kernelscope.devices.front_ends import FrontEnd, HeldKernel, register
from kernelscope.devices.virtual import current_gpu, virtual_gpu
from kernelscope.errors import UnavailableError
from kernelscope.frontends.cuda.driver import has_gpu
from kernelscope.hardware import GPUSpec


def load_numba() -> Any:
    """Return the module `numba.cuda`, checked to be able to compile a kernel here.

    Raises UnavailableError if Numba is not installed or does not work with this NumPy.
    """
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        raise UnavailableError("Numba is not installed: pip install 'kernelscope[numba]'") from None
    try:
        import_module("numba.cuda.cudaimpl")  # the first compilation imports it
    except (ImportError, AttributeError) as error:
        version = getattr(sys.modules.get("numba_cuda"), "__version__", "")
        raise UnavailableError(
            f"numba-cuda {version} does not work with NumPy {np.__version__} ({error}): "
            "install a NumPy that it supports"
        ) from None
    return cuda


def _enter() -> Undo:
    patches = Patches()

    def patch(cuda: ModuleType) -> None:
        from kernelscope.frontends.numba.dispatch import patch

        patch(cuda, patches)

    patches.callback(when_imported("numba.cuda", patch))
    return patches.close


def _held(function: Any, spec: GPUSpec) -> Iterator[HeldKernel]:
    """Yield the kernel for every signature with which a Numba function was launched."""
    if not hasattr(function, "inspect_asm"):
        return
    # Numba asks a driver which GPU its code is for, also after the session is over.
    with nullcontext() if current_gpu() or has_gpu() else virtual_gpu(spec.name):
        texts: dict[object, str] = function.inspect_asm()
    for text in texts.values():
        yield from map(HeldKernel, forms_of_text(text.rstrip("\0")))


register(
    FrontEnd(
        "numba",
        "Numba",
        "python",
        _enter,
        _held,
        debuggable=True,
        own_cubin=True,
        lines_advice="the kernel's file could not be found",
    )
)
