"""Kernels that Helion compiles: `kernelscope check helion_kernels.py`."""

# Helion is installed by who runs this; its loops have types of their own.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import helion
import helion.language as hl
import torch


@helion.kernel(autotune_effort="none")
def add(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """x + y."""
    out = torch.empty_like(x)
    for tile in hl.tile(out.size()):
        out[tile] = x[tile] + y[tile]
    return out


@helion.kernel(autotune_effort="none")
def softmax(x: torch.Tensor) -> torch.Tensor:
    """Softmax of each row."""
    out = torch.empty_like(x)
    for tile in hl.tile(x.size(0)):
        out[tile, :] = torch.nn.functional.softmax(x[tile, :], dim=1)
    return out


@helion.kernel(autotune_effort="none")
def matmul(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """x @ y."""
    (m, k), n = x.size(), y.size(1)
    out = torch.empty([m, n], dtype=x.dtype, device=x.device)
    for rows, columns in hl.tile([m, n]):
        total = hl.zeros([rows, columns], dtype=torch.float32)
        for inner in hl.tile(k):
            total = torch.addmm(total, x[rows, inner], y[inner, columns])
        out[rows, columns] = total.to(x.dtype)
    return out


@helion.kernel(autotune_effort="none")
def row_sums(x: torch.Tensor) -> torch.Tensor:
    """The sum of each row."""
    out = torch.empty([x.size(0)], dtype=x.dtype, device=x.device)
    for tile in hl.tile(x.size(0)):
        out[tile] = x[tile, :].sum(-1)
    return out


@helion.kernel(autotune_effort="none")
def rms_norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Each row over its root mean square."""
    out = torch.empty_like(x)
    for tile in hl.tile(x.size(0)):
        row = x[tile, :].to(torch.float32)
        scale = torch.rsqrt((row * row).mean(-1) + 1e-6)
        out[tile, :] = row * scale[:, None] * weight[:].to(torch.float32)
    return out


def numbers(*shape: int) -> torch.Tensor:
    """Return standard normal numbers."""
    return torch.randn(*shape, device="cuda")


for kernel, given in (
    (add, (numbers(100, 70), numbers(100, 70))),
    (softmax, (numbers(50, 90),)),
    (matmul, (numbers(96, 80).half(), numbers(80, 112).half())),
    (row_sums, (numbers(50, 90),)),
    (rms_norm, (numbers(50, 90), numbers(90))),
):
    kernel(*given)
    print(f"{kernel.name}: ran", flush=True)
