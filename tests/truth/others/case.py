"""A launch of other people's code that is timed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

Run = Callable[[], Any]
Make = Callable[..., Run]

DEVICE = "cuda"
BF, F32 = torch.bfloat16, torch.float32

# The name of each case, and the function that makes its inputs and returns what is timed.
CASES: list[tuple[str, Callable[[], Run]]] = []


def program(name: str, *values: Any) -> Callable[[Make], Make]:
    """Keep a case under a name; its maker is called with these values."""

    def keep(make: Make) -> Make:
        CASES.append((name, lambda: make(*values)))
        return make

    return keep


def randn(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor of normal numbers, one block of 4,096 of them again and again.

    The times do not depend on the values, and on a machine without a GPU millions of normal numbers
    take longer than the launch.
    """
    base = torch.randn(4096, generator=torch.Generator().manual_seed(0)).to(dtype).to(DEVICE)
    n = math.prod(shape)
    return base.repeat(-(-n // 4096))[:n].reshape(shape).contiguous()


def randint(high: int, *shape: int, dtype: torch.dtype = torch.int64) -> torch.Tensor:
    """Return a tensor of integers from 0 to high - 1."""
    made = torch.randint(high, shape, generator=torch.Generator().manual_seed(0))
    return made.to(dtype).to(DEVICE)


def empty(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor that nothing has written."""
    return torch.empty(*shape, device=DEVICE, dtype=dtype)


def zeros(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    """Return a tensor of zeros."""
    return torch.zeros(*shape, device=DEVICE, dtype=dtype)
