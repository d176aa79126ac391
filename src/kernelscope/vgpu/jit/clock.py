"""Compiled clocks: `%clock64` in cycles of the block, `%globaltimer` in ns, one for all."""

from __future__ import annotations

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, context_pointer
from kernelscope.vgpu.jit.build import I64, PTR
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.layout import Context, Control
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
    return g.b.call(get(g.module, "ks.timer", _make_timer), [g.context])


def _make_timer(module: ll.Module, name: str) -> LLValue:
    """Build `i64 timer(context)`: the time that the block has reached, at least that of all others.

    A block whose clock is behind what another has read moves up to it, as Lamport's clocks do: what
    it reads after it saw the other's word is not earlier.
    """
    function, b = begin(module, name, I64, [PTR])
    context = function.args[0]
    slot = build.slot(b, context, int(Context.CYCLES))
    khz = build.load_slot(b, context, int(Context.KHZ))
    control = context_pointer(b, context, Context.CONTROL)
    million = ll.Constant(I64, 1_000_000)
    own = b.udiv(b.mul(b.load(slot, typ=I64), million), khz)
    reached = b.atomic_rmw("umax", build.slot(b, control, int(Control.TIME)), own, "monotonic")
    with b.if_then(b.icmp_unsigned(">", reached, own)):
        # Rounded up: the cycles of the time reached must not give an earlier time.
        cycles = b.add(b.udiv(b.mul(reached, khz), million), ll.Constant(I64, 1))
        b.store(cycles, slot)
    b.ret(build.binary(b, "umax", reached, own))
    function.attributes.add("noinline")
    return function
