"""What the scripts beside this one share: results and gradients are held against PyTorch's."""

# pyright: basic
from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import torch
from triton.runtime import autotuner

TOLERANCE = 2e-2
"""Products of tf32 are as far off."""


class Call(NamedTuple):
    """A call of a library: its tensors, what it makes of them, and what PyTorch makes."""

    tensors: Callable[[], tuple[torch.Tensor, ...]]
    library: Callable[..., Any]
    pytorch: Callable[..., Any] | None = None


def with_few_configurations(most: int = 2) -> None:
    """Let autotuners try so many: to compile hundreds takes hours, and only one is looked at."""
    make = autotuner.Autotuner.__init__

    def limited(self, *args, **kwargs) -> None:
        make(self, *args, **kwargs)
        prune = self.early_config_prune or (lambda configurations, *_, **__: configurations)
        self.early_config_prune = lambda *args, **kwargs: list(prune(*args, **kwargs))[:most]

    autotuner.Autotuner.__init__ = limited


def numbers(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Return standard normal numbers whose gradient is asked for."""
    return torch.randn(shape, device="cuda", dtype=dtype, requires_grad=True)


def leaves(value: Any) -> list[torch.Tensor]:
    """Return the tensors of a result, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for each in value for t in leaves(each)] if isinstance(value, (tuple, list)) else []


def results(function: Callable[..., Any], tensors: tuple[torch.Tensor, ...]) -> list[torch.Tensor]:
    """Return the results of a call and the gradients of their squares' sum, on the CPU."""
    made = leaves(function(*tensors))
    wanted = [value for value in made if value.requires_grad]
    if wanted:
        torch.stack([(value.float() ** 2).sum() for value in wanted]).sum().backward()
    gradients = [tensor.grad for tensor in tensors if tensor.grad is not None]
    return [value.detach().float().cpu() for value in (*made, *gradients)]


def run(calls: Mapping[str, Call]) -> None:
    """Make the calls that the script's arguments name, or all, and say how each ended."""
    for name in sys.argv[1:] or calls:
        torch.manual_seed(0)
        call = calls[name]
        try:
            tensors = call.tensors()
            copies = tuple(t.detach().cpu().requires_grad_(t.requires_grad) for t in tensors)
            ours = results(call.library, tensors)
            if call.pytorch is not None:
                expected = results(call.pytorch, copies)
                torch.testing.assert_close(ours, expected, rtol=TOLERANCE, atol=TOLERANCE)
            end = "ran" if call.pytorch is None else "right"
        except Exception as error:  # noqa: BLE001 - what fails is in the table, and the rest goes on
            end = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        print(f"{name}: {end}", flush=True)
