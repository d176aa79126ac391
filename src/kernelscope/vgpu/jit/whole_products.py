"""Compiled products of whole matrices, added as tensor cores do (`kernelscope.vgpu.tensor_sums`).

The sums of a tile, 8 rows and 16 columns of the result, begin at zero and stay in one place while
`DEPTH` products at a time are added to each, in the order of K (`tensor_floats.make_columns`). The
lanes of a vector, rows of A there, are columns of the right matrix here: so both matrices and the
result are read and written along their rows.
"""

from __future__ import annotations

import functools

from kernelscope.vgpu.jit import build, tensor, tensor_floats
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F32, I8, PTR, VOID, number
from kernelscope.vgpu.jit.engine import LoadedCode, cache_key, read_cache, write_cache
from kernelscope.vgpu.jit.helpers import Module, get
from kernelscope.vgpu.jit.images import compile_functions
from kernelscope.vgpu.tensor_sums import Sums
from kernelscope.vgpu.types import LLValue

HEIGHT, WIDTH, DEPTH = tensor.COLUMNS, tensor.ROWS, 16
SLOTS = ("left", "right", "sums", "exponents", "first", "tiles", "steps", "high", "wide")
"""What the code is given, in order, each in 64 bits; places are aligned to 64 bytes.

left: of f32, [batch][high][steps][HEIGHT][DEPTH]. right: [batch][wide][steps][DEPTH][WIDTH]. sums:
the result, [batch][high · HEIGHT][wide · WIDTH]. exponents: room for steps · DEPTH · WIDTH i16.
first, tiles: the first tile of the result to compute, and how many; those of a column of tiles
follow each other.
"""
_NAME = "ks_whole_product"
_ROW = build.vector(F32, WIDTH)
# Bytes of a step's factors, and of their exponents.
_LEFT, _RIGHT, _EXPONENTS = 4 * HEIGHT * DEPTH, 4 * DEPTH * WIDTH, 2 * DEPTH * WIDTH


@functools.cache
def load(how: Sums, kind: str) -> LoadedCode:
    """Return the code for matrices of one type, from the disk cache if it is there."""
    key = cache_key("whole product", how, kind)
    code = read_cache(key)
    if not isinstance(code, tuple):
        # Better code would run 1.1 times as fast, but the first product would wait for it 0.3 s
        # and not 0.1 s.
        code = compile_functions(_build(how, kind), quick=True)
        write_cache(key, code)
    return LoadedCode(code, _NAME)


def _build(how: Sums, kind: str) -> Module:
    """Build `void product(slots)`."""
    module = Module(_NAME)
    function = ll.Function(module, ll.FunctionType(VOID, [PTR]), _NAME)
    b = ll.IRBuilder(function.append_basic_block("entry"))
    slots = {name: build.load_slot(b, function.args[0], n) for n, name in enumerate(SLOTS)}
    left, right, sums, exponents = (build.to_pointer(b, slots[name]) for name in SLOTS[:4])
    first, steps, high, wide = (slots[name] for name in ("first", "steps", "high", "wide"))
    tile = build.stack_bytes(b, 4 * HEIGHT * WIDTH)
    lines = [b.gep(tile, [number(n)], source_etype=_ROW) for n in range(HEIGHT)]
    with build.counted_loop(b, slots["tiles"], "tiles") as index:
        place = b.add(first, index)
        column, row = b.udiv(place, high), b.urem(place, high)
        values = _place(b, right, b.mul(column, steps), _RIGHT)
        is_next = (b.icmp_unsigned("==", x, number(0)) for x in (row, index))
        with b.if_then(b.or_(*is_next)), build.counted_loop(b, steps, "exponents") as step:
            own = _place(b, values, step, _RIGHT), _place(b, exponents, step, _EXPONENTS)
            tensor_floats.store_exponents(b, own[0], DEPTH, kind, own[1])
        row = b.add(b.mul(b.udiv(column, wide), high), row)
        rows = _place(b, left, b.mul(row, steps), _LEFT)
        for line in lines:
            b.store(build.constant(_ROW, 0.0), line, align=64)
        _add_products(b, how, kind, (tile, values, rows, exponents), steps)
        start = b.add(b.mul(row, b.mul(wide, number(HEIGHT))), b.urem(column, wide))
        for n, line in enumerate(lines):
            target = b.gep(sums, [b.add(start, b.mul(wide, number(n)))], source_etype=_ROW)
            b.store(tensor.canonical(b, b.load(line, typ=_ROW, align=64)), target, align=64)
    b.ret_void()
    return module


def _add_products(
    b: ll.IRBuilder, how: Sums, kind: str, places: tuple[LLValue, ...], steps: LLValue
) -> None:
    """Add all products of a tile. places: the sums, the right side, the left one, exponents."""
    layout = tensor_floats.Layout(DEPTH, 4, 4 * DEPTH, (kind, kind))
    key = f"ks.columns.{how.name}.{layout.name}"
    columns = get(b.module, key, tensor_floats.make_columns, how, layout, False, False)
    tile, *factors = places
    sizes = (_RIGHT, _LEFT, _EXPONENTS)
    with build.counted_loop(b, steps, "steps") as step:
        own = (_place(b, x, step, size) for x, size in zip(factors, sizes, strict=True))
        b.call(columns, [tile, *own])


def _place(b: ll.IRBuilder, start: LLValue, index: LLValue, size: int) -> LLValue:
    return b.gep(start, [b.mul(index, number(size))], source_etype=I8)
