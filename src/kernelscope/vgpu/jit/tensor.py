"""Compiled tensor-core work: panels of 16×8 outputs, and tiles read from shared memory.

A panel holds C transposed: a vector of 16 rows for each of its 8 columns. For each k the vector of
A's rows is multiplied by one scalar of B a column and added, in i32. Of single bits an element is a
word of them. Floats are added by `tensor_floats`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, context_pointer
from kernelscope.vgpu.jit.build import F32, I8, I16, I32, I64, PTR, VOID, number
from kernelscope.vgpu.layout import (
    LANES,
    Context,
)
from kernelscope.vgpu.numeric import FORMATS
from kernelscope.vgpu.types import LLType, LLValue

ROWS, COLUMNS = 16, 8
INTEGERS = frozenset(("s8", "u8", "s4", "u4"))
Family = Literal["f", "i", "b"]
"""What is multiplied: floats, integers, or words of single bits."""
_CANONICAL = 0x7FFFFFFF
# Chunks of a tile that one step of its loop reads: all sixteen took a tenth of a matmul's compile
# time, one a third longer to run.
_TOGETHER = 4

Decode = Callable[[ll.IRBuilder, LLValue], LLValue]
"""Raw bits (i32 lanes, low bits used) to f32 or i32 lanes."""


def make_panel(
    module: ll.Module, name: str, offsets: Sequence[int], step: int, family: Family
) -> ll.Function:
    """Build `void panel(c, a, b)`: c += a·b for 16×8 outputs of integers, or of single bits.

    c: four vectors of 32 lanes, the fragment's registers; a: [K][16]; b: the value for (k, column)
    is at byte `offsets[k] + column·step`. All values are i32.
    """
    function, b = begin(module, name, VOID, [PTR, PTR, PTR])
    c, a, values = function.args
    rows = build.vector(I32, ROWS)
    sums = load_columns(b, c, I32)
    for k, offset in enumerate(offsets):
        left = b.load(b.gep(a, [number(k)], source_etype=rows), typ=rows, align=64)
        for n in range(COLUMNS):
            place = b.gep(values, [number(offset + n * step)], source_etype=I8)
            right = build.splat(b, b.load(place, typ=I32, align=4), ROWS)
            sums[n] = multiply_add(b, family, left, right, sums[n])
    save_columns(b, sums, c)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_columns(module: ll.Module, name: str, depth: int, by_row: bool) -> ll.Function:
    """Build `void columns(sums, a, b, …)`: sums += a·b for 16 rows and 8 columns of integers.

    sums: i32, [8][16]; a: [depth][16]; b: [8][depth], or [8][depth][16] if each row has its own
    (`by_row`). The last two arguments are those that floats need (`tensor_floats.make_columns`).
    """
    function, b = begin(module, name, VOID, [PTR] * 5)
    place, a, values = function.args[:3]
    rows = build.vector(I32, ROWS)
    places = [b.gep(place, [number(n)], source_etype=rows) for n in range(COLUMNS)]
    sums = [b.load(at, typ=rows, align=64) for at in places]
    for k in range(depth):
        left = b.load(b.gep(a, [number(k)], source_etype=rows), typ=rows, align=64)
        for n in range(COLUMNS):
            at = b.gep(values, [number(n * depth + k)], source_etype=rows if by_row else I32)
            if by_row:
                right = b.load(at, typ=rows, align=64)
            else:
                right = build.splat(b, b.load(at, typ=I32, align=4), ROWS)
            sums[n] = multiply_add(b, "i", left, right, sums[n])
    for at, total in zip(places, sums, strict=True):
        b.store(total, at, align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def family_of(name: str) -> Family:
    """Return the family of an element type for a product."""
    return "b" if name == "b1" else "i" if name in INTEGERS else "f"


def element_of(family: Family) -> LLType:
    """Return the type that is multiplied."""
    return F32 if family == "f" else I32


def multiply_add(
    b: ll.IRBuilder, family: Family, left: LLValue, right: LLValue, total: LLValue
) -> LLValue:
    """Return total + left·right; of single bits the count of those that both words have."""
    if family == "i":
        return b.add(total, b.mul(left, right))
    return b.add(total, build.popcount(b, b.and_(left, right)))


def load_columns(b: ll.IRBuilder, c: LLValue, element: LLType) -> list[LLValue]:
    """Return the eight columns of a fragment's four registers in memory."""
    wide = build.vector(element)
    fragment = [
        b.load(b.gep(c, [number(n)], source_etype=wide), typ=wide, align=64) for n in range(4)
    ]
    return [column(b, fragment, n) for n in range(COLUMNS)]


