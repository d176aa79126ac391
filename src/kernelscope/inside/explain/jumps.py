"""Where a kernel's control goes, in words: labels, loops and jumps."""

from __future__ import annotations

from collections.abc import Iterator

from kernelscope.inside.explain.naming import Naming
from kernelscope.vgpu import ir
from kernelscope.vgpu.ptx import syntax


class Jumps:
    """The labels, loops and jumps of one kernel."""

    def __init__(self, module: syntax.Module, naming: Naming) -> None:
        """Of a kernel whose device functions stand in the place of their calls."""
        self.naming = naming
        self.function = naming.function
        self.loops = naming.folder.loops
        self._branches: dict[tuple[int, int], int] = {}
        for block in self.function.blocks:
            if isinstance(block.terminator, ir.Branch):
                place = block.terminator.position
                self._branches.setdefault((place.line, place.column), block.index)
        self._heads = dict(self._blocks_of_labels(module))

    def _blocks_of_labels(self, module: syntax.Module) -> Iterator[tuple[tuple[str, str], int]]:
        """The block that begins at each label, by its function's name and its own."""
        starts = sorted(
            (block.instructions[0].position.line, block.index)
            for block in self.function.blocks
            if block.instructions
        )
        for function in module.functions:
            for statement in syntax.statements(function.body or ()):
                if isinstance(statement, syntax.Label):
                    line = statement.position.line
                    after = next((index for start, index in starts if start >= line), None)
                    if after is not None:
                        yield (function.name, statement.name), after

    def label(self, within: syntax.Function, label: syntax.Label) -> str:
        """What begins at a label, where that is a loop."""
        head = self._heads.get((within.name, label.name))
        return self._loop(head) if head is not None and head in self.loops else ""

    def jump(self, within: syntax.Function, statement: syntax.Instruction) -> str:
        """Where a `bra` goes."""
        target = statement.operands[0]
        name = target.text if isinstance(target, syntax.Name) else "?"
        head = self._heads.get((within.name, name))
        here = self._branches.get((statement.position.line, statement.position.column))
        if head is not None and here is not None and here in self.loops.get(head, ()):
            return f"go back to {name}, for the next trip of loop {self.naming.loops[head]}"
        return f"go to {name}"

    def guarded(self, statement: syntax.Instruction, words: str) -> str:
        """With the `if` of a guard that became a branch."""
        block = self._branches.get((statement.position.line, statement.position.column))
        if statement.guard is None or block is None:
            return words
        branch = self.function.blocks[block].terminator
        assert isinstance(branch, ir.Branch)
        # A stop of the whole warp is lowered as a jump around it: then the sense is the other one.
        negated = statement.guard.negated
        return f"if {self.naming.condition(block, branch.predicate, negated)}: {words}"

    def _loop(self, head: int) -> str:
        number = self.naming.loops[head]
        text = f"loop {number} begins"
        for index in sorted(self.loops[head]):
            end = self.function.blocks[index].terminator
            if isinstance(end, ir.Branch) and head in end.targets:
                negated = end.negated ^ (end.other == head)
                text += f": it repeats while {self.naming.condition(index, end.predicate, negated)}"
                break
        if head in self.naming.folder.trips:
            trip = "trip" if len(self.naming.loops) == 1 else f"trip{number}"
            text += f"; {trip} is 0 the first time, then 1, 2, …"
        return text
