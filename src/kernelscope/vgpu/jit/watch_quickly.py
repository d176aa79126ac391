"""Compiled code that looks at accesses by lanes side by side, or to one place.

Nearly all accesses are of these, to cells that nobody else has accessed since the last barrier.
Their stamps alone show that they are in order, and are loaded and stored as vectors. All else goes
the general way (`watch_cells`).
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.jit import addresses, build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, get
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.watch_cells import (
    MANY_READERS,
    STRONG_READERS,
    VOID,
    Shape,
    State,
    are_in_order,
    make_watch,
    note_written_run,
    number,
    plane_of,
    read_by_warp,
    watched_block,
)
from kernelscope.vgpu.layout import (
    LANES,
    OFFSET_BITS,
    SHADOW_SLOTS,
    TIME_BITS,
    Shadow,
    Watch,
)
from kernelscope.vgpu.types import LLValue


def row_of(
    b: ll.IRBuilder, block: LLValue, address: LLValue, shape: Shape
) -> tuple[LLValue, LLValue]:
    """Return the row of shadows of an address, and the address of its memory's begin.

    It returns from the function if that memory is not watched.
    """
    if shape.shared:
        return build.slot(b, block, int(Watch.SHARED)), number(0)
    allocation = b.lshr(address, number(OFFSET_BITS))
    known = b.icmp_unsigned("<", allocation, number(addresses.CAPACITY))
    index = b.select(known, allocation, number(0))
    shadows = b.load(build.slot(b, block, int(Watch.SHADOWS)), typ=PTR)
    row = build.slot(b, shadows, b.mul(index, number(SHADOW_SLOTS)))
    size = build.load_slot(b, row, int(Shadow.SIZE))
    with b.if_then(b.icmp_unsigned("==", size, number(0))):
        b.ret_void()
    return row, b.shl(allocation, number(OFFSET_BITS))


def make_contiguous(module: ll.Module, name: str, shape: Shape, general: str) -> LLValue:
    """Build `void watch(context, mark, address of lane 0, mask, data)`: lanes side by side, each
    with one cell.
    """
    function, b = begin(module, name, VOID, [PTR, I32, I64, I32, PTR])
    context, mark, address0, mask, data = function.args
    block = watched_block(b, context, mask)
    first, last = addresses.active_range(b, mask)

    def offset(lane: LLValue) -> LLValue:
        return b.mul(b.zext(lane, I64), number(shape.width))

    row, start = row_of(b, block, b.add(address0, offset(first)), shape)
    size = build.load_slot(b, row, int(Shadow.SIZE))
    end = b.add(b.sub(b.add(address0, offset(last)), start), number(shape.width))
    s = State(b, (context, mark, data), block, row, shape)
    slow = b.append_basic_block("slow")
    inside = b.append_basic_block("inside")
    b.cbranch(b.icmp_unsigned("<=", end, size), inside, slow)
    b.position_at_end(inside)
    cell0 = b.ashr(b.sub(address0, start), number(shape.grain.bit_length() - 1))
    # A masked store takes some dozen steps on AMD's processors, and nearly all masks are whole.
    everyone = ll.Constant(I32, 0xFFFFFFFF)
    with b.if_then(b.icmp_unsigned("==", mask, everyone), likely=True):
        _watch_quickly(b, s, _SideBySide(b, cell0, None, slow), shape)
        if shape.writes and not shape.shared:
            note_written_run(b, row, cell0, b.zext(everyone, I64))
        b.ret_void()
    _watch_quickly(b, s, _SideBySide(b, cell0, build.to_mask(b, mask), slow), shape)
    if shape.writes and not shape.shared:
        # Lanes that are off may be before the memory's begin.
        bits = b.zext(b.lshr(mask, first), I64)
        note_written_run(b, row, b.add(cell0, b.zext(first, I64)), bits)
    b.ret_void()
    b.position_at_end(slow)
    vector = b.add(build.splat(b, address0), build.iota(I64, shape.width))
    b.call(get(module, general, make_watch, shape), [context, mark, vector, mask, data])
    b.ret_void()
    function.attributes.add("noinline")
    return function


@dataclass(frozen=True, slots=True)
class _SideBySide:
    """The cells of 32 lanes, one after another, and where to go on if the quick way ends.

    Attributes:
        first: the number of lane 0's cell.
        lanes: those that take part; None for all.
    """

    b: ll.IRBuilder
    first: LLValue
    lanes: LLValue | None
    slow: ll.Block

    def _place(self, array: LLValue, step: int) -> LLValue:
        b = self.b
        return build.to_pointer(b, b.add(array, b.mul(self.first, number(step))))

    def load(self, array: LLValue) -> LLValue:
        """Return the lanes' elements of an array of i64; 0 for lanes that are off."""
        if self.lanes is None:
            return self.b.load(self._place(array, 8), typ=ADDRESSES, align=8)
        none = build.constant(ADDRESSES, 0)
        args = [self._place(array, 8), ll.Constant(I32, 8), self.lanes, none]
        return build.intrinsic(self.b, "masked.load", ADDRESSES, args, [ADDRESSES, PTR])

    def store(self, array: LLValue, value: LLValue) -> None:
        """Store the lanes' elements of an array."""
        step = value.type.element.width // 8
        if self.lanes is None:
            self.b.store(value, self._place(array, step), align=step)
            return
        args = [value, self._place(array, step), ll.Constant(I32, step), self.lanes]
        build.intrinsic(self.b, "masked.store", VOID, args, [value.type, PTR])

    def go_on_if(self, good: LLValue) -> None:
        """Leave the quick way unless a condition holds for all lanes."""
        onward = self.b.append_basic_block("onward")
        self.b.cbranch(_all(self.b, good), onward, self.slow)
        self.b.position_at_end(onward)

    def go_on_if_before(self, s: State, stamps: LLValue, time: LLValue) -> None:
        """Leave the quick way unless stamps are in order, which they are before a time."""
        b = self.b
        limit = build.splat(b, b.shl(time, number(TIME_BITS)))
        # One comparison: the time is the highest part, and the flag makes it a late one.
        old = _all(b, b.icmp_unsigned("<", stamps, limit))
        with b.if_then(b.not_(old), likely=False):
            self.go_on_if(_quietly(b, s, stamps))


