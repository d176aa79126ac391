"""Dot products of bytes and half words, sums of differences (PTX ISA, 9.7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.instructions.integers import wrap
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit.build import I8, I32
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _bytes_code(g: Generator, type_name: str, value: LLValue) -> list[LLValue]:
    parts: list[LLValue] = []
    for n in range(4):
        byte = g.b.trunc(g.b.lshr(value, g.const(I32, 8 * n)), g.typed(I8))
        extend = g.b.sext if type_name == "s32" else g.b.zext
        parts.append(extend(byte, g.typed(I32)))
    return parts


def _dp4a(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    for x, y in zip(_bytes_code(g, f["at"], a), _bytes_code(g, f["bt"], b), strict=True):
        c = g.b.add(c, g.b.mul(x, y))
    return c


def _bytes_meaning(type_name: str, value: Lanes) -> Lanes:
    raw = np.ascontiguousarray(value).view(np.int8 if type_name == "s32" else np.uint8)
    return raw.reshape(-1, 4).astype(np.int64)


def _dp4a_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    total = c.astype(np.int64) + (_bytes_meaning(f["at"], a) * _bytes_meaning(f["bt"], b)).sum(
        axis=1
    )
    scalar = TYPES[_dot_type(f)]
    return wrap([int(v) for v in total], 32, scalar.dtype)


def _dot_type(f: Fields) -> str:
    return "s32" if "s32" in (f["at"], f["bt"]) else "u32"


define(
    "dp4a . at:u32|s32 . bt:u32|s32", "d:w, a:at, b:bt, c:w", meaning=_dp4a_meaning, code=_dp4a,
    types={"w": _dot_type}, pipe="fma",
    words="{d} = {c} + the four products of the bytes of {a} and {b}",
)  # fmt: skip


def _halves_code(g: Generator, type_name: str, value: LLValue) -> list[LLValue]:
    shift = g.b.ashr if type_name == "s32" else g.b.lshr
    low = shift(g.b.shl(value, g.const(I32, 16)), g.const(I32, 16))
    return [low, shift(value, g.const(I32, 16))]


def _dp2a(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    pair = _bytes_code(g, f["bt"], b)[:2] if f["half"] == "lo" else _bytes_code(g, f["bt"], b)[2:]
    for x, y in zip(_halves_code(g, f["at"], a), pair, strict=True):
        c = g.b.add(c, g.b.mul(x, y))
    return c


def _dp2a_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    raw = np.ascontiguousarray(a).view(np.int16 if f["at"] == "s32" else np.uint16)
    halves = raw.reshape(-1, 2).astype(np.int64)
    pair = (
        _bytes_meaning(f["bt"], b)[:, :2]
        if f["half"] == "lo"
        else _bytes_meaning(f["bt"], b)[:, 2:]
    )
    total = c.astype(np.int64) + (halves * pair).sum(axis=1)
    return wrap([int(v) for v in total], 32, TYPES[_dot_type(f)].dtype)


define(
    "dp2a . half:lo|hi . at:u32|s32 . bt:u32|s32", "d:w, a:at, b:bt, c:w", meaning=_dp2a_meaning,
    code=_dp2a, types={"w": _dot_type}, pipe="fma",
    words="{d} = {c} + the two products of the halves of {a} and the {half} bytes of {b}",
)  # fmt: skip


def _sad(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    signed = f["t"].startswith("s")
    less = (g.b.icmp_signed if signed else g.b.icmp_unsigned)("<", a, b)
    return g.b.add(c, g.b.select(less, g.b.sub(b, a), g.b.sub(a, b)))


def _sad_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    scalar = TYPES[f["t"]]
    values = [int(z) + abs(int(x) - int(y)) for x, y, z in zip(a, b, c, strict=True)]
    return wrap(values, scalar.bits, scalar.dtype)


define(
    "sad . t:u16|u32|u64|s16|s32|s64", "d:t, a:t, b:t, c:t", meaning=_sad_meaning, code=_sad,
    words="{d} = |{a} - {b}| + {c}",
)  # fmt: skip
