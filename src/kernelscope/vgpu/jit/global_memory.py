"""Compiled loads and stores of global memory, one function for each width and lane pattern.

All lanes at one address, or any addresses; the latter looks at run time whether the lanes are side
by side after all (`contiguous`). Each function counts its request and its sectors, notes the
sectors touched, and checks bounds and alignment.
"""

from __future__ import annotations

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    SECTOR_BITS,
    active_range,
    begin,
    check_alignment,
    count,
    distinct,
    entry_of,
    get,
    locate,
    mark_each,
    mark_sectors,
    offset_of,
    places,
    pointers,
)
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.contiguous import Kind, contiguous
from kernelscope.vgpu.layout import LANES, Allocation, Site
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()


def one(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def make_uniform(module: ll.Module, name: str, bits: int, n: int, store: bool) -> LLValue:
    """Build `void uniform(context, site, address, mask, data)`: all active lanes at one address.

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
    element_type = ll.IntType(bits)
    last = b.zext(active_range(b, mask)[1], I64)
    for k in range(n):
        place = b.gep(host, [one(k)], source_etype=element_type)
        if store:
            source = b.gep(data, [b.add(last, one(k * LANES))], source_etype=element_type)
            b.store(b.load(source, typ=element_type), place, align=1)
        else:
            target = b.gep(data, [one(k)], source_etype=element_type)
            b.store(b.load(place, typ=element_type, align=1), target)
    bitmap = build.load_slot(b, entry, Kind(bits, n, store).bitmap)
    mark_sectors(b, bitmap, offset_of(b, device), one(1))
    lanes = b.zext(build.popcount(b, mask), I64)
    count(b, context, site, {Site.GLOBAL: one(1), Site.SECTORS: one(1), Site.LANES: lanes})
    b.ret_void()
    return function


def make_scattered(module: ll.Module, name: str, bits: int, n: int, store: bool) -> LLValue:
    """Build `void scattered(context, site, addresses, mask, data)`: any address in each lane."""
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
        target = contiguous(module, Kind(bits, n, store))
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


def uniform(module: ll.Module, bits: int, n: int, store: bool) -> LLValue:
    """Return the function for one address; see `make_uniform`."""
    return get(module, Kind(bits, n, store).name("uniform"), make_uniform, bits, n, store)


def scattered(module: ll.Module, bits: int, n: int, store: bool) -> LLValue:
    """Return the function for any addresses; see `make_scattered`."""
    return get(module, Kind(bits, n, store).name("scattered"), make_scattered, bits, n, store)
