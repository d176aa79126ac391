"""The registers that may hold an undefined value, and its way from memory to where it decides.

A value is *bad* if it was calculated from one that is undefined, or comes from shared memory, local
memory or a register that nothing wrote. It is *fresh* if it is merely a copy of global memory that
nothing wrote: to copy padding is not a fault.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import is_region
from kernelscope.vgpu.analysis.dataflow import flow_registers
from kernelscope.vgpu.analysis.liveness import live_in
from kernelscope.vgpu.ir.byte_sources import Bytes, byte_sources
from kernelscope.vgpu.ptx.syntax import Position, SourceLocation

_NO_TAGS = frozenset(("param", "const"))
_LOADS = frozenset(("ld", "ldu"))
_UPDATES = frozenset(("atom", "red"))
# What else writes shared memory, and is followed.
_FOLLOWED = frozenset(("ld", "ldu", "st", "atom", "red", "ldmatrix", "stmatrix"))


class Undefinedness(enum.Flag):
    """The ways in which a value may be undefined."""

    BAD = enum.auto()
    FRESH = enum.auto()


_DEFINED = Undefinedness(0)


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction or a branch: where it is, and what goes through it.

    Attributes:
        role: load, store, branch or other.
        space: of a load's or store's memory.
        width: bytes of an element of it.
        reads: its registers whose values go on, by their indices; of a load none.
        writes: the registers that it writes.
        places: the registers of its addresses.
    """

    source: str
    ptx_line: int
    role: str
    space: str
    width: int
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UndefinedPlan:
    """The facts about a kernel that are needed to report where an undefined value came from.

    Attributes:
        steps: its instructions in order; each block's branch comes after the block's.
        names: of its registers.
        unwritten: the registers that may be read before anything was written there.
        unfollowed: instructions that write memory in a way that is not followed.
        shared_unseen: whether some of them may write shared memory.
        global_unseen: the same of global memory.
        uses_heap: whether it allocates memory of the heap.
    """

    steps: tuple[Step, ...]
    names: tuple[str, ...]
    unwritten: frozenset[int]
    unfollowed: tuple[str, ...]
    shared_unseen: bool
    global_unseen: bool
    uses_heap: bool


