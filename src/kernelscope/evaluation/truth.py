"""The right answers: the reference in float64, and in the problem's own types.

Both run after the submission's work, so that no memory holds an answer while it is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import torch

from kernelscope.devices.dispatch import DispatchMode
from kernelscope.devices.library.tensors import mapped
from kernelscope.devices.operators import launches_kernel
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.errors import UsageError, in_a_line
from kernelscope.evaluation.levels import Affine
from kernelscope.evaluation.problem import Problem
from kernelscope.evaluation.values import dtype_name, leaves, storage_bytes, viewed
from kernelscope.measure.tolerance import Scale, natural_scale
from kernelscope.vgpu import Region, region_of_storage

_MOST_KEPT = 1 << 29  # bytes of what the reference's operators give
_SCALED = 4e-3  # of the values: what roundings to bfloat16 add
_NARROW = (torch.float16, torch.bfloat16, torch.float32)


@dataclass(slots=True)
class Truth:
    """The answer to one call.

    Attributes:
        expected: the exact results, float64 where they are floating.
        dtypes: of the results.
        scales: what their errors are compared with.
        us: estimated microseconds of the reference on the GPU, run as it is written.
        wide: whether the reference could run in float64.
        names: what each result is called; "" for the only one.
        aliased: whether a result is memory of an argument in the reference, too.
    """

    expected: list[torch.Tensor]
    dtypes: list[torch.dtype]
    scales: list[Scale]
    us: float
    wide: bool
    aliased: bool
    names: tuple[str, ...]


class _Wide(DispatchMode):
    """Lets a reference that asks for float32 and below calculate in float64."""

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run an operator with each narrow type replaced."""
        kwargs = {key: _widened(value) for key, value in (kwargs or {}).items()}
        return func(*[_widened(value) for value in args], **kwargs)


def _widened(value: Any) -> Any:
    return torch.float64 if isinstance(value, torch.dtype) and value in _NARROW else value


def truth_of(problem: Problem, arguments: Any, seed: int, gpu: str) -> Truth:
    """Return the answer for arguments, tensors of any device.

    Raises UsageError if the reference fails.
    """
    given = arguments[: len(arguments) - problem.outputs]
    made = virtual_gpu(gpu, fast_time=False)
    with pretend_cuda(made), torch.no_grad():
        native = called(problem, problem.reference(seed), _on_gpu(given))
        again = _on_gpu(given)
        made.l2.empty()
        before = made.device_time_us
        results = leaves(called(problem, problem.reference(seed), again))
        us = made.device_time_us - before
        storages = {region_of_storage(tensor.untyped_storage()) for tensor in leaves(again)}
        aliased = any(region_of_storage(r.untyped_storage()) in storages for r in results)
        narrow = [tensor.cpu().clone() for tensor in leaves(native)]
        exact, wide = _exact(problem, seed, given)
        if exact is None:
            exact = narrow
        if len(exact) != len(narrow):
            raise UsageError(f"{problem.name}: the reference returns another number of tensors")
        expected = [
            result.to(torch.float64) if like.dtype.is_floating_point else like
            for result, like in zip(exact, narrow, strict=True)
        ]
        scales = _scales(problem, given, expected, narrow)
    names = problem.names(given, len(narrow))
    return Truth(expected, [t.dtype for t in narrow], scales, us, wide, aliased, names)


def reference_steps(
    problem: Problem, arguments: Any, seed: int, gpu: str
) -> tuple[frozenset[bytes], list[torch.Tensor], list[Affine]]:
    """Return the contents of the reference's parameters, what its operators give (floating), and by
    what those of them scale that scale all elements alike.
    """
    given = arguments[: len(arguments) - problem.outputs]
    weights: frozenset[bytes] = frozenset()
    with pretend_cuda(virtual_gpu(gpu, fast_time=True)), torch.no_grad():
        function = problem.reference(seed)
        if isinstance(function, torch.nn.Module):
            named = [*function.named_parameters(), *function.named_buffers()]
            weights = frozenset(storage_bytes(tensor.cpu()) for _, tensor in named)
        with _Kept() as kept:
            called(problem, function, _on_gpu(given))
    return weights, kept.results, kept.scales


