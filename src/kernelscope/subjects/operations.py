"""Operations behind a parsed subject: importing them imports torch."""

from __future__ import annotations

from kernelscope.errors import UsageError
from kernelscope.operation import (
    Implementation,
    Operation,
    load_operation,
    load_operation_file,
)
from kernelscope.subjects import OperationSubject, PythonFile


def operation_of(subject: OperationSubject | PythonFile) -> Operation:
    """Return the operation that a subject names. Raises UsageError if there is none."""
    if isinstance(subject, PythonFile):
        return load_operation_file(subject.path)
    if isinstance(subject.operation, Operation):
        return subject.operation
    if subject.file:
        return load_operation_file(subject.file, subject.operation)
    return load_operation(subject.operation)


def implementations_of(
    subject: OperationSubject | PythonFile,
) -> tuple[Operation, list[Implementation]]:
    """Return the operation that a subject names, and the implementations that it names.

    Raises UsageError if there is no such operation or implementation.
    """
    operation = operation_of(subject)
    chosen = subject.implementation if isinstance(subject, OperationSubject) else None
    return operation, operation.select(chosen)


def holds_operation(file: PythonFile) -> bool:
    """Return whether a file defines an operation."""
    try:
        operation_of(file)
    except UsageError:
        return False
    return True
