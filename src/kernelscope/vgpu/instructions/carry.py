"""Extended-precision integers (PTX ISA, 9.7.2).

The carry flag is a register of the kernel; the lowering threads it through these instructions.

The hardware subtracts by adding the complement, `a + ~b + 1`, and the flag is the carry-out of that
sum: set if nothing was borrowed. The manual speaks of a borrow, which is the same as long as `subc`
follows `sub.cc`. It is not where one kind follows the other: `sub.cc.u32 d, 5, 10` leaves the flag
clear, and `addc.u32 e, 5, 0` after it is 5 (H100; with a borrow it would be 6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.instructions.integers import wrap
from kernelscope.vgpu.instructions.phrases import carried
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning, Results
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _carry_code(name: str, takes: bool) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue, b: LLValue, carry: LLValue = None) -> LLValue:
        bits = TYPES[f["t"]].bits
        wide = ll.IntType(bits + 1)
        second = g.b.not_(b) if name == "sub" else b
        first = g.b.zext(carry, g.typed(wide)) if takes else g.const(wide, int(name == "sub"))
        total = g.b.add(g.b.zext(a, g.typed(wide)), g.b.zext(second, g.typed(wide)))
        total = g.b.add(total, first)
        high = g.b.lshr(total, g.const(wide, bits))
        out = g.b.icmp_unsigned("!=", high, g.const(wide, 0))
        return g.b.trunc(total, a.type), out

    return code


def _carry_meaning(name: str, takes: bool) -> PureMeaning:
    def meaning(f: Fields, a: Lanes, b: Lanes, carry: Lanes | None = None) -> Results:
        scalar = TYPES[f["t"]]
        mask = (1 << scalar.bits) - 1
        flip = mask if name == "sub" else 0
        first = [int(name == "sub")] * len(a) if carry is None else carry
        totals = [
            (int(x) & mask) + ((int(y) & mask) ^ flip) + int(c)
            for x, y, c in zip(a, b, first, strict=True)
        ]
        return wrap(totals, scalar.bits, scalar.dtype), np.array([t > mask for t in totals])

    return meaning


for _opcode, _slots, _takes in (
    ("add", " . cc", False),
    ("addc", " . cc?", True),
    ("sub", " . cc", False),
    ("subc", " . cc?", True),
):
    _name = _opcode[:3]
    define(
        f"{_opcode}{_slots} . t:u32|s32|u64|s64",
        "d:t|carry_out:pred, a:t, b:t" + (", carry:pred" if _takes else ""),
        meaning=_carry_meaning(_name, _takes), code=_carry_code(_name, _takes),
        words=carried("{a} + {b}" if _name == "add" else "{a} - {b}", _takes),
        tells=("t",),
    )  # fmt: skip


def _mad_carry_code(takes: bool) -> PureCode:
    def code(
        g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, carry: LLValue = None
    ) -> LLValue:
        bits = TYPES[f["t"]].bits
        double, wide = ll.IntType(2 * bits), ll.IntType(bits + 1)
        extend = g.b.sext if f["t"].startswith("s") else g.b.zext
        product = g.b.mul(extend(a, g.typed(double)), extend(b, g.typed(double)))
        if f["part"] == "hi":
            product = g.b.lshr(product, g.const(double, bits))
        part = g.b.zext(g.b.trunc(product, a.type), g.typed(wide))
        total = g.b.add(part, g.b.zext(c, g.typed(wide)))
        if takes:
            total = g.b.add(total, g.b.zext(carry, g.typed(wide)))
        high = g.b.lshr(total, g.const(wide, bits))
        return g.b.trunc(total, a.type), g.b.icmp_unsigned("!=", high, g.const(wide, 0))

    return code


def _mad_carry_meaning(takes: bool) -> PureMeaning:
    def meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes, carry: Lanes | None = None) -> Results:
        scalar = TYPES[f["t"]]
        mask = (1 << scalar.bits) - 1
        shift = scalar.bits if f["part"] == "hi" else 0
        extra = [0] * len(a) if carry is None else carry
        totals = [
            ((int(x) * int(y) >> shift) & mask) + (int(z) & mask) + int(k)
            for x, y, z, k in zip(a, b, c, extra, strict=True)
        ]
        return wrap(totals, scalar.bits, scalar.dtype), np.array([t > mask for t in totals])

    return meaning


for _opcode, _cc, _takes in (("mad", " . cc", False), ("madc", " . cc?", True)):
    define(
        f"{_opcode} . part:lo|hi{_cc} . t:u32|s32|u64|s64",
        "d:t|carry_out:pred, a:t, b:t, c:t" + (", carry:pred" if _takes else ""),
        meaning=_mad_carry_meaning(_takes), code=_mad_carry_code(_takes), pipe="fma",
        words=carried("(the {part} half of {a} * {b}) + {c}", _takes),
    )  # fmt: skip
