"""Reciprocals and roots that are rounded in a direction, and the approximate ones of f64.

PTX ISA, 9.7.3.13–17. `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64` look at the upper 32 bits of
their source alone and give the upper 32 bits of a result; here those of the rounded one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.directed import directed_code
from kernelscope.vgpu.instructions.floats import finish_code, flush_code
from kernelscope.vgpu.instructions.nans import first_nan_code, first_nan_meaning, replaced_code
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import F64, I64
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_EXACT = {"rcp": numeric.rcp, "sqrt": numeric.sqrt}
_GROSS_NAN = 0x7FFFFFFF00000000
_UPPER = 0xFFFFFFFF00000000
_SMALLEST_NORMAL = 2.0**-1022


def _directed(name: str, g: Generator, f: Fields, a: LLValue) -> LLValue:
    value = flush_code(g, f, a)
    args = (value,) if name == "sqrt" else (g.const(build.element_type(a), 1.0), value)
    value = directed_code(g, "sqrt" if name == "sqrt" else "div", f["rnd"], args)
    return first_nan_code(g, value, a) if f["t"] == "f64" else finish_code(g, f, value)


def _directed_meaning(name: str, f: Fields, a: Lanes) -> Lanes:
    value = _EXACT[name](f["t"], a, f["rnd"], bool(f.get("ftz")))
    return first_nan_meaning(value, a) if f["t"] == "f64" else value


for _name, _words in (("rcp", "{d} = 1 / {a}"), ("sqrt", "{d} = sqrt({a})")):
    for _spec, _pipe in ((" . ftz? . t:f32", "xu"), (" . t:f64", "fp64")):
        define(
            f"{_name} . rnd:rz|rm|rp{_spec}", "d:t, a:t",
            meaning=lambda f, a, n=_name: _directed_meaning(n, f, a),
            code=lambda g, f, a, n=_name: _directed(n, g, f, a),
            pipe=_pipe, flops=1, words=_words, keeps_nan=_pipe == "fp64",
        )  # fmt: skip


def _gross_code(g: Generator, f: Fields, value: LLValue) -> LLValue:
    """Keep the upper 32 bits for `.ftz`, subnormal numbers as zero."""
    if not f.get("ftz"):
        return value
    bits = g.b.and_(g.b.bitcast(value, g.typed(I64)), g.const(I64, _UPPER))
    value = g.b.bitcast(bits, value.type)
    small = g.b.fcmp_ordered("<", build.unary(g.b, "fabs", value), g.const(F64, _SMALLEST_NORMAL))
    zero = build.binary(g.b, "copysign", g.const(F64, 0.0), value)
    return g.b.select(small, zero, value)


def _gross_meaning(f: Fields, value: Lanes) -> Lanes:
    if not f.get("ftz"):
        return value
    cut = (value.view(np.uint64) & np.uint64(_UPPER)).view(np.float64)
    return np.where(np.abs(cut) < _SMALLEST_NORMAL, np.copysign(0.0, cut), cut)


def _code(name: str, g: Generator, f: Fields, a: LLValue) -> LLValue:
    value = _gross_code(g, f, a)
    if name == "rsqrt":
        value = build.unary(g.b, "sqrt", value)
    value = g.b.fdiv(g.const(F64, 1.0), value)
    if not f.get("ftz"):
        return first_nan_code(g, value, a)
    return replaced_code(g, _gross_code(g, f, value), value, _GROSS_NAN)


def _meaning(name: str, f: Fields, a: Lanes) -> Lanes:
    with np.errstate(all="ignore"):
        value = _gross_meaning(f, a)
        value = 1.0 / (np.sqrt(value) if name == "rsqrt" else value)
        if not f.get("ftz"):
            return first_nan_meaning(value, a)
        nan = np.array([_GROSS_NAN], np.uint64).view(np.float64)
        return np.where(np.isnan(value), nan, _gross_meaning(f, value))


for _name, _spec in (
    ("rcp", "rcp . approx . ftz . t:f64"),
    ("rsqrt", "rsqrt . approx . t:f64"),
    ("rsqrt", "rsqrt . approx . ftz . t:f64"),
):
    define(
        _spec, "d:t, a:t",
        meaning=lambda f, a, n=_name: _meaning(n, f, a),
        code=lambda g, f, a, n=_name: _code(n, g, f, a),
        pipe="xu", flops=1, keeps_nan=True,
        words="{d} = 1 / {a}" if _name == "rcp" else "{d} = 1 / sqrt({a})",
    )  # fmt: skip