def save_columns(b: ll.IRBuilder, sums: list[LLValue], c: LLValue) -> None:
    """Store eight columns as the fragment's four registers, floats with the one NaN."""
    for n, part in enumerate(fragment_of(b, sums)):
        value = part if part.type.element == I32 else canonical(b, part)
        b.store(value, b.gep(c, [number(n)], source_etype=part.type), align=64)


def column(b: ll.IRBuilder, fragment: list[LLValue], n: int) -> LLValue:
    """Return column n of a 16×8 fragment: registers 0 and 1 have rows 0–7, registers 2 and 3 rows
    8–15.
    """
    thread, half = divmod(n, 2)
    upper = [4 * row + thread for row in range(8)]
    order = [*upper, *(LANES + lane for lane in upper)]
    return build.shuffle(b, fragment[half], fragment[2 + half], order)


def fragment_of(b: ll.IRBuilder, sums: list[LLValue]) -> list[LLValue]:
    """Return the four registers of a fragment from its eight columns."""
    both = list(range(2 * ROWS))
    result: list[LLValue] = []
    for half in range(2):
        first = build.shuffle(b, sums[half], sums[2 + half], both)
        second = build.shuffle(b, sums[4 + half], sums[6 + half], both)
        for rows in range(2):
            # Lane 4·row + t takes row `row` of column 2t + half.
            order = [16 * t + 8 * rows + row for row in range(8) for t in range(4)]
            result.append(build.shuffle(b, first, second, order))
    return [result[0], result[2], result[1], result[3]]


def canonical(b: ll.IRBuilder, value: LLValue) -> LLValue:
    """Return a value with NaN as the tensor cores give it."""
    bits = build.vector(I32, value.type.count)
    nan = b.bitcast(build.constant(bits, _CANONICAL), value.type)
    return b.select(b.fcmp_unordered("uno", value, value), nan, value)


# ---- element types -----------------------------------------------------------------------------


def decoder(name: str) -> Decode:
    """Return how the low bits of an i32 become the f32 (or i32) that is multiplied."""

    def bf16(b: ll.IRBuilder, raw: LLValue) -> LLValue:
        return b.bitcast(b.shl(raw, build.constant(raw.type, 16)), _floats(raw))

    def f16(b: ll.IRBuilder, raw: LLValue) -> LLValue:
        count = raw.type.count
        low = b.bitcast(b.trunc(raw, build.vector(I16, count)), build.vector(build.F16, count))
        return b.fpext(low, _floats(raw))

    def tf32(b: ll.IRBuilder, raw: LLValue) -> LLValue:
        # The hardware reads the upper 19 bits only.
        return b.bitcast(b.and_(raw, build.constant(raw.type, 0xFFFFE000)), _floats(raw))

    def integer(b: ll.IRBuilder, raw: LLValue) -> LLValue:
        narrow = b.trunc(raw, build.vector(ll.IntType(int(name[1:])), raw.type.count))
        return b.sext(narrow, raw.type) if name[0] == "s" else b.zext(narrow, raw.type)

    table: dict[str, Decode] = {
        "bf16": bf16,
        "f16": f16,
        "tf32": tf32,
        "b1": lambda b, raw: raw,  # a word of them
        **dict.fromkeys(INTEGERS, integer),
    }
    if name in ("e4m3", "e5m2"):
        return lambda b, raw: _decode_fp8(b, raw, name)
    return table.get(name) or (lambda b, raw: _decode_small(b, raw, name))


def _floats(raw: LLValue) -> LLValue:
    return build.vector(F32, raw.type.count)


def _decode_small(b: ll.IRBuilder, raw: LLValue, name: str) -> LLValue:
    """Decode floats of 4 and 6 bits, which are all finite. `e2m1` is in the middle of a byte, and
    `e2m1x2` are two in one.

    A subnormal is a number with its first digit, less that: a processor takes long for its own.
    """
    form, lowest = FORMATS[name.removesuffix("x2")], 2 if name == "e2m1" else 0
    digits, fraction = form.bits - 1, form.fraction
    shift = build.constant(raw.type, 23 - fraction - lowest)
    size = b.and_(b.shl(raw, shift), build.constant(raw.type, ((1 << digits) - 1) << 23 - fraction))
    up = build.constant(raw.type, 31 - digits - lowest)
    sign = b.and_(b.shl(raw, up), build.constant(raw.type, 1 << 31))
    digit = build.constant(raw.type, 1 << 23)
    is_small = b.icmp_unsigned("<", size, digit)
    moved = b.add(size, build.constant(raw.type, 127 - form.bias << 23))
    moved = b.bitcast(b.select(is_small, b.add(moved, digit), moved), _floats(raw))
    first = build.constant(_floats(raw), 2.0**form.lowest)
    value = b.bitcast(b.select(is_small, b.fsub(moved, first), moved), raw.type)
    return b.bitcast(b.or_(value, sign), _floats(raw))


