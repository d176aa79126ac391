"""Compiled loads and stores of shared and local memory, with wavefronts and bank conflicts.

Shared memory has 32 banks of 4 bytes. The rules, found on an H200 (units are aligned pieces of the
access's width; "rounds" is the most distinct units that share a bank):

- loads and stores of up to 4 bytes: wavefronts = rounds; conflicts = wavefronts − 1.
- 8-byte loads: 1 if the whole warp needs one round, else the rounds of the two half-warps, added;
  conflicts = wavefronts − ⌈distinct words / 32⌉.
- 16-byte loads: for each half-warp 1 if it needs one round, else the rounds of its two
  quarter-warps; conflicts = wavefronts − Σ over half-warps of ⌈distinct words / 32⌉.
- 8-byte stores by half-warps, 16-byte stores by quarter-warps, always apart;
  conflicts = wavefronts − the number of parts that are not empty.
"""

from __future__ import annotations

from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    begin,
    check_alignment,
    context_pointer,
    count,
    fault,
    get,
)
from kernelscope.vgpu.jit.build import I8, I32, I64, PTR
from kernelscope.vgpu.layout import LANES, Context, Site
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
UNITS = build.vector(I32)
BANK_BYTES = 4


def make_rounds(module: ll.Module, name: str, banks: int) -> LLValue:
    """Build `i64 rounds(units, mask)`: the most distinct units of the active lanes that share one
    of `banks` banks in the low half, and how many distinct units there are in the high half.
    """
    function, b = begin(module, name, I64, [UNITS, I32])
    units, mask = function.args
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret(ll.Constant(I64, 0))
    lanes = build.to_mask(b, mask)
    leader = build.splat(b, b.extract_element(units, build.first_set(b, mask)))
    same = b.or_(b.icmp_unsigned("==", units, leader), b.not_(lanes))
    with b.if_then(b.icmp_unsigned("==", build.to_bits(b, same), ll.Constant(I32, 0xFFFFFFFF))):
        b.ret(ll.Constant(I64, (1 << 32) | 1))
    bank = b.and_(units, build.constant(UNITS, banks - 1))
    bits = b.select(lanes, b.shl(build.constant(UNITS, 1), bank), build.constant(UNITS, 0))
    used = build.popcount(b, build.reduce(b, "or", bits))
    active = build.popcount(b, mask)
    with b.if_then(b.icmp_unsigned("==", used, active)):
        # As many banks as lanes: all distinct, one round.
        high = b.shl(b.zext(active, I64), ll.Constant(I64, 32))
        b.ret(b.or_(high, ll.Constant(I64, 1)))
    b.ret(_count_rounds(b, units, mask, banks))
    function.attributes.add("noinline")
    return function


