"""Reciprocals, roots, exponentials and the other functions of one float (PTX ISA, 9.7.3.13-22).

Where PTX gives only an error bound (`.approx`) the virtual GPU gives the correctly rounded value:
the function in f64, rounded once more to f32. The f64 error is about 2^-51, so the double rounding
is wrong for about one input in 2^27, and then by one unit in the last place; of `ex2` for none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.elementary import (
    exp2_double,
    in_pieces,
    log2_double,
    sine_double,
    tanh_double,
)
from kernelscope.vgpu.instructions.floats import finish_code, flush_code
from kernelscope.vgpu.instructions.nans import first_nan_code, first_nan_meaning
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F64
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


# ---- approximations of f32 -----------------------------------------------------------------


def _wide(g: Generator, x: LLValue) -> LLValue:
    return g.b.fpext(x, g.typed(F64))


def _sine(g: Generator, x: LLValue) -> LLValue:
    return sine_double(g, x, quarters=0)


def _cosine(g: Generator, x: LLValue) -> LLValue:
    return sine_double(g, x, quarters=1)


def _sine_of_turns(g: Generator, x: LLValue, quarters: int) -> LLValue:
    return sine_double(g, x, quarters, factor=1.0)


def _inverse_root(g: Generator, x: LLValue) -> LLValue:
    return g.b.fdiv(g.const(F64, 1.0), build.unary(g.b, "sqrt", _wide(g, x)))


def _approximation_code(function: Callable[[Generator, LLValue], LLValue]) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue) -> LLValue:
        def piece(g: Generator, x: LLValue) -> LLValue:
            return finish_code(g, f, g.b.fptrunc(function(g, flush_code(g, f, x)), x.type))

        return in_pieces(g, piece, a)

    return code


def _approximation_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, a: Lanes) -> Lanes:
        return numeric.approx(name, "f32", a, ftz=bool(f.get("ftz")))

    return meaning


for _name, _ftz, _function, _words in (
    ("ex2", " . ftz?", exp2_double, "{d} = 2^{a}"),
    ("lg2", " . ftz?", log2_double, "{d} = log2({a})"),
    ("sin", " . ftz?", _sine, "{d} = sin({a})"),
    ("cos", " . ftz?", _cosine, "{d} = cos({a})"),
    ("tanh", "", tanh_double, "{d} = tanh({a})"),
    ("rsqrt", " . ftz?", _inverse_root, "{d} = 1 / sqrt({a})"),
):
    define(
        f"{_name} . approx{_ftz} . t:f32", "d:t, a:t", meaning=_approximation_meaning(_name),
        code=_approximation_code(_function), pipe="xu", flops=1, words=_words,
    )  # fmt: skip


for _name, _quarters in (("sin", 0), ("cos", 1)):
    define(
        f"{_name} . approx . ftz . unit:2pi . t:f32", "d:t, a:t",
        meaning=_approximation_meaning(f"{_name}.2pi"),
        code=_approximation_code(partial(_sine_of_turns, quarters=_quarters)),
        pipe="xu", flops=1, words=f"{{d}} = {_name}(2 pi * {{a}})", tells=("unit",),
    )  # fmt: skip


# ---- reciprocals and square roots ----------------------------------------------------------


def _reciprocal(g: Generator, f: Fields, a: LLValue) -> LLValue:
    one = g.const(build.element_type(a), 1.0)
    value = finish_code(g, f, g.b.fdiv(one, flush_code(g, f, a)))
    return first_nan_code(g, value, a) if f["t"] == "f64" else value


def _reciprocal_meaning(f: Fields, a: Lanes) -> Lanes:
    value = numeric.rcp(f["t"], a, ftz=bool(f.get("ftz")))
    return first_nan_meaning(value, a) if f["t"] == "f64" else value


def _root(g: Generator, f: Fields, a: LLValue) -> LLValue:
    value = finish_code(g, f, build.unary(g.b, "sqrt", flush_code(g, f, a)))
    return first_nan_code(g, value, a) if f["t"] == "f64" else value


def _root_meaning(f: Fields, a: Lanes) -> Lanes:
    value = numeric.sqrt(f["t"], a, ftz=bool(f.get("ftz")))
    return first_nan_meaning(value, a) if f["t"] == "f64" else value


for _name, _code, _meaning, _words in (
    ("rcp", _reciprocal, _reciprocal_meaning, "{d} = 1 / {a}"),
    ("sqrt", _root, _root_meaning, "{d} = sqrt({a})"),
):
    define(
        f"{_name} . how:approx|rn . ftz? . t:f32", "d:t, a:t",
        meaning=_meaning, code=_code, pipe="xu", flops=1, words=_words,
    )  # fmt: skip
    define(
        f"{_name} . how:rn . t:f64", "d:t, a:t",
        meaning=_meaning, code=_code, pipe="fp64", flops=1, words=_words, keeps_nan=True,
    )  # fmt: skip
