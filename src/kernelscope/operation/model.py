"""Operation, implementation, and work: the subjects of a comparison."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from kernelscope.errors import UsageError, unknown
from kernelscope.operation.case import DISTRIBUTIONS, LAYOUTS, Case
from kernelscope.operation.gradients import (
    BothPasses,
    Wanted,
    draw_upstream,
    gradients_in,
    places_of,
    result_names,
)
from kernelscope.operation.source import lines_of_code, source_of

if TYPE_CHECKING:
    import torch

STYLES = ("naive", "torch", "compile", "triton", "cuda", "load-inline", "numba")
PYTORCH_STYLES = ("naive", "torch")
"""The styles that consist only of PyTorch's operators."""

_RESERVED = frozenset(name for name in dir(Case) if not name.startswith("_")) - {"dtype"} | {"axes"}
_SMALLEST_SIZE = 16  # an int axis whose default is below this is a count (layers), not a length


@dataclass(frozen=True, slots=True)
class Work:
    """The least that any implementation of an operation must do for one case.

    Attributes:
        read, written: fewest bytes of device memory: each input read once, each output written
            once.
        flops: floating-point operations, a multiply-add counted as two.
        kind: the ceiling for the FLOPs: `vector` (the ordinary pipes) or `matmul` (tensor cores in
            the case's dtype).
    """

    read: float
    written: float
    flops: float = 0.0
    kind: str = "vector"

    @property
    def bytes(self) -> float:
        """Bytes read and written."""
        return self.read + self.written


@dataclass(frozen=True)
class Implementation:
    """One way to compute an operation; calling it runs it on the current device and stream.

    Attributes:
        name: its name in commands and tables.
        style: naive, torch, compile, triton, cuda, load-inline, numba, or other.
        function: takes the operation's inputs, returns its output.
    """

    name: str
    style: str
    function: Callable[..., Any]

    def __call__(self, *inputs: Any) -> Any:
        """Run it on the operation's inputs."""
        return self.function(*inputs)

    @property
    def description(self) -> str:
        """The first sentence of the docstring: the difference to the other implementations."""
        return " ".join((self.function.__doc__ or "").strip().split("\n\n")[0].split())

    @property
    def code(self) -> str:
        """The source of the function and of the kernels and strings that it uses."""
        return source_of(self.function)

    @property
    def lines_of_code(self) -> int:
        """The number of lines of `code` without blank lines, comments and docstrings."""
        return lines_of_code(self.code)


_nasty_case: ContextVar[bool] = ContextVar("_nasty_case", default=False)


@contextmanager
def nasty_case(is_nasty: bool) -> Generator[None]:
    """Let implementations know inside whether they run on a case that is only checked."""
    token = _nasty_case.set(is_nasty)
    try:
        yield
    finally:
        _nasty_case.reset(token)


def is_nasty_case() -> bool:
    """Return whether an implementation runs on a case that is only checked, never timed."""
    return _nasty_case.get()


