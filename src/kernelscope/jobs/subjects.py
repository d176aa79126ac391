"""What the word after `kernelscope profile` means, and how it is run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kernelscope.errors import UsageError
from kernelscope.operation import Implementation, Operation, load_operation, operation_names
from kernelscope.profiling.examples import EXAMPLES, example

Kind = Literal["operation", "example", "script"]

_EXAMPLE = "example:"


@dataclass(frozen=True, slots=True)
class Named:
    """Something to run, with the name that its rows carry."""

    name: str
    run: Callable[[], object]


Make = Callable[[], Sequence[Named]]
"""Prepares the inputs, on the device that is there when it is called."""


def kind_of(target: str) -> Kind:
    """Whether a word names an operation, an example or a script.

    Raises:
        UsageError: it names nothing, or two things.
    """
    if target.startswith(_EXAMPLE):
        return "example"
    named: Kind | None = None
    if target in EXAMPLES:
        named = "example"
    elif target.partition("/")[0] in operation_names():
        named = "operation"
    is_file = Path(target).is_file()
    if named and is_file:
        raise UsageError(
            f"{target} is an {named} and a file here: write ./{target} for the file"
            + (f", {_EXAMPLE}{target} for the example" if named == "example" else "")
        )
    if named or ".py:" in target:
        return named or "operation"
    if not is_file and not target.endswith(".py") and "/" not in target:
        raise UsageError(
            f"{target} is no operation ({', '.join(operation_names())}), no example "
            f"({', '.join(EXAMPLES)}) and no file"
        )
    return "script"


def runs_of(target: str, case: str = "") -> Make:
    """How an operation's implementations, or an example, are run on PyTorch's GPU.

    Args:
        target: `gelu`, `gelu/triton`, `FILE.py:NAME/IMPL`, `cdist`, `example:cdist`.
        case: other values of an operation's axes, as text.

    Raises:
        UsageError: an unknown name; a case of an example.
    """
    if kind_of(target) == "example":
        if case:
            raise UsageError(f"{target} is an example; only an operation has cases")
        name = target.removeprefix(_EXAMPLE)
        make = example(name).make
        return lambda: [Named(name, make())]
    found, chosen = implementations_of(target)
    asked = found.case(case, device="cuda")

    def prepare() -> list[Named]:
        inputs = found.inputs_of(asked)
        return [Named(one.name, lambda one=one: one(*inputs)) for one in chosen]

    return prepare


def parts_of(target: str) -> list[tuple[str, str]]:
    """(implementation, target of it alone) for an operation's; an example is one part.

    Raises UsageError: an unknown name.
    """
    if kind_of(target) == "example":
        return [("", target)]
    operation, implementation = _split(target)
    chosen = load_operation(operation).select(implementation)
    return [(one.name, f"{operation}/{one.name}") for one in chosen]


def implementations_of(subject: str) -> tuple[Operation, Sequence[Implementation]]:
    """An operation that a subject names, and those of its implementations.

    Raises:
        UsageError: there is no such operation or implementation.
    """
    name, implementation = _split(subject)
    operation = load_operation(name)
    return operation, operation.select(implementation)


def _split(subject: str) -> tuple[str, str | None]:
    """The operation, with its file where it names one, and the implementation."""
    file, colon, words = subject.rpartition(":")
    if not colon and ".py" in words:  # a file alone, whose path may have slashes
        return subject, None
    name, _, implementation = words.partition("/")
    return f"{file}{colon}{name}", implementation or None
