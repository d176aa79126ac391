"""Triton's own binding of cuBLAS, with which its tutorials and tests compare, by PyTorch.

`triton._C.libtriton.nvidia.cublas.CublasLt` loads `libcublas.so` and gives it addresses. Both need
a GPU. Inside a virtual GPU's block this class takes its place: the products are PyTorch's, so they
are recorded and cost what PyTorch's cost.
"""

from __future__ import annotations

from typing import NoReturn

import torch

from kernelscope.errors import LaunchError, UnavailableError

_TYPES = (torch.float8_e4m3fn, torch.float16, torch.float32, torch.bfloat16)


class CublasLt:
    """Products of matrices. The right operand is always given transposed.

    workspace: memory for cuBLAS; not used.
    """

    def __init__(self, workspace: torch.Tensor) -> None:
        """Take the workspace, and leave it alone."""

    def matmul(self, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> None:
        """Write the product of `a` (m × k) and the transpose of `b` (n × k) to `out` (m × n)."""
        out.copy_(_product(a, b, out))

    def gemm(
        self,
        a: torch.Tensor,
        b: torch.Tensor,
        c: torch.Tensor,
        out: torch.Tensor,
        alpha: float,
        beta: float,
    ) -> None:
        """Write `alpha` times the product plus `beta` times `c` to `out`."""
        if c.shape != out.shape:
            raise LaunchError("CublasLt.gemm: c and out must have the same shape")
        out.copy_(_product(a, b, out).float() * alpha + c.float() * beta)

    def __getattr__(self, name: str) -> NoReturn:
        """Refuse what the class does not have: products with scaled blocks, for Blackwell alone."""
        raise UnavailableError(
            f"CublasLt.{name}: matmul and gemm run here; products with scaled blocks need a "
            "Blackwell GPU"
        )


def _product(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the product in a type that has all bits of the result before it is rounded."""
    if a.dtype != b.dtype or a.dtype not in _TYPES:
        raise LaunchError(f"CublasLt: products of {a.dtype} and {b.dtype} are not supported")
    if a.dim() != 2 or b.dim() != 2 or a.shape[1] != b.shape[1]:
        raise LaunchError(
            f"CublasLt: {list(a.shape)} times the transpose of {list(b.shape)} is not defined"
        )
    if out.shape != (a.shape[0], b.shape[0]):
        raise LaunchError(
            f"CublasLt: the product is {a.shape[0]} × {b.shape[0]}, and out {list(out.shape)}"
        )
    return a.float() @ b.float().T
