"""Inspections of earlier runs, found again without a compiler: torch and triton stay unimported.

One is found by everything that decides it: the subject and its file's content, the case, the GPU,
this package's source, the versions of the compilers and what the environment tells them. Beside it
lie digests of every other file that took part; when one has changed, it is as if nothing was kept.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from sysconfig import get_paths
from typing import TYPE_CHECKING

from kernelscope._cache import cache_folder, read_pickle, source_key, write_pickle
from kernelscope.record import Inspection

if TYPE_CHECKING:
    from kernelscope.devices.capture import KernelForm, LaunchFacts

_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (".py", ".cu")
_COMPILERS = (
    *("torch", "triton", "numpy", "cuda-bindings", "nvidia-cuda-nvrtc", "nvidia-nvjitlink"),
    *("numba", "numba-cuda", "llvmlite"),
)
_TELLING = ("TRITON_", "TORCH", "NUMBA_", "LLVM_", "MLIR_", "USE_IR_LOC", "DISABLE_", "CUDA_")
_LIBRARIES = ("site-packages", "dist-packages", get_paths()["stdlib"])


Forms = Sequence["tuple[KernelForm, LaunchFacts | None]"]


@dataclass(frozen=True, slots=True)
class Opened:
    """An inspection, and what to reason about; None where the record has the reasons."""

    record: Inspection
    forms: Callable[[], Forms] | None = None


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


def find(place: Path) -> Opened | None:
    """What is kept there, if the files that it was made of are as they were."""
    kept = read_pickle(place)
    if kept is None:
        return None
    files, record, forms = kept
    if any(_digest(file) != digest for file, digest in files.items()):
        return None
    return Opened(record, None if forms is None else lambda: pickle.loads(forms))


def keep(place: Path, found: Opened) -> None:
    """Keep an inspection, with digests of the files that it names and of the user's modules."""
    named = {
        file.rpartition(":")[0]
        for kernel in found.record.kernels
        for stage in kernel.stages.values()
        for _, file in stage.map
    }
    files = {file: _digest(file) for file in {*named, *_users_modules()}}
    # Apart: to read them is to import what runs kernels.
    forms = None if found.forms is None else pickle.dumps(found.forms())
    write_pickle(place, (files, found.record, forms))


def complete(place: Path, record: Inspection) -> None:
    """Keep the record with its reasons in the place of one without."""
    kept = read_pickle(place)
    if kept is not None:
        write_pickle(place, (kept[0], record, None))


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
