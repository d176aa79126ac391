"""Compiled code that turns device addresses into host ones, checks them, and counts sectors.

Rules of counting, found on an H200: a request for each executed instruction with an active lane,
and as many sectors as distinct 32-byte sectors are touched.
"""

from __future__ import annotations

from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I1, I32, I64, PTR
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.layout import (
    ALLOCATION_SLOTS,
    CAPACITY,
    LANES,
    OFFSET_BITS,
    OFFSET_MASK,
    PARAM_WINDOW,
    SITE_SLOTS,
    START_BITS,
    Allocation,
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


def entry_of(b: ll.IRBuilder, context: LLValue, address: LLValue) -> LLValue:
    """Return a pointer to the table entry of an address whose number is known to be in the
    table.
    """
    table = context_pointer(b, context, Context.TABLE)
    number = b.lshr(address, ll.Constant(I64, OFFSET_BITS))
    return build.slot(b, table, b.mul(number, ll.Constant(I64, ALLOCATION_SLOTS)))


def offset_of(b: ll.IRBuilder, address: LLValue) -> LLValue:
    """Return the byte of its allocation that each device address is at: one, or a vector of them.

    Below the allocation's begin it is negative.
    """

    def number(value: int) -> LLValue:
        return build.constant(ADDRESSES, value) if many else ll.Constant(I64, value)

    many = address.type == ADDRESSES
    start = b.shl(b.lshr(address, number(OFFSET_BITS)), number(START_BITS))
    return b.sub(b.and_(address, number(OFFSET_MASK)), start)


def fits(b: ll.IRBuilder, offset: LLValue, size: LLValue, limit: LLValue) -> LLValue:
    """Return whether `size` bytes at an offset lie in an allocation of `limit` bytes, as an i1."""
    room = b.sub(limit, b.add(offset, size))
    return b.icmp_signed(">=", b.or_(offset, room), ll.Constant(I64, 0))


def fault(
    b: ll.IRBuilder, context: LLValue, kind: Fault, site: LLValue, address: LLValue, lane: LLValue
) -> None:
    """Stop the launch; the first fault stays."""
    helpers.call(b, "fault", [context, ll.Constant(I64, int(kind)), site, address, lane])


def resolve(b: ll.IRBuilder, context: LLValue, address: LLValue) -> LLValue:
    """Return the device address for one that is in no allocation of this launch, or 0."""
    return helpers.call(b, "resolve", [context, address])


def translate(b: ll.IRBuilder, *args: LLValue) -> LLValue:
    """Return an address as a device address that is inside one allocation for all of its bytes.

    args: the context, the site, the address, the bytes and the lane. The result is 0 after a fault.
    """
    return helpers.call(b, "translate", args)


def inside(b: ll.IRBuilder, context: LLValue, address: LLValue, size: LLValue) -> LLValue:
    """Return whether `size` bytes at an address, whose number is in the table, lie in its
    allocation.
    """
    limit = build.load_slot(b, entry_of(b, context, address), int(Allocation.SIZE))
    return fits(b, offset_of(b, address), size, limit)


def in_table(b: ll.IRBuilder, address: LLValue) -> LLValue:
    """Return whether an address has the number of an allocation (or of the parameters)."""
    number = b.lshr(address, ll.Constant(I64, OFFSET_BITS))
    low = b.icmp_unsigned(">=", number, ll.Constant(I64, PARAM_WINDOW))
    return b.and_(low, b.icmp_unsigned("<", number, ll.Constant(I64, CAPACITY)))


def locate(
    b: ll.IRBuilder, context: LLValue, site: LLValue, address: LLValue, size: LLValue, lane: LLValue
) -> LLValue:
    """Return a device address checked for `size` bytes; a fault returns from the void function."""
    function = b.function
    check, slow, good = (function.append_basic_block(n) for n in ("check", "slow", "good"))
    b.cbranch(in_table(b, address), check, slow)
    b.position_at_end(check)
    ok = inside(b, context, address, size)
    checked = b.block
    b.cbranch(ok, good, slow)
    b.position_at_end(slow)
    other = translate(b, context, site, address, size, lane)
    with b.if_then(b.icmp_unsigned("==", other, ll.Constant(I64, 0)), likely=False):
        b.ret_void()
    slow_end = b.block
    b.branch(good)
    b.position_at_end(good)
    device = b.phi(I64)
    device.add_incoming(address, checked)
    device.add_incoming(other, slow_end)
    return device


def check_alignment(
    b: ll.IRBuilder, context: LLValue, site: LLValue, address: LLValue, width: int, lane: LLValue
) -> None:
    """Fault and return if an address is not a multiple of the access's width."""
    if width == 1:
        return
    low = b.and_(address, ll.Constant(I64, width - 1))
    with b.if_then(b.icmp_unsigned("!=", low, ll.Constant(I64, 0)), likely=False):
        fault(b, context, Fault.MISALIGNED, site, address, lane)
        b.ret_void()


def count(b: ll.IRBuilder, context: LLValue, site: LLValue, amounts: dict[Site, LLValue]) -> None:
    """Add to the counters of a memory instruction."""
    sites = context_pointer(b, context, Context.SITES)
    row = build.slot(b, sites, b.mul(site, ll.Constant(I64, SITE_SLOTS)))
    for place, amount in amounts.items():
        build.add_to_slot(b, row, int(place), amount)


def mark_sectors(b: ll.IRBuilder, bitmap: LLValue, offset: LLValue, bits: LLValue) -> None:
    """Note touched sectors, if they are noted; see `set_sectors`."""
    with b.if_then(b.icmp_unsigned("!=", bitmap, ll.Constant(I64, 0)), likely=True):
        set_sectors(b, bitmap, offset, bits)


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


def contiguous_sectors(b: ll.IRBuilder, address0: LLValue, mask: LLValue, width: int) -> LLValue:
    """Return the sectors of the lanes at `address0 + lane·width`, from the first active one on."""
    first, last = active_range(b, mask)
    low = b.add(address0, b.mul(b.zext(first, I64), ll.Constant(I64, width)))
    span = b.mul(b.zext(b.sub(last, first), I64), ll.Constant(I64, width))
    within = b.and_(low, ll.Constant(I64, 31))
    total = b.lshr(b.add(b.add(within, span), ll.Constant(I64, width + 31)), ll.Constant(I64, 5))
    run = b.lshr(ll.Constant(I64, (1 << 64) - 1), b.sub(ll.Constant(I64, 64), total))
    length = b.add(b.sub(last, first), ll.Constant(I32, 1))
    whole = b.icmp_unsigned("==", build.popcount(b, mask), length)
    start = b.block
    with b.if_then(b.not_(whole), likely=False):
        base = b.and_(address0, ll.Constant(I64, 31))
        places = b.add(build.splat(b, base), build.iota(I64, width))
        index = b.lshr(places, build.constant(ADDRESSES, 5))
        ones = b.shl(build.constant(ADDRESSES, 1), index)
        zero = build.constant(ADDRESSES, 0)
        all_bits = build.reduce(b, "or", b.select(build.to_mask(b, mask), ones, zero))
        gaps = b.lshr(all_bits, build.first_set(b, all_bits))
        gap_block = b.block
    bits = b.phi(I64)
    bits.add_incoming(run, start)
    bits.add_incoming(gaps, gap_block)
    return bits


def active_range(b: ll.IRBuilder, mask: LLValue) -> tuple[LLValue, LLValue]:
    """Return the first and the last active lane of a mask that is not empty."""
    first = build.first_set(b, mask)
    last = b.sub(ll.Constant(I32, 31), build.leading_zeros(b, mask))
    return first, last


def make_distinct(module: ll.Module, name: str) -> LLValue:
    """Build `i64 distinct(values, mask)`: how many different values the active lanes have."""
    function, b = begin(module, name, I64, [ADDRESSES, I32])
    values, mask = function.args
    previous = build.shuffle(b, values, None, [0, *range(LANES - 1)])
    rises = build.to_bits(b, b.icmp_unsigned("!=", values, previous))
    falls = build.to_bits(b, b.icmp_unsigned("<", values, previous))
    full = b.icmp_unsigned("==", mask, ll.Constant(I32, 0xFFFFFFFF))
    sorted_ = b.icmp_unsigned("==", falls, ll.Constant(I32, 0))
    with b.if_then(b.and_(full, sorted_)):
        b.ret(b.add(b.zext(build.popcount(b, rises), I64), ll.Constant(I64, 1)))
    start = b.block
    head = b.append_basic_block("head")
    body = b.append_basic_block("body")
    done = b.append_basic_block("done")
    b.branch(head)
    b.position_at_end(head)
    remaining, total = b.phi(I32), b.phi(I64)
    b.cbranch(b.icmp_unsigned("!=", remaining, ll.Constant(I32, 0)), body, done)
    b.position_at_end(body)
    leader = b.extract_element(values, build.first_set(b, remaining))
    same = build.to_bits(b, b.icmp_unsigned("==", values, build.splat(b, leader)))
    remaining.add_incoming(mask, start)
    remaining.add_incoming(b.and_(remaining, b.not_(same)), body)
    total.add_incoming(ll.Constant(I64, 0), start)
    total.add_incoming(b.add(total, ll.Constant(I64, 1)), body)
    b.branch(head)
    b.position_at_end(done)
    b.ret(total)
    function.attributes.add("noinline")
    return function


def distinct(b: ll.IRBuilder, values: LLValue, mask: LLValue) -> LLValue:
    """Call `make_distinct`'s function."""
    return b.call(get(b.module, "ks.distinct", make_distinct), [values, mask])


def make_places(module: ll.Module, name: str, width: int) -> LLValue:
    """Build `i1 places(context, site, addresses, mask, device*, host*)`; false after a fault.

    Each lane's checked device and host address, both <32 x i64>.
    """
    function, b = begin(module, name, I1, [PTR, I64, ADDRESSES, I32, PTR, PTR])
    context, _, addresses, mask, device_out, host_out = function.args
    lanes = build.to_mask(b, mask)
    off = b.not_(lanes)
    first = b.extract_element(addresses, build.first_set(b, mask))
    fast, slow = b.append_basic_block("fast"), b.append_basic_block("slow")
    look = b.append_basic_block("look")
    b.cbranch(in_table(b, first), look, slow)
    b.position_at_end(look)
    entry = entry_of(b, context, first)
    limit = build.load_slot(b, entry, int(Allocation.SIZE))
    base = b.sub(first, offset_of(b, first))
    # Unsigned offsets from the allocation's begin: those of other allocations come out too large.
    offsets = b.sub(addresses, build.splat(b, base))
    room = b.sub(limit, ll.Constant(I64, width))
    fits = b.icmp_unsigned("<=", offsets, build.splat(b, room))
    low = b.and_(addresses, build.constant(ADDRESSES, width - 1))
    aligned = b.icmp_unsigned("==", low, build.constant(ADDRESSES, 0))
    good = build.to_bits(b, b.or_(off, b.and_(fits, aligned)))
    enough = b.icmp_unsigned(">=", limit, ll.Constant(I64, width))
    b.cbranch(b.and_(enough, b.icmp_unsigned("==", good, ll.Constant(I32, 0xFFFFFFFF))), fast, slow)
    b.position_at_end(fast)
    delta = build.load_slot(b, entry, int(Allocation.DELTA))
    b.store(addresses, device_out, align=64)
    b.store(b.add(addresses, build.splat(b, delta)), host_out, align=64)
    b.ret(ll.Constant(I1, 1))
    b.position_at_end(slow)
    scratch = build.stack_bytes(b, 8 * LANES)
    b.store(addresses, scratch)
    _places_one_by_one(b, function.args, scratch, width)
    b.ret(ll.Constant(I1, 1))
    function.attributes.add("noinline")
    return function


def _places_one_by_one(b: ll.IRBuilder, args: LLValue, scratch: LLValue, width: int) -> None:
    context, site, _, mask, device_out, host_out = args
    with build.lanes_of(b, mask) as lane:
        place = b.zext(lane, I64)
        address = build.load_slot(b, scratch, place)
        low = b.and_(address, ll.Constant(I64, width - 1))
        with b.if_then(b.icmp_unsigned("!=", low, ll.Constant(I64, 0))):
            fault(b, context, Fault.MISALIGNED, site, address, lane)
            b.ret(ll.Constant(I1, 0))
        device = translate(b, context, site, address, ll.Constant(I64, width), lane)
        with b.if_then(b.icmp_unsigned("==", device, ll.Constant(I64, 0))):
            b.ret(ll.Constant(I1, 0))
        delta = build.load_slot(b, entry_of(b, context, device), int(Allocation.DELTA))
        b.store(device, build.slot(b, device_out, place))
        b.store(b.add(device, delta), build.slot(b, host_out, place))


def places(
    b: ll.IRBuilder, context: LLValue, site: LLValue, addresses: LLValue, mask: LLValue, width: int
) -> tuple[LLValue, LLValue]:
    """Return checked (device, host) addresses of the lanes; a fault returns from the void
    function.
    """
    device_out, host_out = (build.stack_bytes(b, 8 * LANES) for _ in range(2))
    function = get(b.module, f"ks.places{width}", make_places, width)
    good = b.call(function, [context, site, addresses, mask, device_out, host_out])
    with b.if_then(b.not_(good), likely=False):
        b.ret_void()
    device = b.load(device_out, typ=ADDRESSES, align=64)
    return device, b.load(host_out, typ=ADDRESSES, align=64)


def mark_each(
    b: ll.IRBuilder, context: LLValue, device: LLValue, mask: LLValue, bitmap_slot: Allocation
) -> None:
    """Note the sector of each active lane; lanes may be in different allocations."""
    scratch = build.stack_bytes(b, 8 * LANES)
    b.store(device, scratch)
    with build.lanes_of(b, mask, "mark") as lane:
        address = build.load_slot(b, scratch, b.zext(lane, I64))
        bitmap = build.load_slot(b, entry_of(b, context, address), int(bitmap_slot))
        with b.if_then(b.icmp_unsigned("!=", bitmap, ll.Constant(I64, 0)), likely=True):
            offset = offset_of(b, address)
            set_bit(b, bitmap, b.lshr(offset, ll.Constant(I64, SECTOR_BITS)))


def set_bit(b: ll.IRBuilder, bitmap: LLValue, number: LLValue) -> None:
    """Set the bit of a number.

    Lanes often come to a sector that is known: then nothing is stored, and the next lane, whose bit
    is mostly in the same word, need not wait for a store.
    """
    word = build.slot(b, build.to_pointer(b, bitmap), b.lshr(number, ll.Constant(I64, 6)))
    bit = b.shl(ll.Constant(I64, 1), b.and_(number, ll.Constant(I64, 63)))
    known = b.load(word, typ=I64)
    with b.if_then(b.icmp_unsigned("==", b.and_(known, bit), ll.Constant(I64, 0))):
        b.store(b.or_(known, bit), word)


def pointers(b: ll.IRBuilder, host: LLValue, offset: int) -> LLValue:
    """Return host addresses plus a byte offset as <32 x ptr>."""
    if offset:
        host = b.add(host, build.constant(ADDRESSES, offset))
    return b.inttoptr(host, build.vector(PTR))


def same_value(b: ll.IRBuilder, values: LLValue, lanes: LLValue) -> LLValue:
    """Return the lanes of a set that have the value of its first lane."""
    leader = b.extract_element(values, build.first_set(b, lanes))
    equal = build.to_bits(b, b.icmp_unsigned("==", values, build.splat(b, leader)))
    return b.and_(equal, lanes)
