"""Compiled loads and stores of global memory, one function for each width and lane pattern.

Three patterns, fastest first: all lanes at one address; lanes side by side; any addresses. The last
looks at run time whether the lanes are side by side after all. Each function counts its request and
its sectors, notes the sectors touched, and checks bounds and alignment.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as ll

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    OFFSET_MASK,
    SECTOR_BITS,
    active_range,
    begin,
    check_alignment,
    contiguous_sectors,
    count,
    distinct,
    entry_of,
    get,
    locate,
    mark_each,
    mark_sectors,
    places,
    pointers,
)
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.layout import LANES, OFFSET_BITS, Allocation, Context, Site

VOID = ll.VoidType()


def one(value: int) -> Any:
    """An i64 constant."""
    return ll.Constant(I64, value)


def make_uniform(module: ll.Module, name: str, bits: int, n: int, store: bool) -> Any:
    """void uniform(context, site, address, mask, data): all active lanes at one address.

    data: n scalars of `bits`; a store takes them from the last active lane's place in the vectors
    that the caller stored there.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address, mask, data = function.args
    width = bits // 8 * n
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret_void()
    lane = build.first_set(b, mask)
    check_alignment(b, context, site, address, width, lane)
    device = locate(b, context, site, address, one(width), lane)
    entry = entry_of(b, context, device)
    host = build.to_pointer(b, b.add(device, build.load_slot(b, entry, int(Allocation.DELTA))))
    kind = ll.IntType(bits)
    last = b.zext(active_range(b, mask)[1], I64)
    for k in range(n):
        place = b.gep(host, [one(k)], source_etype=kind)
        if store:
            source = b.gep(data, [b.add(last, one(k * LANES))], source_etype=kind)
            b.store(b.load(source, typ=kind), place, align=1)
        else:
            target = b.gep(data, [one(k)], source_etype=kind)
            b.store(b.load(place, typ=kind, align=1), target)
    bitmap = build.load_slot(b, entry, _bitmap(store))
    mark_sectors(b, bitmap, b.and_(device, one(OFFSET_MASK)), one(1))
    lanes = b.zext(build.popcount(b, mask), I64)
    count(b, context, site, {Site.GLOBAL: one(1), Site.SECTORS: one(1), Site.LANES: lanes})
    b.ret_void()
    return function


def _bitmap(store: bool) -> int:
    return int(Allocation.WRITE_BITS if store else Allocation.READ_BITS)


