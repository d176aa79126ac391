"""Conversions from and to f16, bf16, tf32, e4m3 and e5m2 (PTX ISA, 9.7.10.24 "cvt")."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.convert import INTEGERS, ftz_of_f32
from kernelscope.vgpu.instructions.floats import finish_code, flush_code, limit_code
from kernelscope.vgpu.instructions.halves import (
    base_name,
    join_code,
    join_meaning,
    narrow_code,
    odd_single,
    positive_meaning,
    split_code,
    split_meaning,
    widen_code,
    widen_meaning,
)
from kernelscope.vgpu.instructions.nans import (
    narrowed_nan_code,
    narrowed_nan_meaning,
    replaced_code,
    widened_nan_code,
    widened_nan_meaning,
)
from kernelscope.vgpu.instructions.words import CONVERTED
from kernelscope.vgpu.ir.byte_sources import halves, pair
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F32, F64, I8, I16, I32, I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_LARGEST_SINGLE = (2.0 - 2.0**-23) * 2.0**127
_LARGEST = {
    "f16": 65504.0, "bf16": (2.0 - 2.0**-7) * 2.0**127, "e4m3": 448.0, "e5m2": 57344.0,
}  # fmt: skip


def _finite(g: Generator, f: Fields, name: str, value: LLValue) -> LLValue:
    """Replace numbers beyond the largest one by that, for `.satfinite`; keep NaN."""
    if not f.get("satfinite"):
        return value
    top, bottom = g.const(F32, _LARGEST[name]), g.const(F32, -_LARGEST[name])
    value = g.b.select(g.b.fcmp_ordered(">", value, top), top, value)
    return g.b.select(g.b.fcmp_ordered("<", value, bottom), bottom, value)


# ---- f32 to f16, bf16 ----------------------------------------------------------------------


def _to_half(g: Generator, f: Fields, *values: LLValue) -> LLValue:
    """Convert; two sources are packed into one register, the second in the low half.

    `.ftz` changes nothing for f16: the least f32 is rounded up to the least f16, as on a GPU.
    """
    name = base_name(f["dt"])
    flushed = f if name == "bf16" else {**f, "ftz": ""}
    parts: list[LLValue] = []
    for value in values:
        limited = _finite(g, f, name, limit_code(g, f, flush_code(g, flushed, value)))
        parts.append(narrow_code(g, name, limited, f["rnd"]))
    return join_code(g, f["dt"], parts[::-1])


def _to_half_meaning(f: Fields, *values: Lanes) -> Lanes:
    name = base_name(f["dt"])
    ftz, sat, finite = (bool(f.get(k)) for k in ("ftz", "sat", "satfinite"))
    ftz = ftz and name == "bf16"
    parts: list[Lanes] = []
    for value in values:
        rounded = numeric.float_to_float(name, "f32", value, f["rnd"], ftz, sat, finite)
        parts.append(positive_meaning(f, rounded))
    return join_meaning(f["dt"], parts[::-1], TYPES[f["dt"]].dtype)


def _legal_half(f: Fields) -> bool:
    """Return whether the modifiers go together: `.sat` is f16's, `.ftz` excludes `.relu`."""
    plain = not f["relu"] and not f["satfinite"]
    if f["sat"] and f["dt"] != "f16":
        return False
    return plain or (f["rnd"] in ("rn", "rz") and not f["sat"] and not f["ftz"])


define(
    "cvt . rnd:rn|rz|rm|rp . ftz? . sat? . relu? . satfinite? . dt:f16|bf16 . st:f32", "d:dt, a:st",
    meaning=_to_half_meaning, code=_to_half, valid=_legal_half,
    words=CONVERTED,
)  # fmt: skip
for _limits in ("relu? . satfinite?", "satfinite . relu"):  # in either order
    define(
        f"cvt . rnd:rn|rz . {_limits} . dt:f16x2|bf16x2 . st:f32", "d:dt, a:st, b:st",
        meaning=_to_half_meaning, code=_to_half,
        words="{d} = {b} (low) and {a} (high), converted from {st} to {dt}", made_of=pair,
    )  # fmt: skip
