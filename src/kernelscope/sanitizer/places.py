"""The source lines of instructions, for those who know only their line in the PTX."""

from __future__ import annotations

from functools import lru_cache

from kernelscope.sanitizer.findings import Place
from kernelscope.vgpu import Kernel
from kernelscope.vgpu.counting.plan import source_of


@lru_cache(maxsize=16)
def _lines(kernel: Kernel) -> dict[int, str]:
    """Return the source line of each line of the PTX with an instruction."""
    function = kernel.lowered()
    return {i.position.line: source_of(function, i.location) for i in function.instructions()}


def place_in(kernel: Kernel, line: int) -> Place:
    """Return the place of the instruction at a line of a kernel's PTX."""
    return Place(_lines(kernel).get(line, ""), line)
