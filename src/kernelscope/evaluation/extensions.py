"""Early refusal of a submission's C++ extensions: what runs outside Python cannot be confined.

PyTorch itself would compile for minutes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from kernelscope._patching import Patches
from kernelscope.errors import UnavailableError


def forbid_cuda_sources(undo: Patches) -> None:
    """Let `load` and `load_inline` raise if they get CUDA code, until `undo` closes."""
    # The import brings setuptools, and few programs have an extension.
    undo.when_imported("torch.utils.cpp_extension", _forbid_in)


def _forbid_in(cpp_extension: ModuleType, undo: Patches) -> None:
    undo.around(cpp_extension, "load", _checked_load)
    undo.around(cpp_extension, "load_inline", _checked_load_inline)


def _checked_load(
    load: Any, name: str, sources: str | Sequence[str], *options: Any, **named: Any
) -> Any:
    paths = [sources] if isinstance(sources, str) else sources
    _refuse(name, any(Path(path).suffix in (".cu", ".cuh") for path in paths))
    return load(name, sources, *options, **named)


def _checked_load_inline(
    load: Any, name: str, cpp_sources: Any, cuda_sources: Any = None, *options: Any, **named: Any
) -> Any:
    _refuse(name, bool(cuda_sources))
    return load(name, cpp_sources, cuda_sources, *options, **named)


def _refuse(name: str, has_cuda: bool) -> None:
    if has_cuda:
        raise UnavailableError(
            f"extension {name}: a submission's own C++ is not run here: give the __global__ "
            "function to kernelscope.cuda_kernel(source, name) and launch it with "
            "kernel[grid, block](...)"
        )
