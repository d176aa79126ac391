"""Compiled code that watches products of matrices (`wgmma`), and the fences of the proxy `async`.

A product reads its tiles in shared memory from its issue until its warp's `wait_group`. Each warp
has a plane with what its products read last of each cell, and two times: products since the one are
on the way, those before the other were complete at the last barrier of the block. So a write is in
order with another warp's products only if a barrier lies behind their wait.

    commit_group                the next group begins at a new time
    wait_group n                what began before the last n groups is complete for this warp
    a barrier of the block      what is complete for its warp is complete for all

Exact: which cells a product reads, when its group is complete, and which writes a barrier orders
before it. Conservative: a proxy fence of a warp counts for all of its lanes' writes if all lanes
take part; one lane's counts for what lies before its warp's last barrier, and the host knows the
rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.jit import build, tensor, watch_notices
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import I1, I32, I64, PTR
from kernelscope.vgpu.layout import (
    LANE_BITS,
    LANES,
    NOTICE_BYTES,
    PRODUCT_GROUPS,
    SITE_MASK,
    THREAD_BITS,
    TIME_BITS,
    AsyncUnits,
    Context,
    Mark,
    Notice,
    Shadow,
    Watch,
)
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
_CHUNK = 16


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def of_warp(b: ll.IRBuilder, engines: LLValue, row: AsyncUnits, warp: LLValue) -> LLValue:
    """Return a pointer to a warp's slot."""
    return build.slot(b, engines, b.add(warp, number(int(row))))


def plane(b: ll.IRBuilder, block: LLValue, warp: LLValue) -> LLValue:
    """Return the address of what a warp's products have read last of each cell."""
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    cells = build.load_slot(b, block, int(Watch.CELLS))
    reads = build.load_slot(b, engines, int(AsyncUnits.READS))
    return b.add(reads, b.mul(b.mul(warp, cells), number(8)))


def limit_of(b: ll.IRBuilder, block: LLValue, warp: LLValue, reader: LLValue) -> LLValue:
    """Return the time before which a warp's products are complete for one that reads."""
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    since, safe = (
        b.load(of_warp(b, engines, row, warp), typ=I64)
        for row in (AsyncUnits.SINCE, AsyncUnits.SAFE)
    )
    place = b.add(b.mul(reader, number(LANES)), b.add(warp, number(int(AsyncUnits.PRODUCTS_KNOWN))))
    known = build.binary(b, "umax", safe, build.load_slot(b, engines, place))
    return b.select(b.icmp_unsigned("==", warp, reader), since, known)


def all_complete(b: ll.IRBuilder, block: LLValue, reader: LLValue) -> tuple[LLValue, LLValue]:
    """Return whether no store in bulk reads the block's shared memory, and the time before which
    the products of all warps are complete for one warp.
    """
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    none = b.icmp_unsigned("==", build.load_slot(b, engines, int(AsyncUnits.STORES)), number(0))
    least = b.alloca(I64)
    b.store(number((1 << 62) - 1), least)
    with build.counted_loop(b, _each_warp(b, block), "complete") as warp:
        limit = limit_of(b, block, warp, reader)
        b.store(build.binary(b, "umin", b.load(least, typ=I64), limit), least)
    return none, b.load(least, typ=I64)


def known_of(b: ll.IRBuilder, block: LLValue, warp: LLValue) -> LLValue:
    """Return the address of up to when a warp knows the copies of each mbarrier."""
    engines = build.load_slot(b, block, int(Watch.ENGINES))
    place = b.add(b.mul(warp, number(LANES)), number(int(AsyncUnits.KNOWN)))
    return b.add(engines, b.mul(place, number(8)))


def registers_of(b: ll.IRBuilder, block: LLValue, warp: LLValue, lists: int) -> LLValue:
    """Return a pointer to when a warp's products used each of their lists of registers last."""
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    rows = build.to_pointer(b, build.load_slot(b, engines, int(AsyncUnits.REGISTERS)))
    return build.slot(b, rows, b.mul(warp, number(lists)))


