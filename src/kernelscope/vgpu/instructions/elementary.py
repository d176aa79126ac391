"""Elementary functions of f32, results in f64, whole vectors at a time: 2^x, log2, tanh, sine.

They are exact to about 2^-51, so that a result rounded to f32 or to 16 bits is the correctly
rounded one for all but about one input in 2^27; of `ex2.approx.f32` it is for every input.
Polynomials run through the Chebyshev nodes of their interval; they were computed with 50 digits and
each coefficient then rounded to f64.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F32, F64, I32, I64
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

# Adding this to a small double leaves its nearest integer in the low bits.
_ROUNDER = 1.5 * 2.0**52

# Lanes that a processor without AVX-512 works on from end to end: two of its vectors of f64, of
# which it has 16. All 32 lanes at each step keep 8 vectors alive for every value, and a third of
# the instructions of an `ex2` moved them to the stack and back.
_PIECE = 8

# Those of 2^x are moved by up to 2^-50 of the result. As they came, 2^0x3b429d37 and 2^0xbcf3a937
# (f32 as bits) lay in the middle between two f32 to within 2^-53, and were rounded to the wrong
# one. Of random moves these are the first that round the 137 inputs right which come within 2^-47
# of a middle. `tools/prove_exp2.py` then compared all 2^32 inputs with the truth: none differs.
# (2^r - 1) / r for |r| <= 1/64; the error of 2^r is 2^-50.
_EXP2_NEAR_0 = (
    "0x1.62e42fefa3a8ep-1", "0x1.ebfbdff80e1a2p-3", "0x1.c6b08d711dbf3p-5",
    "0x1.3b2b1a915995fp-7", "0x1.5d884e708e6aap-10",
)  # fmt: skip
# (2^r - 1) / r for |r| <= 1/16; the error of 2^r is 2^-50.
_EXP2_WIDELY_NEAR_0 = (
    "0x1.62e42fefa3a1dp-1", "0x1.ebfbdff82e1fp-3", "0x1.c6b08d704a11fp-5",
    "0x1.3b2ab70880ed3p-7", "0x1.5d87fe72ac65ep-10", "0x1.430deca12d584p-13",
    "0x1.ffd1f6633bd3ap-17",
)  # fmt: skip
_MOVED_STEP = 31 / 32
"""The power of two in the table that is one unit in the last place up, for the same reason."""

# (2^r - 1) / r for |r| <= 1/2, error 2^-54.18.
_EXP2_MINUS_1 = (
    "0x1.62e42fefa39efp-1", "0x1.ebfbdff82c58fp-3", "0x1.c6b08d704a0c6p-5",
    "0x1.3b2ab6fba4e79p-7", "0x1.5d87fe78a3f9cp-10", "0x1.430912f86b7dbp-13",
    "0x1.ffcbfc6da6ed1p-17", "0x1.62c02242b879cp-20", "0x1.b524ebd13a55fp-24",
    "0x1.e4cf10dec0f59p-28", "0x1.e9ec1fcb69a7fp-32", "0x1.c4a29324a1038p-36",
)  # fmt: skip

# log2((1 + s) / (1 - s)) / s in powers of s² for s² <= 0.0295, error 2^-55.98.
_LOG2 = (
    "0x1.71547652b82fep+1", "0x1.ec709dc3a047dp-1", "0x1.2776c50ee39dcp-1",
    "0x1.a61762d693934p-2", "0x1.484afb7a67652p-2", "0x1.0ca160627dbfcp-2",
    "0x1.c46e1440404d7p-3", "0x1.b592d3c48c41cp-3",
)  # fmt: skip
_ROOT_HALF_BITS = 0x3FE6A09E667F3BCD  # sqrt(1/2)

# sin(u·pi/2) / u in powers of u² for |u| <= 1/2: its Taylor series, which ends at 2^-62.
_SINE = (
    "0x1.921fb54442d18p+0", "-0x1.4abbce625be53p-1", "0x1.466bc6775aae2p-4",
    "-0x1.32d2cce62bd86p-8", "0x1.50783487ee782p-13", "-0x1.e3074fde8871fp-19",
    "0x1.e8f434d018d63p-25", "-0x1.6fadb9f155744p-31", "0x1.aaec32af93359p-38",
)  # fmt: skip
# cos(u·pi/2) in powers of u², likewise.
_COSINE = (
    "0x1.0000000000000p+0", "-0x1.3bd3cc9be45dep+0", "0x1.03c1f081b5ac4p-2",
    "-0x1.55d3c7e3cbffap-6", "0x1.e1f506891babbp-11", "-0x1.a6d1f2a204a8cp-16",
    "0x1.f9d38a3763cc3p-22", "-0x1.b6e24f44b128fp-28", "0x1.20c62c2f2d7f5p-34",
    "-0x1.2a0c591af8314p-41",
)  # fmt: skip
# A GPU multiplies an angle with this f32 and cuts the product off after 24 bits; of that it takes
# the turns to 2^-25: `FMUL.RZ R0, R0, 0.15915493667125701904; MUFU.SIN R0, R0` (H200).
TURNS_IN_A_RADIAN = 0.15915493667125702
_CUT_24_BITS = (1 << 64) - (1 << 29)


def _polynomial(g: Generator, coefficients: tuple[str, ...], x: LLValue) -> LLValue:
    first, *others = (float.fromhex(c) for c in reversed(coefficients))
    value: LLValue = g.const(F64, first)
    for coefficient in others:
        value = build.fma(g.b, value, x, g.const(F64, coefficient))
    return value


def _split_exponent(g: Generator, x: LLValue) -> tuple[LLValue, LLValue]:
    """Return (n·2^52 as an i64, to be added to an exponent; x - n) for the integer n nearest to
    x.
    """
    shifted = g.b.fadd(x, g.const(F64, _ROUNDER))
    whole = g.b.fsub(shifted, g.const(F64, _ROUNDER))
    power = g.b.shl(g.b.bitcast(shifted, g.typed(I64)), g.const(I64, 52))
    return power, g.b.fsub(x, whole)


def _bounded(g: Generator, x: LLValue, limit: float) -> LLValue:
    """Return x within ±limit; NaN becomes a number, which the caller replaces."""
    below = build.binary(g.b, "minnum", x, g.const(F64, limit))
    return build.binary(g.b, "maxnum", below, g.const(F64, -limit))


def _keep_nan(g: Generator, x: LLValue, value: LLValue) -> LLValue:
    return g.b.select(g.b.fcmp_unordered("uno", x, x), x, value)


def in_pieces(g: Generator, code: Callable[[Generator, LLValue], LLValue], x: LLValue) -> LLValue:
    """Emit a function of f32 lane by lane: 8 lanes from end to end, and then the next 8."""
    if g.lanes == 0 or build.has_permutes():
        return code(g, x)
    before, g.lanes = g.lanes, _PIECE
    parts = [
        code(g, build.shuffle(g.b, x, None, range(first, first + _PIECE)))
        for first in range(0, before, _PIECE)
    ]
    g.lanes = before
    return build.joined(g.b, parts)


def _steps(count: int) -> tuple[list[int], list[int]]:
    """Return the lower and the upper halves of 2^(j/count), less what adding j steps in the
    exponent gives back.
    """
    step = (1 << 52) // count
    powers = [struct.unpack("<q", struct.pack("<d", 2.0 ** (j / count)))[0] for j in range(count)]
    moved = [power + (j / count == _MOVED_STEP) for j, power in enumerate(powers)]
    bits = [power - j * step for j, power in enumerate(moved)]
    return [b & 0xFFFFFFFF for b in bits], [b >> 32 for b in bits]


def exp2_double(g: Generator, x: LLValue) -> LLValue:
    """Return 2^x of an f32, as 2^(k/steps)·2^r with whole k.

    Beyond ±160 the result is that at ±160: zero or infinite in f32 and narrower types. NaN stays
    NaN.
    """
    b = g.b
    for limit, beyond in ((160.0, ">"), (-160.0, "<")):
        edge = g.const(F32, limit)
        x = b.select(b.fcmp_ordered(beyond, x, edge), edge, x)
    steps, series = (32, _EXP2_NEAR_0) if build.has_permutes() else (8, _EXP2_WIDELY_NEAR_0)
    # Adding this to a small f32 leaves its nearest whole number of steps in the low bits.
    rounder = g.const(F32, 1.5 * 2.0**23 / steps)
    shifted = b.fadd(x, rounder)
    near = b.fsub(x, b.fsub(shifted, rounder))
    r = b.fpext(near, g.typed(F64))
    k = b.bitcast(shifted, g.typed(I32))
    low, high = (build.look_up(b, half, k) for half in _steps(steps))
    # All steps are one in the exponent: this adds to both parts of 2^(k/steps) at once.
    high = b.add(high, b.shl(k, g.const(I32, 20 - steps.bit_length() + 1)))
    scale = b.bitcast(build.from_halves(b, low, high), g.typed(F64))
    return build.fma(b, b.fmul(scale, r), _polynomial(g, series, r), scale)


def tanh_double(g: Generator, x: LLValue) -> LLValue:
    """Return tanh(x) of an f32 as E / (E + 2) with E = e^2|x| - 1, which keeps small x exact."""
    b = g.b
    x = b.fpext(x, g.typed(F64))
    size = build.unary(b, "fabs", x)
    # Beyond 30 tanh is 1 to 80 bits.
    doubled = b.fmul(_bounded(g, size, 30.0), g.const(F64, 2.0 / math.log(2.0)))
    power, r = _split_exponent(g, doubled)
    one = g.const(F64, 1.0)
    scale = b.bitcast(b.add(b.bitcast(one, g.typed(I64)), power), x.type)
    small = b.fmul(r, _polynomial(g, _EXP2_MINUS_1, r))
    e = build.fma(b, scale, small, b.fsub(scale, one))
    value = b.fdiv(e, b.fadd(e, g.const(F64, 2.0)))
    return _keep_nan(g, x, build.binary(b, "copysign", value, x))


def log2_double(g: Generator, x: LLValue) -> LLValue:
    """Return log2(x) of an f32: -inf for zeros, NaN for negative numbers."""
    b = g.b
    # As an f64 a subnormal f32 is a normal number.
    x = b.fpext(x, g.typed(F64))
    bits = b.bitcast(x, g.typed(I64))
    # x = 2^k·m with m in [sqrt(1/2), sqrt(2)).
    k = b.ashr(b.sub(bits, g.const(I64, _ROOT_HALF_BITS)), g.const(I64, 52))
    m = b.bitcast(b.sub(bits, b.shl(k, g.const(I64, 52))), x.type)
    one = g.const(F64, 1.0)
    s = b.fdiv(b.fsub(m, one), b.fadd(m, one))
    series = _polynomial(g, _LOG2, b.fmul(s, s))
    value = build.fma(b, s, series, b.sitofp(k, x.type))
    zero, infinity = g.const(F64, 0.0), g.const(F64, math.inf)
    value = b.select(b.fcmp_ordered("==", x, infinity), infinity, value)
    value = b.select(b.fcmp_ordered("<", x, zero), g.const(F64, math.nan), value)
    value = b.select(b.fcmp_ordered("==", x, zero), g.const(F64, -math.inf), value)
    return _keep_nan(g, x, value)


def sine_double(
    g: Generator, x: LLValue, quarters: int, factor: float = TURNS_IN_A_RADIAN
) -> LLValue:
    """Return the sine of an f32 angle and some quarter turns, as a GPU reduces the angle.

    factor: the turns of an angle of 1.

    Of 1e6 radians the GPU sees 159154.9375 turns, so its sine is that of 0.9375 turns; that of the
    angle itself is another number. Of 1e-7 radians it sees no turn at all, and the sine is 0.
    `numeric.approx` defines it.
    """
    b = g.b
    double = g.typed(F64)
    size = b.fpext(build.unary(b, "fabs", x), double)
    product = b.fmul(size, g.const(F64, factor))
    kept = b.and_(b.bitcast(product, g.typed(I64)), g.const(I64, _CUT_24_BITS))
    whole = build.unary(b, "floor", b.fmul(b.bitcast(kept, double), g.const(F64, 2.0**25)))
    place = b.fmul(whole, g.const(F64, 2.0**-23))  # in quarters of a turn
    turns = build.unary(b, "floor", b.fmul(place, g.const(F64, 0.25)))
    place = b.fsub(place, b.fmul(turns, g.const(F64, 4.0)))  # of an infinite angle: NaN
    shifted = b.fadd(place, g.const(F64, _ROUNDER))
    u = b.fsub(place, b.fsub(shifted, g.const(F64, _ROUNDER)))
    square = b.fmul(u, u)
    number = b.add(b.bitcast(shifted, g.typed(I64)), g.const(I64, quarters))
    is_odd = b.icmp_unsigned("!=", b.and_(number, g.const(I64, 1)), g.const(I64, 0))
    sine = b.fmul(u, _polynomial(g, _SINE, square))
    value = b.select(is_odd, _polynomial(g, _COSINE, square), sine)
    sign = b.shl(b.and_(number, g.const(I64, 2)), g.const(I64, 62))
    if quarters == 0:
        negative = b.zext(b.bitcast(x, g.typed(I32)), g.typed(I64))
        top = b.and_(b.shl(negative, g.const(I64, 32)), g.const(I64, 1 << 63))
        sign = b.xor(sign, top)
    return b.bitcast(b.xor(b.bitcast(value, g.typed(I64)), sign), value.type)
