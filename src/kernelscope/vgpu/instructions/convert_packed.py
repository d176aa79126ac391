"""Conversions to and from pairs and fours of 4, 6 and 8 bits (PTX ISA, 9.7.10.24 "cvt").

e4m3, e5m2, e2m3, e3m2 and e2m1 are floats, ue8m0 a power of two, s2f6 a whole number of 64ths. For
`.rs` PTX says which random bits an element gets; here they are added to the upper ones of what is
cut off, of subnormal results as well. Those of an `.e2m1x4` are, from `a` on, the bytes 3, 1, 2, 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.floats import limit_code
from kernelscope.vgpu.instructions.halves import (
    base_name,
    join_meaning,
    positive_meaning,
    split_meaning,
    widen_meaning,
)
from kernelscope.vgpu.instructions.narrow import (
    bfloats_code,
    elements_code,
    finite_code,
    halves_code,
    packed_code,
    scale_code,
    stochastic_code,
    to_bits_code,
    width_of,
)
from kernelscope.vgpu.ir.byte_sources import halves, pair
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F32, F64, I32, I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_PAIRS = (("e4m3x2|e5m2x2", 16, True), ("e2m3x2|e3m2x2", 16, True), ("e2m1x2", 8, False))
"""Types, the bits of a pair, and whether its elements are bytes."""
_SCALED = "scaled:scaled::n2::ue8m0"
_PAIR = "{d} = {b} (low) and {a} (high), converted from {st} to {dt}"
_HALVES = "{d} = the halves of {a}, converted from {st} to {dt}"


def _of_target(f: Fields) -> str:
    """Return the target: those of f32 and f16 from and to 8 bits are Hopper's."""
    narrow = {base_name(f["dt"]), base_name(f["st"])}
    is_old = narrow & {"e4m3", "e5m2"} and narrow & {"f32", "f16"}
    return "" if is_old else "sm_100a"


# ---- to pairs of floats ------------------------------------------------------------------------


def _sources_code(g: Generator, f: Fields, values: tuple[LLValue, ...]) -> list[LLValue]:
    """Return the elements as f32, the lowest first: two sources or the halves of one."""
    parts = values[::-1] if f["st"] == "f32" else elements_code(g, f["st"], values[0])
    return [limit_code(g, f, part) for part in parts]


def _sources_meaning(f: Fields, values: tuple[Lanes, ...]) -> list[Lanes]:
    if f["st"] == "f32":
        return list(values[::-1])
    return [widen_meaning(base_name(f["st"]), part) for part in split_meaning(f["st"], values[0])]


def _packed_meaning(f: Fields, width: int, parts: list[Lanes]) -> Lanes:
    total = np.zeros(len(parts[0]), np.uint64)
    for n, part in enumerate(parts):
        total |= part.astype(np.uint64) << np.uint64(width * n)
    return total.astype(TYPES[f["dt"]].dtype)


def _positive(f: Fields, values: list[Lanes]) -> list[Lanes]:
    """Apply `.relu`: NaN stays."""
    return [np.where(v <= 0, np.float32(0), v) for v in values] if f["relu"] else values


def _to_pair(g: Generator, f: Fields, *values: LLValue) -> LLValue:
    name = base_name(f["dt"])
    parts = [to_bits_code(g, name, finite_code(g, f, name, v)) for v in _sources_code(g, f, values)]
    return packed_code(g, width_of(name), parts)


def _to_pair_meaning(f: Fields, *values: Lanes) -> Lanes:
    name = base_name(f["dt"])
    parts = [
        numeric.float_to_float(name, "f32", v, finite=True)
        for v in _positive(f, _sources_meaning(f, values))
    ]
    return _packed_meaning(f, width_of(name), parts)


for _types, _width, _made in _PAIRS:
    for _limits in ("satfinite . relu?", "relu . satfinite"):  # in either order
        define(
            f"cvt . rnd:rn . {_limits} . dt:{_types} . st:f32", f"d:b{_width}, a:st, b:st",
            meaning=_to_pair_meaning, code=_to_pair, words=_PAIR, target=_of_target,
            made_of=pair if _made else None,
        )  # fmt: skip
        for _halves in ("f16x2", "bf16x2"):
            define(
                f"cvt . rnd:rn . {_limits} . dt:{_types} . st:{_halves}", f"d:b{_width}, a:st",
                meaning=_to_pair_meaning, code=_to_pair, words=_HALVES, tells=("st",),
                target=_of_target, made_of=halves if _made else None,
            )  # fmt: skip


# ---- from pairs of floats ----------------------------------------------------------------------