def _all(b: ll.IRBuilder, good: LLValue) -> LLValue:
    return b.icmp_unsigned("==", build.to_bits(b, good), ll.Constant(I32, 0xFFFFFFFF))


def _watch_quickly(b: ll.IRBuilder, s: State, cells: _SideBySide, shape: Shape) -> None:
    """Watch cells side by side, or leave the quick way before anything is noted."""
    slots = {place: build.load_slot(b, s.row, int(place)) for place in Shadow}
    since = s.block_time if shape.shared else s.launch_time
    cells.go_on_if_before(s, cells.load(slots[Shadow.WRITES]), since)
    if shape.shared:
        times = build.load_slot(b, s.block, int(Watch.READ_TIMES))
        if shape.writes:
            unread = b.icmp_signed("<", cells.load(times), build.splat(b, s.block_time))
            cells.go_on_if(unread)
        else:
            plane = plane_of(b, s, s.warp)
            cells.go_on_if(_is_first_reader(b, s, cells.load(plane)))
            cells.store(times, build.splat(b, s.now))
            cells.store(plane, _own_read(b, s))
    elif shape.writes:
        with b.if_then(b.icmp_unsigned("!=", slots[Shadow.READS], number(0))):
            cells.go_on_if_before(s, cells.load(slots[Shadow.READS]), since)
    else:
        cells.go_on_if_before(s, cells.load(slots[Shadow.READS]), since)
        cells.store(slots[Shadow.READS], s.stamps)
        cells.store(slots[Shadow.READ_MARKS], s.marks)
    if shape.writes:
        cells.store(slots[Shadow.WRITES], s.stamps)
        cells.store(slots[Shadow.WRITE_MARKS], s.marks)


