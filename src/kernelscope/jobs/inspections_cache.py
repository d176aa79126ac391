"""Inspections of earlier runs, found again without a compiler: torch and triton stay unimported.

The key holds everything that decides the result: the subject and its file's content, the case, the
GPU, this package's source, the versions of the compilers and the variables of the environment that
they read. Each entry has the digests of all other files that took part; it is ignored once one of
them has changed.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.machinery import SOURCE_SUFFIXES
from pathlib import Path
from sysconfig import get_paths
from typing import TYPE_CHECKING

from kernelscope._cache import cache_folder, read_pickle, source_key, write_pickle
from kernelscope.jobs.environment import version_of
from kernelscope.launch_time.trace_cache import TRACES
from kernelscope.record import Inspection
from kernelscope.subjects import CubinFile, Openable, OperationSubject, PtxFile

if TYPE_CHECKING:
    from kernelscope.devices.capture import KernelForm, LaunchFacts

_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (".py", ".cu")
_COMPILERS = (
    *("torch", "triton", "numpy", "cuda-bindings", "nvidia-cuda-nvrtc", "nvidia-nvjitlink"),
    *("numba", "numba-cuda", "llvmlite"),
)
_READ_BY_COMPILERS = (
    "TRITON_",
    "TORCH",
    "NUMBA_",
    "LLVM_",
    "MLIR_",
    "USE_IR_LOC",
    "DISABLE_",
    "CUDA_",
)
_LIBRARIES = ("site-packages", "dist-packages", get_paths()["stdlib"])


Forms = Sequence["tuple[KernelForm, LaunchFacts | None]"]


@dataclass(frozen=True, slots=True)
class Opened:
    """An inspection, and the forms to reason about; None if the record has the reasons."""

    record: Inspection
    forms: Callable[[], Forms] | None = None


def key_of(subject: Openable, device: str, case: str, options: Mapping[str, int]) -> Path | None:
    """Return the file that keeps an inspection. None if it cannot be kept: a script or a CUDA C++
    file may depend on any other file, and an object is gone with its process.
    """
    match subject:
        case PtxFile(path) | CubinFile(path):
            file = path
        case OperationSubject(str(), _, path):
            file = path
        case _:
            return None
    return place_of("inspections", file, str(subject), device, case, sorted(options.items()))


def place_of(folder: str, file: str | None, *asked: object) -> Path:
    """Return the file that keeps what was asked: of the user's file, compiled as it is here now."""
    content = digest_of(file) if file else ""
    file = str(Path(file).resolve()) if file else ""
    variables = sorted(
        item for item in os.environ.items() if item[0].startswith(_READ_BY_COMPILERS)
    )
    parts = (file, content, asked, variables, [*map(version_of, _COMPILERS)], sys.version)
    digest = hashlib.sha256(_own_source())
    digest.update(repr(parts).encode())
    return cache_folder(folder) / digest.hexdigest()


def find(place: Path) -> Opened | None:
    """Return the contents of a cache file, or None if a file that it depends on has changed."""
    kept = read_pickle(place)
    if kept is None:
        return None
    files, record, forms, traces = kept
    if changed(files):
        return None
    TRACES.found(traces)
    return Opened(record, None if forms is None else lambda: pickle.loads(forms))


def keep(place: Path, opened: Opened) -> None:
    """Keep an inspection, with digests of the files that it names and of the user's modules."""
    named = {
        file.rpartition(":")[0]
        for kernel in opened.record.kernels
        for stage in kernel.stages.values()
        for _, file in stage.map
    }
    files = {file: digest_of(file) for file in {*named, *users_modules()}}
    # Pickled separately: reading them imports the code that runs kernels.
    forms = None if opened.forms is None else pickle.dumps(opened.forms())
    launches = [kernel.launch for kernel in opened.record.kernels if kernel.launch is not None]
    write_pickle(place, (files, opened.record, forms, TRACES.stored(launches)))


def changed(files: Mapping[str, str]) -> bool:
    """Return whether one of the files has no longer the digest that it had."""
    return any(digest_of(file) != digest for file, digest in files.items())


def complete(place: Path, record: Inspection) -> None:
    """Replace the record that is kept without reasons by the whole record."""
    kept = read_pickle(place)
    if kept is not None:
        write_pickle(place, (kept[0], record, None, kept[3]))


@cache
def _own_source() -> bytes:
    return source_key(_PACKAGE, _SOURCES)


def users_modules() -> Iterable[str]:
    """Yield the files of the imported modules that are neither a library's nor ours."""
    for module in [*sys.modules.values()]:
        file = getattr(module, "__file__", None) or ""
        known = file.startswith(str(_PACKAGE)) or any(name in file for name in _LIBRARIES)
        if file.endswith(tuple(SOURCE_SUFFIXES)) and not known:
            yield file


def digest_of(file: str) -> str:
    """Return a digest of a file's content; "" if it cannot be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return ""
