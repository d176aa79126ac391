"""Floats of 4, 6 and 8 bits in compiled code: made of f32, and turned into f32.

Six bits are the lower ones of a byte. Formats of 4 and 6 bits have neither infinities nor NaN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu.instructions.halves import narrow_code, split_code
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F32, I32, I64
from kernelscope.vgpu.numeric import FORMATS
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_LARGEST = {
    "f16": 65504.0, "bf16": (2.0 - 2.0**-7) * 2.0**127, "tf32": (2.0 - 2.0**-10) * 2.0**127,
    "e4m3": 448.0, "e5m2": 57344.0, "e2m3": 7.5, "e3m2": 28.0, "e2m1": 6.0,
}  # fmt: skip


def width_of(name: str) -> int:
    """Return the bits of a packed element: `e2m3` has a byte, `e2m1` half of one."""
    return 4 if name == "e2m1" else 8


def finite_code(g: Generator, f: Fields, name: str, value: LLValue) -> LLValue:
    """Replace numbers beyond the largest one by that, for `.satfinite`; keep NaN."""
    if not f.get("satfinite"):
        return value
    top, bottom = g.const(F32, _LARGEST[name]), g.const(F32, -_LARGEST[name])
    value = g.b.select(g.b.fcmp_ordered(">", value, top), top, value)
    return g.b.select(g.b.fcmp_ordered("<", value, bottom), bottom, value)


def _with_sign(g: Generator, name: str, raw: LLValue, code: LLValue) -> LLValue:
    """Return the code of a magnitude with the sign of an f32's bits."""
    form = FORMATS[name]
    sign = g.b.lshr(g.b.and_(raw, g.const(I32, 1 << 31)), g.const(I32, 32 - form.bits))
    return g.b.or_(code, sign)


def _or_nan(g: Generator, name: str, value: LLValue, code: LLValue) -> LLValue:
    nan = g.const(I32, FORMATS[name].nan)
    return g.b.select(g.b.fcmp_unordered("uno", value, value), nan, code)


def to_bits_code(g: Generator, name: str, value: LLValue, *, beyond: bool = False) -> LLValue:
    """Return the bits, in an i32, of an f32 within the type's range or NaN, rounded to even.

    beyond: it may be out of the range; it is then infinite, or NaN if the type has no infinity.
    """
    form = FORMATS[name]
    raw = g.b.bitcast(value, g.typed(I32))
    size = g.b.and_(raw, g.const(I32, 0x7FFFFFFF))
    drop = 23 - form.fraction
    odd = g.b.and_(g.b.lshr(size, g.const(I32, drop)), g.const(I32, 1))
    rounded = g.b.add(g.b.add(size, g.const(I32, (1 << (drop - 1)) - 1)), odd)
    # From f32's bias to the type's; the exponent of 2^lowest is 1.
    normal = g.b.sub(
        g.b.lshr(rounded, g.const(I32, drop)), g.const(I32, (126 + form.lowest) << form.fraction)
    )
    # Adding 2^(lowest + 23 - fraction) leaves a subnormal's digits, rounded, in the low bits.
    magic = g.const(F32, 2.0 ** (form.lowest + drop))
    small = g.b.fadd(build.unary(g.b, "fabs", value), magic)
    subnormal = g.b.sub(g.b.bitcast(small, g.typed(I32)), g.b.bitcast(magic, g.typed(I32)))
    least = g.const(I32, (127 + form.lowest) << 23)
    code = g.b.select(g.b.icmp_unsigned("<", size, least), subnormal, normal)
    if not beyond:
        return _or_nan(g, name, value, _with_sign(g, name, raw, code))
    most = g.const(I32, form.top + 1)
    code = build.binary(g.b, "umin", code, most)
    signed = _with_sign(g, name, raw, code)
    if not form.infinite:
        signed = g.b.select(g.b.icmp_unsigned("==", code, most), most, signed)
    return _or_nan(g, name, value, signed)


