"""Products of matrices of single bits on the tensor cores (PTX ISA, 9.7.16.5 "mma": `.b1`).

With g = lane / 4 and t = lane % 4: a register is 32 bits along K. Register i of A is row
g + 8·(i % 2) of sixteen rows, bits 128·(i / 2) + 32·t on; of B column g, bits 128·i + 32·t on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu.instructions.matrix import WORDS, depth_of, parts_of, rows_of
from kernelscope.vgpu.instructions.phrases import matrices_of
from kernelscope.vgpu.interpreter import tensor as tensor_cores
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import I32, PTR
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    words = [*parts_of(a), *parts_of(b), *parts_of(c)]
    data = scratch(g, I32, len(words), LANES)
    place = lambda n: g.b.gep(data, [build.number(n)], source_etype=WORDS)  # noqa: E731
    for n, word in enumerate(words):
        g.b.store(word, place(n), align=64)
    halves, depth = rows_of(f) // 8, depth_of(f)
    key = f"ks.mma.b1.{f['op']}.{f['shape']}"
    g.b.call(get(g.module, key, _make, halves, depth, f["op"]), [data])
    first = len(words) - 2 * halves
    sums = (g.b.load(place(first + n), typ=WORDS, align=64) for n in range(2 * halves))
    return (tuple(sums),)


def _make(module: ll.Module, name: str, halves: int, depth: int, op: str) -> LLValue:
    """Build `void mma(data)`: registers of A, B and C one after another; C becomes A·B + C."""
    function, b = begin(module, name, ll.VoidType(), [PTR])
    place = lambda n: b.gep(function.args[0], [build.number(n)], source_etype=WORDS)  # noqa: E731
    load = lambda n: b.load(place(n), typ=WORDS, align=64)  # noqa: E731
    right = depth // 128
    left = halves * right
    for i in range(2 * halves):
        total = load(left + right + i)
        for word in range(4 * right):
            register, thread = divmod(word, 4)
            rows = [4 * (n // 4) + thread for n in range(LANES)]
            columns = [4 * (2 * (n % 4) + i % 2) + thread for n in range(LANES)]
            x = build.shuffle(b, load(register * halves + i // 2), None, rows)
            y = build.shuffle(b, load(left + register), None, columns)
            bits = b.and_(x, y) if op == "and" else b.xor(x, y)
            total = b.add(total, build.popcount(b, bits))
        b.store(total, place(left + right + i), align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


define(
    "mma . sync . aligned . shape:m8n8k128|m16n8k128|m16n8k256 . row . col"
    " . dt:s32 . at:b1 . bt:b1 . ct:s32 . op:xor|and . popc",
    "d:s32*nc, a:b32*na, b:b32*nb, c:s32*nc",
    kind="warp", shape="varying", code=_product, meaning=tensor_cores.mma_bits, pipe="tensor",
    say=matrices_of,
    words="{d} = {a} x {b} + {c} on the tensor cores: {matrices}; a product is the {op} of two"
    " bits",
    tells=("shape", "row", "col", "dt", "at", "bt", "ct"),
    counts={
        "na": lambda f: rows_of(f) // 8 * depth_of(f) // 128,
        "nb": lambda f: depth_of(f) // 128,
        "nc": lambda f: rows_of(f) // 4,
    },
    macs=lambda f: ("int1", rows_of(f) * 8 * depth_of(f)),
)  # fmt: skip
