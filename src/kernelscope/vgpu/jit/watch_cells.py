"""Compiled code that looks at the cells of an access: whether it is surely in order.

This is the general way, for any addresses; `watch_quickly` has shorter ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.jit import addresses, build, watch_notices, watch_products
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.layout import (
    FLAGGED,
    LANE_BITS,
    LANES,
    NOTICE_BYTES,
    OFFSET_BITS,
    SHADOW_SLOTS,
    SITE_MASK,
    THREAD_BITS,
    TIME_BITS,
    Context,
    Mark,
    Notice,
    Shadow,
    Watch,
)
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
MARKS = build.vector(I32)
_LOW = (1 << TIME_BITS) - 1
# What a warp has read last of a cell of shared memory: `time << 32 | site << 9 | these | lane`. The
# bits of a strong read are those of its scope in a mark.
MANY_READERS = 1 << 8
STRONG_READERS = 0b111 << 5
READERS_SCOPE = 15
READ_SITE = 9


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


@dataclass(frozen=True, slots=True)
class Shape:
    """What code for an access depends on: its space, whether it writes, and bytes.

    The bytes are those of a lane's access, of an element of it, and of a cell. A strong access and
    a write on the way are special.

    Attributes:
        orders: whether the kernel orders threads by more than barriers of a whole block.
        publishes: whether a thread may make something known to another one through memory.
        engines: whether it uses engines.
        in_cluster: whether other blocks may access shared memory, too.
    """

    shared: bool
    writes: bool
    special: bool
    orders: bool
    publishes: bool
    engines: bool
    in_cluster: bool
    width: int
    element: int
    grain: int

    @property
    def has_quick_ways(self) -> bool:
        """Whether stamps alone may show that an access is in order."""
        from_outside = self.shared and self.in_cluster
        return not (self.special or from_outside or (self.engines and self.writes))


def make_watch(module: ll.Module, name: str, shape: Shape) -> LLValue:
    """Build `void watch(context, mark, addresses, mask, data)`."""
    function, b = begin(module, name, VOID, [PTR, I32, ADDRESSES, I32, PTR])
    context, mark, places, lanes, data = function.args
    block = watched_block(b, context, lanes)
    if shape.shared:
        row = build.slot(b, block, int(Watch.SHARED))
        _watch_cells(
            b,
            State(b, (context, mark, data), block, row, shape),
            places,
            lanes,
            shape,
        )
        b.ret_void()
    else:
        _by_allocation(b, function.args, block, shape)
    function.attributes.add("noinline")
    return function


def watched_block(b: ll.IRBuilder, context: LLValue, lanes: LLValue) -> LLValue:
    """Return the block's slots; return from the function if no lane takes part, or nobody looks."""
    slots = build.load_slot(b, context, int(Context.WATCH))
    nobody = b.icmp_unsigned("==", slots, number(0))
    none = b.icmp_unsigned("==", lanes, ll.Constant(I32, 0))
    with b.if_then(b.or_(nobody, none), likely=False):
        b.ret_void()
    return build.to_pointer(b, slots)


def _by_allocation(b: ll.IRBuilder, args: LLValue, block: LLValue, shape: Shape) -> None:
    """Watch the lanes of each allocation in turn: nearly always there is one."""
    context, mark, places, lanes, data = args
    numbers = b.lshr(places, build.constant(ADDRESSES, OFFSET_BITS))
    offsets = b.and_(places, build.constant(ADDRESSES, addresses.OFFSET_MASK))
    shadows = b.load(build.slot(b, block, int(Watch.SHADOWS)), typ=PTR)
    head, body, watched, onward, done = (
        b.append_basic_block(n) for n in ("head", "body", "watched", "onward", "done")
    )
    start = b.block
    b.branch(head)
    b.position_at_end(head)
    left = b.phi(I32)
    left.add_incoming(lanes, start)
    b.cbranch(b.icmp_unsigned("!=", left, ll.Constant(I32, 0)), body, done)
    b.position_at_end(body)
    first = b.extract_element(numbers, build.first_set(b, left))
    alike = b.icmp_unsigned("==", numbers, build.splat(b, first))
    here = b.and_(left, build.to_bits(b, alike))
    known = b.icmp_unsigned("<", first, number(addresses.CAPACITY))
    index = b.select(known, first, number(0))
    row = build.slot(b, shadows, b.mul(index, number(SHADOW_SLOTS)))
    size = build.load_slot(b, row, int(Shadow.SIZE))
    b.cbranch(b.icmp_unsigned("!=", size, number(0)), watched, onward)
    b.position_at_end(watched)
    _watch_cells(b, State(b, (context, mark, data), block, row, shape), offsets, here, shape)
    b.branch(onward)
    b.position_at_end(onward)
    left.add_incoming(b.and_(left, b.not_(here)), b.block)
    b.branch(head)
    b.position_at_end(done)
    b.ret_void()