define(
    "cvt . rnd:rn|rz . satfinite . relu . dt:f16|bf16 . st:f32", "d:dt, a:st",
    meaning=_to_half_meaning, code=_to_half, words=CONVERTED,
)  # fmt: skip


# ---- f16, bf16 to f32, f64 -----------------------------------------------------------------


def _from_half(g: Generator, f: Fields, a: LLValue) -> LLValue:
    value = widen_code(g, f["st"], a)
    if f["dt"] == "f64":
        value = g.b.fpext(value, g.typed(F64))
    elif f["st"] == "bf16" and not f["ftz"]:
        return value
    elif f["st"] == "bf16":
        return replaced_code(g, finish_code(g, f, value), value, 0x7FFFFFFF)
    value = finish_code(g, f, value)
    if f["dt"] == "f32" or f.get("sat"):
        return value
    return widened_nan_code(g, f["st"], value, g.b.bitcast(a, g.typed(I16)))


def _from_half_meaning(f: Fields, a: Lanes) -> Lanes:
    """Widen: exact. f64 and, without `.ftz`, bf16 keep a NaN's sign and payload."""
    ftz, sat = bool(f["ftz"]), bool(f.get("sat"))
    if (f["st"], f["dt"], ftz) == ("bf16", "f32", False):
        return widen_meaning("bf16", np.ascontiguousarray(a).view(np.uint16))
    value = numeric.float_to_float(f["dt"], f["st"], a, "rn", ftz, sat)
    return value if f["dt"] == "f32" or sat else widened_nan_meaning(f["st"], value, a)


define(
    "cvt . ftz? . sat? . dt:f32|f64 . st:f16", "d:dt, a:st",
    meaning=_from_half_meaning, code=_from_half, words=CONVERTED, valid=ftz_of_f32,
    keeps_nan=lambda f: f["dt"] == "f64",
)  # fmt: skip
define(
    "cvt . rnd:rn|rz|rm|rp? . ftz? . dt:f32|f64 . st:bf16", "d:dt, a:st",
    meaning=_from_half_meaning, code=_from_half, words=CONVERTED, valid=ftz_of_f32,
    tells=("rnd",), keeps_nan=True,  # nothing is left to round
)  # fmt: skip


# ---- f16 and bf16 to one another -----------------------------------------------------------


def _between_halves(g: Generator, f: Fields, a: LLValue) -> LLValue:
    narrowed = narrow_code(g, f["dt"], widen_code(g, f["st"], a), f["rnd"] or "rn")
    return join_code(g, f["dt"], [narrowed])


def _between_halves_meaning(f: Fields, a: Lanes) -> Lanes:
    return numeric.float_to_float(f["dt"], f["st"], a, f["rnd"] or "rn")


# Triton leaves the rounding out where it has come from an 8-bit float, so that nothing is rounded.
define(
    "cvt . rnd:rn|rz|rm|rp? . dt:f16|bf16 . st:f16|bf16", "d:dt, a:st",
    meaning=_between_halves_meaning, code=_between_halves, valid=lambda f: f["dt"] != f["st"],
    words=CONVERTED,
)  # fmt: skip


def _same_half(g: Generator, f: Fields, a: LLValue) -> LLValue:
    limited = limit_code(g, f, widen_code(g, f["st"], a))
    return join_code(g, f["dt"], [narrow_code(g, f["dt"], limited)])


def _same_half_meaning(f: Fields, a: Lanes) -> Lanes:
    return numeric.float_to_float(f["dt"], f["st"], a, sat=bool(f["sat"]))


define(
    "cvt . sat? . dt:f16|bf16 . st:f16|bf16", "d:dt, a:st",
    meaning=_same_half_meaning, code=_same_half, words=CONVERTED,
    valid=lambda f: f["dt"] == f["st"] and (not f["sat"] or f["dt"] == "f16"),
)  # fmt: skip