def make_contiguous(module: ll.Module, name: str, bits: int, n: int, store: bool) -> Any:
    """void contiguous(context, site, address of lane 0, mask, data): lanes side by side.

    data: n vectors of 32 elements of `bits`. A whole warp inside one allocation is the usual case
    and is done here; anything else (a ragged end, a fault) goes to the careful version.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address0, mask, data = function.args
    width = bits // 8 * n
    span = width * LANES
    fast, slow = b.append_basic_block("fast"), b.append_basic_block("slow")
    look = b.append_basic_block("look")
    number = b.lshr(address0, one(OFFSET_BITS))
    full = b.icmp_unsigned("==", mask, ll.Constant(I32, 0xFFFFFFFF))
    aligned = b.icmp_unsigned("==", b.and_(address0, one(width - 1)), one(0))
    known = b.icmp_unsigned("<", number, build.load_slot(b, context, int(Context.ENTRIES)))
    b.cbranch(b.and_(b.and_(full, aligned), known), look, slow)
    b.position_at_end(look)
    # Numbers that are no allocation have size 0.
    entry = entry_of(b, context, address0)
    offset = b.and_(address0, one(OFFSET_MASK))
    limit = build.load_slot(b, entry, int(Allocation.SIZE))
    b.cbranch(b.icmp_unsigned("<=", b.add(offset, one(span)), limit), fast, slow)
    b.position_at_end(fast)
    host = b.add(address0, build.load_slot(b, entry, int(Allocation.DELTA)))
    _move_block(b, build.to_pointer(b, host), None, data, (bits, n, store))
    within = b.and_(address0, one(31))
    total = b.lshr(b.add(within, one(span + 31)), one(5))
    run = b.lshr(one((1 << 64) - 1), b.sub(one(64), total))
    mark_sectors(b, build.load_slot(b, entry, _bitmap(store)), offset, run)
    count(b, context, site, {Site.GLOBAL: one(1), Site.SECTORS: total, Site.LANES: one(LANES)})
    b.ret_void()
    b.position_at_end(slow)
    careful = get(module, f"{name}.ragged", make_ragged, bits, n, store)
    b.call(careful, [context, site, address0, mask, data])
    b.ret_void()
    return function


def make_ragged(module: ll.Module, name: str, bits: int, n: int, store: bool) -> Any:
    """As `make_contiguous`, for any mask."""
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address0, mask, data = function.args
    width = bits // 8 * n
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0)), likely=False):
        b.ret_void()
    first, last = active_range(b, mask)
    before = b.mul(b.zext(first, I64), one(width))
    low = b.add(address0, before)
    check_alignment(b, context, site, low, width, first)
    size = b.add(b.mul(b.zext(b.sub(last, first), I64), one(width)), one(width))
    device = locate(b, context, site, low, size, first)
    entry = entry_of(b, context, device)
    host = b.sub(b.add(device, build.load_slot(b, entry, int(Allocation.DELTA))), before)
    lanes = build.to_mask(b, mask)
    if n > 1:
        lanes = build.shuffle(b, lanes, None, [e // n for e in range(n * LANES)])
    _move_block(b, build.to_pointer(b, host), lanes, data, (bits, n, store))
    sectors = contiguous_sectors(b, b.sub(device, before), mask, width)
    bitmap = build.load_slot(b, entry, _bitmap(store))
    mark_sectors(b, bitmap, b.and_(device, one(OFFSET_MASK)), sectors)
    amounts = {
        Site.GLOBAL: one(1),
        Site.SECTORS: build.popcount(b, sectors),
        Site.LANES: b.zext(build.popcount(b, mask), I64),
    }
    count(b, context, site, amounts)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _move_block(
    b: ll.IRBuilder, host: Any, lanes: Any, data: Any, kind: tuple[int, int, bool]
) -> None:
    bits, n, store = kind
    element = ll.IntType(bits)
    small, large = build.vector(element), build.vector(element, n * LANES)
    align = ll.Constant(I32, 1)
    if not store:
        if lanes is None:
            block = b.load(host, typ=large, align=1)
        else:
            zero = build.constant(large, 0)
            args = [host, align, lanes, zero]
            block = build.intrinsic(b, "masked.load", large, args, [large, PTR])
        for k in range(n):
            part = block if n == 1 else build.shuffle(b, block, None, range(k, n * LANES, n))
            b.store(part, b.gep(data, [one(k)], source_etype=small), align=1)
        return
    parts = [
        b.load(b.gep(data, [one(k)], source_etype=small), typ=small, align=1) for k in range(n)
    ]
    block = _interleave(b, parts)
    if lanes is None:
        b.store(block, host, align=1)
    else:
        kinds = [large, PTR]
        build.intrinsic(b, "masked.store", VOID, [block, host, align, lanes], kinds)


def _interleave(b: ll.IRBuilder, parts: list[Any]) -> Any:
    """Vectors a and b as a0 b0 a1 b1 and so on."""
    if len(parts) == 1:
        return parts[0]
    while len(parts) > 1:
        size = parts[0].type.count
        join = list(range(2 * size))
        parts = [build.shuffle(b, parts[i], parts[i + 1], join) for i in range(0, len(parts), 2)]
    total = parts[0].type.count
    n = total // LANES
    return build.shuffle(b, parts[0], None, [(e % n) * LANES + e // n for e in range(total)])


def make_scattered(module: ll.Module, name: str, bits: int, n: int, store: bool) -> Any:
    """void scattered(context, site, addresses, mask, data): any address in each lane."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR])
    context, site, addresses, mask, data = function.args
    width = bits // 8 * n
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0)), likely=False):
        b.ret_void()
    lanes = build.to_mask(b, mask)
    first = build.first_set(b, mask)
    start = b.extract_element(addresses, first)
    address0 = b.sub(start, b.mul(b.zext(first, I64), one(width)))
    run = b.add(build.splat(b, address0), build.iota(I64, width))
    same = b.or_(b.icmp_unsigned("==", run, addresses), b.not_(lanes))
    all_same = b.icmp_unsigned("==", build.to_bits(b, same), ll.Constant(I32, 0xFFFFFFFF))
    with b.if_then(all_same):
        target = contiguous(module, bits, n, store)
        b.call(target, [context, site, address0, mask, data])
        b.ret_void()
    device, host = places(b, context, site, addresses, mask, width)
    small = build.vector(ll.IntType(bits))
    align = ll.Constant(I32, 1)
    for k in range(n):
        place = b.gep(data, [one(k)], source_etype=small)
        where = pointers(b, host, k * bits // 8)
        kinds = [small, build.vector(PTR)]
        if store:
            args = [b.load(place, typ=small, align=1), where, align, lanes]
            build.intrinsic(b, "masked.scatter", VOID, args, kinds)
        else:
            args = [where, align, lanes, build.constant(small, 0)]
            b.store(build.intrinsic(b, "masked.gather", small, args, kinds), place, align=1)
    mark_each(b, context, device, mask, Allocation.WRITE_BITS if store else Allocation.READ_BITS)
    sectors = distinct(b, b.lshr(device, build.constant(ADDRESSES, SECTOR_BITS)), mask)
    lanes_on = b.zext(build.popcount(b, mask), I64)
    count(b, context, site, {Site.GLOBAL: one(1), Site.SECTORS: sectors, Site.LANES: lanes_on})
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _name(kind: str, bits: int, n: int, store: bool) -> str:
    return f"ks.global.{'st' if store else 'ld'}.{kind}.{bits}x{n}"


def uniform(module: ll.Module, bits: int, n: int, store: bool) -> Any:
    """The function for one address; see `make_uniform`."""
    return get(module, _name("uniform", bits, n, store), make_uniform, bits, n, store)


def contiguous(module: ll.Module, bits: int, n: int, store: bool) -> Any:
    """The function for lanes side by side; see `make_contiguous`."""
    return get(module, _name("contiguous", bits, n, store), make_contiguous, bits, n, store)


def scattered(module: ll.Module, bits: int, n: int, store: bool) -> Any:
    """The function for any addresses; see `make_scattered`."""
    return get(module, _name("scattered", bits, n, store), make_scattered, bits, n, store)
