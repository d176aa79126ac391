"""Compiled clocks: `%clock64` in cycles of the block, `%globaltimer` in ns, one for all."""

from __future__ import annotations

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.layout import Context
from kernelscope.vgpu.types import LLValue


def advance(g: Emitter, cycles: LLValue) -> None:
    """Move the block's clock by some cycles, an i64."""
    build.add_to_slot(g.b, g.context, int(Context.CYCLES), cycles)


def cycles_of(g: Emitter, nanoseconds: LLValue) -> LLValue:
    """Return a time as cycles, both i64."""
    product = g.b.mul(nanoseconds, g.context_slot(Context.KHZ))
    return g.b.udiv(product, ll.Constant(I64, 1_000_000))


def read(g: Emitter, *, timer: bool) -> LLValue:
    """Return the block's cycles, or the global timer's nanoseconds, as an i64."""
    g.settle_time()
    if not timer:
        return g.context_slot(Context.CYCLES)
    return helpers.call(g.b, "timer", [g.context])
