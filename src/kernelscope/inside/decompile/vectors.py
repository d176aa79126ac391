"""Registers that one instruction fills are members of one variable: `float4 v`, and `v.x`.

Those are what a vector load brings, and the fragments of the tensor cores' matrices, in fours.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.inside.decompile.expressions import BITS, VECTOR_ELEMENTS, VECTOR_NAMES, Expr
from kernelscope.inside.decompile.facts import Facts
from kernelscope.inside.decompile.inference import Types
from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.verify import operand_type

MEMBERS = "xyzw"
_FILLING = frozenset({"ld", "ldu", "ldmatrix", "mma", "wmma", "wgmma"})


class Vectors:
    """Vector variables; each has a number behind those of the registers.

    Attributes:
        of: for a member register its vector and letter.
        members: the registers of each vector.
        c_types: the C type of each vector.
    """

    def __init__(self, facts: Facts, types: Types) -> None:
        self.types = types
        self.of: dict[int, tuple[int, str]] = {}
        self.members: dict[int, list[int]] = {}
        self.c_types: dict[int, str] = {}
        self._registers = facts.function.registers
        for inst in facts.function.instructions():
            filled = inst.operands[0] if inst.opcode in _FILLING and inst.operands else None
            if isinstance(filled, tuple):
                bits = operand_type(inst.form.signature[0], inst.fields, inst.form).bits
                for start in range(0, len(filled), 4):
                    self._consider(filled[start : start + 4], bits)

    def _consider(self, operand: tuple[ir.Operand, ...], bits: int) -> None:
        registers = [r for r in operand if isinstance(r, ir.Register)]
        numbers = [r.index for r in registers]
        c_types = {self.types.of(r) for r in registers}
        fits = len(registers) == len(operand) in (2, 4) and len(set(numbers)) == len(numbers)
        if not fits or len(c_types) != 1 or any(n in self.of for n in numbers):
            return
        c_type = c_types.pop()
        if c_type not in VECTOR_NAMES or vector_type(c_type, len(numbers)) is None:
            return
        if BITS[c_type] != bits:
            # Bytes loaded into registers of 16 bits.
            return
        new = len(self._registers) + len(self.c_types)
        self.members[new] = numbers
        self.c_types[new] = f"{VECTOR_NAMES[c_type]}{len(numbers)}"
        for letter, number in zip(MEMBERS, numbers, strict=False):
            self.of[number] = new, letter

    def temporary(self, c_type: str) -> Expr:
        """A new variable that is not made of registers."""
        new = len(self._registers) + len(self.c_types)
        self.c_types[new] = c_type
        return self.whole(new)

    def member(self, number: int) -> Expr | None:
        """A register as `v.x`, if it is part of a vector."""
        if number not in self.of:
            return None
        vector, letter = self.of[number]
        c_type = self.c_types[vector]
        return Expr(".", VECTOR_ELEMENTS[c_type[:-1]], (self.whole(vector),), letter)

    def whole(self, vector: int) -> Expr:
        """A vector variable."""
        return Expr("reg", self.c_types[vector], value=vector)

    def filled_by(self, operand: Sequence[ir.Operand]) -> int | None:
        """The vector whose members are exactly these registers, in order."""
        numbers = [r.index if isinstance(r, ir.Register) else -1 for r in operand]
        first = self.of.get(numbers[0])
        if first is not None and self.members[first[0]] == numbers:
            return first[0]
        return None


def vector_type(element: str, count: int) -> str | None:
    """CUDA's built-in vector of an element type; None where there is none that one access fills."""
    base = VECTOR_NAMES.get(element)
    sizes = {"longlong": 2, "ulonglong": 2, "double": 2}
    if base is None or count > sizes.get(base, 4):
        return None
    return f"{base}{count}"
