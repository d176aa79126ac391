"""PyTorch's operators that `devices.sampling` leaves out: their results have shapes, and no values.

An operator's time follows from its shapes. One that would take the CPU long, or that reads what was
left out, is not run: its results are allocated, noted as left out, and its record is made. One
whose result is not a tensor, or has a shape that depends on values, reads them: that is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import torch

from kernelscope.devices.activity import operator_name
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.library import Call
from kernelscope.devices.library.call import flop_formula
from kernelscope.devices.library.tensors import distinct_bytes, operands, tensors_in
from kernelscope.devices.operators import launches_kernel
from kernelscope.devices.sampling import OPERATOR_FLOPS, Sampling
from kernelscope.devices.torch_cuda.result_cache import draws_nothing
from kernelscope.hardware import GPUSpec

Body = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
Record = Callable[[Any, Any, dict[str, Any], Any], None]
_MANY = 1 << 20
"""Elements of a product's operands; fewer are not worth a look."""
_NUMBERS = ("_local_scalar_dense", "equal")
_BY_VALUE = frozenset(
    (*_NUMBERS, "nonzero", "masked_select", "bincount", "_unique", "_unique2", "unique_dim",
     "unique_consecutive", "repeat_interleave")
)  # fmt: skip
"""Operators whose result is a number of their operands, or has a shape that depends on them."""


class LeftOutOperators:
    """Runs operators, or leaves them out.

    `sampling`: what is left out. `record`: records an operator, by its arguments and its result.
    """

    def __init__(self, spec: GPUSpec, sampling: Sampling, record: Record) -> None:
        self._spec, self._sampling, self._record = spec, sampling, record

    def around(self, body: Body) -> Body:
        """Return the body of an operator changed to be left out where that is right."""

        def run(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            if self._sampling.is_idle:
                return body(op, args, kwargs)
            if op.overloadpacket.__name__ == "resize_":
                return self._resized(body, op, args, kwargs)
            if not launches_kernel(op) or _asks_only(op):
                return body(op, args, kwargs)
            read, written = operands(op, args, kwargs, None)
            used = self._sampling.what_of(read)
            if not used and not (self._sampling.is_on and self._is_large(op, args, kwargs)):
                result = body(op, args, kwargs)
                for tensor in written:
                    self._sampling.overwritten(tensor, distinct_bytes(tensor))
                return result
            if not draws_nothing(op, args, kwargs):
                return self._drawn(body, op, args, kwargs, used)
            what = f"{operator_name(str(op))} at {caller_source() or 'an unknown line'}"
            return self._leave_out(op, args, kwargs, used or what)

        return run

    def _drawn(
        self, body: Body, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], used: str
    ) -> Any:
        """Run an operator that draws random numbers, so that the next one draws the right ones."""
        _, written = operands(op, args, kwargs, None)
        try:
            result = body(op, args, kwargs)
        except RuntimeError:
            if not used:
                raise
            raise self._sampling.error(used, f"{op} needs its values") from None
        if used:
            self._sampling.leave_out_tensors((*written, *tensors_in(result)), used)
        return result

    def _resized(self, body: Body, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Resize a tensor, which may move what is in it."""
        used = self._sampling.what_of(args[:1])
        result = body(op, args, kwargs)
        if used:
            self._sampling.leave_out_tensors((result,), used)
        return result

    def _is_large(self, op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        if flop_formula(op.overloadpacket) is None:
            return False
        given = list(tensors_in([*args, *kwargs.values()]))
        if max((tensor.numel() for tensor in given), default=0) < _MANY:
            return False
        try:
            _, result = _shapes(op, args, kwargs)
        except (NotImplementedError, RuntimeError):  # then its own body says what is wrong
            return False
        return Call(self._spec, op, args, kwargs, result).flops >= OPERATOR_FLOPS

    def _leave_out(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], used: str) -> Any:
        _, written = operands(op, args, kwargs, None)
        if op.overloadpacket.__name__ in _BY_VALUE or not all(t.is_cuda for t in written):
            raise self._sampling.error(used, "its value is read")
        try:
            pairs, shapes = _shapes(op, args, kwargs)
        except NotImplementedError:
            raise self._sampling.error(used, f"{op} needs its values") from None
        result = _allocated(shapes, pairs)
        self._sampling.leave_out_tensors((*written, *tensors_in(result)), used)
        self._record(op, args, kwargs, result)
        return result


@cache
def _asks_only(op: Any) -> bool:
    """Return whether an operator returns no tensor and reads none: `_fused_sdp_choice`."""
    returns = op._schema.returns
    is_number = bool(returns) and not any("Tensor" in str(result.type) for result in returns)
    return is_number and op.overloadpacket.__name__ not in _NUMBERS


_Pairs = list[tuple[torch.Tensor, torch.Tensor]]
"""Tensors without memory, each with the operand that it stands for."""


def _shapes(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[_Pairs, Any]:
    """Return a call's operands and its result as tensors without memory."""
    pairs: _Pairs = []

    def shape_of(value: Any) -> Any:
        if isinstance(value, torch.Tensor) and (value.is_cuda or value.dim()):
            size, stride = value.size(), value.stride()
            same = torch.empty_strided(size, stride, dtype=value.dtype, device="meta")
            pairs.append((same, value))
            return same
        if isinstance(value, (list, tuple)):
            return type(value)(map(shape_of, value))  # pyright: ignore
        return torch.device("meta") if isinstance(value, torch.device) else value

    result = op(
        *map(shape_of, args), **{name: shape_of(argument) for name, argument in kwargs.items()}
    )
    return pairs, result


def _allocated(shapes: Any, pairs: _Pairs) -> Any:
    """Return tensors of these shapes on the GPU; an operand that was returned is itself again."""
    if isinstance(shapes, torch.Tensor):
        original = next((given for same, given in pairs if same is shapes), None)
        if original is None:
            return torch.empty_strided(
                shapes.size(), shapes.stride(), dtype=shapes.dtype, device="cuda"
            )
        if original.shape != shapes.shape:
            original.resize_(shapes.shape)
        return original
    if isinstance(shapes, (list, tuple)):
        return type(shapes)(_allocated(shape, pairs) for shape in shapes)  # pyright: ignore
    return shapes
