"""Functions of compiled code that calculate in float64 next to a kernel's own floats.

A *row* is the shadow of a value in memory: 32 f64, then 32 i32 that say what rounded it. A shadow
that is NaN means that the value is its own. The words of the second half are

    level << STEP_BITS | step

`step` is the instruction since which the value is off as much as it is; `level` the exponent of
its relative error since then, with a bias. An instruction is blamed if the error of its result is
more than four times what it was since the last one that was blamed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernelscope.vgpu.analysis.shadows import Format
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F16, F32, F64, I32, I64, PTR
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.layout import LANES, STEP_BITS, Context, Precise
from kernelscope.vgpu.types import LLValue

DOUBLES, CODES, _LONGS = build.vector(F64), build.vector(I32), build.vector(I64)
CODES_AT = 8 * LANES
_NO_CODES = build.constant(CODES, 0)
_NAN = build.constant(DOUBLES, float("nan"))
_BIAS = 1060
"""Of the level: a value without a right bit is near 1060, and one off by 2^-52 near 1008."""
_FOUR_TIMES = 2
_NOISE = 2.0**-45
"""A sum that is smaller than this part of its operands is 0: the rest is float64's own rounding."""
_LN2 = 0.6931471805599453


@dataclass(frozen=True, slots=True)
class Value:
    """A float in 32 lanes, and its shadow.

    `exact`: the value as f64. `shadow`: what it would be in float64. `codes`: what rounded it; 0 if
    it is exact.
    """

    exact: LLValue
    shadow: LLValue
    codes: LLValue


def load_row(b: ll.IRBuilder, row: LLValue) -> tuple[LLValue, LLValue]:
    """Return the shadows and the codes of a row."""
    codes = b.gep(row, [ll.Constant(I64, CODES_AT)], source_etype=build.I8)
    return b.load(row, typ=DOUBLES, align=64), b.load(codes, typ=CODES, align=64)


def store_row(b: ll.IRBuilder, row: LLValue, new: tuple[LLValue, LLValue], lanes: LLValue) -> None:
    """Store shadows and codes of some lanes, given as a mask."""
    codes = b.gep(row, [ll.Constant(I64, CODES_AT)], source_etype=build.I8)
    for place, value in zip((row, codes), new, strict=True):
        old = b.load(place, typ=value.type, align=64)
        b.store(b.select(lanes, value, old), place, align=64)


def restart(b: ll.IRBuilder, row: LLValue, lanes: LLValue) -> None:
    """Note that values are their own shadows in some lanes."""
    b.store(b.select(lanes, _NAN, b.load(row, typ=DOUBLES, align=64)), row, align=64)


def bits_type(format: Format) -> LLValue:
    """Return the type of the bits of one float in 32 lanes."""
    return build.vector(ll.IntType({"f16": 16, "bf16": 16, "f32": 32, "f64": 64}[format.name]))


def widened(b: ll.IRBuilder, name: str, bits: LLValue) -> LLValue:
    """Return floats of a format as f64."""
    match name:
        case "f64":
            return b.bitcast(bits, DOUBLES)
        case "f32":
            return b.fpext(b.bitcast(bits, build.vector(F32)), DOUBLES)
        case "f16":
            return b.fpext(b.bitcast(bits, build.vector(F16)), DOUBLES)
        case _:
            wide = b.shl(b.zext(bits, CODES), build.constant(CODES, 16))
            return b.fpext(b.bitcast(wide, build.vector(F32)), DOUBLES)


def read(b: ll.IRBuilder, row: LLValue, exact: LLValue) -> Value:
    """Return a value with the shadow of its row."""
    shadow, codes = load_row(b, row)
    own = b.fcmp_unordered("uno", shadow, shadow)
    return Value(exact, b.select(own, exact, shadow), b.select(own, _NO_CODES, codes))


# ---- calculations --------------------------------------------------------------------------------


def calculate(module: ll.Module, opcode: str, sources: Sequence[str], result: str) -> LLValue:
    """Return the function that calculates a shadow; see `_make_calculate`.

    `sources`: the formats of its operands. `result`: the format of its result.
    """
    name = ".".join(("ks.shadow", opcode, *sources, "to", result))
    return get(module, name, _make_calculate, opcode, sources, result)


def _make_calculate(
    module: ll.Module, name: str, opcode: str, sources: Sequence[str], result: str
) -> LLValue:
    """Build `void f(row, rows…, bits…, result, lanes, step)`, with the bits of each operand."""
    count = len(sources)
    types = [bits_type(Format(name, 1)) for name in (*sources, result)]
    function_type = ll.FunctionType(ll.VoidType(), [PTR] * (1 + count) + types + [I32, I32])
    function = ll.Function(module, function_type, name)
    function.linkage = "internal"
    function.attributes.add("noinline")
    b, args = ll.IRBuilder(function.append_basic_block("entry")), function.args
    rows, bits = args[1 : 1 + count], args[1 + count : 1 + 2 * count]
    operands = [
        read(b, row, widened(b, name, value))
        for row, name, value in zip(rows, sources, bits, strict=True)
    ]
    exact = widened(b, result, args[-3])
    shadow = _calculated(b, opcode, operands, exact)
    lanes, step = build.to_mask(b, args[-2]), build.splat(b, args[-1])
    store_row(b, args[0], _judged(b, (opcode, operands), Value(exact, shadow, step)), lanes)
    b.ret_void()
    return function


