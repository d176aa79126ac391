"""The backward pass of an operation: its results are the outputs, then the inputs' gradients.

The gradients of the outputs ("upstream") are drawn with the inputs, as one more argument: a tuple
with a tensor for each output that has a gradient, and None for the others. It is empty in cases
whose gradient says nothing: NaN, infinities, zeros, at which many functions have a kink.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast

from kernelscope.errors import GradientError, UsageError, unknown
from kernelscope.operation.source import output_names

if TYPE_CHECKING:
    import torch

Wanted = bool | tuple[str, ...]
"""Whether, or the names of the inputs whose gradients are checked."""
_MOST = 1 << 30  # elements of an input from which on only the forward pass is checked
_SEED = 5701

_between: ContextVar[Callable[[], object] | None] = ContextVar("_between", default=None)


@contextmanager
def when_backward_begins(act: Callable[[], object]) -> Generator[None]:
    """Call something between the forward and the backward pass of what runs inside."""
    token = _between.set(act)
    try:
        yield
    finally:
        _between.reset(token)


def places_of(reference: Callable[..., Any], wanted: Wanted, who: str) -> tuple[int, ...] | None:
    """Return the numbers of the inputs whose gradients are wanted; None for all floating ones.

    Raises UsageError for a name that the reference does not take; who: "operation gelu".
    """
    if isinstance(wanted, bool):
        return None
    if isinstance(wanted, str):
        raise UsageError(f"{who}: gradients must be True or a tuple of names, as in ({wanted!r},)")
    known = list(inspect.signature(reference).parameters)
    for name in wanted:
        if name not in known:
            raise unknown(f"{who}: gradients: argument", name, known)
    return tuple(known.index(name) for name in wanted)


class BothPasses:
    """A function of inputs and upstream that returns its outputs and the inputs' gradients.

    `places`: the inputs whose gradients are wanted; None for all floating ones.
    """

    def __init__(self, function: Callable[..., Any], places: tuple[int, ...] | None) -> None:
        functools.update_wrapper(self, function)
        self._function, self._places = function, places

    def __call__(self, *arguments: Any) -> Any:
        """Run both passes; the forward pass alone without upstream.

        Raises GradientError if an output with an upstream has no gradient.
        """
        import torch

        if not (arguments and isinstance(arguments[-1], (tuple, list))):
            return self._function(*arguments)
        inputs = arguments[:-1]
        upstream = cast("Sequence[torch.Tensor | None]", arguments[-1])
        if not upstream:
            return self._function(*inputs)
        wanted = differentiated(inputs, self._places)
        with torch.enable_grad():
            given = [
                x.detach().requires_grad_() if n in wanted else x for n, x in enumerate(inputs)
            ]
            outputs = _outputs(self._function(*given))
            both = zip(outputs, upstream, strict=False)
            pairs = [(o, slope) for o, slope in both if slope is not None]
            _require_gradients(outputs, upstream)
            act = _between.get()
            if act is not None:
                act()
            ends, starts = [output for output, _ in pairs], [given[place] for place in wanted]
            weights = [slope.to(output.dtype) for output, slope in pairs]
            slopes = torch.autograd.grad(ends, starts, weights, allow_unused=True)
        gradients = [
            torch.zeros_like(given[place]) if slope is None else slope
            for place, slope in zip(wanted, cast("Sequence[Any]", slopes), strict=True)
        ]
        return (*(output.detach() for output in outputs), *gradients)


def _outputs(result: Any) -> tuple[torch.Tensor, ...]:
    """Return a result as a tuple of tensors. Raises GradientError if it holds something else."""
    import torch

    outputs: tuple[Any, ...] = tuple(result) if isinstance(result, (tuple, list)) else (result,)
    strange = [type(o).__name__ for o in outputs if not isinstance(o, torch.Tensor)]
    if strange:
        raise GradientError(f"it returns a {strange[0]}, which has no gradient")
    return cast("tuple[torch.Tensor, ...]", outputs)


def _require_gradients(outputs: Sequence[torch.Tensor], upstream: Sequence[Any]) -> None:
    if len(outputs) != len(upstream):
        raise GradientError(f"it returns {len(outputs)} tensors, and the reference {len(upstream)}")
    for number, (output, slope) in enumerate(zip(outputs, upstream, strict=True)):
        if slope is not None and not output.requires_grad:
            name = f"output {number}" if len(outputs) > 1 else "the output"
            raise GradientError(
                f"{name} has no gradient: PyTorch does not see a kernel's own launch; put "
                "it into a torch.autograd.Function with a backward()"
            )


def differentiated(inputs: Sequence[Any], places: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the numbers of the floating inputs whose gradients are wanted."""
    import torch

    floating = (
        number
        for number, value in enumerate(inputs)
        if isinstance(value, torch.Tensor) and value.dtype.is_floating_point
    )
    return tuple(number for number in floating if places is None or number in places)


def draw_upstream(
    reference: Callable[..., Any], inputs: Sequence[Any], places: tuple[int, ...] | None, seed: int
) -> tuple[Any, ...]:
    """Return gradients of the outputs of a reference for these inputs, normally distributed.

    Empty if an input is too large, or if no output depends on the wanted ones.
    """
    import torch

    wanted = differentiated(inputs, places)
    if any(inputs[place].numel() > _MOST for place in wanted):
        return ()
    wide = [
        value.double().detach().requires_grad_(n in wanted)
        if isinstance(value, torch.Tensor) and value.dtype.is_floating_point
        else value
        for n, value in enumerate(inputs)
    ]
    with torch.enable_grad():
        outputs = _outputs(inspect.unwrap(reference)(*wide))
    generator = torch.Generator("cpu").manual_seed(seed + _SEED)

    def drawn(output: torch.Tensor) -> torch.Tensor | None:
        if not output.requires_grad:
            return None
        dtype = functools.reduce(torch.promote_types, (inputs[place].dtype for place in wanted))
        normal = torch.randn(output.shape, generator=generator, device="cpu")
        return normal.to(dtype).to(inputs[wanted[0]].device)

    depends = any(output.requires_grad for output in outputs)
    return tuple(drawn(output) for output in outputs) if depends else ()


def gradients_in(
    reference: Callable[..., Any], arguments: Sequence[Any], places: tuple[int, ...] | None
) -> tuple[tuple[str, Any], ...]:
    """Return the name and the input of each gradient that follows the outputs.

    arguments: the inputs, and the upstream.
    """
    if not (arguments and arguments[-1]):
        return ()
    names = list(inspect.signature(reference).parameters)
    return tuple(
        (names[place] if place < len(names) else f"argument {place}", arguments[place])
        for place in differentiated(arguments[:-1], places)
    )


def result_names(
    reference: Callable[..., Any], count: int, gradients: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return what each of `count` results is called; "" for the only one.

    gradients: names of the inputs whose gradients are the last results.
    """
    slopes = [f"gradient of {name}" for name in gradients]
    outputs = count - len(slopes)
    if outputs == 1:
        return ("output" if slopes else "", *slopes)
    return (*output_names(inspect.unwrap(reference), outputs), *slopes)