def stochastic_code(
    g: Generator, name: str, value: LLValue, random: LLValue, *, finite: bool
) -> LLValue:
    """Return the bits, in an i32, of an f32 that 16 random bits round.

    They are added to the upper 16 bits of what is cut off; a carry rounds away from zero.
    """
    form = FORMATS[name]
    raw = g.b.bitcast(value, g.typed(I32))
    size = g.b.and_(raw, g.const(I32, 0x7FFFFFFF))
    field = g.b.lshr(size, g.const(I32, 23))
    hidden = g.b.select(
        g.b.icmp_unsigned("==", field, g.const(I32, 0)), g.const(I32, 0), g.const(I32, 1 << 23)
    )
    digits = g.b.or_(g.b.and_(size, g.const(I32, 0x7FFFFF)), hidden)
    # The exponents of the number and of the result's last place, both with f32's bias.
    exponent = build.binary(g.b, "umax", field, g.const(I32, 1))
    above = build.binary(g.b, "umax", exponent, g.const(I32, 127 + form.lowest))
    cut = g.b.add(g.b.sub(above, exponent), g.const(I32, 23 - form.fraction))
    # Of a number below 2^-17 of the last place 41 bits cut off no more than 40 would leave.
    wide = g.b.zext(build.binary(g.b, "umin", cut, g.const(I32, 41)), g.typed(I64))
    total = g.b.add(
        g.b.shl(g.b.zext(digits, g.typed(I64)), g.const(I64, 16)),
        g.b.shl(g.b.zext(random, g.typed(I64)), wide),
    )
    kept = g.b.trunc(g.b.lshr(total, g.b.add(wide, g.const(I64, 16))), g.typed(I32))
    start = g.b.shl(g.b.sub(above, g.const(I32, 127 + form.lowest)), g.const(I32, form.fraction))
    code = g.b.add(start, kept)
    most = form.top if finite else form.top + 1
    infinite = g.b.icmp_unsigned("==", size, g.const(I32, 0x7F800000))
    code = g.b.select(infinite, g.const(I32, most), code)
    code = build.binary(g.b, "umin", code, g.const(I32, most))
    return _or_nan(g, name, value, _with_sign(g, name, raw, code))


def from_bits_code(g: Generator, name: str, bits: LLValue) -> LLValue:
    """Return bits in an i32, of which others may be set, as the f32 of the same value."""
    form = FORMATS[name]
    size = g.b.and_(bits, g.const(I32, (1 << (form.bits - 1)) - 1))
    sign = g.b.shl(g.b.and_(bits, g.const(I32, 1 << (form.bits - 1))), g.const(I32, 32 - form.bits))
    # In an f32's place the exponent is too small by the difference of the biases.
    moved = g.b.bitcast(g.b.shl(size, g.const(I32, 23 - form.fraction)), g.typed(F32))
    scaled = g.b.fmul(moved, g.const(F32, 2.0 ** (127 - form.bias)))
    raw = g.b.bitcast(scaled, g.typed(I32))
    if form.infinite and not form.finite:
        infinite = g.b.icmp_unsigned("==", size, g.const(I32, form.top + 1))
        raw = g.b.select(infinite, g.const(I32, 0x7F800000), raw)
    raw = g.b.or_(raw, sign)
    if not form.finite:
        last = form.top + 1 if form.infinite else form.top
        nan = g.b.icmp_unsigned(">", size, g.const(I32, last))
        raw = g.b.select(nan, g.const(I32, 0x7FFFFFFF), raw)
    return g.b.bitcast(raw, g.typed(F32))


def elements_code(g: Generator, name: str, value: LLValue) -> list[LLValue]:
    """Return the elements of a packed value as f32, the lowest first."""
    if name in ("f16x2", "bf16x2"):
        return split_code(g, name, value)
    element, _, count = name.rpartition("x")
    wide = g.b.zext(value, g.typed(I32)) if build.element_type(value).width < 32 else value
    width = width_of(element)
    return [
        from_bits_code(g, element, g.b.lshr(wide, g.const(I32, width * n)))
        for n in range(int(count))
    ]


def packed_code(g: Generator, width: int, parts: list[LLValue]) -> LLValue:
    """Return codes in i32, the lowest first, side by side in a value of their width."""
    total = parts[0]
    for n, part in enumerate(parts[1:], start=1):
        total = g.b.or_(total, g.b.shl(part, g.const(I32, width * n)))
    bits = width * len(parts)
    return total if bits == 32 else g.b.trunc(total, g.typed(ll.IntType(bits)))


def scale_code(g: Generator, byte: LLValue) -> LLValue:
    """Return a byte of ue8m0, in an i32, as an f32: a power of two, or NaN."""
    least = g.const(I32, 1 << 22)  # 2^-127
    zero = g.b.icmp_unsigned("==", byte, g.const(I32, 0))
    raw = g.b.select(zero, least, g.b.shl(byte, g.const(I32, 23)))
    nan = g.b.icmp_unsigned("==", byte, g.const(I32, 0xFF))
    return g.b.bitcast(g.b.select(nan, g.const(I32, 0x7FFFFFFF), raw), g.typed(F32))


def bfloats_code(g: Generator, f: Fields, values: list[LLValue]) -> LLValue:
    """Return two f32 as bf16, the first in the low half."""
    low, high = (
        g.b.zext(narrow_code(g, "bf16", finite_code(g, f, "bf16", v)), g.typed(I32)) for v in values
    )
    return g.b.or_(low, g.b.shl(high, g.const(I32, 16)))


def halves_code(g: Generator, values: list[LLValue]) -> LLValue:
    """Return two f32 as f16, the first in the low half."""
    low, high = (g.b.zext(narrow_code(g, "f16", v), g.typed(I32)) for v in values)
    return g.b.or_(low, g.b.shl(high, g.const(I32, 16)))
