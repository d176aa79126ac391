"""Compiled code that issues bulk copies: checks their addresses and puts them into the queue."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from kernelscope.vgpu.jit import build, cluster, mbarriers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    begin,
    context_pointer,
    count,
    entry_of,
    fault,
    get,
    make_translate,
)
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.bulk import (
    RANK,
    VOID,
    Entry,
    deliver,
    groups_of,
    new_entry,
    number,
    push,
    put,
    read,
    thread_of,
)
from kernelscope.vgpu.layout import (
    LANES,
    Allocation,
    Context,
    Engine,
    Fault,
    Site,
)
from kernelscope.vgpu.types import LLValue


@dataclass(frozen=True, slots=True)
class Way:
    """Where a copy goes: into shared memory or out of it, and whether the tensor is global.

    Attributes:
        name: unique; part of the names of the functions for it.
        loads: whether it goes to shared memory, and completes on an mbarrier.
        is_global: whether the other end is in global memory.
        marks: as `Entry.MARKS`.
        own: whether it goes to shared memory of the issuing block alone (`.shared::cta`).
        many: whether a mask names the blocks of the cluster that it goes to.
    """

    name: str
    loads: bool
    is_global: bool
    marks: int
    own: bool = False
    many: bool = False


LOAD = Way("load", True, True, 1)
LOAD_OWN = Way("load.own", True, True, 1, own=True)
LOAD_MANY = Way("load.many", True, True, 1, many=True)
STORE = Way("store", False, True, 2)
REDUCE = Way("reduce", False, True, 3)
BETWEEN = Way("between", True, False, 0)
REDUCE_BETWEEN = Way("between.reduce", True, False, 3)


@dataclass(frozen=True, slots=True)
class Place:
    """The lane that issues a copy, for faults."""

    context: LLValue
    site: LLValue
    lane: LLValue


def or_leave(b: ll.IRBuilder, value: LLValue) -> LLValue:
    """Return a value that is not 0; a 0, after a fault, returns from the void function."""
    with b.if_then(b.icmp_unsigned("==", value, number(0)), likely=False):
        b.ret_void()
    return value


def refuse(b: ll.IRBuilder, place: Place, bad: LLValue, kind: Fault, value: LLValue) -> None:
    """Stop the launch and return from the void function if a condition holds."""
    with b.if_then(bad, likely=False):
        fault(b, place.context, kind, place.site, value, place.lane)
        b.ret_void()


def aligned(b: ll.IRBuilder, place: Place, address: LLValue, unit: int) -> None:
    """Refuse an address that is not a multiple of `unit` bytes."""
    low = b.and_(address, number(unit - 1))
    refuse(b, place, b.icmp_unsigned("!=", low, number(0)), Fault.BULK_ALIGNMENT, address)


def cluster_host(b: ll.IRBuilder, place: Place, address: LLValue, size: LLValue) -> LLValue:
    """Return the host address of `size` bytes of shared memory of the cluster's blocks."""
    access = (place.context, place.site, address, size, place.lane)
    return or_leave(b, cluster.host_of(b, access))


def shared_host(b: ll.IRBuilder, place: Place, address: LLValue, size: LLValue) -> LLValue:
    """Return the host address of `size` bytes of the block's own shared memory."""
    address = cluster.own_offset(b, place.context, address)
    limit = build.load_slot(b, place.context, int(Context.SHARED_BYTES))
    starts = b.icmp_unsigned("<", address, limit)
    fits = b.and_(starts, b.icmp_unsigned("<=", b.add(address, size), limit))
    refuse(b, place, b.not_(fits), Fault.SHARED_OUT_OF_BOUNDS, address)
    return b.add(b.ptrtoint(context_pointer(b, place.context, Context.SHARED), I64), address)


def barrier_host(b: ll.IRBuilder, place: Place, address: LLValue) -> LLValue:
    """Return the host address of an mbarrier."""
    low = b.and_(address, number(7))
    refuse(b, place, b.icmp_unsigned("!=", low, number(0)), Fault.MISALIGNED, address)
    return cluster_host(b, place, address, number(8))


def box_host(b: ll.IRBuilder, place: Place, way: Way, address: LLValue, size: LLValue) -> LLValue:
    """Return the host address of `size` bytes at a copy's end in shared memory."""
    find = cluster_host if way.loads and not way.own else shared_host
    return find(b, place, address, size)


