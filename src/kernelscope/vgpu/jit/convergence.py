"""Compiled code for lanes that run independently: which run next, and which wait for each other.

The state is in the warp's frame: `Frame.PLACES` for the lanes that can run, `Meeting` for those
that are blocked.
"""

from __future__ import annotations

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, get
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.layout import LANES, Context, Frame, Meeting
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
LANE_WORDS = build.vector(I32)
LANE_LONGS = build.vector(I64)


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def field(b: ll.IRBuilder, frame: LLValue, place: int) -> LLValue:
    """Return a pointer to a part of the frame's meeting area, by its byte offset."""
    return b.gep(frame, [number(int(place))], source_etype=I8)


def lanes_in(b: ll.IRBuilder, frame: LLValue, place: Frame) -> LLValue:
    """Return a slot of the frame that holds lanes, as an i32."""
    return b.trunc(build.load_slot(b, frame, int(place)), I32)


def put_lanes(b: ll.IRBuilder, frame: LLValue, place: Frame, lanes: LLValue) -> None:
    """Store lanes (an i32) in a slot of the frame."""
    b.store(b.zext(lanes, I64), build.slot(b, frame, int(place)))


def store_some(b: ll.IRBuilder, value: LLValue, place: LLValue, lanes: LLValue) -> None:
    """Store a vector in some lanes of a place."""
    args = [value, place, ll.Constant(I32, 4), build.to_mask(b, lanes)]
    build.intrinsic(b, "masked.store", VOID, args, [value.type, PTR])


def places_of(b: ll.IRBuilder, frame: LLValue) -> LLValue:
    """Return a pointer to the lanes that run each piece next."""
    return build.to_pointer(b, build.load_slot(b, frame, int(Frame.PLACES)))


def make_pick(module: ll.Module, name: str) -> LLValue:
    """Build `i32 pick(frame, first, count)`: the first piece with lanes from `first` on, then from
    the beginning; -1 if none of the `count` pieces has any.
    """
    function, b = begin(module, name, I32, [PTR, I32, I32])
    frame, first, count = function.args
    places = places_of(b, frame)
    entry = b.block
    head, look, found, done = (b.append_basic_block(n) for n in ("head", "look", "found", "done"))
    b.branch(head)
    b.position_at_end(head)
    step = b.phi(I32)
    step.add_incoming(ll.Constant(I32, 0), entry)
    b.cbranch(b.icmp_unsigned("<", step, count), look, done)
    b.position_at_end(look)
    beyond = b.add(first, step)
    wrapped = b.select(b.icmp_unsigned("<", beyond, count), beyond, b.sub(beyond, count))
    place = b.gep(places, [b.zext(wrapped, I64)], source_etype=I32)
    step.add_incoming(b.add(step, ll.Constant(I32, 1)), look)
    b.cbranch(b.icmp_unsigned("!=", b.load(place, typ=I32), ll.Constant(I32, 0)), found, head)
    b.position_at_end(found)
    b.ret(wrapped)
    b.position_at_end(done)
    b.ret(ll.Constant(I32, -1))
    function.attributes.add("noinline")
    return function


def pick(b: ll.IRBuilder, frame: LLValue, first: LLValue, count: int) -> LLValue:
    """Call `make_pick`'s function."""
    function = get(b.module, "ks.pick", make_pick)
    return b.call(function, [frame, first, ll.Constant(I32, count)])


def make_random(module: ll.Module, name: str) -> LLValue:
    """Build `i64 random(context)`: the next number of Marsaglia's xorshift64 (2003)."""
    function, b = begin(module, name, I64, [PTR])
    place = build.slot(b, function.args[0], int(Context.RANDOM))
    state = b.load(place, typ=I64)
    for shift, left in ((13, True), (7, False), (17, True)):
        moved = b.shl(state, number(shift)) if left else b.lshr(state, number(shift))
        state = b.xor(state, moved)
    b.store(state, place)
    b.ret(state)
    function.attributes.add("noinline")
    return function


def random_below(b: ll.IRBuilder, context: LLValue, limit: LLValue) -> LLValue:
    """Return a random i64 below `limit`."""
    state = b.call(get(b.module, "ks.random", make_random), [context])
    return b.urem(b.lshr(state, number(11)), limit)