class State:
    """What the code for one access of a warp uses: times, stamps, and the arrays of its memory."""

    def __init__(
        self,
        b: ll.IRBuilder,
        access: tuple[LLValue, LLValue, LLValue],
        block: LLValue,
        row: LLValue,
        shape: Shape,
    ) -> None:
        context, mark, data = access
        self.b = b
        self.context = context
        self.data = data
        self.block = block
        self.row = row
        self.mark = mark
        self.marks = build.splat(b, mark)
        self.warp = build.load_slot(b, context, int(Context.WARP))
        self.now = b.load(clock_of(b, block), typ=I64)
        self.launch_time = build.load_slot(b, block, int(Watch.LAUNCH_TIME))
        self.block_time = build.load_slot(b, block, int(Watch.BLOCK_TIME))
        own = b.add(self.warp, number(int(Watch.WARP_TIMES)))
        self.warp_time = build.binary(b, "umax", build.load_slot(b, block, own), self.block_time)
        self.block_bits = build.load_slot(b, block, int(Watch.BLOCK))
        first = b.or_(self.block_bits, b.shl(self.warp, number(LANE_BITS)))
        self.who = b.or_(build.splat(b, first), build.iota(I64, 1))
        self.is_shared = shape.shared
        self.orders = shape.orders
        self.meets_others = shape.shared and shape.in_cluster
        self.cluster_time = build.load_slot(b, block, int(Watch.CLUSTER_TIME))
        one_thread = build.load_slot(b, block, int(Watch.ONE_THREAD))
        self.one_thread = b.icmp_unsigned("!=", one_thread, number(0))
        self.stamps = b.or_(build.splat(b, b.shl(self.now, number(TIME_BITS))), self.who)

    def known_row(self) -> LLValue:
        """Return the address of up to when the warp knows the accesses of each other one."""
        b = self.b
        known = build.load_slot(b, self.block, int(Watch.KNOWN))
        return b.add(known, b.mul(self.warp, number(8 * LANES)))

    def is_marked(self, flag: Mark) -> LLValue:
        """Return whether the access has a flag in its mark."""
        bits = self.b.and_(self.mark, ll.Constant(I32, int(flag)))
        return self.b.icmp_unsigned("!=", bits, ll.Constant(I32, 0))

    def pointers(self, array: int, cells: LLValue, step: int) -> LLValue:
        """Return the places of cells in one of the row's arrays, of elements of `step` bytes."""
        base = build.load_slot(self.b, self.row, array)
        return self.at(base, cells, step)

    def at(self, base: LLValue, cells: LLValue, step: int) -> LLValue:
        """Return the places of cells in an array at an address."""
        b = self.b
        offsets = b.mul(cells, build.constant(ADDRESSES, step))
        return b.inttoptr(b.add(build.splat(b, base), offsets), build.vector(PTR))


def clock_of(b: ll.IRBuilder, block: LLValue) -> LLValue:
    """Return a pointer to the launch's time (an i64), from a block's slots of `Watch`."""
    return b.load(build.slot(b, block, int(Watch.CLOCK)), typ=PTR)


