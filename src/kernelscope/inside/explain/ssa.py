"""Which write each read of a register sees: static single assignment of a kernel's IR.

A register that is written once is its one definition. Where several writes of a register meet
(after an `if`, at the head of a loop) the value is a `Phi` of what comes from each side.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import reverse


@dataclass(eq=False, slots=True)
class Definition:
    """What an instruction writes to a register.

    Attributes:
        before: the register's value before, which lanes keep for which the guard does not hold;
            None where there is no guard.
    """

    register: ir.Register
    inst: ir.Inst
    block: int
    before: Value | None = None


@dataclass(eq=False, slots=True)
class Phi:
    """A register's value at the head of a block: of the predecessor that lanes came from."""

    register: ir.Register
    block: int
    sources: dict[int, Value] = field(default_factory=dict[int, "Value"])


@dataclass(eq=False, slots=True)
class Undefined:
    """A register that nothing has written."""

    register: ir.Register


Value = Definition | Phi | Undefined


class Values:
    """The values that the instructions of a kernel read.

    Attributes:
        predecessors: of each block.
        phis: at the head of each block, by register; those that are no choice left out.
    """

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.predecessors = reverse([b.terminator.targets for b in function.blocks])
        self._writes: dict[int, int] = defaultdict(int)
        for inst in function.instructions():
            for register in inst.destinations:
                self._writes[register.index] += 1
        self._single: dict[int, Definition] = {}
        self._written: dict[tuple[ir.Inst, int], Definition] = {}
        self._now: dict[ir.Inst, dict[int, Value]] = {}
        self._heads: list[dict[int, Phi]] = [{} for _ in function.blocks]
        self._ends: list[dict[int, Value]] = [{} for _ in function.blocks]
        self._same: dict[Phi, Value] = {}
        self._number()
        self._join()

    def read(self, inst: ir.Inst, register: ir.Register) -> Value:
        """What a register holds before an instruction, if it is needed there or later."""
        return self._resolved(self._value(register, self._now[inst].get(register.index)))

    def at_end(self, block: int, register: ir.Register) -> Value:
        """What a block's terminator sees in a register."""
        return self._resolved(self._value(register, self._ends[block].get(register.index)))

    def written(self, inst: ir.Inst, register: ir.Register) -> Definition:
        """The value that an instruction writes."""
        return self._written[inst, register.index]

    def changes(self, register: ir.Register) -> bool:
        """Whether several instructions write a register."""
        return self._writes[register.index] > 1

    @property
    def phis(self) -> list[dict[int, Phi]]:
        """At the head of each block the phis that choose, by register."""
        return [{i: p for i, p in head.items() if p not in self._same} for head in self._heads]

    def _value(self, register: ir.Register, found: Value | None) -> Value:
        if found is not None:
            return found
        return self._single.get(register.index) or Undefined(register)

    def _resolved(self, value: Value) -> Value:
        while isinstance(value, Phi) and value in self._same:
            value = self._same[value]
        return value

    def _number(self) -> None:
        """Give each write its value, block by block; heads of blocks that join get phis."""
        reads = self._reads_above()
        for block in self.function.blocks:
            now = self._at_head(block.index, reads)
            for inst in block.instructions:
                self._now[inst] = now
                if any(self._writes[register.index] > 1 for register in inst.destinations):
                    now = dict(now)
                for register in inst.destinations:
                    self._write(inst, block.index, register, now)
            self._ends[block.index] = now

    def _write(
        self, inst: ir.Inst, block: int, register: ir.Register, now: dict[int, Value]
    ) -> None:
        value = Definition(register, inst, block)
        if inst.guard is not None:
            value.before = now.get(register.index) or Undefined(register)
        self._written[inst, register.index] = value
        if self._writes[register.index] == 1:
            self._single[register.index] = value
        else:
            now[register.index] = value

    def _at_head(self, block: int, reads: list[set[int]]) -> dict[int, Value]:
        before = self.predecessors[block]
        if len(before) == 1:
            return dict(self._ends[before[0]])
        registers = self.function.registers
        self._heads[block] = {i: Phi(registers[i], block) for i in reads[block]}
        return dict(self._heads[block])

    def _reads_above(self) -> list[set[int]]:
        """Registers of several writes that are live at the head of each block."""
        blocks = self.function.blocks
        live: list[set[int]] = [set() for _ in blocks]
        reads, writes = zip(*(self._effects(block) for block in blocks), strict=True)
        changed = True
        while changed:
            changed = False
            for block in reversed(blocks):
                after = set[int]().union(*(live[t] for t in block.terminator.targets))
                new = reads[block.index] | (after - writes[block.index])
                if new != live[block.index]:
                    live[block.index] = new
                    changed = True
        return live

    def _effects(self, block: ir.BasicBlock) -> tuple[set[int], set[int]]:
        """Registers of several writes: what a block reads before it writes it, what it writes."""
        reads, writes = set[int](), set[int]()
        for inst in block.instructions:
            kept = list(inst.destinations) if inst.guard is not None else []
            for register in (*inst.sources, *kept):
                if self._writes[register.index] > 1 and register.index not in writes:
                    reads.add(register.index)
            writes |= {r.index for r in inst.destinations if self._writes[r.index] > 1}
        if isinstance(block.terminator, ir.Branch):
            index = block.terminator.predicate.index
            if self._writes[index] > 1 and index not in writes:
                reads.add(index)
        return reads, writes

    def _join(self) -> None:
        """Connect the phis, and drop those whose sides all bring the same."""
        for block, head in enumerate(self._heads):
            for index, phi in head.items():
                for before in self.predecessors[block]:
                    phi.sources[before] = self._ends[before].get(index) or Undefined(phi.register)
        changed = True
        while changed:
            changed = False
            for head in self._heads:
                for phi in head.values():
                    if phi not in self._same and self._drop(phi):
                        changed = True
        for head in self._heads:
            for phi in head.values():
                phi.sources = {b: self._resolved(v) for b, v in phi.sources.items()}

    def _drop(self, phi: Phi) -> bool:
        sides = {self._resolved(value) for value in phi.sources.values()} - {phi}
        if len(sides) != 1:
            return False
        self._same[phi] = sides.pop()
        return True
