"""Numba: found and loaded, and taken over by a virtual GPU's block when a program imports it."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from kernelscope._patching import Patches, Undo, when_imported
from kernelscope.devices.front_ends import FrontEnd, register
from kernelscope.errors import UnavailableError


def load_numba() -> Any:
    """The module `numba.cuda`, once it is known that it can compile a kernel here.

    Raises UnavailableError where Numba is not installed, or does not work with this NumPy.
    """
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        raise UnavailableError("Numba is not installed: pip install 'kernelscope[numba]'") from None
    try:
        import_module("numba.cuda.cudaimpl")  # what the first compilation would import
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


register(FrontEnd("numba", "Numba", "python", _enter, debuggable=True))