def flips_coin(b: ll.IRBuilder, context: LLValue) -> LLValue:
    """Return an i1 that a random schedule draws; it is false under the others."""
    random = build.load_slot(b, context, int(Context.RANDOM))
    before = b.block
    with b.if_then(b.icmp_unsigned("!=", random, number(0)), likely=False):
        drawn = b.icmp_unsigned("==", random_below(b, context, number(2)), number(0))
        here = b.block
    result = b.phi(I1)
    result.add_incoming(ll.Constant(I1, 0), before)
    result.add_incoming(drawn, here)
    return result


def make_block(module: ll.Module, name: str) -> LLValue:
    """Build `void block(frame, lanes, kind, members, then)`: lanes that wait from now on.

    members is <32 x i32>; the other numbers are i32 and the same in all of these lanes.
    """
    function, b = begin(module, name, VOID, [PTR, I32, I32, LANE_WORDS, I32])
    frame, lanes, kind, members, then = function.args
    for place, value in (
        (Meeting.KIND, build.splat(b, kind)),
        (Meeting.MEMBERS, members),
        (Meeting.THEN, build.splat(b, then)),
    ):
        store_some(b, value, field(b, frame, place), lanes)
    put_lanes(b, frame, Frame.BLOCKED, b.or_(lanes_in(b, frame, Frame.BLOCKED), lanes))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def block(b: ll.IRBuilder, *args: LLValue) -> None:
    """Call `make_block`'s function."""
    b.call(get(b.module, "ks.block", make_block), list(args))


def make_release(module: ll.Module, name: str) -> LLValue:
    """Build `void release(frame, lanes)`: blocked lanes can run the piece after their wait."""
    function, b = begin(module, name, VOID, [PTR, I32])
    frame, lanes = function.args
    places = places_of(b, frame)
    then = field(b, frame, Meeting.THEN)
    with build.lanes_of(b, lanes, "release") as lane:
        piece = b.load(b.gep(then, [b.zext(lane, I64)], source_etype=I32), typ=I32)
        place = b.gep(places, [b.zext(piece, I64)], source_etype=I32)
        b.store(b.or_(b.load(place, typ=I32), b.shl(ll.Constant(I32, 1), lane)), place)
    put_lanes(b, frame, Frame.BLOCKED, b.and_(lanes_in(b, frame, Frame.BLOCKED), b.not_(lanes)))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def release(b: ll.IRBuilder, frame: LLValue, lanes: LLValue) -> None:
    """Call `make_release`'s function."""
    b.call(get(b.module, "ks.release", make_release), [frame, lanes])


def blocked_at(b: ll.IRBuilder, frame: LLValue, kind: LLValue, members: LLValue) -> LLValue:
    """Return the blocked lanes that wait for the same: kind and members are i32."""
    kinds = b.load(field(b, frame, Meeting.KIND), typ=LANE_WORDS, align=4)
    of = b.load(field(b, frame, Meeting.MEMBERS), typ=LANE_WORDS, align=4)
    same = b.and_(
        b.icmp_unsigned("==", kinds, build.splat(b, kind)),
        b.icmp_unsigned("==", of, build.splat(b, members)),
    )
    return b.and_(build.to_bits(b, same), lanes_in(b, frame, Frame.BLOCKED))


def bring(b: ll.IRBuilder, frame: LLValue, place: int, value: LLValue, lanes: LLValue) -> None:
    """Store an operand or result of up to 64 bits for some lanes, by the byte offset of its row."""
    value = b.bitcast(value, build.vector(ll.IntType(_bits(value))))
    if _bits(value) < 64:
        value = b.zext(value, LANE_LONGS)
    store_some(b, value, field(b, frame, place), lanes)


def fetch(b: ll.IRBuilder, frame: LLValue, place: int, bits: int) -> LLValue:
    """Return an operand or result as integers of this many bits."""
    value = b.load(field(b, frame, place), typ=LANE_LONGS, align=4)
    return value if bits == 64 else b.trunc(value, build.vector(ll.IntType(bits)))


def _bits(value: LLValue) -> int:
    element = build.element_type(value)
    sizes = {ll.HalfType: 16, ll.FloatType: 32, ll.DoubleType: 64}
    return element.width if isinstance(element, ll.IntType) else sizes[type(element)]


def clear(b: ll.IRBuilder, place: LLValue, size: int) -> None:
    """Fill memory with zeros."""
    zeros = [place, ll.Constant(I8, 0), number(size), ll.Constant(I1, 0)]
    build.intrinsic(b, "memset", VOID, zeros, [PTR, I64])


ROW = 8 * LANES
"""Bytes of an operand or a result in the meeting area."""