def _count_rounds(b: ll.IRBuilder, units: LLValue, mask: LLValue, banks: int) -> LLValue:
    table = build.stack_bytes(b, LANES)
    for bank in range(0, LANES, 8):
        b.store(ll.Constant(I64, 0), build.slot(b, table, bank // 8), align=1)
    start = b.block
    head, body, done = (b.append_basic_block(n) for n in ("head", "body", "done"))
    b.branch(head)
    b.position_at_end(head)
    remaining, most, total = b.phi(I32), b.phi(I32), b.phi(I32)
    b.cbranch(b.icmp_unsigned("!=", remaining, ll.Constant(I32, 0)), body, done)
    b.position_at_end(body)
    leader = b.extract_element(units, build.first_set(b, remaining))
    same = build.to_bits(b, b.icmp_unsigned("==", units, build.splat(b, leader)))
    bank = b.zext(b.and_(leader, ll.Constant(I32, banks - 1)), I64)
    place = b.gep(table, [bank], source_etype=I8)
    now = b.add(b.load(place, typ=I8), ll.Constant(I8, 1))
    b.store(now, place)
    remaining.add_incoming(mask, start)
    remaining.add_incoming(b.and_(remaining, b.not_(same)), body)
    most.add_incoming(ll.Constant(I32, 0), start)
    most.add_incoming(build.binary(b, "umax", most, b.zext(now, I32)), body)
    total.add_incoming(ll.Constant(I32, 0), start)
    total.add_incoming(b.add(total, ll.Constant(I32, 1)), body)
    b.branch(head)
    b.position_at_end(done)
    return b.or_(b.zext(most, I64), b.shl(b.zext(total, I64), ll.Constant(I64, 32)))


def rounds(b: ll.IRBuilder, units: LLValue, mask: LLValue, banks: int) -> tuple[LLValue, LLValue]:
    """Return (rounds, distinct units) as i64."""
    function = get(b.module, f"ks.rounds{banks}", make_rounds, banks)
    packed = b.call(function, [units, mask])
    return b.and_(packed, ll.Constant(I64, 0xFFFFFFFF)), b.lshr(packed, ll.Constant(I64, 32))


_HALVES = (0x0000FFFF, 0xFFFF0000)
_QUARTERS = (0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000)


def wavefronts(
    b: ll.IRBuilder, addresses: LLValue, mask: LLValue, width: int, store: bool
) -> tuple[LLValue, LLValue]:
    """Return (wavefronts, conflicts) of one access at byte addresses (<32 x i32>), as i64."""
    unit_bytes = max(width, 4)
    units = b.lshr(addresses, build.constant(UNITS, unit_bytes.bit_length() - 1))
    if unit_bytes == 4:
        total, _ = rounds(b, units, mask, 32)
        return total, b.sub(total, ll.Constant(I64, 1))
    banks = 128 // unit_bytes
    if store:
        return _parts(b, units, mask, banks, _HALVES if unit_bytes == 8 else _QUARTERS)
    if unit_bytes == 8:
        return _load_group(b, units, (mask, banks, 2), _HALVES)
    total = lost = ll.Constant(I64, 0)
    for half, quarters in zip(_HALVES, (_QUARTERS[:2], _QUARTERS[2:]), strict=True):
        part = b.and_(mask, ll.Constant(I32, half))
        waves, conflicts = _load_group(b, units, (part, banks, 4), quarters)
        total, lost = b.add(total, waves), b.add(lost, conflicts)
    return total, lost


def _load_group(
    b: ll.IRBuilder, units: LLValue, group: tuple[LLValue, int, int], halves: tuple[int, ...]
) -> tuple[LLValue, LLValue]:
    """Return one round if the group fits, else its two halves separately."""
    mask, banks, words = group
    together, unique = rounds(b, units, mask, banks)
    apart = ll.Constant(I64, 0)
    for half in halves:
        apart = b.add(apart, rounds(b, units, b.and_(mask, ll.Constant(I32, half)), banks)[0])
    fits = b.icmp_unsigned("<=", together, ll.Constant(I64, 1))
    waves = b.select(fits, together, apart)
    needed = b.lshr(
        b.add(b.mul(unique, ll.Constant(I64, words)), ll.Constant(I64, 31)), ll.Constant(I64, 5)
    )
    return waves, b.sub(waves, needed)


def _parts(
    b: ll.IRBuilder, units: LLValue, mask: LLValue, banks: int, parts: tuple[int, ...]
) -> tuple[LLValue, LLValue]:
    total = used = ll.Constant(I64, 0)
    for part in parts:
        lanes = b.and_(mask, ll.Constant(I32, part))
        total = b.add(total, rounds(b, units, lanes, banks)[0])
        some = b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0))
        used = b.add(used, b.zext(some, I64))
    return total, b.sub(total, used)


def check_shared(
    b: ll.IRBuilder, context: LLValue, site: LLValue, addresses: LLValue, mask: LLValue, width: int
) -> None:
    """Fault and return (from a void function) where a lane is outside the block's shared memory,
    or misaligned. addresses: <32 x i64>.
    """
    limit = build.load_slot(b, context, int(Context.SHARED_BYTES))
    inside = _fits(b, addresses, width, build.splat(b, limit))
    _check(b, (context, site, addresses, mask), inside, Fault.SHARED_OUT_OF_BOUNDS)
    _check_alignment(b, (context, site, addresses, mask), width)