class Operation:
    """A function with named inputs, a float64 reference, a work model, and implementations.

    Args:
        name: its name in commands and tables.
        axes: the default case, name → value: int sizes, a `torch.dtype` called dtype, floats,
            bools.
        inputs: Case → tuple of tensors, drawn from the case.
        reference: the inputs, floating ones as float64, → the exact output, a tensor or a tuple.
        work: Case → Work.
        mutates: names of reference's parameters that an implementation may change in place.
        sizes: the axes that are lengths, which edge cases set to 1, 0 and a prime; default: the
            int axes whose default is at least 16.
        magnitude: float64 inputs → the size of the numbers on the way to each output
            (broadcastable to it), if it exceeds the output; see `measure.tolerance`.
        accumulated: float64 inputs → the sum of absolute terms of each output that is a sum, which
            implementations add up in fp32; see `measure.tolerance`.
        layouts: the layouts that every implementation promises to support or to refuse. A wrong
            result in one of them makes the row wrong; in another layout it is a warning.
        values: the distributions of values that the reference is defined for, with normal. Edge
            cases of other values are not run: a mask that multiplies by 0 turns NaN and inf of
            masked inputs into NaN, and a kernel that never reads them is right all the same.
        dtypes: the allowed values of the dtype axis; None if every dtype makes sense.
        huge: axes with which the inputs exceed 2^31 elements, for a GPU with enough memory.
        gradients: True, or the names of inputs, to check and time the backward pass, too: the
            results are the outputs and the gradients of these inputs (all floating ones), and
            `work` is the forward pass's. See `operation.gradients`.
    """

    def __init__(
        self,
        name: str,
        *,
        axes: Mapping[str, Any],
        inputs: Callable[[Case], tuple[Any, ...]],
        reference: Callable[..., Any],
        work: Callable[[Case], Work],
        mutates: tuple[str, ...] = (),
        sizes: tuple[str, ...] | None = None,
        magnitude: Callable[..., Any] | None = None,
        accumulated: Callable[..., Any] | None = None,
        layouts: tuple[str, ...] = ("contiguous", "transposed", "misaligned"),
        values: tuple[str, ...] = DISTRIBUTIONS,
        dtypes: tuple[torch.dtype, ...] | None = None,
        huge: Mapping[str, int] | None = None,
        description: str = "",
        gradients: Wanted = False,
    ) -> None:
        _require_valid(name, axes, sizes)
        _require_known(name, "layout", layouts, LAYOUTS)
        _require_known(name, "value", values, DISTRIBUTIONS)
        if "normal" not in values:
            raise UsageError(f"operation {name}: values must name normal, which most cases have")
        if gradients and mutates:
            raise UsageError(f"operation {name}: an input that is changed in place has no gradient")
        self.name = name
        self.default = Case(axes)
        self.inputs = inputs
        self.gradients = gradients
        self._places = places_of(reference, gradients, f"operation {name}")
        self.reference = self._both(reference)
        self.work = _of_both_passes(work) if gradients is True else work
        self.mutates = mutates
        self.sizes = _lengths(axes) if sizes is None else sizes
        self.magnitude = _of_forward(magnitude) if gradients else magnitude
        self.accumulated = _of_forward(accumulated) if gradients else accumulated
        self.layouts = layouts
        self.values = values
        self.dtypes = dtypes
        self.huge = MappingProxyType(dict(huge)) if huge else None
        self.description = description
        self._implementations: dict[str, Implementation] = {}

    @property
    def gradient_places(self) -> tuple[int, ...] | None:
        """The numbers of the inputs whose gradients are checked, () for all; None: for none."""
        return (self._places or ()) if self.gradients else None

    def _both(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function with its backward pass, if that is checked."""
        return BothPasses(function, self._places) if self.gradients else function

    def __repr__(self) -> str:
        return f"Operation({self.name!r}, {self.default}, {list(self._implementations)})"

    @property
    def implementations(self) -> Mapping[str, Implementation]:
        """Name → implementation, in the order of the file."""
        return MappingProxyType(self._implementations)

    def implementation(
        self, name: str, *, style: str | None = None
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register a function as a way to compute this operation; the function stays as it is.

        The style is taken from the name (`triton-coarsened` is triton) unless given.
        """
        if name in self._implementations:
            raise UsageError(f"operation {self.name}: implementation {name!r} exists already")

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            both = self._both(function)
            self._implementations[name] = Implementation(name, style or _style(name), both)
            return function

        return register

    def select(self, names: str | tuple[str, ...] | list[str] | None) -> list[Implementation]:
        """Return the implementations named (`naive,triton`, a list), or all. Raises UsageError."""
        if names is None:
            return list(self._implementations.values())
        wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
        chosen: list[Implementation] = []
        for name in wanted:
            if name not in self._implementations:
                raise unknown(f"{self.name}: implementation", name, self._implementations)
            chosen.append(self._implementations[name])
        return chosen

    def case(self, assignments: str = "", *, device: str | None = None, **axes: Any) -> Case:
        """Return the default case with other values: `op.case("n=16384", dtype="bf16")`."""
        case = replace(self.default, device=device).with_axes(assignments).with_axes(axes)
        if self.dtypes is not None and case.dtype not in self.dtypes:
            known = ", ".join(str(dtype).removeprefix("torch.") for dtype in self.dtypes)
            raise UsageError(f"operation {self.name} is defined for {known}, not {case.dtype}")
        if case.values not in self.values:
            known = ", ".join(self.values)
            raise UsageError(
                f"operation {self.name} is defined for values {known}, not {case.values}"
            )
        return case

    def axes_of(self, case: Case) -> dict[str, Any]:
        """Return the values of the operation's axes in a case, as plain values."""
        values = case.to_json()
        return {name: values[name] for name in self.default.axes if name in values}

    def inputs_of(self, case: Case) -> tuple[Any, ...]:
        """Return the tensors of a case, identical on every call.

        Raises UsageError if `inputs` does not return a tuple.
        """
        drawn = cast("object", self.inputs(case.afresh()))
        if isinstance(drawn, list):
            drawn = tuple(drawn)
        if not isinstance(drawn, tuple):
            raise UsageError(
                f"operation {self.name}: inputs(case) must return a tuple of tensors, "
                f"not {type(drawn).__name__}; a trailing comma makes one: (x,)"
            )
        if not self.gradients:
            return drawn
        says_little = case.values != "normal"
        upstream = (
            () if says_little else draw_upstream(self.reference, drawn, self._places, case.seed)
        )
        return (*drawn, upstream)

    def gradients_of(self, inputs: tuple[Any, ...]) -> tuple[tuple[str, Any], ...]:
        """Return the name and the input of each gradient that follows the outputs."""
        return gradients_in(self.reference, inputs, self._places) if self.gradients else ()

    def names_of(self, inputs: tuple[Any, ...], count: int) -> tuple[str, ...]:
        """Return what each of `count` results is called; "" for the only one.

        As "output 1 (dk)", if the reference returns variables, and "gradient of x".
        """
        names = [name for name, _ in self.gradients_of(inputs)]
        return result_names(inspect.unwrap(self.reference), count, names)

    def expected(self, inputs: tuple[Any, ...]) -> Any:
        """Return the reference's output for these inputs, with every floating tensor as float64."""
        return self.reference(*(_as_float64(value) for value in inputs))


def _of_forward(size: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """Return what gives the size of the outputs, for inputs that end with their upstream."""
    return None if size is None else lambda *inputs: size(*inputs[:-1])


def _of_both_passes(work: Callable[[Case], Work]) -> Callable[[Case], Work]:
    """Return the work of both passes, from the forward pass's.

    The backward pass reads a gradient for each output and writes one for each input; a product has
    two products behind it.
    """

    def both(case: Case) -> Work:
        forward = work(case)
        moved = forward.read + forward.written
        return Work(moved, moved, 3 * forward.flops, forward.kind)

    return both


def _as_float64(value: Any) -> Any:
    import torch

    if isinstance(value, torch.Tensor) and value.dtype.is_floating_point:
        wide: torch.Tensor = value.to(torch.float64)
        return wide
    return value


def _require_valid(name: str, axes: Mapping[str, Any], sizes: tuple[str, ...] | None) -> None:
    reserved = sorted(_RESERVED & set(axes))
    if reserved:
        raise UsageError(f"operation {name}: an axis cannot be called {', '.join(reserved)}")
    stray = sorted(set(sizes or ()) - set(axes))
    if stray:
        raise UsageError(f"operation {name}: sizes names {', '.join(stray)}, which is not an axis")


def _require_known(name: str, what: str, given: tuple[str, ...], known: tuple[str, ...]) -> None:
    stray = sorted(set(given) - set(known))
    if stray:
        raise UsageError(
            f"operation {name}: {what} {', '.join(stray)} is unknown; there are {', '.join(known)}"
        )


def _lengths(axes: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(
        name for name, value in axes.items() if type(value) is int and value >= _SMALLEST_SIZE
    )


def _style(name: str) -> str:
    return next(
        (style for style in STYLES if name == style or name.startswith(f"{style}-")), "other"
    )
