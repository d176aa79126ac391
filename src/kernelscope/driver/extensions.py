"""PyTorch's extensions in C++ and CUDA: `load_inline`, `load`, `CUDAExtension`.

PyTorch without CUDA lacks what their code is compiled and linked against. So they get a toolkit of
their own: the folder of `toolkit.py`, with the headers that PyTorch's wheel leaves out, and a
`libc10_cuda` built for the PyTorch at hand.
"""

from __future__ import annotations

import ctypes
import hashlib
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from kernelscope._cache import building_for, cache_folder, locked, source_key
from kernelscope._demangle import demangled
from kernelscope._patching import Patches
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.clock import Timeline
from kernelscope.driver import local
from kernelscope.driver.libraries import RUNTIME, libraries
from kernelscope.driver.places import in_script, note_script
from kernelscope.driver.toolkit import real_nvcc, toolkit, with_colons
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUSpec

_HERE = Path(__file__).parent / "torch"
_LIBRARY = "libc10_cuda.so"
_ARCHITECTURES = "TORCH_CUDA_ARCH_LIST"  # PyTorch asks its GPUs otherwise
_SOURCES = (".c", ".h", ".cpp", ".csv", "extensions.py", "libraries.py")
_MISSING = re.compile(
    r"(?P<library>lib(c10_cuda|torch_cuda|(kernelscope_)?cudart|cuda)\.so[.\d]*): "
    r"cannot open shared object"
)
_NO_LIBRARIES = (
    "CUDA's libraries have only machine code for real GPUs, and PyTorch's functions around them "
    "are not there: call its operators, such as torch::mm"
)
_FIRST_ERROR = re.compile(r"^.*(\berror\b|\bld: cannot find|undefined reference).*", re.MULTILINE)


def offer_extensions(undo: Patches, spec: GPUSpec, timeline: Timeline) -> None:
    """Let a script build and load PyTorch's extensions for a GPU, until `undo` closes.

    What the compilers take is not time of the script's.
    """

    def prepare(cpp_extension: ModuleType, undo: Patches) -> None:
        with suppress(UnavailableError):
            undo.attribute(cpp_extension, "CUDA_HOME", str(_home_folder(spec)))
        undo.around(cpp_extension, "_join_cuda_home", partial(_in_home, spec))
        for name in ("load", "load_inline"):
            undo.around(cpp_extension, name, partial(_built, spec, timeline))
        undo.around(cpp_extension, "get_cxx_compiler", partial(_cxx, spec))

    undo.when_imported("torch.utils.cpp_extension", prepare)
    undo.around(ExtensionFileLoader, "create_module", _with_libraries)
    undo.around(ctypes.CDLL, "__init__", _with_libraries)


def _in_home(spec: GPUSpec, _join: Any, *paths: str) -> str:
    return os.path.join(home(spec), *paths)


def _cxx(spec: GPUSpec, usual: Any) -> str:
    """Return the compiler of an extension; PyTorch asks for it also where it compiles others."""
    with suppress(UnavailableError):
        ours = _home_folder(spec) / "bin" / "c++"
        if ours.exists():
            return str(ours)
    return usual()


def _built(spec: GPUSpec, timeline: Timeline, build: Any, *args: Any, **options: Any) -> Any:
    """Build an extension in a folder of its own: named by its text, flags and versions."""
    import torch

    given = inspect.signature(build).bind(*args, **options).arguments
    with timeline.emulation(), Patches() as stack:
        if not torch.cuda.is_available() and not os.environ.get(_ARCHITECTURES):
            stack.variable(os.environ, _ARCHITECTURES, f"{spec.sm // 10}.{spec.sm % 10}+PTX")
        if not given.get("build_directory") and not os.environ.get("TORCH_EXTENSIONS_DIR"):
            words = [(name, value) for name, value in given.items() if name != "verbose"]
            folder = cache_folder("extensions") / _key(spec.sm, os.getcwd(), words)
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(folder / "kernelscope.lock"))
            # Of a process that was killed: PyTorch would wait for it for ever.
            (folder / "lock").unlink(missing_ok=True)
            given["build_directory"] = str(folder)
        script = caller_source() or ""
        try:
            return build(**given)
        except RuntimeError as error:
            first = _FIRST_ERROR.search(str(error).partition("\n")[2])
            _note_script(given, script)
            if first is not None:
                line = in_script(with_colons(first[0]))
                error.add_note(f"kernelscope: extension {given['name']}: {line}{_advice(line)}")
            raise
        finally:
            _note_script(given, script)


