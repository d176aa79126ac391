"""Arithmetic of four floats of 8 bits in one register (PTX ISA, 9.7.6): each is rounded once.

Factors and the first summand may be fours of 4 or 6 bits, which are converted exactly. Without
`.satfinite` what is too large is infinite, or NaN in e4m3, which has no infinities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.halves import odd_fma
from kernelscope.vgpu.instructions.narrow import (
    elements_code,
    finite_code,
    packed_code,
    to_bits_code,
    width_of,
)
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning
from kernelscope.vgpu.jit.build import F32
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_RESULTS = "e4m3x4|e5m2x4"
_SOURCES = "e4m3x4|e5m2x4|e2m3x4|e3m2x4|e2m1x4"


def _types(f: Fields, count: int) -> list[str]:
    """Return the types of the sources: those that are not named are the result's."""
    named = [f[name] for name in ("at", "bt") if name in f]
    return [*named, *[f["t"]] * (count - len(named))]


def _compute(g: Generator, op: str, args: tuple[LLValue, ...]) -> LLValue:
    """Return the exact value as an f32 rounded to odd."""
    one = g.const(F32, 1.0)
    match op:
        case "add":
            return odd_fma(g, args[0], one, args[1])
        case "sub":
            return odd_fma(g, args[0], one, g.b.fneg(args[1]))
        case "mul":
            return odd_fma(g, args[0], args[1], g.const(F32, -0.0))
        case _:
            return odd_fma(g, args[0], args[1], args[2])


def _code(op: str) -> PureCode:
    def code(g: Generator, f: Fields, *args: LLValue) -> LLValue:
        name, finite = f["t"].removesuffix("x4"), bool(f["satfinite"])
        types = _types(f, len(args))
        columns = [elements_code(g, t, a) for t, a in zip(types, args, strict=True)]
        parts = [
            to_bits_code(g, name, finite_code(g, f, name, _compute(g, op, row)), beyond=not finite)
            for row in zip(*columns, strict=True)
        ]
        return packed_code(g, 8, parts)

    return code


def _elements(name: str, array: Lanes) -> list[Lanes]:
    """Return the four elements as f64, which holds the exact values."""
    element = name.removesuffix("x4")
    bits, width = np.ascontiguousarray(array).astype(np.uint32), width_of(element)
    mask = np.uint32((1 << numeric.FORMATS[element].bits) - 1)
    parts = ((bits >> np.uint32(width * n) & mask).astype(np.uint8) for n in range(4))
    return [numeric.float_to_float("f64", element, part) for part in parts]


def _meaning(op: str) -> PureMeaning:
    def meaning(f: Fields, *args: Lanes) -> Lanes:
        name, finite = f["t"].removesuffix("x4"), bool(f["satfinite"])
        types = _types(f, len(args))
        columns = [_elements(t, a) for t, a in zip(types, args, strict=True)]
        total = np.zeros(len(args[0]), np.uint32)
        for n, row in enumerate(zip(*columns, strict=True)):
            part = numeric.narrow(op, name, *row, finite=finite)
            total |= part.astype(np.uint32) << np.uint32(8 * n)
        return total

    return meaning


for _op, _types_of, _signature, _words in (
    ("add", "at", "d:b32, a:aw, b:b32", "{d} = {a} + {b}"),
    ("sub", "at", "d:b32, a:aw, b:b32", "{d} = {a} - {b}"),
    ("mul", "at bt", "d:b32, a:aw, b:bw", "{d} = {a} * {b}"),
    ("fma", "at bt", "d:b32, a:aw, b:bw, c:b32", "{d} = {a} * {b} + {c} in one step"),
):
    _given = " and ".join(f"{{{slot[0]}}} has {{{slot}}}" for slot in _types_of.split())
    _slots = " . ".join(f"{slot}:{_SOURCES}" for slot in _types_of.split())
    define(
        f"{_op} . rnd:rn? . satfinite? . t:{_RESULTS} . {_slots}", _signature,
        meaning=_meaning(_op), code=_code(_op), pipe="fma", flops=8 if _op == "fma" else 4,
        words=f"{_words}, each of four {{t}} separately; {_given}", target="sm_100a",
        types={
            "aw": lambda f: "b16" if f["at"] == "e2m1x4" else "b32",
            "bw": lambda f: "b16" if f["bt"] == "e2m1x4" else "b32",
        },
    )  # fmt: skip
