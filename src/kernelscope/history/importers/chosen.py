"""Which importer reads a file, by the file's content."""

from __future__ import annotations

from pathlib import Path

from kernelscope.errors import RecordError
from kernelscope.history.importers import autotune, chrome, ncu, nvbench, perf_report
from kernelscope.history.importers.source import Imported, SourceFile

_READERS = (ncu.read, nvbench.read, chrome.read, autotune.read, perf_report.read)


def read(path: Path) -> list[Imported]:
    """Return what a file of another tool says.

    Raises:
        RecordError: it cannot be read, is of no known tool, or is damaged.
        UnavailableError: a package is missing that reads it.
    """
    file = SourceFile(path)
    if "schema" in file.fields and "kind" in file.fields:
        raise RecordError(f"{path}: this is a record of ours: `kernelscope history add {path}`")
    for one in _READERS:
        found = one(file)
        if found is not None:
            return found
    raise RecordError(
        f"{path}: of no known tool (Chrome trace, .ncu-rep, NVBench JSON, perf_report CSV, "
        "Triton's .autotune.json, history.db)"
    )
