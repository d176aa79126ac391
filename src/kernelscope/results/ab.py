"""The result of `ab`."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType

from kernelscope.record import ABOutcome, ABTest
from kernelscope.report import ab as view
from kernelscope.report import page
from kernelscope.results.base import Result, plain_name, plain_text

_CODES: dict[ABOutcome, int] = {
    "faster": 0,
    "no difference": 0,
    "slower": 1,
    "wrong": 1,
    "cannot tell": 3,
}


@dataclass(frozen=True)
class ABResult(Result[ABTest]):
    """The faster of two implementations, by how much, and with what confidence."""

    record: ABTest

    @property
    def outcome(self) -> ABOutcome:
        """The outcome for B: faster, slower, no difference, cannot tell, wrong."""
        return self.record.outcome

    @property
    def verdict(self) -> str:
        """The same in a sentence, with the figures."""
        return self.record.verdict

    @property
    def exit_code(self) -> int:
        """0: B is faster or not different; 1: it is slower, or one is wrong; 3: cannot tell."""
        return _CODES[self.record.outcome]

    @property
    def file_name(self) -> str:
        """Both subjects as a file name, and "-ab"."""
        a, b = (plain_name(side.subject) for side in (self.record.a, self.record.b))
        return f"{a}-{b}-ab"

    def renderable(self, width: int) -> RenderableType:
        """Return the verdict, the times and what else differs, for a rich console."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the same as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the same as one HTML page."""
        record = self.record
        sections = [page.Section(title, part) for title, part in view.sections(record)]
        title = f"{record.a.subject} → {record.b.subject}"
        return page.to_html("ab", title, record.device, sections, lead=record.verdict)
