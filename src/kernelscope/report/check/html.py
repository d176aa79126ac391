"""The sanitizer's findings as one self-contained page, both sides next to each other."""

from __future__ import annotations

from kernelscope._demangle import written_name
from kernelscope.record import CheckRecord
from kernelscope.report import page
from kernelscope.report.check import text


def to_html(record: CheckRecord) -> str:
    """Return the page; it loads nothing."""
    return (
        page.environment()
        .get_template("check.html.j2")
        .render(
            kind="check",
            device=record.device,
            record=record,
            title=record.subject or "launches of Python code",
            summary=text.summary(record),
            hint=text.hint(record),
            suppressed=text.suppressed(record),
            sides=text.sides,
            outcomes=text.outcomes,
            tried=text.tried,
            steps_of=text.steps_of,
            order_in_words=text.order_in_words,
            times=text.times,
            written=written_name,
            css=page.style("report"),
            script=page.script("report"),
        )
    )
