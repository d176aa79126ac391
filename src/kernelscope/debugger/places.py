"""Where a kernel's instructions stand: lines of the PTX, and of the source that they came from."""

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
from kernelscope.vgpu.ptx.syntax import SourceLocation

Line = tuple[str, int]
"""A file and a line of it, from 1."""

PTX = "ptx"
"""What stands in a file's place for the PTX."""


class Code:
    """A kernel's instructions by place, and places by line.

    Attributes:
        ptx: the lines of its PTX.
        lines: what stands at each place, in the source: the line, then those that it was inlined
            into, outermost last; empty where the compiler told none.
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
        """What stands there; None for the end of a basic block."""
        instructions = self.function.blocks[place[0]].instructions
        return instructions[place[1]] if place[1] < len(instructions) else None

    def calls(self, place: Place) -> SourceLocation | None:
        """Where the function that a place is in was called from; None in the kernel itself."""
        inst = self.instruction(place)
        location = inst.location if inst else self.function.blocks[place[0]].location
        return location.inlined_at if location else None

    def ptx_line(self, place: Place) -> int:
        """Its line of the PTX; 0 where no instruction of its own stands."""
        return self._ptx_lines.get(place, 0)

    def settled(self, place: Place) -> Place:
        """The same place, or where a jump that stands there leads: an instruction as a rule."""
        for _ in self.function.blocks:
            block = self.function.blocks[place[0]]
            if place[1] < len(block.instructions) or not isinstance(block.terminator, ir.Jump):
                break
            place = block.terminator.target, 0
        return place

    def files(self) -> list[str]:
        """The source files that the kernel came from, in the order of its instructions."""
        return [*dict.fromkeys(file for lines in self.lines.values() for file, _ in lines)]

    def lines_of(self, file: str) -> list[int]:
        """The lines of a file, given by its name or the end of its path, that made code."""
        if file == PTX:
            return sorted(set(self._ptx_lines.values()))
        found = {n for lines in self.lines.values() for name, n in lines if is_named(name, file)}
        return sorted(found)

    def places_of(self, file: str, line: int) -> list[Place]:
        """Where to stop for a line: once each time that the program comes to it.

        A compiler scatters a line's instructions. Those that are reached only over others of the
        same line, in the same turn of the same loops, are no further stop.
        """
        if file == PTX:
            return [place for place in sorted(self._ptx_lines) if self.ptx_line(place) == line]
        found: list[tuple[Place, tuple[Line, ...]]] = []
        for place in sorted(self._ptx_lines):
            lines = self.lines[place]
            depth = next(
                (d for d, (f, n) in enumerate(lines) if n == line and is_named(f, file)), -1
            )
            if depth < 0 or any(
                calls == lines[depth:] and self._flow.is_passed(other[0], place[0])
                for other, calls in found
            ):
                continue
            found.append((place, lines[depth:]))
        return [place for place, _ in found]


class _Flow:
    """What the basic blocks of a kernel pass on their way."""

    def __init__(self, function: ir.Function) -> None:
        successors = [block.terminator.targets for block in function.blocks]
        self._dominator = immediate_dominators(successors, 0)
        self._loops = natural_loops(successors, reachable(successors)).values()

    def is_passed(self, first: int, second: int) -> bool:
        """Whether each time that a block is reached, another one of the same turn has been."""
        return dominates(first, second, self._dominator) and all(
            first in loop for loop in self._loops if second in loop
        )


def is_named(path: str, name: str) -> bool:
    """Whether a path is the one that a name, or the end of a path, means."""
    return path == name or Path(path).parts[-len(Path(name).parts) :] == Path(name).parts
