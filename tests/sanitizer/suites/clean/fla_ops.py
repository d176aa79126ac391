"""A forward and a backward pass of flash-linear-attention's: `kernelscope check fla_ops.py`."""

# flash-linear-attention is installed by who runs this.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from fla.modules import RMSNorm, ShortConvolution
from fla.modules.l2norm import l2_norm
from fla.ops.delta_rule import chunk_delta_rule
from fla.ops.gated_delta_rule import chunk_gated_delta_rule
from fla.ops.gla import chunk_gla
from fla.ops.linear_attn import chunk_linear_attn
from fla.ops.retention import chunk_retention
from fla.ops.simple_gla import chunk_simple_gla
from torch.nn.functional import logsigmoid

LENGTH, HEADS, WIDTH = 64, 2, 32


def numbers(*shape: int) -> torch.Tensor:
    """Return standard normal numbers whose gradient is asked for."""
    return torch.randn(*shape, device="cuda", requires_grad=True)


def heads() -> torch.Tensor:
    """Return queries, keys or values, [1, length, heads, width]."""
    return numbers(1, LENGTH, HEADS, WIDTH)


def gates(*more: int) -> torch.Tensor:
    """Return the logarithm of what each step keeps."""
    return logsigmoid(numbers(1, LENGTH, HEADS, *more))


def of_module(module: torch.nn.Module) -> torch.Tensor:
    """Return what a module of `WIDTH` channels makes."""
    result: Any = module.cuda()(numbers(1, LENGTH, WIDTH))
    return result[0] if isinstance(result, tuple) else result


CALLS: dict[str, Callable[[], Any]] = {
    "rms_norm": lambda: of_module(RMSNorm(WIDTH)),
    "short_convolution": lambda: of_module(ShortConvolution(WIDTH, 4, activation="silu")),
    "l2_norm": lambda: l2_norm(heads()),
    "linear_attention": lambda: chunk_linear_attn(heads(), heads(), heads())[0],
    "gla": lambda: chunk_gla(heads(), heads(), heads(), gates(WIDTH))[0],
    "simple_gla": lambda: chunk_simple_gla(heads(), heads(), heads(), gates())[0],
    "retention": lambda: chunk_retention(heads(), heads(), heads())[0],
    "delta_rule": lambda: chunk_delta_rule(
        heads(), l2_norm(heads()), heads(), numbers(1, LENGTH, HEADS).sigmoid()
    )[0],
    "gated_delta_rule": lambda: chunk_gated_delta_rule(
        heads(), l2_norm(heads()), heads(), gates(), numbers(1, LENGTH, HEADS).sigmoid()
    )[0],
}

for name, call in CALLS.items():
    call().float().sum().backward()
    print(f"{name}: ran forward and backward", flush=True)
