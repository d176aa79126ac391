"""Matrix product C = A B of n×n matrices: the first operation whose limit is arithmetic."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import torch
import triton

from kernelscope.errors import UsageError
from kernelscope.frontends.cuda.kernel import cuda_kernel
from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import (
    ANY_LAYOUT,
    c_type,
    compile_max_autotune,
    compile_once,
)
from kernelscope.operations._tiled_matmul import require_matrices, tiled_matmul

TILE = 16
_LARGEST_GRID_Y = 65535


def _work(case: Case) -> Work:
    size = case.n**2 * case.itemsize
    return Work(read=2 * size, written=size, flops=2 * case.n**3, kind="matmul")


matmul = Operation(
    "matmul",
    description="C = A B of n×n matrices",
    axes={"n": 512, "dtype": torch.bfloat16},
    inputs=lambda case: (case.normal(case.n, case.n), case.normal(case.n, case.n)),
    reference=lambda a, b: a @ b,
    accumulated=lambda a, b: a.abs() @ b.abs(),
    work=_work,
    layouts=ANY_LAYOUT,
)


@matmul.implementation("torch")
def matmul_torch(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """PyTorch's own: cuBLAS on a GPU, with a kernel for every shape."""
    return a @ b


@matmul.implementation("compile")
def matmul_compiled(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """torch.compile: Inductor, which calls the library's kernel as well."""
    return compile_once(torch.matmul)(a, b)


@matmul.implementation("compile-max-autotune")
def matmul_autotuned(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """torch.compile, max-autotune: times Triton templates against the library, keeps the best."""
    return compile_max_autotune(torch.matmul)(a, b)


@matmul.implementation("cuda")
def matmul_cuda(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """CUDA C++: 16×16 tiles in shared memory, ordinary multiply-adds in fp32, no tensor cores."""
    m, n, k = require_matrices(a, b)
    c = torch.empty((m, n), dtype=a.dtype, device=a.device)
    if m > TILE * _LARGEST_GRID_Y:
        raise UsageError(
            f"matmul cuda: a grid has at most {_LARGEST_GRID_Y} blocks in y, so m of "
            f"at most {TILE * _LARGEST_GRID_Y}, not {m}"
        )
    if c.numel():
        grid = (triton.cdiv(n, TILE), triton.cdiv(m, TILE))
        _cuda(a.dtype)[grid, (TILE, TILE)](a.contiguous(), b.contiguous(), c, m, n, k)
    return c


MATMUL_FILE = Path(__file__).with_name("matmul.cu")


@functools.cache
def _cuda(dtype: torch.dtype) -> Any:
    return cuda_kernel(MATMUL_FILE, f"matmul<{c_type(dtype)}>")


@matmul.implementation("triton")
def matmul_triton(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Triton: tiles on the tensor cores, loads ahead of the arithmetic, rows of tiles in groups."""
    return tiled_matmul(a, b)
