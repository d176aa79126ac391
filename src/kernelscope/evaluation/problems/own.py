"""Kernelscope's own format: an operation, or a Python file with inputs and a reference.

    cases = [{"n": 1000}, {"n": 1 << 20}]        # the last one is timed

    def inputs(seed, n):
        generator = torch.Generator().manual_seed(seed)
        return (torch.randn(n, generator=generator),)

    def reference(x):                            # is given float64
        return x * torch.sigmoid(x)

    tolerance = (1e-5, 1e-5)                     # atol, rtol; without it what the dtype allows
    writes = ("x",)                              # arguments that may be written; none without it
    library = "some"                             # "most" without it: see docs/evaluate.md
    gradients = True                             # or names: the backward pass is judged, too

The submission defines `solution(*inputs)`. A file with a `kernelscope.Operation` is a problem, too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kernelscope.errors import UsageError, unknown
from kernelscope.evaluation.problem import (
    Arguments,
    Entry,
    Problem,
    Sizes,
    Tolerance,
    Trial,
    case_name,
    trials_of,
)
from kernelscope.measure.nasty import nasty_cases
from kernelscope.operation import Case, Operation
from kernelscope.operation.axes import parse_assignments, parse_value
from kernelscope.operation.gradients import (
    BothPasses,
    Wanted,
    draw_upstream,
    gradients_in,
    places_of,
    result_names,
)

_LIBRARY = ("most", "some")


def of_operation(operation: Operation, case: str = "") -> Problem:
    """Return an operation as a problem: the case, and the nasty cases that it promises."""
    asked = operation.case(case, device="cpu")
    trials = [Trial("as asked", partial(_of_operation, operation, asked), scored=True)]
    for nasty in nasty_cases(operation, asked, None):
        if nasty.not_run or nasty.large or not nasty.promised:
            continue
        first = nasty.name == "prime sizes"
        trials.append(
            Trial(
                nasty.name,
                partial(_of_operation, operation, nasty.case.on("cpu")),
                checked=first,
                may_refuse=not first,
            )
        )
    try:
        names = list(inspect.signature(operation.reference).parameters)
    except ValueError:  # a builtin, which changes nothing
        names = []
    return Problem(
        operation.name,
        "kernelscope",
        tuple(trials),
        reference=lambda _: operation.reference,
        entry=Entry(
            ("solution", operation.name.replace("-", "_")), gradients=operation.gradient_places
        ),
        writable=frozenset(n for n, name in enumerate(names) if name in operation.mutates),
        # The sizes that an operation declares are those of its outputs.
        sizes=Sizes() if operation.gradients else Sizes(operation.magnitude, operation.accumulated),
        names=operation.names_of,
    )


def _of_operation(operation: Operation, case: Case, seed: int) -> Arguments:
    return tuple(operation.inputs_of(case.with_axes({"seed": seed})))


def of_module(path: Path, module: Any, case: str = "") -> Problem:
    """Return the problem of a file. Raises UsageError if a name has a value of another kind."""
    reference = module.reference
    known = list(inspect.signature(reference).parameters)
    writes = tuple(getattr(module, "writes", ()))
    for name in writes:
        if name not in known:
            raise unknown(f"{path}: writes: argument", name, known)
    library = getattr(module, "library", "most")
    if library not in _LIBRARY:
        raise unknown(f"{path}: library", str(library), _LIBRARY)
    cases = _cases(path, getattr(module, "cases", [{}]), case)
    wanted: Wanted = getattr(module, "gradients", False)
    places = places_of(reference, wanted, str(path))
    inputs, solved = module.inputs, reference
    if wanted:
        inputs, solved = (
            partial(_with_upstream, inputs, reference, places),
            BothPasses(reference, places),
        )
    tolerance = getattr(module, "tolerance", None)
    allowed = None if tolerance is None else Tolerance(*tolerance)
    return Problem(
        getattr(module, "name", path.stem),
        "kernelscope",
        trials_of(
            (case_name(case, "as given"), partial(_of_function, inputs, case), allowed)
            for case in cases
        ),
        reference=lambda _: solved,
        entry=Entry(("solution",), gradients=(places or ()) if wanted else None),
        writable=frozenset(known.index(name) for name in writes),
        library=library,
        names=partial(_names, reference, places, bool(wanted)),
    )


def _with_upstream(
    inputs: Callable[..., Any],
    reference: Callable[..., Any],
    places: tuple[int, ...] | None,
    seed: int,
    **axes: Any,
) -> Arguments:
    """Return the inputs of a problem, and gradients of its results."""
    drawn = tuple(inputs(seed, **axes))
    return (*drawn, draw_upstream(reference, drawn, places, seed))


def _names(
    reference: Callable[..., Any],
    places: tuple[int, ...] | None,
    wanted: bool,
    arguments: Arguments,
    count: int,
) -> tuple[str, ...]:
    gradients = gradients_in(reference, arguments, places) if wanted else ()
    return result_names(reference, count, [name for name, _ in gradients])


def _cases(path: Path, given: Any, case: str) -> list[dict[str, Any]]:
    if not (isinstance(given, list | tuple) and given and all(isinstance(c, dict) for c in given)):
        raise UsageError(f'{path}: cases must be a list of dictionaries, as in [{{"n": 1000}}]')
    cases = [dict(case) for case in given]
    if not case:
        return cases
    last = dict(cases[-1])
    for name, text in parse_assignments(case).items():
        if name not in last:
            raise unknown(f"{path}: axis", name, last)
        last[name] = parse_value(name, text, last[name])
    return [*cases[:-1], last]


def _of_function(inputs: Callable[..., Any], case: Mapping[str, Any], seed: int) -> Arguments:
    return tuple(inputs(seed, **case))
