"""The results of `gpus` and `doctor`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.console import Group, RenderableType

from kernelscope.hardware.gpus import GPUSpec
from kernelscope.record import GpuTable, MachineReport
from kernelscope.record.doctor import Finding
from kernelscope.report import doctor, gpus, machine, page
from kernelscope.results.base import Result, plain_name, plain_text

_PAGE_WIDTH = 140


@dataclass(frozen=True)
class GpusResult(Result[GpuTable]):
    """The specifications that estimates and limits are computed from."""

    record: GpuTable

    @cached_property
    def specs(self) -> tuple[GPUSpec, ...]:
        """Each GPU's specification."""
        return tuple(map(GPUSpec.from_json, self.record.gpus))

    @property
    def file_name(self) -> str:
        """The GPU's name if there is one alone, else "gpus"."""
        return plain_name(self.specs[0].name) if len(self.specs) == 1 else "gpus"

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console; one GPU alone is explained with its figures."""
        table = gpus.renderable(self.specs)
        if len(self.specs) != 1:
            return table
        return Group(table, "", machine.renderable(self.specs[0]))

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the tables as one HTML page."""
        sections = [page.Section(view=self.renderable(_PAGE_WIDTH))]
        return page.to_html("gpus", "GPU specifications", "", sections)


def gpus_result(specs: Sequence[GPUSpec]) -> GpusResult:
    """Return the result for these specifications."""
    return GpusResult(GpuTable(tuple(spec.to_json() for spec in specs)))


@dataclass(frozen=True)
class DoctorResult(Result[MachineReport]):
    """The parts of a machine that commands need: ready, absent or broken."""

    record: MachineReport

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each part that was looked at."""
        return self.record.findings

    @property
    def file_name(self) -> str:
        """The command's name."""
        return "doctor"

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console."""
        return doctor.table(self.findings)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the table as one HTML page."""
        sections = [page.Section(view=self.renderable(_PAGE_WIDTH))]
        return page.to_html("doctor", "This machine", "", sections)
