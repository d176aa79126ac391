"""Words over addresses: entries of allocations, offsets, counters, sectors (`c/memory.c`)."""

from __future__ import annotations

from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I64, PTR
from kernelscope.vgpu.layout import (
    ALLOCATION_SLOTS,
    CAPACITY,
    OFFSET_BITS,
    OFFSET_MASK,
    SITE_SLOTS,
    START_BITS,
    Context,
    Site,
)
from kernelscope.vgpu.types import LLType, LLValue

SECTOR_BITS = 5
ADDRESSES = build.vector(I64)


def begin(
    module: ll.Module, name: str, result: LLType, args: list[LLValue]
) -> tuple[LLValue, ll.IRBuilder]:
    """Begin a new internal function; return it with a builder at its entry."""
    function = ll.Function(module, ll.FunctionType(result, args), name)
    function.linkage = "internal"
    return function, ll.IRBuilder(function.append_basic_block("entry"))


def context_pointer(b: ll.IRBuilder, context: LLValue, index: Context) -> LLValue:
    """Return a pointer that the context holds."""
    return b.load(build.slot(b, context, int(index)), typ=PTR)


def place_of(b: ll.IRBuilder, context: LLValue, address: LLValue) -> tuple[LLValue, LLValue]:
    """Return (a pointer to the table entry of a device address's allocation, the address's offset
    in it in bytes, negative below its begin).

    A number that is not an allocation's has the entry of size 0.
    """
    number = b.lshr(address, ll.Constant(I64, OFFSET_BITS))
    known = b.icmp_unsigned("<", number, ll.Constant(I64, CAPACITY))
    row = b.mul(b.select(known, number, ll.Constant(I64, 0)), ll.Constant(I64, ALLOCATION_SLOTS))
    entry = build.slot(b, context_pointer(b, context, Context.TABLE), row)
    start = b.shl(number, ll.Constant(I64, START_BITS))
    return entry, b.sub(b.and_(address, ll.Constant(I64, OFFSET_MASK)), start)


def fits(b: ll.IRBuilder, offset: LLValue, size: LLValue, limit: LLValue) -> LLValue:
    """Return whether `size` bytes at an offset lie in an allocation of `limit` bytes, as an i1."""
    room = b.sub(limit, b.add(offset, size))
    return b.icmp_signed(">=", b.or_(offset, room), ll.Constant(I64, 0))


def fault(
    b: ll.IRBuilder, context: LLValue, kind: Fault, site: LLValue, address: LLValue, lane: LLValue
) -> None:
    """Stop the launch; the first fault stays."""
    helpers.call(b, "fault", [context, ll.Constant(I64, int(kind)), site, address, lane])


def count(b: ll.IRBuilder, context: LLValue, site: LLValue, amounts: dict[Site, LLValue]) -> None:
    """Add to the counters of a memory instruction."""
    row = context_pointer(b, context, Context.SITES)
    first = 0
    if isinstance(site, ll.Constant):
        first = site.constant * SITE_SLOTS
    else:
        row = build.slot(b, row, b.mul(site, ll.Constant(I64, SITE_SLOTS)))
    for place, amount in amounts.items():
        build.add_to_slot(b, row, first + int(place), amount)


def set_sectors(b: ll.IRBuilder, bitmap: LLValue, offset: LLValue, bits: LLValue) -> None:
    """Set bits of a bitmap: bit i of `bits` is the sector i after that of byte `offset`."""
    set_bits(b, bitmap, b.lshr(offset, ll.Constant(I64, SECTOR_BITS)), bits)


def set_bits(b: ll.IRBuilder, bitmap: LLValue, start: LLValue, bits: LLValue) -> None:
    """Set bits of a bitmap: bit i of `bits` is number `start + i`. It also writes the next word.

    Whole aligned words: a load that overlaps an earlier store only in part would wait for it.
    """
    first = build.slot(b, build.to_pointer(b, bitmap), b.lshr(start, ll.Constant(I64, 6)))
    place = b.and_(start, ll.Constant(I64, 63))
    beyond = b.lshr(b.lshr(bits, ll.Constant(I64, 1)), b.xor(place, ll.Constant(I64, 63)))
    for word, part in ((first, b.shl(bits, place)), (build.slot(b, first, 1), beyond)):
        b.store(b.or_(b.load(word, typ=I64), part), word)


def pointers(b: ll.IRBuilder, host: LLValue, offset: int) -> LLValue:
    """Return host addresses plus a byte offset as <32 x ptr>."""
    if offset:
        host = b.add(host, build.constant(ADDRESSES, offset))
    return b.inttoptr(host, build.vector(PTR))
