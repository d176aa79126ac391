"""Operations on 16-bit floats whose CUDA kernels round differently from the CPU's.

Some of CUDA's kernels compute in halves, a rounding for each step: tanh's gradient g (1 - y y) with
y = -0.98779 in fp16 rounds y y to 0.97559 and gives 0.024414 g. Rounded once it is 0.024265 g, 10
units less, which no H200 gives. Others compute in float32 but lose what float32 loses: GELU of
-6.25 is -0, since 1 + erf(-4.4) is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch


def _tanh_backward(gradient: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return gradient * (1 - y * y)


def _sigmoid_backward(gradient: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return gradient * (1 - y) * y


def _pow(x: torch.Tensor, exponent: Any) -> torch.Tensor | None:
    if isinstance(exponent, torch.Tensor):
        return None
    if exponent == 3:
        return x * x * x
    return 1 / (x * x) if exponent == -2 else None


def _one_plus_erf(x: torch.Tensor) -> torch.Tensor:
    """Return 1 + erf(x / sqrt(2)) in float32, near 0 as well as in the tails.

    The CPU's erf is off by several units near -1: GELU's gradient at -6.5 in bf16 was 0 with
    AVX-512, an H200 gives -2.6e-9. Its erfc is right to its last place, and so is 1 - erfc.
    """
    scaled = x * math.sqrt(0.5)
    return torch.erfc(scaled.abs()).neg_().add_(1).copysign_(scaled).add_(1)


def _gelu(x: torch.Tensor, *, approximate: str = "none") -> torch.Tensor | None:
    if approximate != "none":
        return None
    wide = x.float()
    return _one_plus_erf(wide).mul_(wide.mul_(0.5)).to(x.dtype)


def _gelu_backward(
    gradient: torch.Tensor, x: torch.Tensor, *, approximate: str = "none"
) -> torch.Tensor | None:
    if approximate != "none":
        return None
    wide = x.float()
    density = wide.square().mul_(-0.5).exp_().mul_(math.sqrt(0.5 / math.pi))
    slope = _one_plus_erf(wide).mul_(0.5).addcmul_(wide, density)
    return slope.mul_(gradient).to(x.dtype)


FORMULAS: dict[str, Callable[..., torch.Tensor | None]] = {
    "tanh_backward": _tanh_backward,
    "sigmoid_backward": _sigmoid_backward,
    "pow": _pow,
    "gelu": _gelu,
    "gelu_backward": _gelu_backward,
}
"""What CUDA's kernel computes, by name; None where the CPU's kernel does the same in float32."""
