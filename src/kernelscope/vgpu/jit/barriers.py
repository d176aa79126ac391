"""Compiled barriers of a block: a warp counts whole when it arrives, and the last lets all go on.

As on the hardware a barrier begins anew the moment its count is reached: who arrives after that,
even before those who waited have run again, counts for the next time (PTX ISA, 9.7.13.1).
"""

from __future__ import annotations

from llvmlite import ir as ll

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.addresses import begin, context_pointer, get
from kernelscope.vgpu.jit.build import I8, I64, PTR
from kernelscope.vgpu.layout import LANES, Context, Frame
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
RUNS, WAITS, ENDED = 0, 1, 2


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def frame_of(b: ll.IRBuilder, context: LLValue, index: LLValue) -> LLValue:
    """Return a pointer to the frame of a warp."""
    frames = context_pointer(b, context, Context.FRAMES)
    size = build.load_slot(b, context, int(Context.FRAME_BYTES))
    return b.gep(frames, [b.mul(index, size)], source_etype=I8)


def arrive(module: ll.Module) -> LLValue:
    """Return the function that counts a warp's arrival; see `_make_arrive`."""
    return get(module, "ks.arrive", _make_arrive)


def _make_arrive(module: ll.Module, name: str) -> LLValue:
    """Build `void arrive(context, barrier, threads)`: count 32; at `threads` (0: all of the block
    that have not ended) let those who wait go on and begin anew.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64])
    context, barrier, asked = function.args
    here = build.slot(b, context_pointer(b, context, Context.BARRIERS), barrier)
    alive = build.load_slot(b, context, int(Context.ALIVE))
    every = b.icmp_unsigned("==", asked, number(0))
    needed = b.select(every, b.mul(alive, number(LANES)), asked)
    count = b.add(b.load(here, typ=I64), number(LANES))
    b.store(count, here)
    with b.if_then(b.icmp_unsigned(">=", count, needed)):
        b.store(number(0), here)
        b.call(get(module, "ks.let_go", _make_let_go), [context, barrier])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def complete_without_ended(module: ll.Module) -> LLValue:
    """Return the function for when no warp can run; see `_make_complete`."""
    return get(module, "ks.complete", _make_complete)


def _make_complete(module: ll.Module, name: str) -> LLValue:
    """Build `i64 complete(context)` for when warps have ended that others waited for.

    It returns whether some warp can go on.
    """
    function, b = begin(module, name, I64, [PTR])
    context = function.args[0]
    barriers = context_pointer(b, context, Context.BARRIERS)
    needed = b.mul(build.load_slot(b, context, int(Context.ALIVE)), number(LANES))
    moved = b.alloca(I64)
    b.store(number(0), moved)
    with build.counted_loop(b, build.load_slot(b, context, int(Context.WARPS)), "waits") as index:
        frame = frame_of(b, context, index)
        barrier = build.load_slot(b, frame, int(Frame.BARRIER))
        asked = build.load_slot(b, frame, int(Frame.BARRIER_THREADS))
        every = b.icmp_unsigned("==", asked, number(0))
        count = build.load_slot(b, barriers, barrier)
        due = b.and_(every, b.icmp_unsigned(">=", count, needed))
        with b.if_then(b.and_(due, _waits_at(b, frame, barrier))):
            b.store(number(0), build.slot(b, barriers, barrier))
            b.call(get(module, "ks.let_go", _make_let_go), [context, barrier])
            b.store(number(1), moved)
    b.ret(b.load(moved, typ=I64))
    return function


def _make_let_go(module: ll.Module, name: str) -> LLValue:
    """Build `void let_go(context, barrier)`: who waits there runs again, with the votes of all of
    them.
    """
    function, b = begin(module, name, VOID, [PTR, I64])
    context, barrier = function.args
    warps = build.load_slot(b, context, int(Context.WARPS))
    sums = {place: b.alloca(I64) for place in (Frame.VOTES, Frame.VOTERS)}
    for total in sums.values():
        b.store(number(0), total)
    with build.counted_loop(b, warps, "votes") as index:
        frame = frame_of(b, context, index)
        with b.if_then(_waits_at(b, frame, barrier)):
            for place, total in sums.items():
                own = build.load_slot(b, frame, int(place))
                b.store(b.add(b.load(total, typ=I64), own), total)
    with build.counted_loop(b, warps, "go") as index:
        frame = frame_of(b, context, index)
        with b.if_then(_waits_at(b, frame, barrier)):
            for place, total in sums.items():
                b.store(b.load(total, typ=I64), build.slot(b, frame, int(place)))
            b.store(number(RUNS), build.slot(b, frame, int(Frame.STATE)))
    b.ret_void()
    return function


def _waits_at(b: ll.IRBuilder, frame: LLValue, barrier: LLValue) -> LLValue:
    waits = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.STATE)), number(WAITS))
    same = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.BARRIER)), barrier)
    return b.and_(waits, same)
