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
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from sysconfig import get_paths
from types import ModuleType
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope._files import write_whole
from kernelscope._patching import Patches
from kernelscope.driver import local
from kernelscope.driver.libraries import cuda_headers, host_compiler, libraries
from kernelscope.errors import UnavailableError
from kernelscope.frontends.cuda.kernel import read_source

_RUNTIME = "cupy_backends.cuda.api.runtime"
_PYTHON = EXTENSION_SUFFIXES[0]
_PROFILER = 'extern "C" cudaError_t cudaProfilerStart(void), cudaProfilerStop(void);\n'
"""`cuda_profiler_api.h`, which is in a package of its own."""
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


def offer(undo: Patches) -> None:
    """Let CuPy run on the virtual GPU once a program imports it."""
    undo.when_imported("cupy_backends", _prepare)
    undo.when_imported("cupy.cuda.compiler", _keep_ptx)
    undo.when_imported("cupy._core._accelerator", _use_own_kernels)
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
        if name != _RUNTIME:
            return None
        try:
            file = str(_built(import_module("cupy._version").__version__))
        except UnavailableError as problem:
            raise ImportError(str(problem)) from None
        return spec_from_loader(name, ExtensionFileLoader(name, file))


def _keep_ptx(compiler: Any, undo: Patches) -> None:
    """Let CuPy compile to PTX, whose lines are those of the source."""
    undo.attribute(compiler, "_use_ptx", True)
    undo.around(compiler, "_compile_with_cache_cuda", _with_lines)


def _with_lines(
    compile_it: Callable[..., Any], source: str, options: tuple[str, ...], *more: Any, **named: Any
) -> Any:
    """Compile a text whose lines are known by the file that it stands in: the script, or a copy.

    A text that CuPy makes, or that the script has read or put together, is in a copy.
    """
    own = _HEADERS.match(source)
    begin = own.end() if own else 0
    entry = _ENTRY.search(source)
    text, file = read_source(source[begin:] or " ", entry[1] if entry else "kernel")
    if not os.path.isabs(file):
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        path = cache_folder("cupy") / "sources" / digest / file
        if not path.exists():
            write_whole(path, text.encode())
        file = str(path)
    blank = len(text) - len(text.lstrip("\n"))
    numbered = f'{source[:begin]}#line {blank + 1} "{file}"\n{text[blank:]}'
    return compile_it(numbered, (*options, "-lineinfo"), *more, **named)


def _use_own_kernels(accelerator: Any, undo: Patches) -> None:
    """Let CuPy's own kernels do what CUB's do as machine code."""
    before = accelerator.get_routine_accelerators()
    accelerator.set_routine_accelerators([])
    undo.callback(accelerator.set_routine_accelerators, before)


def _refuse_machine_code(module: ModuleType, undo: Patches) -> None:
    names, instead = _MACHINE_CODE[module.__name__]
    for name in names:
        undo.existing(module, name, partial(_refuse, f"{module.__name__}.{name}", instead))


def _refuse(name: str, instead: str, *_: object, **__: object) -> None:
    raise UnavailableError(f"{name} is machine code, and the virtual GPU runs PTX: {instead}")


# ---- the module that is built ------------------------------------------------------------------


def _built(cupy: str) -> Path:
    """Return the file of CuPy's `runtime` on our runtime; it is built on first use.

    Raises:
        UnavailableError: the sources cannot be had, or not be compiled.
    """
    include = cuda_headers()
    key = hashlib.sha256(f"{cupy} {_PYTHON} {sys.version}".encode())
    key.update((include / "cuda.h").read_bytes() + Path(__file__).read_bytes())
    made = cache_folder("cupy") / key.hexdigest()[:16] / f"runtime{_PYTHON}"
    if made.exists():
        return made
    sys.stderr.write(
        f"kernelscope: a module of CuPy {cupy} is built for the virtual GPU, once: this takes up "
        "to a minute\n"
    )
    import tarfile

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run("the sources of CuPy", *_pip("download", "--no-deps", "--no-binary=cupy"),
             f"--dest={folder}", f"cupy=={cupy}", CUPY_INSTALL_USE_STUB="1")  # fmt: skip
        with tarfile.open(next(folder.glob("cupy-*.tar.gz"))) as archive:
            archive.extractall(folder, filter="data")
        (sources,) = folder.glob("cupy-*/")
        project = (sources / "pyproject.toml").read_text()
        (cython,) = re.findall(r'"([Cc]ython\b[^"]*)"', project)[:1] or ["Cython"]
        _run("Cython", *_pip("install", "--no-deps", f"--target={folder / 'cython'}"), cython)
        write_whole(made, _compiled(sources, folder, include).read_bytes())
    return made


def _compiled(sources: Path, folder: Path, include: Path) -> Path:
    """Return the module, compiled from CuPy's sources."""
    (number,) = re.findall(r"#define CUDA_VERSION (\d+)", (include / "cuda.h").read_text())
    constants = {
        "CUPY_USE_CUDA_PYTHON": "False",
        "CUPY_CUFFT_STATIC": "False",
        "CUPY_CYTHON_VERSION": "3",
        "CUPY_CUDA_VERSION": number,
        "CUPY_HIP_VERSION": "0",
    }
    place = sources / Path(*_RUNTIME.split("."))
    words = [sys.executable, "-m", "cython", "-3", str(place.with_suffix(".pyx"))]
    words += [word for item in constants.items() for word in ("-E", "=".join(item))]
    text, out = folder / "runtime.cpp", folder / f"runtime{_PYTHON}"
    _run("CuPy's module", *words, "--cplus", "-o", str(text), PYTHONPATH=str(folder / "cython"))
    (folder / "cuda_profiler_api.h").write_text(_PROFILER)
    (folder / "crt").mkdir()  # of a package that only nvcc needs
    (folder / "crt" / "host_defines.h").symlink_to(Path(__file__).parent / "c" / "host_defines.h")
    folders = (get_paths()["include"], place.parent, folder, include)
    words = [host_compiler("CXX", ("c++", "g++", "clang++")), "-O1", "-w", "-shared", "-fPIC"]
    words += [*(f"-I{name}" for name in folders), str(text), "-o", str(out)]
    _run("CuPy's module", *words, f"-L{libraries()}", "-l:libcudart.so.13")
    return out


def _pip(*words: str) -> list[str]:
    return [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]


def _run(what: str, *words: str, **variables: str) -> None:
    ended = subprocess.run(
        words, capture_output=True, text=True, check=False, env={**os.environ, **variables}
    )
    if ended.returncode:
        lines = ended.stderr.strip().splitlines() or ended.stdout.strip().splitlines() or [""]
        first = next((line for line in lines if "rror" in line or "No module" in line), lines[-1])
        raise UnavailableError(f"{what} cannot be made ({words[0]}): {first.strip()[:300]}")
