"""Compiled code that runs blocks: takes them from a shared counter, runs their warps in turn.

The warps of a block run one after another, each until it ends, waits at a barrier or polls; when
enough have arrived they go on. A block in which no warp can go on is a deadlock.
"""

from __future__ import annotations

from llvmlite import ir as ll

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.addresses import begin, context_pointer
from kernelscope.vgpu.jit.barriers import (
    ENDED,
    RUNS,
    WAITS,
    arrive,
    complete_without_ended,
    frame_of,
    number,
)
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.layout import FRAME_HEAD_BYTES, LANES, POLL, Context, Control, Fault, Frame
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
IDLE_ROUNDS = 100_000
"""Rounds in which every warp only polls, and nothing it could poll changes: a deadlock."""


def add_driver(
    module: ll.Module, warp: ll.Function, name: str, *, resumable: bool, local_bytes: int
) -> None:
    """Add `void name(context)`: run blocks until there are none left, or the launch is stopped.

    `local_bytes` is one lane's local memory.
    """
    run_block = _make_run_block(module, warp, local_bytes * LANES, resumable=resumable)
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


def _set_block(b: ll.IRBuilder, context: LLValue, index: LLValue) -> None:
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


def _make_run_block(
    module: ll.Module, warp: ll.Function, local_bytes: int, *, resumable: bool
) -> ll.Function:
    function, b = begin(module, "ks.run_block", VOID, [PTR])
    context = function.args[0]
    warps = build.load_slot(b, context, int(Context.WARPS))
    shared = context_pointer(b, context, Context.SHARED)
    size = build.load_slot(b, context, int(Context.SHARED_BYTES))
    scratch = b.trunc(build.load_slot(b, context, int(Context.SCRATCH)), I8)
    _fill(b, shared, size, scratch)
    with build.counted_loop(b, warps, "prepare") as index:
        frame = frame_of(b, context, index)
        if local_bytes:
            local = b.gep(frame, [number(FRAME_HEAD_BYTES)], source_etype=I8)
            _fill(b, local, number(local_bytes), scratch)
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


def _fill(b: ll.IRBuilder, start: LLValue, size: LLValue, byte: LLValue) -> None:
    fill = [start, byte, size, ll.Constant(I1, 0)]
    build.intrinsic(b, "memset", VOID, fill, [PTR, I64])


def _run_rounds(b: ll.IRBuilder, context: LLValue, warp: ll.Function, warps: LLValue) -> None:
    """Run rounds over the warps that can run, until all have ended or none can go on."""
    barriers = context_pointer(b, context, Context.BARRIERS)
    with build.counted_loop(b, number(LANES), "clear") as index:
        b.store(number(0), build.slot(b, barriers, index))
    idle = build.slot(b, context, int(Context.IDLE))
    b.store(number(0), idle)
    alive = build.slot(b, context, int(Context.ALIVE))
    b.store(warps, alive)
    ran = b.alloca(I64)
    again, stuck, done = (b.append_basic_block(n) for n in ("round", "deadlock", "block.done"))
    b.branch(again)
    b.position_at_end(again)
    b.store(number(0), ran)
    b.store(b.add(b.load(idle, typ=I64), number(1)), idle)
    with build.counted_loop(b, warps, "turn") as index:
        frame = frame_of(b, context, index)
        state = build.slot(b, frame, int(Frame.STATE))
        with b.if_then(b.icmp_unsigned("==", b.load(state, typ=I64), number(RUNS))):
            b.store(index, build.slot(b, context, int(Context.WARP)))
            b.store(number(1), ran)
            _take_turn(b, context, warp, frame)
    looked, some, asleep = (b.append_basic_block(n) for n in ("looked", "some", "asleep"))
    b.cbranch(b.icmp_unsigned("!=", b.load(ran, typ=I64), number(0)), some, looked)
    b.position_at_end(some)
    long = b.icmp_unsigned(">", b.load(idle, typ=I64), number(IDLE_ROUNDS))
    b.cbranch(long, stuck, again)
    b.position_at_end(looked)
    b.cbranch(b.icmp_unsigned("==", b.load(alive, typ=I64), number(0)), done, asleep)
    b.position_at_end(asleep)
    moved = b.call(complete_without_ended(b.module), [context])
    b.cbranch(b.icmp_unsigned("!=", moved, number(0)), again, stuck)
    b.position_at_end(stuck)
    control = context_pointer(b, context, Context.CONTROL)
    stop = build.slot(b, control, int(Control.STOP))
    b.cmpxchg(stop, number(0), number(int(Fault.DEADLOCK)), "monotonic", "monotonic")
    b.branch(done)
    b.position_at_end(done)


def _take_turn(b: ll.IRBuilder, context: LLValue, warp: ll.Function, frame: LLValue) -> None:
    """Run a warp until it ends, arrives at a barrier, or polls something that is not yet true."""
    state = build.slot(b, frame, int(Frame.STATE))
    idle = build.slot(b, context, int(Context.IDLE))
    alive = build.slot(b, context, int(Context.ALIVE))
    result = b.call(warp, [context, frame])
    with b.if_else(b.icmp_unsigned("==", result, ll.Constant(I32, 0))) as (ended, stopped):
        with ended:
            b.store(number(ENDED), state)
            b.store(b.sub(b.load(alive, typ=I64), number(1)), alive)
            b.store(number(0), idle)
        with stopped:
            barrier = build.load_slot(b, frame, int(Frame.BARRIER))
            with b.if_then(b.icmp_unsigned("!=", barrier, number(POLL))):
                b.store(number(WAITS), state)
                b.store(number(0), idle)
                threads = build.load_slot(b, frame, int(Frame.BARRIER_THREADS))
                b.call(arrive(b.module), [context, barrier, threads])
