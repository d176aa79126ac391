"""16-bit floats and packed pairs (f16, f16x2, bf16, bf16x2): taken apart and put together.

Compiled code widens them to f32, computes, and rounds once more. Where one operation in f32 is not
exact enough its result is first rounded to odd, which a second rounding to half the width cannot
spoil (Boldo and Melquiond, 2008).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import DTypeLike

from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F16, F32, F64, I16, I32, I64
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

HALVES = "f16|f16x2|bf16|bf16x2"
_NAN = 0x7FFF
_SMALLEST_NORMAL = {"f16": 2.0**-14, "bf16": 2.0**-126}
_EXPONENT = {"f16": 0x7C00, "bf16": 0x7F80}


def no_ftz_of_bf16(f: Fields) -> bool:
    """Return whether the modifiers go together: only f16 has `.ftz`."""
    return not (f["ftz"] and f["t"].startswith("bf16"))


def base_name(name: str) -> str:
    """Return the element of a packed type."""
    return name.removesuffix("x2")


# ---- compiled: to and from f32 -------------------------------------------------------------


def split_code(g: Generator, name: str, value: LLValue) -> list[LLValue]:
    """Return the elements of a 16-bit or packed value as f32."""
    if not name.endswith("x2"):
        return [widen_code(g, name, value)]
    low = g.b.trunc(value, g.typed(I16))
    high = g.b.trunc(g.b.lshr(value, g.const(I32, 16)), g.typed(I16))
    return [widen_code(g, base_name(name), v) for v in (low, high)]


def widen_code(g: Generator, name: str, value: LLValue) -> LLValue:
    """Return one f16 or bf16 as f32, exactly. Takes LLVM's half or an i16."""
    if name == "f16":
        if isinstance(build.element_type(value), ll.IntType):
            value = g.b.bitcast(value, g.typed(F16))
        return g.b.fpext(value, g.typed(F32))
    bits = g.b.shl(g.b.zext(value, g.typed(I32)), g.const(I32, 16))
    return g.b.bitcast(bits, g.typed(F32))


def narrow_code(g: Generator, name: str, value: LLValue, mode: str = "rn") -> LLValue:
    """Round f32 by `rn`, `rz`, `rm` or `rp` to f16 or bf16, as an i16; NaN is 0x7FFF."""
    if name == "f16":
        bits = _narrow_f16(g, value, mode)
    else:
        raw = g.b.bitcast(value, g.typed(I32))
        if mode == "rn":
            # Add half of the last kept place, less one where it is even.
            odd = g.b.and_(g.b.lshr(raw, g.const(I32, 16)), g.const(I32, 1))
            raw = g.b.add(g.b.add(raw, g.const(I32, 0x7FFF)), odd)
        elif mode in ("rm", "rp"):
            # Away from zero on one side only, unless nothing is cut off.
            side = g.b.icmp_signed("<" if mode == "rm" else ">=", raw, g.const(I32, 0))
            raw = g.b.select(side, g.b.add(raw, g.const(I32, 0xFFFF)), raw)
        bits = g.b.trunc(g.b.lshr(raw, g.const(I32, 16)), g.typed(I16))
    unordered = g.b.fcmp_unordered("uno", value, value)
    return g.b.select(unordered, g.const(I16, _NAN), bits)


def _narrow_f16(g: Generator, value: LLValue, mode: str) -> LLValue:
    """Round to nearest, then move one step if that went to the wrong side."""
    nearest = g.b.fptrunc(value, g.typed(F16))
    bits = g.b.bitcast(nearest, g.typed(I16))
    if mode == "rn":
        return bits
    back, one = g.b.fpext(nearest, g.typed(F32)), g.const(I16, 1)
    if mode == "rz":
        size, exact = build.unary(g.b, "fabs", back), build.unary(g.b, "fabs", value)
        return g.b.select(g.b.fcmp_ordered(">", size, exact), g.b.sub(bits, one), bits)
    negative = g.b.icmp_signed("<", bits, g.const(I16, 0))
    up, down = g.b.add(bits, one), g.b.sub(bits, one)
    if mode == "rm":
        beyond, moved = g.b.fcmp_ordered(">", back, value), g.b.select(negative, up, down)
    else:
        beyond, moved = g.b.fcmp_ordered("<", back, value), g.b.select(negative, down, up)
    return g.b.select(beyond, moved, bits)


def join_code(g: Generator, name: str, parts: list[LLValue]) -> LLValue:
    """Return i16 elements as a value of the type: LLVM's half for f16, else an integer."""
    if not name.endswith("x2"):
        return g.b.bitcast(parts[0], g.typed(F16)) if name == "f16" else parts[0]
    low, high = (g.b.zext(p, g.typed(I32)) for p in parts)
    return g.b.or_(low, g.b.shl(high, g.const(I32, 16)))


def flush_half_code(g: Generator, f: Fields, value: LLValue) -> LLValue:
    """Replace subnormals of the type by zeros of their sign, for `.ftz` of operands, here as
    f32.
    """
    if not f.get("ftz"):
        return value
    least = g.const(F32, _SMALLEST_NORMAL[base_name(f["t"])])
    size = build.unary(g.b, "fabs", value)
    zero = build.binary(g.b, "copysign", g.const(F32, 0.0), value)
    return g.b.select(g.b.fcmp_ordered("<", size, least), zero, value)


