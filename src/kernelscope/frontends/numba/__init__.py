"""Numba: loading it, and redirecting it to a virtual GPU when a program imports it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from kernelscope._patching import Patches
from kernelscope._private_names import installed
from kernelscope.devices.capture import forms_of_text
from kernelscope.devices.front_ends import FrontEnd, HeldKernel, register
from kernelscope.devices.virtual import current_gpu, virtual_gpu
from kernelscope.errors import UnavailableError
from kernelscope.frontends.cuda.driver import has_gpu
from kernelscope.hardware import GPUSpec

# numba-cuda 0.30.4 asks for any NumPy, and Numba 0.68 for one before 2.6. With 2.5.2 its import
# fails (`module 'numpy' has no attribute 'row_stack'`); with 2.4.6 it works.
_NUMPY = "numpy<2.5"


def load_numba() -> Any:
    """Return the module `numba.cuda`, checked to be able to compile a kernel here.

    Raises UnavailableError if Numba is not installed or does not work with this NumPy.
    """
    try:
        cuda: Any = import_module("numba.cuda")
        import_module("numba.cuda.cudaimpl")  # the first compilation imports it
    except ModuleNotFoundError:
        raise UnavailableError("Numba is not installed: pip install 'kernelscope[numba]'") from None
    except (ImportError, AttributeError) as error:
        versions = ", ".join(f"{name} {installed(name)}" for name in ("numba", "numba-cuda"))
        raise UnavailableError(
            f"{versions} do not work with NumPy {np.__version__} ({error}): pip install '{_NUMPY}'"
        ) from None
    return cuda


def _patch(cuda: ModuleType, patches: Patches) -> None:
    from kernelscope.frontends.numba.dispatch import patch

    patch(cuda, patches)


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
        lambda patches: patches.when_imported("numba.cuda", _patch),
        _held,
        debuggable=True,
        own_cubin=True,
        lines_advice="the kernel's file could not be found",
    )
)
