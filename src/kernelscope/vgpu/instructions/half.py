"""Arithmetic of 16-bit floats and packed pairs: f16, f16x2, bf16, bf16x2 (PTX ISA, 9.7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.elementary import exp2_double, in_pieces, tanh_double
from kernelscope.vgpu.instructions.floating import min_max_code, min_max_meaning
from kernelscope.vgpu.instructions.floats import limit_code
from kernelscope.vgpu.instructions.halves import (
    HALVES,
    base_name,
    flush_bits_code,
    flush_half_code,
    join_code,
    join_meaning,
    narrow_code,
    no_ftz_of_bf16,
    odd_fma,
    odd_single,
    positive_meaning,
    split_code,
    split_meaning,
    widen_meaning,
)
from kernelscope.vgpu.ir.byte_sources import halves
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning, Role
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F32, I16, I32
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_FUNCTIONS = {"ex2": exp2_double, "tanh": tanh_double}


# ---- add, sub, mul, fma, ex2, tanh ---------------------------------------------------------


def _compute(g: Generator, op: str, args: list[LLValue]) -> LLValue:
    """Compute one element: f32 in, f32 (exact enough to round again) out."""
    match op:
        case "add":
            return g.b.fadd(*args)
        case "sub":
            return g.b.fsub(*args)
        case "mul":
            return odd_fma(g, args[0], args[1], g.const(F32, -0.0))
        case "fma":
            return odd_fma(g, *args)
        case _:
            return in_pieces(g, lambda g, x: odd_single(g, _FUNCTIONS[op](g, x)), args[0])


def _elementwise_code(op: str) -> PureCode:
    def code(g: Generator, f: Fields, *args: LLValue) -> LLValue:
        name = f["t"]
        parts: list[LLValue] = []
        for column in zip(*(split_code(g, name, a) for a in args), strict=True):
            value = _compute(g, op, [flush_half_code(g, f, v) for v in column])
            bits = narrow_code(g, base_name(name), limit_code(g, f, value))
            parts.append(flush_bits_code(g, f, bits))
        return join_code(g, name, parts)

    return code


def _elementwise_meaning(op: str) -> PureMeaning:
    def meaning(f: Fields, *args: Lanes) -> Lanes:
        name, ftz = f["t"], bool(f.get("ftz"))
        element = base_name(name)
        parts: list[Lanes] = []
        for column in zip(*(split_meaning(name, a) for a in args), strict=True):
            if op in _FUNCTIONS:
                value = numeric.approx(op, element, *column, ftz=ftz)
            else:
                value = getattr(numeric, op)(element, *column, ftz=ftz, sat=bool(f["sat"]))
            parts.append(positive_meaning(f, value))
        return join_meaning(name, parts, args[0].dtype)

    return meaning


def _is_bf16(f: Fields) -> bool:
    return f["t"].startswith("bf16")


def _legal(f: Fields) -> bool:
    """Return whether the modifiers go together: bf16 has no `.ftz` or `.sat`, `.sat` excludes
    `.relu`.
    """
    if _is_bf16(f) and (f["ftz"] or f["sat"]):
        return False
    return not (f["sat"] and f.get("relu"))


for _op, _symbol in (("add", "+"), ("sub", "-"), ("mul", "*")):
    define(
        f"{_op} . rnd:rn? . ftz? . sat? . t:{HALVES}", "d:t, a:t, b:t",
        meaning=_elementwise_meaning(_op), code=_elementwise_code(_op), pipe="fma", flops=1,
        valid=_legal, words=f"{{d}} = {{a}} {_symbol} {{b}}", made_of=halves,
    )  # fmt: skip
define(
    f"fma . rnd:rn . ftz? . sat? . relu? . t:{HALVES}", "d:t, a:t, b:t, c:t",
    meaning=_elementwise_meaning("fma"), code=_elementwise_code("fma"), pipe="fma", flops=2,
    valid=_legal, words="{d} = {a} * {b} + {c} in one step", made_of=halves,
)  # fmt: skip
define(
    f"ex2 . approx . ftz? . t:{HALVES}", "d:t, a:t",
    meaning=_elementwise_meaning("ex2"), code=_elementwise_code("ex2"), pipe="xu", flops=1,
    valid=lambda f: bool(f["ftz"]) == _is_bf16(f), words="{d} = 2^{a}", made_of=halves,
)  # fmt: skip
define(
    f"tanh . approx . t:{HALVES}", "d:t, a:t",
    meaning=_elementwise_meaning("tanh"), code=_elementwise_code("tanh"), pipe="xu", flops=1,
    words="{d} = tanh({a})", made_of=halves,
)  # fmt: skip


# ---- fma of copies that reach beyond a tensor ------------------------------------------------

_BEYOND = 0x7FF7
"""The NaN of either sign that `.oob` makes +0 of, if it is a factor (H200)."""


def _beyond_code(g: Generator, f: Fields, *args: LLValue) -> LLValue:
    name, outside, size = f["t"], g.const(I16, _BEYOND), g.const(I16, 0x7FFF)
    parts = _bits_code(g, name, _elementwise_code("fma")(g, f, *args))
    for factor in args[:2]:
        for n, bits in enumerate(_bits_code(g, name, factor)):
            beyond = g.b.icmp_unsigned("==", g.b.and_(bits, size), outside)
            parts[n] = g.b.select(beyond, g.const(I16, 0), parts[n])
    return join_code(g, name, parts)


def _bits_code(g: Generator, name: str, value: LLValue) -> list[LLValue]:
    """Return the elements of a 16-bit or packed value as i16."""
    if not name.endswith("x2"):
        return [g.b.bitcast(value, g.typed(I16))]
    high = g.b.lshr(value, g.const(I32, 16))
    return [g.b.trunc(part, g.typed(I16)) for part in (value, high)]


def _beyond_meaning(f: Fields, *args: Lanes) -> Lanes:
    name = f["t"]
    value = np.asarray(_elementwise_meaning("fma")({**f, "sat": ""}, *args))
    columns = [split_meaning(name, part) for part in (value, *args[:2])]
    parts = [
        np.where((a & 0x7FFF == _BEYOND) | (b & 0x7FFF == _BEYOND), np.uint16(0), bits)
        for bits, a, b in zip(*columns, strict=True)
    ]
    return join_meaning(name, parts, args[0].dtype)


define(
    f"fma . rnd:rn . oob . relu? . t:{HALVES}", "d:t, a:t, b:t, c:t",
    meaning=_beyond_meaning, code=_beyond_code, pipe="fma", flops=2, keeps_nan=True,
    words="{d} = {a} * {b} + {c} in one step, or 0 if a factor is from beyond a tensor",
    tells=("oob",), made_of=halves,
)  # fmt: skip


# ---- sign, minimum, maximum ----------------------------------------------------------------


def _sign_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue) -> LLValue:
        parts: list[LLValue] = []
        for value in split_code(g, f["t"], a):
            value = flush_half_code(g, f, value)
            value = build.unary(g.b, "fabs", value) if name == "abs" else g.b.fneg(value)
            parts.append(narrow_code(g, base_name(f["t"]), value))
        return join_code(g, f["t"], parts)

    return code


def _sign_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, a: Lanes) -> Lanes:
        element = base_name(f["t"])
        parts: list[Lanes] = []
        for bits in split_meaning(f["t"], a):
            bits = numeric.flush(element, bits) if f["ftz"] else bits
            bits = bits & 0x7FFF if name == "abs" else bits ^ 0x8000
            # Adding a negative zero keeps every value, and gives every NaN its one pattern.
            zero = bits * 0 + 0x8000
            parts.append(numeric.add(element, bits, zero.astype(bits.dtype)))
        return join_meaning(f["t"], parts, a.dtype)

    return meaning


for _op, _word in (("neg", "-{a}"), ("abs", "|{a}|")):
    define(
        f"{_op} . ftz? . t:{HALVES}", "d:t, a:t", meaning=_sign_meaning(_op), code=_sign_code(_op),
        valid=no_ftz_of_bf16, words=f"{{d}} = {_word}", role=Role.SIGN, made_of=halves,
    )  # fmt: skip


def _extreme_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        plain = {**f, "ftz": ""}
        parts: list[LLValue] = []
        for pair in zip(split_code(g, f["t"], a), split_code(g, f["t"], b), strict=True):
            x, y = (flush_half_code(g, f, v) for v in pair)
            value = min_max_code(g, plain, x, y, name=name)
            parts.append(narrow_code(g, base_name(f["t"]), value))
        return join_code(g, f["t"], parts)

    return code


def _extreme_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
        element = base_name(f["t"])
        plain = {**f, "ftz": ""}
        parts: list[Lanes] = []
        for pair in zip(split_meaning(f["t"], a), split_meaning(f["t"], b), strict=True):
            flushed = (numeric.flush(element, v) if f["ftz"] else v for v in pair)
            x, y = (widen_meaning(element, v) for v in flushed)
            value = min_max_meaning(plain, x, y, name=name)
            parts.append(numeric.float_to_float(element, "f32", value))
        return join_meaning(f["t"], parts, a.dtype)

    return meaning


for _op in ("min", "max"):
    for _spec in (
        f"{_op} . ftz? . nan:NaN? . t:{HALVES}",
        f"{_op} . ftz? . nan:NaN? . xorsign . abs . t:{HALVES}",
    ):
        define(
            _spec, "d:t, a:t, b:t", meaning=_extreme_meaning(_op), code=_extreme_code(_op),
            valid=no_ftz_of_bf16, words=f"{{d}} = {_op}({{a}}, {{b}})", role=Role.EXTREME,
            made_of=halves,
        )  # fmt: skip
