"""The result of `occupancy`."""

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
from kernelscope.record import OccupancyRecord
from kernelscope.report import page
from kernelscope.report.drawing import picture_form
from kernelscope.report.occupancy import text as view
from kernelscope.results.base import Result, plain_name, plain_text

_PAGE_WIDTH = 110


@dataclass(frozen=True)
class OccupancyResult(Result[OccupancyRecord]):
    """The warps that an SM holds of each launch, their limiter, and the waves of the grid."""

    record: OccupancyRecord
    views = (*Result.views, "plot")

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """Each launch with all that follows from its figures and the GPU's."""
        try:
            return tuple(
                _with_gains(
                    study(
                        GPUSpec.from_json(self.record.gpu) if self.record.gpu else one["gpu"],
                        block=one["block"],
                        registers=one["registers"],
                        shared_bytes=one["shared_bytes"],
                        grid=one["grid"],
                        kernel=one["kernel"],
                    ),
                    one.get("changes", ()),
                )
                for one in self.record.launches
            )
        except (KeyError, TypeError) as error:
            raise RecordError(f"a launch without its figures ({error})") from error

    @property
    def notes(self) -> tuple[str, ...]:
        """One line for each implementation that launched no kernel of ours."""
        return self.record.notes

    @property
    def file_name(self) -> str:
        """The operation and the implementation, or "launch", and "-occupancy"."""
        names = [one.kernel.partition(":")[0] for one in self.studies]
        return f"{plain_name(names[0] if len({*names}) == 1 else '') or 'launches'}-occupancy"

    def renderable(self, width: int) -> RenderableType:
        """Return one section for each launch, for a rich console."""
        return Group(view.renderable(self.studies), *self.notes)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text."""
        return plain_text(self.renderable(width), width)

    def page(self) -> str:
        """Return the sections and the curves as one HTML page."""
        sections = [page.Section(view=self.renderable(_PAGE_WIDTH))]
        if self.studies:
            from kernelscope.report.occupancy import plot  # imports matplotlib

            drawing = plot.draw(self.studies)
            sections.append(page.Section("Occupancy over each axis", drawing=drawing))
        name = self.studies[0].spec.full_name if self.studies else ""
        return page.to_html("occupancy", self.file_name.removesuffix("-occupancy"), name, sections)

    def plot(self, path: PathLike) -> Path:
        """Write a PNG, SVG or PDF: occupancy over block size, registers and shared memory.

        Raises UsageError if the path has another ending.
        """
        from kernelscope.report.occupancy import plot  # imports matplotlib

        return write_whole(path, plot.image(self.studies, picture_form(path)))

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record, the table, the page and the picture."""
        picture = Path(folder) / f"{self.file_name}.png"
        return [*super().write_all(folder), *([self.plot(picture)] if self.studies else [])]


def _with_gains(of: Study, kept: Sequence[dict[str, Any]]) -> Study:
    """Return a study whose changes save what was simulated when the record was made."""
    gains = {one["text"].partition(":")[0]: one.get("gain") for one in kept}
    changes = (replace(one, gain=gains.get(one.text.partition(":")[0])) for one in of.changes)
    return replace(of, changes=tuple(changes))


def result_of(
    studies: Sequence[Study], notes: Sequence[str] = (), *, command: str = "", created: str = ""
) -> OccupancyResult:
    """Return the result of studies of launches on one GPU."""
    return OccupancyResult(
        OccupancyRecord(
            launches=tuple(encode(one.to_json()) for one in studies),
            notes=tuple(notes),
            gpu=studies[0].spec.to_json() if studies else {},
            command=command,
            created=created,
        )
    )
