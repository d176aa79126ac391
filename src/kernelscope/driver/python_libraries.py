"""Libraries of Python that reach CUDA's driver by themselves, in front of the virtual GPU."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from types import ModuleType
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope._patching import Patches
from kernelscope.driver import cupy_modules, cute_dsl, local
from kernelscope.driver.libraries import RUNTIME
from kernelscope.driver.toolkit import toolkit
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUSpec

_LOOK_FOR_THE_DRIVER = ("cuda.bindings.driver", "cutlass", "tvm_ffi", "warp")
"""Modules at whose import the libraries must be there that they look for."""


def offer(undo: Patches, spec: GPUSpec) -> None:
    """Let a program's libraries find CUDA's driver and toolkit once it imports them."""
    for name in _LOOK_FOR_THE_DRIVER:
        undo.when_imported(name, _load)
    for name in ("runtime", "runtime_ptds"):
        undo.when_imported(f"cuda.bindings._internal.{name}", _bind_runtime)
    cupy_modules.offer(undo)
    cute_dsl.offer(undo)
    undo.when_imported("tilelang.env", lambda module, patches: _build_here(module, patches, spec))


def _load(_: ModuleType, _undo: Patches) -> None:
    with suppress(UnavailableError):  # without a C compiler they find none, as before
        local.load()


def _build_here(environment: ModuleType, undo: Patches, spec: GPUSpec) -> None:
    """Let tilelang call the toolkit's nvcc, and keep what it makes apart from a real GPU's."""
    with suppress(UnavailableError):  # it says itself that there is no nvcc
        home = str(toolkit(spec))
        undo.attribute(environment, "CUDA_HOME", home)
        undo.attribute(environment.env, "CUDA_HOME", home)
        undo.variable(os.environ, "TILELANG_CACHE_DIR", str(cache_folder("tilelang")))


# `cuda.bindings.runtime` reaches the runtime by a table of functions that a module of its own
# exports (Cython's `__pyx_capi__`). In the wheel these are NVIDIA's static runtime.
def _bind_runtime(module: ModuleType, _undo: Patches) -> None:
    """Let cuda.bindings call our runtime: the table is read once, right after this."""
    try:
        loaded = local.load()
    except UnavailableError:
        return
    runtime = loaded[RUNTIME]
    table: dict[str, object] = getattr(module, "__pyx_capi__")  # noqa: B009 (of C, without a type)
    forms = ("{}_ptsz", "{}_ptds", "{}") if module.__name__.endswith("ptds") else ("{}",)
    for name, capsule in table.items():
        own = name.removeprefix("_")
        if own.startswith("cuda"):
            symbols = [s for s in (form.format(own) for form in forms) if hasattr(runtime, s)]
            function = getattr(runtime, symbols[0]) if symbols else _missing(loaded, own)
            table[name] = _capsule(
                ctypes.cast(function, ctypes.c_void_p).value, _name(capsule), None
            )


def _missing(loaded: dict[str, Any], name: str) -> Any:
    """Return a C function of a runtime newer than ours, which says that it is not there."""
    text = ctypes.c_char_p(name.encode())
    answer = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: loaded[local.DRIVER].ks_missing(text))
    _kept.extend((text, answer))
    return answer


_kept: list[Any] = []  # what C knows by its address
_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, *[ctypes.c_void_p] * 3)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_name = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(
    ("PyCapsule_GetName", ctypes.pythonapi)
)
