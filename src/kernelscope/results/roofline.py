"""The result of `roofline`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import RecordError, UsageError
from kernelscope.record import Comparison, Roofline
from kernelscope.report import page
from kernelscope.report.comparison import plot
from kernelscope.report.drawing import picture_form
from kernelscope.report.roofline import table as view
from kernelscope.report.roofline.draw import READING, draw
from kernelscope.results.base import Result, plain_name, plain_text
from kernelscope.results.changes import ComparableResult

_PAGE_WIDTH = 110


@dataclass(frozen=True)
class RooflineResult(ComparableResult[Roofline]):
    """An operation's implementations under the roofs of each memory level and of arithmetic."""

    record: Roofline
    views = (*Result.views, "plot")

    @property
    def comparison(self) -> Comparison:
        """The rows that the points are made of, as the record of a comparison.

        Raises RecordError if the record is of an earlier version, which kept no rows.
        """
        record = self.record
        if record.points and not record.rows:
            raise RecordError(
                "this roofline was saved by an earlier Kernelscope, without the rows that its "
                f"views are drawn from; run `kernelscope roofline {record.operation}` again"
            )
        return Comparison(
            device=record.device,
            operation=record.operation,
            case=record.case,
            rows=record.rows,
            gpu=record.gpu,
            environment=record.environment,
            work=record.work,
            roofs=record.roofs,
            model_error=record.model_error,
            command=record.command,
            created=record.created,
        )

    @property
    def file_name(self) -> str:
        """The operation's name, and "-roofline"."""
        return f"{plain_name(self.record.operation)}-roofline"

    def renderable(self, width: int) -> RenderableType:
        """Return the ceilings and the points for a rich console."""
        return Group(view.renderable(self.comparison), *self.record.notes)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the tables and the picture as one HTML page."""
        rows = self.comparison
        drawing = draw(rows)
        picture = [page.Section("Roofline", drawing=drawing, note=READING)] if drawing else []
        sections = [*picture, page.Section(view=self.renderable(_PAGE_WIDTH))]
        return page.to_html("roofline", self.record.operation, self.record.device, sections)

    def plot(self, path: PathLike) -> Path:
        """Write a PNG, SVG or PDF. Raises UsageError for another ending, or without points."""
        form = picture_form(path)
        return write_whole(path, plot.image(self.comparison, form, "roofline"))

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record, the table, the page, and the picture if there are points."""
        written = super().write_all(folder)
        with suppress(UsageError):
            written.append(self.plot(Path(folder) / f"{self.file_name}.png"))
        return written
