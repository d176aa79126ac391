"""The check of operands that may have certain values only, such as a barrier's number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.faults import VALUE_BITS, Fault
from kernelscope.vgpu.ir.forms import Bounds
from kernelscope.vgpu.jit import addresses, build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def check(g: Generator, inst: ir.Inst, name: str, value: LLValue) -> None:
    """Emit a fault for an operand beyond its bounds: an i64, or one for each lane.

    Constants were checked when the kernel was loaded.
    """
    names = [spec.name for spec in inst.form.signature]
    if not isinstance(inst.operands[names.index(name)], ir.Register):
        return
    bounds: dict[str, Bounds] = inst.form.extra["bounds"]
    lane: LLValue = ll.Constant(I32, 0)
    bad = _is_beyond(g.b, bounds[name], value)
    if build.is_vector(value):
        lanes = g.b.and_(g.memory_mask(), build.to_bits(g.b, bad))
        bad = g.b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0))
        lane = g.b.and_(build.first_set(g.b, lanes), ll.Constant(I32, 31))
        value = g.b.extract_element(value, lane)
    _fault_if(g, inst, name, bad, (Fault.OPERAND, value, lane))


def check_equal(g: Generator, inst: ir.Inst, name: str, values: LLValue) -> None:
    """Emit a fault for an operand, an i64 for each lane, that is not the same in all active lanes.

    `barrier.sync %r1` whose lanes hold 1 and 2 in %r1: PTX does not say at which barrier the warp
    waits if its lanes come together.
    """
    active = g.memory_mask()
    lane = g.b.and_(build.first_set(g.b, active), ll.Constant(I32, 31))
    first = g.b.extract_element(values, lane)
    others = g.b.icmp_unsigned("!=", values, build.splat(g.b, first))
    others = g.b.and_(active, build.to_bits(g.b, others))
    bad = g.b.icmp_unsigned("!=", others, ll.Constant(I32, 0))
    lane = g.b.and_(build.first_set(g.b, others), ll.Constant(I32, 31))
    _fault_if(g, inst, name, bad, (Fault.MIXED_OPERAND, first, lane))


def _fault_if(
    g: Generator, inst: ir.Inst, name: str, bad: LLValue, why: tuple[Fault, LLValue, LLValue]
) -> None:
    """Emit a stop of the launch on a condition; `why` has the fault, the value and the lane."""
    fault, value, lane = why
    bounds: dict[str, Bounds] = inst.form.extra["bounds"]
    with g.b.if_then(bad, likely=False):
        site = ll.Constant(I64, inst.site)
        number = ll.Constant(I64, [*bounds].index(name) << VALUE_BITS)
        addresses.fault(g.b, g.context, fault, site, g.b.or_(value, number), lane)
        g.b.branch(g.finish)


def _is_beyond(b: ll.IRBuilder, bounds: Bounds, value: LLValue) -> LLValue:
    def number(constant: int) -> LLValue:
        return build.constant(value.type, constant)

    # Without a sign, what is below the least is beyond the most.
    above = b.sub(value, number(bounds.least))
    beyond = b.icmp_unsigned(">", above, number(bounds.most - bounds.least))
    if bounds.step == 1:
        return beyond
    remainder = b.urem(above, number(bounds.step))
    return b.or_(beyond, b.icmp_unsigned("!=", remainder, number(0)))
