"""Compiled products of floats, with the bits of the tensor cores (`kernelscope.vgpu.tensor_sums`).

Sixteen rows are the lanes of a vector; a column is done after the other. A step, the products that
are added at once, takes two passes. The first finds the largest exponent of each sum: those of A's
rows and of B's column are added and compared, two factors in the halves of an i32. The second
multiplies, scales by a power of two so that what is kept of a product is an integer, converts,
which cuts toward zero, and adds:

    a = 1.5, b = 2^-3, largest exponent 4, 25 bits:  trunc(1.5 · 2^-3 · 2^(25-4)) = 3 · 2^17

All of that is exact in f32 and i32 while exponents are moderate. A sum beyond (`_LOW`, `_HIGH`),
with an infinity or a NaN, makes its columns run again through code that is exact for all, which
scales the fractions and the exponents of factors apart. Factors with a scale (`mxf8f6f4`) are as
they are; the scale's exponent is added to the products', and is in the power of two.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import F16, F32, F64, I8, I16, I32, I64, PTR, VOID, number
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.tensor import COLUMNS, ROWS, load_columns, save_columns
from kernelscope.vgpu.numeric import FORMATS
from kernelscope.vgpu.tensor_sums import Sums
from kernelscope.vgpu.types import LLValue

_FLOATS, _WORDS = build.vector(F32, ROWS), build.vector(I32, ROWS)
_WIDE, _LONG = build.vector(F64, ROWS), build.vector(I64, ROWS)
PAIRS = build.vector(I16, 2 * ROWS)
# Exponents are those of f32 with its bias, 127; those of products have it twice.
_BIAS = 127
_NONE, _ODD = -2000, 4000  # of zero, and of what is infinite or NaN
_NO_SCALE = 1 << 20  # the exponent of a scale that is NaN
_LOW, _HIGH = 154, 380  # of the sums that need no more than f32
_FRACTION, _LAST = 52, 23  # bits of the fraction of f64 and f32


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the values of B are, as f32: (k, column) at byte k · `along` + column · `across`.

    One of the two is 4, or each row has its own values (`by_row`): sixteen of them. `kinds`: the
    types of A and B.
    """

    depth: int
    along: int
    across: int
    kinds: tuple[str, str]
    by_row: bool = False

    @property
    def name(self) -> str:
        """A name for code that takes it."""
        rows = ".rows" if self.by_row else ""
        return f"{'.'.join(self.kinds)}.k{self.depth}.{self.along}.{self.across}{rows}"


def smallest(kind: str) -> int:
    """Return the smallest exponent of a type, with the bias of f32."""
    return FORMATS[kind].lowest + _BIAS


def kinds_of(how: Sums, kinds: tuple[str, str]) -> tuple[str, str]:
    """Return the types that are multiplied: f16, if the assembler makes those of 8-bit floats."""
    return ("f16", "f16") if how.late else kinds


# ---- exponents ---------------------------------------------------------------------------------


def _exponents(b: ll.IRBuilder, values: LLValue, least: int) -> LLValue:
    """Return the biased exponents of f32 as i32, at least `least`; `_NONE` of 0, `_ODD` of ∞."""
    words = build.vector(I32, values.type.count)
    bits = b.shl(b.bitcast(values, words), build.constant(words, 1))
    field = b.lshr(bits, build.constant(words, 24))
    exponent = build.binary(b, "smax", field, build.constant(words, least))
    odd = b.icmp_unsigned("==", field, build.constant(words, 255))
    exponent = b.select(odd, build.constant(words, _ODD), exponent)
    zero = b.icmp_unsigned("==", bits, build.constant(words, 0))
    return b.select(zero, build.constant(words, _NONE), exponent)


def _paired(b: ll.IRBuilder, low: LLValue, high: LLValue) -> LLValue:
    """Return two i32 that fit i16 as the halves of one."""
    words = low.type
    low = b.and_(low, build.constant(words, 0xFFFF))
    return b.or_(low, b.shl(high, build.constant(words, 16)))


def store_exponents(b: ll.IRBuilder, rows: LLValue, depth: int, kind: str, target: LLValue) -> None:
    """Store the exponents of A as [K / 2][16] i32: the halves are those of factors 2i and 2i + 1.

    rows: A as f32, [K][16].
    """
    key = f"ks.exponents.{smallest(kind)}.{depth}"
    b.call(get(b.module, key, _make_row_exponents, depth, smallest(kind)), [rows, target])