def _quietly(b: ll.IRBuilder, s: State, stamps: LLValue) -> LLValue:
    """Return the lanes for which stamps are in order, and their marks say no more."""
    plain = b.icmp_signed(">=", stamps, build.constant(ADDRESSES, 0))
    return b.and_(plain, are_in_order(b, s, stamps))


def _is_first_reader(b: ll.IRBuilder, s: State, seen: LLValue) -> LLValue:
    """Return the lanes that read a cell alone of their warp, or first since its last barrier."""
    times = b.lshr(seen, build.constant(ADDRESSES, TIME_BITS))
    old = b.icmp_unsigned("<", times, build.splat(b, s.warp_time))
    who = b.and_(seen, build.constant(ADDRESSES, MANY_READERS | STRONG_READERS | LANES - 1))
    return b.or_(old, b.icmp_unsigned("==", who, build.iota(I64, 1)))


def _own_read(b: ll.IRBuilder, s: State) -> LLValue:
    """Return what lanes of the warp note of their weak reads of shared memory."""
    return b.or_(build.splat(b, read_by_warp(b, s)), build.iota(I64, 1))


def make_uniform(module: ll.Module, name: str, shape: Shape, general: str) -> LLValue:
    """Build `void watch(context, mark, address, mask, data)`: all lanes at one place."""
    function, b = begin(module, name, VOID, [PTR, I32, I64, I32, PTR])
    context, mark, address, mask, data = function.args
    block = watched_block(b, context, mask)
    row_of(b, block, address, shape)
    if shape.shared and not shape.writes:
        _read_shared_by_all(b, function.args, block, shape)
    vector = build.splat(b, address)
    b.call(get(module, general, make_watch, shape), [context, mark, vector, mask, data])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _read_shared_by_all(b: ll.IRBuilder, args: LLValue, block: LLValue, shape: Shape) -> None:
    """Return from the function if a read of one place of shared memory lies behind a barrier."""
    context, mark, address, mask, data = args
    row = build.slot(b, block, int(Watch.SHARED))
    s = State(b, (context, mark, data), block, row, shape)
    plane = plane_of(b, s, s.warp)
    writes, times = (
        build.load_slot(b, block, int(place))
        for place in (Watch.SHARED + Shadow.WRITES, Watch.READ_TIMES)
    )
    cell0 = b.lshr(address, number(shape.grain.bit_length() - 1))
    end = b.add(address, number(shape.width))
    good = b.icmp_unsigned("<=", end, build.load_slot(b, row, int(Shadow.SIZE)))
    with b.if_then(good):
        cells = [b.add(cell0, number(k)) for k in range(shape.width // shape.grain)]
        in_order: LLValue = ll.Constant(build.I1, 1)
        for cell in cells:
            stamp = build.load_slot(b, build.to_pointer(b, writes), cell)
            before = b.icmp_unsigned("<", b.lshr(stamp, number(TIME_BITS)), s.block_time)
            in_order = b.and_(in_order, before)
            if shape.publishes:  # the host may know that another lane's read came before
                seen = build.load_slot(b, build.to_pointer(b, plane), cell)
                old = b.icmp_unsigned("<", b.lshr(seen, number(TIME_BITS)), s.warp_time)
                in_order = b.and_(in_order, old)
        with b.if_then(in_order):
            several = b.icmp_unsigned(">", build.popcount(b, mask), ll.Constant(I32, 1))
            lane = b.zext(build.first_set(b, mask), I64)
            new = b.or_(read_by_warp(b, s), lane)
            for cell in cells:
                b.store(s.now, build.slot(b, build.to_pointer(b, times), cell))
                place = build.slot(b, build.to_pointer(b, plane), cell)
                seen = b.load(place, typ=I64)
                recent = b.icmp_unsigned(">=", b.lshr(seen, number(TIME_BITS)), s.warp_time)
                same = b.icmp_unsigned("==", b.and_(seen, number(MANY_READERS | 31)), lane)
                many = b.or_(several, b.and_(recent, b.not_(same)))
                b.store(b.select(many, b.or_(new, number(MANY_READERS)), new), place)
            b.ret_void()


QUICK = {"contiguous": make_contiguous, "uniform": make_uniform}
