"""Files of other tools, as runs that a history keeps: one module a tool.

| module | file |
|---|---|
| `chrome` | a Chrome trace with kernels, as of `torch.profiler` |
| `ncu` | an `.ncu-rep` of Nsight Compute |
| `nvbench` | NVBench's `--json` |
| `perf_report` | the CSV of `triton.testing.perf_report` |
| `autotune` | the `.autotune.json` that Triton keeps with `cache_results` |

Each has a `FORMAT`: what its files are called, how one is known, and how it is read.
"""

from __future__ import annotations

from pathlib import Path

from kernelscope.errors import RecordError
from kernelscope.history.importers import autotune, chrome, ncu, nvbench, perf_report
from kernelscope.history.importers.source import Imported, SourceFile

__all__ = ["Imported", "read"]

_FORMATS = (ncu.FORMAT, nvbench.FORMAT, chrome.FORMAT, autotune.FORMAT, perf_report.FORMAT)


def read(path: Path) -> list[Imported]:
    """Return the contents of another tool's file; the tool is recognised by the content.

    Raises RecordError if it cannot be read, is of no known tool, or is damaged, UnavailableError if
    a package is missing that reads it.
    """
    file = SourceFile(path)
    if "schema" in file.fields and "kind" in file.fields:
        raise RecordError(
            f"{path}: this is a Kernelscope record: use `kernelscope history add {path}`"
        )
    for format in _FORMATS:
        if not format.knows(file):
            continue
        try:
            return format.read(file)
        except (KeyError, TypeError, ValueError) as error:
            why = f"KeyError {error}" if isinstance(error, KeyError) else error
            raise RecordError(f"{path}: {format.files} that cannot be read: {why}") from error
    raise RecordError(
        f"{path}: not from a known tool (Chrome trace, .ncu-rep, NVBench JSON, perf_report CSV, "
        "Triton's .autotune.json, history.db)"
    )
