"""A launch that is timed, and the tensors that the launches need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import triton

Run = Callable[[], Any]
Make = Callable[..., Run]

DEVICE = "cuda"
BF, HF, F32 = torch.bfloat16, torch.float16, torch.float32

# By module: the name of each launch, and the function that makes its inputs and returns it.
CASES: dict[str, list[tuple[str, Callable[[], Run]]]] = {}


def program(name: str, *values: Any) -> Callable[[Make], Make]:
    """Keep a launch under a name; its maker is called with these values.

    Decorators apply from the bottom up, so the lowest one above a function comes first.
    """

    def keep(make: Make) -> Make:
        CASES.setdefault(make.__module__, []).append((name, lambda: make(*values)))
        return make

    return keep


def randn(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor of normal numbers."""
    return torch.randn(*shape, device=DEVICE, dtype=F32).to(dtype)


def rand(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor of numbers from 0 to 1."""
    return torch.rand(*shape, device=DEVICE, dtype=F32).to(dtype)


def randint(
    low: int, high: int, shape: tuple[int, ...], dtype: torch.dtype = torch.int32
) -> torch.Tensor:
    """Return a tensor of integers from low to high - 1."""
    return torch.randint(low, high, shape, device=DEVICE, dtype=dtype)


def empty(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor that nothing has written."""
    return torch.empty(*shape, device=DEVICE, dtype=dtype)


def zeros(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor of zeros."""
    return torch.zeros(*shape, device=DEVICE, dtype=dtype)


cdiv = triton.cdiv
p2 = triton.next_power_of_2
