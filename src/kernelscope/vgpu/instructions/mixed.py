"""Pairs of f32 (PTX ISA, 9.7.3), and f32 with operands of 16 bits (9.7.5): new with sm_100.

Each half of a pair, and each sum with a narrower operand, is one operation of f32, rounded once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.directed import directed_code
from kernelscope.vgpu.instructions.floats import CANONICAL_NAN, finish_code, flush_code
from kernelscope.vgpu.instructions.halves import widen_code, widen_meaning
from kernelscope.vgpu.instructions.nans import replaced_code
from kernelscope.vgpu.ir.byte_sources import halves
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F32, I32, I64
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_WORDS = {
    "add": "{d} = {a} + {b}", "sub": "{d} = {a} - {b}", "mul": "{d} = {a} * {b}",
    "fma": "{d} = {a} * {b} + {c} in one step",
}  # fmt: skip


def _one(g: Generator, name: str, f: Fields, *args: LLValue) -> LLValue:
    """Emit one operation of f32."""
    single = {"ftz": f.get("ftz", ""), "sat": f.get("sat", "")}
    flushed = tuple(flush_code(g, single, a) for a in args)
    if f["rnd"] in ("", "rn"):
        operations = {"add": g.b.fadd, "sub": g.b.fsub, "mul": g.b.fmul}
        value = build.fma(g.b, *flushed) if name == "fma" else operations[name](*flushed)
    else:
        value = directed_code(g, name, f["rnd"], flushed)
    return finish_code(g, single, value)


def _exactly(name: str, f: Fields, *arrays: Lanes) -> Lanes:
    options = {"mode": f["rnd"] or "rn", "ftz": bool(f.get("ftz")), "sat": bool(f.get("sat"))}
    return getattr(numeric, name)("f32", *arrays, **options)


# ---- pairs ---------------------------------------------------------------------------------


def _pair_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, *args: LLValue) -> LLValue:
        total: LLValue = g.const(I64, 0)
        for shift in (0, 32):
            parts = [
                g.b.bitcast(g.b.trunc(g.b.lshr(a, g.const(I64, shift)), g.typed(I32)), g.typed(F32))
                for a in args
            ]
            value = _one(g, name, f, *parts)
            value = replaced_code(g, value, value, CANONICAL_NAN["f32"])
            bits = g.b.zext(g.b.bitcast(value, g.typed(I32)), g.typed(I64))
            total = g.b.or_(total, g.b.shl(bits, g.const(I64, shift)))
        return total

    return code


def _pair_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, *arrays: Lanes) -> Lanes:
        halves = [np.ascontiguousarray(a).view(np.float32).reshape(-1, 2) for a in arrays]
        parts = [_exactly(name, f, *(h[:, n].copy() for h in halves)) for n in (0, 1)]
        return np.stack(parts, axis=1).view(np.uint64).reshape(-1)

    return meaning


for _name, _text in _WORDS.items():
    _fused = _name == "fma"
    define(
        f"{_name} . rnd:rn|rz|rm|rp{'' if _fused else '?'} . ftz? . t:f32x2",
        "d:b64, a:b64, b:b64" + (", c:b64" if _fused else ""),
        meaning=_pair_meaning(_name), code=_pair_code(_name), pipe="fma", flops=4 if _fused else 2,
        words=f"{_text}, each half separately", tells=("t",), target="sm_100",
        made_of=halves,
    )  # fmt: skip


# ---- f32 with 16 bits -----------------------------------------------------------------------


def _mixed_code(name: str) -> PureCode:
    def code(g: Generator, f: Fields, *args: LLValue) -> LLValue:
        wide = [widen_code(g, f["at"], a) for a in args[:-1]]
        return _one(g, name, f, *wide, args[-1])

    return code


def _mixed_meaning(name: str) -> PureMeaning:
    def meaning(f: Fields, *arrays: Lanes) -> Lanes:
        bits = [np.ascontiguousarray(a).view(np.uint16) for a in arrays[:-1]]
        return _exactly(name, f, *(widen_meaning(f["at"], b) for b in bits), arrays[-1])

    return meaning


for _number, _name in enumerate(("add", "sub", "fma"), start=1):
    _fused = _name == "fma"
    define(
        f"{_name} . rnd:rn|rz|rm|rp{'' if _fused else '?'} . sat? . f32 . at:f16|bf16",
        "d:f32, a:at, b:at, c:f32" if _fused else "d:f32, a:at, b:f32",
        meaning=_mixed_meaning(_name), code=_mixed_code(_name), pipe="fma",
        flops=2 if _fused else 1, section=f"9.7.5.{_number}", words=_WORDS[_name],
        tells=("f32", "at"), target="sm_100",
    )  # fmt: skip
