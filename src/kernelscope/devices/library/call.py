"""One call of an operator: its arguments by name, and what they say of sizes."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import torch

from kernelscope.devices.library.tensors import distinct_bytes, operands, tensors_in
from kernelscope.hardware import GPUSpec

FLOP_REGISTRY = "torch.utils.flop_counter"
PRECISIONS: dict[torch.dtype, str] = {
    torch.float64: "fp64",
    torch.float32: "fp32",
    torch.bfloat16: "bf16",
    torch.float16: "fp16",
    torch.float8_e4m3fn: "fp8",
    torch.float8_e5m2: "fp8",
}


def flop_formula(operator: Any) -> Callable[..., int] | None:
    """Return PyTorch's formula for the floating-point operations of an operator (an overload
    packet), or None if it has none.
    """
    # PyTorch's own are imported with the first operator that has one: its module brings tables for
    # compilers, which take a tenth of a second. A program that adds others has imported it.
    if FLOP_REGISTRY not in sys.modules:
        name = operator.__name__
        if not (name.endswith("mm") or "conv" in name or "attention" in name):
            return None
    return import_module(FLOP_REGISTRY).flop_registry.get(operator)


class Call:
    """One call of an operator.

    `spec`: the GPU that it runs on. `op`: the overload, such as `torch.ops.aten.add.Tensor`.
    `in_l2`: returns the share of tensors that is in L2 before the call.

    Attributes:
        name: the operator's name without namespace and overload: "add", "_softmax".
        read, written: its tensors, each once.
        passed: those that are read, as often as they are passed: x + x has two.
        bytes_read, bytes_written: of their distinct elements.
        in_l2: the share of the tensors that are read.
        flops: of a product or convolution, a multiply-add counts as two; else 0.
        precision: in which it computes, a key of `GPUSpec.peak_tflops`; "" for whole numbers.
    """

    def __init__(
        self,
        spec: GPUSpec,
        op: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        result: Any,
        in_l2: Callable[[list[torch.Tensor]], float] = lambda _: 0.0,
    ) -> None:
        self.spec = spec
        self.op = op
        self.result = result
        self.name: str = op.overloadpacket.__name__
        self._args, self._kwargs = args, kwargs
        self.read, self.written = operands(op, args, kwargs, result)
        read = set(map(id, self.read))
        given = tensors_in([*args, *kwargs.values()])
        self.passed = [tensor for tensor in given if id(tensor) in read]
        self.in_l2 = in_l2(self.read)
        self.bytes_read = float(sum(map(distinct_bytes, self.read)))
        self.bytes_written = float(sum(map(distinct_bytes, self.written)))
        self.flops = self._flops()
        self.precision = self._precision()

    def __getitem__(self, parameter: str) -> Any:
        """Return an argument by its name in the operator's schema, or its default value."""
        place, default = _parameters(self.op)[parameter]
        if place < len(self._args):
            return self._args[place]
        return self._kwargs.get(parameter, default)

    def _flops(self) -> float:
        count = flop_formula(self.op.overloadpacket)
        if count is None:
            return 0.0
        inputs = {name: value for name, value in self._kwargs.items() if name != "out"}
        try:
            return float(count(*self._args, **inputs, out_val=self.result))
        except AssertionError:  # PyTorch 2.11 counts no attention whose heads share keys
            own_keys = _with_heads(self._args[0].shape[1], self._args)
            return float(count(*own_keys, **inputs, out_val=self.result))
        except TypeError:  # the formula has another signature: count a convolution by definition
            outputs = sum(tensor.numel() for tensor in self.results)
            return 2.0 * outputs * math.prod(self._args[1].shape[1:])

    def _precision(self) -> str:
        if not (self.read or self.written):
            return ""
        name = PRECISIONS.get(self.first.dtype, "")
        if not self.flops:
            return name
        if name == "fp32" and torch.backends.cuda.matmul.allow_tf32:
            name = "tf32"
        return name if name in self.spec.peak_tflops else "fp32"

    def has(self, parameter: str) -> bool:
        """Return whether the operator has a parameter of this name."""
        return parameter in _parameters(self.op)

    def tensor(self, parameter: str) -> torch.Tensor:
        """Return an argument that is a tensor."""
        value = self[parameter]
        assert isinstance(value, torch.Tensor), (self.op, parameter)
        return value

    @property
    def first(self) -> torch.Tensor:
        """The first tensor that is read, or else written."""
        return (self.read or self.written)[0]

    @property
    def results(self) -> list[torch.Tensor]:
        """The tensors that were returned, in order."""
        return list(tensors_in(self.result))


def _with_heads(heads: int, args: Sequence[Any]) -> list[Any]:
    """Return arguments of an attention with as many heads in every tensor, of shapes alone."""
    return [
        torch.empty((len(arg), heads, *arg.shape[2:]), device="meta")
        if isinstance(arg, torch.Tensor) and arg.dim() == 4
        else arg
        for arg in args
    ]


@cache
def _parameters(op: Any) -> dict[str, tuple[int, Any]]:
    """Return the place and the default value of each parameter."""
    return {
        parameter.name: (
            place if not parameter.kwarg_only else 1 << 30,
            parameter.default_value,
        )
        for place, parameter in enumerate(op._schema.arguments)
    }


def size_of(tensor: torch.Tensor) -> int:
    """Return a tensor's bytes, those of expanded dimensions counted as often as they are read."""
    return tensor.numel() * tensor.element_size()


def rows_of(tensor: torch.Tensor, dimension: int) -> tuple[int, int, int]:
    """Return (outer, length, inner): the sizes before, of and after a dimension."""
    if not tensor.dim():
        return 1, 1, 1
    shape = tensor.shape
    dimension %= len(shape)
    return math.prod(shape[:dimension]), shape[dimension], math.prod(shape[dimension + 1 :])
