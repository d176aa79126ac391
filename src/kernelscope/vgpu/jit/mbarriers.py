"""Compiled barriers in shared memory; `instructions/mbarrier.py` says what their bits are."""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.vgpu.jit import build, cluster, watch_barriers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, context_pointer
from kernelscope.vgpu.jit.build import I8, I32, I64, PTR
from kernelscope.vgpu.jit.shared_memory import check_shared
from kernelscope.vgpu.layout import LANES, Context, Frame
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
Deliver = Callable[[ll.IRBuilder, LLValue, LLValue], None]
_COUNT = (1 << 20) - 1
_BYTES = (1 << 22) - 1


def _number(value: int) -> LLValue:
    return ll.Constant(I64, value)


def _table(b: ll.IRBuilder, values: LLValue) -> LLValue:
    """Return 32 numbers on the stack."""
    place = build.stack_bytes(b, 8 * LANES)
    b.store(values, place, align=64)
    return place


def hosts(b: ll.IRBuilder, access: cluster.Lanes, in_cluster: bool) -> LLValue:
    """Return the lanes' host addresses on the stack, checked; a fault returns from the function."""
    if in_cluster:
        return _table(b, cluster.hosts(b, access, 8))
    check_shared(b, access.context, access.site, access.addresses, access.mask, 8)
    base = b.ptrtoint(context_pointer(b, access.context, Context.SHARED), I64)
    return _table(b, b.add(access.addresses, build.splat(b, base)))


def make_set(module: ll.Module, name: str, in_cluster: bool, checked: bool) -> LLValue:
    """Build `void set(context, site, addresses, mask, words)`: 64 bits into shared memory.

    checked: whether to tell of it (`watch_barriers`); so for the functions below.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, ADDRESSES])
    context, site, where, mask, words = function.args
    places = hosts(b, cluster.Lanes(context, site, where, mask), in_cluster)
    values = _table(b, words)
    with build.lanes_of(b, mask, "set") as lane:
        place = b.zext(lane, I64)
        word, host = build.load_slot(b, values, place), build.load_slot(b, places, place)
        if checked:
            watch_barriers.changes_state(b, (context, site, lane, host), word)
        b.store(word, build.to_pointer(b, host))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_over(
    module: ll.Module, name: str, in_cluster: bool, checked: bool, deliver: Deliver | None
) -> LLValue:
    """Build `void over(context, site, addresses, mask, phases, lanes*)`: the lanes whose barrier is
    past a phase, as an i32; all of them where an address is at fault.

    Before a lane has to wait, `deliver` completes the bulk copies that its barrier waits for.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, ADDRESSES, PTR])
    context, site, where, mask, phases, over_lanes = function.args
    b.store(mask, over_lanes)
    places = hosts(b, cluster.Lanes(context, site, where, mask), in_cluster)
    b.store(ll.Constant(I32, 0), over_lanes)
    values = _table(b, phases)
    with build.lanes_of(b, mask, "over") as lane:
        place = b.zext(lane, I64)
        host, phase = build.load_slot(b, places, place), build.load_slot(b, values, place)
        if checked:
            word = b.load(build.to_pointer(b, host), typ=I64)
            watch_barriers.is_used(b, (context, site, lane, host), word)
        if deliver is not None:
            with b.if_then(b.not_(_is_past(b, host, phase))):
                deliver(b, context, host)
        past = _is_past(b, host, phase)
        with b.if_then(b.not_(past)):
            address = b.extract_element(where, lane)
            polled = b.add(address, ll.Constant(address.type, 1))
            b.store(polled, build.slot(b, _frame(b, context), int(Frame.POLLED)))
        bit = b.shl(b.zext(past, I32), lane)
        b.store(b.or_(b.load(over_lanes, typ=I32), bit), over_lanes)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _frame(b: ll.IRBuilder, context: LLValue) -> LLValue:
    """Return a pointer to the frame of the warp that runs."""
    warp = build.load_slot(b, context, int(Context.WARP))
    offset = b.mul(warp, build.load_slot(b, context, int(Context.FRAME_BYTES)))
    return b.gep(context_pointer(b, context, Context.FRAMES), [offset], source_etype=I8)


def _is_past(b: ll.IRBuilder, host: LLValue, phase: LLValue) -> LLValue:
    """Return whether the barrier at a host address is in another phase."""
    word = b.load(build.to_pointer(b, host), typ=I64)
    return b.icmp_unsigned("!=", b.lshr(word, _number(63)), phase)


def make_change(module: ll.Module, name: str, in_cluster: bool, checked: bool) -> LLValue:
    """Build `void change(context, site, addresses, mask, arrivals, leaving, bytes, old words*)`."""
    kinds = [PTR, I64, ADDRESSES, I32, ADDRESSES, ADDRESSES, ADDRESSES, PTR]
    function, b = begin(module, name, VOID, kinds)
    context, site, where, mask, counts, leaving, waited, out = function.args
    places = hosts(b, cluster.Lanes(context, site, where, mask), in_cluster)
    tables = [_table(b, values) for values in (counts, leaving, waited)]
    b.store(_number(0), build.slot(b, context, int(Context.IDLE)))
    with build.lanes_of(b, mask, "change") as lane:
        place = b.zext(lane, I64)
        host = build.load_slot(b, places, place)
        pointer = build.to_pointer(b, host)
        word = b.load(pointer, typ=I64)
        b.store(word, build.slot(b, out, place))
        count, leaves, more = (build.load_slot(b, table, place) for table in tables)
        if checked:
            watch_barriers.arrives(b, (context, site, lane, host), word, count, more)
        b.store(changed(b, word, count, leaves, more), pointer)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def changed(
    b: ll.IRBuilder, word: LLValue, count: LLValue, leaves: LLValue, more: LLValue
) -> LLValue:
    """Return a barrier after `count` arrivals, of which `leaves` are the last, and with `more`
    bytes to wait for.
    """

    def field(low: int, mask: int, less: LLValue) -> LLValue:
        return b.and_(b.sub(b.lshr(word, _number(low)), less), _number(mask))

    expected, pending = field(0, _COUNT, leaves), field(20, _COUNT, count)
    waited = field(40, _BYTES, b.sub(_number(0), more))
    phase = b.lshr(word, _number(63))
    over = b.icmp_unsigned("==", b.or_(pending, waited), _number(0))
    pending = b.select(over, expected, pending)
    phase = b.xor(phase, b.zext(over, I64))
    upper = b.or_(b.shl(phase, _number(63)), b.shl(waited, _number(40)))
    return b.or_(upper, b.or_(b.shl(pending, _number(20)), expected))