class UndefinedValues:
    """The registers of a kernel that may be undefined, and the numbers of its instructions.

    `may_be`: by register index what it may be; both, in different lanes. `pieces`: by register
    index into how many parts of equal size it is divided, each of which may be undefined by itself.
    """

    def __init__(
        self, function: ir.Function, name_of: Callable[[SourceLocation | None], str]
    ) -> None:
        count = len(function.registers)
        entry = live_in(function)[0]
        self.may_be = [Undefinedness.BAD if entry >> n & 1 else _DEFINED for n in range(count)]
        flow_registers(function, self.may_be, self._flow)
        self._made: dict[ir.Inst, dict[int, Bytes] | None] = {}
        self.pieces = self._divided(function)
        self._numbers: dict[ir.Inst, int] = {}
        self._branches: dict[int, int] = {}
        self._name_of = name_of
        steps: list[Step] = []
        for block in function.blocks:
            for inst in block.instructions:
                self._numbers[inst] = len(steps)
                steps.append(self._step(inst))
            self._branches[block.index] = len(steps)
            steps.append(self._branch(block))
        instructions = list(function.instructions())
        unfollowed = [i for i in instructions if is_unfollowed(i)]
        self.plan = UndefinedPlan(
            tuple(steps),
            tuple(r.name for r in function.registers),
            frozenset(n for n in range(count) if entry >> n & 1),
            tuple(sorted({_BULK.get(i.opcode, i.opcode) for i in unfollowed})),
            any(space_of(i) != "global" for i in unfollowed),
            any(space_of(i) != "shared" for i in unfollowed),
            any(i.opcode == "call" and i.fields["what"] == "malloc" for i in instructions),
        )

    def made_of(self, inst: ir.Inst) -> dict[int, Bytes] | None:
        """Return what bytes the results of an instruction are made of (`byte_sources`)."""
        if inst not in self._made:
            self._made[inst] = byte_sources(inst)
        return self._made[inst]

    # Worked case: a pair of f16, of which only the first is defined. The pair has two pieces, as it
    # is made of two values, and is taken apart again.
    #
    #     mov.b32 %r1, {%rs1, %rs2}; st.shared.b32 [%r9], %r1     two pieces: memory has bytes
    #     ld.shared.b32 %r2, [%r9]; mov.b32 {%rs3, %rs4}, %r2     two, as they go apart
    #     ld.global.b32 %r3, [%rd1]; st.global.b32 [%rd2], %r3    one: nothing looks at a part
    def _divided(self, function: ir.Function) -> list[int]:
        """Return the pieces of each register: as many as it is made of, and as are told apart."""
        count = len(function.registers)
        made, loaded = [0] * count, [0] * count
        unlike, stored = [0] * count, [0] * count
        flow_registers(
            function, unlike, lambda i: self._told_apart(i, unlike, stores=False), backward=True
        )
        flow_registers(
            function, stored, lambda i: self._told_apart(i, stored, stores=True), backward=True
        )
        flow_registers(function, made, lambda i: self._made_apart(i, made, loads=False))
        if any(unlike):
            flow_registers(function, loaded, lambda i: self._made_apart(i, loaded, loads=True))
        return [
            1 + max(min(made[n], stored[n]), min(loaded[n], unlike[n])) if self.may_be[n] else 1
            for n in range(count)
        ]

    def _made_apart(
        self, inst: ir.Inst, facts: list[int], *, loads: bool
    ) -> Iterator[tuple[int, int]]:
        """Yield the pieces that the results of an instruction are made of, less 1."""
        if inst.opcode in _LOADS and loads:
            yield from ((r.index, max(r.type.bits // 8, 1) - 1) for r in inst.destinations)
        if inst.form.kind not in ("pure", "warp") or not self._is_marred(inst):
            return
        for index, made in (self.made_of(inst) or {}).items():
            whose = [
                {(r.index, _piece(r, byte, facts)) for r, byte in own if self.may_be[r.index]}
                for own in made
            ]
            yield index, _least_pieces(whose) - 1

    def _told_apart(
        self, inst: ir.Inst, facts: list[int], *, stores: bool
    ) -> Iterator[tuple[int, int]]:
        """Yield the pieces of its sources that an instruction treats differently, less 1."""
        if inst.opcode == "st":
            for _, register in named_sources(inst):
                size, width = register.type.bits // 8, element_bytes(inst)
                part = 1 if stores else min(width, size)
                yield register.index, size // part - 1
        if inst.form.kind not in ("pure", "warp") or not self._is_marred(inst):
            return
        uses: dict[ir.Register, list[set[tuple[int, int]]]] = {}
        for index, made in (self.made_of(inst) or {}).items():
            for place, own in enumerate(made):
                piece = place * (facts[index] + 1) // len(made)
                for register, byte in own:
                    size = max(register.type.bits // 8, 1)
                    used = uses.setdefault(register, [set() for _ in range(size)])
                    used[byte].add((index, piece))
        for register, used in uses.items():
            yield register.index, _least_pieces(used) - 1

    def _is_marred(self, inst: ir.Inst) -> bool:
        return any(self.may_be[register.index] for _, register in named_sources(inst))

    def number(self, inst: ir.Inst) -> int:
        """Return an instruction's number."""
        return self._numbers[inst]

    def branch_number(self, block: int) -> int:
        """Return the number of the branch at the end of a block."""
        return self._branches[block]

    def _flow(self, inst: ir.Inst) -> Iterator[tuple[int, Undefinedness]]:
        """Yield what the results of an instruction may be, given what its sources may be."""
        passed = self._result(inst)
        if inst.guard is not None and self.may_be[inst.guard[0].index]:
            passed |= Undefinedness.BAD
        for register in inst.destinations:
            yield register.index, passed

    def _result(self, inst: ir.Inst) -> Undefinedness:
        space = space_of(inst)
        either = Undefinedness.BAD | Undefinedness.FRESH
        if inst.opcode in _LOADS:
            if space in _NO_TAGS:
                return _DEFINED
            return Undefinedness.FRESH if space == "global" else either
        if inst.opcode == "ldmatrix":
            return either
        if inst.opcode in _UPDATES:
            return _DEFINED if space == "global" else either
        passed = _DEFINED
        if inst.form.kind not in ("memory", "barrier", "poll"):
            for name, register in named_sources(inst):
                fact = self.may_be[register.index]
                is_copied = name in inst.form.copies or not fact
                passed |= fact if is_copied else Undefinedness.BAD
        return passed

    def _step(self, inst: ir.Inst) -> Step:
        role = "other"
        if inst.opcode in _LOADS or inst.opcode == "ldmatrix":
            role = "load"
        elif inst.form.kind == "memory":
            role = "store"
        reads = [r.index for _, r in named_sources(inst)]
        if inst.guard is not None:
            reads.append(inst.guard[0].index)
        return Step(
            *self._place(inst.location, inst.position),
            role,
            space_of(inst),
            element_bytes(inst),
            tuple(dict.fromkeys(reads)),
            tuple(r.index for r in inst.destinations),
            tuple(
                o.base.index
                for o in inst.operands
                if isinstance(o, ir.Address) and isinstance(o.base, ir.Register)
            ),
        )

    def _branch(self, block: ir.BasicBlock) -> Step:
        branch = block.terminator
        reads = (branch.predicate.index,) if isinstance(branch, ir.Branch) else ()
        place = self._place(block.location, block.end)
        return Step(*place, "branch", "", 0, reads, ())

    def _place(self, location: SourceLocation | None, position: Position | None) -> tuple[str, int]:
        return self._name_of(location), position.line if position is not None else 0


def _piece(register: ir.Register, byte: int, facts: list[int]) -> int:
    return byte * (facts[register.index] + 1) // max(register.type.bits // 8, 1)


def _least_pieces(facts: Sequence[object]) -> int:
    """Return the fewest parts of equal size in each of which all bytes have one fact."""
    size = pieces = len(facts)
    while pieces > 1:
        width = size // (pieces // 2)
        parts = (facts[at : at + width] for at in range(0, size, width))
        if not all(fact == part[0] for part in parts for fact in part):
            break
        pieces //= 2
    return pieces


def named_sources(inst: ir.Inst) -> Iterator[tuple[str, ir.Register]]:
    """Yield the registers whose values an instruction reads, with their operands' names.

    Those of addresses and the guard are left out.
    """
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if not spec.is_destination or spec.is_updated:
            for part in operand if isinstance(operand, tuple) else (operand,):
                if isinstance(part, ir.Register):
                    yield spec.name, part
                elif isinstance(part, ir.NotPredicate):
                    yield spec.name, part.register


def space_of(inst: ir.Inst) -> str:
    """Return the state space of a load, store or atomic."""
    return inst.fields.get("space", "").partition("::")[0] or "generic"


def element_bytes(inst: ir.Inst) -> int:
    """Return the bytes of an element of an access; 0 if it is none."""
    if inst.opcode not in _FOLLOWED:
        return 0
    name = inst.fields.get("t", "b16")
    digits = "".join(c for c in name.partition("x")[0] if c.isdigit())
    pairs = 2 if name.endswith("x2") else 1
    return int(digits) * pairs // 8


_BULK = {"cp": "cp.async.bulk", "st": "st.bulk"}


def is_unfollowed(inst: ir.Inst) -> bool:
    """Return whether an instruction may write memory in a way that is not followed."""
    if is_region(inst):
        return True
    if inst.form.kind != "memory" or inst.opcode in _FOLLOWED or inst.form.access == "load":
        return False
    if inst.opcode == "cp":
        return "bulk" in inst.fields
    return inst.opcode not in ("mbarrier", "tex", "tld4", "txq", "suld", "suq", "prefetch")
