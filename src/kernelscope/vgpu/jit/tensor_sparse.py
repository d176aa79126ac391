"""Compiled products of a sparse A: panels of 16×8 outputs, and the metadata of their rows.

Only products of stored elements are computed, in the order in which they are stored: of each the
metadata picks one of the chunk's values of B, for each of the sixteen rows its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.vgpu import sparse
from kernelscope.vgpu.jit import build, tensor, tensor_floats
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import F32, I8, I32, PTR
from kernelscope.vgpu.jit.tensor_floats import Layout
from kernelscope.vgpu.sparse import Fields
from kernelscope.vgpu.tensor_sums import Sums
from kernelscope.vgpu.types import LLValue

_ROWS = build.vector(I32, tensor.ROWS)


def chunks_of(f: Fields) -> int:
    """Return how many chunks a row has: each has four bits of metadata."""
    return sparse.depth_of(f) // sparse.chunk_of(f["at"]).width


def store_bits(b: ll.IRBuilder, f: Fields, word: LLValue, selector: int, target: LLValue) -> None:
    """Store the metadata of each chunk as [chunks][16]: a row's four bits are the lowest ones.

    word: the 32 lanes' register.
    """
    for chunk in range(chunks_of(f)):
        sources = [sparse.source(f, selector, row, chunk) for row in range(tensor.ROWS)]
        words = build.shuffle(b, word, None, [lane for lane, _ in sources])
        bits = b.lshr(words, ll.Constant(_ROWS, [bit for _, bit in sources]))
        b.store(bits, b.gep(target, [build.number(chunk)], source_etype=_ROWS), align=64)


def make_bits(module: ll.Module, name: str, f: Fields, selector: int) -> ll.Function:
    """Build `void bits(register, target)`: `store_bits` of a register in memory."""
    function, b = begin(module, name, ll.VoidType(), [PTR, PTR])
    word = b.load(function.args[0], typ=build.vector(I32), align=8)
    store_bits(b, f, word, selector, function.args[1])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_panel(
    module: ll.Module, name: str, f: Fields, offsets: Sequence[int], step: int
) -> ll.Function:
    """Build `void panel(c, a, b, bits)`: c += a·b for 16×8 outputs of integers.

    c, b, offsets, step: as those of `tensor.make_panel`; a: the stored elements, [K / 2][16];
    bits: as `store_bits` has them.
    """
    function, b = begin(module, name, ll.VoidType(), [PTR, PTR, PTR, PTR])
    c, a, values, metadata = function.args
    chunk, family = sparse.chunk_of(f["at"]), tensor.family_of(f["at"])
    sums = tensor.load_columns(b, c, I32)

    def value(k: int, column: int) -> LLValue:
        place = b.gep(values, [build.number(offsets[k] + step * column)], source_etype=I8)
        return build.splat(b, b.load(place, typ=I32, align=4), tensor.ROWS)

    for index in range(chunks_of(f)):
        place = b.gep(metadata, [build.number(index)], source_etype=_ROWS)
        bits = b.load(place, typ=_ROWS, align=64)
        for n in range(chunk.stored):
            place = b.gep(a, [build.number(chunk.stored * index + n)], source_etype=_ROWS)
            left = b.load(place, typ=_ROWS, align=64)
            choices, low = _choices(chunk, chunk.stored * index + n)
            for column in range(tensor.COLUMNS):
                right = _chosen(b, bits, low, [value(k, column) for k in choices])
                sums[column] = tensor.multiply_add(b, family, left, right, sums[column])
    tensor.save_columns(b, sums, c)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_float_panel(
    module: ll.Module, name: str, f: Fields, layout: Layout, how: Sums | None, scales: int = 0
) -> ll.Function:
    """Build `void panel(c, a, b, exponents, bits)`: the same of floats.

    exponents: as `tensor_floats.store_exponents` has those of a. scales: how many a row has; if it
    has some, their words and those of the columns are the last two arguments, and if how is None,
    e2m1 are added as `c/scaled_sums.c` does.
    """
    function, b = begin(module, name, ll.VoidType(), [PTR] * (7 if scales else 5))
    c, a, values, exponents, metadata, *words = function.args
    chunk, stored = sparse.chunk_of(f["at"]), sparse.depth_of(f) // 2
    rows = build.vector(F32, tensor.ROWS)
    columns = 1 if how else tensor.COLUMNS  # of which the choices are kept
    every = build.stack_bytes(b, 4 * tensor.ROWS * stored * columns)
    own = build.stack_bytes(b, 2 * tensor.ROWS * stored)

    def line(place: LLValue, number: int) -> LLValue:
        return b.gep(place, [build.number(number)], source_etype=rows)

    def load(place: LLValue, number: int) -> LLValue:
        return b.load(line(place, number), typ=rows, align=64)

    def halves(place: LLValue, pair: int) -> LLValue:
        return b.bitcast(load(place, pair), tensor_floats.PAIRS)

    sums = tensor.load_columns(b, c, F32)
    for column, before in enumerate(sums):
        chosen = line(every, column % columns * stored)

        def value(k: int, column: int = column) -> LLValue:
            offset = build.number(k * layout.along + column * layout.across)
            place = b.gep(values, [offset], source_etype=I8)
            return build.splat(b, b.load(place, typ=F32, align=4), tensor.ROWS)

        for n in range(stored):
            bits = b.load(line(metadata, n // chunk.stored), typ=_ROWS, align=64)
            choices, low = _choices(chunk, n)
            b.store(_chosen(b, bits, low, [*map(value, choices)]), line(chosen, n), align=64)
        if how is None:
            continue
        tensor_floats.store_exponents(b, chosen, stored, layout.kinds[1], own)
        total = build.constant(rows, 0.0) if how.late else before
        for step in how.steps(stored):
            pairs = [k // 2 for k in step if k % 2 == 0]
            left, right = ([halves(place, pair) for pair in pairs] for place in (exponents, own))
            both = [b.add(*pair) for pair in zip(left, right, strict=True)]
            kept = [lambda k=k, chosen=chosen: (load(a, k), load(chosen, k)) for k in step]
            top = tensor_floats.largest(b, both)
            factors = tensor_floats.factors_of(b, kept, top, words, build.number(column))
            total = tensor_floats.any_step(b, how, layout.kinds, factors, total)
        sums[column] = tensor_floats.late_sums(b, how, total, before)
    if how is None:
        factors = [a, every, *words]
        sums = tensor_floats.scaled_columns(b, sums, factors, (stored, scales), by_row=True)
    tensor.save_columns(b, sums, c)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _choices(chunk: sparse.Chunk, number: int) -> tuple[list[int], int]:
    """Return the places of a row that a stored element may be at, and which bit of the metadata is
    the lowest that says which.
    """
    index, n = divmod(number, chunk.stored)
    start = chunk.width * index
    choices = [*range(start + n % chunk.together, start + chunk.width, chunk.together)]
    # Of `tf32` the upper bit of the first place says which of two.
    return choices, 2 * (n // chunk.together) + (len(choices) == 2)


def _chosen(b: ll.IRBuilder, bits: LLValue, low: int, choices: list[LLValue]) -> LLValue:
    """Return for each row the choice whose number is at bit `low`."""
    while len(choices) > 1:
        flag = b.trunc(b.lshr(bits, build.constant(_ROWS, low)), build.vector(build.I1, 16))
        pairs = zip(choices[::2], choices[1::2], strict=True)
        choices = [b.select(flag, second, first) for first, second in pairs]
        low += 1
    return choices[0]
