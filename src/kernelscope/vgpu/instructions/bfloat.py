"""Conversions of bf16 to integers and to whole numbers (PTX ISA, 9.7.10.24 "cvt").

bf16 is exact in f32, so each goes through f32 and is rounded once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.convert import ROUNDING, integer_code
from kernelscope.vgpu.instructions.halves import join_code, narrow_code, widen_code
from kernelscope.vgpu.instructions.words import CONVERTED
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.types import TYPES, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_INTEGERS = "u8|u16|u32|u64|s8|s16|s32|s64"


def _to_integer(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Round, clamp to the range; NaN is 0, the top bit alone in 64 bits (notes of "cvt")."""
    return integer_code(g, f, widen_code(g, "bf16", a))


define(
    f"cvt . rnd:rni|rzi|rmi|rpi . dt:{_INTEGERS} . st:bf16", "d:dt, a:st",
    meaning=lambda f, a: numeric.float_to_integer(
        TYPES[f["dt"]].bits, f["dt"].startswith("s"), "bf16", a, f["rnd"]
    ),
    code=_to_integer, words=CONVERTED,
)  # fmt: skip


def _whole(g: Generator, f: Fields, a: LLValue) -> LLValue:
    value = build.unary(g.b, ROUNDING[f["rnd"]], widen_code(g, "bf16", a))
    return join_code(g, "bf16", [narrow_code(g, "bf16", value)])


define(
    "cvt . rnd:rni|rzi|rmi|rpi . dt:bf16 . st:bf16", "d:dt, a:st",
    meaning=lambda f, a: numeric.round_to_integral("bf16", a, f["rnd"]),
    code=_whole, words="{d} = {a} as a whole number of type {dt}", tells=("st",),
)  # fmt: skip
