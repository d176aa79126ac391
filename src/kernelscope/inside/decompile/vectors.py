"""Registers that one instruction fills become members of one variable: `float4 v`, and `v.x`.

In: the facts and types of a function. Out: `Vectors`, which knows each member's vector and letter.
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


# Two sources. A vector load:
#
#     @%p1 ld.global.v4.b32 { %r1, %r2, %r3, %r4 }, [ %rd1 + 0 ];      if (mask) x = *(float4 *)…;
#
# and the fragments of a matrix on the tensor cores, in groups of four:
#
#     wgmma.mma_async….m64n64k16.f32.bf16.bf16 { %r167, …, %r198 }, …  eight `float4`: v … v8
#
# Without vectors the load would need a temporary and four assignments, and the function around
# `wgmma` 32 parameters.
class Vectors:
    """Vector variables; their numbers follow those of the registers.

    Attributes:
        of: the vector and letter of each member register.
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
        """Make registers a vector if they are different, of one type, and in no vector yet.

        A register that two loads fill as parts of different vectors belongs to the first; the
        second load goes through a temporary, whose members are then assigned one by one.
        """
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
            # Bytes in registers of 16 bits: `uchar4` would have members of the wrong size.
            return
        new = len(self._registers) + len(self.c_types)
        self.members[new] = numbers
        self.c_types[new] = f"{VECTOR_NAMES[c_type]}{len(numbers)}"
        for letter, number in zip(MEMBERS, numbers, strict=False):
            self.of[number] = new, letter

    def temporary(self, c_type: str) -> Expr:
        """Return a new variable that is not made of registers."""
        new = len(self._registers) + len(self.c_types)
        self.c_types[new] = c_type
        return self.whole(new)

    def member(self, number: int) -> Expr | None:
        """Return a register as `v.x`; None if it is not part of a vector."""
        if number not in self.of:
            return None
        vector, letter = self.of[number]
        c_type = self.c_types[vector]
        return Expr(".", VECTOR_ELEMENTS[c_type[:-1]], (self.whole(vector),), letter)

    def whole(self, vector: int) -> Expr:
        """Return a vector as a variable."""
        return Expr("reg", self.c_types[vector], value=vector)

    def filled_by(self, operand: Sequence[ir.Operand]) -> int | None:
        """Return the vector whose members are exactly these registers, in order; else None."""
        numbers = [r.index if isinstance(r, ir.Register) else -1 for r in operand]
        first = self.of.get(numbers[0])
        if first is not None and self.members[first[0]] == numbers:
            return first[0]
        return None


def vector_type(element: str, count: int) -> str | None:
    """Return CUDA's vector of an element type; None if none of that size fits in one access."""
    base = VECTOR_NAMES.get(element)
    sizes = {"longlong": 2, "ulonglong": 2, "double": 2}
    if base is None or count > sizes.get(base, 4):
        return None
    return f"{base}{count}"
