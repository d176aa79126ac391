"""Conversions between integers, f32 and f64, and to integral values (PTX ISA, 9.7.10.24 "cvt")."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.directed import directed_code
from kernelscope.vgpu.instructions.floats import finish_code, flush_code, limit_code
from kernelscope.vgpu.instructions.halves import join_code, narrow_code, widen_code
from kernelscope.vgpu.instructions.integers import bounds, clamp, wrap
from kernelscope.vgpu.instructions.nans import (
    first_nan_code,
    first_nan_meaning,
    narrowed_nan_code,
    narrowed_nan_meaning,
    replaced_code,
    widened_nan_code,
    widened_nan_meaning,
)
from kernelscope.vgpu.instructions.phrases import resized
from kernelscope.vgpu.instructions.words import CONVERTED
from kernelscope.vgpu.ir.byte_sources import fitted, pair, pair_below
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import TYPES, Lanes, LLValue, ScalarType

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

INTEGERS = "u8|u16|u32|u64|s8|s16|s32|s64"


def ftz_of_f32(f: Fields) -> bool:
    """Return whether the modifiers go together: `.ftz` is for f32, as source or destination."""
    return not f["ftz"] or "f32" in (f["dt"], f["st"])


# ---- integer to integer --------------------------------------------------------------------


def _resize(g: Generator, f: Fields, a: LLValue) -> LLValue:
    to, source = TYPES[f["dt"]], TYPES[f["st"]]
    if f["sat"]:
        return saturate_code(g, a, source, to)
    target = g.typed(ll.IntType(to.bits))
    if to.bits > source.bits:
        return g.b.sext(a, target) if source.kind == "s" else g.b.zext(a, target)
    return g.b.trunc(a, target) if to.bits < source.bits else a


def saturate_code(g: Generator, a: LLValue, source: ScalarType, to: ScalarType) -> LLValue:
    """Clamp to the destination's range, in the wider of the two widths plus one bit."""
    bits = max(source.bits, to.bits) + 1
    wide, element = g.typed(ll.IntType(bits)), ll.IntType(bits)
    value = g.b.sext(a, wide) if source.kind == "s" else g.b.zext(a, wide)
    low, high = bounds(to)
    value = build.binary(g.b, "smax", value, g.const(element, low & ((1 << bits) - 1)))
    value = build.binary(g.b, "smin", value, g.const(element, high))
    return g.b.trunc(value, g.typed(ll.IntType(to.bits)))


def _resize_meaning(f: Fields, a: Lanes) -> Lanes:
    to = TYPES[f["dt"]]
    return wrap(clamp(a.tolist(), to) if f["sat"] else a.tolist(), to.bits, to.dtype)


def _may_saturate(f: Fields) -> bool:
    """Return whether the destination lacks some of the source's values, else there is no `.sat`."""
    low, high = bounds(TYPES[f["st"]])
    return not f["sat"] or clamp([low, high], TYPES[f["dt"]]) != [low, high]


define(
    f"cvt . sat? . dt:{INTEGERS} . st:{INTEGERS}", "d:dt, a:st",
    meaning=_resize_meaning, code=_resize, words=CONVERTED + "{resized}",
    say=resized, valid=_may_saturate, made_of=fitted,
)  # fmt: skip


# ---- integer to f32, f64 -------------------------------------------------------------------


def _from_integer(g: Generator, f: Fields, a: LLValue) -> LLValue:
    target = g.llvm_type(TYPES[f["dt"]])
    name = "sitofp" if f["st"].startswith("s") else "uitofp"
    if f["rnd"] != "rn":
        value = directed_code(g, name, f["rnd"], (a,), target)
    else:
        value = g.b.sitofp(a, target) if name == "sitofp" else g.b.uitofp(a, target)
    return limit_code(g, f, value)


def _from_integer_meaning(f: Fields, a: Lanes) -> Lanes:
    return numeric.integer_to_float(f["dt"], a, f["rnd"], bool(f["sat"]))


