"""Definitions and uses of each register of a kernel: the facts that later steps ask for.

In: a lowered function. Out: `Facts`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import dominates, immediate_dominators, natural_loops
from kernelscope.vgpu.analysis.liveness import live_in


@dataclass(frozen=True, slots=True)
class Place:
    """The block of an instruction, and its number there; the terminator comes after the last."""

    block: int
    number: int


class Facts:
    """Definitions and uses by register number.

    Attributes:
        definitions: the instructions that write each register, with their places.
        use_places: the places at which each register is read.
        uses: how often each register is read.
        undefined: registers that may be read before they are written.
        inside: for each block, the headers of the loops around it.
    """

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        count = len(function.registers)
        self.definitions: list[list[tuple[Place, ir.Inst]]] = [[] for _ in range(count)]
        self.use_places: list[list[Place]] = [[] for _ in range(count)]
        for block in function.blocks:
            for number, inst in enumerate(block.instructions):
                place = Place(block.index, number)
                for register in inst.destinations:
                    self.definitions[register.index].append((place, inst))
                for register in inst.sources:
                    self.use_places[register.index].append(place)
            if isinstance(block.terminator, ir.Branch):
                place = Place(block.index, len(block.instructions))
                self.use_places[block.terminator.predicate.index].append(place)
        self.uses = [len(places) for places in self.use_places]
        entry = live_in(function)[0]
        self.undefined = {n for n in range(count) if entry >> n & 1}
        successors = [b.terminator.targets for b in function.blocks]
        self.dominator = immediate_dominators(successors, 0)
        loops = natural_loops(successors, set(range(len(function.blocks))))
        self.inside = [
            frozenset(h for h, body in loops.items() if b.index in body) for b in function.blocks
        ]

    def definition(self, number: int) -> ir.Inst | None:
        """Return a register's only definition, unguarded and before every read; else None."""
        writes = self.definitions[number]
        if len(writes) != 1 or number in self.undefined:
            return None
        inst = writes[0][1]
        guarded = inst.guard is not None
        updated = any(s.is_updated for s in inst.form.signature)
        return None if guarded or updated else inst

    def is_single(self, number: int) -> bool:
        """Return whether a register keeps one value from its definition on."""
        return self.definition(number) is not None

    def same_loops(self, number: int) -> bool:
        """Return whether a register is read only in the loops that it is written in."""
        home = self.inside[self.definitions[number][0][0].block]
        return all(self.inside[p.block] == home for p in self.use_places[number])

    def dominates(self, first: int, second: int) -> bool:
        """Return whether every way to block `second` passes block `first`."""
        return dominates(first, second, self.dominator)