def _check_alignment(
    b: ll.IRBuilder, access: tuple[LLValue, LLValue, LLValue, LLValue], width: int
) -> None:
    """Fault and return if an address is not a multiple of the access's width; see `_check`."""
    if width > 1:
        low = b.and_(access[2], build.constant(ADDRESSES, width - 1))
        aligned = b.icmp_unsigned("==", low, build.constant(ADDRESSES, 0))
        _check(b, access, aligned, Fault.MISALIGNED)


def _fits(b: ll.IRBuilder, addresses: LLValue, width: int, limit: LLValue) -> LLValue:
    """Return whether `width` bytes at each address end within the limit; one below 0 does not."""
    ends = b.add(addresses, build.constant(ADDRESSES, width))
    starts_inside = b.icmp_unsigned("<", addresses, limit)
    return b.and_(starts_inside, b.icmp_unsigned("<=", ends, limit))


def _check(
    b: ll.IRBuilder, access: tuple[LLValue, LLValue, LLValue, LLValue], good: LLValue, kind: Fault
) -> None:
    context, site, addresses, mask = access
    bad = b.and_(mask, b.not_(build.to_bits(b, good)))
    with b.if_then(b.icmp_unsigned("!=", bad, ll.Constant(I32, 0)), likely=False):
        lane = build.first_set(b, bad)
        fault(b, context, kind, site, b.extract_element(addresses, lane), lane)
        b.ret_void()


