"""Products of matrices that complete late: the queue of each warp for `wgmma`.

Under the schedules `interleaved` and `random` a product is calculated at the wait that covers it,
in the order in which they were issued: it takes its factors and its sums from shared memory and
from the registers' places in the frame as they are then.
"""

from __future__ import annotations

import enum

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build, convergence
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, get
from kernelscope.vgpu.jit.build import I1, I64, PTR
from kernelscope.vgpu.layout import LANES, PRODUCT_SLOTS, PRODUCTS, Frame
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
CODE = ll.FunctionType(VOID, [PTR, PTR, PTR])
"""What calculates a product: `void product(context, frame, entry)`."""
QUEUE_BYTES = 8 * PRODUCTS * PRODUCT_SLOTS
ALL = 1 << 62
"""A limit above every group's number."""


class Entry(enum.IntEnum):
    """Slots of a product in the queue."""

    CODE = 0
    LANES = enum.auto()
    A = enum.auto()
    """The matrix descriptor of A; not used if A is in registers."""
    B = enum.auto()
    KEEPS = enum.auto()
    """Whether the old sums are added."""
    GROUP = enum.auto()
    METADATA = enum.auto()
    """Of a sparse A: its register, 32 words."""


_GIVEN = tuple(slot for slot in Entry if slot < Entry.GROUP)


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def is_used(function: ir.Function) -> bool:
    """Return whether a kernel has products that may complete late."""
    return any(inst.opcode == "wgmma" for inst in function.instructions())


def issue(
    b: ll.IRBuilder,
    warp: tuple[LLValue, LLValue, LLValue],
    values: dict[Entry, LLValue],
    metadata: LLValue,
) -> None:
    """Add a product to the queue of a warp: its context, its frame and the queue.

    values: the slots of the entry before its group, as i64; metadata: a pointer to that of a sparse
    A, or None.
    """
    slots = [values[slot] for slot in _GIVEN]
    metadata = ll.Constant(PTR, None) if metadata is None else metadata
    b.call(get(b.module, "ks.products.issue", _make_issue), [*warp, metadata, *slots])


def _make_issue(module: ll.Module, name: str) -> LLValue:
    """Build `void issue(context, frame, queue, metadata, slots …)`; under a random schedule some
    complete at once, after those before them.
    """
    kinds = [PTR, PTR, PTR, PTR, *[I64] * len(_GIVEN)]
    function, b = begin(module, name, VOID, kinds)
    context, frame, queue, metadata, *values = function.args
    warp = context, frame, queue
    pending = build.slot(b, frame, int(Frame.PRODUCTS))
    with b.if_then(b.icmp_unsigned(">=", b.load(pending, typ=I64), number(PRODUCTS))):
        complete(b, warp, number(ALL))
    place = b.load(pending, typ=I64)
    entry = build.slot(b, queue, b.mul(place, number(PRODUCT_SLOTS)))
    values.append(build.load_slot(b, frame, int(Frame.PRODUCT_GROUPS)))
    for slot, value in zip((*_GIVEN, Entry.GROUP), values, strict=True):
        b.store(value, build.slot(b, entry, int(slot)))
    with b.if_then(b.icmp_unsigned("!=", b.ptrtoint(metadata, I64), number(0))):
        target = build.slot(b, entry, int(Entry.METADATA))
        args = [target, metadata, number(4 * LANES), ll.Constant(I1, 0)]
        build.intrinsic(b, "memcpy", VOID, args, [PTR, PTR, I64])
    b.store(b.add(place, number(1)), pending)
    with b.if_then(convergence.flips_coin(b, context)):
        complete(b, warp, number(ALL))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def complete(b: ll.IRBuilder, warp: tuple[LLValue, LLValue, LLValue], limit: LLValue) -> None:
    """Calculate a warp's products of the groups below `limit`, in their order."""
    b.call(get(b.module, "ks.products.complete", _make_complete), [*warp, limit])


def _make_complete(module: ll.Module, name: str) -> LLValue:
    """Build `void complete(context, frame, queue, limit)`."""
    function, b = begin(module, name, VOID, [PTR, PTR, PTR, I64])
    context, frame, queue, limit = function.args
    pending = build.slot(b, frame, int(Frame.PRODUCTS))
    before = b.load(pending, typ=I64)
    done = b.alloca(I64)
    b.store(number(0), done)
    with build.counted_loop(b, before, "products") as index:
        entry = build.slot(b, queue, b.mul(index, number(PRODUCT_SLOTS)))
        group = build.load_slot(b, entry, int(Entry.GROUP))
        with b.if_then(b.icmp_signed("<", group, limit)):
            code = build.load_slot(b, entry, int(Entry.CODE))
            b.call(b.inttoptr(code, CODE.as_pointer()), [context, frame, entry])
            b.store(b.add(index, number(1)), done)
    # Groups never decrease along the queue, so those that are done are its first ones.
    first = b.load(done, typ=I64)
    left = b.sub(before, first)
    rest = build.slot(b, queue, b.mul(first, number(PRODUCT_SLOTS)))
    args = [queue, rest, b.mul(left, number(8 * PRODUCT_SLOTS)), ll.Constant(I1, 0)]
    build.intrinsic(b, "memmove", VOID, args, [PTR, PTR, I64])
    b.store(left, pending)
    b.ret_void()
    function.attributes.add("noinline")
    return function