def since(b: ll.IRBuilder, block: LLValue, warp: LLValue) -> LLValue:
    """Return the least stamp of what a warp's products that are on the way did."""
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    return b.shl(b.load(of_warp(b, engines, AsyncUnits.SINCE, warp), typ=I64), number(TIME_BITS))


# ---- times -------------------------------------------------------------------------------------


def _each_warp(b: ll.IRBuilder, block: LLValue) -> LLValue:
    context = build.to_pointer(b, build.load_slot(b, block, int(Watch.CONTEXT)))
    return build.load_slot(b, context, int(Context.WARPS))


def begin_block(b: ll.IRBuilder, block: LLValue, now: LLValue) -> None:
    """Note that a block begins: what another one did in its shared memory is of no matter."""
    slots = build.load_slot(b, block, int(Watch.ENGINES))
    with b.if_then(b.icmp_unsigned("!=", slots, number(0))):
        engines = build.to_pointer(b, slots)
        b.store(now, build.slot(b, engines, int(AsyncUnits.FENCED)))
        with build.counted_loop(b, _each_warp(b, block), "engines") as warp:
            for row in (AsyncUnits.SINCE, AsyncUnits.SAFE):
                b.store(now, of_warp(b, engines, row, warp))


# Worked case: which generic writes do engines see behind a barrier of the block?
#
#     5     all warps write
#     6     fence.proxy.async of all       every warp's FENCES is 6
#     7     bar.sync                       those before 6 are fenced
#     8     warp 0 writes; bar.sync        no others
#     9     fence.proxy.async of thread 0  ANY_FENCE is 9: it has seen what was before 8
#     10    bar.sync                       those before 8 are fenced
def meet(b: ll.IRBuilder, block: LLValue, before: LLValue) -> None:
    """Note a barrier of the whole block; before: the time of the one before it."""
    slots = build.load_slot(b, block, int(Watch.ENGINES))
    with b.if_then(b.icmp_unsigned("!=", slots, number(0))):
        engines = build.to_pointer(b, slots)
        fenced = build.slot(b, engines, int(AsyncUnits.FENCED))
        least = b.alloca(I64)
        b.store(number((1 << 62) - 1), least)
        with build.counted_loop(b, _each_warp(b, block), "engines") as warp:
            since = b.load(of_warp(b, engines, AsyncUnits.SINCE, warp), typ=I64)
            b.store(since, of_warp(b, engines, AsyncUnits.SAFE, warp))
            own = b.load(of_warp(b, engines, AsyncUnits.FENCES, warp), typ=I64)
            b.store(own, of_warp(b, engines, AsyncUnits.FENCES_SAFE, warp))
            b.store(build.binary(b, "umin", b.load(least, typ=I64), own), least)
            some = b.load(of_warp(b, engines, AsyncUnits.ANY_FENCE, warp), typ=I64)
            late = b.select(b.icmp_unsigned(">=", some, before), before, number(0))
            b.store(build.binary(b, "umax", b.load(fenced, typ=I64), late), fenced)
        both = build.binary(b, "umax", b.load(fenced, typ=I64), b.load(least, typ=I64))
        b.store(both, fenced)


def fence(b: ll.IRBuilder, block: LLValue, warp: LLValue, whole: LLValue, now: LLValue) -> None:
    """Note a proxy fence of all lanes of a warp, or of some of them."""
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    b.store(now, of_warp(b, engines, AsyncUnits.ANY_FENCE, warp))
    own = of_warp(b, engines, AsyncUnits.FENCES, warp)
    behind = build.load_slot(b, block, b.add(warp, number(int(Watch.WARP_TIMES))))
    behind = build.binary(b, "umax", b.load(own, typ=I64), behind)
    b.store(b.select(whole, now, behind), own)


