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


class IndexRegisters:
    """The registers that integers go through on their way into addresses.

    Attributes:
        wide: of 64 bits, by their indices.
        narrow: of 32 bits.
    """

    def __init__(self, function: ir.Function) -> None:
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
