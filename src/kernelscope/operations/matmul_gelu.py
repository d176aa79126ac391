"""gelu(A B) of n×n matrices, as in a transformer's MLP: the case for a fused epilogue.

The product's result is in registers when the last tile is summed; a second kernel for the GELU
writes it to memory and reads it back first.
"""

from __future__ import annotations

import torch

from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import (
    ANY_LAYOUT,
    UP_TO_FP32,
    compile_max_autotune,
    compile_once,
)
from kernelscope.operations._tiled_matmul import tiled_matmul


def _work(case: Case) -> Work:
    size = case.n**2 * case.itemsize
    flops = 2 * case.n**3 + 9 * case.n**2
    return Work(read=2 * size, written=size, flops=flops, kind="matmul")


matmul_gelu = Operation(
    "matmul-gelu",
    description="gelu(A B) of n×n matrices",
    axes={"n": 512, "dtype": torch.bfloat16},
    inputs=lambda case: (case.normal(case.n, case.n), case.normal(case.n, case.n)),
    reference=lambda a, b: torch.nn.functional.gelu(a @ b, approximate="tanh"),
    magnitude=lambda a, b: (a @ b).abs(),  # as for GELU: the product is its x
    accumulated=lambda a, b: a.abs() @ b.abs(),
    work=_work,
    layouts=ANY_LAYOUT,
    dtypes=UP_TO_FP32,
)


@matmul_gelu.implementation("naive")
def matmul_gelu_naive(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Compute the product, then GELU's formula as written: ten kernels."""
    x = a @ b
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


@matmul_gelu.implementation("torch")
def matmul_gelu_torch(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """PyTorch's own two kernels: the product is written to memory and read back for the GELU."""
    return torch.nn.functional.gelu(a @ b, approximate="tanh")


@matmul_gelu.implementation("compile")
def matmul_gelu_compiled(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """torch.compile: the library's product, and one kernel that Inductor makes of the formula."""
    return compile_once(matmul_gelu_naive)(a, b)


@matmul_gelu.implementation("compile-max-autotune")
def matmul_gelu_autotuned(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """torch.compile, max-autotune: may choose a Triton product with the GELU as its epilogue."""
    return compile_max_autotune(matmul_gelu_naive)(a, b)


@matmul_gelu.implementation("triton")
def matmul_gelu_triton(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Triton: GELU on the fp32 sums while they are in registers; one kernel, one write."""
    return tiled_matmul(a, b, gelu=True)
