"""The result of `evaluate`."""

from __future__ import annotations

from rich.console import RenderableType

from kernelscope.record import EvaluationRecord, Reason
from kernelscope.report import evaluation as view
from kernelscope.report import page
from kernelscope.results.base import Result, plain_name, plain_text


class EvaluationResult(Result[EvaluationRecord]):
    """The verdict on a submission."""

    def __init__(self, record: EvaluationRecord) -> None:
        self.record = record

    @property
    def accepted(self) -> bool:
        """True if there is no reason to refuse the submission."""
        return self.record.accepted

    @property
    def score(self) -> float:
        """The speed as a multiple of the reference's; 0 if the submission was refused."""
        return self.record.score

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons to refuse it."""
        return self.record.reasons

    @property
    def file_name(self) -> str:
        """The problem and the submission as a file name."""
        return f"{plain_name(self.record.problem)}-{plain_name(self.record.submission)}-evaluate"

    def renderable(self, width: int) -> RenderableType:
        """Return the verdict for a rich console of `width` columns."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the verdict as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the verdict as one HTML page."""
        sections = [page.Section(view=view.renderable(self.record))]
        return page.to_html("evaluate", self.record.problem, self.record.device, sections)
