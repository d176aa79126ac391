"""Compiled atomics, lane after lane; `c/memory.c` says what they count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin
from kernelscope.vgpu.jit.build import I32, I64, PTR, VOID
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.lanes import LaneAccess
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

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
    data: Sequence[LLValue],
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


def function_for(module: ll.Module, kind: Atomic, space: str) -> LLValue:
    """Return `void atomic(context, site, addresses, mask, a, b, old)` in a space: global, shared,
    or cluster for the shared memory of other blocks.
    """
    return get(module, f"ks.atomic.{space}.{kind.name}", _make, kind, space)


def _make(module: ll.Module, name: str, kind: Atomic, space: str) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR, PTR, PTR])
    access, data = LaneAccess(*function.args[:4]), function.args[4:]
    with b.if_then(b.icmp_unsigned("==", access.mask, ll.Constant(I32, 0))):
        b.ret_void()
    hosts, where = access.hosts(b, space, kind.width)
    # The blocks of a cluster run on one worker.
    own = kind if space == "global" else replace(kind, locked="")
    if space == "shared":
        own = replace(own, update=kind.in_shared or kind.update)
    _each_lane(b, hosts, access.mask, data, own)
    count, how = {
        "global": ("count_global", 3),
        "shared": ("count_shared_atomic", 1 + kind.is_cas),
        "cluster": ("count_remote", 1),
    }[space]
    access.count(b, count, where, how)
    b.ret_void()
    function.attributes.add("noinline")
    return function
