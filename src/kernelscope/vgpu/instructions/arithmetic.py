"""Integer arithmetic: add, sub, mul, mad, div, rem, min, max, abs, neg (PTX ISA, 9.7.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.instructions.integers import clamp, wrap
from kernelscope.vgpu.instructions.phrases import product_of, product_of_24
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning, Role
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_INTEGERS = "u16|s16|u32|s32|u64|s64"


def _signed(f: Fields) -> bool:
    return f["t"].startswith("s")


def _exact(f: Fields, operation: Callable[..., int], *arrays: Lanes) -> Lanes:
    scalar = TYPES[f["t"]]
    lanes = zip(*(array.tolist() for array in arrays), strict=True)
    values = [operation(*lane) for lane in lanes]
    if f.get("sat"):
        values = clamp(values, scalar)
    return wrap(values, scalar.bits, scalar.dtype)


def _add_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        if f.get("sat"):
            return build.binary(g.b, f"s{name}.sat", a, b)
        return g.b.add(a, b) if name == "add" else g.b.sub(a, b)

    return code


def _add_meaning(name: str) -> PureMeaning:
    sign = 1 if name == "add" else -1

    def meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
        return _exact(f, lambda x, y: x + sign * y, a, b)

    return meaning


for _name, _word in (("add", "+"), ("sub", "-")):
    define(
        f"{_name} . sat? . t:{_INTEGERS}", "d:t, a:t, b:t", meaning=_add_meaning(_name),
        code=_add_code(_name), valid=lambda f: not f["sat"] or f["t"] == "s32",
        words=f"{{d}} = {{a}} {_word} {{b}}", tells=("t",),
    )  # fmt: skip


def _wide_type(f: Fields) -> str:
    return f["t"][0] + str(2 * TYPES[f["t"]].bits) if f["part"] == "wide" else f["t"]


def _mul_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
    scalar = TYPES[_wide_type(f)]
    third = [0] * len(a) if c is None else c.tolist()
    shift = TYPES[f["t"]].bits if f["part"] == "hi" else 0
    lanes = zip(a.tolist(), b.tolist(), third, strict=True)
    values = [(x * y >> shift) + z for x, y, z in lanes]
    if f.get("sat"):
        values = clamp(values, scalar)
    return wrap(values, scalar.bits, scalar.dtype)


def _product(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    if f["part"] == "lo":
        return g.b.mul(a, b)
    bits = TYPES[f["t"]].bits
    wide = g.typed(ll.IntType(2 * bits))
    extend = g.b.sext if _signed(f) else g.b.zext
    product = g.b.mul(extend(a, wide), extend(b, wide))
    if f["part"] == "wide":
        return product
    return g.b.trunc(g.b.lshr(product, g.const(ll.IntType(2 * bits), bits)), a.type)


def _mad_code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    product = _product(g, f, a, b)
    if f["sat"]:
        return build.binary(g.b, "sadd.sat", product, c)
    return g.b.add(product, c)


def _legal_part(f: Fields) -> bool:
    if f.get("sat"):
        return (f["part"], f["t"]) == ("hi", "s32")
    return f["part"] != "wide" or not f["t"].endswith("64")


define(
    f"mul . part:lo|hi|wide . t:{_INTEGERS}", "d:w, a:t, b:t", meaning=_mul_meaning,
    code=_product, valid=_legal_part, types={"w": _wide_type}, pipe="fma",
    words="{d} = {product}", say=product_of, tells=("a", "b", "part"),
)  # fmt: skip
define(
    f"mad . part:lo|hi|wide . sat? . t:{_INTEGERS}", "d:w, a:t, b:t, c:w", meaning=_mul_meaning,
    code=_mad_code, valid=_legal_part, types={"w": _wide_type}, pipe="fma",
    words="{d} = {product} + {c}", say=product_of, tells=("a", "b", "part"),
)  # fmt: skip


def _low24(f: Fields, value: int) -> int:
    """Return the low 24 bits, with a sign if the type has one."""
    cut = value & 0xFFFFFF
    return (cut ^ 0x800000) - 0x800000 if _signed(f) else cut


def _mul24(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
    third = [0] * len(a) if c is None else c.tolist()
    shift = 16 if f["part"] == "hi" else 0
    lanes = zip(a.tolist(), b.tolist(), third, strict=True)
    values = [(_low24(f, x) * _low24(f, y) >> shift) + z for x, y, z in lanes]
    if f.get("sat"):
        values = clamp(values, TYPES["s32"])
    return wrap(values, 32, TYPES[f["t"]].dtype)


def _mul24_code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue = None) -> LLValue:
    wide = g.typed(build.I64)
    eight = g.const(build.I32, 8)
    shift = g.b.ashr if _signed(f) else g.b.lshr
    extend = g.b.sext if _signed(f) else g.b.zext
    x, y = (extend(shift(g.b.shl(v, eight), eight), wide) for v in (a, b))
    product = g.b.mul(x, y)
    if f["part"] == "hi":
        product = g.b.lshr(product, g.const(build.I64, 16))
    result = g.b.trunc(product, g.typed(build.I32))
    if c is None:
        return result
    return build.binary(g.b, "sadd.sat", result, c) if f["sat"] else g.b.add(result, c)


define(
    "mul24 . part:lo|hi . t:u32|s32", "d:t, a:t, b:t", meaning=_mul24, code=_mul24_code,
    pipe="fma", words="{d} = {product}", say=product_of_24,
    tells=("a", "b", "part"),
)  # fmt: skip
define(
    "mad24 . part:lo|hi . sat? . t:u32|s32", "d:t, a:t, b:t, c:t", meaning=_mul24,
    code=_mul24_code, valid=lambda f: not f["sat"] or (f["part"], f["t"]) == ("hi", "s32"),
    pipe="fma", words="{d} = {product} + {c}",
    say=product_of_24, tells=("a", "b", "part"),
)  # fmt: skip


def _carryless(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """Return half of a product whose partial products are added without carries, and c likewise."""

    def one(x: int, y: int, z: int) -> int:
        product = 0
        for n in range(64):
            product ^= (x << n) * (y >> n & 1)
        return (product if f["part"] == "lo" else product >> 64) ^ z

    return _exact(f, one, a, b, c)


def _carryless_code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    total = c
    for n in range(0 if f["part"] == "lo" else 1, 64):
        # All ones where bit n of b is set.
        chosen = g.b.ashr(g.b.shl(b, g.const(I64, 63 - n)), g.const(I64, 63))
        if f["part"] == "lo":
            moved = g.b.shl(a, g.const(I64, n))
        else:
            moved = g.b.lshr(a, g.const(I64, 64 - n))
        total = g.b.xor(total, g.b.and_(moved, chosen))
    return total


define(
    "clmad . part:lo|hi . t:u64", "d:t, a:t, b:t, c:t", meaning=_carryless, code=_carryless_code,
    words="{d} = the {part} half of {a} * {b} without carries, ^ {c}", tells=("part", "t"),
)  # fmt: skip


def _quotient(x: int, y: int, *, remainder: bool) -> int:
    """Divide towards zero."""
    if y == 0:
        return -1  # open in PTX; the hardware's programs leave all bits set
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return x - quotient * y if remainder else quotient


def _divide_meaning(*, remainder: bool) -> PureMeaning:
    def meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
        return _exact(f, lambda x, y: _quotient(x, y, remainder=remainder), a, b)

    return meaning


def _divide_code(*, remainder: bool) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        zero, one = (g.const(build.element_type(a), n) for n in (0, 1))
        none = g.b.icmp_unsigned("==", b, zero)
        minus = g.const(build.element_type(a), -1 & ((1 << TYPES[f["t"]].bits) - 1))
        divisor = g.b.select(none, one, b)
        if _signed(f):
            # x / -1 would trap at the least integer: negate by hand.
            negate = g.b.icmp_unsigned("==", divisor, minus)
            safe = g.b.select(negate, one, divisor)
            value = g.b.srem(a, safe) if remainder else g.b.sdiv(a, safe)
            value = g.b.select(negate, zero if remainder else g.b.sub(zero, a), value)
        else:
            value = g.b.urem(a, divisor) if remainder else g.b.udiv(a, divisor)
        return g.b.select(none, minus, value)

    return code


for _name, _remainder, _word in (("div", False, "/"), ("rem", True, "%")):
    define(
        f"{_name} . t:{_INTEGERS}", "d:t, a:t, b:t",
        meaning=_divide_meaning(remainder=_remainder), code=_divide_code(remainder=_remainder),
        words=f"{{d}} = {{a}} {_word} {{b}}", role=Role.DIVIDE,
    )  # fmt: skip


def _min_max_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
        value = np.minimum(a, b) if name == "min" else np.maximum(a, b)
        return np.maximum(value, 0).astype(a.dtype) if f["relu"] else value

    return meaning


def _min_max_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        value = build.binary(g.b, ("s" if _signed(f) else "u") + name, a, b)
        if f["relu"]:
            value = build.binary(g.b, "smax", value, g.const(build.I32, 0))
        return value

    return code


for _name in ("min", "max"):
    define(
        f"{_name} . relu? . t:{_INTEGERS}", "d:t, a:t, b:t", meaning=_min_max_meaning(_name),
        code=_min_max_code(_name), valid=lambda f: not f["relu"] or f["t"] == "s32",
        words=f"{{d}} = {_name}({{a}}, {{b}})", role=Role.EXTREME,
    )  # fmt: skip


def _negate(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return g.b.sub(g.const(build.element_type(a), 0), a)


def _negate_meaning(f: Fields, a: Lanes) -> Lanes:
    return _exact(f, lambda x: -x, a)


def _absolute(g: Generator, f: Fields, a: LLValue) -> LLValue:
    negative = g.b.icmp_signed("<", a, g.const(build.element_type(a), 0))
    return g.b.select(negative, _negate(g, f, a), a)


def _absolute_meaning(f: Fields, a: Lanes) -> Lanes:
    return _exact(f, lambda x: max(x, -x), a)


define(
    "neg . t:s16|s32|s64", "d:t, a:t", meaning=_negate_meaning, code=_negate,
    words="{d} = -{a}", role=Role.SIGN,
)  # fmt: skip
define(
    "abs . t:s16|s32|s64", "d:t, a:t", meaning=_absolute_meaning, code=_absolute,
    words="{d} = |{a}|", role=Role.SIGN,
)  # fmt: skip
