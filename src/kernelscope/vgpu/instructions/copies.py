"""Asynchronous copies from global to shared memory: cp.async (PTX ISA, 9.7.9.25.3).

A copy is counted and its addresses are checked when it is issued; its bytes move as late as the
program allows, at the thread's `wait_group` or `wait_all` that covers it, so that a missing wait
shows in the result. Under a random schedule some copies are complete at once. A warp holds up to
256 copies; when there are more they are completed early. Groups are counted for the warp: a lane
that commits in a branch of its own may have more completed than it waits for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.phrases import groups_of, padding_of
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds
from kernelscope.vgpu.jit import build, convergence, watch_engines
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    SECTOR_BITS,
    begin,
    context_pointer,
    count,
    distinct,
    get,
    mark_each,
    places,
)
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.shared_memory import check_shared
from kernelscope.vgpu.jit.tensor import num
from kernelscope.vgpu.jit.watch import clock_of
from kernelscope.vgpu.layout import (
    COPIES_BYTES,
    COPY_BYTES,
    COPY_SLOTS,
    COPY_SOURCES,
    LANES,
    TIME_BITS,
    Allocation,
    Context,
    Frame,
    Site,
    Sync,
)
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

VOID = ll.VoidType()
CAPACITY = COPIES_BYTES // (8 * COPY_SLOTS)
# An entry: source and target host addresses, bytes to read, of 32 lanes each; then the lanes whose
# bytes have not moved, size, group, and how often the warp had arrived at an mbarrier for copies;
# where accesses are watched the slots of `Watch`, the mark, and the stamp of lane 0.
SOURCE, TARGET, BYTES, HEAD = COPY_SOURCES, 32, COPY_BYTES, 96
WATCH, MARK, STAMP = HEAD + 4, HEAD + 5, HEAD + 6
_CACHE_LINE = 64
ALL = num(1 << 62), num(1 << 62)
"""Limits above every copy's group and arrivals."""


def _make_issue(module: ll.Module, name: str, size: int, fine: bool) -> LLValue:
    """Build `void issue(context, site, frame, queue, source, target, read bytes, mask, mark)`.

    fine: whether a random schedule may be on, under which some copies complete at once.
    """
    kinds = [PTR, I64, PTR, PTR, ADDRESSES, ADDRESSES, ADDRESSES, I32, I64]
    function, b = begin(module, name, VOID, kinds)
    context, site, frame, queue, source, target, read, mask, mark = function.args
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret_void()
    check_shared(b, context, site, target, mask, size)
    # A copy that reads nothing needs no address.
    zero = build.constant(ADDRESSES, 0)
    reads = b.and_(mask, build.to_bits(b, b.icmp_unsigned("!=", read, zero)))
    host_place = build.stack_bytes(b, 8 * LANES)
    b.store(zero, host_place)
    fetch = get(module, f"ks.copy.source{size}", _make_source, size)
    b.call(fetch, [context, site, source, reads, host_place])
    # After a fault no address came back, and nothing may be copied from there on.
    lost = b.icmp_unsigned("==", b.load(host_place, typ=ADDRESSES), zero)
    with b.if_then(
        b.icmp_unsigned("!=", b.and_(build.to_bits(b, lost), reads), ll.Constant(I32, 0)),
        likely=False,
    ):
        b.ret_void()
    _fetch_ahead(b, host_place, size)
    full = b.icmp_unsigned(">=", build.load_slot(b, frame, int(Frame.PENDING)), num(CAPACITY))
    with b.if_then(full, likely=False):
        complete = get(module, "ks.copy.complete", make_complete)
        b.call(complete, [frame, queue, *ALL, ll.Constant(I32, 0xFFFFFFFF)])
    place = build.load_slot(b, frame, int(Frame.PENDING))
    entry = build.slot(b, queue, b.mul(place, num(COPY_SLOTS)))
    base = b.ptrtoint(context_pointer(b, context, Context.SHARED), I64)
    for offset, value in (
        (SOURCE, b.load(host_place, typ=ADDRESSES)),
        (TARGET, b.add(target, build.splat(b, base))),
        (BYTES, read),
    ):
        b.store(value, build.slot(b, entry, offset), align=8)
    counts = (build.load_slot(b, frame, int(n)) for n in (Frame.GROUPS, Frame.STAGES))
    for offset, value in enumerate((b.zext(mask, I64), num(size), *counts)):
        b.store(value, build.slot(b, entry, HEAD + offset))
    _watch_issue(b, context, entry, (mark, mask))
    if fine:
        with b.if_then(convergence.flips_coin(b, context)):
            _move(b, entry, mask, ll.Constant(I1, 0))
            b.ret_void()
    b.store(b.add(place, num(1)), build.slot(b, frame, int(Frame.PENDING)))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _watch_issue(
    b: ll.IRBuilder, context: LLValue, entry: LLValue, copy: tuple[LLValue, LLValue]
) -> None:
    """Note in an entry whether accesses are watched, and by what; copy: its mark and its lanes."""
    mark, lanes = copy
    watched = build.load_slot(b, context, int(Context.WATCH))
    b.store(watched, build.slot(b, entry, WATCH))
    with b.if_then(b.icmp_unsigned("!=", watched, num(0)), likely=False):
        b.store(mark, build.slot(b, entry, MARK))
        stamp = watch_engines.stamp_of_warp(b, context)
        b.store(stamp, build.slot(b, entry, STAMP))
        issued = watched, mark, stamp
        watch_engines.tell_of_source(b, issued, Sync.COPY_ISSUE, (entry, lanes), num(0))


