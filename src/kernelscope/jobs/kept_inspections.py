"""Inspections of earlier runs, found again without a compiler: torch and triton stay unimported.

One is found by everything that decides it: the subject and its file's content, the case, the GPU,
this package's source, the versions of the compilers and what the environment tells them. Beside it
lie digests of every other file that took part; when one has changed, it is as if nothing was kept.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from sysconfig import get_paths

from kernelscope._cache import cache_folder, read_pickle, source_key, write_pickle
from kernelscope.record import Inspection

_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (".py", ".cu")
_COMPILERS = (
    *("torch", "triton", "numpy", "cuda-bindings", "nvidia-cuda-nvrtc", "nvidia-nvjitlink"),
    *("numba", "numba-cuda", "llvmlite"),
)
_TELLING = ("TRITON_", "TORCH", "NUMBA_", "LLVM_", "MLIR_", "USE_IR_LOC", "DISABLE_", "CUDA_")
_LIBRARIES = ("site-packages", "dist-packages", get_paths()["stdlib"])


def key_of(subject: str, device: str, case: str, options: Mapping[str, int]) -> Path | None:
    """Where an inspection is kept; None for a script, of which nobody knows what it depends on."""
    file, colon, _ = subject.rpartition(":")
    if not colon:
        file = subject
    content = ""
    if file.endswith((".ptx", ".cubin")) or (colon and file.endswith(".py")):
        content = _digest(file)
        file = str(Path(file).resolve())
    elif file.endswith(".py"):
        return None
    told = sorted(item for item in os.environ.items() if item[0].startswith(_TELLING))
    asked = subject, file, content, device, case, sorted(options.items())
    parts = (asked, told, [*map(_version, _COMPILERS)], sys.version)
    digest = hashlib.sha256(source_key(_PACKAGE, _SOURCES))
    digest.update(repr(parts).encode())
    return cache_folder("inspections") / digest.hexdigest()


def find(place: Path) -> Inspection | None:
    """What is kept there, if the files that it was made of are as they were."""
    kept = read_pickle(place)
    if kept is None:
        return None
    files, record = kept
    return record if all(_digest(file) == digest for file, digest in files.items()) else None


def keep(place: Path, record: Inspection) -> None:
    """Keep an inspection, with digests of the files that it names and of the user's modules."""
    named = {
        file.rpartition(":")[0]
        for kernel in record.kernels
        for stage in kernel.stages.values()
        for _, file in stage.map
    }
    write_pickle(place, ({file: _digest(file) for file in {*named, *_users_modules()}}, record))


def _users_modules() -> Iterable[str]:
    """The files of the modules that are neither a library's nor our own."""
    for module in [*sys.modules.values()]:
        file = getattr(module, "__file__", None) or ""
        known = file.startswith(str(_PACKAGE)) or any(name in file for name in _LIBRARIES)
        if file.endswith(".py") and not known:
            yield file


def _digest(file: str) -> str:
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return ""


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
