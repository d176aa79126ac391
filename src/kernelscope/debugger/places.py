"""The lines of the PTX and of the source that a kernel's instructions belong to.

In: a lowered kernel and its PTX. Out: `Code`, which maps places to lines and lines to places.
"""

from __future__ import annotations

from pathlib import Path

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import (
    dominates,
    immediate_dominators,
    natural_loops,
    reachable,
)
from kernelscope.vgpu.counting.plan import source_lines
from kernelscope.vgpu.interpreter.warp import Place

Line = tuple[str, int]
"""A file and a line of it, from 1."""

PTX = "ptx"
"""The file name that means the PTX."""


class Code:
    """A kernel's instructions by place, and places by line.

    `lines`: the source line of each place, then the lines that it was inlined into, outermost last;
    empty if the compiler named none.
    """

    def __init__(self, function: ir.Function, ptx: str) -> None:
        self.function = function
        self.ptx = ptx.splitlines()
        self.lines: dict[Place, tuple[Line, ...]] = {}
        self._ptx_lines: dict[Place, int] = {}
        self._flow = _Flow(function)
        for block in function.blocks:
            lines: tuple[Line, ...] = ()
            for number, inst in enumerate(block.instructions):
                lines = source_lines(function, inst.location) or lines
                self.lines[block.index, number] = lines
                self._ptx_lines[block.index, number] = inst.position.line
            end = block.index, len(block.instructions)
            self.lines[end] = source_lines(function, block.location) or lines
            if block.end is not None:
                self._ptx_lines[end] = block.end.line

    def instruction(self, place: Place) -> ir.Inst | None:
        """Return the instruction at a place; None at the end of a basic block."""
        instructions = self.function.blocks[place[0]].instructions
        return instructions[place[1]] if place[1] < len(instructions) else None

    def calls(self, place: Place) -> ir.SourceLocation | None:
        """Return the call through which a place was inlined; None in the kernel itself."""
        inst = self.instruction(place)
        location = inst.location if inst else self.function.blocks[place[0]].location
        return location.inlined_at if location else None

    def ptx_line(self, place: Place) -> int:
        """Return the line of the PTX of a place; 0 if it has no instruction of its own."""
        return self._ptx_lines.get(place, 0)

    def settled(self, place: Place) -> Place:
        """Return the same place, or the target of a jump there, which usually is an instruction."""
        for _ in self.function.blocks:
            block = self.function.blocks[place[0]]
            if place[1] < len(block.instructions) or not isinstance(block.terminator, ir.Jump):
                break
            place = block.terminator.target, 0
        return place

    def files(self) -> list[str]:
        """Return the kernel's source files, in the order of its instructions."""
        return [*dict.fromkeys(file for lines in self.lines.values() for file, _ in lines)]

    def lines_of(self, file: str) -> list[int]:
        """Return the lines with code of a file, given by its name or the end of its path."""
        if file == PTX:
            return sorted(set(self._ptx_lines.values()))
        numbers = {n for lines in self.lines.values() for name, n in lines if is_named(name, file)}
        return sorted(numbers)

    def places_of(self, file: str, line: int) -> list[Place]:
        """Return the places to stop at for a line: one each time that the program reaches it.

        A compiler scatters a line's instructions: those of `float v = x[i], w = x[i + 1];` are
        mixed with those of the lines around it. An instruction that is reached only after another
        one of the same line, in the same iteration of the same loops, is not another stop.
        Otherwise `break` on that line would stop several times in each iteration.
        """
        if file == PTX:
            return [place for place in sorted(self._ptx_lines) if self.ptx_line(place) == line]
        stops: list[tuple[Place, tuple[Line, ...]]] = []
        for place in sorted(self._ptx_lines):
            lines = self.lines[place]
            depth = next(
                (d for d, (f, n) in enumerate(lines) if n == line and is_named(f, file)), -1
            )
            if depth < 0 or any(
                calls == lines[depth:] and self._flow.is_passed(other[0], place[0])
                for other, calls in stops
            ):
                continue
            stops.append((place, lines[depth:]))
        return [place for place, _ in stops]


class _Flow:
    """The paths through a kernel's basic blocks."""

    def __init__(self, function: ir.Function) -> None:
        successors = [block.terminator.targets for block in function.blocks]
        self._dominator = immediate_dominators(successors, 0)
        self._loops = natural_loops(successors, reachable(successors)).values()

    def is_passed(self, first: int, second: int) -> bool:
        """Return whether `first` always runs before `second`, in the same iteration."""
        return dominates(first, second, self._dominator) and all(
            first in loop for loop in self._loops if second in loop
        )


def is_named(path: str, name: str) -> bool:
    """Return whether a name, or the end of a path, means this path."""
    return path == name or Path(path).parts[-len(Path(name).parts) :] == Path(name).parts