def _make_row_exponents(module: ll.Module, name: str, depth: int, least: int) -> ll.Function:
    """Build `void exponents(rows, target)`."""
    function, b = begin(module, name, VOID, [PTR, PTR])
    rows, target = function.args
    with build.counted_loop(b, number(depth // 2), "pairs") as index:
        first = b.gep(rows, [b.mul(index, number(2))], source_etype=_FLOATS)
        second = b.gep(first, [number(1)], source_etype=_FLOATS)
        halves = [
            _exponents(b, b.load(place, typ=_FLOATS, align=64), least) for place in (first, second)
        ]
        place = b.gep(target, [index], source_etype=_WORDS)
        b.store(_paired(b, *halves), place, align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _column_exponents(b: ll.IRBuilder, layout: Layout, values: LLValue) -> LLValue:
    """Return a place with the exponents of eight columns of B, those of two factors together."""
    least, count = smallest(layout.kinds[1]), layout.depth * COLUMNS
    place = build.stack_bytes(b, 2 * count)
    if layout.along == 4:  # columns follow one another
        flat = build.vector(F32, 32)
        with build.counted_loop(b, number(count // 32), "exponents") as index:
            numbers = b.load(b.gep(values, [index], source_etype=flat), typ=flat, align=4)
            halves = b.trunc(_exponents(b, numbers, least), PAIRS)
            b.store(halves, b.gep(place, [index], source_etype=PAIRS), align=64)
        return place
    line = build.vector(F32, COLUMNS)
    with build.counted_loop(b, number(layout.depth // 2), "exponents") as index:
        start = b.gep(values, [b.mul(index, number(2 * layout.along))], source_etype=I8)
        starts = start, b.gep(start, [number(layout.along)], source_etype=I8)
        halves = [_exponents(b, b.load(x, typ=line, align=4), least) for x in starts]
        target = b.gep(place, [index], source_etype=build.vector(I32, COLUMNS))
        b.store(_paired(b, *halves), target, align=32)
    return place


# ---- one step ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of one step: for each the rows of A and the value of B, and the exponents.

    Attributes:
        pairs: vectors of f32, which are multiplied.
        top: the largest exponent of the products, as i32.
        scale: the exponent of the products' scales, which is in `top`; None if they have none.
    """

    pairs: list[Callable[[], tuple[LLValue, LLValue]]]
    top: LLValue
    scale: LLValue | None


def largest(b: ll.IRBuilder, sums: list[LLValue]) -> LLValue:
    """Return the largest of exponents in the halves of vectors of i32."""
    most = sums[0]
    for other in sums[1:]:
        most = build.binary(b, "smax", most, other)
    both = b.bitcast(most, _WORDS)
    sixteen = build.constant(_WORDS, 16)
    low = b.ashr(b.shl(both, sixteen), sixteen)
    return build.binary(b, "smax", low, b.ashr(both, sixteen))


def factors_of(
    b: ll.IRBuilder,
    pairs: list[Callable[[], tuple[LLValue, LLValue]]],
    top: LLValue,
    scales: list[LLValue],
    column: LLValue,
) -> Factors:
    """Return the factors of a column; scales: the words of those of 16 rows and of 8 columns, if
    the products have some. top: the largest exponent without them.
    """
    if not scales:
        return Factors(pairs, top, None)
    scale = _scale_of(b, scales, column)
    return Factors(pairs, b.add(top, scale), scale)


def _scale_of(b: ll.IRBuilder, scales: list[LLValue], column: LLValue) -> LLValue:
    """Return the exponents of the scales of 16 rows, each with that of a column.

    scales: words of scales (`c/scaled_sums.h`), of the rows and of eight columns.
    """
    rows, columns = scales
    row = b.load(rows, typ=_WORDS, align=64)
    own = b.load(b.gep(columns, [column], source_etype=I32), typ=I32, align=4)
    fields = [b.lshr(x, build.constant(_WORDS, 4)) for x in (row, build.splat(b, own, ROWS))]
    nan = [b.icmp_unsigned("==", field, build.constant(_WORDS, 255)) for field in fields]
    total = b.sub(b.add(*fields), build.constant(_WORDS, 2 * _BIAS))
    return b.select(b.or_(*nan), build.constant(_WORDS, _NO_SCALE), total)


def _before(b: ll.IRBuilder, how: Sums, total: LLValue) -> LLValue:
    """Return the exponents of the sums before, with the bias of products."""
    exponent = _exponents(b, total, smallest("f16" if how.rounds else "f32"))
    return b.add(exponent, build.constant(_WORDS, _BIAS))


def _power(b: ll.IRBuilder, field: LLValue) -> LLValue:
    """Return the power of two that has this biased exponent, from 1 to 254."""
    return b.bitcast(b.shl(field, build.constant(_WORDS, 23)), _FLOATS)


def _quick_step(
    b: ll.IRBuilder, how: Sums, kinds: tuple[str, str], factors: Factors, total: LLValue
) -> tuple[LLValue, list[LLValue]]:
    """Return the sums after a step, and what must not be above `_bounds`, unsigned."""
    zero = build.constant(_WORDS, 0)
    bits = b.shl(b.bitcast(total, _WORDS), build.constant(_WORDS, 1))
    old = b.lshr(bits, build.constant(_WORDS, 24))
    if how.rounds:  # subnormals have that of the smallest normal number, but zero has none
        normal = build.binary(b, "smax", old, build.constant(_WORDS, smallest("f16")))
        old = b.select(b.icmp_unsigned("==", bits, zero), zero, normal)
    old = b.add(old, build.constant(_WORDS, _BIAS))
    top = build.binary(b, "smax", factors.top, old)
    # What is below is zero, or makes a step run again.
    lowest = build.constant(_WORDS, max(_LOW, how.least + 2 * _BIAS))
    above = build.binary(b, "smax", top, lowest)
    field = b.sub(build.constant(_WORDS, 3 * _BIAS + how.fraction), above)
    parts = [b.fptosi(b.fmul(total, _power(b, field)), _WORDS)]
    if factors.scale is not None:  # products are far smaller than that, or all zero
        field = build.binary(b, "smax", b.add(field, factors.scale), build.constant(_WORDS, 1))
        field = build.binary(b, "smin", field, build.constant(_WORDS, 2 * _BIAS))
    scale = _power(b, field)
    parts += [b.fptosi(b.fmul(b.fmul(*pair()), scale), _WORDS) for pair in factors.pairs]
    sums = _sum(b, how, parts)
    unit = _power(b, b.sub(above, build.constant(_WORDS, _BIAS + how.fraction)))
    result = _narrowed(b, how, b.fmul(_kept(b, how, sums), unit))
    watched = [above, b.sub(zero, bits), b.sub(zero, factors.top)]
    return result, watched[: len(_bounds(how, kinds, is_scaled=factors.scale is not None))]


def _bounds(how: Sums, kinds: tuple[str, str], *, is_scaled: bool) -> list[int]:
    """Return the bounds of what a quick step may have.

    The first: the largest exponent. Then of f32 sums: minus twice the bits of a sum before, and
    minus the largest exponent of products, since what is small and not zero is above as unsigned.
    """
    if how.rounds:
        return [_HIGH]
    tiny = is_scaled or sum(map(smallest, kinds)) < _LOW
    return [_HIGH, 2**32 - ((_LOW - _BIAS) << 24), 2**32 - _LOW][: 3 if tiny else 2]


def _sum(b: ll.IRBuilder, how: Sums, parts: list[LLValue]) -> LLValue:
    """Return the exact sum of integers as f64; of products 16 fit an i32, each below 2^27."""
    products = parts[1:]
    groups = [products[start : start + 16] for start in range(0, len(products), 16)]
    if how.fraction < 20:  # far fewer bits
        groups = [parts]
    else:
        groups.append(parts[:1])
    wide = [b.sitofp(_added(b, group), _WIDE) for group in groups]
    total = wide[0]
    for other in wide[1:]:
        total = b.fadd(total, other)
    return total


def _added(b: ll.IRBuilder, parts: list[LLValue]) -> LLValue:
    """Return a sum of integers, as a tree."""
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        parts = [b.add(*pair) for pair in pairs] + (parts[-1:] if len(parts) % 2 else [])
    return parts[0]


def _kept(b: ll.IRBuilder, how: Sums, total: LLValue) -> LLValue:
    """Return f64 with the bits that are kept, as f32; for rounding again, a last bit of 1 says that
    more were set.
    """
    left_out = _FRACTION - (_LAST if how.rounds else how.kept)
    bits, mask = b.bitcast(total, _LONG), (1 << left_out) - 1
    kept = b.and_(bits, build.constant(_LONG, ~mask))
    if how.rounds:
        dropped = b.and_(bits, build.constant(_LONG, mask))
        carry = b.add(dropped, build.constant(_LONG, mask))
        kept = b.or_(kept, b.and_(carry, build.constant(_LONG, mask + 1)))
    return b.fptrunc(b.bitcast(kept, _WIDE), _FLOATS)


def _narrowed(b: ll.IRBuilder, how: Sums, result: LLValue) -> LLValue:
    """Return sums rounded to their type, if that is f16; what becomes zero is +0."""
    if not how.rounds:
        return result
    narrow = b.fpext(b.fptrunc(result, build.vector(F16, ROWS)), _FLOATS)
    return b.fadd(narrow, build.constant(_FLOATS, 0.0))


def any_step(
    b: ll.IRBuilder, how: Sums, kinds: tuple[str, str], factors: Factors, total: LLValue
) -> LLValue:
    """Return the sums after a step, whatever the numbers are."""
    top = build.binary(b, "smax", factors.top, _before(b, how, total))
    top = build.binary(b, "smax", top, build.constant(_WORDS, how.least + 2 * _BIAS))
    old, e_old = _apart(b, total, "f16" if how.rounds else "f32")
    e_old = b.add(e_old, build.constant(_WORDS, _BIAS))
    odd = old
    parts = [_shifted(b, how, (old, e_old, 1), top)]
    for pair in factors.pairs:
        (left, e_left), (right, e_right) = (
            _apart(b, value, its_type) for value, its_type in zip(pair(), kinds, strict=True)
        )
        product, exponent = b.fmul(left, right), b.add(e_left, e_right)
        odd = b.fadd(odd, product)
        if factors.scale is not None:
            exponent = b.add(exponent, factors.scale)
        parts.append(_shifted(b, how, (product, exponent, 2), top))
    sums = _sum(b, how, parts)
    unit = b.sub(top, build.constant(_WORDS, 2 * _BIAS + how.fraction))  # without bias
    if factors.scale is not None:
        no_scale = b.icmp_signed("==", factors.scale, build.constant(_WORDS, _NO_SCALE))
        nan = build.constant(_FLOATS, math.nan)
        odd = b.select(no_scale, nan, odd)
        unit = build.binary(b, "smin", unit, build.constant(_WORDS, 2 * _BIAS))  # infinite anyway
    if not how.rounds:
        # No bit is below the last one of a subnormal.
        last = build.constant(_WORDS, -126 - how.kept)
        higher = build.binary(b, "smax", unit, last)
        shift = b.sext(b.add(b.sub(unit, higher), build.constant(_WORDS, 1023)), _LONG)
        power = b.bitcast(b.shl(shift, build.constant(_LONG, _FRACTION)), _WIDE)
        cut = build.unary(b, "trunc", b.fmul(sums, power))
        sums, unit = b.fadd(cut, build.constant(_WIDE, 0.0)), higher  # zero is +0
    half = b.ashr(unit, build.constant(_WORDS, 1))
    result = _kept(b, how, sums)
    for part in (half, b.sub(unit, half)):
        result = b.fmul(result, _power(b, b.add(part, build.constant(_WORDS, _BIAS))))
    # What is infinite or NaN stays so when it is multiplied by zero.
    none = b.fmul(odd, build.constant(_FLOATS, 0.0))
    is_odd = b.fcmp_unordered("uno", none, none)
    return b.select(is_odd, odd, _narrowed(b, how, result))


def _apart(b: ll.IRBuilder, value: LLValue, kind: str) -> tuple[LLValue, LLValue]:
    """Return (fraction, exponent): the value is fraction · 2^(exponent - bias - 1)."""
    bits = b.shl(b.bitcast(value, _WORDS), build.constant(_WORDS, 1))
    field = b.lshr(bits, build.constant(_WORDS, 24))
    exponent = build.binary(b, "smax", field, build.constant(_WORDS, smallest(kind)))
    exponent = build.binary(b, "smin", exponent, build.constant(_WORDS, 254))
    return b.fmul(value, _power(b, b.sub(build.constant(_WORDS, 255), exponent))), exponent


def _shifted(
    b: ll.IRBuilder, how: Sums, given: tuple[LLValue, LLValue, int], top: LLValue
) -> LLValue:
    """Return what is kept of a number, as an integer.

    given: the fraction, its exponent with twice the bias, and the doublings in the fraction.
    """
    fraction, exponent, doublings = given
    below = build.binary(b, "smax", b.sub(top, exponent), build.constant(_WORDS, 0))
    field = b.sub(build.constant(_WORDS, _BIAS + how.fraction - doublings), below)
    scale = _power(b, build.binary(b, "smax", field, build.constant(_WORDS, 1)))
    scaled = b.fmul(fraction, scale)
    return build.intrinsic(b, "fptosi.sat", _WORDS, [scaled], [_WORDS, _FLOATS])


# ---- eight columns -----------------------------------------------------------------------------


def make_panel(
    module: ll.Module, name: str, how: Sums, layout: Layout, is_scaled: bool = False
) -> ll.Function:
    """Build `void panel(c, a, b, exponents)`: c += a·b for 16×8 outputs.

    c: four vectors of 32 lanes, the fragment's registers; the others as for `make_columns`.
    """
    function, b = begin(module, name, VOID, [PTR] * (6 if is_scaled else 4))
    c, *others = function.args
    sums = build.stack_bytes(b, 4 * ROWS * COLUMNS)
    for n, column in enumerate(load_columns(b, c, F32)):
        b.store(column, b.gep(sums, [number(n)], source_etype=_FLOATS), align=64)
    key = f"ks.columns.{how.name}.{layout.name}{'.x' if is_scaled else ''}"
    b.call(get(module, key, make_columns, how, layout, False, is_scaled), [sums, *others])
    places = (b.gep(sums, [number(n)], source_etype=_FLOATS) for n in range(COLUMNS))
    save_columns(b, [b.load(place, typ=_FLOATS, align=64) for place in places], c)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_columns(
    module: ll.Module,
    name: str,
    how: Sums,
    layout: Layout,
    given: bool = False,
    is_scaled: bool = False,
) -> ll.Function:
    """Build `void columns(sums, a, b, exponents)`: sums += a·b for 16 rows and 8 columns.

    sums: f32, [8][16]; a: f32, [K][16]; b: f32, as the layout says; exponents: those of A, as
    `store_exponents` has them. given: whether those of B are a fifth argument, i16 in the order of
    B, or as those of A for each column if rows have their own; then the layout's types do not
    matter. is_scaled: whether the words of the rows' and of the columns' scales are the last two.
    """
    function, b = begin(module, name, VOID, [PTR] * (4 + given + 2 * is_scaled))
    sums, a, values, exponents = function.args[:4]
    scales = tuple(function.args[-2:]) if is_scaled else ()
    own = function.args[4] if given else _column_exponents(b, layout, values)
    results = build.stack_bytes(b, 4 * ROWS * COLUMNS)
    bounds = _bounds(how, layout.kinds, is_scaled=is_scaled)
    most = [build.stack_bytes(b, 4 * ROWS) for _ in bounds]
    for place in most:
        b.store(build.constant(_WORDS, 0), place, align=64)
    with build.counted_loop(b, number(COLUMNS), "columns") as column:
        start = b.gep(sums, [column], source_etype=_FLOATS)
        before = b.load(start, typ=_FLOATS, align=64)
        total = build.constant(_FLOATS, 0.0) if how.late else before
        for step in how.steps(layout.depth):
            factors = _factors(b, layout, (a, values, exponents, own, *scales), column, step)
            total, watched = _quick_step(b, how, layout.kinds, factors, total)
            for place, value in zip(most, watched, strict=True):
                held = b.load(place, typ=_WORDS, align=64)
                b.store(build.binary(b, "umax", held, value), place, align=64)
        total = late_sums(b, how, total, before)
        b.store(total, b.gep(results, [column], source_etype=_FLOATS), align=64)
    beyond = ll.Constant(build.I1, 0)
    for place, bound in zip(most, bounds, strict=True):
        value = build.reduce(b, "umax", b.load(place, typ=_WORDS, align=64))
        beyond = b.or_(beyond, b.icmp_unsigned(">", value, ll.Constant(I32, bound)))
    with b.if_then(beyond, likely=False):
        key = f"ks.columns.any.{how.name}.{layout.name}{'.x' if is_scaled else ''}"
        slow = get(module, key, _make_any_columns, how, layout, is_scaled)
        b.call(slow, [sums, a, values, exponents, own, *scales])
        b.ret_void()
    size = number(4 * ROWS * COLUMNS)
    build.intrinsic(
        b, "memcpy", VOID, [sums, results, size, ll.Constant(build.I1, 0)], [PTR, PTR, I64]
    )
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_any_columns(
    module: ll.Module, name: str, how: Sums, layout: Layout, is_scaled: bool
) -> ll.Function:
    """Build the same for all numbers; its fifth argument: the exponents of B."""
    function, b = begin(module, name, VOID, [PTR] * (5 + 2 * is_scaled))
    sums, a, values, exponents, own, *scales = function.args
    with build.counted_loop(b, number(COLUMNS), "columns") as column:
        start = b.gep(sums, [column], source_etype=_FLOATS)
        before = b.load(start, typ=_FLOATS, align=64)
        total = build.constant(_FLOATS, 0.0) if how.late else before
        for step in how.steps(layout.depth):
            factors = _factors(b, layout, (a, values, exponents, own, *scales), column, step)
            total = any_step(b, how, layout.kinds, factors, total)
        b.store(late_sums(b, how, total, before), start, align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def late_sums(b: ll.IRBuilder, how: Sums, total: LLValue, before: LLValue) -> LLValue:
    """Return sums with those before, if these are added at the end."""
    return _narrowed(b, how, b.fadd(total, before)) if how.late else total


def _factors(
    b: ll.IRBuilder,
    layout: Layout,
    places: tuple[LLValue, ...],
    column: LLValue,
    step: list[int],
) -> Factors:
    """Return the factors of a step. `places`: A and B, their exponents, and scales, if any."""
    a, values, exponents, own, *scales = places
    first = b.gep(values, [b.mul(column, number(layout.across))], source_etype=I8)
    # Where columns follow one another a pair has half of its values' place, else that of a column.
    in_columns = layout.along == 4 or layout.by_row
    across = layout.across // 2 if in_columns else layout.across
    along = layout.along if in_columns else 4 * COLUMNS
    pairs = b.gep(own, [b.mul(column, number(across))], source_etype=I8)

    def factor(k: int) -> tuple[LLValue, LLValue]:
        left = b.load(b.gep(a, [number(k)], source_etype=_FLOATS), typ=_FLOATS, align=64)
        place = b.gep(first, [number(k * layout.along)], source_etype=I8)
        if layout.by_row:
            return left, b.load(place, typ=_FLOATS, align=64)
        return left, build.splat(b, b.load(place, typ=F32, align=4), ROWS)

    def exponent(pair: int) -> LLValue:
        left = b.load(b.gep(exponents, [number(pair)], source_etype=PAIRS), typ=PAIRS, align=64)
        place = b.gep(pairs, [number(pair * along)], source_etype=I8)
        if layout.by_row:
            return b.add(left, b.load(place, typ=PAIRS, align=64))
        right = build.splat(b, b.load(place, typ=I32, align=4), ROWS)
        return b.add(left, b.bitcast(right, PAIRS))

    top = largest(b, [exponent(k // 2) for k in step if k % 2 == 0])
    return factors_of(b, [lambda k=k: factor(k) for k in step], top, scales, column)


def scaled_columns(
    b: ll.IRBuilder,
    sums: list[LLValue],
    factors: list[LLValue],
    sizes: tuple[int, int],
    *,
    by_row: bool,
) -> list[LLValue]:
    """Return sums of 16 rows and 8 columns with products of e2m1 that are scaled in blocks.

    factors: the places of A and B, and of the words of their scales; sizes: K, and the scales of a
    row; by_row: whether each row has its own values of B (`c/scaled_sums.c`).
    """
    place = build.stack_bytes(b, 4 * ROWS * COLUMNS)
    places = [b.gep(place, [number(n)], source_etype=_FLOATS) for n in range(COLUMNS)]
    for at, column in zip(places, sums, strict=True):
        b.store(column, at, align=64)
    own = [*map(number, sizes), ll.Constant(build.I1, by_row)]
    helpers.call(b, "add_scaled", [place, *factors, *own])
    return [b.load(at, typ=_FLOATS, align=64) for at in places]
