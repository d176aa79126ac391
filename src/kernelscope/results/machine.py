"""The results about machines: `gpus`, `doctor`, and the occupancy of launches on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType

from kernelscope._codec import encode
from kernelscope._files import PathLike, write_whole
from kernelscope.errors import RecordError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.record import GpuTable, MachineReport, OccupancyRecord
from kernelscope.record.machine import Finding
from kernelscope.report import doctor, machine, page
from kernelscope.report.drawing import picture_form
from kernelscope.report.occupancy import plot, text
from kernelscope.results.base import Result, plain_name


@dataclass(frozen=True, repr=False)
class GpusResult(Result[GpuTable]):
    """The specifications that estimates and limits are computed from."""

    record: GpuTable

    @cached_property
    def specs(self) -> tuple[GPUSpec, ...]:
        """Each GPU's specification."""
        return tuple(map(GPUSpec.from_json, self.record.gpus))

    def _subject(self) -> str:
        return self.specs[0].name if len(self.specs) == 1 else "gpus"

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console; one GPU alone is explained with its figures."""
        table = machine.specifications(self.specs)
        if len(self.specs) != 1:
            return table
        return Group(table, "", machine.explained(self.specs[0]))

    def _heading(self) -> tuple[str, str, str]:
        return "GPU specifications", "", ""


def gpus_result(specs: Sequence[GPUSpec], *, command: str = "", created: str = "") -> GpusResult:
    """Return the result for these specifications."""
    return GpusResult(GpuTable(tuple(spec.to_json() for spec in specs), command, created))


@dataclass(frozen=True, repr=False)
class DoctorResult(Result[MachineReport]):
    """The parts of a machine that commands need: ready, absent or broken."""

    record: MachineReport

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each part that was looked at."""
        return self.record.findings

    def _subject(self) -> str:
        return "doctor"

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console."""
        return doctor.table(self.findings)

    def _heading(self) -> tuple[str, str, str]:
        return "This machine", "", ""


@dataclass(frozen=True, repr=False)
class OccupancyResult(Result[OccupancyRecord]):
    """The warps that an SM holds of each launch, their limiter, and the waves of the grid."""

    record: OccupancyRecord
    views = (*Result.views, "plot")
    ending = "-occupancy"

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """Each launch with all that follows from its figures and the GPU's."""
        try:
            return tuple(map(self._study, self.record.launches))
        except (KeyError, TypeError) as error:
            raise RecordError(f"a launch without its figures ({error})") from error

    def _study(self, launch: dict[str, Any]) -> Study:
        """Return a launch's study, whose changes save what was simulated for the record."""
        made = study(
            GPUSpec.from_json(self.record.gpu) if self.record.gpu else launch["gpu"],
            block=launch["block"],
            registers=launch["registers"],
            shared_bytes=launch["shared_bytes"],
            grid=launch["grid"],
            kernel=launch["kernel"],
        )
        gains = {
            change["text"].partition(":")[0]: change.get("gain")
            for change in launch.get("changes", ())
        }
        changes = (
            replace(change, gain=gains.get(change.text.partition(":")[0]))
            for change in made.changes
        )
        return replace(made, changes=tuple(changes))

    @property
    def notes(self) -> tuple[str, ...]:
        """One line for each implementation that launched no kernel of ours."""
        return self.record.notes

    def _subject(self) -> str:
        names = [study.kernel.partition(":")[0] for study in self.studies]
        return plain_name(names[0] if len({*names}) == 1 else "") or "launches"

    def renderable(self, width: int) -> RenderableType:
        """Return one section for each launch, for a rich console."""
        return Group(text.renderable(self.studies), *self.notes)

    def _heading(self) -> tuple[str, str, str]:
        return self._subject(), self.studies[0].spec.full_name if self.studies else "", ""

    def _sections(self) -> Sequence[page.Section]:
        if not self.studies:
            return super()._sections()
        drawing = plot.draw(self.studies)
        curves = page.Section("Occupancy over each axis", drawing=drawing)
        return [*super()._sections(), curves]

    def plot(self, path: PathLike) -> Path:
        """Write a PNG, SVG or PDF: occupancy over block size, registers and shared memory.

        Raises UsageError if the path has another ending.
        """
        return write_whole(path, plot.image(self.studies, picture_form(path)))

    def _write_more(self, base: str) -> list[Path]:
        return [self.plot(f"{base}.png")] if self.studies else []


def result_of(
    studies: Sequence[Study], notes: Sequence[str] = (), *, command: str = "", created: str = ""
) -> OccupancyResult:
    """Return the result of studies of launches on one GPU."""
    return OccupancyResult(
        OccupancyRecord(
            launches=tuple(encode(study.to_json()) for study in studies),
            notes=tuple(notes),
            gpu=studies[0].spec.to_json() if studies else {},
            command=command,
            created=created,
        )
    )
