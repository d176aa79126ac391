"""The registers from which a kernel's addresses are computed."""

from __future__ import annotations

from kernelscope.vgpu import ir
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


class IndexRegisters:
    """The registers that integers go through on their way into addresses.

    Attributes:
        wide: of 64 bits, by their indices.
        narrow: of 32 bits.
    """

    def __init__(self, function: ir.Function) -> None:
        instructions = [i for i in function.instructions() if i.form.kind == "pure"]
        self.wide = {
            operand.base.index
            for inst in function.instructions()
            for operand in inst.operands
            if isinstance(operand, ir.Address)
            and isinstance(operand.base, ir.Register)
            and operand.base.type.bits == 64
        }
        self.narrow: set[int] = set()
        before = -1
        while before != len(self.wide) + len(self.narrow):
            before = len(self.wide) + len(self.narrow)
            for inst in instructions:
                self._add_sources(inst)

    def _add_sources(self, inst: ir.Inst) -> None:
        targets = {r.index for r in inst.destinations}
        into_wide = targets & self.wide and (inst.opcode in _WIDE or widens(inst))
        if into_wide or (targets & self.narrow and is_sum(inst)):
            for _, register in named_sources(inst):
                if register.type.bits == 64 and into_wide:
                    self.wide.add(register.index)
                if register.type.bits == 32:
                    self.narrow.add(register.index)
