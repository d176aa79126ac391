"""The NaN that an instruction gives where PTX leaves it open: the same as an H200.

Arithmetic of f32 and narrower types writes the type's one NaN. That of f64 keeps sign and payload
of a NaN that it reads, made quiet, and writes 0xFFF8000000000000 if it reads none (inf - inf). Of
several NaNs that it reads, the second factor or summand comes first: see `Form.extra["keeps_nan"]`
for the instructions whose results say themselves what their NaNs are.

    add.f64  d, 0x7FFC000000000000, 0xFFF8000000000001    d = 0xFFF8000000000001
    cvt.rn.f32.f64  d, 0xFFF0000000012345                 d = 0xFFC00000
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

INVALID = 0xFFF8000000000000
"""The NaN of f64 arithmetic that reads none."""
_QUIET = 1 << 51
# (bits, bits of the fraction) of the formats that f64 is converted from and to.
_SHAPES = {"f16": (16, 10), "bf16": (16, 7), "f32": (32, 23), "f64": (64, 52)}


def first_nan_meaning(value: Lanes, *sources: Lanes) -> Lanes:
    """Replace each NaN of an f64 result by the first source that is a NaN, made quiet."""
    bits = value.view(np.uint64)
    chosen = np.full(len(bits), INVALID, np.uint64)
    for source in reversed(sources):
        chosen = np.where(np.isnan(source), source.view(np.uint64) | np.uint64(_QUIET), chosen)
    return np.where(np.isnan(value), chosen, bits).view(np.float64)


def first_nan_code(g: Generator, value: LLValue, *sources: LLValue) -> LLValue:
    """Emit what `first_nan_meaning` defines."""
    # As integers: to LLVM one NaN is as good as another, and it may drop the choice.
    integer = g.typed(I64)
    chosen = g.const(I64, INVALID)
    for source in reversed(sources):
        quiet = g.b.or_(g.b.bitcast(source, integer), g.const(I64, _QUIET))
        chosen = g.b.select(g.b.fcmp_unordered("uno", source, source), quiet, chosen)
    unordered = g.b.fcmp_unordered("uno", value, value)
    return g.b.bitcast(g.b.select(unordered, chosen, g.b.bitcast(value, integer)), value.type)


def narrowed_nan_meaning(name: str, value: Lanes, source: Lanes) -> Lanes:
    """Replace each NaN of a result by its f64 source, made quiet: sign and upper payload."""
    bits, fraction = _SHAPES[name]
    raw = source.view(np.uint64)
    sign = raw >> np.uint64(64 - bits) & np.uint64(1 << (bits - 1))
    payload = (raw | np.uint64(_QUIET)) >> np.uint64(52 - fraction) & np.uint64((1 << bits - 1) - 1)
    unsigned = np.dtype(f"u{bits // 8}")
    nan = (sign | payload).astype(unsigned)
    return np.where(np.isnan(source), nan, value.view(unsigned)).view(value.dtype)


def narrowed_nan_code(g: Generator, name: str, value: LLValue, source: LLValue) -> LLValue:
    """Emit what `narrowed_nan_meaning` defines, for a result given as an integer."""
    bits, fraction = _SHAPES[name]
    integer = ll.IntType(bits)
    raw = g.b.bitcast(source, g.typed(I64))
    sign = g.b.and_(g.b.lshr(raw, g.const(I64, 64 - bits)), g.const(I64, 1 << (bits - 1)))
    quiet = g.b.lshr(g.b.or_(raw, g.const(I64, _QUIET)), g.const(I64, 52 - fraction))
    payload = g.b.and_(quiet, g.const(I64, (1 << bits - 1) - 1))
    nan = g.b.trunc(g.b.or_(sign, payload), g.typed(integer))
    return g.b.select(g.b.fcmp_unordered("uno", source, source), nan, value)


def widened_nan_meaning(name: str, value: Lanes, source: Lanes) -> Lanes:
    """Replace each NaN of an f64 result by its narrower source, made quiet."""
    bits, fraction = _SHAPES[name]
    raw = np.ascontiguousarray(source).view(f"u{bits // 8}").astype(np.uint64)
    sign = (raw >> np.uint64(bits - 1)) << np.uint64(63)
    payload = (raw & np.uint64((1 << fraction) - 1)) << np.uint64(52 - fraction)
    nan = sign | np.uint64(0x7FF8000000000000) | payload
    return np.where(np.isnan(value), nan, value.view(np.uint64)).view(np.float64)


def widened_nan_code(g: Generator, name: str, value: LLValue, source: LLValue) -> LLValue:
    """Emit what `widened_nan_meaning` defines; the source is an integer of its width."""
    bits, fraction = _SHAPES[name]
    raw = g.b.zext(source, g.typed(I64))
    sign = g.b.shl(g.b.lshr(raw, g.const(I64, bits - 1)), g.const(I64, 63))
    payload = g.b.and_(raw, g.const(I64, (1 << fraction) - 1))
    shifted = g.b.shl(payload, g.const(I64, 52 - fraction))
    nan = g.b.or_(g.b.or_(sign, shifted), g.const(I64, 0x7FF8000000000000))
    unordered = g.b.fcmp_unordered("uno", value, value)
    wide = g.b.bitcast(value, g.typed(I64))
    return g.b.bitcast(g.b.select(unordered, nan, wide), value.type)


def replaced_code(g: Generator, value: LLValue, source: LLValue, nan: int) -> LLValue:
    """Return a float whose bits are `nan` wherever the source is a NaN."""
    bits = {ll.FloatType: 32, ll.DoubleType: 64}[type(build.element_type(value))]
    integer = ll.IntType(bits)
    raw = g.b.bitcast(value, g.typed(integer))
    unordered = g.b.fcmp_unordered("uno", source, source)
    return g.b.bitcast(g.b.select(unordered, g.const(integer, nan), raw), value.type)
