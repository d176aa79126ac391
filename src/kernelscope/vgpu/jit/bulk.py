"""Compiled bulk copies: a queue for each block, and what moves the bytes of its entries.

A copy is checked when it is issued and stands in the queue until a wait needs it, so that a missing
wait shows in the result. Every copy is a box of a tensor: a plain one is a row of bytes.

Sectors are counted when they move, row by row: `counting/bulk.py` has the rules.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build, cluster, convergence, mbarriers, tracing, watch
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    OFFSET_MASK,
    begin,
    context_pointer,
    count,
    entry_of,
    get,
    mark_sectors,
)
from kernelscope.vgpu.jit.atomics import Atomic
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.layout import (
    ENGINE_BYTES,
    ENGINE_ENTRY_SLOTS,
    MOST_ENGINE_ENTRIES,
    Allocation,
    Context,
    Engine,
    Site,
    Sync,
)
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
MOVER = ll.FunctionType(VOID, [PTR, PTR, I64])
RANK = 5


class Entry(enum.IntEnum):
    """Slots of a copy in the queue. Those from COUNT on have one for each dimension."""

    MOVER = 0
    """The function that moves a piece: `void mover(target, source, bytes)`."""
    LOADS = enum.auto()
    """Whether it goes to shared memory."""
    OWNER = enum.auto()
    """The host address of the mbarrier that it completes on, or its thread's number + 1."""
    GROUP = enum.auto()
    """The bulk group of that thread."""
    BYTES = enum.auto()
    """What it completes on the mbarrier."""
    SITE = enum.auto()
    MARKS = enum.auto()
    """What it does to the sectors of the tensor: 1 reads, 2 writes, 3 both; of a copy within shared
    memory 3 if it combines."""
    DEVICE = enum.auto()
    """The tensor's address in global memory; 0 if it is in shared memory."""
    TARGETS = enum.auto()
    """The blocks that it counts for: 1, all of a multicast at its first copy, or 0 at the rest."""
    MANY = enum.auto()
    """Whether it is a multicast."""
    HOST = enum.auto()
    """The same as a host address."""
    SHARED = enum.auto()
    """The host address of the box in shared memory, whose rows follow each other."""
    OFFSET = enum.auto()
    """The same from the beginning of the block's shared memory."""
    SWIZZLE = enum.auto()
    """The bits of the row in 128 bytes that are mixed into the number of a 16-byte chunk; 0, 1, 3
    or 7."""
    ELEMENT = enum.auto()
    """Bytes of an element."""
    FILL = enum.auto()
    """Whether elements outside the tensor become NaN."""
    ROWS = enum.auto()
    COUNT = enum.auto()
    """Elements of the box."""
    STEP = COUNT + RANK
    COORDINATE = STEP + RANK
    SIZE = COORDINATE + RANK
    """Elements of the tensor."""
    STRIDE = SIZE + RANK
    """Bytes; not of dimension 0."""
    DATA = STRIDE + RANK
    """Two slots with the bytes that an asynchronous store or reduction brings."""
    CARRIES = DATA + 2
    """Whether it brings them; then HOST is not used."""
    ARRIVALS = enum.auto()
    """Threads that arrive at the mbarrier with it."""
    FRAME = enum.auto()
    """The frame of the warp of which those are: MOVER first completes copies of `cp.async`."""
    QUEUE = enum.auto()
    STAGE = enum.auto()
    """What MOVER takes besides frame and queue; see `instructions.copies`."""
    READ = enum.auto()
    """Whether its bytes are read, and only have to be written."""
    THREAD = enum.auto()
    """The number of the thread in its block that issued it."""
    TICKET = enum.auto()
    """Where accesses are watched, the host's number for it."""


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def uses_engine(function: ir.Function) -> bool:
    """Return whether a kernel makes bulk copies."""
    return any(inst.form.extra.get("engine") for inst in function.instructions())


def reduces_floats(inst: ir.Inst) -> bool:
    """Return whether a bulk reduction adds or compares floats, as far as its text shows."""
    if "t" in inst.fields:
        return inst.fields["t"].startswith(("f", "bf"))
    return inst.fields["op"] in ("add", "min", "max")  # the type is in the tensor map


def field(b: ll.IRBuilder, entry: LLValue, place: Entry, dimension: int = 0) -> LLValue:
    """Return a slot of an entry."""
    return build.load_slot(b, entry, int(place) + dimension)