def _calculated(b: ll.IRBuilder, opcode: str, v: Sequence[Value], result: LLValue) -> LLValue:
    """Return what an instruction makes of shadows."""
    x = [value.shadow for value in v]
    one = build.constant(DOUBLES, 1.0)
    match opcode:
        case "add" | "sub":
            return _sum(b, x[0], x[1] if opcode == "add" else b.fneg(x[1]))
        case "mul":
            return b.fmul(x[0], x[1])
        case "fma" | "mad":
            return _sum(b, b.fmul(x[0], x[1]), x[2])
        case "div":
            return b.fdiv(x[0], x[1])
        case "rcp":
            return b.fdiv(one, x[0])
        case "sqrt" | "rsqrt":
            root = build.unary(b, "sqrt", x[0])
            return root if opcode == "sqrt" else b.fdiv(one, root)
        case "abs":
            return build.unary(b, "fabs", x[0])
        case "neg":
            return b.fneg(x[0])
        case "min" | "max":
            first = b.fcmp_ordered("==", v[0].exact, result)
            return b.select(first, x[0], x[1])
        case "cvt":
            return x[0]
        case _:
            return _function(b, opcode, v[0], result)


def _sum(b: ll.IRBuilder, x: LLValue, y: LLValue) -> LLValue:
    total = b.fadd(x, y)
    least = b.fmul(build.unary(b, "fabs", x), build.constant(DOUBLES, _NOISE))
    is_noise = b.fcmp_ordered("<", build.unary(b, "fabs", total), least)
    return b.select(is_noise, build.constant(DOUBLES, 0.0), total)


def _function(b: ll.IRBuilder, opcode: str, v: Value, result: LLValue) -> LLValue:
    """Return a function of a shadow, from the result and how far the operand is from its shadow.

    The result's own rounding is not seen this way.
    """
    one = build.constant(DOUBLES, 1.0)
    change = b.fsub(v.shadow, v.exact)
    if opcode == "ex2":
        return b.fmul(result, _exp(b, b.fmul(change, build.constant(DOUBLES, _LN2))))
    if opcode == "tanh":
        e = _exp(b, b.fmul(change, build.constant(DOUBLES, 2.0)))
        t = b.fdiv(b.fsub(e, one), b.fadd(e, one))
        return b.fdiv(b.fadd(result, t), build.fma(b, result, t, one))
    ratio = b.fdiv(v.shadow, v.exact)
    t = b.fdiv(b.fsub(ratio, one), b.fadd(ratio, one))
    part = _series(b, b.fmul(t, t), [2 / (n * _LN2) for n in range(1, 26, 2)])
    value = build.fma(b, t, part, result)
    near = b.fcmp_ordered("<", build.unary(b, "fabs", t), build.constant(DOUBLES, 0.6))
    return b.select(near, value, result)


def _exp(b: ll.IRBuilder, x: LLValue) -> LLValue:
    """Return e^x as (e^(x/256))^256, for |x| up to 512."""
    limit = build.constant(DOUBLES, 512.0)
    x = build.binary(b, "maxnum", build.binary(b, "minnum", x, limit), b.fneg(limit))
    small = b.fmul(x, build.constant(DOUBLES, 1 / 256))
    value = _series(b, small, [1 / math.factorial(n) for n in range(20)])
    for _ in range(8):
        value = b.fmul(value, value)
    return value


