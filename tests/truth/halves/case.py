"""PyTorch's operators on 16-bit floats: the cases, and what a device makes of them.

The inputs come from NumPy's `RandomState` by whole numbers and uniform draws alone, so they are
the same bits on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import torch

DTYPES = {"fp16": torch.float16, "bf16": torch.bfloat16}
Array = np.ndarray[Any, Any]
Spec = tuple[str, tuple[int, ...]]

# Zeros, the smallest subnormal numbers, what overflows in fp16 but not in bf16, not a number.
SPECIAL = (0.0, -0.0, 6e-8, -6e-8, 1e-5, 1.0, -1.0, 0.5, 65504.0, -65504.0, 300.0, -300.0)
BEYOND = (float("inf"), float("-inf"), float("nan"))


@dataclass(frozen=True)
class Case:
    """One call of an operator.

    Args:
        name: its name, unique.
        run: the call, on tensors.
        inputs: the kind and shape of each input; see `_values`.
        pointwise: whether each element of the result depends on one element of each input.
        backward: whether the gradients of the floating inputs are part of the result.
    """

    name: str
    run: Callable[..., Any]
    inputs: tuple[Spec, ...]
    pointwise: bool = False
    backward: bool = True


def _values(kind: str, shape: tuple[int, ...], seed: int) -> Array:
    """Return numbers: a bell, "positive", "unit" (0 to 1), "any" (special ones first), "<9"."""
    draw = np.random.RandomState(seed)
    if kind.startswith("<"):
        return draw.randint(0, int(kind[1:]), shape)
    unit = draw.randint(1, 1 << 20, (4, *shape)) / float(1 << 20)
    if kind == "unit":
        return unit[0]
    if kind == "positive":
        return unit[0] * 4 + 0.01
    bell = (unit.sum(0) - 2.0) * 1.7320508
    if kind == "any":
        first = np.array(SPECIAL + BEYOND)
        bell = bell * 3
        bell.reshape(-1)[: first.size] = np.roll(first, seed % 7)
    return bell


def inputs_of(case: Case, dtype: torch.dtype, device: str) -> list[torch.Tensor]:
    """Return the inputs, rounded to the 16-bit `dtype`, as tensors of it on a device."""
    tensors: list[torch.Tensor] = []
    for place, (kind, shape) in enumerate(case.inputs):
        numbers = torch.from_numpy(_values(kind, shape, crc32(case.name.encode()) % 9973 + place))
        if numbers.is_floating_point():
            numbers = numbers.to(torch.float32).to(dtype)
        tensors.append(numbers.to(device))
    return tensors


def outcome(case: Case, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Return the results, then the gradients of the floating inputs, on the CPU.

    The gradients are of the results' sum, weighted by numbers that a half holds exactly.
    """
    leaves = [t.detach().clone() for t in inputs]
    if case.backward:
        for leaf in leaves:
            leaf.requires_grad_(leaf.is_floating_point())
    results = case.run(*leaves)
    results = [results] if isinstance(results, torch.Tensor) else list(results)
    found = [result.detach().cpu() for result in results]
    if case.backward:
        weights = [
            (torch.arange(r.numel(), device=r.device) % 13 - 6).to(r.dtype).reshape(r.shape) / 4
            for r in results
        ]
        torch.autograd.backward(results, weights)
        found += [leaf.grad.detach().cpu() for leaf in leaves if leaf.grad is not None]
    return found


ROWS: Spec = ("bell", (3, 150))
COLUMNS: Spec = ("bell", (150, 3))
EACH: Spec = ("any", (96,))
SMALL: Spec = ("bell", (96,))
POSITIVE: Spec = ("positive", (96,))