def global_places(
    b: ll.IRBuilder, place: Place, address: LLValue, size: LLValue
) -> tuple[LLValue, LLValue]:
    """Return (device address, host address) of `size` bytes of global memory."""
    translate = get(b.module, "ks.translate", make_translate)
    device = b.call(translate, [place.context, place.site, address, size, place.lane])
    or_leave(b, device)
    delta = build.load_slot(b, entry_of(b, place.context, device), int(Allocation.DELTA))
    return device, b.add(device, delta)


def owner_of(
    b: ll.IRBuilder, place: Place, loads: bool, barrier: LLValue
) -> tuple[LLValue, LLValue]:
    """Return (owner, group) of a copy that the lane issues."""
    if loads:
        return barrier_host(b, place, barrier), number(0)
    thread = thread_of(b, place.context, place.lane)
    group = b.load(groups_of(b, place.context, thread), typ=I64)
    return b.add(thread, number(1)), group


# ---- rows of bytes -------------------------------------------------------------------------------


def plain(module: ll.Module, way: Way) -> LLValue:
    """Return the function that issues a row of bytes for each lane; see `_make_plain`."""
    return get(module, f"ks.bulk.{way.name}", _make_plain, way)


def _make_plain(module: ll.Module, name: str, way: Way) -> LLValue:
    """Build `void plain(context, site, to, from, bytes, barriers, blocks, mask, mover)`."""
    kinds = [PTR, I64, *[ADDRESSES] * 5, I32, I64]
    function, b = begin(module, name, VOID, kinds)
    context, site, *vectors, mask, mover = function.args
    tables = [build.stack_bytes(b, 8 * LANES) for _ in vectors]
    for vector, table in zip(vectors, tables, strict=True):
        b.store(vector, table, align=64)
    count_issue(b, context, site, mask)
    one = get(module, f"ks.bulk.{way.name}.one", _make_plain_one, way)
    with build.lanes_of(b, mask, "copy") as lane:
        values = [build.load_slot(b, table, b.zext(lane, I64)) for table in tables]
        to, source, size, barrier, blocks = values
        with targets(b, Place(context, site, lane), way, (to, barrier, blocks)) as target:
            to, barrier, counted = target
            b.call(one, [context, site, lane, to, source, size, barrier, counted, mover])
    b.ret_void()
    function.attributes.add("noinline")
    return function


# Worked case: rank 2 copies to the blocks of mask 0b101, with the box at 0x02000400 and the barrier
# at 0x02000080. One copy goes to 0x00000400 and completes on 0x00000080, the other one goes to
# 0x02000400 and completes on 0x02000080. Only the first counts: the engine reads the tensor once.
@contextmanager
def targets(
    b: ll.IRBuilder, place: Place, way: Way, values: tuple[LLValue, LLValue, LLValue]
) -> Generator[tuple[LLValue, LLValue, LLValue]]:
    """Emit code for each block that a lane's copy goes to.

    values: the lane's box, its mbarrier, and its mask of blocks, which is 0 if only the box's own
    address says where it goes. Yields the box, the mbarrier, and the number of blocks that
    the copy counts for.
    """
    box, barrier, blocks = values
    if not way.many:
        yield box, barrier, number(1)
        return
    ranks = build.load_slot(b, place.context, int(Context.CLUSTER_BLOCKS))
    beyond = b.icmp_unsigned("!=", b.lshr(blocks, ranks), number(0))
    refuse(b, place, beyond, Fault.CLUSTER, blocks)
    with build.counted_loop(b, ranks, "targets") as rank:
        bit = b.shl(number(1), rank)
        with b.if_then(b.icmp_unsigned("!=", b.and_(blocks, bit), number(0))):
            lower = b.and_(blocks, b.sub(bit, number(1)))
            first = b.icmp_unsigned("==", lower, number(0))
            counted = b.select(first, build.popcount(b, blocks), number(0))
            yield cluster.in_block(b, box, rank), cluster.in_block(b, barrier, rank), counted


def count_issue(b: ll.IRBuilder, context: LLValue, site: LLValue, mask: LLValue) -> None:
    """Count an instruction with some active lane, and its lanes; return if it has none."""
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret_void()
    lanes = b.zext(build.popcount(b, mask), I64)
    count(b, context, site, {Site.GLOBAL: number(1), Site.LANES: lanes})


