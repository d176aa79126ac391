"""Pairs and fours of integers in one register: add, sub, min, max, neg (PTX ISA, 9.7.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.ir.byte_sources import bitwise, halves
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_PAIRS, _FOURS = "u16x2|s16x2", "u8x4|s8x4"
_Operation = Callable[..., Lanes]


def _width(f: Fields) -> int:
    """Return the bits of an element."""
    return 16 if f["t"].endswith("x2") else 8


def _elements_meaning(f: Fields, value: Lanes) -> Lanes:
    """Return the elements of each lane side by side, with room for a sum."""
    bits = np.ascontiguousarray(value).view(f"{'i' if _signed(f) else 'u'}{_width(f) // 8}")
    return bits.astype(np.int32)


def _signed(f: Fields) -> bool:
    return f["t"].startswith("s")


def _meaning(operation: _Operation, f: Fields, *sources: Lanes) -> Lanes:
    value = operation(*(_elements_meaning(f, source) for source in sources))
    if f.get("relu"):
        value = np.maximum(value, 0)
    if f.get("sat"):
        least = -(1 << _width(f) - 1) if _signed(f) else 0
        value = np.clip(value, least, least + (1 << _width(f)) - 1)
    return np.ascontiguousarray(value.astype(f"u{_width(f) // 8}")).view(np.uint32)


def _elements_code(g: Generator, f: Fields, value: LLValue) -> LLValue:
    count = 32 // _width(f) * (g.lanes or 1)
    return g.b.bitcast(value, build.vector(ll.IntType(_width(f)), count))


def _code(name: str, g: Generator, f: Fields, *sources: LLValue) -> LLValue:
    elements = [_elements_code(g, f, source) for source in sources]
    zero = build.constant(elements[0].type, 0)
    sign = "s" if _signed(f) else "u"
    value: LLValue
    if f.get("sat"):
        value = build.binary(g.b, f"{sign}{name}.sat", *elements)
    elif name in ("min", "max"):
        value = build.binary(g.b, sign + name, *elements)
    elif name == "neg":
        value = g.b.sub(zero, *elements)
    else:
        value = g.b.add(*elements) if name == "add" else g.b.sub(*elements)
    if f.get("relu"):
        value = build.binary(g.b, "smax", value, zero)
    return g.b.bitcast(value, sources[0].type)


def _define(
    name: str, modifier: str, types: str, operation: _Operation, word: str, target: str = ""
) -> None:
    two = name != "neg"
    define(
        f"{name}{modifier} . t:{types}", "d:b32, a:b32, b:b32" if two else "d:b32, a:b32",
        meaning=lambda f, *sources: _meaning(operation, f, *sources),
        code=lambda g, f, *sources: _code(name, g, f, *sources),
        valid=lambda f: not f.get("relu") or _signed(f),
        words=f"{{d}} = {word}, each {'half' if types == _PAIRS else 'byte'} separately",
        made_of=halves if types == _PAIRS else bitwise, target=target,
    )  # fmt: skip


_define("add", "", _PAIRS, np.add, "{a} + {b}")
_define("add", " . sat", _PAIRS, np.add, "{a} + {b}", "sm_120a")
for _name, _modifier, _operation, _word in (
    ("add", " . sat?", np.add, "{a} + {b}"),
    ("sub", " . sat?", np.subtract, "{a} - {b}"),
    ("min", " . relu?", np.minimum, "min({a}, {b})"),
    ("max", " . relu?", np.maximum, "max({a}, {b})"),
):
    if _name in ("min", "max"):
        _define(_name, _modifier, _PAIRS, _operation, _word)
    _define(_name, _modifier, _FOURS, _operation, _word, "sm_120a")
_define("neg", "", "s8x4", np.negative, "-{a}", "sm_120a")
