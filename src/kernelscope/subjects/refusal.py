"""The errors that all commands share: a subject of a kind that one does not take."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.errors import UsageError
from kernelscope.subjects.kinds import (
    ExampleSubject,
    Openable,
    OperationSubject,
    OtherFile,
    PythonModule,
    RecordFile,
    Script,
    Subject,
)
from kernelscope.subjects.parse import parse_subject


def refused(subject: Subject, command: str, needs: str) -> UsageError:
    """Return the error for a subject that a command does not take.

    It says what the subject is, what the command needs, and what to do instead: "k.cu is a CUDA
    C++ file: run needs a Python script. Open it with `kernelscope inspect k.cu`, …".

    Args:
        subject: the subject.
        command: the command's name.
        needs: the kinds that it takes: "a Python script".
    """
    instead = subject.instead.format(subject)
    return UsageError(
        f"{subject} is {subject.title}: {command} needs {needs}. {instead[:1].upper()}{instead[1:]}"
    )


def openable(thing: object, command: str) -> Openable:
    """Return a parsed subject that has kernels: for inspect, decompile and diff.

    Raises:
        UsageError: it has none, or it means nothing.
    """
    match parse_subject(thing):
        case ExampleSubject() | PythonModule() | RecordFile() | OtherFile() as subject:
            needs = "an operation, a Python script, PTX, a cubin, CUDA C++ or a kernel"
            raise refused(subject, command, needs)
        case subject:
            return subject


def refuse_case(subject: Subject, case: str) -> None:
    """Raise UsageError if a case is given for a script, which has none."""
    if case and isinstance(subject, Script):
        raise UsageError(f"{subject} is a script; only an operation has cases")


def refuse_operation(word: str, instead: str) -> None:
    """Raise UsageError if a word where a record is needed names an operation.

    Args:
        word: the word, as the user typed it.
        instead: what to do.
    """
    try:
        subject = parse_subject(word, prefer_file=True)
    except UsageError:  # reading it as a record says what is wrong with it
        return
    if isinstance(subject, OperationSubject):
        raise UsageError(f"{word} is {subject.title}, not a record: {instead}")


def refuse_arguments(subject: Subject, argv: Sequence[str]) -> None:
    """Raise UsageError if arguments come after what is not a script."""
    if argv and not isinstance(subject, Script):
        raise UsageError(
            f"{subject} is not a script, so it takes no arguments (got: {' '.join(argv)})"
        )
