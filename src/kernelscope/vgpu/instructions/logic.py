"""Logic and shifts (PTX ISA, 9.7.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.vgpu.instructions.integers import wrap
from kernelscope.vgpu.instructions.phrases import kept_of, logic_of, not_of, shift_of
from kernelscope.vgpu.ir.byte_sources import bitwise, funnelled, shifted
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning, Results, Role
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_BITS = "b16|b32|b64|pred"

_NUMPY: dict[str, Any] = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def _logic_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
        return _NUMPY[name](a, b)

    return meaning


def _logic_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        match name:
            case "and":
                return g.b.and_(a, b)
            case "or":
                return g.b.or_(a, b)
            case _:
                return g.b.xor(a, b)

    return code


for _name, _word in (("and", "&"), ("or", "|"), ("xor", "^")):
    define(
        f"{_name} . t:{_BITS}", "d:t, a:t, b:t", meaning=_logic_meaning(_name),
        code=_logic_code(_name), words=f"{{d}} = {{a}} {_word} {{b}}",
        role=Role.CALCULATE if _name == "xor" else Role.MASK, made_of=bitwise,
    )  # fmt: skip


def _not_meaning(f: Fields, a: Lanes) -> Lanes:
    return np.invert(a)


def _not(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return g.b.not_(a)


def _is_zero_meaning(f: Fields, a: Lanes) -> Lanes:
    return (a == 0).astype(a.dtype)


def _is_zero(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return g.b.zext(g.b.icmp_unsigned("==", a, g.const(build.element_type(a), 0)), a.type)


define(
    f"not . t:{_BITS}", "d:t, a:t", meaning=_not_meaning, code=_not,
    words="{d} = {no}{a}", say=not_of, made_of=bitwise,
)  # fmt: skip
define(
    "cnot . t:b16|b32|b64", "d:t, a:t", meaning=_is_zero_meaning, code=_is_zero,
    words="{d} = 1 if {a} == 0, else 0",
)  # fmt: skip


def _shift_amount(g: Generator, a: LLValue, amount: LLValue) -> tuple[LLValue, LLValue]:
    """Return the amount in the value's width, and whether it is at least the width."""
    bits = build.element_type(a).width
    over = g.b.icmp_unsigned(">=", amount, g.const(build.I32, bits))
    if bits > 32:
        amount = g.b.zext(amount, a.type)
    elif bits < 32:
        amount = g.b.trunc(amount, a.type)
    return amount, over


def _shift_left(g: Generator, f: Fields, a: LLValue, amount: LLValue) -> LLValue:
    fitted, over = _shift_amount(g, a, amount)
    zero = g.const(build.element_type(a), 0)
    return g.b.select(over, zero, g.b.shl(a, g.b.select(over, zero, fitted)))


def _shift_right(g: Generator, f: Fields, a: LLValue, amount: LLValue) -> LLValue:
    fitted, over = _shift_amount(g, a, amount)
    element = build.element_type(a)
    zero, most = g.const(element, 0), g.const(element, element.width - 1)
    if f["t"].startswith("s"):
        return g.b.ashr(a, g.b.select(over, most, fitted))
    return g.b.select(over, zero, g.b.lshr(a, g.b.select(over, zero, fitted)))


def _shift_meaning(f: Fields, a: Lanes, amount: Lanes, *, left: bool) -> Lanes:
    scalar = TYPES[f["t"]]
    values: list[int] = []
    for value, by in zip(a.tolist(), amount.tolist(), strict=True):
        by = min(by, scalar.bits)
        values.append(value << by if left else value >> by)
    return wrap(values, scalar.bits, a.dtype)


def _shift_left_meaning(f: Fields, a: Lanes, amount: Lanes) -> Lanes:
    return _shift_meaning(f, a, amount, left=True)


def _shift_right_meaning(f: Fields, a: Lanes, amount: Lanes) -> Lanes:
    return _shift_meaning(f, a, amount, left=False)