def _advice(line: str) -> str:
    library = re.search(r"\b(cublas|cusparse|cusolver|cudnn|nccl|cufft)\w*", line, re.IGNORECASE)
    return f" ({_NO_LIBRARIES})" if library else ""


def _note_script(given: dict[str, Any], script: str) -> None:
    """Note where the text of an extension's kernels is in the script."""
    if "build_directory" in given:
        file = os.path.abspath(os.path.join(given["build_directory"], "cuda.cu"))
        note_script(file, _texts(given.get("cuda_sources")), script)


def _texts(sources: str | Sequence[str] | None) -> list[str]:
    return [sources] if isinstance(sources, str) else list(sources or ())


def _with_libraries(load: Any, *args: Any, **options: Any) -> Any:
    """Load an extension; if it asks for CUDA's libraries, those of the virtual GPU come first."""
    try:
        return load(*args, **options)
    except (ImportError, OSError) as error:
        unknown = re.search(r"undefined symbol: (_ZNK?(?:2at|3c10)\w*4cuda\w*)", str(error))
        if unknown is not None:
            error.add_note(f"kernelscope: {demangled(unknown[1])} is not there ({_NO_LIBRARIES})")
        missing = _MISSING.search(str(error))
        # A program that asks for the library by its name only wants to know if it is there.
        asked = [word for word in args if isinstance(word, str)]
        if missing is None or missing["library"] in asked:
            raise
    load_libraries()
    return load(*args, **options)


def load_libraries() -> None:
    """Load what an extension is linked against into this process, once."""
    local.load()
    _loaded(str(c10_cuda() / _LIBRARY))


@cache
def _loaded(path: str) -> Any:
    return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


def _key(*words: object) -> str:
    """Return a name for what is made with these words, this PyTorch and this driver."""
    import torch

    digest = hashlib.sha256(source_key(Path(__file__).parent, _SOURCES))
    digest.update(f"{torch.__version__} {torch.__file__} {sys.executable} {words}".encode())
    return digest.hexdigest()[:16]


@cache
def c10_cuda() -> Path:
    """Return the folder of `libc10_cuda.so` for this PyTorch; it is built on first use.

    Raises:
        UnavailableError: there is no C++ compiler, or it fails.
    """
    built = libraries()
    return _made(cache_folder("extensions") / f"c10-{_key(built)}", partial(_build, built))


