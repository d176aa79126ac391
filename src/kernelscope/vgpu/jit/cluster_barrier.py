"""The compiled barrier of a cluster (PTX ISA, 9.7.13.3), at which threads arrive and then wait.

Each warp's frame holds its lanes that have arrived in the current phase. When all lanes of the
cluster that have not ended have arrived, the phase is over: the lanes are taken out, and who waits
goes on. A lane that comes to its wait and is not among the arrived ones has nothing to wait for:

    lanes 0 … 31 of rank 0 arrive            ARRIVED is all ones
    the last warp of rank 1 arrives          the phase is over: ARRIVED is 0 everywhere
    rank 0 comes to its wait                 goes on at once

In converged code it is not known which lanes have ended, only whether lanes are elsewhere. If none
are, the warp counts whole: its lanes that are not here have ended.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import barriers, build, convergence
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, get
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.cluster import peer
from kernelscope.vgpu.layout import AT_BARRIER, CLUSTER_BARRIER, Context, Frame
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
ALL = ll.Constant(I32, 0xFFFFFFFF)
NONE = ll.Constant(I32, 0)


def is_used(function: ir.Function) -> bool:
    """Return whether a kernel has an instruction of the cluster's barrier."""
    return any(i.opcode == "barrier" and "cluster" in i.fields for i in function.instructions())


def arrive(module: ll.Module) -> LLValue:
    """Return the function with which lanes arrive; see `_make_arrive`."""
    return get(module, "ks.cluster.arrive", _make_arrive)


def _make_arrive(module: ll.Module, name: str) -> LLValue:
    """Build `void arrive(context, frame, lanes, elsewhere)`: these lanes arrive; `elsewhere` are
    those of the warp that have not ended and are not among them.
    """
    function, b = begin(module, name, VOID, [PTR, PTR, I32, I32])
    context, frame, lanes, elsewhere = function.args
    with b.if_then(b.icmp_unsigned("==", lanes, NONE)):
        b.ret_void()
    arrived = b.or_(convergence.lanes_in(b, frame, Frame.ARRIVED), lanes)
    missing = b.and_(elsewhere, b.not_(arrived))
    whole = b.icmp_unsigned("==", missing, NONE)
    convergence.put_lanes(b, frame, Frame.ARRIVED, b.select(whole, ALL, arrived))
    with b.if_then(whole):
        b.call(complete(module), [context])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def complete(module: ll.Module) -> LLValue:
    """Return the function that ends the barrier's phase if it may; see `_make_complete`."""
    return get(module, "ks.cluster.complete", _make_complete)


def _make_complete(module: ll.Module, name: str) -> LLValue:
    """Build `i64 complete(context)`: end the phase if all warps have arrived, at least one of them
    alive; return whether it did.
    """
    function, b = begin(module, name, I64, [PTR])
    context = function.args[0]
    blocks = build.load_slot(b, context, int(Context.CLUSTER_BLOCKS))
    some = b.alloca(I64)
    b.store(barriers.number(0), some)
    has_arrived = get(module, "ks.cluster.has_arrived", _make_has_arrived)
    with build.counted_loop(b, blocks, "blocks") as rank:
        # The last warp is the last to arrive as a rule: looked at first, it ends most searches.
        last = b.sub(b.sub(blocks, barriers.number(1)), rank)
        there = peer(b, context, last)
        warps = build.load_slot(b, there, int(Context.WARPS))
        with build.counted_loop(b, warps, "warps") as index:
            place = b.sub(b.sub(warps, barriers.number(1)), index)
            frame = barriers.frame_of(b, there, place)
            found = b.call(has_arrived, [frame])
            with b.if_then(b.icmp_unsigned("==", found, barriers.number(0))):
                b.ret(barriers.number(0))
            b.store(b.or_(b.load(some, typ=I64), b.and_(found, barriers.number(1))), some)
    with b.if_then(b.icmp_unsigned("!=", b.load(some, typ=I64), barriers.number(0))):
        _end_phase(b, context, blocks)
    b.ret(b.load(some, typ=I64))
    function.attributes.add("noinline")
    return function


def _make_has_arrived(module: ll.Module, name: str) -> LLValue:
    """Build `i64 has_arrived(frame)`: 1 if all lanes of the warp have arrived, 2 if it has ended,
    else 0.
    """
    function, b = begin(module, name, I64, [PTR])
    frame = function.args[0]
    state = build.load_slot(b, frame, int(Frame.STATE))
    with b.if_then(b.icmp_unsigned("==", state, barriers.number(barriers.ENDED))):
        b.ret(barriers.number(2))
    independent = build.load_slot(b, frame, int(Frame.INDEPENDENT))
    begun = build.load_slot(b, frame, int(Frame.PLACES))
    knows = b.and_(
        b.icmp_unsigned("!=", independent, barriers.number(0)),
        b.icmp_unsigned("!=", begun, barriers.number(0)),
    )
    live = b.select(knows, convergence.lanes_in(b, frame, Frame.LIVE), ALL)
    arrived = convergence.lanes_in(b, frame, Frame.ARRIVED)
    missing = b.and_(live, b.not_(arrived))
    b.ret(b.zext(b.icmp_unsigned("==", missing, NONE), I64))
    return function


def _end_phase(b: ll.IRBuilder, context: LLValue, blocks: LLValue) -> None:
    """Take the arrived lanes out, and let all that wait go on."""
    let_go = barriers.let_go(b.module)
    with build.counted_loop(b, blocks, "end") as rank:
        there = peer(b, context, rank)
        warps = build.load_slot(b, there, int(Context.WARPS))
        with build.counted_loop(b, warps, "clear") as index:
            frame = barriers.frame_of(b, there, index)
            b.store(barriers.number(0), build.slot(b, frame, int(Frame.ARRIVED)))
        b.call(let_go, [there, barriers.number(CLUSTER_BARRIER)])
        b.store(barriers.number(0), build.slot(b, there, int(Context.IDLE)))
        b.store(barriers.number(1), build.slot(b, there, int(Context.MOVED)))


def wait(module: ll.Module) -> LLValue:
    """Return the function for a warp that has come to its wait; see `_make_wait`."""
    return get(module, "ks.cluster.wait", _make_wait)


def _make_wait(module: ll.Module, name: str) -> LLValue:
    """Build `void wait(context, frame)`: the warp, or lanes of it, now wait; those that have
    nothing to wait for go on.
    """
    function, b = begin(module, name, VOID, [PTR, PTR])
    context, frame = function.args
    arrived = convergence.lanes_in(b, frame, Frame.ARRIVED)
    independent = build.load_slot(b, frame, int(Frame.INDEPENDENT))
    with b.if_else(b.icmp_unsigned("==", independent, barriers.number(0))) as (whole, apart):
        with whole:
            over = b.icmp_unsigned("==", arrived, NONE)
            with b.if_else(over) as (goes_on, stays):
                with goes_on:
                    runs = barriers.number(barriers.RUNS)
                    b.store(runs, build.slot(b, frame, int(Frame.STATE)))
                with stays:
                    # All lanes that have not ended are here.
                    convergence.put_lanes(b, frame, Frame.ARRIVED, ALL)
        with apart:
            waiting = convergence.blocked_at(
                b, frame, ll.Constant(I32, AT_BARRIER), ll.Constant(I32, CLUSTER_BARRIER)
            )
            convergence.release(b, frame, b.and_(waiting, b.not_(arrived)))
    b.call(complete(module), [context])
    b.ret_void()
    function.attributes.add("noinline")
    return function