def flush_bits_code(g: Generator, f: Fields, bits: LLValue) -> LLValue:
    """Apply `.ftz` to results, here as i16."""
    if not f.get("ftz"):
        return bits
    exponent = g.b.and_(bits, g.const(I16, _EXPONENT[base_name(f["t"])]))
    small = g.b.icmp_unsigned("==", exponent, g.const(I16, 0))
    return g.b.select(small, g.b.and_(bits, g.const(I16, 0x8000)), bits)


# ---- compiled: rounding to odd -------------------------------------------------------------


def to_odd(g: Generator, nearest: LLValue, error: LLValue) -> LLValue:
    """Turn a result rounded to nearest, with its error's sign, into the result rounded to odd."""
    element = build.element_type(nearest)
    integer = I32 if isinstance(element, ll.FloatType) else I64
    raw = g.b.bitcast(nearest, g.typed(integer))
    zero, one = g.const(element, 0.0), g.const(integer, 1)
    even = g.b.icmp_unsigned("==", g.b.and_(raw, one), g.const(integer, 0))
    inexact = g.b.fcmp_ordered("!=", error, zero)
    finite = g.b.fcmp_ordered("==", g.b.fsub(nearest, nearest), zero)
    change = g.b.and_(g.b.and_(even, inexact), finite)
    # Bits grow with magnitude: away from zero where error and value have one sign.
    error_raw = g.b.bitcast(error, g.typed(integer))
    same = g.b.icmp_signed(">=", g.b.xor(raw, error_raw), g.const(integer, 0))
    is_zero = g.b.fcmp_ordered("==", nearest, zero)
    moved = g.b.select(same, g.b.add(raw, one), g.b.sub(raw, one))
    width = integer.width
    tiny = g.b.or_(g.b.and_(error_raw, g.const(integer, 1 << (width - 1))), one)
    moved = g.b.select(is_zero, tiny, moved)
    return g.b.bitcast(g.b.select(change, moved, raw), nearest.type)


def odd_single(g: Generator, wide: LLValue) -> LLValue:
    """Return an f64 as an f32 rounded to odd."""
    near = g.b.fptrunc(wide, g.typed(F32))
    error = g.b.fsub(wide, g.b.fpext(near, g.typed(F64)))
    # Of the error only the sign is needed, and whether it is zero: it may be too small for f32.
    sign = build.binary(g.b, "copysign", g.const(F32, 1.0), g.b.fptrunc(error, g.typed(F32)))
    exact = g.b.fcmp_ordered("==", error, g.const(F64, 0.0))
    return to_odd(g, near, g.b.select(exact, g.const(F32, 0.0), sign))


def _two_sum_error(g: Generator, a: LLValue, b: LLValue, total: LLValue) -> LLValue:
    """Return the exact error of total = a + b (Knuth)."""
    part = g.b.fsub(total, a)
    lost_of_a = g.b.fsub(a, g.b.fsub(total, part))
    return g.b.fadd(lost_of_a, g.b.fsub(b, part))


def odd_fma(g: Generator, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Return a·b + c of widened floats of at most 16 bits as an f32 rounded to odd."""
    x, y, z = (g.b.fpext(v, g.typed(F64)) for v in (a, b, c))
    product = g.b.fmul(x, y)
    total = g.b.fadd(product, z)
    return odd_single(g, to_odd(g, total, _two_sum_error(g, product, z, total)))


# ---- meaning: the bits of the elements -----------------------------------------------------


def split_meaning(name: str, value: Lanes) -> list[Lanes]:
    """Return the elements of a 16-bit or packed array as arrays of 16 bits."""
    if not name.endswith("x2"):
        return [np.ascontiguousarray(value).view(np.uint16)]
    raw = value.view(np.uint32)
    return [(raw & 0xFFFF).astype(np.uint16), (raw >> 16).astype(np.uint16)]


def join_meaning(name: str, parts: list[Lanes], dtype: DTypeLike) -> Lanes:
    """Return arrays of 16-bit elements (floats or bits) as an array of the type."""
    bits = [np.ascontiguousarray(part).view(np.uint16) for part in parts]
    if name.endswith("x2"):
        return bits[0].astype(np.uint32) | bits[1].astype(np.uint32) << 16
    return bits[0].view(dtype)


def widen_meaning(name: str, bits: Lanes) -> Lanes:
    """Return bits of f16 or bf16 elements as f32."""
    if name == "f16":
        return bits.view(np.float16).astype(np.float32)
    return (bits.astype(np.uint32) << 16).view(np.float32)


def positive_meaning(f: Fields, array: Lanes) -> Lanes:
    """Apply `.relu` to 16-bit results: every element with a sign becomes +0; NaN has none."""
    bits = np.ascontiguousarray(array).view(np.uint16)
    return np.where(bits >= 0x8000, np.uint16(0), bits) if f.get("relu") else bits
