"""Compiled code that reads and writes the tags of memory: which bytes of it are defined.

Each byte has a tag (`layout.Tag`) at the same offset in an array of its own. What a load finds is a
*mask*, an i64: the lanes whose value is bad in the low half, those whose value is fresh in the high
half (see `analysis.undefined`).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from kernelscope.vgpu.jit import addresses, build, cluster
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, context_pointer, get
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.layout import (
    FOUND,
    LANES,
    OFFSET_BITS,
    RANK_SHIFT,
    RECORD_SLOTS,
    Context,
    Decision,
    Record,
    Tag,
    Tagged,
    Undefined,
)
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
NONE = ll.Constant(I32, 0)
ALL = ll.Constant(I32, 0xFFFFFFFF)
_TAGGED_SLOTS = len(Tagged)
_HALF = 32


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


@dataclass(frozen=True, slots=True)
class Shape:
    """What code for the tags of an access depends on.

    Attributes:
        space: global, shared, local or remote (the shared memory of a cluster's blocks).
        bits: of an element.
        n: elements of a lane.
        stride: bytes from a lane's address to the next one's; None: each lane has its own.
    """

    space: str
    bits: int
    n: int
    stride: int | None

    @property
    def width(self) -> int:
        """Bytes of a lane's access."""
        return self.bits // 8 * self.n

    def name(self, what: str) -> str:
        """Return the name of a function for it."""
        return f"ks.tags.{what}.{self.space}.{self.bits}x{self.n}.{self.stride}"


@dataclass(frozen=True, slots=True)
class _Access:
    """One access of a warp: context, instruction, lanes, addresses, and the warp's local tags."""

    context: LLValue
    inst: LLValue
    lanes: LLValue
    place: LLValue
    local: LLValue
    shape: Shape

    @staticmethod
    def of(args: tuple[LLValue, ...], shape: Shape) -> _Access:
        context, inst, lanes, place, local = args[:5]
        return _Access(context, inst, lanes, place, local, shape)

    def vector(self, b: ll.IRBuilder) -> LLValue:
        """Return the address of each lane."""
        if self.shape.stride is None:
            return self.place
        vector = build.splat(b, self.place)
        return b.add(vector, build.iota(I64, self.shape.stride)) if self.shape.stride else vector

    def first(self, b: ll.IRBuilder) -> LLValue:
        """Return the address of the first lane that takes part."""
        lane = build.first_set(b, self.lanes)
        if self.shape.stride is None:
            return b.extract_element(self.place, lane)
        return b.add(self.place, b.mul(b.zext(lane, I64), number(self.shape.stride)))

    @property
    def is_contiguous(self) -> bool:
        return self.shape.stride == self.shape.width


def _kinds(shape: Shape) -> list[LLValue]:
    """Return the types of context, instruction, lanes, address, and the warp's local tags."""
    return [PTR, I32, I32, I64 if shape.stride is not None else ADDRESSES, PTR]


def slots(b: ll.IRBuilder, context: LLValue) -> LLValue:
    """Return a pointer to the slots of `Undefined`."""
    return context_pointer(b, context, Context.UNDEFINED)


def record(b: ll.IRBuilder, context: LLValue, inst: LLValue) -> LLValue:
    """Return a pointer to the record of an instruction, by its number (an i32)."""
    records = b.load(build.slot(b, slots(b, context), int(Undefined.RECORDS)), typ=PTR)
    return build.slot(b, records, b.mul(b.zext(inst, I64), number(RECORD_SLOTS)))


def _row(b: ll.IRBuilder, context: LLValue, allocation: LLValue) -> LLValue:
    """Return a pointer to the row of an allocation; a number that is none has that of 0."""
    known = b.icmp_unsigned("<", allocation, number(addresses.CAPACITY))
    index = b.select(known, allocation, number(0))
    table = b.load(build.slot(b, slots(b, context), int(Undefined.TABLE)), typ=PTR)
    return build.slot(b, table, b.mul(index, number(_TAGGED_SLOTS)))


def tell(b: ll.IRBuilder, context: LLValue, what: Decision, args: tuple[LLValue, ...]) -> None:
    """Call the host: args are the instruction's number, its lanes (i32), and an i64 more."""
    inst, lanes, more = args
    kind = ll.FunctionType(VOID, [PTR, I32, I32, I32, I64]).as_pointer()
    function = b.inttoptr(build.load_slot(b, slots(b, context), int(Undefined.TELL)), kind)
    b.call(function, [context, inst, ll.Constant(I32, int(what)), lanes, more])


# ---- memory that an access is in -----------------------------------------------------------------


@contextmanager
def _by_allocation(b: ll.IRBuilder, a: _Access) -> Generator[tuple[LLValue, LLValue, LLValue]]:
    """Emit a loop over the allocations of an access: yields row, offsets and lanes of each."""
    vector = a.vector(b)
    numbers = b.lshr(vector, build.constant(ADDRESSES, OFFSET_BITS))
    offsets = b.and_(vector, build.constant(ADDRESSES, addresses.OFFSET_MASK))
    head, body, done = (b.append_basic_block(n) for n in ("head", "body", "done"))
    start = b.block
    b.branch(head)
    b.position_at_end(head)
    left = b.phi(I32)
    left.add_incoming(a.lanes, start)
    b.cbranch(b.icmp_unsigned("!=", left, NONE), body, done)
    b.position_at_end(body)
    first = b.extract_element(numbers, build.first_set(b, left))
    alike = b.icmp_unsigned("==", numbers, build.splat(b, first))
    here = b.and_(left, build.to_bits(b, alike))
    yield _row(b, a.context, first), offsets, here
    left.add_incoming(b.and_(left, b.not_(here)), b.block)
    b.branch(head)
    b.position_at_end(done)


def _inside(
    b: ll.IRBuilder, offsets: LLValue, lanes: LLValue, width: int, size: LLValue
) -> LLValue:
    """Return the lanes whose access is inside memory of a size; the others are at fault anyway."""
    ends = b.add(offsets, build.constant(ADDRESSES, width))
    fits = b.icmp_unsigned("<=", ends, build.splat(b, size))
    # Below the memory's begin an offset is a huge number, and its end may wrap to 0.
    low = b.icmp_unsigned("<=", offsets, build.splat(b, size))
    return b.and_(lanes, build.to_bits(b, b.and_(fits, low)))


def _pointers(b: ll.IRBuilder, base: LLValue, offsets: LLValue, more: int) -> LLValue:
    at = b.add(build.splat(b, base), b.add(offsets, build.constant(ADDRESSES, more)))
    return b.inttoptr(at, build.vector(PTR))


def _own_memory(b: ll.IRBuilder, a: _Access, local_bytes: int) -> tuple[LLValue, LLValue, LLValue]:
    """Return tags, offsets and lanes of an access to the block's shared or the lanes' local
    memory.
    """
    offsets = a.vector(b)
    if a.shape.space == "shared":
        base = build.load_slot(b, slots(b, a.context), int(Undefined.SHARED))
        size = build.load_slot(b, a.context, int(Context.SHARED_BYTES))
        return base, offsets, _inside(b, offsets, a.lanes, a.shape.width, size)
    lanes = _inside(b, offsets, a.lanes, a.shape.width, number(local_bytes))
    return b.ptrtoint(a.local, I64), b.add(offsets, build.iota(I64, local_bytes)), lanes


# ---- loads ---------------------------------------------------------------------------------------


def load(module: ll.Module, shape: Shape, local_bytes: int) -> LLValue:
    """Return the function for the masks of what a warp loads; see `_make_load`."""
    return get(module, shape.name("load"), _make_load, shape, local_bytes)


def _make_load(module: ll.Module, name: str, shape: Shape, local_bytes: int) -> LLValue:
    """Build `i64 load(context, inst, lanes, place, local, out)`: the masks of all elements in one.

    Unless that is 0, the mask of each element is in `out`.
    """
    function, b = begin(module, name, I64, [*_kinds(shape), PTR])
    a, out = _Access.of(function.args, shape), function.args[5]
    function.attributes.add("noinline")
    with b.if_then(b.icmp_unsigned("==", a.lanes, NONE), likely=False):
        b.ret(number(0))
    if shape.space == "remote":
        _clear_masks(b, out, shape)
        _load_remote(b, a, out)
    elif shape.space == "global":
        _return_if_defined(b, a)
        _clear_masks(b, out, shape)
        with _by_allocation(b, a) as (row, offsets, lanes):
            base = build.load_slot(b, row, int(Tagged.TAGS))
            with b.if_then(b.icmp_unsigned("!=", base, number(0))):
                size = build.load_slot(b, row, int(Tagged.SIZE))
                _gather(b, a, (base, offsets, _inside(b, offsets, lanes, shape.width, size)), out)
    else:
        if shape.space == "shared" and a.is_contiguous:
            _return_if_clear(b, a)
        _clear_masks(b, out, shape)
        _gather(b, a, _own_memory(b, a, local_bytes), out)
    b.ret(_all_masks(b, out, shape))
    return function


def _clear_masks(b: ll.IRBuilder, out: LLValue, shape: Shape) -> None:
    for k in range(shape.n):
        b.store(number(0), build.slot(b, out, k))


def _all_masks(b: ll.IRBuilder, out: LLValue, shape: Shape) -> LLValue:
    total: LLValue = number(0)
    for k in range(shape.n):
        total = b.or_(total, build.load_slot(b, out, k))
    return total


def _return_if_defined(b: ll.IRBuilder, a: _Access) -> None:
    """Return 0 if all lanes are in one allocation, and that has no tags."""
    first = b.lshr(a.first(b), number(OFFSET_BITS))
    tags = build.load_slot(b, _row(b, a.context, first), int(Tagged.TAGS))
    fine = b.icmp_unsigned("==", tags, number(0))
    if a.shape.stride is None:
        numbers = b.lshr(a.place, build.constant(ADDRESSES, OFFSET_BITS))
        other = b.not_(build.to_bits(b, b.icmp_unsigned("==", numbers, build.splat(b, first))))
        fine = b.and_(fine, b.icmp_unsigned("==", b.and_(a.lanes, other), NONE))
    with b.if_then(fine, likely=True):
        b.ret(number(0)) if b.function.function_type.return_type == I64 else b.ret_void()


def _return_if_clear(b: ll.IRBuilder, a: _Access) -> None:
    """Return 0 if all lanes load side by side from shared memory, and no tag there is set."""
    size = build.load_slot(b, a.context, int(Context.SHARED_BYTES))
    span = number(LANES * a.shape.width)
    fits = b.icmp_unsigned("<=", b.add(a.place, span), size)
    whole = b.and_(b.icmp_unsigned("==", a.lanes, ALL), fits)
    whole = b.and_(whole, b.icmp_unsigned("<", a.place, size))
    with b.if_then(whole, likely=True):
        base = build.load_slot(b, slots(b, a.context), int(Undefined.SHARED))
        tags = build.to_pointer(b, b.add(base, a.place))
        count = LANES * a.shape.width // 8
        words = b.load(tags, typ=build.vector(I64, count), align=1)
        some = build.reduce(b, "or", words)
        with b.if_then(b.icmp_unsigned("==", some, number(0)), likely=True):
            b.ret(number(0))


def _parts(shape: Shape) -> list[tuple[int, int, int]]:
    """Return (element, its offset, bits) of the pieces in which tags are moved."""
    step = min(shape.bits, 64)
    return [
        (k, (k * shape.bits + part) // 8, step)
        for k in range(shape.n)
        for part in range(0, shape.bits, step)
    ]


def _repeat(byte: int, bits: int) -> int:
    return int.from_bytes(bytes([byte]) * (bits // 8), "little")


def _gather(
    b: ll.IRBuilder, a: _Access, memory: tuple[LLValue, LLValue, LLValue], out: LLValue
) -> None:
    """Add to the masks what lanes find in memory of these tags, offsets and lanes."""
    base, offsets, lanes = memory
    mask = build.to_mask(b, lanes)
    seen: LLValue = None
    for k, offset, bits in _parts(a.shape):
        kind = build.vector(ll.IntType(bits))
        where = _pointers(b, base, offsets, offset)
        args = [where, ll.Constant(I32, 1), mask, build.constant(kind, 0)]
        tags = build.intrinsic(b, "masked.gather", kind, args, [kind, build.vector(PTR)])
        some = build.to_bits(b, b.icmp_unsigned("!=", tags, build.constant(kind, 0)))
        flag = b.and_(tags, build.constant(kind, _repeat(int(Tag.UNWRITTEN), bits)))
        bad = build.to_bits(b, b.icmp_unsigned("!=", flag, build.constant(kind, 0)))
        fresh = b.and_(some, b.not_(bad))
        both = b.or_(b.zext(bad, I64), b.shl(b.zext(fresh, I64), number(_HALF)))
        place = build.slot(b, out, k)
        b.store(b.or_(b.load(place, typ=I64), both), place)
        wide = b.zext(tags, ADDRESSES) if bits < 64 else tags
        seen = wide if seen is None else b.or_(seen, wide)
    lanes_found = build.to_bits(b, b.icmp_unsigned("!=", seen, build.constant(ADDRESSES, 0)))
    with b.if_then(b.icmp_unsigned("!=", lanes_found, NONE), likely=False):
        lane = build.first_set(b, lanes_found)
        _note(b, a, lane, b.extract_element(a.vector(b), lane), b.extract_element(seen, lane))


def _note(b: ll.IRBuilder, a: _Access, lane: LLValue, place: LLValue, tags: LLValue) -> None:
    """Note in a load's record where a lane found an undefined value, and with which tags."""

    def has(byte: int) -> LLValue:
        return b.icmp_unsigned("!=", b.and_(tags, number(_repeat(byte, 64))), number(0))

    written = b.select(has(1), number(int(Tag.CALCULATED)), number(int(Tag.UNWRITTEN)))
    tag = b.select(has(2), written, number(int(Tag.FRESH)))
    source = b.or_(b.or_(tag, number(FOUND)), b.shl(b.zext(lane, I64), number(8)))
    row = _warp_record(b, a)
    b.store(place, build.slot(b, row, int(Record.ADDRESS)))
    b.store(source, build.slot(b, row, int(Record.SOURCE)))


def _warp_record(b: ll.IRBuilder, a: _Access) -> LLValue:
    """Return a pointer to the record of an access, at the slots of the warp."""
    warp = build.load_slot(b, a.context, int(Context.WARP))
    return build.slot(b, record(b, a.context, a.inst), b.mul(warp, number(2)))


@contextmanager
def _remote_lanes(b: ll.IRBuilder, a: _Access) -> Generator[tuple[LLValue, LLValue]]:
    """Emit a loop over the lanes of an access to a cluster's memory: lane, and pointer to tags."""
    vector = a.vector(b)
    blocks = build.load_slot(b, a.context, int(Context.CLUSTER_BLOCKS))
    with build.lanes_of(b, a.lanes, "remote") as lane:
        address = b.and_(b.extract_element(vector, lane), number(addresses.OFFSET_MASK))
        rank = b.lshr(address, number(RANK_SHIFT))
        offset = b.and_(address, number(cluster.OFFSET))
        known = b.icmp_unsigned("<", rank, blocks)
        there = cluster.peer(b, a.context, b.select(known, rank, number(0)))
        size = build.load_slot(b, there, int(Context.SHARED_BYTES))
        fits = b.icmp_unsigned("<=", b.add(offset, number(a.shape.width)), size)
        with b.if_then(b.and_(known, fits)):
            base = build.load_slot(b, slots(b, there), int(Undefined.SHARED))
            yield lane, build.to_pointer(b, b.add(base, offset))


def _load_remote(b: ll.IRBuilder, a: _Access, out: LLValue) -> None:
    with _remote_lanes(b, a) as (lane, tags):
        for k, offset, bits in _parts(a.shape):
            kind = ll.IntType(bits)
            found = b.load(b.gep(tags, [number(offset)], source_etype=I8), typ=kind, align=1)
            with b.if_then(b.icmp_unsigned("!=", found, ll.Constant(kind, 0))):
                flag = b.and_(found, ll.Constant(kind, _repeat(int(Tag.UNWRITTEN), bits)))
                bad = b.icmp_unsigned("!=", flag, ll.Constant(kind, 0))
                bit = b.shl(number(1), b.zext(lane, I64))
                bit = b.select(bad, bit, b.shl(bit, number(_HALF)))
                place = build.slot(b, out, k)
                b.store(b.or_(b.load(place, typ=I64), bit), place)
                wide = b.zext(found, I64) if bits < 64 else found
                _note(b, a, lane, b.extract_element(a.vector(b), lane), wide)


# ---- stores --------------------------------------------------------------------------------------


def store(module: ll.Module, shape: Shape, local_bytes: int) -> LLValue:
    """Return the function that turns masks of stored elements into tags; see `_make_store`."""
    return get(module, shape.name("store"), _make_store, shape, local_bytes)


def _make_store(module: ll.Module, name: str, shape: Shape, local_bytes: int) -> LLValue:
    """Build `void store(context, inst, lanes, place, local, masks)`."""
    function, b = begin(module, name, VOID, [*_kinds(shape), PTR])
    a, masks = _Access.of(function.args, shape), function.args[5]
    function.attributes.add("noinline")
    with b.if_then(b.icmp_unsigned("==", a.lanes, NONE), likely=False):
        b.ret_void()
    lanes = b.zext(a.lanes, I64)
    every = b.or_(lanes, b.shl(lanes, number(_HALF)))
    some = b.icmp_unsigned("!=", b.and_(_all_masks(b, masks, shape), every), number(0))
    with b.if_then(some, likely=False):
        # An atomic has noted what it found before, which tells more.
        source = build.slot(b, _warp_record(b, a), int(Record.SOURCE))
        b.store(b.or_(b.load(source, typ=I64), number(FOUND)), source)
    if shape.space == "remote":
        _store_remote(b, a, masks)
    elif shape.space == "global":
        with b.if_then(b.not_(some), likely=True):
            _return_if_defined(b, a)
        with _by_allocation(b, a) as (row, offsets, here):
            needed = b.icmp_unsigned("==", build.load_slot(b, row, int(Tagged.TAGS)), number(0))
            with b.if_then(b.and_(some, needed), likely=False):
                first = b.extract_element(a.vector(b), build.first_set(b, here))
                tell(b, a.context, Decision.TAGS, (a.inst, here, first))
            base = build.load_slot(b, row, int(Tagged.TAGS))
            with b.if_then(b.icmp_unsigned("!=", base, number(0))):
                size = build.load_slot(b, row, int(Tagged.SIZE))
                inside = _inside(b, offsets, here, shape.width, size)
                _put(b, a, (base, offsets, inside), (masks, some))
    else:
        _put(b, a, _own_memory(b, a, local_bytes), (masks, some))
    b.ret_void()
    return function


def _put(
    b: ll.IRBuilder,
    a: _Access,
    memory: tuple[LLValue, LLValue, LLValue],
    masks_and_some: tuple[LLValue, LLValue],
) -> None:
    """Write the tags of what lanes store."""
    base, offsets, lanes = memory
    masks, some = masks_and_some
    done: ll.Block | None = None
    if a.is_contiguous and a.shape.space != "local":
        # Nearly always all lanes store side by side, and all is defined.
        done, rest, whole = (b.append_basic_block(n) for n in ("stored", "rest", "whole"))
        fast = b.and_(b.icmp_unsigned("==", lanes, ALL), b.not_(some))
        b.cbranch(fast, whole, rest)
        b.position_at_end(whole)
        start = b.add(base, b.extract_element(offsets, ll.Constant(I32, 0)))
        fill = [build.to_pointer(b, start), ll.Constant(I8, 0)]
        size = number(LANES * a.shape.width)
        build.intrinsic(b, "memset", VOID, [*fill, size, ll.Constant(I1, 0)], [PTR, I64])
        b.branch(done)
        b.position_at_end(rest)
    for k, offset, bits in _parts(a.shape):
        kind = build.vector(ll.IntType(bits))
        tags = _tags_of(b, build.load_slot(b, masks, k), kind)
        where = _pointers(b, base, offsets, offset)
        args = [tags, where, ll.Constant(I32, 1), build.to_mask(b, lanes)]
        build.intrinsic(b, "masked.scatter", VOID, args, [kind, build.vector(PTR)])
    if done is not None:
        b.branch(done)
        b.position_at_end(done)


def _tags_of(b: ll.IRBuilder, mask: LLValue, kind: LLValue) -> LLValue:
    """Return the tags of a mask, in each byte of each lane."""
    bits = kind.element.width
    bad = build.to_mask(b, b.trunc(mask, I32))
    fresh = build.to_mask(b, b.trunc(b.lshr(mask, number(_HALF)), I32))
    tags = b.select(
        fresh, build.constant(kind, _repeat(int(Tag.FRESH), bits)), build.constant(kind, 0)
    )
    return b.select(bad, build.constant(kind, _repeat(int(Tag.CALCULATED), bits)), tags)


def _store_remote(b: ll.IRBuilder, a: _Access, masks: LLValue) -> None:
    with _remote_lanes(b, a) as (lane, tags):
        for k, offset, bits in _parts(a.shape):
            kind = build.vector(ll.IntType(bits))
            mine = b.extract_element(_tags_of(b, build.load_slot(b, masks, k), kind), lane)
            b.store(mine, b.gep(tags, [number(offset)], source_etype=I8), align=1)


# ---- copies --------------------------------------------------------------------------------------


def copy(module: ll.Module, size: int) -> LLValue:
    """Return the function for the tags that `cp.async` copies; see `_make_copy`."""
    return get(module, f"ks.tags.copy{size}", _make_copy, size)


def _make_copy(module: ll.Module, name: str, size: int) -> LLValue:
    """Build `void copy(context, lanes, source, target, read)`.

    Each lane copies `read` bytes of global to shared memory, and fills up to `size` with zeros.
    """
    function, b = begin(module, name, VOID, [PTR, I32, ADDRESSES, ADDRESSES, ADDRESSES])
    context, lanes, source, target, read = function.args
    function.attributes.add("noinline")
    shared = build.load_slot(b, slots(b, context), int(Undefined.SHARED))
    limit = build.load_slot(b, context, int(Context.SHARED_BYTES))
    lanes = _inside(b, target, lanes, size, limit)
    step = min(size, 8)
    kind = build.vector(ll.IntType(8 * step))
    for offset in range(0, size, step):
        where = _pointers(b, shared, target, offset)
        args = [build.constant(kind, 0), where, ll.Constant(I32, 1), build.to_mask(b, lanes)]
        build.intrinsic(b, "masked.scatter", VOID, args, [kind, build.vector(PTR)])
    some = b.icmp_unsigned("!=", read, build.constant(ADDRESSES, 0))
    lanes = b.and_(lanes, build.to_bits(b, some))
    with b.if_then(b.icmp_unsigned("==", lanes, NONE)):
        b.ret_void()
    a = _Access(context, NONE, lanes, source, context, Shape("global", 8, 1, None))
    _return_if_defined(b, a)
    with build.lanes_of(b, lanes, "copies") as lane:
        address, length = b.extract_element(source, lane), b.extract_element(read, lane)
        row = _row(b, context, b.lshr(address, number(OFFSET_BITS)))
        offset = b.and_(address, number(addresses.OFFSET_MASK))
        tags = build.load_slot(b, row, int(Tagged.TAGS))
        end = b.add(offset, length)
        fits = b.icmp_unsigned("<=", end, build.load_slot(b, row, int(Tagged.SIZE)))
        with b.if_then(b.and_(b.icmp_unsigned("!=", tags, number(0)), fits)):
            at = build.to_pointer(b, b.add(shared, b.extract_element(target, lane)))
            given = build.to_pointer(b, b.add(tags, offset))
            args = [at, given, length, ll.Constant(I1, 0)]
            build.intrinsic(b, "memcpy", VOID, args, [PTR, PTR, I64])
    b.ret_void()
    return function


# ---- matrix products -----------------------------------------------------------------------------


def product(module: ll.Module) -> LLValue:
    """Return the function for the elements of a product that are undefined; see `_make_product`."""
    return get(module, "ks.tags.product", _make_product)


def _make_product(module: ll.Module, name: str) -> LLValue:
    """Build `i64 product(rows, columns)`: the lanes whose first element is undefined, and second.

    rows, columns: the lanes in which A is undefined, and B. Lane 4·g + t has row g of A, column g
    of B, and elements 2·t (in the low half of the result) and 2·t + 1 of row g of the product.
    """
    function, b = begin(module, name, I64, [I32, I32])
    rows, columns = function.args

    def quads(lanes: LLValue) -> LLValue:
        """Return the first lane of each quad that has one of these lanes."""
        pairs = b.or_(lanes, b.lshr(lanes, ll.Constant(I32, 1)))
        either = b.or_(pairs, b.lshr(pairs, ll.Constant(I32, 2)))
        return b.and_(either, ll.Constant(I32, 0x11111111))

    whole = b.mul(quads(rows), ll.Constant(I32, 0xF))
    spoilt = quads(columns)
    result: LLValue = number(0)
    for element in range(2):
        lanes = whole
        for t in range(4):
            bit = b.and_(
                b.lshr(spoilt, ll.Constant(I32, 4 * (2 * t + element))), ll.Constant(I32, 1)
            )
            lanes = b.or_(lanes, b.mul(bit, ll.Constant(I32, 0x11111111 << t)))
        result = b.or_(result, b.shl(b.zext(lanes, I64), number(32 * element)))
    b.ret(result)
    function.attributes.add("noinline")
    return function


# ---- decisions -----------------------------------------------------------------------------------


def decide(module: ll.Module) -> LLValue:
    """Return the function for lanes in which an undefined value decides something."""
    return get(module, "ks.tags.decide", _make_decide)


def _make_decide(module: ll.Module, name: str) -> LLValue:
    """Build `void decide(context, inst, decision, lanes)`: count it, and tell of the first."""
    function, b = begin(module, name, VOID, [PTR, I32, I32, I32])
    context, inst, what, lanes = function.args
    function.attributes.add("noinline")
    function.attributes.add("cold")
    place = build.slot(b, record(b, context, inst), int(Record.COUNT))
    before = b.load(place, typ=I64)
    b.store(b.add(before, b.zext(build.popcount(b, lanes), I64)), place)
    with b.if_then(b.icmp_unsigned("==", before, number(0))):
        kind = ll.FunctionType(VOID, [PTR, I32, I32, I32, I64]).as_pointer()
        told = b.inttoptr(build.load_slot(b, slots(b, context), int(Undefined.TELL)), kind)
        b.call(told, [context, inst, what, lanes, number(0)])
    b.ret_void()
    return function


def begin_block(b: ll.IRBuilder, context: LLValue) -> None:
    """Note, where undefined values are followed, that nothing has written the shared memory."""
    followed = build.load_slot(b, context, int(Context.UNDEFINED))
    with b.if_then(b.icmp_unsigned("!=", followed, number(0)), likely=False):
        place = build.to_pointer(b, followed)
        tags = b.load(build.slot(b, place, int(Undefined.SHARED)), typ=PTR)
        size = build.load_slot(b, context, int(Context.SHARED_BYTES))
        tag = b.trunc(build.load_slot(b, place, int(Undefined.FIRST_TAG)), I8)
        args = [tags, tag, size, ll.Constant(I1, 0)]
        build.intrinsic(b, "memset", VOID, args, [PTR, I64])
