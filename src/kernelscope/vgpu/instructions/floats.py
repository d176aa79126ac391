"""Helpers of float instructions: flushing of subnormals, saturation, the one NaN of a type.

Each piece exists twice: its meaning on NumPy arrays, and its code. `.ftz` flushes subnormal inputs
and results to zeros of their sign; NaN results are the one NaN that PTX writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


CANONICAL_NAN = {"f16": 0x7FFF, "f32": 0x7FFFFFFF, "f64": 0x7FFFFFFFFFFFFFFF}
BITS = {"f16": 16, "f32": 32, "f64": 64}


def flush_meaning(f: Fields, a: Lanes) -> Lanes:
    """Replace subnormals of f32 by zeros of their sign, if the instruction has `.ftz`."""
    if not f.get("ftz") or a.dtype != np.float32:
        return a
    small = np.abs(a) < np.float32(2.0**-126)
    return np.where(small, np.copysign(np.float32(0), a), a)


def flush_code(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Emit what `flush_meaning` defines."""
    if not f.get("ftz") or not isinstance(build.element_type(a), ll.FloatType):
        return a
    size = build.unary(g.b, "fabs", a)
    small = g.b.fcmp_ordered("<", size, g.const(build.F32, 2.0**-126))
    zero = build.binary(g.b, "copysign", g.const(build.F32, 0.0), a)
    return g.b.select(small, zero, a)


def canonical_meaning(value: Lanes) -> Lanes:
    """Replace every NaN by the type's one NaN."""
    name = {2: "f16", 4: "f32", 8: "f64"}[value.dtype.itemsize]
    bits = value.copy().view(f"u{value.dtype.itemsize}")
    bits[np.isnan(value)] = CANONICAL_NAN[name]
    return bits.view(value.dtype)


def canonical_code(g: Generator, value: LLValue) -> LLValue:
    """Replace NaN by the type's one NaN (for operations that would keep its bits)."""
    name = build.type_suffix(build.element_type(value))
    nan = g.b.bitcast(g.const(ll.IntType(BITS[name]), CANONICAL_NAN[name]), value.type)
    return g.b.select(g.b.fcmp_unordered("uno", value, value), nan, value)


def limit_code(g: Generator, f: Fields, value: LLValue) -> LLValue:
    """Apply `.sat`, to [0, 1] (NaN to 0), and `.relu` (negative to 0, NaN stays)."""
    element = build.element_type(value)
    zero, one = g.const(element, 0.0), g.const(element, 1.0)
    if f.get("sat"):
        # Ordered comparisons are false for NaN, which therefore becomes zero.
        value = g.b.select(g.b.fcmp_ordered(">", value, zero), value, zero)
        value = g.b.select(g.b.fcmp_ordered("<", value, one), value, one)
    if f.get("relu"):
        value = g.b.select(g.b.fcmp_unordered(">", value, zero), value, zero)
    return value


def finish_code(g: Generator, f: Fields, value: LLValue) -> LLValue:
    """Flush and saturate in compiled code; the generator takes care of NaN."""
    return limit_code(g, f, flush_code(g, f, value))