define(
    f"cvt . rnd:rn|rz|rm|rp . ftz? . sat? . dt:f32|f64 . st:{INTEGERS}", "d:dt, a:st",
    meaning=_from_integer_meaning, code=_from_integer, words=CONVERTED, valid=ftz_of_f32,
    tells=("ftz",),  # no integer becomes a subnormal number
)  # fmt: skip


# ---- float to integer ----------------------------------------------------------------------

ROUNDING = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}


def _to_integer(g: Generator, f: Fields, a: LLValue) -> LLValue:
    value = flush_code(g, f, a)
    if f["st"] == "f16":
        # By AVX512-FP16, LLVM 22 converts a half to s16 itself, and a NaN becomes 0x8000.
        value = g.b.fpext(value, g.llvm_type(TYPES["f32"]))
    return integer_code(g, f, value)


def integer_code(g: Generator, f: Fields, value: LLValue) -> LLValue:
    """Round a value of 32 or 64 bits and clamp it to the range of `dt`, also without `.sat`."""
    to = TYPES[f["dt"]]
    value = build.unary(g.b, ROUNDING[f["rnd"]], value)
    target = g.typed(ll.IntType(to.bits))
    name = "fptosi.sat" if to.kind == "s" else "fptoui.sat"
    result = build.intrinsic(g.b, name, target, [value], [target, value.type])
    if f["st"] != "f64" and to.bits != 64:
        return result  # NaN becomes 0
    top = g.const(ll.IntType(to.bits), 1 << (to.bits - 1))
    return g.b.select(g.b.fcmp_unordered("uno", value, value), top, result)


def _to_integer_meaning(f: Fields, a: Lanes) -> Lanes:
    to = TYPES[f["dt"]]
    ftz = bool(f["ftz"]) and f["st"] == "f32"
    return numeric.float_to_integer(to.bits, to.kind == "s", f["st"], a, f["rnd"], ftz)


define(
    f"cvt . rnd:rni|rzi|rmi|rpi . ftz? . sat? . dt:{INTEGERS} . st:f16|f32|f64", "d:dt, a:st",
    meaning=_to_integer_meaning, code=_to_integer, valid=ftz_of_f32,
    words=CONVERTED,
)  # fmt: skip


# ---- f32 and f64 to one another ------------------------------------------------------------


def _between(g: Generator, f: Fields, a: LLValue) -> LLValue:
    source = a
    a = flush_code(g, f, a)
    target = g.llvm_type(TYPES[f["dt"]])
    if f["dt"] == f["st"]:
        value = a
    elif f["dt"] == "f64":
        value = g.b.fpext(a, target)
    elif f["rnd"] != "rn":
        value = directed_code(g, "fptrunc", f["rnd"], (a,), target)
    else:
        value = g.b.fptrunc(a, target)
    value = finish_code(g, f, value)
    return value if f["sat"] else _between_nan(g, f, value, source)


def _between_nan(g: Generator, f: Fields, value: LLValue, source: LLValue) -> LLValue:
    """Emit the NaNs of `_between_meaning`."""
    if f["st"] == "f64" and f["dt"] == "f32":
        bits = narrowed_nan_code(g, "f32", g.b.bitcast(value, g.typed(build.I32)), source)
        return g.b.bitcast(bits, value.type)
    if f["ftz"]:
        return replaced_code(g, value, source, _FLUSHED_NAN[f["dt"]])
    if f["st"] == "f32" and f["dt"] == "f64":
        return widened_nan_code(g, "f32", value, g.b.bitcast(source, g.typed(build.I32)))
    return source


# What `.ftz` makes of a NaN: it is an addition of f32 first.
_FLUSHED_NAN = {"f32": 0x7FFFFFFF, "f64": 0x7FFFFFFFE0000000}