def _decode_fp8(b: ll.IRBuilder, raw: LLValue, name: str) -> LLValue:
    """Decode: e5m2 is the upper half of an f16; e4m3 has bias 7, no infinity, and one NaN."""
    lanes_type = raw.type
    byte = b.and_(raw, build.constant(lanes_type, 0xFF))
    if name == "e5m2":
        return decoder("f16")(b, b.shl(byte, build.constant(lanes_type, 8)))
    sign = b.shl(b.and_(byte, build.constant(lanes_type, 0x80)), build.constant(lanes_type, 24))
    size = b.and_(byte, build.constant(lanes_type, 0x7F))
    # Put exponent and fraction in an f32's place and scale by 2^(127-7): subnormals come out right.
    moved = b.bitcast(b.shl(size, build.constant(lanes_type, 20)), _floats(raw))
    scaled = b.fmul(moved, build.constant(_floats(raw), 2.0**120))
    bits = b.or_(b.bitcast(scaled, lanes_type), sign)
    nan = b.icmp_unsigned("==", size, build.constant(lanes_type, 0x7F))
    return b.bitcast(b.select(nan, build.constant(lanes_type, _CANONICAL), bits), _floats(raw))


# ---- register fragments ------------------------------------------------------------------------


def store_rows(
    b: ll.IRBuilder, registers: list[LLValue], target: LLValue, name: str, bits: int
) -> None:
    """Store the A fragment of a 16×K tile as [K][16]: register 2q holds rows 0–7 of group q of k,
    2q+1 rows 8–15; lane 4·row + t holds elements t·e … of its group (e elements a register).
    """
    decode, each = decoder(name), 32 // bits
    rows_type = build.vector(element_of(family_of(name)), ROWS)
    for group in range(len(registers) // 2):
        upper, lower = registers[2 * group], registers[2 * group + 1]
        for thread in range(4):
            lanes = [4 * row + thread for row in range(8)]
            both = build.shuffle(b, upper, lower, [*lanes, *(LANES + n for n in lanes)])
            for j in range(each):
                raw = b.lshr(both, build.constant(both.type, bits * j)) if j else both
                k = group * 4 * each + thread * each + j
                b.store(
                    decode(b, raw), b.gep(target, [number(k)], source_etype=rows_type), align=64
                )


def store_columns(
    b: ll.IRBuilder, registers: list[LLValue], target: LLValue, name: str, bits: int
) -> None:
    """Store the B fragment, register by register and element by element, as vectors of 32 lanes."""
    decode, each = decoder(name), 32 // bits
    lanes_type = build.vector(element_of(family_of(name)))
    for q, register in enumerate(registers):
        for j in range(each):
            raw = b.lshr(register, build.constant(register.type, bits * j)) if j else register
            place = b.gep(target, [number(q * each + j)], source_etype=lanes_type)
            b.store(decode(b, raw), place, align=64)


def store_lines(
    b: ll.IRBuilder, registers: list[LLValue], target: LLValue, name: str, bits: int
) -> None:
    """Store the B fragment as [8][K]: lanes 4n to 4n + 3 of each register hold column n."""
    words = build.joined(b, registers)
    order = [
        LANES * register + 4 * column + place
        for column in range(COLUMNS)
        for register in range(len(registers))
        for place in range(4)
    ]
    if bits < 8:
        _store_nibbles(b, words, order, target, name)
        return
    words = build.shuffle(b, words, None, order)
    count = len(order) * 32 // bits
    raw = b.bitcast(words, build.vector(ll.IntType(bits), count))
    wide = raw if bits == 32 else b.zext(raw, build.vector(I32, count))
    b.store(decoder(name)(b, wide), target, align=64)


def _store_nibbles(
    b: ll.IRBuilder, words: LLValue, order: list[int], target: LLValue, name: str
) -> None:
    """Store the elements of four bits of words in an order, 64 at once."""
    lanes_type = build.vector(I32, 64)
    shifts = ll.Constant(lanes_type, [4 * n for n in range(8)] * 8)
    for start in range(0, len(order), 8):
        each = [word for word in order[start : start + 8] for _ in range(8)]
        raw = b.lshr(build.shuffle(b, words, None, each), shifts)
        place = b.gep(target, [number(8 * start)], source_etype=F32)
        b.store(decoder(name)(b, raw), place, align=64)


def column_offsets(depth: int, bits: int) -> list[int]:
    """Return where `store_columns` put (k, column 0), in bytes; columns are 16 bytes apart."""
    each = 32 // bits
    result: list[int] = []
    for k in range(depth):
        group, within = divmod(k, 4 * each)
        thread, j = divmod(within, each)
        result.append(((group * each + j) * LANES + thread) * 4)
    return result


# ---- shared-memory tiles (wgmma) ---------------------------------------------------------------


def make_tile(
    module: ll.Module, name: str, lines: int, width: int, element: tuple[str, int], transposed: bool
) -> ll.Function:
    """Build `void tile(context, site, descriptor, first line, target)`: a tile of shared memory as
    f32 or i32.

    target: [line][width elements].
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I64, PTR])
    context, site, value, first, target = function.args
    format_name, bits = element
    size = bits // 8
    chunk = 16 // size
    count = lines * (width // chunk)
    places = build.stack_bytes(b, 4 * (count + LANES))
    tile = [number(lines), number(width // chunk), ll.Constant(build.I1, transposed)]
    inside = helpers.call(b, "tile_chunks", [context, site, value, first, *tile, places])
    with b.if_then(b.not_(inside), likely=False):
        zeros = [target, ll.Constant(I8, 0), number(4 * lines * width), ll.Constant(build.I1, 0)]
        build.intrinsic(b, "memset", VOID, zeros, [PTR, I64])
        b.ret_void()
    shared = context_pointer(b, context, Context.SHARED)
    raw_kind = build.vector(ll.IntType(bits), chunk)
    decode = decoder(format_name)
    out = build.vector(element_of(family_of(format_name)), chunk)
    together = math.gcd(count, _TOGETHER)
    with build.counted_loop(b, number(count // together), "chunks") as step:
        for n in range(together):
            index = b.add(b.mul(step, number(together)), number(n))
            address = b.load(b.gep(places, [index], source_etype=I32), typ=I32)
            place = b.gep(shared, [b.zext(address, I64)], source_etype=I8)
            raw = b.load(place, typ=raw_kind, align=16)
            wide = raw if bits == 32 else b.zext(raw, build.vector(I32, chunk))
            b.store(decode(b, wide), b.gep(target, [index], source_etype=out), align=4)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_transpose(module: ll.Module, name: str, depth: int) -> ll.Function:
    """Build `void transpose(source [16][depth], target [depth][16])` of 32-bit values."""
    function, b = begin(module, name, VOID, [PTR, PTR])
    source, target = function.args
    rows = build.vector(I32, ROWS)
    if depth % ROWS == 0:
        for k in range(0, depth, ROWS):
            _transpose_square(b, source, target, (depth, k))
        b.ret_void()
        function.attributes.add("noinline")
        return function
    starts = build.iota(I64, 4 * depth, ROWS)
    base = build.splat(b, b.ptrtoint(source, I64), ROWS)
    for k in range(depth):
        where = b.add(b.add(base, starts), build.constant(build.vector(I64, ROWS), 4 * k))
        pointers = b.inttoptr(where, build.vector(PTR, ROWS))
        every = build.constant(build.vector(build.I1, ROWS), 1)
        args = [pointers, ll.Constant(I32, 4), every, build.constant(rows, 0)]
        value = build.intrinsic(b, "masked.gather", rows, args, [rows, build.vector(PTR, ROWS)])
        b.store(value, b.gep(target, [number(k)], source_etype=rows), align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


# A worked case, 4 rows a b c d of 4: first the rows two apart exchange pairs, then neighbours
# exchange single elements.
#
#     a0 a1 a2 a3      a0 a1 c0 c1      a0 b0 c0 d0
#     b0 b1 b2 b3  →   b0 b1 d0 d1  →   a1 b1 c1 d1
#     c0 c1 c2 c3      a2 a3 c2 c3      a2 b2 c2 d2
#     d0 d1 d2 d3      b2 b3 d2 d3      a3 b3 c3 d3
def _transpose_square(
    b: ll.IRBuilder, source: LLValue, target: LLValue, columns: tuple[int, int]
) -> None:
    """Store 16 columns of [16][depth] as rows; `columns`: the depth and the first one.

    16 gathers would take five times as long.
    """
    depth, first = columns
    row_type = build.vector(I32, ROWS)
    places = (b.gep(source, [number(row * depth + first)], source_etype=I32) for row in range(ROWS))
    rows = [b.load(place, typ=row_type, align=4) for place in places]
    size = ROWS // 2
    while size:
        upper = [n for n in range(ROWS) if not n & size]
        # Elements of the first row, or beyond them those of the second.
        low = [n if not n & size else ROWS + n - size for n in range(ROWS)]
        high = [n + size if not n & size else ROWS + n for n in range(ROWS)]
        for n in upper:
            pair = rows[n], rows[n + size]
            rows[n], rows[n + size] = build.shuffle(b, *pair, low), build.shuffle(b, *pair, high)
        size //= 2
    for n, row in enumerate(rows):
        b.store(row, b.gep(target, [number(first + n)], source_etype=row_type), align=64)
