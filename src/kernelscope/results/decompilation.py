"""The result of `decompile`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.record import Decompilation, DecompiledKernel
from kernelscope.report import decompilation as view
from kernelscope.report import page
from kernelscope.results.base import Result, plain_name

_PAGE_WIDTH = 120


@dataclass(frozen=True)
class DecompilationResult(Result[Decompilation]):
    """Kernels as CUDA C, each with the proof that it does the same."""

    record: Decompilation
    views = (*Result.views, "write")

    @property
    def kernels(self) -> tuple[DecompiledKernel, ...]:
        """Each kernel's text and proof."""
        return self.record.kernels

    @property
    def all_equal(self) -> bool:
        """True if every kernel was proven equal."""
        return all(one.proof.status == "equal" for one in self.kernels)

    @property
    def file_name(self) -> str:
        """The subject as a file name, and "-decompiled"."""
        return f"{plain_name(self.record.subject)}-decompiled"

    def renderable(self, width: int) -> RenderableType:
        """Return code and verdicts for a rich console; lines of code keep their length."""
        return view.renderable(self.record)

    def table(self, width: int = 80) -> str:
        """Return the terminal's output as plain text: each kernel's code and verdict."""
        return view.text(self.record, width)

    def page(self) -> str:
        """Return code and verdicts as one HTML page."""
        sections = [page.Section(view=self.renderable(_PAGE_WIDTH))]
        return page.to_html("decompile", self.record.subject, self.record.device, sections)

    def write(self, path: PathLike) -> Path:
        """Write all texts as one CUDA file."""
        return write_whole(path, view.cuda_file(self.record))

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record, the table, the page and the CUDA file, named after the subject."""
        return [*super().write_all(folder), self.write(Path(folder) / f"{self.file_name}.cu")]
