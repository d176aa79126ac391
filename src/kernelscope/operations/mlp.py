"""A multilayer perceptron: `layers` linear layers of width `dim`, with GELU (tanh) between them."""

from __future__ import annotations

import functools
import warnings

import torch

from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import (
    ANY_LAYOUT,
    UP_TO_FP32,
    compile_max_autotune,
    compile_once,
)
from kernelscope.operations._tiled_matmul import tiled_matmul


def _inputs(case: Case) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return input (batch, dim), weights (layers, dim out, dim in) and biases (layers, dim).

    The standard deviation of the weights keeps activations near 1 through any number of layers.
    """
    spread = max(1, case.dim) ** -0.5
    return (
        case.normal(case.batch, case.dim),
        case.normal(case.layers, case.dim, case.dim, std=spread, special=False),
        case.normal(case.layers, case.dim, std=spread, special=False),
    )


def _reference(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    for i, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
        x = x @ weight.T + bias
        if i + 1 < len(weights):
            x = torch.nn.functional.gelu(x, approximate="tanh")
    return x


def _typical(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """Return the root mean square of the finite outputs."""
    result = _reference(x, weights, biases)
    finite = result[result.isfinite()]
    return finite.square().mean().sqrt() if finite.numel() else result.new_zeros(())


def _magnitude(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """Return the scale of errors: each layer rounds, and the next one mixes the errors."""
    return _typical(x, weights, biases) * len(weights)


def _accumulated(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """Return the scale of rounding errors of sums of `dim` terms in each layer, random in sign."""
    return _typical(x, weights, biases) * len(weights) * weights.shape[-1] ** 0.5


def _work(case: Case) -> Work:
    read = case.batch * case.dim + case.layers * (case.dim**2 + case.dim)
    return Work(
        read=read * case.itemsize,
        written=case.batch * case.dim * case.itemsize,
        flops=case.layers * 2 * case.batch * case.dim**2
        + (case.layers - 1) * 9 * case.batch * case.dim,
        kind="matmul",
    )


mlp = Operation(
    "mlp",
    description="linear layers with GELU between them",
    axes={"dim": 256, "layers": 4, "batch": 256, "dtype": torch.float32},
    sizes=("dim", "batch"),
    inputs=_inputs,
    reference=_reference,
    magnitude=_magnitude,
    accumulated=_accumulated,
    work=_work,
    layouts=ANY_LAYOUT,
    dtypes=UP_TO_FP32,
)


class MLP(torch.nn.Module):
    """The network in its usual form; each call passes the parameters."""

    def __init__(self, layers: int, dim: int) -> None:
        super().__init__()
        with warnings.catch_warnings(action="ignore"):  # width 0 has nothing to initialise
            self.linears = torch.nn.ModuleList(
                torch.nn.Linear(dim, dim, device="meta") for _ in range(layers)
            )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Apply all layers: (batch, dim) → (batch, dim)."""
        for i, linear in enumerate(self.linears):
            x = linear(x)
            if i + 1 < len(self.linears):
                x = torch.nn.functional.gelu(x, approximate="tanh")
        return x


# Made once for each size, outside the compiled function: Dynamo cannot trace a constructor.
_module = functools.cache(MLP)


# Each parameter is a tensor of its own, as a module's are. Of slices of one tensor Inductor would
# take the offset for a part of the problem, and max-autotune would tune each layer by itself.
def _apply(module: MLP, x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
    layers = range(len(module.linears))
    names = [f"linears.{i}.{parameter}" for parameter in ("weight", "bias") for i in layers]
    named = dict(zip(names, parameters, strict=True))
    return torch.func.functional_call(module, named, (x,))


@mlp.implementation("torch")
def mlp_torch(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """Run an `nn.Module`: in each layer the library's product with its bias, then a GELU kernel."""
    return _apply(_module(*biases.shape), x, *weights, *biases)


@mlp.implementation("compile")
def mlp_compiled(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """torch.compile of the module: the library's products; bias and GELU in Inductor's kernels."""
    return compile_once(_apply)(_module(*biases.shape), x, *weights, *biases)


@mlp.implementation("compile-max-autotune")
def mlp_autotuned(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """torch.compile, max-autotune: the fastest of templates and library, layer by layer."""
    return compile_max_autotune(_apply)(_module(*biases.shape), x, *weights, *biases)


@mlp.implementation("triton")
def mlp_triton(x: torch.Tensor, weights: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    """Triton: one kernel a layer, which adds the bias and applies GELU before it writes."""
    layers = len(weights)
    for i in range(layers):
        x = tiled_matmul(x, weights[i].T, biases[i], gelu=i + 1 < layers)
    return x
