"""Compiled code that tells of barriers, member masks and mbarriers that may be used wrongly.

It lets pass what is surely right: all lanes of each warp came to one barrier, a mask names just the
lanes that are there, an mbarrier is one. All else is told to the host (`layout.Check`), which looks
at the warps' frames and decides. Only launches that are checked run this code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build, convergence, helpers, stops
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64, PTR, VOID, number
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES, Check, Context, Frame
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

WORDS = build.vector(I32)
LONGS = build.vector(I64)
_EVERYONE = 0xFFFFFFFF
_ALL = ll.Constant(I32, _EVERYONE)
_NONE = ll.Constant(I32, 0)
_COUNT = (1 << 20) - 1
_UNUSED_BIT = 62  # of an mbarrier; memory that nothing wrote has all bits set
_BYTES_BITS = 22


def tell(
    b: ll.IRBuilder, context: LLValue, kind: Check, about: LLValue, lanes: LLValue, more: LLValue,
    table: LLValue = None,
) -> None:  # fmt: skip
    """Call the host, if it asked for that.

    Args:
        b: the builder.
        context: the block's.
        kind: what is told.
        about: the number of a barrier, of a meeting (`stops.meetings`) or of a site, as an i64.
        lanes: those that it is about, as an i32.
        more: an i64 more.
        table: 32 i64, or None.
    """
    function = build.load_slot(b, context, int(Context.CHECK))
    with b.if_then(b.icmp_unsigned("!=", function, number(0)), likely=False):
        kinds = [PTR, I32, I64, I32, I64, PTR]
        call = b.inttoptr(function, ll.FunctionType(VOID, kinds).as_pointer())
        values = ll.Constant(PTR, None) if table is None else table
        b.call(call, [context, ll.Constant(I32, int(kind)), about, lanes, more, values])


# ---- barriers of the block -----------------------------------------------------------------------


def come(g: Emitter) -> None:
    """Note which lanes of a converged warp come to a barrier, and which have not ended."""
    convergence.put_lanes(g.b, g.frame, Frame.LIVE, g.active_bits)
    convergence.put_lanes(g.b, g.frame, Frame.CAME, g.memory_mask())


def note_site(g: Emitter, inst: ir.Inst) -> None:
    """Note which barrier of the block a warp comes to."""
    if g.checked:
        g.b.store(number(inst.site), build.slot(g.b, g.context, int(Context.CHECKED_SITE)))


# ---- member masks --------------------------------------------------------------------------------


def members(g: Emitter, inst: ir.Inst, exist: LLValue) -> None:
    """Emit what looks at the member masks of a converged warp, all of whose members are here.

    exist: the lanes that there are, as an i32.
    """
    g.lanes = LANES
    b, operand = g.b, inst.operands[-1]
    here = g.memory_mask()
    fine = ll.Constant(build.I1, 0)
    due = exist if stops.stop_of(g.function, inst).passable else g.active_bits
    if isinstance(operand, ir.Immediate):
        # Nearly always: the mask of all lanes, and all that have not ended are here.
        named = int(operand.value) & _EVERYONE
        whole = due if named == _EVERYONE else ll.Constant(I32, named)
        fine = b.icmp_unsigned("==", here, whole)
    with b.if_then(b.not_(fine), likely=False):
        masks = g.source(inst, inst.form.signature[-1], operand)
        lanes = [here, g.active_bits, exist, due]
        helpers.call(b, "check_members", [g.context, number(g.meetings[inst]), *lanes, masks])


def skipping(g: Emitter, inst: ir.Inst, lanes: LLValue) -> None:
    """Emit what looks at lanes that run independently and that the instruction's guard leaves out.

    Nobody waits for them, so no meeting shows them.
    """
    if inst.guard is None:
        return
    b = g.b
    named = b.and_(lanes, g.member_mask(inst))
    with b.if_then(b.icmp_unsigned("!=", named, _NONE), likely=False):
        here = b.and_(g.active_bits, b.not_(lanes))
        about = number(g.meetings[inst])
        tell(b, g.context, Check.SKIPPED, about, here, b.zext(named, I64))


def shuffle(g: Emitter, source: LLValue, mask: LLValue) -> None:
    """Emit what looks at the lanes that a shuffle reads: they are active, and in the mask.

    source: <32 x i32>, the lane that each lane reads.
    """
    b = g.b
    named = mask.element if isinstance(mask, build.Splat) else mask
    everyone = ll.Constant(build.I1, 0)
    if not build.is_vector(named):
        everyone = b.icmp_unsigned("==", b.and_(g.active_bits, named), _ALL)
    with b.if_then(b.not_(everyone), likely=False):
        _look_at_sources(g, source, mask)


def _look_at_sources(g: Emitter, source: LLValue, mask: LLValue) -> None:
    b = g.b
    here = build.splat(b, g.active_bits)
    masks = mask if build.is_vector(mask) else build.splat(b, mask)
    taking_part = b.and_(here, masks)
    bit = b.and_(b.lshr(taking_part, source), build.constant(WORDS, 1))
    outside = b.icmp_unsigned("==", bit, build.constant(WORDS, 0))
    bad = b.and_(build.to_bits(b, outside), g.active_bits)
    with b.if_then(b.icmp_unsigned("!=", bad, _NONE), likely=False):
        table = scratch(g, I64, 1, LANES)
        b.store(b.zext(source, LONGS), table, align=64)
        first = b.extract_element(masks, build.first_set(b, bad))
        more = b.or_(b.zext(first, I64), b.shl(b.zext(g.active_bits, I64), number(32)))
        about = number(g.meetings[g.inst])
        tell(b, g.context, Check.SHUFFLE, about, bad, more, table)


# ---- mbarriers -----------------------------------------------------------------------------------


def counts(g: Emitter, inst: ir.Inst, count: LLValue) -> None:
    """Emit what looks at the counts (<32 x i64>) of arrivals that an instruction names."""
    b = g.b
    less = b.sub(count, build.constant(LONGS, 1))
    beyond = build.to_bits(b, b.icmp_unsigned(">=", less, build.constant(LONGS, _COUNT)))
    bad = b.and_(beyond, g.memory_mask())
    with b.if_then(b.icmp_unsigned("!=", bad, _NONE), likely=False):
        lane = b.and_(build.first_set(b, bad), ll.Constant(I32, LANES - 1))
        tell(b, g.context, Check.COUNT, number(inst.site), bad, b.extract_element(count, lane))