def put(b: ll.IRBuilder, entry: LLValue, values: dict[int, LLValue]) -> None:
    """Set slots of an entry."""
    for place, value in values.items():
        b.store(value, build.slot(b, entry, place))


# ---- the queue ---------------------------------------------------------------------------------


def new_entry(b: ll.IRBuilder) -> LLValue:
    """Return an entry on the stack with zeros in the slots that few entries use."""
    entry = build.stack_bytes(b, 8 * ENGINE_ENTRY_SLOTS)
    zeros = [build.slot(b, entry, int(Entry.DATA)), ll.Constant(I8, 0)]
    size = number(8 * (ENGINE_ENTRY_SLOTS - Entry.DATA))
    build.intrinsic(b, "memset", VOID, [*zeros, size, ll.Constant(I1, 0)], [PTR, I64])
    return entry


def _entry_at(b: ll.IRBuilder, engine: LLValue, index: LLValue) -> LLValue:
    place = b.add(b.mul(index, number(ENGINE_ENTRY_SLOTS)), number(Engine.ENTRIES))
    return build.slot(b, engine, place)


def groups_of(b: ll.IRBuilder, context: LLValue, thread: LLValue) -> LLValue:
    """Return a pointer to the number of bulk groups that a thread has committed."""
    engine = context_pointer(b, context, Context.ENGINE)
    return build.slot(b, engine, b.add(thread, number(Engine.GROUPS)))


def thread_of(b: ll.IRBuilder, context: LLValue, lane: LLValue) -> LLValue:
    """Return the number of a lane's thread in the block, as i64."""
    warp = build.load_slot(b, context, int(Context.WARP))
    return b.add(b.mul(warp, number(32)), b.zext(lane, I64))


def push(b: ll.IRBuilder, context: LLValue, entry: LLValue) -> None:
    """Add a copy to the queue of the block."""
    b.call(get(b.module, "ks.bulk.push", _make_push), [context, entry])


def _make_push(module: ll.Module, name: str) -> LLValue:
    """Build `void push(context, entry)`; under a random schedule some copies complete at once."""
    function, b = begin(module, name, VOID, [PTR, PTR])
    context, entry = function.args
    engine = context_pointer(b, context, Context.ENGINE)
    pending = build.slot(b, engine, int(Engine.PENDING))
    _watch(b, context, Sync.BULK_ISSUE, entry)
    traced = build.load_slot(b, context, int(Context.TRACE))
    with b.if_then(b.icmp_unsigned("!=", traced, number(0)), likely=False):
        b.call(get(module, "ks.bulk.trace", _make_trace), [context, entry])
    with b.if_then(convergence.flips_coin(b, context)):
        b.call(get(module, "ks.bulk.move", _make_move), [context, entry])
        b.ret_void()
    full = b.icmp_unsigned(">=", b.load(pending, typ=I64), number(MOST_ENGINE_ENTRIES))
    with b.if_then(full, likely=False):
        b.call(finish(module), [context])
    place = b.load(pending, typ=I64)
    copy_bytes(b, _entry_at(b, engine, place), entry, number(8 * ENGINE_ENTRY_SLOTS))
    b.store(b.add(place, number(1)), pending)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_trace(module: ll.Module, name: str) -> LLValue:
    """Build `void trace(context, entry)`: record the bytes of global memory that a copy moves."""
    function, b = begin(module, name, VOID, [PTR, PTR])
    context, entry = function.args
    in_global = b.icmp_unsigned("!=", field(b, entry, Entry.DEVICE), number(0))
    counts = b.icmp_unsigned("!=", field(b, entry, Entry.TARGETS), number(0))
    rows = b.select(b.and_(in_global, counts), field(b, entry, Entry.ROWS), number(0))
    with build.counted_loop(b, rows, "rows") as row:
        offset, inside = _row_place(b, entry, row)
        start, end = _row_span(b, entry, inside)
        before = b.mul(field(b, entry, Entry.COORDINATE), field(b, entry, Entry.ELEMENT))
        first = b.add(b.add(field(b, entry, Entry.DEVICE), offset), b.add(before, start))
        tracing.add_bytes(b, context, first, b.sub(end, start))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _watch(b: ll.IRBuilder, context: LLValue, kind: Sync, entry: LLValue) -> None:
    """Tell who watches accesses of a copy."""
    watched = build.load_slot(b, context, int(Context.WATCH))
    with b.if_then(b.icmp_unsigned("!=", watched, number(0)), likely=False):
        block = build.to_pointer(b, watched)
        watch.move_on(b, block)
        none = ll.Constant(I32, 0)
        watch.synchronise(b, (context, block), (kind, none, none), entry, number(0))


