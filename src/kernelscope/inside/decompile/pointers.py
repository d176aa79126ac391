"""Which registers hold addresses, and of what: found backwards from the memory accesses.

An address register is one that an access uses, or that another address register comes from through
moves, sums, selections and `cvta`. Where bits are juggled (`and`, `xor`, `shr`) it stays a number.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.inside.decompile.facts import Facts
from kernelscope.vgpu import ir

Root = tuple[str, str | int]
"""What an address begins at: ("param", name), ("symbol", name) or ("register", number)."""

_OFFSETS = frozenset({"mul", "shl", "and", "or", "xor", "shr", "rem", "div", "cvt", "bfe", "not"})
SYMBOL_SPACES = frozenset({"shared", "global", "const", "local"})


class Pointers:
    """The address registers of a kernel.

    Attributes:
        registers: their numbers.
        sources: which operand of its definition an address comes from.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.registers: set[int] = set()
        self._roots: dict[int, Root] = {}
        wanted = self.wanted()
        while True:
            bad = {n for n in wanted if not self.holds(n, wanted)}
            if not bad:
                break
            wanted -= bad
        self.registers = wanted

    def wanted(self) -> set[int]:
        """Every register that an address may come from."""
        reached: set[int] = set()
        stack = [
            operand.base
            for inst in self.facts.function.instructions()
            for operand in inst.operands
            if isinstance(operand, ir.Address) and isinstance(operand.base, ir.Register)
        ]
        # What a function of the CUDA runtime is given: texts, and the memory of `free`.
        stack += [
            register
            for inst in self.facts.function.instructions()
            if inst.opcode == "call"
            for register in inst.sources
            if register.type.bits == 64
        ]
        while stack:
            register = stack.pop()
            if register.index in reached:
                continue
            reached.add(register.index)
            for _, inst in self.facts.definitions[register.index]:
                stack += [s for s in self.sources(inst) if isinstance(s, ir.Register)]
        return reached

    def holds(self, number: int, wanted: set[int]) -> bool:
        """Whether all definitions of a register make an address."""
        for _, inst in self.facts.definitions[number]:
            sources = self.sources(inst)
            if not sources and not _is_leaf(inst):
                return False
            for source in sources:
                if isinstance(source, ir.Register) and source.index not in wanted:
                    return False
        return bool(self.facts.definitions[number])

    def sources(self, inst: ir.Inst) -> list[ir.Operand]:
        """The operands that the address in an instruction's result comes from."""
        operands: Sequence[ir.Operand] = inst.operands
        match inst.opcode:
            case "mov" | "cvta":
                source = operands[1]
                known = isinstance(source, ir.Register) or (
                    isinstance(source, ir.Symbol) and source.space in SYMBOL_SPACES
                )
                return [source] if known else []
            case "cvt" if _cuts(inst):
                return [operands[1]]
            case "add" if inst.fields.get("t") in ("s64", "u64", "s32", "u32"):
                return self.base_of_sum(operands[1], operands[2])
            case "sub" if inst.fields.get("t") in ("s64", "u64", "s32", "u32"):
                return [operands[1]] if isinstance(operands[1], ir.Register) else []
            case "mad" if inst.fields["part"] in ("wide", "lo"):
                return [operands[3]] if isinstance(operands[3], ir.Register | ir.Symbol) else []
            case "selp":
                both = list(operands[1:3])
                return both if all(isinstance(o, ir.Register) for o in both) else []
            case _:
                return []

    def base_of_sum(self, left: ir.Operand, right: ir.Operand) -> list[ir.Operand]:
        """The address in `address + offset`; nothing if either could be it."""
        rank = [self.likeness(o) for o in (left, right)]
        if rank[0] == rank[1]:
            return []
        return [left] if rank[0] > rank[1] else [right]

    def likeness(self, operand: ir.Operand) -> int:
        """How much an operand looks like an address: 0 not at all, 3 surely."""
        if isinstance(operand, ir.Symbol):
            return 3
        if not isinstance(operand, ir.Register):
            return 0
        best = 0
        for _, inst in self.facts.definitions[operand.index]:
            best = max(best, self._likeness_of(inst, 4))
        return best

    def _likeness_of(self, inst: ir.Inst, depth: int) -> int:
        if inst.opcode in _OFFSETS:
            return 3 if _cuts(inst) and self._begins_at_symbol(inst.operands[1]) else 0
        if inst.opcode == "cvta" or _reads_parameter(inst):
            return 3 if inst.form.signature[0].type != "pred" else 0
        if inst.opcode == "mov" and isinstance(inst.operands[1], ir.Symbol):
            return 3
        if inst.opcode in ("add", "sub", "mad", "mov", "selp") and depth:
            ranks = [1 if inst.opcode == "add" else 0]
            for operand in inst.operands[1:]:
                if isinstance(operand, ir.Register) and operand.type.bits > 1:
                    for _, inner in self.facts.definitions[operand.index]:
                        ranks.append(self._likeness_of(inner, depth - 1))
                elif isinstance(operand, ir.Symbol):
                    ranks.append(3)
            return max(ranks) if max(ranks) > 1 else ranks[0]
        return 1 if inst.opcode == "ld" else 0

    def _begins_at_symbol(self, operand: ir.Operand) -> bool:
        """Whether an operand is the address of a variable, or of a place in it."""
        while isinstance(operand, ir.Register):
            inst = self.facts.definition(operand.index)
            moves = inst is not None and (
                inst.opcode in ("mov", "cvta")
                or (inst.opcode == "add" and isinstance(inst.operands[2], ir.Immediate))
            )
            if inst is None or not moves:
                return False
            operand = inst.operands[1]
        return isinstance(operand, ir.Symbol)

    def root(self, operand: ir.Operand) -> Root | None:
        """What an address begins at."""
        if isinstance(operand, ir.Symbol):
            return "symbol", operand.name
        if not isinstance(operand, ir.Register) or operand.index not in self.registers:
            return None
        number = operand.index
        if number not in self._roots:
            self._roots[number] = "register", number
            self._roots[number] = self._find_root(number)
        return self._roots[number]

    def only_read(self) -> set[Root]:
        """The parameters whose memory is only loaded from, and whose addresses go nowhere else."""
        written: set[Root | None] = set()
        for inst in self.facts.function.instructions():
            results = {self.root(register) for register in inst.destinations}
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                if isinstance(operand, ir.Address):
                    if inst.form.access != "load":
                        written.add(self.root(operand.base))
                elif not spec.is_destination:
                    parts = operand if isinstance(operand, tuple) else (operand,)
                    written |= {self.root(part) for part in parts} - results
        roots = {self.root(self.facts.function.registers[n]) for n in self.registers}
        return {r for r in roots - written if r is not None and r[0] == "param"}

    def _find_root(self, number: int) -> Root:
        roots: set[Root] = set()
        for _, inst in self.facts.definitions[number]:
            if _reads_parameter(inst):
                address = inst.operands[1]
                assert isinstance(address, ir.Address)
                assert isinstance(address.base, ir.Symbol)
                roots.add(("param", address.base.name))
            for source in self.sources(inst):
                if isinstance(source, ir.Register) and source.index == number:
                    continue
                root = self.root(source)
                if root is not None and root != ("register", number):
                    roots.add(root)
        return roots.pop() if len(roots) == 1 else ("register", number)


def _reads_parameter(inst: ir.Inst) -> bool:
    address = inst.operands[1] if inst.opcode == "ld" else None
    return (
        isinstance(address, ir.Address)
        and isinstance(address.base, ir.Symbol)
        and address.base.space == "param"
    )


def _cuts(inst: ir.Inst) -> bool:
    """Whether an address may become one of 32 bits, which the narrow memory spaces have."""
    types = inst.fields.get("dt", ""), inst.fields.get("st", "")
    return inst.opcode == "cvt" and types[0] in ("u32", "s32") and types[1] in ("u64", "s64")


def _is_leaf(inst: ir.Inst) -> bool:
    """A loaded value is an address if it is used as one, and so is what `malloc` gives."""
    return inst.opcode == "call" or (inst.opcode == "ld" and not inst.fields["v"])
