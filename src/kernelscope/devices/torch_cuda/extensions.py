"""PyTorch's C++ extensions with CUDA code: refused at once, not after minutes of compiling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

from kernelscope._patching import Patches, when_imported
from kernelscope.errors import UnavailableError


def refuse_cuda_sources(undo: Patches) -> None:
    """Let `load` and `load_inline` raise if they get CUDA code, until `undo` closes."""
    # The import brings setuptools, and few programs have an extension.
    undo.callback(
        when_imported("torch.utils.cpp_extension", lambda module: _refuse_in(undo, module))
    )


def _refuse_in(undo: Patches, cpp_extension: ModuleType) -> None:
    load: Callable[..., Any] = vars(cpp_extension)["load"]
    load_inline: Callable[..., Any] = vars(cpp_extension)["load_inline"]

    @wraps(load)
    def checked_load(name: str, sources: str | Sequence[str], *options: Any, **named: Any) -> Any:
        paths = [sources] if isinstance(sources, str) else sources
        _refuse(name, any(Path(path).suffix in (".cu", ".cuh") for path in paths))
        return load(name, sources, *options, **named)

    @wraps(load_inline)
    def checked_load_inline(
        name: str, cpp_sources: Any, cuda_sources: Any = None, *options: Any, **named: Any
    ) -> Any:
        _refuse(name, bool(cuda_sources))
        return load_inline(name, cpp_sources, cuda_sources, *options, **named)

    undo.attributes(cpp_extension, load=checked_load, load_inline=checked_load_inline)


def _refuse(name: str, has_cuda: bool) -> None:
    if has_cuda:
        raise UnavailableError(
            f"extension {name}: its host code calls the CUDA driver, which needs a real GPU; "
            "give the __global__ function to kernelscope.cuda_kernel(source, name) and launch it "
            "with kernel[grid, block](...), which needs neither nvcc nor a GPU"
        )
