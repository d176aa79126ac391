"""Matrix products of f64 on the tensor cores (PTX ISA, 9.7.16.5 "mma": m8n8k4 and m16n8kK).

With g = lane / 4 and t = lane % 4: of A, eight or sixteen rows of four columns follow each other,
a lane holding row g (then g + 8) of column t; register i of B is row 4·i + t and column g; the
accumulators are row g (+ 8 for the upper pair) and columns 2t, 2t + 1. Sums run over k ascending,
one fused multiply-add each, rounded as `.rnd` says.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.directed import constrained, rounding
from kernelscope.vgpu.instructions.floating import canonical_code
from kernelscope.vgpu.instructions.phrases import matrices_of
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, Results
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import F64, I64, PTR
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_VECTOR = build.vector(F64)
_LANE = np.arange(LANES)


def _size(f: Fields) -> tuple[int, int]:
    """Return the groups of eight rows, and K."""
    rows, _, columns_and_depth = f["shape"][1:].partition("n")
    return int(rows) // 8, int(columns_and_depth.partition("k")[2])


def _tuple(value: Lanes | tuple[Lanes, ...]) -> tuple[Lanes, ...]:
    return value if isinstance(value, tuple) else (value,)


def _meaning(
    f: Fields,
    active: Lanes,
    a: Lanes | tuple[Lanes, ...],
    b: Lanes | tuple[Lanes, ...],
    c: Lanes | tuple[Lanes, ...],
) -> Results:
    halves, depth = _size(f)
    left, right = np.zeros((8 * halves, depth)), np.zeros((depth, 8))
    group, place = _LANE // 4, _LANE % 4
    for i, register in enumerate(_tuple(a)):
        left[group + 8 * (i % halves), 4 * (i // halves) + place] = register
    for i, register in enumerate(_tuple(b)):
        right[4 * i + place, group] = register
    sums: list[Lanes] = []
    for i, start in enumerate(_tuple(c)):
        row, column = group + 8 * (i // 2), 2 * place + i % 2
        total = start
        for k in range(depth):
            total = numeric.fma("f64", left[row, k], right[k, column], total, f["rnd"] or "rn")
        sums.append(total)
    return (tuple(sums),)


def product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Hand the registers to the function of this shape and rounding (`shape`, `rnd`)."""
    (halves, depth), mode = _size(f), f["rnd"] or "rn"
    words: list[LLValue] = [*_tuple(a), *_tuple(b), *_tuple(c)]
    data = scratch(g, F64, len(words), LANES)
    place = lambda n: g.b.gep(data, [ll.Constant(I64, n)], source_etype=_VECTOR)  # noqa: E731
    for n, word in enumerate(words):
        g.b.store(word, place(n), align=64)
    function = get(g.module, f"ks.mma.f64.{f['shape']}.{mode}", _make, halves, depth, mode)
    g.b.call(function, [data])
    first = len(words) - 2 * halves
    sums = (g.b.load(place(first + n), typ=_VECTOR, align=64) for n in range(2 * halves))
    return (tuple(canonical_code(g, total) for total in sums),)


def _make(module: ll.Module, name: str, halves: int, depth: int, mode: str) -> LLValue:
    """Build `void mma(data)`: registers of A, B and C one after another; C becomes A·B + C."""
    function, b = begin(module, name, ll.VoidType(), [PTR])
    with contextlib.nullcontext() if mode == "rn" else rounding(b, mode):
        _add_products(b, function.args[0], (halves, depth), mode)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _add_products(b: ll.IRBuilder, data: LLValue, size: tuple[int, int], mode: str) -> None:
    place = lambda n: b.gep(data, [ll.Constant(I64, n)], source_etype=_VECTOR)  # noqa: E731
    load = lambda n: b.load(place(n), typ=_VECTOR, align=64)  # noqa: E731
    halves, depth = size
    left, right = halves * depth // 4, depth // 4
    for i in range(2 * halves):
        total = load(left + right + i)
        for k in range(depth):
            rows = [4 * (n // 4) + k % 4 for n in range(LANES)]
            columns = [4 * (2 * (n % 4) + i % 2) + k % 4 for n in range(LANES)]
            x = build.shuffle(b, load(k // 4 * halves + i // 2), None, rows)
            y = build.shuffle(b, load(left + k // 4), None, columns)
            if mode == "rn":
                total = build.fma(b, x, y, total)
            else:
                total = constrained(b, "fma", mode, (x, y, total), [_VECTOR])
        b.store(total, place(left + right + i), align=64)


define(
    "mma . sync . aligned . shape:m8n8k4|m16n8k4|m16n8k8|m16n8k16 . row . col"
    " . rnd:rn|rz|rm|rp? . dt:f64 . at:f64 . bt:f64 . ct:f64",
    "d:f64*nc, a:f64*na, b:f64*nb, c:f64*nc",
    kind="warp", shape="varying", code=product, meaning=_meaning, pipe="tensor",
    say=matrices_of,
    words="{d} = {a} x {b} + {c} on the tensor cores: {matrices}",
    tells=("shape", "row", "col", "dt", "at", "bt", "ct"),
    counts={
        "na": lambda f: _size(f)[0] * _size(f)[1] // 4,
        "nb": lambda f: _size(f)[1] // 4,
        "nc": lambda f: 2 * _size(f)[0],
    },
    macs=lambda f: ("fp64", 64 * _size(f)[0] * _size(f)[1]),
)  # fmt: skip
