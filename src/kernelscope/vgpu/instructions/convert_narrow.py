"""Conversions from and to f16, bf16 and tf32 (PTX ISA, 9.7.10.24 "cvt")."""

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
from kernelscope.vgpu.instructions.narrow import finite_code
from kernelscope.vgpu.instructions.words import CONVERTED
from kernelscope.vgpu.ir.byte_sources import pair
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F64, I16, I32, I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_LARGEST_SINGLE = (2.0 - 2.0**-23) * 2.0**127


# ---- f32 to f16, bf16 ----------------------------------------------------------------------


def _to_half(g: Generator, f: Fields, *values: LLValue) -> LLValue:
    """Convert; two sources are packed into one register, the second in the low half.

    `.ftz` changes nothing for f16: the least f32 is rounded up to the least f16, as on a GPU.
    """
    name = base_name(f["dt"])
    flushed = f if name == "bf16" else {**f, "ftz": ""}
    parts: list[LLValue] = []
    for value in values:
        limited = finite_code(g, f, name, limit_code(g, f, flush_code(g, flushed, value)))
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
    raw = g.b.bitcast(finite_code(g, f, "tf32", limit_code(g, f, a)), g.typed(I32))
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
    if f["rnd"] == "rna" and f["satfinite"]:
        cut_off = g.b.sub(cut_off, g.const(I32, 0x2000))
    kept = cut_off if f["rnd"] == "rna" else g.const(I32, _TF32_NAN)
    return g.b.select(nan, kept, g.b.select(special, raw, cut))


_TF32_NAN = 0x7FFFE000


def _tf32_meaning(f: Fields, a: Lanes) -> Lanes:
    """Round; a NaN is cut off as any other bits (rna), or becomes tf32's one NaN.

    With `rna.satfinite` it is, on an H200, the one before that: it is taken for an infinity.
    """
    if f["relu"]:
        a = np.where(a <= 0, np.float32(0), a)
    value = numeric.float_to_float("tf32", "f32", a, f["rnd"], finite=bool(f["satfinite"]))
    cut = a.view(np.uint32) & np.uint32(0xFFFFE000)
    before = np.uint32(0x2000 if f["satfinite"] else 0)
    nan = cut - before if f["rnd"] == "rna" else np.uint32(_TF32_NAN)
    return np.where(np.isnan(a), nan, value)


define(
    "cvt . rnd:rna|rn|rz . satfinite? . relu? . dt:tf32 . st:f32", "d:dt, a:st",
    meaning=_tf32_meaning, code=_tf32, valid=lambda f: not f["relu"] or f["rnd"] != "rna",
    target=lambda f: "sm_100" if f["satfinite"] and f["rnd"] != "rna" else "",
    words="{d} = {a} converted from f32 to tf32", tells=("dt", "st"),
)  # fmt: skip
