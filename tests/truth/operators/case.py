"""What a call of the table is, and how its inputs are made.

A call is a small function that makes its inputs by name and shape and returns what is measured.
It uses nothing that only a GPU has, so that the same table runs on the CPU (`small`, for a test),
on the virtual GPU and on a real one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

Shape = tuple[int, ...]
Run = Callable[[], Any]

DTYPES = {
    "fp64": torch.float64,
    "fp32": torch.float32,
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "int64": torch.int64,
    "int32": torch.int32,
    "int8": torch.int8,
    "complex64": torch.complex64,
}
FLOATS = ("fp32", "fp16", "bf16")
SMALLEST = 16  # what a side is cut to for a run on the CPU


class Inputs:
    """What makes the inputs of a call: on a device, of a data type."""

    def __init__(self, device: str, dtype: str) -> None:
        self.device, self.dtype = device, DTYPES[dtype]

    def normal(self, *shape: int, grad: bool = False) -> torch.Tensor:
        """Return numbers of the call's type: a bell, or small whole numbers if it has integers."""
        if not (self.dtype.is_floating_point or self.dtype.is_complex):
            return torch.randint(0, 5, shape, device=self.device, dtype=self.dtype)
        numbers = torch.randn(shape, device=self.device, dtype=self.dtype)
        return numbers.requires_grad_(grad)

    def below(self, limit: int, *shape: int) -> torch.Tensor:
        return torch.randint(0, limit, shape, device=self.device)

    def mask(self, *shape: int) -> torch.Tensor:
        return torch.rand(shape, device=self.device) < 0.5

    def permuted(self, count: int) -> torch.Tensor:
        return torch.randperm(count, device=self.device)

    def host(self, *shape: int, pinned: bool = False) -> torch.Tensor:
        return torch.ones(shape, dtype=self.dtype, pin_memory=pinned and self.device == "cuda")

    def to(self, module: nn.Module) -> nn.Module:
        return module.to(self.device, self.dtype)


@dataclass(frozen=True)
class Call:
    """One call: `make` returns what is measured, with its inputs made.

    Attributes:
        name: family, function, shape, type and setting; unique.
        setting: what is chosen around the call: a backend of attention, or "tf32".
    """

    name: str
    build: Callable[..., Run]
    shape: Shape
    dtype: str
    setting: str = ""

    def make(self, device: str, small: bool = False) -> Run:
        sides = [min(side, SMALLEST) for side in self.shape] if small else self.shape
        return self.build(Inputs(device, self.dtype), *sides)


CALLS: dict[str, Call] = {}


def calls(
    family: str,
    *shapes: Shape,
    dtypes: Sequence[str] = ("fp32",),
    settings: Sequence[str] = ("",),
    name: str = "",
) -> Callable[[Callable[..., Run]], Callable[..., Run]]:
    """Enter a function in the table, once for each shape, type and setting."""

    def enter(build: Callable[..., Run]) -> Callable[..., Run]:
        for shape in shapes:
            for dtype in dtypes:
                for setting in settings:
                    sides = "x".join(map(str, shape))
                    words = (f"{family}/{name or build.__name__}", sides, dtype, setting)
                    title = " ".join(word for word in words if word)
                    assert title not in CALLS, title
                    CALLS[title] = Call(title, build, shape, dtype, setting)
        return build

    return enter


@contextlib.contextmanager
def set_for(call: Call) -> Iterator[None]:
    """Hold a call's setting while it is made and measured; only a GPU has such settings."""
    if call.setting == "tf32":
        before = torch.get_float32_matmul_precision()
        torch.set_float32_matmul_precision("high")
        try:
            yield
        finally:
            torch.set_float32_matmul_precision(before)
    elif call.setting:
        from torch.nn.attention import SDPBackend, sdpa_kernel

        with sdpa_kernel(getattr(SDPBackend, call.setting.upper())):
            yield
    else:
        yield


def forward_and_backward(run: Run, leaves: Sequence[torch.Tensor]) -> Run:
    """Return a call of `run` and of its backward pass, which makes new gradients."""
    grad = torch.ones_like(run())
    return lambda: torch.autograd.grad(run(), leaves, grad)


def backward(run: Run, leaves: Sequence[torch.Tensor]) -> Run:
    """Return a call of the backward pass alone."""
    result = run()
    grad = torch.ones_like(result)
    return lambda: torch.autograd.grad(result, leaves, grad, retain_graph=True)