def _build(built: Path, folder: Path) -> None:
    from torch.utils import cpp_extension

    from kernelscope._cuda_headers import include_paths

    (folder / "missing_of_allocator.inc").write_text(_missing_of_allocator())
    includes = [f"-I{_HERE / 'include'}", f"-I{folder}"]
    includes += [f"-isystem{path}" for path in (*cpp_extension.include_paths(), *include_paths())]
    compiler = _compiler()
    words = [compiler, "-std=c++20", "-O1", "-fPIC", "-shared", *includes]
    words += [str(_HERE / "c10_cuda.cpp"), "-o", str(folder / _LIBRARY), f"-Wl,-soname,{_LIBRARY}"]
    words += [f"-L{cpp_extension.TORCH_LIB_PATH}", "-lc10"]
    words += [f"-L{built}", f"-l:{RUNTIME}", "-l:libcuda.so.1", f"-Wl,-rpath,{built}"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    if ended.returncode:
        lines = ended.stderr.splitlines()
        first = next((line for line in lines if "error" in line), ended.stderr)
        raise UnavailableError(f"{compiler} cannot build {_LIBRARY}: {first.strip()[:300]}")


def _missing_of_allocator() -> str:
    """Return the rest of an allocator: what PyTorch's class declares differs by version."""
    from torch.utils import cpp_extension

    core = Path(cpp_extension.include_paths()[0]) / "c10"
    given = set(
        re.findall(r"\b(\w+)\([^()]*\)(?: const)? override", (_HERE / "c10_cuda.cpp").read_text())
    )
    lines: list[str] = []
    for file, begin in (
        ("core/CachingDeviceAllocator.h", "DeviceAllocator : public"),
        ("cuda/CUDACachingAllocator.h", "class CUDAAllocator"),
    ):
        text = re.sub(r"//.*|\s*=\s*\{[\d, ]*\}", "", (core / file).read_text())
        body = text[text.index(begin) :].partition("\n};")[0]
        for declared in re.findall(r"virtual\s+([^;{}]*)= 0;", body):
            name = re.search(r"(\w+)\s*\(", declared)
            if name is not None and name[1] not in given:
                lines.append(f'{" ".join(declared.split())} override {{ not_there("{name[1]}"); }}')
    return "\n".join(lines)


def _home_folder(spec: GPUSpec) -> Path:
    return cache_folder("extensions") / f"toolkit-{_key(real_nvcc(), spec.target, _compiler())}"


def _compiler() -> str:
    return os.environ.get("CXX", "c++")


def home(spec: GPUSpec) -> Path:
    """Return the folder that an extension finds as CUDA_HOME.

    Raises:
        UnavailableError: there is no nvcc, or no C++ compiler.
    """
    from torch.utils import cpp_extension

    if Path(cpp_extension.TORCH_LIB_PATH, _LIBRARY).exists():
        raise UnavailableError(
            "this PyTorch is built for CUDA, and its libraries work only with NVIDIA's driver: for "
            "extensions without a GPU install its build for the CPU (pip install torch --index-url "
            "https://download.pytorch.org/whl/cpu)"
        )
    compiler = shutil.which(_compiler())
    if compiler is None:
        raise UnavailableError("an extension of PyTorch needs a C++ compiler: install g++")
    return _made(_home_folder(spec), lambda made: _fill(toolkit(spec), c10_cuda(), compiler, made))


def _fill(base: Path, libs: Path, compiler: str, folder: Path) -> None:
    """Fill a folder with a toolkit's files, and with what PyTorch's headers and linking need."""
    for each in base.iterdir():
        if each.name not in ("bin", "include", "lib", "lib64"):
            (folder / each.name).symlink_to(each)
    for name in ("bin", "include", "lib64"):
        (folder / name).mkdir()
    for tool in (base / "bin").iterdir():
        (folder / "bin" / tool.name).symlink_to(tool)
    for name, real in (("nvcc", str(base / "bin" / "nvcc")), ("c++", compiler)):
        words = shlex.join([sys.executable, "-I", "-S", str(_HERE.parent / "compile.py"), real])
        (folder / "bin" / name).unlink(missing_ok=True)
        (folder / "bin" / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        (folder / "bin" / name).chmod(0o755)
    ours = {path.name: path for path in (_HERE / "include").iterdir()}
    for name, path in {
        **ours,
        **{each.name: each for each in (base / "include").iterdir()},
    }.items():
        (folder / "include" / name).symlink_to(path)
    for each in (base / "lib64").iterdir():
        real = base / "lib64" / RUNTIME if each.name == "libcudart.so" else each
        (folder / "lib64" / each.name).symlink_to(real)
    (folder / "lib64" / _LIBRARY).symlink_to(libs / _LIBRARY)
    # A linker script: PyTorch's functions for CUDA are all in the one library.
    (folder / "lib64" / "libtorch_cuda.so").write_text(f"INPUT({libs / _LIBRARY})\n")


def _made(folder: Path, fill: Callable[[Path], None]) -> Path:
    """Return a folder of the cache; if it is not there, `fill` writes it. Others may be as fast."""
    if folder.exists():
        return folder
    with building_for(folder) as made:
        out = made / "out"
        out.mkdir()
        fill(out)
        try:
            os.rename(out, folder)
        except OSError:  # another process was faster
            if not folder.exists():
                raise
    return folder
