"""Two records in files, compared."""

from __future__ import annotations

from dataclasses import replace

from kernelscope._files import PathLike
from kernelscope.errors import UsageError
from kernelscope.history.limits import DEFAULT
from kernelscope.history.regressions import compare_records
from kernelscope.jobs import environment
from kernelscope.record import Inspection, load
from kernelscope.results.base import ChangesResult
from kernelscope.subjects import RecordFile, parse_subject

__all__ = ["are_records", "changes"]


def are_records(*words: str) -> bool:
    """Return whether each word names a record with figures, and not all of them inspections.

    Two inspections are compared by meaning (`diff`).
    """
    try:
        if not all(isinstance(parse_subject(word), RecordFile) for word in words):
            return False
    except UsageError:  # a kernel with options, gelu/triton@num_warps=4: `diff` takes it apart
        return False
    return not all(isinstance(load(word), Inspection) for word in words)


def changes(before: PathLike, after: PathLike, *, fail_over: str = DEFAULT) -> ChangesResult:
    """Compare a record with an earlier one of the same kind, GPU, subject and case.

    Args:
        before: the file of the earlier record.
        after: the file of the later one.
        fail_over: the limits by which figures may be worse: "time=3%,bytes=0,registers=+8". A name
            is one of `history.limits.FAMILIES`, or a metric's own.

    Returns:
        The result: `.regressions`, `.improvements`, `.unclear`, `.table()`, `.save(path)`.

    Raises:
        UsageError: the records cannot be compared, or a limit is misspelt.
        RecordError: a file holds no record.
    """
    record = compare_records(load(before), load(after), fail_over, (str(before), str(after)))
    return ChangesResult(replace(record, **environment.stamp()))
