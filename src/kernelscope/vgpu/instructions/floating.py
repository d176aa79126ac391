"""Floating-point arithmetic of f32 and f64 (PTX ISA, 9.7.3): each operation rounds once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.directed import directed_code
from kernelscope.vgpu.instructions.floats import (
    BITS,
    canonical_code,
    canonical_meaning,
    finish_code,
    flush_code,
    flush_meaning,
)
from kernelscope.vgpu.instructions.nans import first_nan_code, first_nan_meaning
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning, Role
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

# The operands of f64 arithmetic, the one first whose NaN wins (H200; a quotient is a program).
_NAN_ORDER = {"add": (1, 0), "sub": (1, 0), "mul": (1, 0), "fma": (1, 2, 0), "div": (0, 1)}
_SMALLEST_NORMAL = {"f16": 2.0**-14, "f32": 2.0**-126, "f64": 2.0**-1022}


# ---- arithmetic ----------------------------------------------------------------------------


def _rounded(g: Generator, name: str, mode: str, args: tuple[LLValue, ...]) -> LLValue:
    """Emit an f32 or f64 operation in any rounding mode."""
    if mode in ("", "rn"):
        return _nearest(g, name, args)
    return directed_code(g, name, mode, args)


def _nearest(g: Generator, name: str, args: tuple[LLValue, ...]) -> LLValue:
    if name == "fma":
        return build.fma(g.b, *args)
    return {"add": g.b.fadd, "sub": g.b.fsub, "mul": g.b.fmul, "div": g.b.fdiv}[name](*args)


def _arithmetic_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, *arrays: Lanes) -> Lanes:
        options = {"mode": f.get("rnd") or "rn", "ftz": bool(f.get("ftz"))}
        if "sat" in f:
            options["sat"] = bool(f["sat"])
        value = getattr(numeric, name)(f["t"], *arrays, **options)
        if f["t"] == "f64":
            return first_nan_meaning(value, *(arrays[n] for n in _NAN_ORDER[name]))
        return value

    return meaning


def _arithmetic_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, *args: LLValue) -> LLValue:
        flushed = tuple(flush_code(g, f, a) for a in args)
        value = finish_code(g, f, _rounded(g, name, f.get("rnd", ""), flushed))
        if f["t"] == "f64":
            return first_nan_code(g, value, *(args[n] for n in _NAN_ORDER[name]))
        return value

    return code


def _define_arithmetic(name: str, spec: str, signature: str, words: str) -> None:
    define(
        spec,
        signature,
        meaning=_arithmetic_meaning(name),
        code=_arithmetic_code(name),
        pipe="fp64" if spec.endswith("f64") else ("xu" if name == "div" else "fma"),
        keeps_nan=spec.endswith("f64"),
        flops=2 if name == "fma" else 1,
        words=words,
    )


for _op, _symbol in (("add", "+"), ("sub", "-"), ("mul", "*")):
    _words = f"{{d}} = {{a}} {_symbol} {{b}}"
    _define_arithmetic(
        _op, f"{_op} . rnd:rn|rz|rm|rp? . ftz? . sat? . t:f32", "d:t, a:t, b:t", _words
    )
    _define_arithmetic(_op, f"{_op} . rnd:rn|rz|rm|rp? . t:f64", "d:t, a:t, b:t", _words)
for _op in ("fma", "mad"):
    _words = "{d} = {a} * {b} + {c} in one step"
    _define_arithmetic(
        "fma",
        f"{_op} . rnd:rn|rz|rm|rp . ftz? . sat? . t:f32",
        "d:t, a:t, b:t, c:t",
        _words,
    )
    _define_arithmetic("fma", f"{_op} . rnd:rn|rz|rm|rp . t:f64", "d:t, a:t, b:t, c:t", _words)
_words = "{d} = {a} / {b}"
_define_arithmetic("div", "div . rnd:rn|rz|rm|rp . ftz? . t:f32", "d:t, a:t, b:t", _words)
_define_arithmetic("div", "div . rnd:rn|rz|rm|rp . t:f64", "d:t, a:t, b:t", _words)


def _quotient_meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
    """Return the correctly rounded quotient, where PTX gives a bound only (9.7.3.8).

    `div.approx` by more than 2^126 multiplies with a reciprocal that is flushed to zero.
    """
    value = numeric.div("f32", a, b, ftz=bool(f["ftz"]))
    if f["how"] == "full":
        return value
    with np.errstate(invalid="ignore"):
        flushed = flush_meaning(f, a) * np.copysign(np.float32(0), b)
    return np.where((np.abs(b) > _LARGEST_DIVISOR) & np.isfinite(b), flushed, value)


def _quotient_code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    x, y = flush_code(g, f, a), flush_code(g, f, b)
    value = g.b.fdiv(x, y)
    if f["how"] == "approx":
        size = build.unary(g.b, "fabs", y)
        zero = build.binary(g.b, "copysign", g.const(build.F32, 0.0), y)
        large = g.b.fcmp_ordered(">", size, g.const(build.F32, _LARGEST_DIVISOR))
        finite = g.b.fcmp_ordered("<", size, g.const(build.F32, math.inf))
        value = g.b.select(g.b.and_(large, finite), g.b.fmul(x, zero), value)
    return finish_code(g, f, value)


_LARGEST_DIVISOR = 2.0**126
define(
    "div . how:full|approx . ftz? . t:f32", "d:t, a:t, b:t",
    meaning=_quotient_meaning, code=_quotient_code, pipe="xu", flops=1, words=_words,
)  # fmt: skip


# ---- sign, minimum, maximum ----------------------------------------------------------------


def _sign_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, a: Lanes) -> Lanes:
        value = flush_meaning(f, a)
        value = np.abs(value) if name == "abs" else -value
        return first_nan_meaning(value, a) if f["t"] == "f64" else canonical_meaning(value)

    return meaning


def _sign_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue) -> LLValue:
        value = flush_code(g, f, a)
        value = build.unary(g.b, "fabs", value) if name == "abs" else g.b.fneg(value)
        return first_nan_code(g, value, a) if f["t"] == "f64" else canonical_code(g, value)

    return code


for _op, _words in (("abs", "{d} = |{a}|"), ("neg", "{d} = -{a}")):
    for _spec in (f"{_op} . ftz? . t:f32", f"{_op} . t:f64"):
        define(
            _spec, "d:t, a:t", meaning=_sign_meaning(_op), code=_sign_code(_op),
            words=_words, keeps_nan=_spec.endswith("f64"), role=Role.SIGN,
        )  # fmt: skip


def min_max_meaning(f: Fields, a: Lanes, b: Lanes, *, name: str) -> Lanes:
    """Return min or max; −0 is below +0, and a NaN loses to a number unless `.NaN` asks for it."""
    a, b = flush_meaning(f, a), flush_meaning(f, b)
    sign: Lanes | None = None
    if f.get("xorsign"):
        sign = np.signbit(a) ^ np.signbit(b)
        a, b = np.abs(a), np.abs(b)
    with np.errstate(all="ignore"):
        first = (a < b) | ((a == b) & np.signbit(a))
    value = np.where(first if name == "min" else ~first, a, b)
    value = np.where(np.isnan(a), b, np.where(np.isnan(b), a, value))
    if f.get("nan"):
        value = np.where(np.isnan(a) | np.isnan(b), a.dtype.type(np.nan), value)
    if sign is not None:
        value = np.where(sign, -np.abs(value), np.abs(value))
    value = value.astype(a.dtype)
    return first_nan_meaning(value, b, a) if f.get("t") == "f64" else canonical_meaning(value)


def min_max_code(g: Generator, f: Fields, a: LLValue, b: LLValue, *, name: str) -> LLValue:
    """Emit what `min_max_meaning` defines."""
    a, b = flush_code(g, f, a), flush_code(g, f, b)
    element = build.element_type(a)
    bits = BITS[build.type_suffix(element)]
    integer = ll.IntType(bits)
    sign: LLValue = None
    if f.get("xorsign"):
        raw_a, raw_b = (g.b.bitcast(v, g.typed(integer)) for v in (a, b))
        sign = g.b.and_(g.b.xor(raw_a, raw_b), g.const(integer, 1 << (bits - 1)))
        a, b = build.unary(g.b, "fabs", a), build.unary(g.b, "fabs", b)
    # What reads two f32 has had their NaNs made quiet; see `Operands.quietened`.
    direct = f.get("t") == "f32" and build.is_vector(a) and build.has_ranges()
    value = build.extreme(g.b, name, a, b) if direct else _extreme(g, a, b, name)
    if f.get("nan"):
        either = g.b.fcmp_unordered("uno", a, b)
        value = g.b.select(either, g.b.fadd(a, b), value)
    if sign is not None:
        raw_value = g.b.bitcast(build.unary(g.b, "fabs", value), g.typed(integer))
        value = g.b.bitcast(g.b.or_(raw_value, sign), a.type)
    return first_nan_code(g, value, b, a) if f.get("t") == "f64" else value


def _extreme(g: Generator, a: LLValue, b: LLValue, name: str) -> LLValue:
    """Return min or max; −0 is below +0, and a NaN loses to a number.

    LLVM's `minimumnum` does the same in more instructions, each of which waits for the one before.
    """
    integer = g.typed(ll.IntType(BITS[build.type_suffix(build.element_type(a))]))
    value = build.binary(g.b, f"{name}num", a, b)
    # It may give either zero. Equal numbers have the same bits, but for the zeros' sign.
    merge = g.b.or_ if name == "min" else g.b.and_
    merged = g.b.bitcast(merge(g.b.bitcast(a, integer), g.b.bitcast(b, integer)), a.type)
    return g.b.select(g.b.fcmp_ordered("==", a, b), merged, value)


def _extreme_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, first: Lanes, *others: Lanes) -> Lanes:
        for other in others:
            first = min_max_meaning(f, first, other, name=name)
        return first

    return meaning


def _extreme_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, first: LLValue, *others: LLValue) -> LLValue:
        for other in others:
            first = min_max_code(g, f, first, other, name=name)
        return first

    return code


for _op in ("min", "max"):
    for _spec in (
        f"{_op} . ftz? . nan:NaN? . t:f32",
        f"{_op} . ftz? . nan:NaN? . xorsign . abs . t:f32",
        f"{_op} . t:f64",
    ):
        define(
            _spec, "d:t, a:t, b:t", meaning=_extreme_meaning(_op), code=_extreme_code(_op),
            words=f"{{d}} = {_op}({{a}}, {{b}})", keeps_nan=_spec.endswith("f64"),
            role=Role.EXTREME,
        )  # fmt: skip
    define(
        f"{_op} . ftz? . nan:NaN? . t:f32", "d:t, a:t, b:t, c:t",
        meaning=_extreme_meaning(_op), code=_extreme_code(_op), target="sm_100",
        words=f"{{d}} = {_op}({{a}}, {{b}}, {{c}})", role=Role.EXTREME,
    )  # fmt: skip


def _test_meaning(f: Fields, a: Lanes) -> Lanes:
    tiny = np.finfo(a.dtype).tiny
    match f["what"]:
        case "finite":
            return np.isfinite(a)
        case "infinite":
            return np.isinf(a)
        case "number":
            return ~np.isnan(a)
        case "notanumber":
            return np.isnan(a)
        case "normal":
            return np.isfinite(a) & ((np.abs(a) >= tiny) | (a == 0))
        case _:
            return (a != 0) & (np.abs(a) < tiny)


def _test_code(g: Generator, f: Fields, a: LLValue) -> LLValue:
    element = build.element_type(a)
    size = build.unary(g.b, "fabs", a)
    inf = g.const(element, math.inf)
    tiny = g.const(element, _SMALLEST_NORMAL[f["t"]])
    match f["what"]:
        case "finite":
            return g.b.fcmp_ordered("<", size, inf)
        case "infinite":
            return g.b.fcmp_ordered("==", size, inf)
        case "number":
            return g.b.fcmp_ordered("ord", a, a)
        case "notanumber":
            return g.b.fcmp_unordered("uno", a, a)
        case "normal":
            large = g.b.fcmp_ordered(">=", size, tiny)
            zero = g.b.fcmp_ordered("==", size, g.const(element, 0.0))
            return g.b.and_(g.b.fcmp_ordered("<", size, inf), g.b.or_(large, zero))
        case _:
            zero = g.const(element, 0.0)
            return g.b.and_(g.b.fcmp_ordered(">", size, zero), g.b.fcmp_ordered("<", size, tiny))


define(
    "testp . what:finite|infinite|number|notanumber|normal|subnormal . t:f32|f64", "d:pred, a:t",
    meaning=_test_meaning, code=_test_code,
    words="{d} = whether {a} is {what}",  # zeros are normal numbers, says the manual
)  # fmt: skip


def _copysign_meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
    bits = f"u{a.dtype.itemsize}"
    top = np.array(1 << (8 * a.dtype.itemsize - 1), bits)
    return ((b.view(bits) & ~top) | (a.view(bits) & top)).view(a.dtype)


def _copysign_code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    return build.binary(g.b, "copysign", b, a)


define(
    "copysign . t:f32|f64", "d:t, a:t, b:t", meaning=_copysign_meaning, code=_copysign_code,
    words="{d} = {b} with the sign of {a}", role=Role.SIGN,
)  # fmt: skip
