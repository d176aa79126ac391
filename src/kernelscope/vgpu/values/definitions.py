"""Static single assignment of a kernel's IR: which write each read of a register sees.

In: a lowered kernel. Out: `Values`.

A register that is written once has one definition. If several writes of a register meet (after an
`if`, at the head of a loop), the value is a `Phi` of the values from each side:

    mov.u32 %r6, 0;              definition 1
  $LOOP:                         phi(definition 1 from above, definition 2 from the loop)
    add.s32 %r6, %r6, 1;         reads the phi; definition 2

Without the phi, the `add` could not be told from one outside a loop, and no counter would be found.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import reverse
from kernelscope.vgpu.analysis.dataflow import Worklist
from kernelscope.vgpu.analysis.liveness import live_in


@dataclass(eq=False, slots=True)
class Definition:
    """The value that an instruction writes to a register.

    `block`: the number of its block. `before`: the earlier value, which lanes keep if the guard is
    false for them; None without a guard.
    """

    register: ir.Register
    inst: ir.Inst
    block: int
    before: Value | None = None


@dataclass(eq=False, slots=True)
class Phi:
    """A register's value at the head of a block: the value of the predecessor it came from."""

    register: ir.Register
    block: int
    sources: dict[int, Value] = field(default_factory=dict[int, "Value"])


@dataclass(eq=False, slots=True)
class Undefined:
    """The value of a register that nothing has written."""

    register: ir.Register


Value = Definition | Phi | Undefined


class Values:
    """The values that the instructions of a kernel read.

    `predecessors`: the predecessors of each block.
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
        """Return the value of a register before an instruction, if it is needed there or later."""
        return self._resolved(self._value(register, self._now[inst].get(register.index)))

    def at_end(self, block: int, register: ir.Register) -> Value:
        """Return the value of a register at a block's terminator."""
        return self._resolved(self._value(register, self._ends[block].get(register.index)))

    def written(self, inst: ir.Inst, register: ir.Register) -> Definition:
        """Return the value that an instruction writes to a register."""
        return self._written[inst, register.index]

    def changes(self, register: ir.Register) -> bool:
        """Return whether several instructions write a register."""
        return self._writes[register.index] > 1

    @property
    def phis(self) -> list[dict[int, Phi]]:
        """The phis at the head of each block that have different sides, by register."""
        return [{i: p for i, p in head.items() if p not in self._same} for head in self._heads]

    def _value(self, register: ir.Register, current: Value | None) -> Value:
        if current is not None:
            return current
        return self._single.get(register.index) or Undefined(register)

    def _resolved(self, value: Value) -> Value:
        while isinstance(value, Phi) and value in self._same:
            value = self._same[value]
        return value

    def _number(self) -> None:
        """Give each write its value, block by block; blocks with several predecessors get phis."""
        live = live_in(self.function)
        for block in self.function.blocks:
            now = self._at_head(block.index, live)
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

    def _at_head(self, block: int, live: list[int]) -> dict[int, Value]:
        before = self.predecessors[block]
        if len(before) == 1:
            return dict(self._ends[before[0]])
        several = (r for r in self.function.registers if self.changes(r))
        self._heads[block] = {r.index: Phi(r, block) for r in several if live[block] >> r.index & 1}
        return dict(self._heads[block])

    def _join(self) -> None:
        """Connect the phis, and drop those whose sides are all the same value."""
        phis = [phi for head in self._heads for phi in head.values()]
        number = {phi: place for place, phi in enumerate(phis)}
        users: list[list[int]] = [[] for _ in phis]
        for phi in phis:
            for before in self.predecessors[phi.block]:
                side = self._value(phi.register, self._ends[before].get(phi.register.index))
                phi.sources[before] = side
                if isinstance(side, Phi):
                    users[number[side]].append(number[phi])
        work = Worklist(range(len(phis)))

        def visit(place: int) -> None:
            phi = phis[place]
            sides = {self._resolved(value) for value in phi.sources.values()} - {phi}
            if phi not in self._same and len(sides) == 1:
                self._same[phi] = same = sides.pop()
                work.add(users[place])
                if isinstance(same, Phi):
                    users[number[same]] += users[place]

        work.run(visit)
        for phi in phis:
            phi.sources = {b: self._resolved(v) for b, v in phi.sources.items()}