def _from_pair(g: Generator, f: Fields, a: LLValue, scales: LLValue = None) -> LLValue:
    values = [limit_code(g, f, v) for v in _numbers_code(g, f["st"], a)]
    if f["dt"] == "f16x2":
        return halves_code(g, values)
    if scales is not None:
        factors = _scales_code(g, scales)
        values = [g.b.fmul(v, factor) for v, factor in zip(values, factors, strict=True)]
    return bfloats_code(g, f, values)


def _numbers_code(g: Generator, name: str, a: LLValue) -> list[LLValue]:
    if name != "s2f6x2":
        return elements_code(g, name, a)
    sixty_fourth = g.const(F32, 2.0**-6)
    bytes_ = (g.b.trunc(g.b.lshr(a, g.const(build.I16, n)), g.typed(build.I8)) for n in (0, 8))
    return [g.b.fmul(g.b.sitofp(byte, g.typed(F32)), sixty_fourth) for byte in bytes_]


def _scales_code(g: Generator, scales: LLValue) -> list[LLValue]:
    wide = g.b.zext(scales, g.typed(I32))
    low, high = g.b.and_(wide, g.const(I32, 0xFF)), g.b.lshr(wide, g.const(I32, 8))
    return [scale_code(g, low), scale_code(g, high)]


def _from_pair_meaning(f: Fields, a: Lanes, scales: Lanes | None = None) -> Lanes:
    name, target = base_name(f["st"]), base_name(f["dt"])
    bits = np.ascontiguousarray(a).astype(np.uint32)
    width = width_of(name)
    rows = scales if scales is not None else np.full(len(bits), 0x7F7F, np.uint16)
    parts: list[Lanes] = []
    for n in (0, 1):
        codes = (bits >> np.uint32(width * n)).tolist()
        values = [_number(name, code) for code in codes]
        if f["relu"]:
            values = [0.0 if value <= 0 else value for value in values]
        given = [numeric.scale(int(row) >> 8 * n & 0xFF) for row in rows]
        products = [numeric.product(v, s) for v, s in zip(values, given, strict=True)]
        part = numeric.array_of(target, products, finite=bool(f.get("satfinite")))
        parts.append(positive_meaning(f, part))
    return join_meaning(f["dt"], parts, np.uint32)


def _number(name: str, code: int) -> numeric.Value:
    if name != "s2f6":
        return numeric.decode(name, code & ((1 << numeric.FORMATS[name].bits) - 1))
    whole = ((code & 0xFF) ^ 0x80) - 0x80
    return Fraction(whole, 64) if whole else 0.0


for _types, _width, _made in _PAIRS:
    define(
        f"cvt . rnd:rn . relu? . dt:f16x2 . st:{_types}", f"d:dt, a:b{_width}",
        meaning=_from_pair_meaning, code=_from_pair, target=_of_target,
        words=_HALVES, tells=("dt",), made_of=halves if _made else None,
    )  # fmt: skip
for _types, _width, _made in (*_PAIRS, ("s2f6x2", 16, True)):
    define(
        f"cvt . rnd:rn . satfinite? . relu? . dt:bf16x2 . st:{_types}", f"d:dt, a:b{_width}",
        meaning=_from_pair_meaning, code=_from_pair, target=_of_target,
        words=_HALVES, tells=("dt",), made_of=halves if _made else None,
    )  # fmt: skip
    define(
        f"cvt . rnd:rn . satfinite? . relu? . {_SCALED} . dt:bf16x2 . st:{_types}",
        f"d:dt, a:b{_width}, c:b16", meaning=_from_pair_meaning, code=_from_pair,
        target=_of_target, words=f"{_HALVES}, times the scales {{c}}", tells=("dt", "scaled"),
    )  # fmt: skip


# ---- to and from powers of two ----------------------------------------------------------------


def _to_powers(g: Generator, f: Fields, *values: LLValue) -> LLValue:
    parts = values[::-1] if f["st"] == "f32" else elements_code(g, f["st"], values[0])
    return packed_code(g, 8, [_power(g, f, part) for part in parts])


