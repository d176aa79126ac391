"""Compiled products of a sparse A: panels of 16×8 outputs, and the metadata of their rows.

Only products of stored elements are computed, in the order in which they are stored: of each the
metadata picks one of the chunk's values of B, for each of the sixteen rows its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.vgpu import sparse
from kernelscope.vgpu.jit import build, tensor
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import I8, I32, PTR
from kernelscope.vgpu.sparse import Fields
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
    """Build `void panel(c, a, b, bits)`: c += a·b for 16×8 outputs.

    c, b, offsets, step: as those of `tensor.make_panel`; a: the stored elements, [K / 2][16];
    bits: as `store_bits` has them.
    """
    function, b = begin(module, name, ll.VoidType(), [PTR, PTR, PTR, PTR])
    c, a, values, metadata = function.args
    chunk, family = sparse.chunk_of(f["at"]), tensor.family_of(f["at"])
    element = tensor.element_of(family)
    rows = build.vector(element, tensor.ROWS)
    sums = tensor.load_columns(b, c, element)

    def value(k: int, column: int) -> LLValue:
        place = b.gep(values, [build.number(offsets[k] + step * column)], source_etype=I8)
        return build.splat(b, b.load(place, typ=element, align=4), tensor.ROWS)

    for index in range(chunks_of(f)):
        place = b.gep(metadata, [build.number(index)], source_etype=_ROWS)
        bits = b.load(place, typ=_ROWS, align=64)
        for n in range(chunk.stored):
            place = b.gep(a, [build.number(chunk.stored * index + n)], source_etype=rows)
            left = b.load(place, typ=rows, align=64)
            start, first = chunk.width * index, n % chunk.together
            choices = range(start + first, start + chunk.width, chunk.together)
            # Of `tf32` the upper bit of the first place says which of two.
            low = 2 * (n // chunk.together) + (len(choices) == 2)
            for column in range(tensor.COLUMNS):
                right = _chosen(b, bits, low, [value(k, column) for k in choices])
                sums[column] = tensor.multiply_add(b, family, left, right, sums[column])
    tensor.save_columns(b, sums, c)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _chosen(b: ll.IRBuilder, bits: LLValue, low: int, choices: list[LLValue]) -> LLValue:
    """Return for each row the choice whose number is at bit `low`."""
    while len(choices) > 1:
        flag = b.trunc(b.lshr(bits, build.constant(_ROWS, low)), build.vector(build.I1, 16))
        pairs = zip(choices[::2], choices[1::2], strict=True)
        choices = [b.select(flag, second, first) for first, second in pairs]
        low += 1
    return choices[0]