def check_size(b: ll.IRBuilder, place: Place, size: LLValue) -> None:
    """Refuse a size that is not a multiple of 16 bytes."""
    odd = b.icmp_unsigned("!=", b.and_(size, number(15)), number(0))
    refuse(b, place, odd, Fault.BULK_SIZE, size)


def _make_plain_one(module: ll.Module, name: str, way: Way) -> LLValue:
    """Build `void one(context, site, lane, to, from, bytes, barrier, counted, mover)`."""
    function, b = begin(module, name, VOID, [PTR, I64, I32, *[I64] * 6])
    context, site, lane, to, source, size, barrier, counted, mover = function.args
    place = Place(context, site, lane)
    check_size(b, place, size)
    for address in (to, source):
        aligned(b, place, address, 16)
    box, tensor = (to, source) if way.loads else (source, to)
    shared = box_host(b, place, way, box, size)
    if way.is_global:
        device, host = global_places(b, place, tensor, size)
    else:
        device, host = number(0), shared_host(b, place, tensor, size)
    owner, group = owner_of(b, place, way.loads, barrier)
    entry = _row(b, size, site)
    put(b, entry, {
        Entry.MOVER: mover, Entry.LOADS: number(int(way.loads)), Entry.OWNER: owner,
        Entry.GROUP: group, Entry.MARKS: number(way.marks),
        Entry.DEVICE: device, Entry.TARGETS: counted, Entry.MANY: number(int(way.many)),
        Entry.HOST: host, Entry.SHARED: shared, Entry.OFFSET: box,
        Entry.THREAD: thread_of(b, context, lane),
    })  # fmt: skip
    push(b, context, entry)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _row(b: ll.IRBuilder, size: LLValue, site: LLValue) -> LLValue:
    """Return an entry for a row of bytes, without where it is and whose it is."""
    entry = new_entry(b)
    put(b, entry, {
        Entry.BYTES: size, Entry.SITE: site, Entry.TARGETS: number(0), Entry.MANY: number(0),
        Entry.DEVICE: number(0), Entry.MARKS: number(0), Entry.GROUP: number(0),
        Entry.HOST: number(0), Entry.OFFSET: number(0), Entry.SWIZZLE: number(0),
        Entry.ELEMENT: number(1), Entry.FILL: number(0),
        Entry.ROWS: b.zext(b.icmp_unsigned("!=", size, number(0)), I64),
    })  # fmt: skip
    for d in range(RANK):
        extent = number(1) if d else size
        put(b, entry, {
            Entry.COUNT + d: extent, Entry.STEP + d: number(1), Entry.COORDINATE + d: number(0),
            Entry.SIZE + d: extent, Entry.STRIDE + d: number(0),
        })  # fmt: skip
    return entry


# ---- stores and reductions that bring their bytes, and arrivals ----------------------------------


def remote(module: ll.Module, size: int, *, reduces: bool) -> LLValue:
    """Return the function that issues `st.async` or `red.async`; see `_make_remote`."""
    name = f"ks.bulk.remote{size}{'.reduce' * reduces}"
    return get(module, name, _make_remote, size, 3 if reduces else 0)


def _make_remote(module: ll.Module, name: str, size: int, marks: int) -> LLValue:
    """Build `void remote(context, site, addresses, barriers, low, high, mask, mover)`: the `size`
    bytes of each lane, up to 16, go to the cluster's shared memory; marks: as `Entry.MARKS`.
    """
    function, b = begin(module, name, VOID, [PTR, I64, *[ADDRESSES] * 4, I32, I64])
    context, site, *vectors, mask, mover = function.args
    tables = [build.stack_bytes(b, 8 * LANES) for _ in vectors]
    for vector, table in zip(vectors, tables, strict=True):
        b.store(vector, table, align=64)
    cluster.count_remote(b, cluster.Lanes(context, site, vectors[0], mask), combines=True)
    entry = _row(b, number(size), site)
    with build.lanes_of(b, mask, "remote") as lane:
        values = [build.load_slot(b, table, b.zext(lane, I64)) for table in tables]
        to, barrier, low, high = values
        place = Place(context, site, lane)
        odd = b.icmp_unsigned("!=", b.and_(to, number(size - 1)), number(0))
        refuse(b, place, odd, Fault.MISALIGNED, to)
        put(b, entry, {
            Entry.MOVER: mover, Entry.LOADS: number(1), Entry.CARRIES: number(1),
            Entry.THREAD: thread_of(b, context, lane),
            Entry.OWNER: barrier_host(b, place, barrier),
            Entry.SHARED: cluster_host(b, place, to, number(size)),
            Entry.DATA: low, Entry.DATA + 1: high, Entry.MARKS: number(marks),
        })  # fmt: skip
        push(b, context, entry)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def arrival(module: ll.Module, *, in_cluster: bool) -> LLValue:
    """Return the function that arrives at mbarriers when copies are complete; see
    `_make_arrival`.
    """
    name = "ks.bulk.arrival" + ".cluster" * in_cluster
    return get(module, name, _make_arrival, in_cluster)