def copy_bytes(b: ll.IRBuilder, target: LLValue, source: LLValue, size: LLValue) -> None:
    """Copy bytes that may overlap."""
    args = [target, source, size, ll.Constant(I1, 0)]
    build.intrinsic(b, "memmove", VOID, args, [PTR, PTR, I64])


def deliver(b: ll.IRBuilder, context: LLValue, owner: LLValue, limit: LLValue) -> None:
    """Complete an owner's copies of the groups below `limit`; of all groups and owners if 0."""
    b.call(get(b.module, "ks.bulk.deliver", _make_deliver), [context, owner, limit])


def _deliver_in_cluster(b: ll.IRBuilder, context: LLValue, owner: LLValue, limit: LLValue) -> None:
    """Call `deliver` for each block of the cluster."""
    blocks = build.load_slot(b, context, int(Context.CLUSTER_BLOCKS))
    with build.counted_loop(b, blocks, "peers") as rank:
        deliver(b, cluster.peer(b, context, rank), owner, limit)


def deliver_at_barrier(b: ll.IRBuilder, context: LLValue, barrier: LLValue) -> None:
    """Complete the copies of the cluster's blocks that an mbarrier, at a host address, awaits."""
    _deliver_in_cluster(b, context, barrier, number(1))


def finish(module: ll.Module) -> LLValue:
    """Return the function that completes all copies of a block, given its context."""
    return get(module, "ks.bulk.finish", _make_finish)


def _make_finish(module: ll.Module, name: str) -> LLValue:
    """Build `void finish(context)`; the blocks of a cluster end together."""
    function, b = begin(module, name, VOID, [PTR])
    _deliver_in_cluster(b, function.args[0], number(0), number(0))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_deliver(module: ll.Module, name: str) -> LLValue:
    """Build `void deliver(context, owner, limit)`."""
    function, b = begin(module, name, VOID, [PTR, I64, I64])
    context, owner, limit = function.args
    everything = b.icmp_unsigned("==", owner, number(0))
    _complete_if(b, context, lambda entry: b.or_(everything, _is_due(b, entry, owner, limit)))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _is_due(b: ll.IRBuilder, entry: LLValue, owner: LLValue, limit: LLValue) -> LLValue:
    """Return whether a copy is an owner's, of the groups below a limit."""
    own = b.icmp_unsigned("==", field(b, entry, Entry.OWNER), owner)
    older = b.icmp_signed("<", b.sub(field(b, entry, Entry.GROUP), limit), number(0))
    return b.and_(own, older)


def _complete_if(b: ll.IRBuilder, context: LLValue, is_due: Callable[[LLValue], LLValue]) -> None:
    """Complete the block's copies that are due, given the entry of each."""
    engine = context_pointer(b, context, Context.ENGINE)
    pending = build.slot(b, engine, int(Engine.PENDING))
    kept = b.alloca(I64)
    b.store(number(0), kept)
    with build.counted_loop(b, b.load(pending, typ=I64), "copies") as index:
        entry = _entry_at(b, engine, index)
        with b.if_else(is_due(entry)) as (due, later):
            with due:
                b.call(get(b.module, "ks.bulk.move", _make_move), [context, entry])
            with later:
                target = _entry_at(b, engine, b.load(kept, typ=I64))
                copy_bytes(b, target, entry, number(8 * ENGINE_ENTRY_SLOTS))
                b.store(b.add(b.load(kept, typ=I64), number(1)), kept)
    b.store(b.load(kept, typ=I64), pending)


def read(b: ll.IRBuilder, context: LLValue, owner: LLValue, limit: LLValue) -> None:
    """Let an owner's stores of the groups below `limit` read shared memory; they write later."""
    b.call(get(b.module, "ks.bulk.read", _make_read), [context, owner, limit])


