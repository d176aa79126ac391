"""The result of `fusion`."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType

from kernelscope.record import Fusion
from kernelscope.report import fusion as view
from kernelscope.report import page
from kernelscope.results.base import plain_name
from kernelscope.results.changes import ComparableResult

_PAGE_WIDTH = 120


@dataclass(frozen=True)
class FusionResult(ComparableResult[Fusion]):
    """The bytes between the operations of a function, and the bytes that fusing them saves."""

    record: Fusion

    @property
    def file_name(self) -> str:
        """The target as a file name, and "-fusion"."""
        return f"{plain_name(self.record.target)}-fusion"

    def renderable(self, width: int) -> RenderableType:
        """Return the tables for a rich console."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the tables of the terminal as plain text."""
        return view.text(self.record, width)

    def page(self) -> str:
        """Return the tables as one HTML page."""
        sections = [page.Section(view=self.renderable(_PAGE_WIDTH))]
        return page.to_html("fusion", self.record.target, self.record.device, sections)
