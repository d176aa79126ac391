"""Compiled atomics: lane after lane, and what they count.

Rules, found on an H200: a global atomic has one request and, for each sector touched, as many
sectors as the largest number of lanes on one address in it. A shared atomic has as many wavefronts
as the fullest bank has lanes (twice that for cas), and one less than that many conflicts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kernelscope.vgpu.jit import build, cluster, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    begin,
    context_pointer,
    count,
    get,
    mark_each,
    places,
    same_value,
)
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.shared_memory import check_shared
from kernelscope.vgpu.layout import LANES, Allocation, Context, Site
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
Update = Callable[[ll.IRBuilder, LLValue, LLValue, LLValue], LLValue]


@dataclass(frozen=True, slots=True)
class Atomic:
    """One kind of atomic.

    Attributes:
        name: unique for this operation and type.
        bits: width of the value.
        locked: LLVM's atomicrmw operation where there is one, else "" (then blocks run in order).
        update: (builder, old, a, b) → new, all integers of that width.
        is_cas: compare-and-swap, which takes two passes in shared memory.
        count: elements of a lane's vector, each updated by itself.
        in_shared: the update in shared memory if that differs.
    """

    name: str
    bits: int
    locked: str
    update: Update
    is_cas: bool = False
    count: int = 1
    in_shared: Update | None = None

    @property
    def width(self) -> int:
        """Bytes of a lane's access."""
        return self.bits // 8 * self.count


def _each_lane(
    b: ll.IRBuilder,
    host: LLValue,
    mask: LLValue,
    data: tuple[LLValue, LLValue, LLValue],
    kind: Atomic,
) -> None:
    """Apply the atomic in lane order; old values go to the third buffer.

    The buffers hold 32 values of the first element, then 32 of the second, and so on.
    """
    element = ll.IntType(kind.bits)
    table = build.stack_bytes(b, 8 * LANES)
    b.store(host, table)
    first, second, out = data
    with build.lanes_of(b, mask, "atomic") as lane:
        place = b.zext(lane, I64)
        start = build.to_pointer(b, build.load_slot(b, table, place))
        for k in range(kind.count):
            pointer = b.gep(start, [ll.Constant(I64, k)], source_etype=element) if k else start
            own = b.add(place, ll.Constant(I64, k * LANES)) if k else place
            a = b.load(b.gep(first, [own], source_etype=element), typ=element)
            if kind.locked:
                old = b.atomic_rmw(kind.locked, pointer, a, "monotonic")
            else:
                c = b.load(b.gep(second, [own], source_etype=element), typ=element)
                old = b.load(pointer, typ=element, align=1)
                b.store(kind.update(b, old, a, c), pointer, align=1)
            b.store(old, b.gep(out, [own], source_etype=element))


def make_global(module: ll.Module, name: str, kind: Atomic) -> LLValue:
    """Build `void atomic(context, site, addresses, mask, a, b, old)`."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR, PTR, PTR])
    context, site, addresses, mask, first, second, out = function.args
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret_void()
    device, host = places(b, context, site, addresses, mask, kind.width)
    _each_lane(b, host, mask, (first, second, out), kind)
    mark_each(b, context, device, mask, Allocation.READ_BITS)
    mark_each(b, context, device, mask, Allocation.WRITE_BITS)
    lanes = b.zext(build.popcount(b, mask), I64)
    sectors = helpers.call(b, "atomic_sectors", [device, mask])
    count(
        b,
        context,
        site,
        {Site.GLOBAL: ll.Constant(I64, 1), Site.SECTORS: sectors, Site.LANES: lanes},
    )
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_shared(module: ll.Module, name: str, kind: Atomic) -> LLValue:
    """Build `void atomic(context, site, addresses, mask, a, b, old)` on shared memory."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR, PTR, PTR])
    context, site, addresses, mask, first, second, out = function.args
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret_void()
    check_shared(b, context, site, addresses, mask, kind.bits // 8)
    base = b.ptrtoint(context_pointer(b, context, Context.SHARED), I64)
    host = b.add(addresses, build.splat(b, base))
    # No other worker sees this block's shared memory.
    own = Atomic(kind.name, kind.bits, "", kind.in_shared or kind.update, kind.is_cas)
    _each_lane(b, host, mask, (first, second, out), own)
    fullest = b.call(get(module, "ks.fullest_bank", make_fullest), [addresses, mask])
    waves = b.shl(fullest, ll.Constant(I64, 1)) if kind.is_cas else fullest
    amounts = {
        Site.SHARED: ll.Constant(I64, 1),
        Site.WAVEFRONTS: waves,
        Site.CONFLICTS: b.sub(fullest, ll.Constant(I64, 1)),
        Site.LANES: b.zext(build.popcount(b, mask), I64),
    }
    count(b, context, site, amounts)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_remote(module: ll.Module, name: str, kind: Atomic) -> LLValue:
    """Build `void atomic(context, site, addresses, mask, a, b, old)` on the shared memory of the
    cluster.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR, PTR, PTR])
    context, site, addresses, mask, first, second, out = function.args
    access = cluster.Lanes(context, site, addresses, mask)
    host = cluster.hosts(b, access, kind.bits // 8)
    # The blocks of a cluster run on one worker.
    own = replace(kind, locked="")
    _each_lane(b, host, mask, (first, second, out), own)
    cluster.count_remote(b, access, combines=True)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_fullest(module: ll.Module, name: str) -> LLValue:
    """Build `i64 fullest(addresses, mask)`: the most active lanes in one of the 32 banks."""
    function, b = begin(module, name, I64, [ADDRESSES, I32])
    addresses, mask = function.args
    words = b.lshr(addresses, build.constant(ADDRESSES, 2))
    banks = b.and_(words, build.constant(ADDRESSES, 31))
    remaining, most = b.alloca(I32), b.alloca(I32)
    b.store(mask, remaining)
    b.store(ll.Constant(I32, 0), most)
    look, each, done = (b.append_basic_block(n) for n in ("look", "each", "done"))
    b.branch(look)
    b.position_at_end(look)
    left = b.load(remaining, typ=I32)
    b.cbranch(b.icmp_unsigned("!=", left, ll.Constant(I32, 0)), each, done)
    b.position_at_end(each)
    together = same_value(b, banks, left)
    b.store(b.and_(left, b.not_(together)), remaining)
    size = build.popcount(b, together)
    b.store(build.binary(b, "umax", b.load(most, typ=I32), size), most)
    b.branch(look)
    b.position_at_end(done)
    b.ret(b.zext(b.load(most, typ=I32), I64))
    function.attributes.add("noinline")
    return function


def function_for(module: ll.Module, kind: Atomic, space: str) -> LLValue:
    """Return the compiled function of an atomic in a space: global, shared, or cluster for the
    shared memory of other blocks.
    """
    make = {"shared": make_shared, "cluster": make_remote}.get(space, make_global)
    return get(module, f"ks.atomic.{space}.{kind.name}", make, kind)
