"""Compiled code that issues copies of boxes of tensors, and that makes tensor maps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from kernelscope.vgpu import tensor_map
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, get
from kernelscope.vgpu.jit.atomics import Atomic
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.jit.bulk import (
    RANK,
    VOID,
    Entry,
    copier,
    copy_bytes,
    new_entry,
    number,
    push,
    put,
    reducer,
    rounder,
    thread_of,
)
from kernelscope.vgpu.jit.bulk_issue import (
    Place,
    Way,
    aligned,
    box_host,
    count_issue,
    global_places,
    or_leave,
    owner_of,
    refuse,
    shared_host,
    targets,
)
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, SHARED_WINDOW, Fault
from kernelscope.vgpu.types import LLValue

Reductions = tuple[tuple[str, Atomic], ...]
"""The element types of a reduction, each with what combines two elements."""
TILE_ALIGNMENT = 128
_ELEMENT_BYTES = sum(
    tensor_map.element_bytes(name) << 4 * n for n, name in enumerate(tensor_map.TYPES) if name
)
"""The bytes of an element of each type, in 4 bits each."""


@dataclass(frozen=True, slots=True)
class _Map:
    """What compiled code has read from a tensor map, as i64; lists by dimension."""

    address: LLValue
    type: LLValue
    swizzle: LLValue
    fill: LLValue
    element: LLValue
    sizes: list[LLValue]
    counts: list[LLValue]
    steps: list[LLValue]
    strides: list[LLValue]


@dataclass(frozen=True, slots=True)
class _Ends:
    """What the parts of a box have in common.

    Attributes:
        box: the address of the whole box in shared memory.
        barrier: that of the mbarrier.
        counted: the number of blocks that the copy counts for.
        entry: memory for one entry of the queue.
    """

    box: LLValue
    barrier: LLValue
    counted: LLValue
    entry: LLValue


@dataclass(frozen=True, slots=True)
class Kind:
    """What a copy is compiled for.

    Attributes:
        way: where it goes.
        rank: the tensor's dimensions.
        columns: whether it takes columns of pixels (im2col).
        op: the reduction, or "".
        reductions: for the reduction, the element types that have it.
    """

    way: Way
    rank: int
    columns: bool
    op: str
    reductions: Reductions

    @property
    def name(self) -> str:
        """The name of the function for it."""
        mode = ".columns" if self.columns else ""
        return f"ks.bulk.{self.way.name}.{self.rank}d{mode}{self.op and '.'}{self.op}"


def boxes(module: ll.Module, kind: Kind) -> LLValue:
    """Return the function that issues a copy of a box for each lane; see `_make_boxes`."""
    return get(module, kind.name, _make_boxes, kind)


def _make_boxes(module: ll.Module, name: str, kind: Kind) -> LLValue:
    """Build `void boxes(context, site, maps, addresses, barriers, blocks, coordinates*, mask)`.

    `coordinates` are 32 i64 for each dimension, and for each offset of columns of pixels.
    """
    kinds = [PTR, I64, *[ADDRESSES] * 4, PTR, I32]
    function, b = begin(module, name, VOID, kinds)
    context, site, *vectors, coordinates, mask = function.args
    tables = [build.stack_bytes(b, 8 * LANES) for _ in vectors]
    for vector, table in zip(vectors, tables, strict=True):
        b.store(vector, table, align=64)
    count_issue(b, context, site, mask)
    one = get(module, f"{name}.one", _make_box, kind)
    with build.lanes_of(b, mask, "copy") as lane:
        place = b.zext(lane, I64)
        tensor, *ends = (build.load_slot(b, table, place) for table in tables)
        corner = build.slot(b, coordinates, place)
        box, barrier, blocks = ends
        with targets(b, Place(context, site, lane), kind.way, (box, barrier, blocks)) as target:
            box, barrier, counted = target
            b.call(one, [context, site, lane, tensor, box, barrier, corner, counted])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_box(module: ll.Module, name: str, kind: Kind) -> LLValue:
    """Build `void box(context, site, lane, map, address, barrier, coordinates*, counted)`."""
    function, b = begin(module, name, VOID, [PTR, I64, I32, I64, I64, I64, PTR, I64])
    context, site, lane, map_address, box, barrier, coordinates, counted = function.args
    place = Place(context, site, lane)
    aligned(b, place, box, TILE_ALIGNMENT)
    aligned(b, place, map_address, 64)
    _, host = global_places(b, place, map_address, number(tensor_map.BYTES))
    host = build.to_pointer(b, host)
    read = _read_map(b, place, host, kind)
    starts = [build.load_slot(b, coordinates, LANES * d) for d in range(kind.rank)]
    ends = _Ends(box, barrier, counted, new_entry(b))
    issue = partial(_issue, b, place, kind, ends)
    if kind.columns:
        spatial = range(kind.rank, 2 * kind.rank - 2)
        offsets = [build.load_slot(b, coordinates, LANES * d) for d in spatial]
        _issue_columns(b, host, read, (starts, offsets), issue)
    else:
        _check_start(b, place, kind, read, starts[0])
        issue(read, starts, number(0))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _check_start(b: ll.IRBuilder, place: Place, kind: Kind, read: _Map, start: LLValue) -> None:
    """Refuse a first coordinate with which a GPU stops; see `tensor_map.start_problem`."""
    odd = b.icmp_unsigned("!=", b.and_(b.mul(start, read.element), number(15)), number(0))
    refuse(b, place, odd, Fault.TENSOR_MAP, number(tensor_map.UNEVEN_START))
    if not kind.way.loads:
        early = b.icmp_signed("<", start, number(0))
        refuse(b, place, early, Fault.TENSOR_MAP, number(tensor_map.EARLY_STORE))


def _issue(
    b: ll.IRBuilder,
    place: Place,
    kind: Kind,
    ends: _Ends,
    read: _Map,
    starts: list[LLValue],
    skipped: LLValue,
) -> None:
    """Put the copy of a box into the queue, or that of a part of one, `skipped` bytes from its
    begin.
    """
    box, counted, entry = ends.box, ends.counted, ends.entry
    size = read.element
    for extent in read.counts:
        size = b.mul(size, extent)
    # Swizzled chunks stay in their 128 bytes.
    end = b.add(skipped, size)
    whole = b.and_(b.add(end, number(TILE_ALIGNMENT - 1)), number(-TILE_ALIGNMENT))
    swizzled = b.icmp_unsigned("!=", read.swizzle, number(0))
    shared = box_host(b, place, kind.way, box, b.select(swizzled, whole, end))
    device, host = _tensor_places(b, place, read, starts)
    owner, group = owner_of(b, place, kind.way.loads, ends.barrier)
    put(b, entry, {
        Entry.MOVER: _mover(b, place, kind, read), Entry.LOADS: number(int(kind.way.loads)),
        Entry.OWNER: owner, Entry.GROUP: group, Entry.BYTES: size, Entry.SITE: place.site,
        Entry.MARKS: number(kind.way.marks), Entry.DEVICE: device,
        Entry.TARGETS: counted, Entry.MANY: number(int(kind.way.many)),
        Entry.HOST: host, Entry.SHARED: b.add(shared, skipped), Entry.OFFSET: b.add(box, skipped),
        Entry.THREAD: thread_of(b, place.context, place.lane),
        Entry.SWIZZLE: read.swizzle, Entry.ELEMENT: read.element, Entry.FILL: read.fill,
        Entry.ROWS: b.udiv(size, b.mul(read.counts[0], read.element)),
    })  # fmt: skip
    one, zero = number(1), number(0)
    for d in range(RANK):
        inside = d < kind.rank
        put(b, entry, {
            Entry.COUNT + d: read.counts[d] if inside else one,
            Entry.STEP + d: read.steps[d] if inside else one,
            Entry.COORDINATE + d: starts[d] if inside else zero,
            Entry.SIZE + d: read.sizes[d] if inside else one,
            Entry.STRIDE + d: read.strides[d] if inside else zero,
        })  # fmt: skip
    push(b, place.context, entry)


def _mover(b: ll.IRBuilder, place: Place, kind: Kind, read: _Map) -> LLValue:
    """Return the function that moves a piece of a row, as an i64."""
    copies = b.ptrtoint(copier(b.module), I64)
    is_rounded = b.icmp_unsigned("==", read.type, number(tensor_map.ROUNDED))
    if kind.way.loads:
        return b.select(is_rounded, b.ptrtoint(rounder(b.module), I64), copies)
    if not kind.op:
        refuse(b, place, is_rounded, Fault.TENSOR_MAP, number(tensor_map.OTHER_TYPE))
        return copies
    pick = get(b.module, f"ks.bulk.reducer.{kind.op}", _make_pick, kind.reductions)
    mover = b.call(pick, [read.type])
    wrong = b.icmp_unsigned("==", mover, number(0))
    refuse(b, place, wrong, Fault.TENSOR_MAP, number(tensor_map.NO_REDUCTION))
    return mover


# Worked case: 10 pixels of images of 4 × 3 (W × H) from (w=2, h=1) on, with corners -1 and -1 on
# both axes, so that the box goes from -1 to 2. The runs along W are
#
#     h=1  w=2            1 pixel
#     h=2: beyond 3-1-1=1, so the next image's first row
#     h=-1 w=-1 0 1 2     4 pixels
#     h=0  w=-1 0 1 2     4 pixels
#     h=1  w=-1           1 pixel
#
# and each is one entry of the queue: a box of (channels, pixels of the run). The offsets are added
# to the coordinates of the run, not to those that the box is compared with.
def _issue_columns(
    b: ll.IRBuilder,
    host: LLValue,
    read: _Map,
    corner: tuple[list[LLValue], list[LLValue]],
    issue: Callable[[_Map, list[LLValue], LLValue], None],
) -> None:
    """Emit the copies of the runs of pixels along the first spatial dimension.

    corner: the coordinates of the first pixel, and the offsets of every pixel.
    """
    starts, offsets = corner
    spatial = range(1, len(starts) - 1)
    lowers = [_bits(b, host, tensor_map.LOWER_AT + 2 * (d - 1), 16, signed=True) for d in spatial]
    uppers = [_bits(b, host, tensor_map.UPPER_AT + 2 * (d - 1), 16, signed=True) for d in spatial]
    ends = [b.add(read.sizes[d], upper) for d, upper in zip(spatial, uppers, strict=True)]
    channels, pixels = read.counts
    at = [_variable(b, start) for start in starts[1:]]
    left = _variable(b, pixels)
    with _while_positive(b, left) as rest:
        here = [b.load(place, typ=I64) for place in at]
        # The first pixel may be outside the box, and is copied none the less.
        room = b.sub(b.add(b.sub(ends[0], here[0]), read.steps[1]), number(1))
        room = b.sdiv(room, read.steps[1])
        run = build.binary(b, "smin", build.binary(b, "smax", room, number(1)), rest)
        moved = [b.add(value, offset) for value, offset in zip(here[:-1], offsets, strict=True)]
        ones = [number(1) for _ in starts[2:]]
        done = b.mul(b.sub(pixels, rest), b.mul(channels, read.element))
        part = replace(read, counts=[channels, run, *ones])
        issue(part, [starts[0], *moved, here[-1]], done)
        _advance(b, at, read.steps[1:], run, (lowers, ends))
        b.store(b.sub(rest, run), left)


def _variable(b: ll.IRBuilder, value: LLValue) -> LLValue:
    """Return a pointer to an i64 on the stack."""
    place = build.stack_bytes(b, 8)
    b.store(value, place)
    return place


def _advance(
    b: ll.IRBuilder,
    at: list[LLValue],
    steps: list[LLValue],
    run: LLValue,
    box: tuple[list[LLValue], list[LLValue]],
) -> None:
    """Go `run` pixels on; `box`: where each spatial dimension begins, and ends (exclusive)."""
    carry: LLValue = ll.Constant(I1, 1)
    for d, (lower, end) in enumerate(zip(*box, strict=True)):
        by = b.mul(run, steps[d]) if d == 0 else steps[d]
        before = b.load(at[d], typ=I64)
        after = b.add(before, by)
        over = b.icmp_signed(">=", after, end)
        b.store(b.select(carry, b.select(over, lower, after), before), at[d])
        carry = b.and_(carry, over)
    b.store(b.add(b.load(at[-1], typ=I64), b.zext(carry, I64)), at[-1])


@contextmanager
def _while_positive(b: ll.IRBuilder, slot: LLValue) -> Generator[LLValue]:
    """Emit a loop that runs while the number in a slot is positive; yields that number."""
    function = b.function
    head, body, done = (function.append_basic_block(f"runs.{n}") for n in ("head", "body", "done"))
    b.branch(head)
    b.position_at_end(head)
    value = b.load(slot, typ=I64)
    b.cbranch(b.icmp_signed(">", value, number(0)), body, done)
    b.position_at_end(body)
    yield value
    b.branch(head)
    b.position_at_end(done)


def _bits(
    b: ll.IRBuilder, host: LLValue, offset: int, bits: int, *, signed: bool = False
) -> LLValue:
    """Return a field of a tensor map as i64."""
    kind = ll.IntType(bits)
    value = b.load(b.gep(host, [number(offset)], source_etype=I8), typ=kind, align=1)
    if bits == 64:
        return value
    return b.sext(value, I64) if signed else b.zext(value, I64)


def _read_map(b: ll.IRBuilder, place: Place, host: LLValue, copy: Kind) -> _Map:
    """Read a tensor map; refuse one that the copy cannot use."""
    rank = copy.rank

    def need(good: LLValue, problem: int) -> None:
        refuse(b, place, b.not_(good), Fault.TENSOR_MAP, number(problem))

    def is_zero(value: LLValue) -> LLValue:
        return b.icmp_unsigned("==", value, number(0))

    magic = _bits(b, host, tensor_map.MAGIC_AT, 32)
    need(b.icmp_unsigned("==", magic, number(tensor_map.MAGIC)), tensor_map.NOT_A_MAP)
    own = _bits(b, host, tensor_map.RANK_AT, 8)
    need(b.icmp_unsigned("==", own, number(rank - 1)), tensor_map.OTHER_RANK)
    columns = number(int(copy.columns))
    its_mode = _bits(b, host, tensor_map.MODE_AT, 8)
    need(b.icmp_unsigned("==", its_mode, columns), tensor_map.OTHER_MODE)
    kind = _bits(b, host, tensor_map.TYPE_AT, 8)
    known = b.icmp_unsigned("<", kind, number(len(tensor_map.TYPES)))
    shift = b.select(known, b.shl(kind, number(2)), number(63))
    element = b.and_(b.lshr(number(_ELEMENT_BYTES), shift), number(15))
    need(b.not_(is_zero(element)), tensor_map.OTHER_TYPE)
    need(is_zero(_bits(b, host, tensor_map.INTERLEAVE_AT, 8)), tensor_map.INTERLEAVED)
    mode = _bits(b, host, tensor_map.SWIZZLE_AT, 8)
    address = _bits(b, host, 0, 64)
    fields = [
        [_bits(b, host, start + 4 * d, 32) for d in range(rank)]
        for start in (tensor_map.SIZES_AT, tensor_map.BOX_AT, tensor_map.STEPS_AT)
    ]
    sizes, extents, steps = fields
    steps[0] = number(1)
    extents = extents[:2] if copy.columns else extents
    most = [256, tensor_map.MOST_PIXELS] if copy.columns else [256] * rank
    for value, high in (*zip(extents, most, strict=True), *((step, 8) for step in steps)):
        fits = b.icmp_unsigned("<", b.sub(value, number(1)), number(high))
        need(fits, tensor_map.BOX_SIZE)
    strides = [_bits(b, host, tensor_map.STRIDES_AT + 8 * d, 64) for d in range(rank - 1)]
    for value in (address, *strides):
        need(is_zero(b.and_(value, number(15))), tensor_map.UNALIGNED)
    # Without a limit the span of a box overflows: three rows 2^63 bytes apart end where they begin.
    for value in strides:
        need(b.icmp_unsigned("<", value, number(tensor_map.STRIDE_END)), tensor_map.FAR_ROWS)
    known = b.icmp_unsigned("<", mode, number(len(tensor_map.SWIZZLE_BYTES)))
    need(known, tensor_map.OTHER_SWIZZLE)
    row = b.mul(extents[0], element)
    need(is_zero(b.and_(row, number(15))), tensor_map.UNEVEN_ROWS)
    fills = b.or_(is_zero(mode), b.icmp_unsigned("==", row, b.shl(number(16), mode)))
    need(fills, tensor_map.SWIZZLED_ROWS)
    counts = (
        extents
        if copy.columns
        else [
            b.udiv(b.sub(b.add(extent, step), number(1)), step)
            for extent, step in zip(extents, steps, strict=True)
        ]
    )
    return _Map(
        address, kind, b.sub(b.shl(number(1), mode), number(1)),
        _bits(b, host, tensor_map.FILL_AT, 8), element, sizes, counts, steps,
        [number(0), *strides],
    )  # fmt: skip


def _tensor_places(
    b: ll.IRBuilder, place: Place, read: _Map, starts: list[LLValue]
) -> tuple[LLValue, LLValue]:
    """Return the (device, host) address of a tensor, of which the box's part must be accessible."""
    offset, span, some = number(0), read.element, ll.Constant(build.I1, 1)
    for d, start in enumerate(starts):
        unit = read.strides[d] if d else read.element
        reach = b.mul(b.sub(read.counts[d], number(1)), read.steps[d])
        low = build.binary(b, "smax", start, number(0))
        high = build.binary(b, "smin", b.add(start, reach), b.sub(read.sizes[d], number(1)))
        some = b.and_(some, b.icmp_signed("<=", low, high))
        offset = b.add(offset, b.mul(low, unit))
        span = b.add(span, b.mul(b.sub(high, low), unit))
    offset = b.select(some, offset, number(0))
    span = b.select(some, span, number(0))
    device, host = global_places(b, place, b.add(read.address, offset), span)
    return b.sub(device, offset), b.sub(host, offset)


