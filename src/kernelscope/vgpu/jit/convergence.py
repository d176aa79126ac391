"""Compiled code for lanes that run independently: which run next, and which wait for each other.

The state is in the warp's frame: `Frame.PLACES` for the lanes that can run, `Meeting` for those
that are blocked.
"""

from __future__ import annotations

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR, VOID, number
from kernelscope.vgpu.layout import LANES, Frame, Meeting
from kernelscope.vgpu.types import LLValue

LANE_WORDS = build.vector(I32)
LANE_LONGS = build.vector(I64)


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


def random_below(b: ll.IRBuilder, context: LLValue, limit: LLValue) -> LLValue:
    """Return a random i64 below `limit`."""
    return helpers.call(b, "random_below", [context, limit])


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
