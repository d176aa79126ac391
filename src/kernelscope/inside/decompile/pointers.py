"""Finds the registers that hold addresses, backwards from the memory accesses.

In: the facts of a function. Out: the numbers of its address registers, and the parameter or
variable that each address begins at (its root).

A register holds an address if an access uses it, or if another address register comes from it
through moves, sums, selections and `cvta`. The result of `and`, `xor` or `shr` is a number, even if
its bits came from an address. A register is kept only if all its definitions make an address
(`holds`); dropping one may drop those that come from it, so that step repeats until it is stable.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.inside.decompile.facts import Facts
from kernelscope.vgpu import ir

Root = tuple[str, str | int]
"""The root of an address: ("param", name), ("symbol", name) or ("register", number)."""

_OFFSETS = frozenset({"mul", "shl", "and", "or", "xor", "shr", "rem", "div", "cvt", "bfe", "not"})
SYMBOL_SPACES = frozenset({"shared", "global", "const", "local"})


class Pointers:
    """The address registers of a kernel.

    Attributes:
        registers: their numbers.
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
        """Return every register that an address may come from."""
        reached: set[int] = set()
        stack = [
            operand.base
            for inst in self.facts.function.instructions()
            for operand in inst.operands
            if isinstance(operand, ir.Address) and isinstance(operand.base, ir.Register)
        ]
        # Arguments for functions of the CUDA runtime: texts for `printf`, memory for `free`.
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
        """Return whether all definitions of a register make an address."""
        for _, inst in self.facts.definitions[number]:
            sources = self.sources(inst)
            if not sources and not _is_leaf(inst):
                return False
            for source in sources:
                if isinstance(source, ir.Register) and source.index not in wanted:
                    return False
        return bool(self.facts.definitions[number])

    def sources(self, inst: ir.Inst) -> list[ir.Operand]:
        """Return the operands that the address in an instruction's result comes from."""
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

    # PTX gives no types and either order. Both of these are `x[t]`:
    #
    #     mul.wide.u32 %rd3, %r1, 4;      rank 0: a product is an offset
    #     add.s64 %rd4, %rd3, %rd1;       %rd1 is loaded from a parameter: rank 3
    #     add.s64 %rd4, %rd1, %rd3;
    #
    # The operand of the higher rank is the address. If the left one were taken, or none, the
    # first form would become `((float *)((unsigned long long)threadIdx.x * 4 + p0))[0]`, with a
    # parameter `unsigned long long p0` in place of `const float *`.
    def base_of_sum(self, left: ir.Operand, right: ir.Operand) -> list[ir.Operand]:
        """Return the address in `address + offset`; [] if it is unclear which operand it is."""
        rank = [self.likeness(o) for o in (left, right)]
        if rank[0] == rank[1]:
            return []
        return [left] if rank[0] > rank[1] else [right]

    def likeness(self, operand: ir.Operand) -> int:
        """Return how much an operand looks like an address: 0 not at all, 1 perhaps, 3 surely."""
        if isinstance(operand, ir.Symbol):
            return 3
        if not isinstance(operand, ir.Register):
            return 0
        best = 0
        for _, inst in self.facts.definitions[operand.index]:
            best = max(best, self._likeness_of(inst, 4))
        return best

    def _likeness_of(self, inst: ir.Inst, depth: int) -> int:
        """Return how much an instruction's result looks like an address (see `likeness`).

        3: a parameter, a variable, `cvta`, or a sum of one of these. 1: a value loaded from memory,
        or an `add` of unknown operands. 0: a product, a shift, a conversion, bits.
        """
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

    # `cvt.u32.u64` cuts such an address to the 32 bits of shared memory:
    #
    #     mov.u64     %rd2, tile;      the address of a __shared__ array
    #     cvt.u32.u64 %r3, %rd2;
    #     add.s32     %r4, %r3, %r2;
    #     st.shared.u32 [%r4], %r1;
    #
    # %r3 is still an address: `tile[threadIdx.x * 4]`. A conversion of anything else is an
    # offset. Without this rule %r3 would be `(unsigned)(unsigned long long)tile`, the low half of
    # a generic address, which is not the address in shared memory that PTX means.
    def _begins_at_symbol(self, operand: ir.Operand) -> bool:
        """Return whether an operand is the address of a variable, or of a place in it."""
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
        """Return the root of an address; None if the operand is not an address."""
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
        """Return the parameters whose memory is only loaded, and whose address is not passed on."""
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
    """Return whether a conversion cuts 64 bits to the 32 of a narrow address space."""
    types = inst.fields.get("dt", ""), inst.fields.get("st", "")
    return inst.opcode == "cvt" and types[0] in ("u32", "s32") and types[1] in ("u64", "s64")


def _is_leaf(inst: ir.Inst) -> bool:
    """Return whether an address may begin here: a value loaded from memory, or from `malloc`."""
    return inst.opcode == "call" or (inst.opcode == "ld" and not inst.fields["v"])