def _fetch_ahead(b: ll.IRBuilder, places: LLValue, size: int) -> None:
    """Prefetch what the lanes will read when their copies complete.

    As a rule neighbours lie side by side: one address of each cache line is enough. Without this
    half the time of a copy in a matmul of 1024³ was waiting for it.
    """
    for lane in range(0, LANES, _CACHE_LINE // size):
        source = build.to_pointer(b, build.load_slot(b, places, lane))
        how = [ll.Constant(I32, value) for value in (0, 3, 1)]  # to be read, in all levels, data
        build.intrinsic(b, "prefetch", VOID, [source, *how], [PTR])


def _make_source(module: ll.Module, name: str, size: int) -> LLValue:
    """Build `void source(context, site, addresses, mask, host*)`: check, count, give host
    addresses.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, PTR])
    context, site, addresses, mask, out = function.args
    # A copy of which no lane reads only fills with zeros: no request (measured on an H200).
    with b.if_then(b.icmp_unsigned("==", mask, ll.Constant(I32, 0))):
        b.ret_void()
    device, host = places(b, context, site, addresses, mask, size)
    mark_each(b, context, device, mask, Allocation.READ_BITS)
    sectors = distinct(b, b.lshr(device, build.constant(ADDRESSES, SECTOR_BITS)), mask)
    lanes = b.zext(build.popcount(b, mask), I64)
    count(b, context, site, {Site.GLOBAL: num(1), Site.SECTORS: sectors, Site.LANES: lanes})
    b.store(host, out, align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_complete(module: ll.Module, name: str) -> LLValue:
    """Build `void complete(frame, queue, groups, stages, lanes)`: move the bytes of the lanes'
    copies of the groups below `groups`, and of those begun before so many arrivals.
    """
    function, b = begin(module, name, VOID, [PTR, PTR, I64, I64, I32])
    frame, queue, groups, stages, lanes = function.args
    pending = build.load_slot(b, frame, int(Frame.PENDING))
    kept = b.alloca(I64)
    b.store(num(0), kept)
    with build.counted_loop(b, pending, "copies") as index:
        entry = build.slot(b, queue, b.mul(index, num(COPY_SLOTS)))
        group, stage = (build.load_slot(b, entry, HEAD + n) for n in (2, 3))
        mask = b.trunc(build.load_slot(b, entry, HEAD), I32)
        due = b.or_(b.icmp_signed("<", group, groups), b.icmp_signed("<", stage, stages))
        moving = b.select(due, b.and_(mask, lanes), ll.Constant(I32, 0))
        waited = b.icmp_signed("<", group, groups)
        _move(b, entry, moving, waited)
        remaining = b.and_(mask, b.not_(moving))
        with b.if_then(b.icmp_unsigned("!=", remaining, ll.Constant(I32, 0))):
            b.store(b.zext(remaining, I64), build.slot(b, entry, HEAD))
            target = build.slot(b, queue, b.mul(b.load(kept, typ=I64), num(COPY_SLOTS)))
            args = [target, entry, num(8 * COPY_SLOTS), ll.Constant(I1, 0)]
            build.intrinsic(b, "memmove", VOID, args, [PTR, PTR, I64])
            b.store(b.add(b.load(kept, typ=I64), num(1)), kept)
    b.store(b.load(kept, typ=I64), build.slot(b, frame, int(Frame.PENDING)))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def make_complete_stage(module: ll.Module, name: str) -> LLValue:
    """Build `void complete(frame, queue, stage << 32 | lanes)`: move the bytes of the lanes' copies
    begun before so many arrivals.
    """
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    frame, queue, packed = function.args
    stage, lanes = b.lshr(packed, num(32)), b.trunc(packed, I32)
    complete = get(module, "ks.copy.complete", make_complete)
    b.call(complete, [frame, queue, num(0), stage, lanes])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _move(b: ll.IRBuilder, entry: LLValue, mask: LLValue, waited: LLValue) -> None:
    """Move the bytes of some lanes.

    waited: whether their threads have waited for it; else they only arrived at an mbarrier.
    """
    watched = build.load_slot(b, entry, WATCH)
    with b.if_then(b.icmp_unsigned("!=", watched, num(0)), likely=False):
        watch_arrival = get(b.module, "ks.copy.arrived", _make_watch_arrival)
        b.call(watch_arrival, [entry, mask, b.zext(waited, I64)])
    size = build.load_slot(b, entry, HEAD + 1)
    with build.lanes_of(b, mask, "copy") as lane:
        place = b.zext(lane, I64)
        source = build.to_pointer(b, build.load_slot(b, entry, b.add(place, num(SOURCE))))
        target = build.to_pointer(b, build.load_slot(b, entry, b.add(place, num(TARGET))))
        read = build.load_slot(b, entry, b.add(place, num(BYTES)))
        whole = b.and_(b.icmp_unsigned("==", read, num(16)), b.icmp_unsigned("==", size, num(16)))
        chunk = build.vector(I64, 2)
        with b.if_else(whole, likely=True) as (fast, slow):
            with fast:
                b.store(b.load(source, typ=chunk, align=1), target, align=1)
            with slow:
                build.intrinsic(
                    b, "memcpy", VOID, [target, source, read, ll.Constant(I1, 0)], [PTR, PTR, I64]
                )
                unread = b.gep(target, [read], source_etype=I8)
                fill = [unread, ll.Constant(I8, 0), b.sub(size, read), ll.Constant(I1, 0)]
                build.intrinsic(b, "memset", VOID, fill, [PTR, I64])


# Worked case: who may read what a copy wrote.
#
#     wait_group 0; bar.sync 0       the copy counts as a write by its thread at the wait, so that a
#                                    barrier after it orders it
#     cp.async.mbarrier.arrive       it counts as one at its issue: who waits at the mbarrier knows
#                                    what the thread did before it arrived
def _make_watch_arrival(module: ll.Module, name: str) -> LLValue:
    """Build `void arrived(entry, lanes, waited)`: note where a copy's bytes have moved."""
    function, b = begin(module, name, VOID, [PTR, I32, I64])
    entry, lanes, waited = function.args
    watched, mark, issued = (build.load_slot(b, entry, place) for place in (WATCH, MARK, STAMP))
    own = b.and_(issued, num((1 << TIME_BITS) - 1))
    clock = clock_of(b, build.to_pointer(b, watched))
    now = b.or_(b.shl(b.load(clock, typ=I64), num(TIME_BITS)), own)
    stamp0 = b.select(b.icmp_unsigned("!=", waited, num(0)), now, issued)
    size = build.load_slot(b, entry, HEAD + 1)
    with build.lanes_of(b, lanes, "arrived") as lane:
        place = b.zext(lane, I64)
        target = build.load_slot(b, entry, b.add(place, num(TARGET)))
        watch_engines.arrived(b, (watched, mark, b.add(stamp0, place)), (target, size))
    flag = b.shl(waited, num(TIME_BITS))
    copy = watched, mark, issued
    watch_engines.tell_of_source(b, copy, Sync.COPY_READ, (entry, lanes), flag)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def queue_of(g: Generator) -> LLValue:
    """Return the warp's queue of copies."""
    return g.frame_area("copies", COPIES_BYTES)


def _copy(g: Generator, inst: ir.Inst) -> None:
    target, source = (o for o in inst.operands if isinstance(o, ir.Address))
    size, read = bytes_read(g, inst)
    name = f"ks.copy.issue{size}{'.fine' * g.fine}"
    function = get(g.module, name, _make_issue, size, g.fine)
    args = [g.context, num(inst.site), g.frame, queue_of(g), g.address_vector(source)]
    mark = num(watch_engines.mark_of_copy(g, inst))
    g.b.call(function, [*args, g.address_vector(target), read, g.memory_mask(), mark])


_LESS = {"read": "{padded}", "ignore": "[, or zeros if {ignore}]"}
_SPACES = "to:shared|shared::cta . global"
_HINTS = "hint:L2::cache_hint? . prefetch:L2::64B|L2::128B|L2::256B?"
for _cop, _sizes in (("ca", (4, 8, 16)), ("cg", (16,))):
    _copied = {"size": Bounds("the size of the copy", _sizes[0], 16, only=_sizes)}
    for _part, _kind in (("read", "u32?"), ("ignore", "pred!")):
        define(
            f"cp . async . {_cop} . {_SPACES} . {_HINTS}",
            f"[a], [b], #size, {_part}:{_kind}, policy:b64?",
            kind="memory", access="copy", meaning=effects.asynchronous_copy,
            code=_copy, pipe="lsu", bounds=_copied,
            words="start to copy {size} bytes from {b} to {a} in shared memory"
            + _LESS[_part]
            + "[, with cache policy {policy}]",
            say=padding_of, tells=("read",) if _part == "read" else (),
        )  # fmt: skip
    define(
        f"cp . async . {_cop} . {_SPACES} . {_HINTS.replace('?', '', 1)}",
        "[a], [b], #size, policy:b64!",
        kind="memory", access="copy", meaning=effects.asynchronous_copy,
        code=_copy, pipe="lsu", bounds=_copied,
        words="start to copy {size} bytes from {b} to {a} in shared memory"
        ", with cache policy {policy}",
    )  # fmt: skip


def complete_all(g: Generator) -> None:
    """Move the bytes of all copies that the active lanes have begun."""
    complete = get(g.module, "ks.copy.complete", make_complete)
    g.b.call(complete, [g.frame, queue_of(g), *ALL, g.memory_mask()])


def _commit(g: Generator, inst: ir.Inst) -> None:
    build.add_to_slot(g.b, g.frame, int(Frame.GROUPS), num(1))


def _wait(g: Generator, inst: ir.Inst) -> None:
    groups = build.load_slot(g.b, g.frame, int(Frame.GROUPS))
    limit, stages = ALL
    if inst.fields.get("which") == "wait_group":
        operand = inst.operands[0]
        assert isinstance(operand, ir.Immediate)
        limit, stages = g.b.sub(groups, num(int(operand.value))), num(0)
    complete = get(g.module, "ks.copy.complete", make_complete)
    g.b.call(complete, [g.frame, queue_of(g), limit, stages, g.memory_mask()])


define(
    "cp . async . commit_group", "", kind="effect", meaning=effects.commit_copies,
    code=_commit, pipe="control",
    words="put the copies that the thread has started so far into one group",
)  # fmt: skip
define(
    "cp . async . which:wait_group", "#n", kind="effect", meaning=effects.wait_for_copies,
    code=_wait, pipe="control",
    words="wait until {open} of the thread's copies{are}",
    say=groups_of, tells=("n",),
)  # fmt: skip
define(
    "cp . async . which:wait_all", "", kind="effect", meaning=effects.wait_for_copies,
    code=_wait, pipe="control",
    words="wait for all copies that the thread has started",
)  # fmt: skip
