"""Compiled code that records what the warps of traced blocks do (`counting.trace`).

A block that is traced has slots (`layout.Trace`), with some for each of its warps. Code for
launches that are traced looks at each basic block and each access whether its block is; all other
code does not. What an access costs is what it added to the counters of its site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import Access, Mark, accesses_of
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.counting import bulk
from kernelscope.vgpu.counting.plan import access_of
from kernelscope.vgpu.counting.trace import (
    Event,
    Numbered,
    Spaces,
    TracePlan,
    barrier_operand,
    barrier_use,
)
from kernelscope.vgpu.jit import build, copied, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I32, I64, number
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.layout import (
    EVENT_KIND,
    LANES,
    OFFSET_BITS,
    SHARED_WINDOW,
    Context,
)
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


def _is_access(inst: ir.Inst) -> bool:
    return inst.site >= 0 and bool(access_of(inst))


# ---- emitted into a warp's code ------------------------------------------------------------------


def _is_traced(b: ll.IRBuilder, context: LLValue) -> LLValue:
    trace = build.load_slot(b, context, int(Context.TRACE))
    return b.icmp_unsigned("!=", trace, number(0))


def _first_word(kind: Event, of: int, lanes: LLValue, b: ll.IRBuilder) -> LLValue:
    """Return the first slot of an event; lanes: how many, as an i64."""
    return b.or_(number(kind << EVENT_KIND | of), b.shl(lanes, number(32)))


class TraceRecorder(Instrument):
    """Records what the warps of traced blocks do."""

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._numbers = Numbered(g.function)
        # The access whose record is open where code goes.
        self._recorded: ir.Inst | None = None

    @property
    def plan(self) -> TracePlan:
        """The kernel's instructions by their numbers."""
        return self._numbers.plan

    def begin_block(self, block: ir.BasicBlock) -> None:
        """Emit the record that a warp begins a basic block with its active lanes."""
        g, b = self.g, self.g.b
        with b.if_then(_is_traced(b, g.context), likely=False):
            lanes = b.zext(build.popcount(b, g.active_bits), I64)
            word = _first_word(Event.BLOCK, block.index, lanes, b)
            helpers.call(b, "trace_enter", [g.context, number(block.index), word])

    def end_block(self, block: ir.BasicBlock) -> None:
        """Emit the end of the record that is open."""
        if self._recorded is not None:
            self._close_if_traced()

    # A worked case, two loads and what is done with the first:
    #
    #     ld.global.f32 %f1, [%rd1];     is it traced? then open the record of this load
    #     mul.f32 %f3, %f1, 2.0;
    #     ld.global.f32 %f2, [%rd2];     is it traced? then close that record, and open the next
    #
    # A product changes no counter, so the first record may stay open, and the block is looked at
    # once for both. Each look takes two basic blocks, and a kernel of many loads compiled a quarter
    # longer.
    def announce(self, inst: ir.Inst) -> None:
        """Emit the end of the record that is open, unless the instruction leaves it open, or ends
        it in `before`, which is then the first that is emitted of it.
        """
        is_first = _is_access(inst) and inst not in self.g.in_step and not waits_for(inst)
        if self._recorded is not None and inst.form.kind != "pure" and not is_first:
            self._close_if_traced()

    def before(self, inst: ir.Inst) -> None:
        """Emit what records an instruction before it is executed: its lanes and its addresses."""
        is_barrier, use = inst.form.kind == "barrier", barrier_use(inst)
        if not is_barrier and not use and not _is_access(inst):
            return
        g, b = self.g, self.g.b
        with b.if_then(_is_traced(b, g.context), likely=False):
            self._close()
            g.lanes = LANES
            mask = g.memory_mask()
            if inst.form.access == "copy":
                reads = b.icmp_unsigned("!=", bytes_read(g, inst)[1], build.constant(ADDRESSES, 0))
                mask = b.and_(mask, build.to_bits(b, reads))
            if is_barrier or use:
                lanes = b.zext(build.popcount(b, mask), I64)
                with b.if_then(b.icmp_unsigned("!=", mask, ll.Constant(I32, 0))):
                    if use:
                        self._phase(inst, use, (mask, lanes))
                    else:
                        word = _first_word(Event.BARRIER, self._numbers.of(inst), lanes, b)
                        helpers.call(b, "trace_event", [g.context, word])
            if is_barrier or not _is_access(inst):
                return
            word = number(Event.ACCESS << EVENT_KIND | self._numbers.of(inst))
            helpers.call(b, "trace_open", [g.context, number(inst.site), word, mask])
            if inst.form.access == "copy":
                waves = copied.wavefronts(g, inst, mask)
                helpers.call(b, "trace_waves", [g.context, waves])
            for access in accesses_of(inst):
                if access.space in ("global", "generic"):
                    self._reach(inst, access, mask)

    def after(self, inst: ir.Inst) -> None:
        """Note that the record of an access is to end; other lanes may run next where each is
        alone.
        """
        if _is_access(inst):
            self._recorded = inst
            if self.g.is_independent:
                self._close_if_traced()

    def _reach(self, inst: ir.Inst, access: Access, mask: LLValue) -> None:
        """Emit the record of the addresses that lanes (an i32) reach in global memory."""
        g = self.g
        place, stride = g.address(access.address)
        loads = inst.form.access != "copy" and not access.marks & Mark.WRITE
        if stride is None:
            addresses(g, inst, (place, mask), access.width, loads=loads)
            return
        lanes = [place, number(stride), mask, number(access.width), number(int(loads))]
        helpers.call(g.b, "trace_along", [g.context, number(inst.site), *lanes])

    def _phase(self, inst: ir.Inst, use: str, lanes: tuple[LLValue, LLValue]) -> None:
        """Emit the record of an mbarrier's use by some lanes: their mask, and how many (an i64)."""
        g, b = self.g, self.g.b
        where = g.address_vector(barrier_operand(inst))
        if inst.fields.get("space") == "":
            where = b.sub(where, build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS))
        asked: LLValue = build.constant(ADDRESSES, -1)
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if use == "wait" and operand is not None and spec.name in ("parity", "state"):
                given = g.source(inst, spec, operand)
                if spec.name == "parity":
                    asked = b.and_(b.zext(given, ADDRESSES), build.constant(ADDRESSES, 1))
                else:
                    asked = b.lshr(given, build.constant(ADDRESSES, 63))
        lane = build.first_set(b, lanes[0])
        word = _first_word(Event.PHASE, self._numbers.of(inst), lanes[1], b)
        of_lane = [b.extract_element(vector, lane) for vector in (where, asked)]
        helpers.call(b, "trace_phase", [g.context, word, *of_lane])

    def _close_if_traced(self) -> None:
        with self.g.b.if_then(_is_traced(self.g.b, self.g.context), likely=False):
            self._close()

    def _close(self) -> None:
        """Emit the end of the record that is open, in code for a block that is traced."""
        inst, self._recorded = self._recorded, None
        if inst is None:
            return
        known = Spaces(0)
        if inst.form.access in bulk.AMOUNTS:
            known = Spaces.CLUSTER if "between" in inst.form.access else Spaces.GLOBAL
        numbers = number(inst.site), number(known)
        helpers.call(self.g.b, "trace_close", [self.g.context, *numbers])


def addresses(
    g: Emitter, inst: ir.Inst, lanes: tuple[LLValue, LLValue], width: int, *, loads: bool = False
) -> None:
    """Emit the record of the addresses of an access, if one is in progress.

    lanes: the addresses, and the lanes that take part, as an i32.
    loads: whether L1 looks for the words of the lanes.
    """
    vector, mask = lanes
    reached = [g.context, number(inst.site), vector, mask, number(width), number(int(loads))]
    helpers.call(g.b, "trace_addresses", reached)


def addresses_if_traced(
    g: Emitter, inst: ir.Inst, lanes: tuple[LLValue, LLValue], width: int, *, loads: bool
) -> None:
    """Emit the same in the middle of an instruction that accesses memory several times."""
    with g.b.if_then(_is_traced(g.b, g.context), likely=False):
        addresses(g, inst, lanes, width, loads=loads)
