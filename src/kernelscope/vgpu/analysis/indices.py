"""The registers from which a kernel's addresses are computed."""

from __future__ import annotations

from collections.abc import Iterator

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import flow_registers
from kernelscope.vgpu.analysis.undefined import named_sources

_ARITHMETIC = frozenset(("mov", "add", "sub", "mul", "mad", "shl", "or", "selp"))
_WIDE = _ARITHMETIC | {"cvta"}


def widens(inst: ir.Inst) -> bool:
    """Return whether an instruction makes a number of 64 bits of integers of 32."""
    if inst.opcode == "cvt":
        return inst.fields.get("dt") in ("s64", "u64") and inst.fields.get("st") in ("s32", "u32")
    return inst.fields.get("part") == "wide" and inst.fields["t"] in ("s32", "u32")


def is_sum(inst: ir.Inst) -> bool:
    """Return whether an instruction of 32 bits has an exact result that may not fit."""
    if inst.form.kind != "pure" or inst.opcode not in _ARITHMETIC:
        return False
    if any(isinstance(operand, tuple) for operand in inst.operands):
        return False
    if inst.fields.get("sat") or inst.fields.get("t") not in ("s32", "u32", "b32"):
        return False
    return inst.fields.get("part", "lo") == "lo" and "cc" not in inst.fields


class Remainders:
    """The instructions of a kernel that take multiples of a quotient off what was divided.

    A remainder is right whatever was divided. A hash wraps on purpose, so `h % 37` is no index that
    overflowed:

        mul.lo.s32    %r2, %r1, -1640531535;      h
        mul.wide.u32  %rd1, %r2, -580400985;      h / 37, by a multiplication
        shr.u64       %rd2, %rd1, 37;
        cvt.u32.u64   %r3, %rd2;
        mul.lo.s32    %r4, %r3, 37;
        sub.s32       %r5, %r2, %r4;              the remainder
    """

    def __init__(self, function: ir.Function) -> None:
        self._writers: dict[int, list[ir.Inst]] = {}
        for inst in function.instructions():
            for register in inst.destinations if inst.form.kind == "pure" else ():
                self._writers.setdefault(register.index, []).append(inst)

    def has(self, inst: ir.Inst) -> bool:
        """Return whether an instruction gives a remainder."""
        match inst.opcode:
            case "sub":
                whole, part = inst.operands[1:3]
            case "mad" if _is_negative(inst.operands[2]):  # not `i + i / width * padding`
                part, _, whole = inst.operands[1:4]
            case _:
                return False
        if isinstance(whole, ir.Register) and isinstance(part, ir.Register):
            return self._is_divided(whole, part)
        return False

    def _is_divided(self, whole: ir.Register, part: ir.Register) -> bool:
        """Return whether a value comes of the quotient of another one."""
        waiting, seen = [(part, False)], {(part.index, False)}
        while waiting and len(seen) < _MOST_STEPS:
            register, is_quotient = waiting.pop()
            if is_quotient and register.index == whole.index:
                return True
            for inst in self._writers.get(register.index, ()):
                below = is_quotient or _divides(inst)
                for _, source in named_sources(inst):
                    if (source.index, below) not in seen:
                        seen.add((source.index, below))
                        waiting.append((source, below))
        return False


_MOST_STEPS = 32
"""Registers that a division goes through; one by a constant takes at most ten."""


def _is_negative(operand: ir.Operand) -> bool:
    """Return whether an operand is a literal that is negative as s32."""
    return isinstance(operand, ir.Immediate) and bool(int(operand.value) >> 31 & 1)


def _divides(inst: ir.Inst) -> bool:
    """Return whether an instruction gives the upper bits of a product, or a quotient."""
    return inst.opcode in ("shr", "div") or inst.fields.get("part") in ("hi", "wide")


class IndexRegisters:
    """The registers that integers go through on their way into addresses.

    `wide`: of 64 bits, by their indices. `narrow`: of 32 bits. `remainders`: results of these
    instructions are new numbers.
    """

    def __init__(self, function: ir.Function) -> None:
        self.remainders = Remainders(function)

        def transfer(inst: ir.Inst) -> Iterator[tuple[int, bool]]:
            """Yield the sources that go into an address, if a result does."""
            if inst.form.kind != "pure":
                return
            bits = {r.type.bits for r in inst.destinations if leads_on[r.index]}
            into_wide = 64 in bits and (inst.opcode in _WIDE or widens(inst))
            if into_wide or (32 in bits and is_sum(inst)):
                for _, register in named_sources(inst):
                    if register.type.bits == 32 or (register.type.bits == 64 and into_wide):
                        yield register.index, True

        leads_on = [False] * len(function.registers)
        for inst in function.instructions():
            for register in inst.address_registers:
                leads_on[register.index] = register.type.bits == 64
        flow_registers(function, leads_on, transfer, backward=True)
        leading = [r for r in function.registers if leads_on[r.index]]
        self.wide = {r.index for r in leading if r.type.bits == 64}
        self.narrow = {r.index for r in leading if r.type.bits == 32}