def _between_meaning(f: Fields, a: Lanes) -> Lanes:
    """Convert; without `.sat` and `.ftz` a NaN keeps sign and payload."""
    ftz, sat = bool(f["ftz"]), bool(f["sat"])
    value = numeric.float_to_float(f["dt"], f["st"], a, f["rnd"] or "rn", ftz, sat)
    if sat:
        return value
    if f["st"] == "f64" and f["dt"] == "f32":
        return narrowed_nan_meaning("f32", value, a)
    if ftz:
        nan = np.array([_FLUSHED_NAN[f["dt"]]], f"u{value.itemsize}").view(value.dtype)
        return np.where(np.isnan(a), nan, value)
    return widened_nan_meaning("f32", value, a) if f["dt"] != f["st"] else a.copy()


define(
    "cvt . rnd:rn|rz|rm|rp? . ftz? . sat? . dt:f32|f64 . st:f32|f64", "d:dt, a:st",
    meaning=_between_meaning, code=_between,
    valid=lambda f: ftz_of_f32(f) and bool(f["rnd"]) == (f["dt"] == "f32" and f["st"] == "f64"),
    keeps_nan=True,
    words=CONVERTED,
)  # fmt: skip


# ---- to an integral value of the same type -------------------------------------------------


def _whole(g: Generator, f: Fields, a: LLValue) -> LLValue:
    if f["dt"] == "f16":
        wide = build.unary(g.b, ROUNDING[f["rnd"]], widen_code(g, "f16", a))
        return join_code(g, "f16", [narrow_code(g, "f16", limit_code(g, f, wide))])
    value = build.unary(g.b, ROUNDING[f["rnd"]], flush_code(g, f, a))
    value = limit_code(g, f, value)
    return first_nan_code(g, value, a) if f["dt"] == "f64" else value


def _whole_meaning(f: Fields, a: Lanes) -> Lanes:
    ftz = bool(f["ftz"]) and f["st"] == "f32"
    value = numeric.round_to_integral(f["dt"], a, f["rnd"], ftz, bool(f["sat"]))
    return first_nan_meaning(value, a) if f["dt"] == "f64" else value


define(
    "cvt . rnd:rni|rzi|rmi|rpi . ftz? . sat? . dt:f16|f32|f64 . st:f16|f32|f64", "d:dt, a:st",
    meaning=_whole_meaning, code=_whole, valid=lambda f: f["dt"] == f["st"] and ftz_of_f32(f),
    words="{d} = {a} as a whole number of type {dt}", tells=("st",),
    keeps_nan=lambda f: f["dt"] == "f64",
)  # fmt: skip


# ---- cvt.pack ------------------------------------------------------------------------------


def _pack(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue = None) -> LLValue:
    """Put the saturated a above the saturated b; of narrow types, both below the shifted c."""
    to, source = TYPES[f["dt"]], TYPES[f["st"]]
    total: LLValue = None
    for place, value in enumerate((b, a)):
        part = g.b.zext(saturate_code(g, value, source, to), g.typed(build.I32))
        part = g.b.shl(part, g.const(build.I32, place * to.bits))
        total = part if total is None else g.b.or_(total, part)
    if c is None:
        return total
    return g.b.or_(total, g.b.shl(c, g.const(build.I32, 2 * to.bits)))


def _pack_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
    to = TYPES[f["dt"]]
    mask = (1 << to.bits) - 1
    rows = zip(clamp(a.tolist(), to), clamp(b.tolist(), to), strict=True)
    values = [(x & mask) << to.bits | (y & mask) for x, y in rows]
    if c is not None:
        values = [v | w << 2 * to.bits for v, w in zip(values, c.tolist(), strict=True)]
    return wrap(values, 32, TYPES["b32"].dtype)


define(
    "cvt . pack . sat . dt:u16|s16 . st:s32", "d:b32, a:st, b:st", meaning=_pack_meaning,
    code=_pack, words="{d} = {a} (high) and {b} (low), converted from {st} to {dt}", made_of=pair,
)  # fmt: skip
define(
    "cvt . pack . sat . dt:u8|s8 . st:s32 . rest:b32", "d:rest, a:st, b:st, c:rest",
    meaning=_pack_meaning, code=_pack,
    words="{d} = {c} shifted up, below it {a} and {b} (low), converted from {st} to {dt}",
    made_of=pair_below,
)  # fmt: skip
