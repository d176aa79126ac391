"""Compiled accesses of lanes at any addresses: one function for each memory and kind of move.

`c/memory.c` checks the addresses, finds them on the host and counts; here is what depends on types.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, pointers
from kernelscope.vgpu.jit.build import I1, I32, I64, PTR, VOID, number
from kernelscope.vgpu.jit.contiguous import Kind, contiguous
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

_FEW = 4
"""Lanes that are moved one by one: a gather or scatter costs the same however few take part."""
_HOST_ALIGN = 16
"""To which a host address is aligned, if the device address is aligned to as much or to more."""


@dataclass(frozen=True, slots=True)
class LaneAccess:
    """An access of the lanes of `mask` at `addresses` (<32 x i64>) by a memory instruction."""

    context: LLValue
    site: LLValue
    addresses: LLValue
    mask: LLValue

    def hosts(self, b: ll.IRBuilder, memory: str, width: int) -> tuple[LLValue, LLValue]:
        """Return the lanes' host addresses, and the addresses that are counted.

        A fault, which a misaligned address is too, returns from the void function.

        `memory`: global, shared, or cluster for the shared memory of its blocks. `width`: bytes of
        a lane.
        """
        head = [self.context, self.site, self.addresses, self.mask]
        hosts, devices = (build.stack_bytes(b, 8 * LANES) for _ in range(2))
        if memory == "global":
            good = helpers.call(b, "global_hosts", [*head, devices, hosts], width)
        else:
            in_cluster = ll.Constant(I1, int(memory == "cluster"))
            good = helpers.call(b, "shared_hosts", [*head, number(width), in_cluster, hosts])
        with b.if_then(b.not_(good), likely=False):
            b.ret_void()
        where = b.load(devices, typ=ADDRESSES, align=64) if memory == "global" else self.addresses
        return b.load(hosts, typ=ADDRESSES, align=64), where

    def count(self, b: ll.IRBuilder, name: str, where: LLValue, how: int) -> None:
        """Count the access, by a function of `c/memory.c` and its constant."""
        helpers.call(b, name, [self.context, self.site, where, self.mask], how)


def move_scattered(
    b: ll.IRBuilder,
    access: LaneAccess,
    memory: str,
    kind: Kind,
    data: LLValue,
    *,
    is_async: bool = False,
) -> None:
    """Move n elements a lane between a memory and `data`, n vectors of 32 elements.

    is_async: whether it is `st.async`, which counts like an atomic.
    """
    args = [access.context, access.site, access.addresses, access.mask, data]
    if memory == "shared":
        helpers.call(b, "shared_scattered", args, kind.shape)
    else:
        name = kind.name(f"{memory}{'.async' * is_async}")
        b.call(get(b.module, name, _make_move, memory, kind, is_async), args)


def _make_move(module: ll.Module, name: str, memory: str, kind: Kind, is_async: bool) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR])
    *parts, data = function.args
    access = LaneAccess(*parts)
    with b.if_then(b.icmp_unsigned("==", access.mask, ll.Constant(I32, 0)), likely=False):
        b.ret_void()
    if memory == "global" and not kind.at_once:
        _try_side_by_side(b, access, data, kind)
    hosts, where = access.hosts(b, memory, kind.width)
    _move(b, hosts, access.mask, data, kind)
    count, how = {
        "global": ("count_global", 2 if kind.store else 1),
        "cluster": ("count_remote", int(is_async)),
    }[memory]
    access.count(b, count, where, how)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _try_side_by_side(b: ll.IRBuilder, access: LaneAccess, data: LLValue, kind: Kind) -> None:
    """Return after the whole access if the lanes are side by side after all."""
    first = build.first_set(b, access.mask)
    start = b.extract_element(access.addresses, first)
    address0 = b.sub(start, b.mul(b.zext(first, I64), number(kind.width)))
    run = b.add(build.splat(b, address0), build.iota(I64, kind.width))
    same = b.icmp_unsigned("==", run, access.addresses)
    same = b.or_(same, b.not_(build.to_mask(b, access.mask)))
    all_same = b.icmp_unsigned("==", build.to_bits(b, same), ll.Constant(I32, 0xFFFFFFFF))
    with b.if_then(all_same):
        together = contiguous(b.module, kind)
        b.call(together, [access.context, access.site, address0, access.mask, data])
        b.ret_void()


def local_mover(module: ll.Module, kind: Kind, size: int) -> LLValue:
    """Return `void move(context, site, addresses, mask, data, memory)` for local memory, of which
    each lane has its own `size` bytes.
    """
    return get(module, kind.name("local"), _make_local, kind, size)


def _make_local(module: ll.Module, name: str, kind: Kind, size: int) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR, PTR])
    *access, data, memory = function.args
    hosts = build.stack_bytes(b, 8 * LANES)
    args = [*access, b.ptrtoint(memory, I64), number(size), hosts]
    good = helpers.call(b, "local_hosts", args, kind.width)
    with b.if_then(b.not_(good), likely=False):
        b.ret_void()
    _move(b, b.load(hosts, typ=ADDRESSES, align=64), access[3], data, kind)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _move(b: ll.IRBuilder, hosts: LLValue, mask: LLValue, data: LLValue, kind: Kind) -> None:
    """Move n elements a lane between `data` and host addresses.

    Where several lanes store to one place the last wins.
    """
    if kind.at_once:
        _move_each(b, hosts, mask, data, kind)
        return
    few = b.icmp_unsigned("<=", build.popcount(b, mask), ll.Constant(I32, _FEW))
    with b.if_else(few) as (some, many):
        with some:
            _move_each(b, hosts, mask, data, kind)
        with many:
            _move_all(b, hosts, mask, data, kind)


def _move_each(b: ll.IRBuilder, hosts: LLValue, mask: LLValue, data: LLValue, kind: Kind) -> None:
    element = ll.IntType(kind.bits)
    table = build.stack_bytes(b, 8 * LANES)
    b.store(hosts, table, align=64)
    with build.lanes_of(b, mask, "each") as lane:
        index = b.zext(lane, I64)
        memory = build.to_pointer(b, build.load_slot(b, table, index))
        mine = [
            b.gep(data, [b.add(index, number(k * LANES))], source_etype=element)
            for k in range(kind.n)
        ]
        if kind.at_once:
            _move_at_once(b, memory, mine, kind)
        else:
            for k, own in enumerate(mine):
                place = b.gep(memory, [number(k)], source_etype=element)
                source, target = (own, place) if kind.store else (place, own)
                b.store(b.load(source, typ=element, align=1), target, align=1)


def _move_at_once(b: ll.IRBuilder, memory: LLValue, mine: list[LLValue], kind: Kind) -> None:
    """Move a lane's elements between memory and their places by one instruction.

    LLVM may split a load or store of a vector, and splits one of 128 bits; a volatile one of words
    that a register holds it leaves whole.
    """
    element = ll.IntType(kind.bits)
    elements = build.vector(element, kind.n)
    words = kind.width // 8
    whole = build.vector(I64, words) if words > 1 else ll.IntType(8 * kind.width)
    align = min(kind.width, _HOST_ALIGN)
    if kind.store:
        value = build.unset(elements)
        for k, own in enumerate(mine):
            part = b.load(own, typ=element, align=1)
            value = b.insert_element(value, part, ll.Constant(I32, k))
        b.store(b.bitcast(value, whole), memory, align=align, volatile=True)
        return
    value = b.bitcast(b.load(memory, typ=whole, align=align, volatile=True), elements)
    for k, own in enumerate(mine):
        b.store(b.extract_element(value, ll.Constant(I32, k)), own, align=1)


def _move_all(b: ll.IRBuilder, hosts: LLValue, mask: LLValue, data: LLValue, kind: Kind) -> None:
    small = build.vector(ll.IntType(kind.bits))
    types = [small, build.vector(PTR)]
    lanes, align = build.to_mask(b, mask), ll.Constant(I32, 1)
    for k in range(kind.n):
        place = b.gep(data, [number(k)], source_etype=small)
        where = pointers(b, hosts, k * kind.bits // 8)
        if kind.store:
            args = [b.load(place, typ=small, align=1), where, align, lanes]
            build.intrinsic(b, "masked.scatter", VOID, args, types)
        else:
            args = [where, align, lanes, build.constant(small, 0)]
            b.store(build.intrinsic(b, "masked.gather", small, args, types), place, align=1)