class _Kept(DispatchMode):
    """Keeps what operators give, the last of it, and the scales of those that only scale."""

    def __init__(self) -> None:
        super().__init__()
        self.results: list[torch.Tensor] = []
        self.scales: list[Affine] = []

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run an operator and copy its results."""
        result = func(*args, **(kwargs or {}))
        if launches_kernel(func):
            floating = [t for t in leaves(result) if t.is_cuda and t.is_floating_point()]
            results = [tensor.cpu().clone() for tensor in floating]
            self.results += results
            self.scales += _scales_of(leaves((args, kwargs)), results)
        while sum(tensor.nbytes for tensor in self.results) > _MOST_KEPT:
            self.results.pop(0)
        return result


def _scales_of(given: list[torch.Tensor], results: list[torch.Tensor]) -> Iterator[Affine]:
    """Yield the scale of each result of an operator that is one of its operands, scaled."""
    for result in results:
        for operand in given:
            if operand.shape == result.shape and operand.is_floating_point() and operand.is_cuda:
                x, y = operand.cpu().double().reshape(-1), result.double().reshape(-1)
                scale = Affine.fitted(x, y)
                left = float((scale.factor * x + scale.summand - y).norm()) if scale else inf
                if scale and left <= _SCALED * float(y.norm()):
                    yield scale


def _exact(problem: Problem, seed: int, given: Any) -> tuple[list[torch.Tensor] | None, bool]:
    """Return the results in float64, and whether the reference can be run so."""
    try:
        function = problem.reference(seed)
        if isinstance(function, torch.nn.Module):
            function = function.double()
        wide = mapped(_on_gpu(given), torch.Tensor, _as_double)
        with _Wide():
            results = [t.cpu().clone() for t in leaves(called(problem, function, wide))]
    except Exception:  # noqa: BLE001 (a reference need not work in float64)
        return None, False
    return results, True


def called(problem: Problem, function: Callable[..., Any], given: Any) -> Any:
    """Call a reference with its arguments. Raises UsageError if it fails."""
    try:
        return function(*given)
    except Exception as error:
        raise UsageError(f"{problem.name}: the reference fails: {in_a_line(error)}") from error


def _on_gpu(tree: Any) -> Any:
    """Return copies of a tree's tensors on the GPU; those that share memory share it again."""
    copies: dict[Region, torch.Tensor] = {}

    def copy(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        region = region_of_storage(storage)
        made = copies.get(region)
        if made is None:
            flat = torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage)
            made = copies[region] = flat.cpu().clone().to("cuda")
        offset, shape, strides = int(tensor.storage_offset()), tensor.shape, tensor.stride()
        return viewed(made, dtype_name(tensor.dtype), offset, shape, strides)

    return mapped(tree, torch.Tensor, copy)


def _as_double(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.double() if tensor.dtype in _NARROW else tensor


def _scales(
    problem: Problem, given: Any, expected: list[torch.Tensor], narrow: list[torch.Tensor]
) -> list[Scale]:
    magnitude = accumulated = None
    if problem.sizes.magnitude or problem.sizes.accumulated:
        wide = mapped(_on_gpu(given), torch.Tensor, lambda tensor: _as_double(tensor).cpu())
        if problem.sizes.magnitude:
            magnitude = problem.sizes.magnitude(*wide)
        if problem.sizes.accumulated:
            accumulated = problem.sizes.accumulated(*wide)
    made: list[Scale] = []
    for exact, own in zip(expected, narrow, strict=True):
        if not own.dtype.is_floating_point:
            made.append(Scale())
        elif magnitude is not None or accumulated is not None:
            made.append(Scale(magnitude, accumulated))
        else:
            made.append(natural_scale(exact, own, torch.finfo(own.dtype).eps))
    return made
