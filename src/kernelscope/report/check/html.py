"""The page of a check, and its part in a notebook: each finding with both sides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernelscope._demangle import written_name
from kernelscope.record import CheckRecord
from kernelscope.report import page
from kernelscope.report.check import text
from kernelscope.report.page import UNKNOWN, Made

_STYLES = ("report", "check")
_IN_A_NOTEBOOK = 8  # findings


def to_html(record: CheckRecord, made: Made = UNKNOWN) -> str:
    """Return the page; it loads nothing."""
    return page.render("check.html.j2", made, styles=_STYLES, kind="check", **_findings(record))


def fragment(record: CheckRecord) -> str:
    """Return the findings for a notebook, the first ones of many."""
    left = len(record.findings) - _IN_A_NOTEBOOK
    values = _findings(replace(record, findings=record.findings[:_IN_A_NOTEBOOK]))
    values["summary"] = text.summary(record)
    if left > 0:
        values["hint"] = f"{left} more findings are in the table and on the page. {values['hint']}"
    return page.render_fragment("check_fragment.html.j2", styles=_STYLES, **values)


def _findings(record: CheckRecord) -> dict[str, Any]:
    """Return what the findings of the templates are made of."""
    return {
        "device": record.device,
        "record": record,
        "title": record.subject or "launches of Python code",
        "summary": text.summary(record),
        "hint": text.hint(record),
        "suppressed": text.suppressed(record),
        "sides": text.sides,
        "outcomes": text.outcomes,
        "tried": text.tried,
        "steps_of": text.steps_of,
        "order_in_words": text.order_in_words,
        "times": text.times,
        "written": written_name,
    }