def _make_pick(module: ll.Module, name: str, reductions: Reductions) -> LLValue:
    """Build `i64 pick(type)`: the mover of a reduction for an element type; 0 if it has none."""
    function, b = begin(module, name, I64, [I64])
    none = b.append_basic_block("none")
    switch = b.switch(function.args[0], none)
    for type_, kind in reductions:
        case = b.append_basic_block(type_)
        switch.add_case(number(tensor_map.TYPES.index(type_)), case)
        b.position_at_end(case)
        b.ret(b.ptrtoint(reducer(module, kind), I64))
    b.position_at_end(none)
    b.ret(number(0))
    function.attributes.add("noinline")
    return function


# ---- making tensor maps --------------------------------------------------------------------------


def replace_field(module: ll.Module, space: str, offset: int, bits: int) -> LLValue:
    """Return the function that sets a field of each lane's tensor map."""
    name = f"ks.tensormap.replace.{space or 'generic'}.{offset}"
    return get(module, name, _make_replace, space, offset, bits)


def _make_replace(module: ll.Module, name: str, space: str, offset: int, bits: int) -> LLValue:
    """Build `void replace(context, site, addresses, values, mask)`."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, ADDRESSES, I32])
    context, site, addresses, values, mask = function.args
    tables = [build.stack_bytes(b, 8 * LANES) for _ in range(2)]
    for vector, table in zip((addresses, values), tables, strict=True):
        b.store(vector, table, align=64)
    one = get(module, f"{name}.one", _make_replace_one, space, offset, bits)
    with build.lanes_of(b, mask, "replace") as lane:
        address, value = (build.load_slot(b, table, b.zext(lane, I64)) for table in tables)
        b.call(one, [context, site, lane, address, value])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_replace_one(module: ll.Module, name: str, space: str, offset: int, bits: int) -> LLValue:
    """Build `void replace(context, site, lane, address, value)`.

    Only a tensor map, or what is to become one, 128 zeros at first, has fields to replace.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I32, I64, I64])
    context, site, lane, address, value = function.args
    place = Place(context, site, lane)
    finder = get(module, f"ks.tensormap.host.{space or 'generic'}", _make_host, space)
    host = build.to_pointer(b, or_leave(b, b.call(finder, [context, site, lane, address])))
    magic = _bits(b, host, tensor_map.MAGIC_AT, 32)
    is_map = b.icmp_unsigned("==", magic, number(tensor_map.MAGIC))
    zero = number(0)
    for place_of_word in range(0, tensor_map.BYTES, 8):
        zero = b.or_(zero, _bits(b, host, place_of_word, 64))
    is_fresh = b.icmp_unsigned("==", zero, number(0))
    refuse(
        b, place, b.not_(b.or_(is_map, is_fresh)), Fault.TENSOR_MAP, number(tensor_map.NOT_A_MAP)
    )
    stores = ((tensor_map.MAGIC_AT, number(tensor_map.MAGIC), 32), (offset, value, bits))
    for at, word, width in stores:
        cut = word if width == 64 else b.trunc(word, ll.IntType(width))
        b.store(cut, b.gep(host, [number(at)], source_etype=I8), align=1)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_host(module: ll.Module, name: str, space: str) -> LLValue:
    """Build `i64 host(context, site, lane, address)` of 128 bytes; 0 after a fault."""
    inner = get(module, f"{name}.find", _make_find_host, space)
    function, b = begin(module, name, I64, [PTR, I64, I32, I64])
    out = b.alloca(I64)
    b.store(number(0), out)
    b.call(inner, [*function.args, out])
    b.ret(b.load(out, typ=I64))
    function.attributes.add("noinline")
    return function


