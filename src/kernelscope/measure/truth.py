"""Computes the truth of a case: its inputs, the float64 reference, the sizes of its errors."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from kernelscope.measure.memory import share_memory
from kernelscope.measure.tolerance import Scale, natural_scale
from kernelscope.operation import Case, Operation

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Truth:
    """A case's inputs and the results that they must give, with their names ("" for the only one).

    `gradients`: the inputs whose gradients are the last results; `may_share`: whether the reference
    itself returns a view of its input.
    """

    case: Case
    inputs: tuple[Any, ...]
    expected: tuple[Any, ...]
    scales: tuple[Scale, ...]
    is_tuple: bool
    may_share: bool
    names: tuple[str, ...] = ("",)
    gradients: tuple[Any, ...] = ()

    @property
    def outputs(self) -> int:
        """The number of results that are no gradients."""
        return len(self.expected) - len(self.gradients)


def truth_of(operation: Operation, case: Case) -> Truth:
    """Draw a case's inputs and compute the expected results; errors are the user's own."""
    inputs = operation.inputs_of(case)
    wide = tuple(_wide(value) for value in inputs)
    result = operation.reference(*wide)
    is_tuple = isinstance(result, (tuple, list))
    expected = tuple(result) if isinstance(result, (tuple, list)) else (result,)
    may_share = any(share_memory(value, given) for value in expected for given in wide)
    gradients = tuple(value for _, value in operation.gradients_of(inputs))
    outputs = len(expected) - len(gradients)
    scales = tuple(
        _scale(operation, case, wide, inputs, expected, index, declared=index < outputs)
        for index in range(len(expected))
    )
    names = operation.names_of(inputs, len(expected))
    return Truth(case, inputs, expected, scales, is_tuple, may_share, names, gradients)


def _wide(value: Any) -> Any:
    """Return a float64 copy for the reference, which may work in place."""
    import torch

    if isinstance(value, torch.Tensor):
        value = value.detach()
        return value.double() if value.dtype.is_floating_point else value.clone()
    return value


def _scale(
    operation: Operation,
    case: Case,
    wide: tuple[Any, ...],
    inputs: tuple[Any, ...],
    expected: tuple[Any, ...],
    index: int,
    *,
    declared: bool,
) -> Scale:
    """Return the sizes that the errors of one result are compared with.

    declared: whether the operation's own sizes are for it; they are for outputs, not gradients.
    """
    if not expected[index].dtype.is_floating_point:
        return Scale()
    accumulated = operation.accumulated(*wide) if operation.accumulated and declared else None
    if operation.magnitude and declared:
        # a size needs no float64, and a large case has no memory to spare
        return Scale(_single(operation.magnitude(*wide)), _single(accumulated))
    if accumulated is not None:
        return Scale(None, _single(accumulated))
    import torch

    try:
        narrow: Any = operation.reference(*(_copy(value) for value in inputs))
        narrow = narrow[index] if isinstance(narrow, (tuple, list)) else narrow
    except Exception:  # noqa: BLE001  (a reference need not work in float16)
        narrow = None
    eps = torch.finfo(case.dtype).eps if case.dtype.is_floating_point else 2.0**-23
    return natural_scale(expected[index], cast("torch.Tensor | None", narrow), eps)


def _single(size: Any) -> Any:
    return size.float() if hasattr(size, "float") else size


def _copy(value: Any) -> Any:
    return value.detach().clone() if hasattr(value, "clone") else value


def named_tensors(operation: Operation, inputs: tuple[Any, ...]) -> dict[str, Any]:
    """Return the tensors among the inputs, by the names of the reference's parameters."""
    import torch

    try:
        names = list(inspect.signature(operation.reference).parameters)
    except (TypeError, ValueError):  # a builtin without a signature
        names = []
    names += [f"argument {i}" for i in range(len(names), len(inputs))]
    return {
        name: value
        for name, value in zip(names, inputs, strict=False)
        if isinstance(value, torch.Tensor)
    }
