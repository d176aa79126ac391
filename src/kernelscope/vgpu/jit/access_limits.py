"""Compiled code that tells of accesses beyond their limits (`analysis.access_limits`); they go on.

A limit is a variable of shared or local memory, whose place is known here; what lies outside of an
argument, as bytes next to its memory; or the state of each byte (`layout.State`). Only launches
with limits run this code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.access_limits import Limited, LimitPlan, Limits
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I32, number
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.layout import (
    LANES,
    LIMITED_CLOSED_AT,
    LIMITED_ROW_AT,
    LIMITED_SETS_AT,
    LIMITED_WRITES_AT,
    State,
)
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


class LimitChecks(Instrument):
    """Tells of accesses beyond their limits, before they are executed."""

    looks_up_addresses = True

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._limits = Limits(g.function)

    @property
    def plan(self) -> LimitPlan:
        """The limits of the kernel's accesses."""
        return self._limits.plan

    def before(self, inst: ir.Inst) -> None:
        """Emit what compares the accesses of an instruction with their limits."""
        g = self.g
        for limited in self._limits.of(inst):
            g.lanes = LANES
            mask = g.memory_mask()
            if limited.lanes < LANES:
                mask = g.b.and_(mask, ll.Constant(I32, (1 << limited.lanes) - 1))
            vector = g.address_vector(limited.address)
            site = ll.Constant(I32, inst.site)
            if limited.array is not None:
                ends = limited.array.first, limited.array.end - limited.width
                args = [g.context, site, mask, vector, *map(number, ends)]
                helpers.call(g.b, "limit_array", args)
            else:
                self._before_global(inst, limited, (mask, vector))

    def _before_global(
        self, inst: ir.Inst, limited: Limited, lanes: tuple[LLValue, LLValue]
    ) -> None:
        g = self.g
        mask, vector = lanes
        parts = [(limited.width, mask)]
        if inst.opcode == "cp":
            size, read = bytes_read(g, inst)
            whole = build.to_bits(
                g.b, g.b.icmp_unsigned("==", read, build.constant(ADDRESSES, size))
            )
            some = build.to_bits(g.b, g.b.icmp_unsigned("!=", read, build.constant(ADDRESSES, 0)))
            # Of a copy that fills some bytes with zeros only the first byte is looked at.
            parts = [(size, g.b.and_(mask, whole))]
            parts.append((1, g.b.and_(mask, g.b.and_(some, g.b.not_(whole)))))
        for width, some_lanes in parts:
            flags = {
                LIMITED_CLOSED_AT: State.CLOSED | (State.WRITTEN if limited.is_cached else 0),
                LIMITED_SETS_AT: State.WRITTEN if limited.writes and self.plan.cached else 0,
                LIMITED_ROW_AT: limited.row >= 0,
                LIMITED_WRITES_AT: limited.writes,
            }
            shape = width | sum(int(value) << place for place, value in flags.items())
            numbers = ll.Constant(I32, inst.site), number(max(limited.row, 0))
            args = [g.context, numbers[0], some_lanes, vector, numbers[1]]
            helpers.call(g.b, "limit_global", args, shape)