# Worked case: a thread stores tile 0, waits for `.read 0`, stores tile 1, waits for `.read 0`. At
# the first wait shared memory is copied behind the queue, and the first entry reads there from now
# on. At the second wait the first store is completed, because there is one such copy.
def _make_read(module: ll.Module, name: str) -> LLValue:
    """Build `void read(context, owner, limit)`."""
    function, b = begin(module, name, VOID, [PTR, I64, I64])
    context, owner, limit = function.args
    engine = context_pointer(b, context, Context.ENGINE)
    pending = build.slot(b, engine, int(Engine.PENDING))

    def is_new(entry: LLValue) -> LLValue:
        unread = b.icmp_unsigned("==", field(b, entry, Entry.READ), number(0))
        return b.and_(unread, _is_due(b, entry, owner, limit))

    found = b.alloca(I1)
    b.store(ll.Constant(I1, 0), found)
    with build.counted_loop(b, b.load(pending, typ=I64), "look") as index:
        b.store(b.or_(b.load(found, typ=I1), is_new(_entry_at(b, engine, index))), found)
    with b.if_then(b.not_(b.load(found, typ=I1))):
        b.ret_void()
    _complete_if(
        b, context, lambda entry: b.icmp_unsigned("!=", field(b, entry, Entry.READ), number(0))
    )
    shared = context_pointer(b, context, Context.SHARED)
    aside = b.gep(engine, [number(ENGINE_BYTES)], source_etype=I8)
    copy_bytes(b, aside, shared, build.load_slot(b, context, int(Context.SHARED_BYTES)))
    moved = b.sub(b.ptrtoint(aside, I64), b.ptrtoint(shared, I64))
    with build.counted_loop(b, b.load(pending, typ=I64), "read") as index:
        entry = _entry_at(b, engine, index)
        with b.if_then(is_new(entry)):
            there = b.add(field(b, entry, Entry.SHARED), moved)
            put(b, entry, {Entry.SHARED: there, Entry.READ: number(1)})
    b.ret_void()
    function.attributes.add("noinline")
    return function


# ---- moving ------------------------------------------------------------------------------------


def _make_move(module: ll.Module, name: str) -> LLValue:
    """Build `void move(context, entry)`: move a box, and complete its bytes on the mbarrier."""
    function, b = begin(module, name, VOID, [PTR, PTR])
    context, entry = function.args
    # The entry itself is moved in the queue, so where its bytes are is known only here.
    carries = b.icmp_unsigned("!=", field(b, entry, Entry.CARRIES), number(0))
    inside = b.ptrtoint(build.slot(b, entry, int(Entry.DATA)), I64)
    put(b, entry, {Entry.HOST: b.select(carries, inside, field(b, entry, Entry.HOST))})
    frame = field(b, entry, Entry.FRAME)
    with b.if_then(b.icmp_unsigned("!=", frame, number(0)), likely=False):
        mover = b.inttoptr(field(b, entry, Entry.MOVER), MOVER.as_pointer())
        ends = [build.to_pointer(b, value) for value in (frame, field(b, entry, Entry.QUEUE))]
        b.call(mover, [*ends, field(b, entry, Entry.STAGE)])
    with build.counted_loop(b, field(b, entry, Entry.ROWS), "rows") as row:
        b.call(get(module, "ks.bulk.row", _make_row), [context, entry, row])
    b.store(number(0), build.slot(b, context, int(Context.IDLE)))
    with b.if_then(b.icmp_unsigned("!=", field(b, entry, Entry.LOADS), number(0))):
        barrier = build.to_pointer(b, field(b, entry, Entry.OWNER))
        less = b.sub(number(0), field(b, entry, Entry.BYTES))
        word = b.load(barrier, typ=I64)
        arrivals = field(b, entry, Entry.ARRIVALS)
        b.store(mbarriers.changed(b, word, arrivals, number(0), less), barrier)
    _watch(b, context, Sync.BULK_COMPLETE, entry)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _row_place(b: ll.IRBuilder, entry: LLValue, row: LLValue) -> tuple[LLValue, LLValue]:
    """Return the bytes from the tensor's begin to a row of the box, and whether it is inside."""
    rest, offset, inside = row, number(0), ll.Constant(I1, 1)
    for d in range(1, RANK):
        extent = field(b, entry, Entry.COUNT, d)
        index, rest = b.urem(rest, extent), b.udiv(rest, extent)
        step = b.mul(index, field(b, entry, Entry.STEP, d))
        at = b.add(field(b, entry, Entry.COORDINATE, d), step)
        # A coordinate below 0 is a large number here.
        fits = b.icmp_unsigned("<", at, field(b, entry, Entry.SIZE, d))
        inside = b.and_(inside, fits)
        offset = b.add(offset, b.mul(at, field(b, entry, Entry.STRIDE, d)))
    return offset, inside


