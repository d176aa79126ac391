"""Four products of 8 x 8 x 4 at once on f16 (PTX ISA, 9.7.16.5 "mma": `m8n8k4` of f16).

Lanes 4p to 4p + 3 and 16 + 4p to 16 + 4p + 3 compute product p, the upper ones rows 4 to 7. A lane
holds a line of A and one of B: a row of a `.row` A or column of a `.col` B whole, else the upper or
lower half of a column of A or row of B.

Tensor cores since Ampere have no such product. The assembler makes fused multiply-adds of it, k
ascending from zero, and adds them to the sum at the end; of f16 sums, those of two k at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.floating import canonical_code
from kernelscope.vgpu.instructions.halves import join_code, narrow_code, split_code
from kernelscope.vgpu.instructions.phrases import products_of
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, Results
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_DEPTH, _SUMS = 4, 8
_LANE = np.arange(LANES)
_PAIR, _UPPER = _LANE // 4 % 4, _LANE // 16


def _places(f: Fields, register: int) -> tuple[Lanes, Lanes]:
    """Return each lane's row and column of one of its eight sums."""
    if f["dt"] == "f16":
        return _LANE % 4 + 4 * _UPPER, register + 0 * _LANE
    row = (_LANE & 1) + (register & 2) + 4 * _UPPER
    return row, (register & 4) + (_LANE & 2) + (register & 1)


def _steps(f: Fields) -> list[range]:
    """Return which k are added up before they are added to the sum."""
    return [range(2), range(2, 4)] if f["dt"] == "f16" else [range(_DEPTH)]


def _held(whole: bool, line: Lanes, k: Lanes | int) -> tuple[Lanes, Lanes]:
    """Return the lane that holds element k of a line, and which of its four elements it is.

    whole: whether a lane holds the line, a row of A or a column of B.
    """
    first = 4 * _PAIR + 16 * (line // 4)
    return (first + line % 4, k + 0 * line) if whole else (first + k, line % 4)


def _code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    left = [part for word in a for part in split_code(g, "f16x2", word)]
    right = [part for word in b for part in split_code(g, "f16x2", word)]
    half = f["dt"] == "f16"
    before = list(c)
    if f["ct"] == "f16":
        before = [part for word in c for part in split_code(g, "f16x2", word)]
    sums: list[LLValue] = []
    for n in range(_SUMS):
        row, column = _places(f, n)
        # C may be f16 where D is f32; its rows are then in lanes as those of a `.row` A.
        moves = f["ct"] != f["dt"]
        total = _taken(g, before, *_held(True, row, column)) if moves else before[n]
        zero = build.constant(total.type, 0.0)
        for step in _steps(f):
            products = zero
            for k in step:
                x = _taken(g, left, *_held(f["al"] == "row", row, k))
                y = _taken(g, right, *_held(f["bl"] == "col", column, k))
                products = build.fma(g.b, x, y, products)
            total = g.b.fadd(total, products)
        sums.append(total)
    sums = [canonical_code(g, total) for total in sums]
    if not half:
        return (tuple(sums),)
    bits = [narrow_code(g, "f16", total) for total in sums]
    return (tuple(join_code(g, "f16x2", bits[n : n + 2]) for n in range(0, _SUMS, 2)),)


def _taken(g: Generator, parts: list[LLValue], lanes: Lanes, elements: Lanes) -> LLValue:
    """Return for each lane one element of some lane's four or eight."""
    if (elements == elements[0]).all():
        return build.shuffle(g.b, parts[elements[0]], None, lanes.tolist())
    while len(parts) > 2:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [_behind(g, left, right) for left, right in pairs]
    low, high = parts
    return build.shuffle(g.b, low, high, (LANES * elements + lanes).tolist())


def _behind(g: Generator, first: LLValue, second: LLValue) -> LLValue:
    """Return one vector of two."""
    return build.shuffle(g.b, first, second, list(range(2 * first.type.count)))


def _meaning(
    f: Fields,
    active: Lanes,
    a: tuple[Lanes, ...],
    b: tuple[Lanes, ...],
    c: tuple[Lanes, ...],
) -> Results:
    left, right = _floats(a), _floats(b)
    half = f["dt"] == "f16"
    before = _floats(c) if f["ct"] == "f16" else np.stack(c)
    sums: list[Lanes] = []
    for n in range(_SUMS):
        row, column = _places(f, n)
        lane, place = _held(True, row, column)
        total = before[n] if f["ct"] == f["dt"] else before[place, lane]
        for step in _steps(f):
            products = np.zeros_like(total)
            for k in step:
                lane, element = _held(f["al"] == "row", row, k)
                other_lane, other = _held(f["bl"] == "col", column, k)
                x, y = left[element, lane], right[other, other_lane]
                products = numeric.fma("f32", x, y, products)
            total = numeric.add("f32", total, products)
        sums.append(total)
    if not half:
        return (tuple(sums),)
    halves = [numeric.float_to_float("f16", "f32", total).view(np.uint16) for total in sums]
    words = (np.stack(halves[n : n + 2], axis=1) for n in range(0, _SUMS, 2))
    return (tuple(np.ascontiguousarray(word).view(np.uint32)[:, 0] for word in words),)


def _floats(registers: tuple[Lanes, ...]) -> Lanes:
    """Return [elements, lanes] of registers of two f16 each, as f32."""
    raw = [np.ascontiguousarray(word).view(np.uint16).reshape(LANES, 2) for word in registers]
    parts = [np.ascontiguousarray(pair[:, n]) for pair in raw for n in range(2)]
    return np.stack([numeric.float_to_float("f32", "f16", part) for part in parts])


_REGISTERS = {"f32": "f32*8", "f16": "b32*4"}
for _sum, _before in (("f32", "f32"), ("f16", "f16"), ("f32", "f16")):
    define(
        "mma . sync . aligned . shape:m8n8k4 . al:row|col . bl:row|col"
        f" . dt:{_sum} . at:f16 . bt:f16 . ct:{_before}",
        f"d:{_REGISTERS[_sum]}, a:b32*2, b:b32*2, c:{_REGISTERS[_before]}",
        kind="warp", shape="varying", code=_code, meaning=_meaning, pipe="tensor",
        say=products_of,
        words="{d} = {a} ({al}) x {b} ({bl}) + {c} on the tensor cores, four products at once:"
        " {matrices}; a lane holds 8 elements of D",
        tells=("shape", "dt", "at", "bt", "ct"),
        macs=lambda f: ("fp16", 4 * 8 * 8 * _DEPTH),
    )  # fmt: skip
