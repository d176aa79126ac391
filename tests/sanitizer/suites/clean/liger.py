"""A forward and a backward pass of Liger-Kernel's operations: `kernelscope check liger.py`."""

# Liger-Kernel is installed by who runs this.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from liger_kernel.transformers import functional as liger

ROWS, WIDTH, WORDS = 8, 128, 500


def numbers(*shape: int) -> torch.Tensor:
    """Return standard normal numbers whose gradient is asked for."""
    return torch.randn(shape, device="cuda", requires_grad=True)


def labels(count: int = WORDS) -> torch.Tensor:
    """Return a label for each row, one of which is left out."""
    found = torch.randint(0, count, (ROWS,), device="cuda")
    found[1] = -100
    return found


def rotary() -> tuple[Any, ...]:
    """Return queries, keys, cosines and sines."""
    angles = torch.randn(1, ROWS, 32, device="cuda")
    return numbers(1, 4, ROWS, 32), numbers(1, 2, ROWS, 32), angles.cos(), angles.sin()


CALLS: dict[str, Callable[[], Any]] = {
    "rms_norm": lambda: liger.liger_rms_norm(numbers(ROWS, WIDTH), numbers(WIDTH), 1e-6),
    "fused_add_rms_norm": lambda: liger.liger_fused_add_rms_norm(
        numbers(ROWS, WIDTH), numbers(ROWS, WIDTH), numbers(WIDTH), 1e-6
    ),
    "layer_norm": lambda: liger.liger_layer_norm(
        numbers(ROWS, WIDTH), numbers(WIDTH), numbers(WIDTH), 1e-6
    ),
    "group_norm": lambda: liger.liger_group_norm(
        numbers(2, 16, 32), numbers(16), numbers(16), 16, 4, 1e-6
    ),
    "poly_norm": lambda: liger.liger_poly_norm(numbers(ROWS, WIDTH), numbers(3), numbers()),
    "softmax": lambda: liger.liger_softmax(numbers(ROWS, WIDTH)),
    "sparsemax": lambda: liger.liger_sparsemax(numbers(ROWS, WIDTH)),
    "swiglu": lambda: liger.liger_swiglu(numbers(ROWS, WIDTH), numbers(ROWS, WIDTH)),
    "geglu": lambda: liger.liger_geglu(numbers(ROWS, WIDTH), numbers(ROWS, WIDTH)),
    "relu_squared": lambda: liger.liger_relu_squared(numbers(ROWS, WIDTH)),
    "dyt": lambda: liger.liger_dyt(
        numbers(ROWS, WIDTH), numbers(1), numbers(WIDTH), numbers(WIDTH)
    ),
    "rope": lambda: liger.liger_rope(*rotary()),
    "cross_entropy": lambda: liger.liger_cross_entropy(numbers(ROWS, WORDS), labels()),
    "fused_linear_cross_entropy": lambda: liger.liger_fused_linear_cross_entropy(
        numbers(ROWS, WIDTH), numbers(WORDS, WIDTH), labels()
    ),
    "kl_div": lambda: liger.liger_kl_div(
        numbers(ROWS, WORDS).log_softmax(-1), numbers(ROWS, WORDS).softmax(-1).detach()
    ),
    "jsd": lambda: liger.liger_jsd(
        numbers(ROWS, WORDS).log_softmax(-1), numbers(ROWS, WORDS).log_softmax(-1).detach()
    ),
    "fused_linear_jsd": lambda: liger.liger_fused_linear_jsd(
        numbers(ROWS, WIDTH), numbers(WORDS, WIDTH), numbers(ROWS, WIDTH).detach(),
        numbers(WORDS, WIDTH).detach(),
    ),
    "tvd": lambda: liger.liger_tvd(
        numbers(ROWS, WORDS).softmax(-1), numbers(ROWS, WORDS).softmax(-1).detach()
    ),
}  # fmt: skip


def loss_of(result: Any) -> torch.Tensor:
    """Return the sum of all that has a gradient."""
    parts = result if isinstance(result, tuple) else (result,)
    return torch.stack([one.float().sum() for one in parts if torch.is_tensor(one)]).sum()


for name, call in CALLS.items():
    if not hasattr(liger, f"liger_{name}"):
        print(f"{name}: this version of Liger-Kernel has none")
        continue
    loss_of(call()).backward()
    print(f"{name}: ran forward and backward", flush=True)