def _series(b: ll.IRBuilder, x: LLValue, coefficients: Sequence[float]) -> LLValue:
    total = build.constant(DOUBLES, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = build.fma(b, total, x, build.constant(DOUBLES, coefficient))
    return total


def _judged(
    b: ll.IRBuilder, made: tuple[str, Sequence[Value]], result: Value
) -> tuple[LLValue, LLValue]:
    """Return a result's shadow and codes; `result.codes` is the instruction in each lane."""
    opcode, operands = made
    error = build.unary(b, "fabs", b.fsub(result.exact, result.shadow))
    passed = _blamed(b, opcode, operands, result.exact)
    level = _exponent(b, error)
    size = _exponent(b, build.unary(b, "fabs", result.shadow))
    level = b.add(b.sub(level, size), build.constant(CODES, _BIAS))
    level = build.binary(b, "smax", level, build.constant(CODES, 1))
    level = build.binary(b, "smin", level, build.constant(CODES, (1 << 31 - STEP_BITS) - 1))
    bits = build.constant(CODES, STEP_BITS)
    old = b.lshr(passed, bits)
    is_worse = b.icmp_signed(">", level, b.add(old, build.constant(CODES, _FOUR_TIMES)))
    low = build.constant(CODES, (1 << STEP_BITS) - 1)
    step = b.select(is_worse, result.codes, b.and_(passed, low))
    level = b.select(is_worse, level, build.binary(b, "smin", old, level))
    codes = b.or_(b.shl(level, bits), step)
    is_off = b.fcmp_ordered(">", error, build.constant(DOUBLES, 0.0))
    codes = b.select(is_off, codes, _NO_CODES)
    limit = build.constant(DOUBLES, float("inf"))
    is_known = b.fcmp_ordered("<", error, limit)
    return b.select(is_known, result.shadow, _NAN), codes


def _exponent(b: ll.IRBuilder, size: LLValue) -> LLValue:
    """Return the exponent of f64 that are not negative, with its bias."""
    return b.trunc(b.lshr(b.bitcast(size, _LONGS), build.constant(_LONGS, 52)), CODES)


def _blamed(b: ll.IRBuilder, opcode: str, operands: Sequence[Value], result: LLValue) -> LLValue:
    """Return the codes of the operand whose error counts most in the result."""
    errors = [build.unary(b, "fabs", b.fsub(v.exact, v.shadow)) for v in operands]
    sizes = [build.unary(b, "fabs", v.exact) for v in operands]
    if opcode in ("mul", "fma", "mad"):
        errors[:2] = b.fmul(errors[0], sizes[1]), b.fmul(errors[1], sizes[0])
    if opcode == "div":
        errors[1] = b.fmul(errors[1], build.unary(b, "fabs", result))
    if opcode in ("min", "max"):
        first = b.fcmp_ordered("==", operands[0].exact, result)
        return b.select(first, operands[0].codes, operands[1].codes)
    most, codes = errors[0], operands[0].codes
    for error, operand in zip(errors[1:], operands[1:], strict=True):
        is_more = b.fcmp_ordered(">", error, most)
        most = b.select(is_more, error, most)
        codes = b.select(is_more, operand.codes, codes)
    return codes


# ---- what is stored ------------------------------------------------------------------------------


def judge(module: ll.Module, name: str) -> LLValue:
    """Return the function that looks at stored floats of a format; see `_make_judge`."""
    return get(module, f"ks.shadow.stored.{name}", _make_judge, name)


def _make_judge(module: ll.Module, name: str, format: str) -> LLValue:
    """Build `void stored(context, row, bits, lanes, store, limit)`.

    It adds up how many were stored and their squares, and calls the host for those that are off by
    more than `limit` times their size.
    """
    types = [PTR, PTR, bits_type(Format(format, 1)), I32, I32, F64]
    function = ll.Function(module, ll.FunctionType(ll.VoidType(), types), name)
    function.linkage = "internal"
    function.attributes.add("noinline")
    b = ll.IRBuilder(function.append_basic_block("entry"))
    context, row, bits, lanes, store, limit = function.args
    value = read(b, row, widened(b, format, bits))
    zero, infinity = build.constant(DOUBLES, 0.0), build.constant(DOUBLES, float("inf"))
    size = build.unary(b, "fabs", value.shadow)
    known = b.and_(build.to_mask(b, lanes), b.fcmp_ordered("<", size, infinity))
    table = b.load(build.slot(b, context, int(Context.PRECISE)), typ=PTR)
    sums = b.gep(table, [b.add(b.mul(store, ll.Constant(I32, 2)), ll.Constant(I32, Precise.SUMS))],
                 source_etype=F64)  # fmt: skip
    squares = b.gep(sums, [ll.Constant(I32, 1)], source_etype=F64)
    count = b.uitofp(build.popcount(b, build.to_bits(b, known)), F64)
    b.store(b.fadd(b.load(sums, typ=F64), count), sums)
    chosen = b.select(known, b.fmul(size, size), zero)
    total = b.call(
        build.declared(module, "llvm.vector.reduce.fadd.v32f64", F64, [F64, DOUBLES]),
        [ll.Constant(F64, 0.0), chosen],
    )
    b.store(b.fadd(b.load(squares, typ=F64), total), squares)
    error = build.unary(b, "fabs", b.fsub(value.exact, value.shadow))
    off = b.fcmp_ordered(">", error, b.fmul(size, build.splat(b, limit)))
    off = build.to_bits(b, b.and_(off, known))
    with b.if_then(b.icmp_unsigned("!=", off, ll.Constant(I32, 0)), likely=False):
        place: LLValue = b.alloca(DOUBLES, size=3)
        place.align = 64
        codes = b.bitcast(b.zext(value.codes, _LONGS), DOUBLES)
        for n, part in enumerate((value.exact, value.shadow, codes)):
            b.store(part, b.gep(place, [ll.Constant(I64, n)], source_etype=DOUBLES), align=64)
        function_type = ll.FunctionType(ll.VoidType(), [PTR, I32, I32, PTR]).as_pointer()
        callback = b.inttoptr(build.load_slot(b, table, int(Precise.TELL)), function_type)
        b.call(callback, [context, store, off, place])
    b.ret_void()
    return function


def part_of(b: ll.IRBuilder, bits: LLValue, format: Format, part: int) -> LLValue:
    """Return the bits of one of the floats of a register."""
    part_type = bits_type(format)
    if part:
        bits = b.lshr(bits, build.constant(bits.type, part_type.element.width * part))
    return b.trunc(bits, part_type) if bits.type != part_type else bits