# ---- f64 and integers to f16, bf16 ---------------------------------------------------------


def _double_to_half(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Convert by way of an f32 that is rounded to odd; a finite number stays finite."""
    source = a
    top, bottom = g.const(F64, _LARGEST_SINGLE), g.const(F64, -_LARGEST_SINGLE)
    inside = g.b.select(g.b.fcmp_ordered(">", a, top), top, a)
    inside = g.b.select(g.b.fcmp_ordered("<", inside, bottom), bottom, inside)
    finite = g.b.fcmp_ordered("<", build.unary(g.b, "fabs", a), g.const(F64, float("inf")))
    a = g.b.select(finite, inside, a)
    bits = narrow_code(g, f["dt"], limit_code(g, f, odd_single(g, a)), f["rnd"])
    if not f["sat"]:
        bits = narrowed_nan_code(g, f["dt"], bits, source)
    return join_code(g, f["dt"], [bits])


def _double_to_half_meaning(f: Fields, a: Lanes) -> Lanes:
    value = numeric.float_to_float(f["dt"], "f64", a, f["rnd"], sat=bool(f["sat"]))
    return value if f["sat"] else narrowed_nan_meaning(f["dt"], value, a)


def _sat_of_f16(f: Fields) -> bool:
    """Return whether the modifiers go together: only f16 has `.sat`."""
    return not f["sat"] or f["dt"] == "f16"


define(
    "cvt . rnd:rn|rz|rm|rp . sat? . dt:f16|bf16 . st:f64", "d:dt, a:st",
    meaning=_double_to_half_meaning, code=_double_to_half, valid=_sat_of_f16,
    words=CONVERTED, keeps_nan=True,
)  # fmt: skip


def _integer_to_half(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Convert by way of f64; more than 53 bits are first rounded to odd, to a multiple of 2^11."""
    signed = f["st"].startswith("s")
    if TYPES[f["st"]].bits == 64:
        size = build.intrinsic(g.b, "abs", a.type, [a, build.constant(build.I1, 0)], [a.type])
        large = g.b.icmp_unsigned(">=", size if signed else a, g.const(I64, 1 << 53))
        inexact = g.b.icmp_unsigned("!=", g.b.and_(a, g.const(I64, 0x7FF)), g.const(I64, 0))
        sticky = g.b.select(inexact, g.const(I64, 0x800), g.const(I64, 0))
        odd = g.b.or_(g.b.and_(a, g.const(I64, (1 << 64) - 0x800)), sticky)
        a = g.b.select(large, odd, a)
    wide = g.typed(F64)
    value = g.b.sitofp(a, wide) if signed else g.b.uitofp(a, wide)
    return _double_to_half(g, f, value)


def _integer_to_half_meaning(f: Fields, a: Lanes) -> Lanes:
    return numeric.integer_to_float(f["dt"], a, f["rnd"], bool(f["sat"]))


define(
    f"cvt . rnd:rn|rz|rm|rp . sat? . dt:f16|bf16 . st:{INTEGERS}", "d:dt, a:st",
    meaning=_integer_to_half_meaning, code=_integer_to_half, valid=_sat_of_f16,
    words=CONVERTED,
)  # fmt: skip


# ---- f32 to tf32 ---------------------------------------------------------------------------


def _tf32(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Round to the 10 upper fraction bits: ties away from zero (rna) or to even (rn)."""
    raw = g.b.bitcast(limit_code(g, f, a), g.typed(I32))
    half = g.const(I32, 0x1000)
    if f["rnd"] == "rn":
        odd = g.b.and_(g.b.lshr(raw, g.const(I32, 13)), g.const(I32, 1))
        half = g.b.add(g.const(I32, 0x0FFF), odd)
    elif f["rnd"] == "rz":
        half = g.const(I32, 0)
    cut = g.b.and_(g.b.add(raw, half), g.const(I32, 0xFFFFE000))
    size = g.b.and_(raw, g.const(I32, 0x7FFFFFFF))
    special = g.b.icmp_unsigned(">=", size, g.const(I32, 0x7F800000))
    nan = g.b.icmp_unsigned(">", size, g.const(I32, 0x7F800000))
    cut_off = g.b.and_(raw, g.const(I32, 0xFFFFE000))
    kept = cut_off if f["rnd"] == "rna" else g.const(I32, _TF32_NAN)
    return g.b.select(nan, kept, g.b.select(special, raw, cut))


_TF32_NAN = 0x7FFFE000


def _tf32_meaning(f: Fields, a: Lanes) -> Lanes:
    """Round; a NaN is cut off as any other bits (rna), or becomes tf32's one NaN."""
    if f["relu"]:
        a = np.where(a <= 0, np.float32(0), a)
    value = numeric.float_to_float("tf32", "f32", a, f["rnd"])
    cut = a.view(np.uint32) & np.uint32(0xFFFFE000)
    nan = cut if f["rnd"] == "rna" else np.uint32(_TF32_NAN)
    return np.where(np.isnan(a), nan, value)


define(
    "cvt . rnd:rna|rn|rz . relu? . dt:tf32 . st:f32", "d:dt, a:st", meaning=_tf32_meaning,
    code=_tf32, valid=lambda f: not f["relu"] or f["rnd"] != "rna",
    words="{d} = {a} converted from f32 to tf32", tells=("dt", "st"),
)  # fmt: skip


# ---- e4m3, e5m2 ----------------------------------------------------------------------------

# (fraction bits, exponent of the least normal number)
_SHAPES = {"e4m3": (3, -6), "e5m2": (2, -14)}


def _to_eight_bits(g: Generator, name: str, value: LLValue) -> LLValue:
    """Return the 8 bits, in an i32, of an f32 within the type's range or NaN, rounded to even."""
    fraction, lowest = _SHAPES[name]
    raw = g.b.bitcast(value, g.typed(I32))
    sign = g.b.and_(g.b.lshr(raw, g.const(I32, 24)), g.const(I32, 0x80))
    size = g.b.and_(raw, g.const(I32, 0x7FFFFFFF))
    drop = 23 - fraction
    odd = g.b.and_(g.b.lshr(size, g.const(I32, drop)), g.const(I32, 1))
    rounded = g.b.add(g.b.add(size, g.const(I32, (1 << (drop - 1)) - 1)), odd)
    # From f32's bias to the type's; the exponent of 2^lowest is 1.
    normal = g.b.sub(
        g.b.lshr(rounded, g.const(I32, drop)), g.const(I32, (126 + lowest) << fraction)
    )
    # Adding 2^(lowest + 23 - fraction) leaves a subnormal's digits, rounded, in the low bits.
    magic = g.const(F32, 2.0 ** (lowest + drop))
    small = g.b.fadd(build.unary(g.b, "fabs", value), magic)
    subnormal = g.b.sub(g.b.bitcast(small, g.typed(I32)), g.b.bitcast(magic, g.typed(I32)))
    least = g.const(I32, (127 + lowest) << 23)
    code = g.b.select(g.b.icmp_unsigned("<", size, least), subnormal, normal)
    nan = g.b.fcmp_unordered("uno", value, value)
    return g.b.select(nan, g.const(I32, 0x7F), g.b.or_(code, sign))


def _to_pair(g: Generator, f: Fields, *values: LLValue) -> LLValue:
    """Convert two f32, or the halves of one register, to two bytes; the first goes above."""
    name = base_name(f["dt"])
    high_low = values if f["st"] == "f32" else split_code(g, f["st"], values[0])[::-1]
    high, low = (
        _to_eight_bits(g, name, _finite(g, f, name, limit_code(g, f, v))) for v in high_low
    )
    return g.b.trunc(g.b.or_(g.b.shl(high, g.const(I32, 8)), low), g.typed(I16))


def _to_pair_meaning(f: Fields, *values: Lanes) -> Lanes:
    name, source = base_name(f["dt"]), base_name(f["st"])
    high_low = values if f["st"] == "f32" else split_meaning(f["st"], values[0])[::-1]
    parts: list[Lanes] = []
    for value in high_low:
        bits = numeric.float_to_float(name, source, value, finite=True).astype(np.uint16)
        parts.append(np.where(bits >= 0x80, 0, bits) if f["relu"] else bits)
    return (parts[0] << 8 | parts[1]).astype(np.uint16)


for _limits in ("satfinite . relu?", "relu . satfinite"):  # in either order
    define(
        f"cvt . rnd:rn . {_limits} . dt:e4m3x2|e5m2x2 . st:f32", "d:b16, a:st, b:st",
        meaning=_to_pair_meaning, code=_to_pair,
        words="{d} = {b} (low) and {a} (high), converted from {st} to {dt}", made_of=pair,
    )  # fmt: skip
    define(
        f"cvt . rnd:rn . {_limits} . dt:e4m3x2|e5m2x2 . st:f16x2", "d:b16, a:st",
        meaning=_to_pair_meaning, code=_to_pair,
        words="{d} = the halves of {a}, converted from f16 to {dt}", tells=("st",), made_of=halves,
    )  # fmt: skip


def _from_eight_bits(g: Generator, name: str, byte: LLValue) -> LLValue:
    """Return 8 bits as the i16 of an f16, which holds every value of both types."""
    wide = g.b.zext(byte, g.typed(I16))
    if name == "e5m2":
        bits = g.b.shl(wide, g.const(I16, 8))
        nan = g.b.icmp_unsigned(">", g.b.and_(wide, g.const(I16, 0x7F)), g.const(I16, 0x7C))
        return g.b.select(nan, g.const(I16, 0x7FFF), bits)
    # e4m3: moved to f16's place its exponent is 8 too small.
    size = g.b.and_(wide, g.const(I16, 0x7F))
    moved = g.b.bitcast(g.b.shl(size, g.const(I16, 7)), g.typed(build.F16))
    scaled = g.b.fmul(g.b.fpext(moved, g.typed(F32)), g.const(F32, 256.0))
    sign = g.b.shl(g.b.and_(wide, g.const(I16, 0x80)), g.const(I16, 8))
    bits = g.b.or_(narrow_code(g, "f16", scaled), sign)
    nan = g.b.icmp_unsigned("==", size, g.const(I16, 0x7F))
    return g.b.select(nan, g.const(I16, 0x7FFF), bits)


def _from_pair(g: Generator, f: Fields, a: LLValue) -> LLValue:
    name = base_name(f["st"])
    parts: list[LLValue] = []
    for shift in (0, 8):
        byte = g.b.trunc(g.b.lshr(a, g.const(I16, shift)), g.typed(I8))
        half = _from_eight_bits(g, name, byte)
        if f["relu"]:
            negative = g.b.icmp_signed("<", half, g.const(I16, 0))
            half = g.b.select(negative, g.const(I16, 0), half)
        parts.append(half)
    return join_code(g, "f16x2", parts)


def _from_pair_meaning(f: Fields, a: Lanes) -> Lanes:
    bits = np.ascontiguousarray(a).view(np.uint16)
    parts: list[Lanes] = []
    for byte in (bits & 0xFF, bits >> 8):
        half = numeric.float_to_float("f16", base_name(f["st"]), byte.astype(np.uint8))
        parts.append(positive_meaning(f, half))
    return join_meaning("f16x2", parts, np.uint32)


define(
    "cvt . rnd:rn . relu? . dt:f16x2 . st:e4m3x2|e5m2x2", "d:dt, a:b16",
    meaning=_from_pair_meaning, code=_from_pair,
    words="{d} = the bytes of {a}, converted from {st} to f16", tells=("dt",), made_of=halves,
)  # fmt: skip