def commit(b: ll.IRBuilder, block: LLValue, warp: LLValue, now: LLValue) -> None:
    """Note the end of a group of products."""
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    place = of_warp(b, engines, AsyncUnits.GROUPS, warp)
    count = b.add(b.load(place, typ=I64), number(1))
    b.store(count, place)
    b.store(now, _begin_of(b, engines, warp, count))


def wait(b: ll.IRBuilder, block: LLValue, warp: LLValue, left: int) -> None:
    """Note a wait for all groups but the last ones; of more than the ring has it knows nothing."""
    if left >= PRODUCT_GROUPS:
        return
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    count = b.load(of_warp(b, engines, AsyncUnits.GROUPS, warp), typ=I64)
    time = b.load(_begin_of(b, engines, warp, b.sub(count, number(left))), typ=I64)
    since = of_warp(b, engines, AsyncUnits.SINCE, warp)
    b.store(build.binary(b, "umax", b.load(since, typ=I64), time), since)


def _begin_of(b: ll.IRBuilder, engines: LLValue, warp: LLValue, group: LLValue) -> LLValue:
    at = b.and_(group, number(PRODUCT_GROUPS - 1))
    at = b.add(b.mul(warp, number(PRODUCT_GROUPS)), at)
    return build.slot(b, engines, b.add(at, number(int(AsyncUnits.BEGINS))))


# ---- tiles -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tile:
    """What the code for a tile uses: times and arrays."""

    context: LLValue
    block: LLValue
    engines: LLValue
    mark: LLValue
    own_reads: LLValue
    read_times: LLValue
    now: LLValue
    fenced: LLValue


