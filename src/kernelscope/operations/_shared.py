"""Helpers of several operations: promised layouts, C type names, outputs, Inductor."""

from __future__ import annotations

import functools
import logging
import os
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.virtual import current_gpu
from kernelscope.errors import UnavailableError
from kernelscope.frontends.numba import load_numba
from kernelscope.operation import LAYOUTS, is_nasty_case

ANY_LAYOUT = LAYOUTS
UP_TO_FP32 = (torch.float32, torch.float16, torch.bfloat16)

_C_TYPES = {
    torch.float32: "float",
    torch.float16: "__half",
    torch.bfloat16: "__nv_bfloat16",
}


def c_type(dtype: torch.dtype) -> str:
    """Return CUDA C++'s name of a dtype that our CUDA kernels read (they compute in fp32)."""
    if dtype not in _C_TYPES:
        raise UnavailableError(
            f"this CUDA kernel is written for float32, float16 and bfloat16, not {dtype}"
        )
    return _C_TYPES[dtype]


def numba_cuda() -> Any:
    """Return the module `numba.cuda`. Raises UnavailableError if Numba does not work."""
    return load_numba()


def on_current_stream(
    kernel: Any, grid: int | tuple[int, int], block: int | tuple[int, int]
) -> Any:
    """Bind a Numba kernel to PyTorch's current stream, for a launch; Numba would use its own."""
    if current_gpu() is not None or not torch.cuda.is_available():
        return kernel[grid, block]
    stream = numba_cuda().external_stream(torch.cuda.current_stream().cuda_stream)
    return kernel[grid, block, stream]


def require_numba_dtype(dtype: torch.dtype) -> None:
    """Raise UnavailableError for a dtype that our Numba kernels are not written for."""
    if dtype not in (torch.float32, torch.float64):
        raise UnavailableError(f"this Numba kernel is written for float32 and float64, not {dtype}")


def output_in_order_of(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `x` and an empty output with its strides: a kernel may walk both as flat memory.

    A transposed tensor keeps its strides; a tensor with gaps or overlaps (`x[:, ::2]`, expanded)
    is copied first.
    """
    y = torch.empty_like(x)
    if x.stride() != y.stride():
        x = torch.empty_like(x).copy_(x)
    return x, y


@functools.cache
def compile_once(function: Callable[..., Any], mode: str | None = None) -> Callable[..., Any]:
    """Compile for a benchmark: one kernel for each exact shape, and no silent fallback.

    By default, Dynamo makes sizes dynamic at the second shape, and after eight recompilations it
    runs the function uncompiled without a message. The comparison would then time something else.

    Strided and misaligned inputs are copied first. Otherwise each layout of the nasty cases is
    compiled again, for seconds, and with max-autotune tuned again.
    """
    import torch._dynamo

    logging.getLogger("torch._inductor.select_algorithm").addFilter(_says_something)
    assemble_as_workers_do(Path(torch.__file__).parent / "bin" / "ptxas")
    torch._dynamo.config.recompile_limit = max(256, torch._dynamo.config.recompile_limit)
    compiled = torch.compile(function, dynamic=False, mode=mode)
    return lambda *inputs: compiled(*map(_plain, inputs))


def _says_something(record: logging.LogRecord) -> bool:
    # torch 2.11 writes it of its own candidates for a product, on a GPU. The product is right.
    return "tensor meta failed for Extern Choice" not in str(record.msg)


def _plain(x: Any) -> Any:
    """Return `x`, or if it is a tensor, one that is contiguous and aligned for vector loads.

    A candidate of max-autotune (torch 2.11) read a strided input out of bounds on an H200.
    """
    if not isinstance(x, torch.Tensor):
        return x
    x = x.contiguous()
    return x if x.data_ptr() % 16 == 0 else x.clone()


def compile_max_autotune(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile by timing many candidates and keeping the fastest; only a real GPU can do this.

    Nasty cases, which are not timed, are compiled without tuning.
    """
    if current_gpu() is not None or not torch.cuda.is_available():
        raise UnavailableError(
            "max-autotune chooses by timing candidates: it needs a real GPU (--device cuda)"
        )
    # To tune the four layers of `mlp` for each size of the nasty cases took minutes on an H200. The
    # templates of the case that is timed are checked on that case.
    return (compile_once if is_nasty_case() else _autotuned)(function)


@functools.cache
def _autotuned(function: Callable[..., Any]) -> Callable[..., Any]:
    import torch._inductor.config as inductor

    # Inductor skips a candidate that needs too much shared memory: not an error of the user.
    logging.getLogger("torch._inductor.select_algorithm").setLevel(logging.CRITICAL)

    # torch 2.11 asks a tensor's storage in a way that it deprecates itself.
    warnings.filterwarnings("ignore", "TypedStorage is deprecated", module="torch._inductor")

    for name, quiet in (
        ("max_autotune_report_choices_stats", False),
        ("autotune_num_choices_displayed", 0),
    ):
        if hasattr(inductor, name):  # otherwise it prints a table for every product
            setattr(inductor, name, quiet)
    return compile_once(function, "max-autotune-no-cudagraphs")


# Inductor's workers assemble with PyTorch's ptxas, if it brings one, and Triton's cache has code by
# the version of ptxas. This process, which times the candidates of max-autotune, asked with the
# version of Triton's own: so (torch 2.11 on an H200) it compiled all candidates of `mlp` again, one
# after the other, in 140 s. And where Inductor compiled in this process, it left its ptxas behind
# for Triton's own kernels: the next comparison, for which Inductor has all code, compiled them
# again.
@functools.cache
def assemble_as_workers_do(ptxas: Path) -> None:
    """Let torch.compile use the ptxas of Inductor's workers in this process, and nothing else."""
    if not ptxas.is_file():
        return
    import torch._dynamo

    version: Any = import_module("triton.backends.nvidia.compiler").get_ptxas_version
    patches = Patches()

    def begin(_: object) -> None:
        chosen = os.environ.get("TRITON_PTXAS_PATH", str(ptxas))
        patches.variable(os.environ, "TRITON_PTXAS_PATH", chosen)
        version.cache_clear()
        patches.callback(version.cache_clear)

    torch._dynamo.on_compile_start(begin)
    torch._dynamo.on_compile_end(lambda _: patches.close())
