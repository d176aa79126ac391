"""Conversions between integers, f32 and f64, and to integral values (PTX ISA, 9.7.9.21 "cvt")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir as ll

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.directed import directed_code
from kernelscope.vgpu.instructions.floats import finish_code, flush_code, limit_code
from kernelscope.vgpu.instructions.halves import join_code, narrow_code, widen_code
from kernelscope.vgpu.instructions.integers import bounds, clamp, wrap
from kernelscope.vgpu.instructions.say import resized
from kernelscope.vgpu.instructions.words import CONVERTED
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.types import TYPES, Lanes, LLValue, ScalarType

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

INTEGERS = "u8|u16|u32|u64|s8|s16|s32|s64"


# ---- integer to integer --------------------------------------------------------------------


def _resize(g: Generator, f: Fields, a: LLValue) -> LLValue:
    to, source = TYPES[f["dt"]], TYPES[f["st"]]
    if f["sat"]:
        return saturate_code(g, a, source, to)
    kind = g.typed(ll.IntType(to.bits))
    if to.bits > source.bits:
        return g.b.sext(a, kind) if source.kind == "s" else g.b.zext(a, kind)
    return g.b.trunc(a, kind) if to.bits < source.bits else a


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


define(
    f"cvt . sat? . dt:{INTEGERS} . st:{INTEGERS}", "d:dt, a:st",
    meaning=_resize_meaning, code=_resize, words=CONVERTED + "{resized}",
    say=resized,
)  # fmt: skip


# ---- integer to f32, f64 -------------------------------------------------------------------


def _from_integer(g: Generator, f: Fields, a: LLValue) -> LLValue:
    kind = g.llvm_type(TYPES[f["dt"]])
    name = "sitofp" if f["st"].startswith("s") else "uitofp"
    if f["rnd"] != "rn":
        value = directed_code(g, name, f["rnd"], (a,), kind)
    else:
        value = g.b.sitofp(a, kind) if name == "sitofp" else g.b.uitofp(a, kind)
    return limit_code(g, f, value)


def _from_integer_meaning(f: Fields, a: Lanes) -> Lanes:
    return numeric.integer_to_float(f["dt"], a, f["rnd"], bool(f["sat"]))


define(
    f"cvt . rnd:rn|rz|rm|rp . sat? . dt:f32|f64 . st:{INTEGERS}", "d:dt, a:st",
    meaning=_from_integer_meaning, code=_from_integer, words=CONVERTED,
)  # fmt: skip


# ---- float to integer ----------------------------------------------------------------------

_ROUNDING = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}


def _to_integer(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Round and clamp to the range, also without `.sat`."""
    to = TYPES[f["dt"]]
    value = build.unary(g.b, _ROUNDING[f["rnd"]], flush_code(g, f, a))
    kind = g.typed(ll.IntType(to.bits))
    name = "fptosi.sat" if to.kind == "s" else "fptoui.sat"
    result = build.intrinsic(g.b, name, kind, [value], [kind, value.type])
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
    meaning=_to_integer_meaning, code=_to_integer,
    words=CONVERTED,
)  # fmt: skip


# ---- f32 and f64 to one another ------------------------------------------------------------


def _between(g: Generator, f: Fields, a: LLValue) -> LLValue:
    a = flush_code(g, f, a)
    kind = g.llvm_type(TYPES[f["dt"]])
    if f["dt"] == f["st"]:
        value = a
    elif f["dt"] == "f64":
        value = g.b.fpext(a, kind)
    elif f["rnd"] != "rn":
        value = directed_code(g, "fptrunc", f["rnd"], (a,), kind)
    else:
        value = g.b.fptrunc(a, kind)
    return finish_code(g, f, value)


def _between_meaning(f: Fields, a: Lanes) -> Lanes:
    ftz, sat = bool(f["ftz"]), bool(f["sat"])
    return numeric.float_to_float(f["dt"], f["st"], a, f["rnd"] or "rn", ftz, sat)


define(
    "cvt . rnd:rn|rz|rm|rp? . ftz? . sat? . dt:f32|f64 . st:f32|f64", "d:dt, a:st",
    meaning=_between_meaning, code=_between,
    valid=lambda f: (f["rnd"] != "") == (f["dt"] == "f32" and f["st"] == "f64"),
    words=CONVERTED,
)  # fmt: skip


# ---- to an integral value of the same type -------------------------------------------------


def _whole(g: Generator, f: Fields, a: LLValue) -> LLValue:
    if f["dt"] == "f16":
        wide = build.unary(g.b, _ROUNDING[f["rnd"]], widen_code(g, "f16", a))
        return join_code(g, "f16", [narrow_code(g, "f16", limit_code(g, f, wide))])
    value = build.unary(g.b, _ROUNDING[f["rnd"]], flush_code(g, f, a))
    return limit_code(g, f, value)


def _whole_meaning(f: Fields, a: Lanes) -> Lanes:
    ftz = bool(f["ftz"]) and f["st"] == "f32"
    return numeric.round_to_integral(f["dt"], a, f["rnd"], ftz, bool(f["sat"]))


define(
    "cvt . rnd:rni|rzi|rmi|rpi . ftz? . sat? . dt:f16|f32|f64 . st:f16|f32|f64", "d:dt, a:st",
    meaning=_whole_meaning, code=_whole, valid=lambda f: f["dt"] == f["st"],
    words="{d} = {a} as a whole number of type {dt}", tells=("st",),
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
    code=_pack, words="{d} = {a} (high) and {b} (low), converted from {st} to {dt}",
)  # fmt: skip
define(
    "cvt . pack . sat . dt:u8|s8 . st:s32 . rest:b32", "d:rest, a:st, b:st, c:rest",
    meaning=_pack_meaning, code=_pack,
    words="{d} = {c} shifted up, below it {a} and {b} (low), converted from {st} to {dt}",
)  # fmt: skip
