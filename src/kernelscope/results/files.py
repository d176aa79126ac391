"""Records read back as results: the same views, drawn from the file."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from kernelscope._files import PathLike
from kernelscope.record import Profile, Record, kind_of
from kernelscope.record import load as load_record
from kernelscope.results.base import Result

# By the record's kind, the class of its result, which is imported when a record needs it.
_CLASSES = {
    "compare": "operations.ComparisonResult",
    "run": "programs.ScriptResult",
    "profile": "programs.ProfileResult",
    "fusion": "operations.FusionResult",
    "inspect": "kernels.InspectionResult",
    "decompile": "kernels.DecompilationResult",
    "check": "kernels.CheckResult",
    "diff": "kernels.DiffResult",
    "occupancy": "machine.OccupancyResult",
    "roofline": "operations.RooflineResult",
    "gpus": "machine.GpusResult",
    "doctor": "machine.DoctorResult",
    "tune": "operations.TuningResult",
    "history": "operations.HistoryResult",
    "changes": "base.ChangesResult",
    "ab": "operations.ABResult",
    "evaluate": "operations.EvaluationResult",
}


def load(path: PathLike) -> Result[Record]:
    """Return the result whose record `Result.save` or a command's `--json` wrote to `path`.

    It is of the same class as the result of the job, and draws the same views; nothing runs again.
    A profile's Chrome trace has the spans that the record keeps. Raises RecordError if the file
    cannot be read, is not a record, or is one of a newer Kernelscope.
    """
    return result_of(load_record(path))


def result_of(record: Record) -> Result[Record]:
    """Return the result that draws a record's views."""
    module, _, name = _CLASSES[kind_of(record)].partition(".")
    made = getattr(import_module(f"kernelscope.results.{module}"), name)
    values = (record, record.spans) if isinstance(record, Profile) else (record,)
    return cast(Result[Record], made(*values))
