"""Compiled barriers in shared memory; `instructions/mbarrier.py` says what their bits are."""

from __future__ import annotations

from llvmlite import ir as ll

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, context_pointer
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.shared_memory import check_shared
from kernelscope.vgpu.layout import LANES, Context
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
_COUNT = (1 << 20) - 1
_BYTES = (1 << 22) - 1


def _number(value: int) -> LLValue:
    return ll.Constant(I64, value)


def _table(b: ll.IRBuilder, values: LLValue) -> LLValue:
    """Return 32 numbers on the stack."""
    place = build.stack_bytes(b, 8 * LANES)
    b.store(values, place, align=64)
    return place


def _hosts(b: ll.IRBuilder, context: LLValue, where: LLValue) -> LLValue:
    base = b.ptrtoint(context_pointer(b, context, Context.SHARED), I64)
    return _table(b, b.add(where, build.splat(b, base)))


def make_set(module: ll.Module, name: str) -> LLValue:
    """Build `void set(context, site, addresses, mask, words)`: 64 bits into shared memory."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, ADDRESSES])
    context, site, where, mask, words = function.args
    check_shared(b, context, site, where, mask, 8)
    hosts, values = _hosts(b, context, where), _table(b, words)
    with build.lanes_of(b, mask, "set") as lane:
        place = b.zext(lane, I64)
        b.store(
            build.load_slot(b, values, place), build.to_pointer(b, build.load_slot(b, hosts, place))
        )
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_over(module: ll.Module, name: str) -> LLValue:
    """Build `void over(context, site, addresses, mask, phases, lanes*)`: the lanes whose barrier is
    past a phase, as an i32; all of them where an address is at fault.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, ADDRESSES, PTR])
    context, site, where, mask, phases, over_lanes = function.args
    b.store(mask, over_lanes)
    check_shared(b, context, site, where, mask, 8)
    b.store(ll.Constant(I32, 0), over_lanes)
    hosts, values = _hosts(b, context, where), _table(b, phases)
    with build.lanes_of(b, mask, "over") as lane:
        place = b.zext(lane, I64)
        word = b.load(build.to_pointer(b, build.load_slot(b, hosts, place)), typ=I64)
        past = b.icmp_unsigned("!=", b.lshr(word, _number(63)), build.load_slot(b, values, place))
        bit = b.shl(b.zext(past, I32), lane)
        b.store(b.or_(b.load(over_lanes, typ=I32), bit), over_lanes)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_change(module: ll.Module, name: str) -> LLValue:
    """Build `void change(context, site, addresses, mask, arrivals, leaving, bytes, old words*)`."""
    kinds = [PTR, I64, ADDRESSES, I32, ADDRESSES, ADDRESSES, ADDRESSES, PTR]
    function, b = begin(module, name, VOID, kinds)
    context, site, where, mask, counts, leaving, waited, out = function.args
    check_shared(b, context, site, where, mask, 8)
    tables = [_table(b, values) for values in (counts, leaving, waited)]
    hosts = _hosts(b, context, where)
    b.store(_number(0), build.slot(b, context, int(Context.IDLE)))
    with build.lanes_of(b, mask, "change") as lane:
        place = b.zext(lane, I64)
        pointer = build.to_pointer(b, build.load_slot(b, hosts, place))
        word = b.load(pointer, typ=I64)
        b.store(word, build.slot(b, out, place))
        count, leaves, more = (build.load_slot(b, table, place) for table in tables)
        b.store(_changed(b, word, count, leaves, more), pointer)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _changed(
    b: ll.IRBuilder, word: LLValue, count: LLValue, leaves: LLValue, more: LLValue
) -> LLValue:
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