def make_tile(
    module: ll.Module, name: str, size: tuple[int, int], transposed: bool, grain: int
) -> LLValue:
    """Build `void tile(context, mark, descriptor, first line)`: a product reads a tile of shared
    memory of so many lines, and 16-byte chunks of each.
    """
    function, b = begin(module, name, VOID, [PTR, I32, I64, I64])
    context, mark, descriptor, first = function.args
    slots = build.load_slot(b, context, int(Context.WATCH))
    with b.if_then(b.icmp_unsigned("==", slots, number(0))):
        b.ret_void()
    tile = _begin_tile(b, context, build.to_pointer(b, slots), mark)
    chunks = tensor.Chunks(b, descriptor, transposed=transposed)
    limit = build.load_slot(b, context, int(Context.SHARED_BYTES))
    stamps = build.load_slot(b, tile.block, int(Watch.SHARED + Shadow.WRITES))
    several = build.vector(I64, _CHUNK // grain)
    old = build.splat(b, b.shl(tile.fenced, number(TIME_BITS)), _CHUNK // grain)
    site = b.and_(b.zext(mark, I64), number(SITE_MASK))
    read = b.or_(b.shl(tile.now, number(TIME_BITS)), site)
    read = build.splat(b, read, _CHUNK // grain)
    times = build.splat(b, tile.now, _CHUNK // grain)
    good = b.alloca(I64)
    b.store(number(0), good)
    lines, pieces = size
    each = chunks.pieces(pieces)
    addresses = b.alloca(each.type)
    with build.counted_loop(b, number(lines), "lines") as line:
        b.store(chunks.chunks(chunks.line(b.add(line, first)), each), addresses)
        with build.counted_loop(b, number(pieces), "pieces") as piece:
            at = b.zext(b.load(b.gep(addresses, [piece], source_etype=I32), typ=I32), I64)
            # A tile that is not inside is a fault of the product itself.
            with b.if_then(b.icmp_unsigned("<=", b.add(at, number(_CHUNK)), limit)):
                cell = b.lshr(at, number(grain.bit_length() - 1))
                place = b.mul(cell, number(8))
                written = b.load(build.to_pointer(b, b.add(stamps, place)), typ=several, align=8)
                late = _bits_of(b, b.icmp_unsigned(">=", written, old))
                some = b.icmp_unsigned("!=", late, ll.Constant(late.type, 0))
                with b.if_then(some, likely=False):
                    _look_at_chunk(b, tile, (cell, written), good, grain)
                b.store(read, build.to_pointer(b, b.add(tile.own_reads, place)), align=8)
                b.store(times, build.to_pointer(b, b.add(tile.read_times, place)), align=8)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _begin_tile(b: ll.IRBuilder, context: LLValue, block: LLValue, mark: LLValue) -> _Tile:
    warp = build.load_slot(b, context, int(Context.WARP))
    engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
    clock = build.to_pointer(b, build.load_slot(b, block, int(Watch.CLOCK)))
    met = build.load_slot(b, block, int(Watch.BLOCK_TIME))
    some = b.load(of_warp(b, engines, AsyncUnits.ANY_FENCE, warp), typ=I64)
    own = b.select(b.icmp_unsigned(">=", some, met), met, number(0))
    fenced = build.load_slot(b, engines, int(AsyncUnits.FENCED))
    fenced = build.binary(b, "umin", build.binary(b, "umax", fenced, own), met)
    b.store(number(0), build.slot(b, engines, int(AsyncUnits.FOUND)))
    reads = plane(b, block, warp)
    times = build.load_slot(b, block, int(Watch.READ_TIMES))
    return _Tile(context, block, engines, mark, reads, times, build.load_slot(b, clock, 0), fenced)


def _bits_of(b: ll.IRBuilder, mask: LLValue) -> LLValue:
    return b.bitcast(mask, ll.IntType(mask.type.count))


def _look_at_chunk(
    b: ll.IRBuilder, tile: _Tile, where: tuple[LLValue, LLValue], good: LLValue, grain: int
) -> None:
    """Look at a chunk that was written late. Nearly always one copy wrote all of it, and much more.

    Args:
        b: the builder.
        tile: the tile.
        where: the chunk's first cell, and the stamps of all.
        good: a pointer to a stamp of which it is known that it is in order.
        grain: bytes of a cell.
    """
    cell, written = where
    first = b.extract_element(written, ll.Constant(I32, 0))
    count = written.type.count
    alike = _bits_of(b, b.icmp_unsigned("==", written, build.splat(b, first, count)))
    alike = b.icmp_unsigned("==", alike, ll.Constant(alike.type, -1))
    known = b.and_(alike, b.icmp_unsigned("==", first, b.load(good, typ=I64)))
    with b.if_then(b.not_(known), likely=False):
        fine = b.and_(alike, b.not_(_is_late(b, tile, cell)))
        with b.if_else(fine) as (in_order, others):
            with in_order:
                b.store(first, good)
            with others, build.counted_loop(b, number(count), "cells") as index:
                _look(b, tile, b.add(cell, index), grain)


def _writes(b: ll.IRBuilder, tile: _Tile) -> tuple[LLValue, LLValue, LLValue]:
    """Return the row of the block's shared memory, and its stamps and marks of writes."""
    row = build.slot(b, tile.block, int(Watch.SHARED))
    stamps, marks = (
        build.to_pointer(b, build.load_slot(b, row, int(place)))
        for place in (Shadow.WRITES, Shadow.WRITE_MARKS)
    )
    return row, stamps, marks


def _is_late(b: ll.IRBuilder, tile: _Tile, cell: LLValue) -> LLValue:
    """Return whether the write of a cell may not be in order, by the fences of the warp that wrote
    it, and by the copies that the reader knows.
    """
    _, stamps, marks = _writes(b, tile)
    stamp = build.load_slot(b, stamps, cell)
    writer = b.and_(b.lshr(stamp, number(LANE_BITS)), number(LANES - 1))
    limit = b.load(of_warp(b, tile.engines, AsyncUnits.FENCES_SAFE, writer), typ=I64)
    limit = build.binary(b, "umin", limit, build.load_slot(b, tile.block, int(Watch.BLOCK_TIME)))
    limit = build.binary(b, "umax", limit, tile.fenced)
    late = b.icmp_unsigned(">=", stamp, b.shl(limit, number(TIME_BITS)))
    mark = b.gep(marks, [cell], source_etype=I32)
    return b.and_(late, b.not_(_is_known(b, tile, stamp, mark)))


def _look(b: ll.IRBuilder, tile: _Tile, cell: LLValue, grain: int) -> None:
    """Look at a cell that was written late; tell the host, until it has found a fault in this
    tile.
    """
    row, stamps, marks = _writes(b, tile)
    stamp, late = build.load_slot(b, stamps, cell), _is_late(b, tile, cell)
    found = build.slot(b, tile.engines, int(AsyncUnits.FOUND))
    first = b.and_(late, b.icmp_unsigned("==", b.load(found, typ=I64), number(0)))
    with b.if_then(first, likely=False):
        writer = b.load(b.gep(marks, [cell], source_etype=I32), typ=I32)
        one = ll.Constant(I32, 1)
        passed = watch_notices.is_passed_by(b, tile.block, tile.mark, one, writer)
        b.store(b.zext(passed, I64), found)
        with b.if_then(b.not_(passed)):
            _tell(b, tile, (row, cell, grain), (stamp, b.zext(writer, I64)))


def _tell(
    b: ll.IRBuilder,
    tile: _Tile,
    where: tuple[LLValue, LLValue, int],
    earlier: tuple[LLValue, LLValue],
) -> None:
    """Tell the host of a cell (its memory's row, its number, its bytes) that was written late."""
    (row, cell, grain), (stamp, mark) = where, earlier
    table = build.stack_bytes(b, NOTICE_BYTES)
    args = [table, ll.Constant(build.I8, 0), number(NOTICE_BYTES), ll.Constant(I1, 0)]
    build.intrinsic(b, "memset", VOID, args, [PTR, I64])
    offset = b.mul(cell, number(grain))
    for place, value in (
        (Notice.ADDRESSES, offset),
        (Notice.WRITES, stamp),
        (Notice.WRITE_MARKS, mark),
    ):
        b.store(value, build.slot(b, table, LANES * place))
    lanes = [ll.Constant(I32, 1), ll.Constant(I32, 0)]
    null = ll.Constant(PTR, None)
    arguments = [tile.context, tile.mark, *lanes, row, table, null, number(_CHUNK << 32)]
    watch_notices.tell(b, tile.block, arguments)


def _is_known(b: ll.IRBuilder, tile: _Tile, stamp: LLValue, mark: LLValue) -> LLValue:
    """Return whether a bulk copy wrote a cell that the warp knows to be complete."""
    engine = b.and_(b.load(mark, typ=I32), ll.Constant(I32, int(Mark.ENGINE)))
    is_copy = b.icmp_unsigned("!=", engine, ll.Constant(I32, 0))
    last = number((1 << THREAD_BITS) - 1)
    name = b.xor(b.and_(stamp, last), last)
    first = b.icmp_unsigned("<", name, number(LANES))
    warp = build.load_slot(b, tile.context, int(Context.WARP))
    base = build.to_pointer(b, known_of(b, tile.block, warp))
    known = build.load_slot(b, base, b.select(first, name, number(0)))
    met = build.load_slot(b, tile.block, int(Watch.BLOCK_TIME))
    known = build.binary(b, "umax", b.select(first, known, number(0)), met)
    # The flag makes the time of what is on the way a late one.
    arrived = b.icmp_unsigned("<", b.lshr(stamp, number(TIME_BITS)), known)
    return b.and_(is_copy, arrived)


def mark_of_product(site: int) -> int:
    """Return the mark of what a product reads."""
    return site | int(Mark.SHARED | Mark.ASYNC | Mark.ENGINE)