def _clamp(b: ll.IRBuilder, value: LLValue, low: LLValue, high: LLValue) -> LLValue:
    return build.binary(b, "smin", build.binary(b, "smax", value, low), high)


def _row_span(b: ll.IRBuilder, entry: LLValue, inside: LLValue) -> tuple[LLValue, LLValue]:
    """Return where the part of a row that is in the tensor begins and ends, in bytes of the row."""
    extent, first = field(b, entry, Entry.COUNT), field(b, entry, Entry.COORDINATE)
    low = _clamp(b, b.sub(number(0), first), number(0), extent)
    high = _clamp(b, b.sub(field(b, entry, Entry.SIZE), first), low, extent)
    high = b.select(inside, high, low)
    element = field(b, entry, Entry.ELEMENT)
    return b.mul(low, element), b.mul(high, element)


def _swizzled(b: ll.IRBuilder, entry: LLValue, place: LLValue) -> LLValue:
    """Return the host address of a place in the box.

    Bits 4 to 6 of the address in shared memory are mixed with bits 7 to 9, as many as the mode has.
    """
    start = field(b, entry, Entry.OFFSET)
    at = b.add(start, place)
    mixed = b.shl(b.and_(b.lshr(at, number(7)), field(b, entry, Entry.SWIZZLE)), number(4))
    return b.add(field(b, entry, Entry.SHARED), b.sub(b.xor(at, mixed), start))


def _make_row(module: ll.Module, name: str) -> LLValue:
    """Build `void row(context, entry, row)`: move a row of a box, in chunks if it is swizzled."""
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    context, entry, row = function.args
    offset, inside = _row_place(b, entry, row)
    start, end = _row_span(b, entry, inside)
    element = field(b, entry, Entry.ELEMENT)
    offset = b.add(offset, b.mul(field(b, entry, Entry.COORDINATE), element))
    pitch = b.mul(field(b, entry, Entry.COUNT), element)
    with b.if_then(b.icmp_unsigned("!=", field(b, entry, Entry.TARGETS), number(0))):
        place = b.add(field(b, entry, Entry.OFFSET), b.mul(row, pitch))
        device = b.add(field(b, entry, Entry.DEVICE), offset)
        cost = get(module, "ks.bulk.cost", _make_cost)
        b.call(cost, [context, entry, place, pitch, device, start, end])
        note = get(module, "ks.bulk.note", _make_note)
        b.call(note, [context, entry, b.add(device, start), b.sub(end, start)])
    plain = b.icmp_unsigned("==", field(b, entry, Entry.SWIZZLE), number(0))
    chunk = b.select(plain, pitch, number(16))
    before = b.mul(row, pitch)
    with build.counted_loop(b, b.udiv(pitch, chunk), "chunks") as index:
        first = b.mul(index, chunk)
        last = b.add(first, chunk)
        low, high = _clamp(b, start, first, last), _clamp(b, end, first, last)
        box = _swizzled(b, entry, b.add(before, first))
        tensor = b.add(b.add(field(b, entry, Entry.HOST), offset), low)
        pieces = (b.sub(low, first), b.sub(high, low), b.sub(last, high))
        _move_chunk(b, entry, box, tensor, pieces)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _move_chunk(
    b: ll.IRBuilder,
    entry: LLValue,
    box: LLValue,
    tensor: LLValue,
    pieces: tuple[LLValue, LLValue, LLValue],
) -> None:
    """Move bytes one after another in both memories; `pieces`: those before, inside, after."""
    before, size, after = pieces
    mover = b.inttoptr(field(b, entry, Entry.MOVER), MOVER.as_pointer())
    start = b.add(box, before)
    ends = [build.to_pointer(b, start), build.to_pointer(b, tensor)]
    loads = b.icmp_unsigned("!=", field(b, entry, Entry.LOADS), number(0))
    target, source = (b.select(loads, *pair) for pair in (ends, ends[::-1]))
    b.call(mover, [target, source, size])
    with b.if_then(loads):
        fill = get(b.module, "ks.bulk.fill", _make_fill)
        b.call(fill, [entry, build.to_pointer(b, box), before])
        b.call(fill, [entry, build.to_pointer(b, b.add(start, size)), after])


