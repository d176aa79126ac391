"""Compiled code that leaves out accesses at fault, so that a launch goes on behind them.

The lanes at fault take no part in the instruction, as if its guard were false there, and a load or
an atomic gives them zeros. All rows of a matrix go together (`ldmatrix`, `stmatrix`). Instructions
whose accesses are no lanes' (bulk copies, mbarriers, `wgmma`) leave themselves out: `fault` comes
back to them (`c/access.c`).
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import Access, lane_accesses
from kernelscope.vgpu.faults import REACH_AT, REACH_IN_CLUSTER, Reach
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

REACHES = {
    "global": Reach.GLOBAL,
    "const": Reach.GLOBAL,
    "shared": Reach.SHARED,
    "cluster": Reach.CLUSTER,
    "local": Reach.LOCAL,
    "param": Reach.PARAM,
    "generic": Reach.GENERIC,
}
_MATRICES = ("ldmatrix", "stmatrix")
_NONE = ll.Constant(I32, 0)


class Suppressor(Instrument):
    """Finds the lanes of each access that are at fault, and gives them zeros."""

    @property
    def plan(self) -> None:
        """The facts about the kernel that the host needs: none."""
        return

    def before(self, inst: ir.Inst) -> None:
        """Emit what finds the lanes at fault; the instruction leaves them out."""
        g = self.g
        bad: LLValue = None
        for access in lane_accesses(inst):
            g.lanes = LANES
            outside = self._at_fault(inst, access)
            if access.is_copied:
                g.unread = outside
            else:
                bad = outside
        if inst.opcode in _MATRICES:
            is_whole = g.b.icmp_unsigned("==", bad, _NONE)
            bad = g.b.select(is_whole, _NONE, g.memory_mask())
        g.left_out = bad

    def _at_fault(self, inst: ir.Inst, access: Access) -> LLValue:
        """Return the lanes whose access is at fault, as an i32."""
        g, space, lanes = self.g, access.space, self.g.memory_mask()
        if access.lanes < LANES:
            lanes = g.b.and_(lanes, ll.Constant(I32, (1 << access.lanes) - 1))
        if access.is_copied:
            is_read = g.b.icmp_unsigned("!=", bytes_read(g, inst)[1], build.constant(ADDRESSES, 0))
            lanes = g.b.and_(lanes, build.to_bits(g.b, is_read))
        if inst.opcode in _MATRICES:
            vector, space = g.shared_vector(access.address), "shared"
        else:
            vector = g.address_vector(access.address)
        return at_fault(g, inst, (vector, lanes), access.width, space)

    def after(self, inst: ir.Inst) -> None:
        """Emit what gives zeros to the lanes at fault."""
        g = self.g
        if g.left_out is None:
            return
        for register in inst.destinations:
            old = g.held(register)
            if build.is_vector(old):
                bad = build.to_mask(g.b, g.left_out)
            else:
                bad = g.b.icmp_unsigned("!=", g.left_out, _NONE)
            value = g.b.select(bad, build.constant(old.type, 0), old)
            g.b.store(value, g.place_of(register))
            g.note(register, value)


def at_fault(
    g: Emitter, inst: ir.Inst, lanes: tuple[LLValue, LLValue], width: int, space: str
) -> LLValue:
    """Return the lanes whose access is at fault, as an i32, told of; lanes: their addresses, and
    those that take part.
    """
    vector, here = lanes
    reach = REACHES[space]
    in_cluster = g.analysis.block.in_cluster
    if reach == Reach.CLUSTER and not in_cluster:
        reach = Reach.SHARED
    shape = width | reach << REACH_AT | REACH_IN_CLUSTER * in_cluster
    args = [g.context, ll.Constant(I64, inst.site), vector, here]
    return helpers.call(
        g.b, "lanes_at_fault", [*args, ll.Constant(I64, g.function.local_bytes)], shape
    )
