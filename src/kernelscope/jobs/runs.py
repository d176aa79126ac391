"""The calls that `kernelscope profile` makes: an operation's implementations, or an example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kernelscope.errors import UsageError
from kernelscope.profiling.examples import example
from kernelscope.subjects import (
    ExampleSubject,
    OperationSubject,
    Program,
    parse_program,
    refused,
)
from kernelscope.subjects.operations import implementations_of

Callee = OperationSubject | ExampleSubject


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A call, with the name that its rows carry."""

    name: str
    run: Callable[[], object]


MakeCalls = Callable[[], Sequence[NamedCall]]
"""Prepares the inputs, on the device that is current when it is called."""


def profilable(target: object, module: bool = False) -> Program | Callee:
    """Return the subject that a word, with `module` a module's name, or a parsed subject means.

    Raises UsageError if it means nothing, two things, or a subject that cannot be profiled.
    """
    subject = parse_program(target, module=module)
    if not module and subject != parse_program(target, prefer_file=True):
        raise UsageError(
            f"{target} is {subject.title} and a file here: write ./{target} for the file"
            + (f", example:{target} for the example" * isinstance(subject, ExampleSubject))
        )
    if not isinstance(subject, Program | Callee):
        raise refused(subject, "profile", "an operation, an example or a program")
    return subject


def calls_of(subject: Callee, case: str = "") -> MakeCalls:
    """Return a generator of the calls of an operation's implementations, or of an example.

    Raises UsageError for an unknown name, and for a case of an example.
    """
    if isinstance(subject, ExampleSubject):
        if case:
            raise UsageError(f"{subject} is an example; only an operation has cases")
        make = example(subject.name).make
        return lambda: [NamedCall(subject.name, make())]
    operation, implementations = implementations_of(subject)
    asked = operation.case(case, device="cuda")

    def prepare() -> list[NamedCall]:
        inputs = operation.inputs_of(asked)
        return [
            NamedCall(implementation.name, partial(implementation, *inputs))
            for implementation in implementations
        ]

    return prepare


def parts_of(subject: Callee) -> list[tuple[str, Callee]]:
    """Return (implementation, subject of it alone) for each implementation of an operation.

    An example is one part, without a name. Raises UsageError for an unknown name.
    """
    if isinstance(subject, ExampleSubject):
        return [("", subject)]
    _, implementations = implementations_of(subject)
    return [
        (implementation.name, replace(subject, implementation=implementation.name))
        for implementation in implementations
    ]