def make_shared(module: ll.Module, name: str, bits: int, n: int, store: bool) -> LLValue:
    """Build `void shared(context, site, addresses, mask, data)`: data is n vectors of 32
    elements.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR])
    context, site, addresses, mask, data = function.args
    width = bits // 8 * n
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0)), likely=False):
        b.ret_void()
    if n == 1 and width <= BANK_BYTES:
        _one_lane(b, function.args, (bits, store))
    check_shared(b, context, site, addresses, mask, width)
    base = b.ptrtoint(context_pointer(b, context, Context.SHARED), I64)
    host = b.add(addresses, build.splat(b, base))
    move_lanes(b, host, mask, data, (bits, n, store))
    waves, conflicts = wavefronts(b, b.trunc(addresses, UNITS), mask, width, store)
    amounts = {
        Site.SHARED: ll.Constant(I64, 1),
        Site.WAVEFRONTS: waves,
        Site.CONFLICTS: conflicts,
        Site.LANES: b.zext(build.popcount(b, mask), I64),
    }
    count(b, context, site, amounts)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _one_lane(b: ll.IRBuilder, args: LLValue, kind: tuple[int, bool]) -> None:
    """Leave out the rest if only one lane takes part: a warp's first lane stores what it
    reduced.
    """
    context, site, addresses, mask, data = args
    alone = b.icmp_unsigned("==", build.popcount(b, mask), ll.Constant(I32, 1))
    with b.if_then(alone):
        lane = build.first_set(b, mask)
        before = b.mul(b.zext(lane, I64), ll.Constant(I64, kind[0] // 8))
        address0 = b.sub(b.extract_element(addresses, lane), before)
        b.call(shared_contiguous(b.module, *kind), [context, site, address0, mask, data])
        b.ret_void()


def make_shared_contiguous(module: ll.Module, name: str, bits: int, store: bool) -> LLValue:
    """Build `void contiguous(context, site, address of lane 0, mask, data)`: lanes side by side, of
    up to 4 bytes each: whichever take part, no two of their words share a bank.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address0, mask, data = function.args
    width = bits // 8
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0)), likely=False):
        b.ret_void()
    first = build.first_set(b, mask)
    low = b.add(address0, b.mul(b.zext(first, I64), ll.Constant(I64, width)))
    limit = build.load_slot(b, context, int(Context.SHARED_BYTES))
    room = b.lshr(build.binary(b, "usub.sat", limit, low), ll.Constant(I64, width // 2))
    room = build.binary(b, "umin", room, ll.Constant(I64, LANES))
    beyond = b.shl(b.trunc(b.shl(ll.Constant(I64, -1), room), I32), first)
    bad = b.and_(mask, beyond)
    with b.if_then(b.icmp_unsigned("!=", bad, ll.Constant(I32, 0)), likely=False):
        lane = build.first_set(b, bad)
        place = b.add(address0, b.mul(b.zext(lane, I64), ll.Constant(I64, width)))
        fault(b, context, Fault.SHARED_OUT_OF_BOUNDS, site, place, lane)
        b.ret_void()
    check_alignment(b, context, site, low, width, first)
    host = b.gep(context_pointer(b, context, Context.SHARED), [address0], source_etype=I8)
    small, align, lanes = (
        build.vector(ll.IntType(bits)),
        ll.Constant(I32, 1),
        build.to_mask(b, mask),
    )
    if store:
        # Of a softmax's time on a Zen 3, a twentieth went to masked stores of the 4 bytes that a
        # warp's first lane stores.
        few = b.icmp_unsigned("<=", build.popcount(b, mask), ll.Constant(I32, _FEW))
        with b.if_else(few) as (some, many):
            with some, build.lanes_of(b, mask, "each") as lane:
                index = [b.zext(lane, I64)]
                own = b.load(b.gep(data, index, source_etype=small.element), typ=small.element)
                b.store(own, b.gep(host, index, source_etype=small.element), align=1)
            with many:
                args = [b.load(data, typ=small, align=1), host, align, lanes]
                build.intrinsic(b, "masked.store", VOID, args, [small, PTR])
    else:
        args = [host, align, lanes, build.constant(small, 0)]
        b.store(build.intrinsic(b, "masked.load", small, args, [small, PTR]), data, align=1)
    one = ll.Constant(I64, 1)
    taking_part = b.zext(build.popcount(b, mask), I64)
    amounts = {Site.SHARED: one, Site.WAVEFRONTS: one, Site.LANES: taking_part}
    count(b, context, site, amounts)
    b.ret_void()
    function.attributes.add("noinline")
    return function


_FEW = 4


def move_lanes(
    b: ll.IRBuilder, host: LLValue, mask: LLValue, data: LLValue, kind: tuple[int, int, bool]
) -> None:
    """Move n elements a lane between `data` and host addresses.

    Where several lanes store to one place the last wins. A few lanes are moved one by one: a gather
    or scatter of 32 costs the same however few take part.
    """
    few = b.icmp_unsigned("<=", build.popcount(b, mask), ll.Constant(I32, _FEW))
    with b.if_else(few) as (some, many):
        with some:
            _move_each(b, host, mask, data, kind)
        with many:
            _move_all(b, host, mask, data, kind)


def _move_each(
    b: ll.IRBuilder, host: LLValue, mask: LLValue, data: LLValue, kind: tuple[int, int, bool]
) -> None:
    bits, n, store = kind
    element = ll.IntType(bits)
    table = build.stack_bytes(b, 8 * LANES)
    b.store(host, table, align=64)
    with build.lanes_of(b, mask, "each") as lane:
        index = b.zext(lane, I64)
        memory = build.to_pointer(b, build.load_slot(b, table, index))
        for k in range(n):
            place = b.gep(memory, [ll.Constant(I64, k)], source_etype=element)
            own = b.add(index, ll.Constant(I64, k * LANES))
            mine = b.gep(data, [own], source_etype=element)
            source, target = (mine, place) if store else (place, mine)
            b.store(b.load(source, typ=element, align=1), target, align=1)


def _move_all(
    b: ll.IRBuilder, host: LLValue, mask: LLValue, data: LLValue, kind: tuple[int, int, bool]
) -> None:
    bits, n, store = kind
    small = build.vector(ll.IntType(bits))
    lanes = build.to_mask(b, mask)
    align = ll.Constant(I32, 1)
    for k in range(n):
        place = b.gep(data, [ll.Constant(I64, k)], source_etype=small)
        step = build.constant(ADDRESSES, k * bits // 8)
        where = b.inttoptr(b.add(host, step), build.vector(PTR))
        kinds = [small, build.vector(PTR)]
        if store:
            value = b.load(place, typ=small, align=1)
            build.intrinsic(b, "masked.scatter", VOID, [value, where, align, lanes], kinds)
        else:
            args = [where, align, lanes, build.constant(small, 0)]
            b.store(build.intrinsic(b, "masked.gather", small, args, kinds), place, align=1)


def make_shared_uniform(module: ll.Module, name: str, bits: int, n: int) -> LLValue:
    """Build `void load(context, site, address, mask, data)`: all lanes read one address (a
    broadcast).
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address, mask, data = function.args
    width = bits // 8 * n
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0)), likely=False):
        b.ret_void()
    lane = build.first_set(b, mask)
    limit = build.load_slot(b, context, int(Context.SHARED_BYTES))
    end = b.add(address, ll.Constant(I64, width))
    with b.if_then(b.icmp_unsigned(">", end, limit), likely=False):
        fault(b, context, Fault.SHARED_OUT_OF_BOUNDS, site, address, lane)
        b.ret_void()
    low = b.and_(address, ll.Constant(I64, width - 1))
    with b.if_then(b.icmp_unsigned("!=", low, ll.Constant(I64, 0)), likely=False):
        fault(b, context, Fault.MISALIGNED, site, address, lane)
        b.ret_void()
    element_type = ll.IntType(bits)
    host = b.gep(context_pointer(b, context, Context.SHARED), [address], source_etype=I8)
    for k in range(n):
        place = b.gep(host, [ll.Constant(I64, k)], source_etype=element_type)
        target = b.gep(data, [ll.Constant(I64, k)], source_etype=element_type)
        b.store(b.load(place, typ=element_type, align=1), target)
    # One address fits one round, also 16-byte loads where only one half-warp is active; two halves
    # of a 16-byte load are two wavefronts.
    waves: LLValue = ll.Constant(I64, 1)
    conflicts: LLValue = ll.Constant(I64, 0)
    if width >= 16:
        halves = [
            b.icmp_unsigned("!=", b.and_(mask, ll.Constant(I32, h)), ll.Constant(I32, 0))
            for h in _HALVES
        ]
        waves = b.add(b.zext(halves[0], I64), b.zext(halves[1], I64))
    lanes = b.zext(build.popcount(b, mask), I64)
    amounts = {Site.SHARED: ll.Constant(I64, 1), Site.WAVEFRONTS: waves, Site.CONFLICTS: conflicts}
    count(b, context, site, {**amounts, Site.LANES: lanes})
    b.ret_void()
    return function


def make_local(module: ll.Module, name: str, bits: int, n: int, store: bool, size: int) -> LLValue:
    """Build `void local(context, site, addresses, mask, data, memory)`: a lane in its own `size`
    bytes.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR, PTR])
    context, site, addresses, mask, data, memory = function.args
    width = bits // 8 * n
    inside = _fits(b, addresses, width, build.constant(ADDRESSES, size))
    _check(b, (context, site, addresses, mask), inside, Fault.LOCAL_OUT_OF_BOUNDS)
    _check_alignment(b, (context, site, addresses, mask), width)
    base = b.ptrtoint(memory, I64)
    own = b.add(build.iota(I64, size), build.splat(b, base))
    move_lanes(b, b.add(addresses, own), mask, data, (bits, n, store))
    some = b.zext(b.icmp_unsigned("!=", mask, ll.Constant(I32, 0)), I64)
    count(b, context, site, {Site.LOCAL: some, Site.LANES: b.zext(build.popcount(b, mask), I64)})
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _name(space: str, bits: int, n: int, store: bool) -> str:
    return f"ks.{space}.{'st' if store else 'ld'}.{bits}x{n}"


def shared(module: ll.Module, bits: int, n: int, store: bool) -> LLValue:
    """Return the function for shared memory; see `make_shared`."""
    return get(module, _name("shared", bits, n, store), make_shared, bits, n, store)


def shared_contiguous(module: ll.Module, bits: int, store: bool) -> LLValue:
    """Return the function for lanes side by side; see `make_shared_contiguous`."""
    name = _name("shared.contiguous", bits, 1, store)
    return get(module, name, make_shared_contiguous, bits, store)


def shared_uniform(module: ll.Module, bits: int, n: int) -> LLValue:
    """Return the function for a broadcast; see `make_shared_uniform`."""
    return get(module, f"ks.shared.ld.uniform.{bits}x{n}", make_shared_uniform, bits, n)


def local(module: ll.Module, bits: int, n: int, store: bool, size: int) -> LLValue:
    """Return the function for local memory; see `make_local`."""
    return get(module, _name("local", bits, n, store), make_local, bits, n, store, size)