def _make_fill(module: ll.Module, name: str) -> LLValue:
    """Build `void fill(entry, target, bytes)`: zeros, or NaN: all bits but the sign."""
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    entry, target, size = function.args
    nan = b.icmp_unsigned("!=", field(b, entry, Entry.FILL), number(0))
    byte = b.select(nan, ll.Constant(I8, 0xFF), ll.Constant(I8, 0))
    build.intrinsic(b, "memset", VOID, [target, byte, size, ll.Constant(I1, 0)], [PTR, I64])
    with b.if_then(nan):
        element = field(b, entry, Entry.ELEMENT)
        with build.counted_loop(b, b.udiv(size, element), "elements") as index:
            last = b.sub(b.mul(b.add(index, number(1)), element), number(1))
            b.store(ll.Constant(I8, 0x7F), b.gep(target, [last], source_etype=I8))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_cost(module: ll.Module, name: str) -> LLValue:
    """Build `void cost(context, entry, place, bytes, device, start, end)`: count a row's sectors.

    place: of the row in shared memory. device: the address of its byte 0 in the tensor, of which
    the bytes from `start` to `end` are inside. `counting.bulk.cost` is the specification.
    """
    function, b = begin(module, name, VOID, [PTR, PTR, *[I64] * 5])
    context, entry, place, size, device, start, end = function.args
    loads = b.icmp_unsigned("!=", field(b, entry, Entry.LOADS), number(0))
    in_tensor = b.icmp_unsigned("!=", field(b, entry, Entry.DEVICE), number(0))
    some = b.and_(in_tensor, b.icmp_unsigned("!=", start, end))
    start, end = (b.select(some, at, number(0)) for at in (start, end))
    sectors, requests = b.alloca(I64), b.alloca(I64)
    b.store(number(0), sectors)
    b.store(number(0), requests)

    def add(base: LLValue, low: LLValue, high: LLValue, counts: LLValue) -> None:
        with b.if_then(b.and_(counts, b.icmp_unsigned("<", low, high))):
            b.call(
                get(module, "ks.bulk.piece", _make_piece),
                [b.add(base, low), b.add(base, high), entry, sectors, requests],
            )

    lines = b.sub(
        b.lshr(b.add(b.add(place, size), number(127)), number(7)), b.lshr(place, number(7))
    )
    with build.counted_loop(b, lines, "lines") as line:
        edge = b.shl(b.add(b.lshr(place, number(7)), line), number(7))
        low = build.binary(b, "smax", b.sub(edge, place), number(0))
        high = build.binary(b, "smin", b.sub(b.add(edge, number(128)), place), size)
        inside, outside = _clamp(b, start, low, high), _clamp(b, end, low, high)
        add(device, inside, outside, ll.Constant(I1, 1))
        add(place, low, inside, loads)
        add(place, outside, high, loads)
    found, asked = b.load(sectors, typ=I64), b.load(requests, typ=I64)
    amounts = {
        Site.SECTORS: b.mul(found, field(b, entry, Entry.TARGETS)),
        Site.L2_SECTORS: found,
        Site.REQUESTS: asked,
    }
    count(b, context, field(b, entry, Entry.SITE), amounts)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_piece(module: ll.Module, name: str) -> LLValue:
    """Build `void piece(first byte, byte after the last, entry, sectors*, requests*)`."""
    function, b = begin(module, name, VOID, [I64, I64, PTR, PTR, PTR])
    low, high, entry, sectors, requests = function.args

    def touched(start: LLValue, end: LLValue) -> LLValue:
        after = b.lshr(b.add(end, number(31)), number(5))
        return b.sub(after, b.lshr(start, number(5)))

    def add(where: LLValue, amount: LLValue) -> None:
        b.store(b.add(b.load(where, typ=I64), amount), where)

    many = b.icmp_unsigned("!=", field(b, entry, Entry.MANY), number(0))
    with b.if_else(many) as (asks, plain):
        with asks:
            edge = b.shl(b.add(b.lshr(low, number(7)), number(1)), number(7))
            cut = build.binary(b, "umin", edge, high)
            for start, end in ((low, cut), (cut, high)):
                with b.if_then(b.icmp_unsigned("<", start, end)):
                    add(sectors, build.binary(b, "umax", touched(start, end), number(2)))
                    add(requests, number(1))
        with plain:
            add(sectors, touched(low, high))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_note(module: ll.Module, name: str) -> LLValue:
    """Build `void note(context, entry, device, bytes)`: mark the sectors of a row."""
    function, b = begin(module, name, VOID, [PTR, PTR, I64, I64])
    context, entry, device, size = function.args
    base = field(b, entry, Entry.DEVICE)
    nothing = b.or_(b.icmp_unsigned("==", base, number(0)), b.icmp_unsigned("==", size, number(0)))
    with b.if_then(nothing):
        b.ret_void()
    first = b.lshr(device, number(5))
    sectors = b.sub(b.lshr(b.add(b.add(device, size), number(31)), number(5)), first)
    table = entry_of(b, context, device)
    at = b.and_(device, number(OFFSET_MASK))
    words = b.lshr(b.add(sectors, number(63)), number(6))
    for bit, place in ((1, Allocation.READ_BITS), (2, Allocation.WRITE_BITS)):
        marks = b.icmp_unsigned("!=", b.and_(field(b, entry, Entry.MARKS), number(bit)), number(0))
        bitmap = b.select(marks, build.load_slot(b, table, int(place)), number(0))
        with build.counted_loop(b, words, "words") as index:
            done = b.shl(index, number(6))
            left = build.binary(b, "umin", b.sub(sectors, done), number(64))
            bits = b.lshr(number((1 << 64) - 1), b.sub(number(64), left))
            mark_sectors(b, bitmap, b.add(at, b.shl(done, number(5))), bits)
    b.ret_void()
    function.attributes.add("noinline")
    return function