def _make_arrival(module: ll.Module, name: str, in_cluster: bool) -> LLValue:
    """Build `void arrival(context, site, addresses, mask, frame, queue, stage, complete)`.

    `complete`, a function, completes the lane's copies of `cp.async` begun before `stage` arrivals.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, *[I64] * 4])
    context, site, where, mask, frame, queue, stage, complete = function.args
    hosts = mbarriers.hosts(b, cluster.Lanes(context, site, where, mask), in_cluster)
    entry = _row(b, number(0), site)
    with build.lanes_of(b, mask, "arrival") as lane:
        bit = b.zext(b.shl(ll.Constant(I32, 1), lane), I64)
        put(b, entry, {
            Entry.MOVER: complete, Entry.LOADS: number(1),
            Entry.THREAD: thread_of(b, context, lane),
            Entry.OWNER: build.load_slot(b, hosts, b.zext(lane, I64)),
            Entry.ARRIVALS: number(1), Entry.FRAME: frame, Entry.QUEUE: queue,
            Entry.STAGE: b.or_(b.shl(stage, number(32)), bit),
        })  # fmt: skip
        push(b, context, entry)
    b.ret_void()
    function.attributes.add("noinline")
    return function


# ---- prefetches, groups and waits ----------------------------------------------------------------


def prefetch(module: ll.Module) -> LLValue:
    """Return the function that checks prefetches, which have no result."""
    return get(module, "ks.bulk.prefetch", _make_prefetch)


def _make_prefetch(module: ll.Module, name: str) -> LLValue:
    """Build `void prefetch(context, site, addresses, sizes, mask)`."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, ADDRESSES, I32])
    context, site, addresses, sizes, mask = function.args
    tables = [build.stack_bytes(b, 8 * LANES) for _ in range(2)]
    for vector, table in zip((addresses, sizes), tables, strict=True):
        b.store(vector, table, align=64)
    with build.lanes_of(b, mask, "prefetch") as lane:
        address, size = (build.load_slot(b, table, b.zext(lane, I64)) for table in tables)
        check_size(b, Place(context, site, lane), size)
        aligned(b, Place(context, site, lane), address, 16)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def commit(module: ll.Module) -> LLValue:
    """Return the function that puts the copies of each lane so far into a group."""
    return get(module, "ks.bulk.commit", _make_commit)


def _make_commit(module: ll.Module, name: str) -> LLValue:
    """Build `void commit(context, mask)`."""
    function, b = begin(module, name, VOID, [PTR, I32])
    context, mask = function.args
    with build.lanes_of(b, mask, "commit") as lane:
        place = groups_of(b, context, thread_of(b, context, lane))
        b.store(b.add(b.load(place, typ=I64), number(1)), place)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def wait(module: ll.Module, *, only_read: bool = False) -> LLValue:
    """Return the function that completes all groups of each lane but the last ones, or lets them
    read shared memory and no more.
    """
    name = "ks.bulk.wait" + ".read" * only_read
    return get(module, name, _make_wait, read if only_read else deliver)


Deliver = Callable[[ll.IRBuilder, LLValue, LLValue, LLValue], None]


def _make_wait(module: ll.Module, name: str, take: Deliver) -> LLValue:
    """Build `void wait(context, mask, groups that may be left)`."""
    function, b = begin(module, name, VOID, [PTR, I32, I64])
    context, mask, left = function.args
    engine = context_pointer(b, context, Context.ENGINE)
    pending = build.load_slot(b, engine, int(Engine.PENDING))
    with b.if_then(b.icmp_unsigned("==", pending, number(0))):
        b.ret_void()
    with build.lanes_of(b, mask, "wait") as lane:
        thread = thread_of(b, context, lane)
        limit = b.sub(b.load(groups_of(b, context, thread), typ=I64), left)
        take(b, context, b.add(thread, number(1)), limit)
    b.ret_void()
    function.attributes.add("noinline")
    return function
