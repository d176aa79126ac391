"""Compiled code that runs blocks: takes them from a shared counter, runs their warps in turn.

The warps of a block run one after another, each until it ends or waits at a barrier; when enough
have arrived they go on. A block in which nobody can go on is a deadlock.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as ll

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.addresses import begin, context_pointer
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.jit.layout import LANES, Context, Control, Fault, Frame

VOID = ll.VoidType()
RUNS, WAITS, ENDED = 0, 1, 2


def number(value: int) -> Any:
    """An i64 constant."""
    return ll.Constant(I64, value)


def add_driver(module: ll.Module, warp: ll.Function, name: str, *, resumable: bool) -> None:
    """Add `void name(context)`: run blocks until there are none left, or the launch is stopped."""
    run_block = _make_run_block(module, warp, resumable=resumable)
    function = ll.Function(module, ll.FunctionType(VOID, [PTR]), name)
    context = function.args[0]
    b = ll.IRBuilder(function.append_basic_block("entry"))
    control = context_pointer(b, context, Context.CONTROL)
    total = build.load_slot(b, control, int(Control.TOTAL_BLOCKS))
    chunk = build.load_slot(b, control, int(Control.CHUNK))
    take, some, done = (b.append_basic_block(n) for n in ("take", "some", "done"))
    b.branch(take)
    b.position_at_end(take)
    next_block = build.slot(b, control, int(Control.NEXT_BLOCK))
    first = b.atomic_rmw("add", next_block, chunk, "monotonic")
    b.cbranch(b.icmp_unsigned("<", first, total), some, done)
    b.position_at_end(some)
    amount = build.binary(b, "umin", chunk, b.sub(total, first))
    with build.counted_loop(b, amount, "blocks") as step:
        # Another worker may write it: an atomic load is not moved out of the loop.
        stop = build.load_shared_slot(b, control, int(Control.STOP))
        with b.if_then(b.icmp_unsigned("!=", stop, number(0)), likely=False):
            b.branch(done)
        _set_block(b, context, b.add(first, step))
        b.call(run_block, [context])
    b.branch(take)
    b.position_at_end(done)
    b.ret_void()


def _set_block(b: ll.IRBuilder, context: Any, index: Any) -> None:
    """Note %ctaid of the block with this number, x fastest."""
    blocks = build.load_slot(b, context, int(Context.BLOCK_LIST))
    listed = b.icmp_unsigned("!=", blocks, number(0))
    with b.if_else(listed) as (sampled, whole):
        with sampled:
            chosen = build.load_slot(b, build.to_pointer(b, blocks), index)
            sampled_block = b.block
        with whole:
            whole_block = b.block
    block = b.phi(I64)
    block.add_incoming(chosen, sampled_block)
    block.add_incoming(index, whole_block)
    width = build.load_slot(b, context, int(Context.GRID_X))
    height = build.load_slot(b, context, int(Context.GRID_Y))
    row = b.udiv(block, width)
    values = (
        (Context.BLOCK_X, b.urem(block, width)),
        (Context.BLOCK_Y, b.urem(row, height)),
        (Context.BLOCK_Z, b.udiv(row, height)),
    )
    for place, value in values:
        b.store(value, build.slot(b, context, int(place)))


def _make_run_block(module: ll.Module, warp: ll.Function, *, resumable: bool) -> ll.Function:
    function, b = begin(module, "ks.run_block", VOID, [PTR])
    context = function.args[0]
    warps = build.load_slot(b, context, int(Context.WARPS))
    shared = context_pointer(b, context, Context.SHARED)
    size = build.load_slot(b, context, int(Context.SHARED_BYTES))
    # Shared memory begins undefined; all bits set are NaN in every float type.
    fill = [shared, ll.Constant(I8, 0xFF), size, ll.Constant(I1, 0)]
    build.intrinsic(b, "memset", VOID, fill, [PTR, I64])
    with build.counted_loop(b, warps, "prepare") as index:
        frame = frame_of(b, context, index)
        for place in (Frame.RESUME, Frame.STATE, Frame.PENDING, Frame.GROUPS):
            b.store(number(0), build.slot(b, frame, int(place)))
    if resumable:
        _run_rounds(b, context, warp, warps)
    else:
        with build.counted_loop(b, warps, "warps") as index:
            b.store(index, build.slot(b, context, int(Context.WARP)))
            b.call(warp, [context, frame_of(b, context, index)])
    b.ret_void()
    return function


def frame_of(b: ll.IRBuilder, context: Any, index: Any) -> Any:
    """Pointer to the frame of a warp."""
    frames = context_pointer(b, context, Context.FRAMES)
    size = build.load_slot(b, context, int(Context.FRAME_BYTES))
    return b.gep(frames, [b.mul(index, size)], source_etype=I8)


def _run_rounds(b: ll.IRBuilder, context: Any, warp: ll.Function, warps: Any) -> None:
    """Rounds over the warps: run those that can, then let barriers go."""
    barriers = context_pointer(b, context, Context.BARRIERS)
    with build.counted_loop(b, number(LANES), "clear") as index:
        b.store(number(0), build.slot(b, barriers, index))
    again, done = b.append_basic_block("round"), b.append_basic_block("block.done")
    b.branch(again)
    b.position_at_end(again)
    with build.counted_loop(b, warps, "turn") as index:
        frame = frame_of(b, context, index)
        state = build.slot(b, frame, int(Frame.STATE))
        with b.if_then(b.icmp_unsigned("==", b.load(state, typ=I64), number(RUNS))):
            b.store(index, build.slot(b, context, int(Context.WARP)))
            result = b.call(warp, [context, frame])
            ended = b.icmp_unsigned("==", result, ll.Constant(I32, 0))
            b.store(b.select(ended, number(ENDED), number(WAITS)), state)
    release = _make_release(b.module)
    outcome = b.call(release, [context])
    choice = b.switch(outcome, done)
    choice.add_case(ll.Constant(I32, 1), again)
    stuck = b.append_basic_block("deadlock")
    choice.add_case(ll.Constant(I32, 2), stuck)
    b.position_at_end(stuck)
    control = context_pointer(b, context, Context.CONTROL)
    stop = build.slot(b, control, int(Control.STOP))
    b.cmpxchg(stop, number(0), number(int(Fault.DEADLOCK)), "monotonic", "monotonic")
    b.branch(done)
    b.position_at_end(done)


def _make_release(module: ll.Module) -> ll.Function:
    """i32 release(context): let the warps go on whose barrier is complete.

    Returns 0 when all warps have ended, 1 when some can run, 2 when none can.
    """
    function, b = begin(module, "ks.release", I32, [PTR])
    context = function.args[0]
    warps = build.load_slot(b, context, int(Context.WARPS))
    alive, moved = b.alloca(I64), b.alloca(I64)
    b.store(number(0), alive)
    b.store(number(0), moved)
    with build.counted_loop(b, warps, "alive") as index:
        state = build.load_slot(b, frame_of(b, context, index), int(Frame.STATE))
        lives = b.zext(b.icmp_unsigned("!=", state, number(ENDED)), I64)
        b.store(b.add(b.load(alive, typ=I64), lives), alive)
    with b.if_then(b.icmp_unsigned("==", b.load(alive, typ=I64), number(0))):
        b.ret(ll.Constant(I32, 0))
    with build.counted_loop(b, warps, "look") as index:
        frame = frame_of(b, context, index)
        waits = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.STATE)), number(WAITS))
        with b.if_then(waits):
            _try_release(b, context, frame, b.load(alive, typ=I64), moved)
    some = b.icmp_unsigned("!=", b.load(moved, typ=I64), number(0))
    b.ret(b.select(some, ll.Constant(I32, 1), ll.Constant(I32, 2)))
    return function


def _try_release(b: ll.IRBuilder, context: Any, frame: Any, alive: Any, moved: Any) -> None:
    """If the barrier that this warp waits at has all it needs, all who wait there run again."""
    warps = build.load_slot(b, context, int(Context.WARPS))
    barrier = build.load_slot(b, frame, int(Frame.BARRIER))
    asked = build.load_slot(b, frame, int(Frame.BARRIER_THREADS))
    every = b.mul(alive, number(LANES))
    needed = b.select(b.icmp_unsigned("==", asked, number(0)), every, asked)
    arrived = b.alloca(I64)
    barriers = context_pointer(b, context, Context.BARRIERS)
    b.store(build.load_slot(b, barriers, barrier), arrived)
    with build.counted_loop(b, warps, "arrived") as index:
        here = _waits_at(b, frame_of(b, context, index), barrier)
        threads = b.select(here, number(LANES), number(0))
        b.store(b.add(b.load(arrived, typ=I64), threads), arrived)
    with b.if_then(b.icmp_unsigned(">=", b.load(arrived, typ=I64), needed)):
        b.store(number(0), build.slot(b, barriers, barrier))
        with build.counted_loop(b, warps, "go") as index:
            other = frame_of(b, context, index)
            with b.if_then(_waits_at(b, other, barrier)):
                b.store(number(RUNS), build.slot(b, other, int(Frame.STATE)))
        b.store(number(1), moved)


def _waits_at(b: ll.IRBuilder, frame: Any, barrier: Any) -> Any:
    waits = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.STATE)), number(WAITS))
    same = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.BARRIER)), barrier)
    return b.and_(waits, same)
