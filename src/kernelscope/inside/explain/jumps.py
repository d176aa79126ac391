"""Sentences for control flow: labels, loops and jumps.

In: a parsed PTX file and the lowered kernel. Out: sentences such as "loop 1 begins: it repeats
while trip + 1 < 10; trip is 0 the first time, then 1, 2, …".
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelscope.inside.explain.naming import Naming
from kernelscope.vgpu import ir
from kernelscope.vgpu.ptx import syntax


class Jumps:
    """The labels, loops and jumps of one kernel."""

    def __init__(self, module: syntax.Module, naming: Naming) -> None:
        """Prepare for a kernel into which its device functions were inlined."""
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
        """Yield ((function, label), the block that begins there)."""
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
        """Return the sentence for a label, if a loop begins there; otherwise ""."""
        head = self._heads.get((within.name, label.name))
        return self._loop(head) if head is not None and head in self.loops else ""

    def jump(self, within: syntax.Function, statement: syntax.Instruction) -> str:
        """Return the sentence for a `bra`."""
        target = statement.operands[0]
        name = target.text if isinstance(target, syntax.Name) else "?"
        head = self._heads.get((within.name, name))
        here = self._branches.get((statement.position.line, statement.position.column))
        if head is not None and here is not None and here in self.loops.get(head, ()):
            return f"go back to {name}, for the next trip of loop {self.naming.loops[head]}"
        return f"go to {name}"

    def guarded(self, statement: syntax.Instruction, words: str) -> str:
        """Return the words with the `if` of a guard that became a branch."""
        block = self._branches.get((statement.position.line, statement.position.column))
        if statement.guard is None or block is None:
            return words
        branch = self.function.blocks[block].terminator
        assert isinstance(branch, ir.Branch)
        # `@%p1 exit` is lowered to a branch around the exit, so the branch's own sense may be the
        # opposite of the guard's. The sentence follows the guard.
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