def _power(g: Generator, f: Fields, value: LLValue) -> LLValue:
    size = g.b.and_(g.b.bitcast(value, g.typed(I32)), g.const(I32, 0x7FFFFFFF))
    code = g.b.lshr(size, g.const(I32, 23))
    infinity = g.const(I32, 0x7F800000)
    if f["rnd"] == "rp":
        more = g.b.icmp_unsigned("!=", g.b.and_(size, g.const(I32, 0x7FFFFF)), g.const(I32, 0))
        least = g.b.icmp_unsigned("<=", size, g.const(I32, 1 << 22))  # 2^-127 has code 0
        finite = g.b.icmp_unsigned("<", size, infinity)
        up = g.b.and_(g.b.and_(more, finite), g.b.not_(least))
        code = g.b.add(code, g.b.zext(up, g.typed(I32)))
    if f["satfinite"]:
        code = build.binary(g.b, "umin", code, g.const(I32, 0xFE))
    return g.b.select(g.b.icmp_unsigned(">", size, infinity), g.const(I32, 0xFF), code)


def _to_powers_meaning(f: Fields, *values: Lanes) -> Lanes:
    parts = _sources_meaning(f, values)
    finite = bool(f["satfinite"])
    codes = [numeric.power_of_two(part, f["rnd"], finite) for part in parts]
    return _packed_meaning(f, 8, codes)


define(
    "cvt . rnd:rz|rp . satfinite? . dt:ue8m0x2 . st:f32", "d:b16, a:st, b:st",
    meaning=_to_powers_meaning, code=_to_powers, words=_PAIR, target=_of_target, made_of=pair,
)  # fmt: skip
define(
    "cvt . rnd:rz|rp . satfinite? . dt:ue8m0x2 . st:bf16x2", "d:b16, a:st",
    meaning=_to_powers_meaning, code=_to_powers, words=_HALVES, tells=("st",), target=_of_target,
    made_of=halves,
)  # fmt: skip


