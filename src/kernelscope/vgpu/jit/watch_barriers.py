"""Compiled code that tells of barriers, member masks and mbarriers that may be used wrongly.

It lets pass what is surely right: all lanes of each warp came to one barrier, a mask names just the
lanes that are there, an mbarrier is one. All else is told to the host (`layout.Check`), which looks
at the warps' frames and decides. Only launches that are checked run this code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build, convergence, stops
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, get
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES, Check, Context, Frame
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

VOID = ll.VoidType()
WORDS = build.vector(I32)
LONGS = build.vector(I64)
_EVERYONE = 0xFFFFFFFF
_ALL = ll.Constant(I32, _EVERYONE)
_NONE = ll.Constant(I32, 0)
_COUNT = (1 << 20) - 1
_UNUSED_BIT = 62  # of an mbarrier; memory that nothing wrote has all bits set
_BYTES_BITS = 22


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


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
        function = get(g.module, "ks.check.members", _make_members)
        lanes = [here, g.active_bits, exist, due]
        b.call(function, [g.context, number(g.meetings[inst]), *lanes, masks])


# Worked case: `shfl.sync` with 0x00ff in lanes 0 … 7, and with 0xff00 in lanes 8 … 15.
#
#     first group    lanes 0 … 7: the mask names just them
#     second group   lanes 8 … 15: likewise, nothing is told
#
# With 0xffff in lanes 8 … 15 the second group's mask names lanes 0 … 7, which brought another one.
def _make_members(module: ll.Module, name: str) -> LLValue:
    """Build `void members(context, meeting, here, live, exist, due, masks)`: look at each group of
    lanes that bring the same mask.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I32, I32, I32, I32, WORDS])
    context, about, here, live, exist, due, masks = function.args
    rest = b.alloca(I32)
    b.store(here, rest)
    head, body, done = (b.append_basic_block(n) for n in ("head", "body", "done"))
    b.branch(head)
    b.position_at_end(head)
    left = b.load(rest, typ=I32)
    b.cbranch(b.icmp_unsigned("!=", left, _NONE), body, done)
    b.position_at_end(body)
    mask = b.extract_element(masks, build.first_set(b, left))
    same = build.to_bits(b, b.icmp_unsigned("==", masks, build.splat(b, mask)))
    group = b.and_(left, same)
    b.store(b.and_(left, b.not_(group)), rest)
    look_at_group(b, (context, about), (group, mask), (here, live, exist), due)
    b.branch(head)
    b.position_at_end(done)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def look_at_group(
    b: ll.IRBuilder,
    where: tuple[LLValue, LLValue],
    met: tuple[LLValue, LLValue],
    lanes: tuple[LLValue, LLValue, LLValue],
    due: LLValue,
) -> None:
    """Tell of lanes that met with a mask which does not name just them.

    The mask of all lanes stands for all that there are: CUDA's own functions use it in warps that
    the block does not fill.

    Args:
        b: the builder.
        where: the context, and the number of the meeting.
        met: the lanes that met, and the mask that they brought.
        lanes: those that came, those that have not ended, and those that exist.
        due: those for which the mask of all lanes stands.
    """
    (context, about), (group, mask) = where, met
    differ = b.icmp_unsigned("!=", group, mask)
    usual = b.and_(b.icmp_unsigned("==", mask, _ALL), b.icmp_unsigned("==", group, due))
    with b.if_then(b.and_(differ, b.not_(usual)), likely=False):
        table = build.stack_bytes(b, 8 * LANES)
        for place, value in enumerate(lanes):
            b.store(b.zext(value, I64), build.slot(b, table, number(place)))
        tell(b, context, Check.MEMBERS, about, group, b.zext(mask, I64), table)


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
    named = mask.one if isinstance(mask, build.Splat) else mask
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

Place = tuple[LLValue, LLValue, LLValue, LLValue]
"""An mbarrier: the context, the site, the lane (i32) and the mbarrier's host address."""


def _tell_of_mbarrier(b: ll.IRBuilder, kind: Check, place: Place) -> None:
    context, site, lane, host = place
    tell(b, context, kind, site, b.shl(ll.Constant(I32, 1), lane), host)


def changes_state(b: ll.IRBuilder, place: Place, word: LLValue) -> None:
    """Tell that an mbarrier is made, or ends: then the word is all ones."""
    ends = b.icmp_unsigned("==", word, number(-1))
    with b.if_else(ends) as (ended, made):
        with ended:
            _tell_of_mbarrier(b, Check.INVALIDATE, place)
        with made:
            _tell_of_mbarrier(b, Check.INIT, place)


def is_used(b: ll.IRBuilder, place: Place, word: LLValue) -> None:
    """Tell of a use of memory that is surely not an mbarrier."""
    unused = b.and_(b.lshr(word, number(_UNUSED_BIT)), number(1))
    none_expected = b.icmp_unsigned("==", b.and_(word, number(_COUNT)), number(0))
    with b.if_then(b.or_(b.icmp_unsigned("!=", unused, number(0)), none_expected), likely=False):
        _tell_of_mbarrier(b, Check.NOT_MADE, place)


def arrives(b: ll.IRBuilder, place: Place, word: LLValue, count: LLValue, more: LLValue) -> None:
    """Tell of arrivals, or a change of the bytes that are waited for, beyond what a phase has."""
    is_used(b, place, word)
    pending = b.and_(b.lshr(word, number(20)), number(_COUNT))
    with b.if_then(b.icmp_signed(">", count, pending), likely=False):
        _tell_of_mbarrier(b, Check.TOO_MANY, place)
    # Signed, 22 bits from bit 40 on.
    waited = b.ashr(b.shl(word, number(64 - 40 - _BYTES_BITS)), number(64 - _BYTES_BITS))
    bytes_ = b.add(waited, more)
    beyond = b.or_(
        b.icmp_signed(">", bytes_, number(_COUNT)), b.icmp_signed("<", bytes_, number(-_COUNT))
    )
    with b.if_then(beyond, likely=False):
        _tell_of_mbarrier(b, Check.BYTES, place)


def counts(g: Emitter, inst: ir.Inst, count: LLValue) -> None:
    """Emit what looks at the counts (<32 x i64>) of arrivals that an instruction names."""
    b = g.b
    less = b.sub(count, build.constant(LONGS, 1))
    beyond = build.to_bits(b, b.icmp_unsigned(">=", less, build.constant(LONGS, _COUNT)))
    bad = b.and_(beyond, g.memory_mask())
    with b.if_then(b.icmp_unsigned("!=", bad, _NONE), likely=False):
        lane = b.and_(build.first_set(b, bad), ll.Constant(I32, LANES - 1))
        tell(b, g.context, Check.COUNT, number(inst.site), bad, b.extract_element(count, lane))
