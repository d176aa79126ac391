"""Small programs with instructive profiles, by name: `kernelscope profile cdist`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kernelscope.errors import unknown

Run = Callable[[], object]

_DIM = 2048


@dataclass(frozen=True, slots=True)
class Example:
    """A program to profile.

    `description`: what it computes, and what its profile shows. `make` prepares the inputs on
    PyTorch's GPU and returns the function to profile.
    """

    description: str
    make: Callable[[], Run]


def example(name: str) -> Example:
    """Return the example of a name. Raises UsageError, with the known names, if there is none."""
    if name not in EXAMPLES:
        raise unknown("example", name, EXAMPLES)
    return EXAMPLES[name]


def _of_two(dim: int, operation: Callable[[Any, Any], object]) -> Callable[[], Run]:
    """Return an example of an operation on two random square matrices, fp32."""

    def make() -> Run:
        import torch

        a = torch.randn(dim, dim, device="cuda")
        b = torch.randn(dim, dim, device="cuda")
        return lambda: operation(a, b)

    return make


def _gelu(a: Any, b: Any) -> object:
    import torch.nn.functional as F

    return F.gelu(a + b)


def _softmax(a: Any, b: Any) -> object:
    import torch.nn.functional as F

    return F.softmax(a + b, dim=-1)


def _cdist(a: Any, b: Any) -> object:
    import torch

    return torch.cdist(a, b)


def mlp(dim: int = _DIM, layers: int = 64, batch: int = 1024, steps: int = 2) -> Run:
    """Prepare forward and backward of linear layers with GELU between them, fp32."""
    import torch
    import torch.nn.functional as F

    class MLP(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = torch.nn.ModuleList(torch.nn.Linear(dim, dim) for _ in range(layers))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            for layer in self.layers:
                x = F.gelu(layer(x))
            return x

    model = MLP().to("cuda")
    x = torch.randn(batch, dim, device="cuda")

    def run() -> None:
        for _ in range(steps):
            loss: Any = model(x).mean()
            loss.backward()

    return run


def _square_grids() -> Run:
    """Prepare rows of 4096 numbers, fp32: the same kernel on more and more of the GPU."""
    import torch

    from kernelscope.operations.square import square_triton

    inputs = [torch.randn(rows, 2 * _DIM, device="cuda") for rows in (1, 8, 64, 512)]

    def run() -> None:
        for x in inputs:
            square_triton(x)

    return run


EXAMPLES: dict[str, Example] = {
    "sleep": Example(
        "time.sleep(0.05): all host, no device",
        lambda: lambda: time.sleep(0.05),
    ),
    "add-2048": Example(
        "a + b, 2048 × 2048: one elementwise kernel, shorter than its launch",
        _of_two(_DIM, lambda a, b: a + b),
    ),
    "matmul-2048": Example(
        "a @ b, 2048 × 2048: one matmul kernel with large tiles",
        _of_two(_DIM, lambda a, b: a @ b),
    ),
    "matmul-128": Example(
        "a @ b, 128 × 128: another kernel for the smaller shape",
        _of_two(128, lambda a, b: a @ b),
    ),
    "cdist": Example(
        "pairwise distances of 2048 points: one call, several operations and kernels",
        _of_two(_DIM, _cdist),
    ),
    "gelu-of-sum": Example(
        "gelu(a + b), 2048 × 2048: two elementwise kernels, the sum through memory between them",
        _of_two(_DIM, _gelu),
    ),
    "softmax-of-sum": Example(
        "softmax(a + b) over rows of 2048: two kernels",
        _of_two(_DIM, _softmax),
    ),
    "mlp-steps": Example(
        "an MLP, dim 2048, 64 layers, batch 1024: forward and backward, two steps",
        mlp,
    ),
    "square-grids": Example(
        "square() in Triton, a program a row of 4096, grids of 1, 8, 64, 512: try --counters",
        _square_grids,
    ),
}
