"""The verdict on a submission: one sentence, the reasons, the trials, and faster alternatives."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.quantity import format_number, format_quantity
from kernelscope.record import EvaluationRecord, Reason, TrialRecord
from kernelscope.record.names import short_place
from kernelscope.report import cells, tables

_STYLES = {"ok": "green", "refused": "red", "unsupported": "yellow"}


def renderable(record: EvaluationRecord) -> RenderableType:
    """Return the whole verdict."""
    subject = f"{record.problem} ({record.format})"
    parts: list[RenderableType] = [
        Text.assemble((record.submission, "bold"), (" on ", "dim"), subject, ("  on ", "dim"))
        + Text(record.device),
        Text(verdict(record), "bold green" if record.accepted else "bold red"),
    ]
    parts += [_reason(reason) for reason in record.reasons]
    parts += [Text(), _trials(record.trials), Text()]
    if record.faster:
        parts.append(Text(f"measured in turns with the reference: {record.faster}"))
    parts += [Text(line) for line in library_lines(record)]
    parts += [cells.ruled_finding(finding) for finding in record.findings]
    parts += [Text(f"note: {note}", "dim") for note in record.notes]
    small = record.model_error, f"seed {record.seed}"
    parts += [Text(line, "dim") for line in small if line]
    return Group(*parts)


def verdict(record: EvaluationRecord) -> str:
    """Return the verdict in a sentence: "accepted: 1.93 times as fast as the reference"."""
    if record.accepted:
        return f"accepted: {format_number(record.score)} times as fast as the reference"
    count = len(record.reasons)
    return f"refused for {count} reason{'s' * (count > 1)}; it scores nothing"


def _reason(reason: Reason) -> Text:
    made = Text.assemble((f"{reason.kind}: ", "bold"), reason.message)
    places = [short_place(reason.source) if reason.source else "", reason.trial]
    shown = ", ".join(place for place in places if place)
    return made.append(f"  ({shown})", "dim") if shown else made


def _trials(trials: tuple[TrialRecord, ...]) -> Table:
    measured = any(trial.time_us and trial.time_us.provenance == "measured" for trial in trials)
    sign = "" if measured else " ~"
    figures = ("off by", f"time{sign}", f"reference{sign}", "moved", "at least")
    table = tables.grid(tables.names("trial"), tables.names("status"), *tables.figures(*figures))
    for trial in trials:
        error = "" if trial.error is None else f"{format_number(trial.error.max_abs)}"
        figures = (trial.time_us, trial.reference_us, trial.moved, trial.floor)
        table.add_row(
            trial.name,
            Text(trial.status, _STYLES.get(trial.status, "")),
            error,
            *["" if figure is None else format_quantity(figure) for figure in figures],
        )
    return table


def library_lines(record: EvaluationRecord) -> list[str]:
    """Return a line for each library call that the answer rests on."""
    return [
        f"library call: {call.name}, {call.share:.0%} of the work"
        + (f", at {short_place(call.source)}" if call.source else "")
        for call in record.library
    ]
