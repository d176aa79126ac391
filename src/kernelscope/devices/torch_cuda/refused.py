"""Early refusal of what needs a real GPU: NCCL, and C++ extensions with CUDA code.

PyTorch itself would say so after minutes of compiling, or with a traceback through its own files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.callsite import caller_source
from kernelscope.errors import UnavailableError


def refuse_nccl(undo: Patches) -> None:
    """Let `init_process_group` raise if NCCL is asked for, until `undo` closes.

    A PyTorch without CUDA would say that it has no NCCL built in, with a warning and a traceback
    through its own files; one with CUDA would look for real GPUs.
    """
    if not torch.distributed.is_available():
        return
    for module in (torch.distributed, torch.distributed.distributed_c10d):
        undo.around(module, "init_process_group", _refuse_nccl)


def _refuse_nccl(init: Any, backend: str | None = None, *more: Any, **named: Any) -> Any:
    if backend is not None and "nccl" in backend.lower():
        place = caller_source()
        raise UnavailableError(
            f"{f'{place}: ' if place else ''}NCCL connects real GPUs, and there is only one "
            'virtual GPU: leave out the process group, or use backend="gloo" with tensors on '
            "the CPU"
        )
    return init(backend, *more, **named)


def refuse_cuda_sources(undo: Patches) -> None:
    """Let `load` and `load_inline` raise if they get CUDA code, until `undo` closes."""
    # The import brings setuptools, and few programs have an extension.
    undo.when_imported("torch.utils.cpp_extension", _refuse_in)


def _refuse_in(cpp_extension: ModuleType, undo: Patches) -> None:
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
            f"extension {name}: its host code calls the CUDA driver, which needs a real GPU; "
            "give the __global__ function to kernelscope.cuda_kernel(source, name) and launch it "
            "with kernel[grid, block](...), which needs neither nvcc nor a GPU"
        )