def _from_powers(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return bfloats_code(g, f, _scales_code(g, a))


def _from_powers_meaning(f: Fields, a: Lanes) -> Lanes:
    parts = [
        numeric.array_of("bf16", [numeric.scale(int(row) >> 8 * n & 0xFF) for row in a])
        for n in (0, 1)
    ]
    return join_meaning(f["dt"], parts, np.uint32)


define(
    "cvt . rnd:rn . dt:bf16x2 . st:ue8m0x2", "d:dt, a:b16", meaning=_from_powers_meaning,
    code=_from_powers, words=_HALVES, tells=("dt",), target=_of_target, made_of=halves,
)  # fmt: skip


# ---- to 64ths --------------------------------------------------------------------------------


def _to_fixed(g: Generator, f: Fields, *operands: LLValue) -> LLValue:
    values = _sources_code(g, f, operands[:-1] if f.get("scaled") else operands)
    codes: list[LLValue] = []
    for n, value in enumerate(values):
        wide = g.b.fmul(g.b.fpext(value, g.typed(F64)), g.const(F64, 64.0))
        if f.get("scaled"):
            wide = g.b.fmul(wide, _inverse(g, g.b.lshr(operands[-1], g.const(build.I16, 8 * n))))
        codes.append(_fixed(g, wide))
    return packed_code(g, 8, codes)


def _inverse(g: Generator, scale: LLValue) -> LLValue:
    """Return 1 / scale in f64, of the low byte of an i16."""
    byte = g.b.and_(g.b.zext(scale, g.typed(I64)), g.const(I64, 0xFF))
    raw = g.b.shl(g.b.sub(g.const(I64, 1023 + 127), byte), g.const(I64, 52))
    nan = g.b.icmp_unsigned("==", byte, g.const(I64, 0xFF))
    return g.b.bitcast(g.b.select(nan, g.const(I64, 0x7FF8 << 48), raw), g.typed(F64))


def _fixed(g: Generator, value: LLValue) -> LLValue:
    """Return an f64 as a byte in an i32, clamped; NaN is the greatest."""
    top, bottom = g.const(F64, 127.0), g.const(F64, -128.0)
    value = g.b.select(g.b.fcmp_ordered("<", value, top), value, top)
    value = g.b.select(g.b.fcmp_ordered(">", value, bottom), value, bottom)
    # Adding 1.5·2^52 leaves the whole number, rounded, in the low bits.
    moved = g.b.bitcast(g.b.fadd(value, g.const(F64, 1.5 * 2.0**52)), g.typed(I64))
    return g.b.trunc(g.b.and_(moved, g.const(I64, 0xFF)), g.typed(I32))


def _to_fixed_meaning(f: Fields, *operands: Lanes) -> Lanes:
    parts = _positive(f, _sources_meaning(f, operands[:-1] if f.get("scaled") else operands))
    rows = operands[-1] if f.get("scaled") else np.full(len(parts[0]), 0x7F7F, np.uint16)
    codes: list[Lanes] = []
    for n, part in enumerate(parts):
        scales = [numeric.scale(int(row) >> 8 * n & 0xFF) for row in rows]
        values = numeric.values_of("f32", part)
        codes.append(
            np.array([_sixty_fourths(v, s) for v, s in zip(values, scales, strict=True)], np.uint8)
        )
    return _packed_meaning(f, 8, codes)


def _sixty_fourths(value: numeric.Value, scale: numeric.Value) -> int:
    if value != value or scale != scale:
        return 127
    if not isinstance(value, Fraction):
        return 0 if value == 0 else 127 if value > 0 else 0x80
    size = numeric.to_integer(abs(value) / Fraction(scale) * 64, "even")
    return max(-size, -128) & 0xFF if value < 0 else min(size, 127)


for _scaled, _scale in (("", ""), (f" . {_SCALED}", ", c:b16")):
    _divided = ", divided by the scales {c}" if _scaled else ""
    define(
        f"cvt . rnd:rn . satfinite . relu?{_scaled} . dt:s2f6x2 . st:f32",
        f"d:b16, a:st, b:st{_scale}", meaning=_to_fixed_meaning, code=_to_fixed, target=_of_target,
        words=_PAIR + _divided,
        tells=("scaled",) if _scaled else (), made_of=None if _scaled else pair,
    )  # fmt: skip
    define(
        f"cvt . rnd:rn . satfinite . relu?{_scaled} . dt:s2f6x2 . st:bf16x2",
        f"d:b16, a:st{_scale}", meaning=_to_fixed_meaning, code=_to_fixed, target=_of_target,
        words=_HALVES + _divided,
        tells=("st", "scaled") if _scaled else ("st",), made_of=None if _scaled else halves,
    )  # fmt: skip


# ---- rounded by random bits --------------------------------------------------------------------

# Of each element, the lowest first: the place of its random bits, and how many of them count.
_RANDOM: dict[str, tuple[tuple[int, ...], int]] = {
    "f16": ((0, 16), 13), "bf16": ((0, 16), 16), "e2m1": ((0, 16, 8, 24), 8),
}  # fmt: skip


def _random(name: str) -> tuple[tuple[int, ...], int]:
    return _RANDOM.get(name, ((0, 0, 16, 16), 16))


def _element(f: Fields) -> str:
    return f["dt"].rpartition("x")[0]


def _round_randomly(g: Generator, f: Fields, *operands: LLValue) -> LLValue:
    name = _element(f)
    places, count = _random(name)
    values = operands[0] if isinstance(operands[0], tuple) else operands[:-1]
    finite = bool(f["satfinite"])
    codes: list[LLValue] = []
    for place, value in zip(places, values[::-1], strict=True):
        bits = g.b.lshr(operands[-1], g.const(I32, place))
        bits = g.b.and_(bits, g.const(I32, (1 << count) - 1))
        bits = g.b.shl(bits, g.const(I32, 16 - count))
        codes.append(stochastic_code(g, name, limit_code(g, f, value), bits, finite=finite))
    return packed_code(g, TYPES[f["dt"]].bits // len(codes), codes)


def _round_randomly_meaning(f: Fields, *operands: Lanes) -> Lanes:
    name = _element(f)
    places, count = _random(name)
    values = list(operands[0] if isinstance(operands[0], tuple) else operands[:-1])
    random = operands[-1].astype(np.uint32)
    codes: list[Lanes] = []
    for place, value in zip(places, _positive(f, values[::-1]), strict=True):
        bits = (random >> np.uint32(place) & np.uint32((1 << count) - 1)) << np.uint32(16 - count)
        code = numeric.stochastic(name, value, bits, bool(f["satfinite"]))
        codes.append(code.view(f"u{code.dtype.itemsize}"))
    return _packed_meaning(f, TYPES[f["dt"]].bits // len(codes), codes)


define(
    "cvt . rnd:rs . satfinite? . relu? . dt:f16x2|bf16x2 . st:f32", "d:dt, a:st, b:st, r:b32",
    meaning=_round_randomly_meaning, code=_round_randomly, target="sm_100a",
    words=_PAIR + ", rounded by the random bits {r}", tells=("rnd",),
)  # fmt: skip
for _types, _width in (("e4m3x4|e5m2x4|e2m3x4|e3m2x4", 32), ("e2m1x4", 16)):
    define(
        f"cvt . rnd:rs . satfinite . relu? . dt:{_types} . st:f32", f"d:b{_width}, a:st*4, r:b32",
        meaning=_round_randomly_meaning, code=_round_randomly, target="sm_100a",
        words="{d} = {a}, the last one lowest, converted from {st} to {dt} and rounded by the "
        "random bits {r}",
        tells=("rnd",),
    )  # fmt: skip