# ---- the functions that move a piece -------------------------------------------------------------


def copier(module: ll.Module) -> LLValue:
    """Return the mover that copies."""
    return get(module, "ks.bulk.copy", _make_copy)


def _make_copy(module: ll.Module, name: str) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    copy_bytes(b, *function.args)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def rounder(module: ll.Module) -> LLValue:
    """Return the mover that rounds f32 to tf32, to the nearest, ties to even."""
    return get(module, "ks.bulk.round", _make_round)


# Worked case: the pattern 0x3F803000 is 1.00146484375, and half way between the tf32 values
# 0x3F802000 and 0x3F804000. Adding 0xFFF and the lowest kept bit (1) gives 0x3F804000, the even
# one. Infinities and NaN, whose exponent is all ones, stay as they are.
def _make_round(module: ll.Module, name: str) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    target, source, size = function.args

    def word(value: int) -> LLValue:
        return ll.Constant(I32, value)

    with build.counted_loop(b, b.lshr(size, number(2)), "elements") as index:
        bits = b.load(b.gep(source, [index], source_etype=I32), typ=I32, align=1)
        odd = b.and_(b.lshr(bits, word(13)), word(1))
        rounded = b.and_(b.add(b.add(bits, odd), word(0xFFF)), word(0xFFFFE000))
        exponent = b.and_(bits, word(0x7F800000))
        special = b.icmp_unsigned("==", exponent, word(0x7F800000))
        place = b.gep(target, [index], source_etype=I32)
        b.store(b.select(special, bits, rounded), place, align=1)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def reducer(module: ll.Module, kind: Atomic) -> LLValue:
    """Return the mover that combines each element with the one in the target."""
    return get(module, f"ks.bulk.reduce.{kind.name}", _make_reduce, kind)


def _make_reduce(module: ll.Module, name: str, kind: Atomic) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    target, source, size = function.args
    element = ll.IntType(kind.bits)
    elements = b.udiv(size, number(kind.bits // 8))
    with build.counted_loop(b, elements, "elements") as index:
        here = b.gep(target, [index], source_etype=element)
        value = b.load(b.gep(source, [index], source_etype=element), typ=element)
        if kind.locked:
            b.atomic_rmw(kind.locked, here, value, "monotonic")
        else:
            old = b.load(here, typ=element)
            b.store(kind.update(b, old, value, value), here)
    b.ret_void()
    function.attributes.add("noinline")
    return function