def _make_find_host(module: ll.Module, name: str, space: str) -> LLValue:
    """Build `void find(context, site, lane, address, host*)`, which leaves it 0 after a fault."""
    function, b = begin(module, name, VOID, [PTR, I64, I32, I64, PTR])
    context, site, lane, address, out = function.args
    place, size = Place(context, site, lane), number(tensor_map.BYTES)
    unit = b.and_(address, number(63))
    refuse(b, place, b.icmp_unsigned("!=", unit, number(0)), Fault.MISALIGNED, address)
    if space.startswith("shared"):
        b.store(shared_host(b, place, address, size), out)
    elif space == "global":
        b.store(global_places(b, place, address, size)[1], out)
    else:
        window = b.lshr(address, number(OFFSET_BITS))
        with b.if_then(b.icmp_unsigned("==", window, number(SHARED_WINDOW))):
            offset = b.and_(address, number((1 << OFFSET_BITS) - 1))
            b.store(shared_host(b, place, offset, size), out)
            b.ret_void()
        b.store(global_places(b, place, address, size)[1], out)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def publish(module: ll.Module) -> LLValue:
    """Return the function that copies each lane's tensor map to global memory."""
    return get(module, "ks.tensormap.publish", _make_publish)


def _make_publish(module: ll.Module, name: str) -> LLValue:
    """Build `void publish(context, site, to, from, mask)`."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, ADDRESSES, I32])
    context, site, to, source, mask = function.args
    tables = [build.stack_bytes(b, 8 * LANES) for _ in range(2)]
    for vector, table in zip((to, source), tables, strict=True):
        b.store(vector, table, align=64)
    finders = [
        get(module, f"ks.tensormap.host.{space}", _make_host, space)
        for space in ("global", "shared::cta")
    ]
    with build.lanes_of(b, mask, "publish") as lane:
        target, data = (
            or_leave(
                b, b.call(finder, [context, site, lane, build.load_slot(b, t, b.zext(lane, I64))])
            )
            for finder, t in zip(finders, tables, strict=True)
        )
        size = number(tensor_map.BYTES)
        copy_bytes(b, build.to_pointer(b, target), build.to_pointer(b, data), size)
    b.ret_void()
    function.attributes.add("noinline")
    return function
