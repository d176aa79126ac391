"""A record in a line: its answer in a sentence, its best time, and whether something is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from kernelscope import record as records
from kernelscope.diagnose.ranking import right_rows, time_of
from kernelscope.quantity import Quantity, format_count, size_of
from kernelscope.record import Record, Row
from kernelscope.report import changes, fusion, tuning
from kernelscope.report.check import text as check
from kernelscope.report.evaluation import verdict as verdict_of_evaluation
from kernelscope.report.history import text as history
from kernelscope.report.profile import text as profile

_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Summary:
    """A record in a line.

    Attributes:
        verdict: its answer in one sentence.
        time: the best time in it; None if it has none.
        is_bad: whether it says that something is wrong, failed or worse.
    """

    verdict: str
    time: Quantity | None = None
    is_bad: bool = False


def summary(record: Record) -> Summary:
    """Return what an index shows of a record."""
    match record:
        case records.Comparison() | records.Roofline():
            return _of_rows(record)
        case records.ScriptRun():
            launches = format_count(len(record.launches), "launch", "es")
            operators = format_count(len(record.operators), "operator")
            words = f"exit code {record.exit_code}; {launches} and {operators}"
            return Summary(words, None, bool(record.exit_code))
        case records.Profile():
            names = profile.groups(record)
            words = "; ".join(profile.headline(record, name) for name in names[:_MOST_NAMES])
            return Summary(words, None, bool(record.exit_code))
        case records.Tuning():
            return _of_tuning(record)
        case records.ABTest():
            times = [time for each in record.times[:1] for time in (each.a, each.b)]
            is_bad = record.outcome in ("slower", "wrong")
            return Summary(record.verdict, _least(times), is_bad)
        case records.EvaluationRecord():
            times = [trial.time_us for trial in record.trials if trial.time_us is not None]
            return Summary(verdict_of_evaluation(record), _least(times), not record.accepted)
        case records.CheckRecord():
            is_bad = bool(record.faults or record.exit_code)
            return Summary(check.summary(record), None, is_bad)
        case records.CompileDiff():
            is_bad = any(change.verdict == "worse" for change in record.over)
            return Summary(record.headline, None, is_bad)
        case records.RecordChanges():
            return Summary(changes.headline(record), None, bool(record.regressions))
        case _:
            return _without_time(record)


def _without_time(
    record: records.Inspection
    | records.Decompilation
    | records.Fusion
    | records.OccupancyRecord
    | records.GpuTable
    | records.MachineReport
    | records.History,
) -> Summary:
    match record:
        case records.Inspection():
            return Summary(_listed("kernel", [kernel.shown_name for kernel in record.kernels]))
        case records.Decompilation():
            counts = Counter(kernel.proof.status for kernel in record.kernels)
            words = ", ".join(f"{number} {status}" for status, number in counts.items())
            return Summary(words or "no kernel", None, bool(counts.keys() - {"equal"}))
        case records.Fusion():
            return Summary(fusion.headline(record))
        case records.OccupancyRecord():
            names = [str(launch.get("kernel", "")) for launch in record.launches]
            return Summary(_listed("launch", names, "es"))
        case records.GpuTable():
            return Summary(_listed("GPU", [str(gpu.get("name", "")) for gpu in record.gpus]))
        case records.MachineReport():
            missing = [f.what for f in record.findings if f.standing != "ready"]
            broken = any(f.standing == "broken" for f in record.findings)
            words = f"not ready: {', '.join(missing)}" if missing else "everything is ready"
            return Summary(words, None, broken)
        case records.History():
            return Summary(history.lead(record))
        case _:
            assert_never(record)


def _of_rows(record: records.Comparison | records.Roofline) -> Summary:
    wrong = [row for row in record.rows if row.status in ("wrong", "failed")]
    words = record.verdict if isinstance(record, records.Comparison) else ""
    words = words or _listed("implementation", [row.implementation for row in record.rows])
    if wrong:
        words += f" Not right: {', '.join(row.implementation for row in wrong)}."
    return Summary(words, _best_row(record.rows), bool(wrong))


def _best_row(rows: Iterable[Row]) -> Quantity | None:
    return _least([time_of(row) for row in right_rows([*rows])])


def _of_tuning(record: records.Tuning) -> Summary:
    kernels = record.kernels
    words = "; ".join(f"{k.kernel}: {tuning.verdict(k)}" for k in kernels[:_MOST_NAMES])
    chosen = [k.candidates[k.chosen].time_us for k in kernels if k.chosen is not None]
    times = [time for time in chosen if time is not None]
    is_bad = bool(record.exit_code)
    return Summary(words or "no kernel was tuned", _least(times), is_bad)


def _least(times: list[Quantity]) -> Quantity | None:
    return min(times, key=size_of, default=None)


def _listed(word: str, names: list[str], plural: str = "s") -> str:
    """Return "2 kernels: a, b", with the first names of many."""
    known = [name for name in dict.fromkeys(names) if name]
    more = len(known) - _MOST_NAMES
    listed = ", ".join(known[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
    return f"{format_count(len(names), word, plural)}{f': {listed}' if known else ''}"
