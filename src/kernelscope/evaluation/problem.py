"""A problem for submissions, in one form for all formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

Arguments = tuple[Any, ...]
Draw = Callable[[int], Arguments]
"""Seed → arguments; equal seeds give equal arguments."""
Case = TypeVar("Case")


@dataclass(frozen=True, slots=True)
class Tolerance:
    """A published tolerance: |result - reference| <= atol + rtol · |reference|.

    `share`: of the elements that must be within it, 0 … 1. `cap`: the largest error of any element;
    None: no other limit. `exact`: whether results must be equal.
    """

    atol: float
    rtol: float
    share: float = 1.0
    cap: float | None = None
    exact: bool = False

    def __str__(self) -> str:
        if self.exact:
            return "equal"
        share = "" if self.share >= 1 else f" for {self.share:.4g} of the elements"
        return f"{self.atol:g} + {self.rtol:g} x |reference|{share}"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes to compare errors with, if the problem has them (see `measure.tolerance`)."""

    magnitude: Callable[..., Any] | None = None
    accumulated: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One shape and layout of the inputs.

    Attributes:
        name: "size=1024".
        tolerance: None: what the dtype allows (`measure.tolerance`).
        scored: whether its time is the score's; one trial is.
        checked: whether the sanitizer looks.
        may_refuse: whether the submission may say that it does not support it.
    """

    name: str
    draw: Draw
    tolerance: Tolerance | None = None
    scored: bool = False
    checked: bool = False
    may_refuse: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """The function or class that a submission must define.

    Attributes:
        names: of the function or class; the first that is there counts.
        kind: "function"; "module": a class that is made before it is called; "spread": a function
            that is given a tuple of arguments and a dictionary of named ones.
        init: the arguments that make it.
        file: of the submission, if it is a folder.
        gradients: the numbers of the arguments whose gradients are results, too, () for all
            floating ones; the last argument is then the gradients of its results (see
            `operation.gradients`). None: it is called as it is.
    """

    names: tuple[str, ...]
    kind: Literal["function", "module", "spread"] = "function"
    init: Arguments = ()
    file: str = ""
    gradients: tuple[int, ...] | None = None


def numbered(_arguments: Arguments, count: int) -> tuple[str, ...]:
    """Return "output 0", "output 1" …; "" for the only result."""
    return tuple(f"output {number}" for number in range(count)) if count > 1 else ("",)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem.

    Attributes:
        name: as its author calls it.
        format: that it was written in: "kernelbench".
        trials: the shapes to solve.
        reference: seed of the weights → the function that gives the answer.
        entry: what the submission defines.
        writable: numbers of the arguments that a submission may write; None for all.
        outputs: how many of the last arguments are outputs, which the reference does not take.
        library: "most": at least half of the work must be the submission's own kernels'; "some":
            one of its kernels must take part.
        sizes: what errors are compared with.
        names: from the arguments and the number of results, what each result is called.
        files: files that the submission may import, name → text.
        note: what of the format is not followed; "" for nothing.
    """

    name: str
    format: str
    trials: tuple[Trial, ...]
    reference: Callable[[int], Callable[..., Any]]
    entry: Entry
    writable: frozenset[int] | None = frozenset()
    outputs: int = 0
    library: Literal["most", "some"] = "most"
    sizes: Sizes = Sizes()
    names: Callable[[Arguments, int], tuple[str, ...]] = numbered
    files: tuple[tuple[str, str], ...] = ()
    note: str = ""


def trials_of(drawn: Iterable[tuple[str, Draw, Tolerance | None]]) -> tuple[Trial, ...]:
    """Return a trial for each name: the sanitizer looks at the first one, the last one is timed."""
    trials = [*drawn]
    last = len(trials) - 1
    return tuple(
        Trial(name, draw, tolerance, scored=number == last, checked=number == 0)
        for number, (name, draw, tolerance) in enumerate(trials)
    )


def case_name(case: Mapping[str, Any], without: str = "") -> str:
    """Return "n=4, m=8"; `without` if the case has no values."""
    return ", ".join(f"{name}={value}" for name, value in case.items()) or without


def smallest(
    cases: Sequence[Case], elements: Callable[[Case], int], largest: int, most: int, words: str
) -> tuple[list[Case], str]:
    """Return the cases that a virtual GPU can run, smallest first, and a note on the others.

    Args:
        cases: all that a problem has.
        elements: how many elements the tensors of a case have.
        largest: the most elements that a virtual GPU is given.
        most: how many cases are taken.
        words: what the format calls its cases.
    """
    fitting = [case for case in cases if elements(case) <= largest]
    chosen = sorted(fitting, key=elements)[:most]
    left = len(cases) - len(chosen)
    return chosen, f"{left} of {len(cases)} {words} are not run" if left else ""
