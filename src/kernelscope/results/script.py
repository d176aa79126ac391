"""The result of `run`."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType

from kernelscope.record import ScriptRun
from kernelscope.report import page
from kernelscope.report import script as view
from kernelscope.results.base import plain_name, plain_text
from kernelscope.results.changes import ComparableResult

_PAGE_WIDTH = 120


@dataclass(frozen=True)
class ScriptResult(ComparableResult[ScriptRun]):
    """The launches and operators of an unmodified script, in the order they ran."""

    record: ScriptRun

    @property
    def exit_code(self) -> int:
        """The exit code that the script ended with."""
        return self.record.exit_code

    @property
    def file_name(self) -> str:
        """The script's name without its ending, and "-run"."""
        return f"{plain_name(self.record.script) or 'script'}-run"

    def renderable(self, width: int) -> RenderableType:
        """Return kernels, operators and findings for a rich console of `width` columns."""
        return view.renderable(self.record, width)

    def table(self, width: int = 80) -> str:
        """Return kernels, operators and findings as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the tables as one HTML page."""
        record = self.record
        sections = [page.Section(view=self.renderable(_PAGE_WIDTH))]
        return page.to_html("run", record.script or "script", record.device, sections)