define(
    "shl . t:b16|b32|b64", "d:t, a:t, b:u32", meaning=_shift_left_meaning, code=_shift_left,
    words="{d} = {a} << {b}{over}", say=shift_of, role=Role.SHIFT, made_of=shifted,
)  # fmt: skip
define(
    "shr . t:b16|b32|b64|u16|u32|u64|s16|s32|s64", "d:t, a:t, b:u32",
    meaning=_shift_right_meaning, code=_shift_right,
    words="{d} = {a} >> {b}{over}", say=shift_of, tells=("t",), role=Role.SHIFT, made_of=shifted,
)  # fmt: skip


def _funnel(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Shift: shf.l keeps the high word of b:a shifted left, shf.r the low word of it shifted
    right.
    """
    clamp = f["mode"] == "clamp"
    wide = g.typed(build.I64)
    amount = c
    if clamp:
        amount = build.binary(g.b, "umin", c, g.const(build.I32, 32))
    else:
        amount = g.b.and_(c, g.const(build.I32, 31))
    both = g.b.or_(g.b.shl(g.b.zext(b, wide), g.const(build.I64, 32)), g.b.zext(a, wide))
    by = g.b.zext(amount, wide)
    if f["way"] == "l":
        return g.b.trunc(g.b.lshr(g.b.shl(both, by), g.const(build.I64, 32)), a.type)
    return g.b.trunc(g.b.lshr(both, by), a.type)


def _funnel_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    result: list[int] = []
    for low, high, by in zip(a, b, c, strict=True):
        amount = min(int(by), 32) if f["mode"] == "clamp" else int(by) & 31
        both = int(high) << 32 | int(low)
        result.append((both << amount >> 32 if f["way"] == "l" else both >> amount) & 0xFFFFFFFF)
    return np.array(result, np.uint32)


define(
    "shf . way:l|r . mode:clamp|wrap . t:b32", "d:t, a:t, b:t, c:u32", meaning=_funnel_meaning,
    code=_funnel, say=kept_of,
    words="{d} = {kept} word of {b}:{a} shifted {way} by {c}{over}", tells=("mode",),
    made_of=funnelled,
)  # fmt: skip


def _lut(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, table: int) -> LLValue:
    total: LLValue = None
    for row in range(8):
        if not table >> row & 1:
            continue
        picks = [v if row & bit else g.b.not_(v) for v, bit in ((a, 4), (b, 2), (c, 1))]
        term = g.b.and_(g.b.and_(picks[0], picks[1]), picks[2])
        total = term if total is None else g.b.or_(total, term)
    return g.const(build.I32, 0) if total is None else total


def _lut_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes, table: int) -> Lanes:
    total = np.zeros_like(a)
    for row in range(8):
        if table >> row & 1:
            picks = [v if row & bit else ~v for v, bit in ((a, 4), (b, 2), (c, 1))]
            total |= picks[0] & picks[1] & picks[2]
    return total


define(
    "lop3 . t:b32", "d:t, a:t, b:t, c:t, #lut", meaning=_lut_meaning, code=_lut,
    words="{d} = {logic}", say=logic_of, tells=("a", "b", "c", "lut"), made_of=bitwise,
)  # fmt: skip


def _lut_test(
    g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, table: int, q: LLValue
) -> LLValue:
    """Return the bits, and whether one is set, joined with a predicate."""
    value = _lut(g, f, a, b, c, table)
    some = g.b.icmp_unsigned("!=", value, g.const(build.I32, 0))
    return value, (g.b.or_ if f["op"] == "or" else g.b.and_)(some, q)


def _lut_test_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes, table: int, q: Lanes) -> Results:
    value = _lut_meaning(f, a, b, c, table)
    return value, _NUMPY[f["op"]](value != 0, q)


define(
    "lop3 . op:or|and . t:b32", "d:t|p:pred, a:t, b:t, c:t, #lut, q:pred",
    meaning=_lut_test_meaning, code=_lut_test,
    words="{d} = {logic}, {p} = ({d} != 0) {op} {q}", say=logic_of, tells=("a", "b", "c", "lut"),
)  # fmt: skip