def gather(b: ll.IRBuilder, places: LLValue, lanes: LLValue, kind: LLValue) -> LLValue:
    """Return the elements at 32 places; 0 for lanes that are off."""
    align = ll.Constant(I32, kind.element.width // 8)
    args = [places, align, lanes, build.constant(kind, 0)]
    return build.intrinsic(b, "masked.gather", kind, args, [kind, build.vector(PTR)])


def scatter(b: ll.IRBuilder, value: LLValue, places: LLValue, lanes: LLValue) -> None:
    """Store elements to 32 places; of several lanes at one place the last wins."""
    align = ll.Constant(I32, value.type.element.width // 8)
    kinds = [value.type, build.vector(PTR)]
    build.intrinsic(b, "masked.scatter", VOID, [value, places, align, lanes], kinds)


@dataclass(slots=True)
class _Earlier:
    """Stamps and marks of earlier accesses to the cells of 32 lanes."""

    stamps: LLValue
    marks: LLValue


def _watch_cells(b: ll.IRBuilder, s: State, offsets: LLValue, lanes: LLValue, shape: Shape) -> None:
    """Watch each cell of the lanes' accesses. What is outside the memory is left to the access."""
    size = build.load_slot(b, s.row, int(Shadow.SIZE))
    ends = b.add(offsets, build.constant(ADDRESSES, shape.width))
    inside = b.icmp_unsigned("<=", ends, build.splat(b, size))
    lanes = b.and_(lanes, build.to_bits(b, inside))
    first = b.lshr(offsets, build.constant(ADDRESSES, shape.grain.bit_length() - 1))
    for k in range(shape.width // shape.grain):
        cells = b.add(first, build.constant(ADDRESSES, k))
        if shape.writes:
            if not shape.shared:
                _note_written(b, s.row, cells, lanes)
            with b.if_else(_is_quick_write(b, s, (cells, lanes), shape)) as (quickly, slowly):
                with quickly:
                    _write_quickly(b, s, (cells, lanes), (offsets, k), shape)
                with slowly:
                    _write(b, s, (cells, lanes), (offsets, k), shape)
        else:
            _read(b, s, (cells, lanes), (offsets, k), shape)


# Two workers may look at one cell at once, and each find that nobody has accessed it. So each notes
# what it writes, for itself, and these are compared when the launch is over (`runtime.watching`).
def _note_written(b: ll.IRBuilder, row: LLValue, cells: LLValue, lanes: LLValue) -> None:
    """Note the cells that lanes write in global memory, if several workers run the launch."""
    bitmap = build.load_slot(b, row, int(Shadow.WRITTEN))
    with b.if_then(b.icmp_unsigned("!=", bitmap, number(0)), likely=False):
        scratch = build.stack_bytes(b, 8 * LANES)
        b.store(cells, scratch)
        with build.lanes_of(b, lanes, "written") as lane:
            addresses.set_bit(b, bitmap, build.load_slot(b, scratch, b.zext(lane, I64)))


def note_written_run(b: ll.IRBuilder, row: LLValue, start: LLValue, bits: LLValue) -> None:
    """Note that cells of global memory are written: bit i of `bits` (i64) is cell `start + i`."""
    bitmap = build.load_slot(b, row, int(Shadow.WRITTEN))
    with b.if_then(b.icmp_unsigned("!=", bitmap, number(0))):
        addresses.set_bits(b, bitmap, start, bits)


def are_in_order(b: ll.IRBuilder, s: State, stamps: LLValue) -> LLValue:
    """Return the lanes for which accesses of these stamps lie behind a barrier, or are their own.

    An access by another launch, or that was never made, counts, too.
    """
    who = b.and_(stamps, build.constant(ADDRESSES, _LOW))
    times = times_of(b, stamps)
    empty = b.icmp_unsigned("<", times, build.splat(b, s.launch_time))
    own = b.icmp_unsigned("==", who, s.who)
    return b.or_(b.or_(empty, own), behind_barrier(b, s, who, times))


def times_of(b: ll.IRBuilder, stamps: LLValue) -> LLValue:
    """Return the times of stamps."""
    plain = b.and_(stamps, build.constant(stamps.type, FLAGGED - 1))
    return b.lshr(plain, build.constant(stamps.type, TIME_BITS))


def _flagged(b: ll.IRBuilder, stamps: LLValue, which: LLValue) -> LLValue:
    """Return stamps with the flag in some lanes."""
    return b.select(which, b.or_(stamps, build.constant(ADDRESSES, FLAGGED)), stamps)


def behind_barrier(b: ll.IRBuilder, s: State, who: LLValue, times: LLValue) -> LLValue:
    """Return the lanes for which others' accesses at these times lie behind a barrier."""

    def same(bits: int) -> LLValue:
        shift = build.constant(ADDRESSES, bits)
        return b.icmp_unsigned("==", b.lshr(who, shift), b.lshr(s.who, shift))

    limit = b.select(same(LANE_BITS), build.splat(b, s.warp_time), build.splat(b, s.block_time))
    if s.orders:
        warps = b.lshr(who, build.constant(ADDRESSES, LANE_BITS))
        warps = b.and_(warps, build.constant(ADDRESSES, LANES - 1))
        every = build.constant(build.MASK, 1)
        known = gather(b, s.at(s.known_row(), warps, 8), every, ADDRESSES)
        limit = b.select(b.icmp_unsigned(">", known, limit), known, limit)
    if s.meets_others:
        limit = b.select(same(THREAD_BITS), limit, build.splat(b, s.cluster_time))
    over = b.icmp_unsigned("<", times, limit)
    # What another block did in the same shared memory lies before this block's time.
    return over if s.is_shared else b.and_(same(THREAD_BITS), over)


def _strong(b: ll.IRBuilder, s: State, earlier: _Earlier) -> LLValue:
    """Return the lanes whose access and the earlier one are strong for each other."""
    both = b.and_(earlier.marks, s.marks)

    def has(flag: Mark) -> LLValue:
        bits = b.and_(both, build.constant(MARKS, int(flag)))
        return b.icmp_unsigned("!=", bits, build.constant(MARKS, 0))

    who = b.and_(earlier.stamps, build.constant(ADDRESSES, _LOW))
    shift = build.constant(ADDRESSES, THREAD_BITS)
    here = b.icmp_unsigned("==", b.lshr(who, shift), b.lshr(s.who, shift))
    strong = b.or_(has(Mark.STRONG_GPU), b.and_(here, has(Mark.STRONG_BLOCK)))
    shift = build.constant(ADDRESSES, LANE_BITS)
    in_warp = b.icmp_unsigned("==", b.lshr(who, shift), b.lshr(s.who, shift))
    return b.and_(strong, b.not_(b.and_(in_warp, has(Mark.VOLATILE))))


def _flag(b: ll.IRBuilder, marks: LLValue, flag: Mark) -> LLValue:
    bits = b.and_(marks, build.constant(MARKS, int(flag)))
    return b.icmp_unsigned("!=", bits, build.constant(MARKS, 0))


def _earlier(b: ll.IRBuilder, s: State, place: Shadow, cells: LLValue, lanes: LLValue) -> _Earlier:
    """Return the stamps in one of the row's arrays, and the marks in the one behind it."""
    mask = build.to_mask(b, lanes)
    return _Earlier(
        gather(b, s.pointers(place, cells, 8), mask, ADDRESSES),
        gather(b, s.pointers(place + 1, cells, 4), mask, MARKS),
    )


def _others_fine(b: ll.IRBuilder, s: State, write: _Earlier, other: _Earlier) -> LLValue:
    """Return the lanes for which the strong write before the last one is no matter."""
    fine = b.or_(are_in_order(b, s, other.stamps), _strong(b, s, other))
    fine = b.or_(b.not_(_flag(b, write.marks, Mark.MANY)), fine)
    # What is on the way is in order with nothing, not even with the thread that sent it.
    return b.and_(fine, b.not_(_flag(b, write.marks, Mark.ASYNC)))


def _read(
    b: ll.IRBuilder,
    s: State,
    where: tuple[LLValue, LLValue],
    place: tuple[LLValue, int],
    shape: Shape,
) -> None:
    if not shape.shared:
        _look_at_read(b, s, where, place, shape)
        return
    cells, lanes = where
    stamps = gather(b, s.pointers(Shadow.WRITES, cells, 8), build.to_mask(b, lanes), ADDRESSES)
    with b.if_then(b.not_(_are_old(b, stamps, _since(b, s, shape))), likely=False):
        _look_at_read(b, s, where, place, shape)
    old, crowd = _note_shared_read(b, s, cells, lanes)
    if shape.publishes:
        alone = b.icmp_unsigned("==", build.popcount(b, lanes), ll.Constant(I32, 1))
        after = b.select(alone, b.and_(lanes, crowd), ll.Constant(I32, 0))
        write, other = (
            _earlier(b, s, array, cells, after) for array in (Shadow.WRITES, Shadow.OTHERS)
        )
        read = _Earlier(old, build.constant(MARKS, 0))
        _tell(b, s, (after, ll.Constant(I32, 0)), place, (write, other, read), shape)


def _look_at_read(
    b: ll.IRBuilder,
    s: State,
    where: tuple[LLValue, LLValue],
    place: tuple[LLValue, int],
    shape: Shape,
) -> None:
    cells, lanes = where
    write = _earlier(b, s, Shadow.WRITES, cells, lanes)
    in_order = _with_copies(b, s, are_in_order(b, s, write.stamps), write, shape)
    fine = b.or_(in_order, _strong(b, s, write))
    other = _earlier(b, s, Shadow.OTHERS, cells, lanes)
    fine = b.and_(fine, _others_fine(b, s, write, other))
    none = _Earlier(build.constant(ADDRESSES, 0), build.constant(MARKS, 0))
    if shape.shared:
        read = none
    else:
        read = _earlier(b, s, Shadow.READS, cells, lanes)
        fine = b.and_(fine, _note_global_read(b, s, (cells, lanes), read))
    bad = b.and_(lanes, b.not_(build.to_bits(b, fine)))
    _tell(b, s, (bad, ll.Constant(I32, 0)), place, (write, other, read), shape)


def _note_global_read(
    b: ll.IRBuilder, s: State, where: tuple[LLValue, LLValue], read: _Earlier
) -> LLValue:
    """Note who reads cells of global memory; return the lanes for which one stamp is enough."""
    cells, lanes = where
    who = b.and_(read.stamps, build.constant(ADDRESSES, _LOW))
    listed = _flag(b, read.marks, Mark.LISTED)
    in_order = are_in_order(b, s, read.stamps)
    shift = build.constant(ADDRESSES, LANE_BITS)
    warp = b.icmp_unsigned("==", b.lshr(who, shift), b.lshr(s.who, shift))
    times = times_of(b, read.stamps)
    replaced = behind_barrier(b, s, who, times)
    many = b.and_(warp, b.or_(_flag(b, read.marks, Mark.MANY), b.not_(in_order)))
    many = b.and_(many, b.not_(replaced))
    enough = b.and_(b.or_(in_order, warp), b.or_(b.not_(listed), replaced))
    enough = b.and_(enough, b.not_(_by_engine(b, s, read)))
    noted = b.and_(build.to_mask(b, lanes), enough)
    plain = s.marks
    crowd = b.or_(plain, build.constant(MARKS, int(Mark.MANY)))
    stamps = s.pointers(Shadow.READS, cells, 8)
    marks = s.pointers(Shadow.READ_MARKS, cells, 4)
    scatter(b, _flagged(b, s.stamps, many), stamps, noted)
    scatter(b, b.select(many, crowd, plain), marks, noted)
    lost = b.and_(noted, _lost(b, s, stamps, noted))
    scatter(b, b.or_(s.stamps, build.constant(ADDRESSES, FLAGGED)), stamps, lost)
    scatter(b, crowd, marks, lost)
    return enough


def _by_engine(b: ll.IRBuilder, s: State, read: _Earlier) -> LLValue:
    """Return the lanes whose cells an engine has read in this launch: no barrier of threads says
    that it is done.
    """
    recent = b.icmp_unsigned(">=", times_of(b, read.stamps), build.splat(b, s.launch_time))
    return b.and_(_flag(b, read.marks, Mark.ENGINE), recent)


def _lost(b: ll.IRBuilder, s: State, places: LLValue, lanes: LLValue) -> LLValue:
    """Return the lanes whose stamp another lane has overwritten."""
    back = gather(b, places, lanes, ADDRESSES)
    plain = b.and_(back, build.constant(ADDRESSES, FLAGGED - 1))
    return b.icmp_unsigned("!=", plain, s.stamps)


def _note_shared_read(
    b: ll.IRBuilder, s: State, cells: LLValue, lanes: LLValue
) -> tuple[LLValue, LLValue]:
    """Note that lanes of the warp read cells of shared memory.

    Returns what was noted there before, and the lanes before which another lane has read.
    """
    mask = build.to_mask(b, lanes)
    times = build.load_slot(b, s.block, int(Watch.READ_TIMES))
    scatter(b, build.splat(b, s.now), s.at(times, cells, 8), mask)
    places = s.at(plane_of(b, s, s.warp), cells, 8)
    old = gather(b, places, mask, ADDRESSES)
    lane = build.iota(I64, 1)
    recent = b.lshr(old, build.constant(ADDRESSES, TIME_BITS))
    recent = b.icmp_unsigned(">=", recent, build.splat(b, s.warp_time))
    reader = b.and_(old, build.constant(ADDRESSES, LANES - 1))
    crowd = b.and_(old, build.constant(ADDRESSES, MANY_READERS))
    crowd = b.icmp_unsigned("!=", crowd, build.constant(ADDRESSES, 0))
    many = b.and_(recent, b.or_(crowd, b.icmp_unsigned("!=", reader, lane)))
    scope = b.lshr(b.zext(s.mark, I64), number(READERS_SCOPE))
    strong = b.and_(scope, number(STRONG_READERS))
    own = b.or_(read_by_warp(b, s), strong)
    new = b.or_(build.splat(b, own), lane)
    all_ = b.or_(new, build.constant(ADDRESSES, MANY_READERS))
    # Together they are strong only if each is.
    weak = b.or_(old, build.constant(ADDRESSES, ((1 << 64) - 1) ^ STRONG_READERS))
    all_ = b.select(many, b.and_(all_, weak), all_)
    scatter(b, b.select(many, all_, new), places, mask)
    back = gather(b, places, mask, ADDRESSES)
    back = b.and_(back, build.constant(ADDRESSES, LANES - 1))
    scatter(b, all_, places, b.and_(mask, b.icmp_unsigned("!=", back, lane)))
    return old, build.to_bits(b, many)


def read_by_warp(b: ll.IRBuilder, s: State) -> LLValue:
    """Return what lane 0 of the warp would note of a weak read of shared memory."""
    site = b.and_(b.zext(s.mark, I64), number(SITE_MASK))
    return b.or_(b.shl(s.now, number(TIME_BITS)), b.shl(site, number(READ_SITE)))


def plane_of(b: ll.IRBuilder, s: State, warp: LLValue) -> LLValue:
    """Return the address of what a warp has read last of each cell of shared memory."""
    cells = build.load_slot(b, s.block, int(Watch.CELLS))
    base = build.load_slot(b, s.block, int(Watch.READERS))
    return b.add(base, b.mul(b.mul(warp, cells), number(8)))


def _write(
    b: ll.IRBuilder,
    s: State,
    where: tuple[LLValue, LLValue],
    place: tuple[LLValue, int],
    shape: Shape,
) -> None:
    cells, lanes = where
    mask = build.to_mask(b, lanes)
    write = _earlier(b, s, Shadow.WRITES, cells, lanes)
    other = _earlier(b, s, Shadow.OTHERS, cells, lanes)
    in_order = _with_copies(b, s, are_in_order(b, s, write.stamps), write, shape)
    strong = _strong(b, s, write)
    fine = b.and_(b.or_(in_order, strong), _others_fine(b, s, write, other))
    if shape.shared:
        read = _Earlier(build.constant(ADDRESSES, 0), build.constant(MARKS, 0))
        if not shape.special:
            fine = b.or_(fine, _is_copy(b, s, (place, lanes), write, shape))
        fine = b.and_(fine, _is_unread(b, s, cells, lanes))
        fine = _and_free_of_products(b, s, fine, (cells, lanes), shape)
    else:
        read, unread = _readers(b, s, cells, lanes)
        fine = b.and_(fine, unread)
    # An earlier strong write that is not in order stays known.
    kept = b.and_(mask, b.and_(strong, b.not_(in_order)))
    stays = b.and_(_flag(b, write.marks, Mark.MANY), b.not_(are_in_order(b, s, other.stamps)))
    if shape.special:
        first, held = _weak_before_strong(b, s, write, other)
        kept = b.or_(b.and_(kept, b.not_(held)), b.and_(mask, b.and_(first, in_order)))
        stays = b.or_(stays, held)
    scatter(b, write.stamps, s.pointers(Shadow.OTHERS, cells, 8), kept)
    scatter(b, write.marks, s.pointers(Shadow.OTHER_MARKS, cells, 4), kept)
    many = b.or_(kept, stays)
    crowd = b.or_(s.marks, build.constant(MARKS, int(Mark.MANY)))
    stamps = s.pointers(Shadow.WRITES, cells, 8)
    flagged = b.or_(many, build.splat(b, s.is_marked(Mark.ASYNC)))
    scatter(b, _flagged(b, s.stamps, flagged), stamps, mask)
    scatter(b, b.select(many, crowd, s.marks), s.pointers(Shadow.WRITE_MARKS, cells, 4), mask)
    collided = b.and_(mask, _lost(b, s, stamps, mask))
    allowed = _may_collide(s, shape)
    twice = b.select(allowed, ll.Constant(I32, 0), build.to_bits(b, collided))
    bad = b.and_(lanes, b.not_(build.to_bits(b, fine)))
    _tell(b, s, (bad, twice), place, (write, other, read), shape)


def _may_collide(s: State, shape: Shape) -> LLValue:
    """Return whether several lanes may write to one place."""
    is_atomic = s.is_marked(Mark.ATOMIC)
    return s.b.or_(is_atomic, s.one_thread) if shape.shared else is_atomic


def _since(b: ll.IRBuilder, s: State, shape: Shape) -> LLValue:
    """Return the time before which all accesses by threads to this memory are in order."""
    if not shape.shared:
        return s.launch_time
    return build.binary(b, "umin", s.block_time, s.cluster_time) if s.meets_others else s.block_time


def _are_old(b: ll.IRBuilder, stamps: LLValue, time: LLValue) -> LLValue:
    """Return whether all stamps are older than a time; the flag makes one a late one."""
    limit = build.splat(b, b.shl(time, number(TIME_BITS)))
    late = build.to_bits(b, b.icmp_unsigned(">=", stamps, limit))
    return b.icmp_unsigned("==", late, ll.Constant(I32, 0))


def _is_quick_write(
    b: ll.IRBuilder, s: State, where: tuple[LLValue, LLValue], shape: Shape
) -> LLValue:
    """Return whether the stamps alone show that a weak write is in order: nobody has accessed the
    cells since the last barrier of the block, or of global memory in this launch.
    """
    cells, lanes = where
    mask, since = build.to_mask(b, lanes), _since(b, s, shape)
    fine = b.not_(s.is_marked(Mark.STRONG_BLOCK))
    written = gather(b, s.pointers(Shadow.WRITES, cells, 8), mask, ADDRESSES)
    fine = b.and_(fine, _are_old(b, written, since))
    if shape.shared:
        times = build.load_slot(b, s.block, int(Watch.READ_TIMES))
        read = gather(b, s.at(times, cells, 8), mask, ADDRESSES)
        if shape.engines:
            stores, products = watch_products.all_complete(b, s.block, s.warp)
            fine = b.and_(fine, stores)
            since = build.binary(b, "umin", since, products)
        old = b.icmp_unsigned(">=", read, build.splat(b, since))
        unread = b.icmp_unsigned("==", build.to_bits(b, b.and_(mask, old)), ll.Constant(I32, 0))
        return b.and_(fine, unread)
    is_read = b.icmp_unsigned("!=", build.load_slot(b, s.row, int(Shadow.READS)), number(0))
    readable = build.to_mask(b, b.select(is_read, lanes, ll.Constant(I32, 0)))
    read = gather(b, s.pointers(Shadow.READS, cells, 8), readable, ADDRESSES)
    return b.and_(fine, _are_old(b, read, since))


def _write_quickly(
    b: ll.IRBuilder,
    s: State,
    where: tuple[LLValue, LLValue],
    place: tuple[LLValue, int],
    shape: Shape,
) -> None:
    """Note a write of which `_is_quick_write` holds."""
    cells, lanes = where
    mask = build.to_mask(b, lanes)
    stamps = s.pointers(Shadow.WRITES, cells, 8)
    is_async = build.splat(b, s.is_marked(Mark.ASYNC))
    scatter(b, _flagged(b, s.stamps, is_async), stamps, mask)
    scatter(b, s.marks, s.pointers(Shadow.WRITE_MARKS, cells, 4), mask)
    with b.if_then(b.not_(_may_collide(s, shape))):
        collided = build.to_bits(b, b.and_(mask, _lost(b, s, stamps, mask)))
        none = _Earlier(build.constant(ADDRESSES, 0), build.constant(MARKS, 0))
        _tell(b, s, (ll.Constant(I32, 0), collided), place, (none, none, none), shape)


# Worked case: block 0 does `o[0] = 0`, then all blocks `atomicAdd(o, 1)`. The additions are strong
# for each other, but those of other blocks race with the plain store behind block 0's addition.
def _weak_before_strong(
    b: ll.IRBuilder, s: State, write: _Earlier, other: _Earlier
) -> tuple[LLValue, LLValue]:
    """Return the lanes whose strong write comes after a weak one that is the last write, and those
    for which the weak one is further back: it stays known.
    """

    def is_weak(one: _Earlier) -> LLValue:
        made = b.icmp_unsigned(">=", times_of(b, one.stamps), build.splat(b, s.launch_time))
        return b.and_(made, b.not_(_flag(b, one.marks, Mark.STRONG_BLOCK)))

    strong = build.splat(b, s.is_marked(Mark.STRONG_BLOCK))
    first = b.and_(strong, is_weak(write))
    held = b.and_(b.and_(strong, is_weak(other)), _flag(b, write.marks, Mark.MANY))
    return first, b.and_(held, b.not_(first))


def _readers(b: ll.IRBuilder, s: State, cells: LLValue, lanes: LLValue) -> tuple[_Earlier, LLValue]:
    """Return who has read cells of global memory, and the lanes that may write after them."""
    is_read = b.icmp_unsigned("!=", build.load_slot(b, s.row, int(Shadow.READS)), number(0))
    readable = b.select(is_read, lanes, ll.Constant(I32, 0))
    read = _earlier(b, s, Shadow.READS, cells, readable)
    who = b.and_(read.stamps, build.constant(ADDRESSES, _LOW))
    times = times_of(b, read.stamps)
    crowd = b.or_(_flag(b, read.marks, Mark.MANY), _flag(b, read.marks, Mark.LISTED))
    alone = b.and_(are_in_order(b, s, read.stamps), b.not_(crowd))
    after = b.or_(alone, behind_barrier(b, s, who, times))
    after = b.and_(after, b.not_(_flag(b, read.marks, Mark.LISTED)))
    after = b.and_(after, b.not_(_by_engine(b, s, read)))
    return read, b.or_(after, _strong(b, s, read))


# Worked case: `tl.sum(x, axis=0)` of 8 columns leaves each sum in four lanes of each warp. All of
# them store it, by one instruction, to one word of shared memory.
def _is_copy(
    b: ll.IRBuilder,
    s: State,
    at: tuple[tuple[LLValue, int], LLValue],
    write: _Earlier,
    shape: Shape,
) -> LLValue:
    """Return the lanes that store what the same instruction has stored there, for a block that is
    one thread of control.
    """
    (offsets, part), lanes = at
    mask = build.to_mask(b, lanes)
    sites = b.xor(write.marks, s.marks)
    sites = b.and_(sites, build.constant(MARKS, SITE_MASK))
    same = b.icmp_unsigned("==", sites, build.constant(MARKS, 0))
    kind = build.vector(ll.IntType(8 * shape.element))
    base = build.load_slot(b, s.context, int(Context.SHARED))
    for begin_ in range(part * shape.grain, (part + 1) * shape.grain, shape.element):
        step = build.constant(ADDRESSES, begin_)
        held = gather(b, s.at(base, b.add(offsets, step), 1), mask, kind)
        own = b.gep(s.data, [number(begin_ // shape.element)], source_etype=kind)
        stored = b.load(own, typ=kind, align=1)
        same = b.and_(same, b.icmp_unsigned("==", held, stored))
    return b.and_(same, build.splat(b, s.one_thread))


def _is_unread(b: ll.IRBuilder, s: State, cells: LLValue, lanes: LLValue) -> LLValue:
    """Return the lanes whose cells of shared memory nobody reads beside this write."""
    mask = build.to_mask(b, lanes)
    times = build.load_slot(b, s.block, int(Watch.READ_TIMES))
    last = gather(b, s.at(times, cells, 8), mask, ADDRESSES)
    met = s.block_time
    if s.meets_others:
        met = build.binary(b, "umin", met, s.cluster_time)
    old = b.icmp_unsigned("<", last, build.splat(b, met))
    bits = b.alloca(I32)
    recent = b.and_(lanes, b.not_(build.to_bits(b, old)))
    b.store(ll.Constant(I32, -1), bits)
    with b.if_then(b.icmp_unsigned("!=", recent, ll.Constant(I32, 0))):
        warps = build.load_slot(b, s.context, int(Context.WARPS))
        chosen = build.to_mask(b, recent)
        is_strong = s.is_marked(Mark.STRONG_BLOCK)
        with build.counted_loop(b, warps, "readers") as warp:
            seen = gather(b, s.at(plane_of(b, s, warp), cells, 8), chosen, ADDRESSES)
            when = b.lshr(seen, build.constant(ADDRESSES, TIME_BITS))
            own = b.icmp_unsigned("==", warp, s.warp)
            limit = b.select(own, s.warp_time, s.block_time)
            if s.orders:
                known = build.load_slot(b, build.to_pointer(b, s.known_row()), warp)
                limit = build.binary(b, "umax", limit, known)
            fine = b.icmp_unsigned("<", when, build.splat(b, limit))
            reader = b.and_(seen, build.constant(ADDRESSES, MANY_READERS | LANES - 1))
            mine = b.icmp_unsigned("==", reader, build.iota(I64, 1))
            mine = b.and_(mine, build.splat(b, own))
            mark = b.and_(seen, build.constant(ADDRESSES, STRONG_READERS))
            strong = b.icmp_unsigned("!=", mark, build.constant(ADDRESSES, 0))
            strong = b.and_(strong, build.splat(b, is_strong))
            allowed = build.to_bits(b, b.or_(b.or_(fine, mine), strong))
            b.store(b.and_(b.load(bits, typ=I32), b.or_(allowed, b.not_(recent))), bits)
        if s.meets_others:
            others = gather(b, s.at(plane_of(b, s, warps), cells, 8), chosen, ADDRESSES)
            fine = b.icmp_unsigned("<", others, build.splat(b, s.cluster_time))
            unread = b.or_(build.to_bits(b, fine), b.not_(recent))
            b.store(b.and_(b.load(bits, typ=I32), unread), bits)
    return build.to_mask(b, b.load(bits, typ=I32))


def _with_copies(
    b: ll.IRBuilder, s: State, others: LLValue, write: _Earlier, shape: Shape
) -> LLValue:
    """Return which writes come before the lanes: of threads as given, of bulk copies those that the
    warp knows to be complete. A copy's stamp has no thread, but the number of an mbarrier.
    """
    if not shape.engines:
        return others
    last = build.constant(ADDRESSES, (1 << THREAD_BITS) - 1)
    name = b.xor(b.and_(write.stamps, last), last)
    first = b.icmp_unsigned("<", name, build.constant(ADDRESSES, LANES))
    is_copy = _flag(b, write.marks, Mark.ENGINE)
    base = watch_products.known_of(b, s.block, s.warp)
    known = gather(b, s.at(base, name, 8), b.and_(is_copy, first), ADDRESSES)
    met = build.splat(b, s.block_time)
    known = b.select(b.icmp_unsigned(">", known, met), known, met)
    complete = b.icmp_unsigned("<", times_of(b, write.stamps), known)
    return b.select(is_copy, complete, others)


def _and_free_of_products(
    b: ll.IRBuilder, s: State, others: LLValue, where: tuple[LLValue, LLValue], shape: Shape
) -> LLValue:
    """Return those of the lanes whose cells no product reads that may not be complete, nor a store
    in bulk.
    """
    if not shape.engines:
        return others
    cells, lanes = where
    chosen = build.to_mask(b, lanes)
    bits = b.alloca(I32)
    b.store(ll.Constant(I32, -1), bits)
    # Behind the warps' rows there is one for stores in bulk.
    rows = b.add(build.load_slot(b, s.context, int(Context.WARPS)), number(1))
    with build.counted_loop(b, rows, "products") as warp:
        places = s.at(watch_products.plane(b, s.block, warp), cells, 8)
        seen = gather(b, places, chosen, ADDRESSES)
        times = b.lshr(seen, build.constant(ADDRESSES, TIME_BITS))
        limit = watch_products.limit_of(b, s.block, warp, s.warp)
        fine = b.icmp_unsigned("<", times, build.splat(b, limit))
        fine = b.or_(fine, b.icmp_unsigned("==", seen, build.constant(ADDRESSES, 0)))
        b.store(b.and_(b.load(bits, typ=I32), build.to_bits(b, fine)), bits)
    return b.and_(others, build.to_mask(b, b.load(bits, typ=I32)))


def _tell(
    b: ll.IRBuilder,
    s: State,
    lanes: tuple[LLValue, LLValue],
    place: tuple[LLValue, int],
    earlier: tuple[_Earlier, _Earlier, _Earlier],
    shape: Shape,
) -> None:
    """Tell the host of lanes whose access may not be in order, or that write to one place."""
    bad, twice = lanes
    both = b.or_(bad, twice)
    with (
        b.if_then(b.icmp_unsigned("!=", both, ll.Constant(I32, 0)), likely=False),
        b.if_then(b.not_(watch_notices.is_passed_by(b, s.block, s.mark, both, earlier[0].marks))),
    ):
        table = build.stack_bytes(b, NOTICE_BYTES)
        offsets, part = place
        rows = [(Notice.ADDRESSES, offsets)]
        for row, one in zip((Notice.WRITES, Notice.OTHERS, Notice.READS), earlier, strict=True):
            rows += [(row, one.stamps), (Notice(row + 1), b.zext(one.marks, ADDRESSES))]
        for row, value in rows:
            b.store(value, build.slot(b, table, LANES * row), align=64)
        more = number(part | shape.element << 32)
        arguments = [s.context, s.mark, bad, twice, s.row, table, s.data, more]
        watch_notices.tell(b, s.block, arguments)
