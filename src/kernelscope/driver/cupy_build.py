"""CuPy's modules on our runtime, built from CuPy's own sources, and kept."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_paths

from kernelscope._cache import cache_folder
from kernelscope._files import write_whole
from kernelscope.driver.libraries import RUNTIME, cuda_headers, host_compiler, libraries
from kernelscope.errors import UnavailableError

MODULE = "cupy_backends.cuda.api.runtime"
"""The module by which all of CuPy calls CUDA."""
_PYTHON = EXTENSION_SUFFIXES[0]
_PROFILER = 'extern "C" cudaError_t cudaProfilerStart(void), cudaProfilerStop(void);\n'
"""`cuda_profiler_api.h`, which is in a package of its own."""


def built(cupy: str) -> Path:
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
    place = sources / Path(*MODULE.split("."))
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
    _run("CuPy's module", *words, f"-L{libraries()}", f"-l:{RUNTIME}")
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
