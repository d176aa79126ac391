"""CuPy in front of the virtual GPU.

Five modules of its wheels carry NVIDIA's static runtime, which talks to NVIDIA's driver alone.
`runtime`, by which all of CuPy calls CUDA, is built on our runtime, from CuPy's own sources. What
the four others would do as machine code is refused by name. CuPy compiles every other kernel while
it runs: as PTX, if it is asked to, with the lines of its text.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope._files import write_whole
from kernelscope._patching import Patches
from kernelscope.driver import local
from kernelscope.driver.cupy_build import MODULE, built
from kernelscope.driver.sources import placed
from kernelscope.errors import UnavailableError
from kernelscope.vgpu.runtime.address_space import given_out

_HEADERS = re.compile(r"(?:#include <cupy/[^>\n]*>\n)*")
_ENTRY = re.compile(r'extern "C" __global__ void (\w+)')

# The functions of CuPy's modules that are machine code, and what does the same.
_MACHINE_CODE = {
    "cupy.cuda.cub": (
        ("cub_histogram", "cub_reduction", "cub_scan"),
        "leave CuPy's own kernels on (no 'cub' in cupy._core.set_routine_accelerators)",
    ),
    "cupy.cuda.thrust": (
        ("argsort", "lexsort", "sort"),
        "sort with torch.sort(torch.from_dlpack(x))",
    ),
    "cupy.cuda.jitify": (("jitify", "_init_module"), "leave out jitify=True"),
    "cupy.random._generator_api": (
        ("init_curand", "random_raw"),
        "copy NumPy's numbers (cupy.asarray) or take torch.rand(..., device='cuda')",
    ),
}

# NVIDIA's libraries of machine code, by the names under which `cuda.pathfinder` loads them, and
# what of PyTorch does the same on the same memory.
_LIBRARIES = {
    "cublas": "torch.matmul",
    "cublasLt": "torch.matmul",
    "cudnn": "torch.nn.functional",
    "cufft": "torch.fft",
    "curand": "torch.rand(..., device='cuda')",
    "cusolver": "torch.linalg",
    "cusparse": "torch.sparse",
    "cutensor": "torch.einsum",
}


def offer(undo: Patches) -> None:
    """Let CuPy run on the virtual GPU once a program imports it."""
    undo.when_imported("cupy_backends", _prepare)
    undo.when_imported("cupy.cuda.compiler", _keep_ptx)
    undo.when_imported("cupy._core._accelerator", _use_own_kernels)
    undo.when_imported("cuda.pathfinder", _refuse_libraries)
    undo.when_imported("cupy", _allocate_each)
    for module in _MACHINE_CODE:
        undo.when_imported(module, _refuse_machine_code)


def _prepare(_: ModuleType, undo: Patches) -> None:
    with suppress(UnavailableError):  # without a C compiler CuPy finds no driver, as before
        local.load()
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    undo.callback(sys.meta_path.remove, finder)


class _Finder:
    """Finds CuPy's `runtime` that is built on our runtime."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return where a module is; None if others know."""
        if name != MODULE:
            return None
        try:
            file = str(built(import_module("cupy._version").__version__))
        except UnavailableError as problem:
            raise ImportError(str(problem)) from None
        return spec_from_loader(name, ExtensionFileLoader(name, file))


def _keep_ptx(compiler: Any, undo: Patches) -> None:
    """Let CuPy compile to PTX, whose lines are those of the source."""
    undo.attribute(compiler, "_use_ptx", True)
    undo.around(compiler, "_compile_with_cache_cuda", _with_lines)
    undo.around(compiler, "compile_using_nvcc", _to_ptx)


def _with_lines(
    compile_it: Callable[..., Any], source: str, options: tuple[str, ...], *more: Any, **named: Any
) -> Any:
    """Compile a text whose lines are known by the file that it stands in: the script, or a copy.

    A text that CuPy makes, or that the script has read or put together, is in a copy.
    """
    headers = _HEADERS.match(source)
    begin = headers.end() if headers else 0
    entry = _ENTRY.search(source)
    of_user = placed(f"{entry[1] if entry else 'kernel'}.cu", source[begin:])
    file = of_user.file
    if file == of_user.name:
        digest = hashlib.sha256(source[begin:].encode()).hexdigest()[:16]
        file = str(cache_folder("cupy") / "sources" / digest / file)
        if not os.path.exists(file):
            write_whole(file, source[begin:])
    numbered = f'{source[:begin]}#line {of_user.first + 1} "{file}"\n{source[begin:]}'
    return compile_it(numbered, (*options, "-lineinfo"), *more, **named)


def _to_ptx(compile_it: Callable[..., bytes], *args: Any, **named: Any) -> bytes:
    """Let nvcc compile to PTX; what it links (`separate_compilation`) can only be machine code."""
    if not named.get("separate_compilation"):
        named["code_type"] = "ptx"
    return compile_it(*args, **named)


def _use_own_kernels(accelerator: Any, undo: Patches) -> None:
    """Let CuPy's own kernels do what CUB's do as machine code."""
    before = accelerator.get_routine_accelerators()
    accelerator.set_routine_accelerators([])
    undo.callback(accelerator.set_routine_accelerators, before)


def _allocate_each(cupy: Any, undo: Patches) -> None:
    """Let each array be an allocation of its own if accesses are watched.

    In CuPy's pool an array of 256 bytes has 512, behind others: `x[64]` would be inside.
    """
    if given_out:
        before = cupy.cuda.get_allocator()
        cupy.cuda.set_allocator(None)
        undo.callback(cupy.cuda.set_allocator, before)


def _refuse_machine_code(module: ModuleType, undo: Patches) -> None:
    names, instead = _MACHINE_CODE[module.__name__]
    for name in names:
        undo.existing(module, name, partial(_refuse, f"{module.__name__}.{name}", instead))


def _refuse(name: str, instead: str, *_: object, **__: object) -> None:
    raise UnavailableError(f"{name} is machine code, and the virtual GPU runs PTX: {instead}")


def _refuse_libraries(pathfinder: Any, undo: Patches) -> None:
    def load(load_it: Callable[..., object], name: str) -> object:
        if name in _LIBRARIES:
            raise pathfinder.DynamicLibNotFoundError(
                f"{name} is machine code, and the virtual GPU runs PTX: call {_LIBRARIES[name]}, "
                "with tensors from torch.from_dlpack(x)"
            )
        return load_it(name)

    undo.around(pathfinder, "load_nvidia_dynamic_lib", load)
