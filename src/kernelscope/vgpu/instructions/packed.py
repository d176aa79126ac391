"""Pairs of 16-bit integers in one register: add, min, max (PTX ISA, 9.7.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.ir.byte_sources import halves
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import I16
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_PAIRS = "u16x2|s16x2"


def _halves_meaning(f: Fields, value: Lanes) -> Lanes:
    """Return both halves of each lane side by side, as the element type."""
    return np.ascontiguousarray(value).view(np.int16 if f["t"] == "s16x2" else np.uint16)


def _meaning(operation: Callable[[Lanes, Lanes], Lanes], f: Fields, a: Lanes, b: Lanes) -> Lanes:
    value = operation(_halves_meaning(f, a), _halves_meaning(f, b))
    if f.get("relu"):
        value = np.maximum(value, 0)
    return np.ascontiguousarray(value).view(np.uint32)


def _halves_code(g: Generator, value: LLValue) -> LLValue:
    return g.b.bitcast(value, build.vector(I16, 2 * (g.lanes or 1)))


def _code(name: str, g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    x, y = _halves_code(g, a), _halves_code(g, b)
    value: LLValue
    if name == "add":
        value = g.b.add(x, y)
    else:
        value = build.binary(g.b, ("s" if f["t"] == "s16x2" else "u") + name, x, y)
    if f.get("relu"):
        value = build.binary(g.b, "smax", value, build.constant(x.type, 0))
    return g.b.bitcast(value, a.type)


for _name, _operation, _word in (
    ("add", np.add, "{a} + {b}"),
    ("min", np.minimum, "min({a}, {b})"),
    ("max", np.maximum, "max({a}, {b})"),
):
    define(
        f"{_name} . t:{_PAIRS}" if _name == "add" else f"{_name} . relu? . t:{_PAIRS}",
        "d:b32, a:b32, b:b32",
        meaning=lambda f, a, b, op=_operation: _meaning(op, f, a, b),
        code=lambda g, f, a, b, n=_name: _code(n, g, f, a, b),
        valid=lambda f: not f.get("relu") or f["t"] == "s16x2",
        words=f"{{d}} = {_word}, each half separately",
        made_of=halves,
    )
