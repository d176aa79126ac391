"""Compiled code that runs blocks: takes them from a shared counter, runs their warps in turn.

The warps of a block run one after another, each until it ends, waits, polls or has had its turn;
when enough have arrived at a barrier they go on. A block whose warps only wait for what other
blocks may do is put aside, and goes on later. A block in which no warp can go on is a deadlock.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from kernelscope.vgpu.jit import build, convergence, helpers, tags, tracing, watch
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, context_pointer, get
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.jit.cluster import peer
from kernelscope.vgpu.jit.convergence import frame_of, number
from kernelscope.vgpu.layout import (
    BARRIERS,
    CLUSTER_BARRIER,
    ENDED,
    FRAME_HEAD_BYTES,
    LANES,
    POLL,
    RUNS,
    WAITS,
    Context,
    Control,
    Fault,
    Frame,
    Result,
)
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
_CLEARED = (
    Frame.RESUME, Frame.STATE, Frame.PENDING, Frame.GROUPS, Frame.BARRIER, Frame.PLACES,
    Frame.PAUSES, Frame.BLOCKED, Frame.ARRIVED, Frame.STAGES, Frame.PRODUCTS, Frame.PRODUCT_GROUPS,
    Frame.POLLED,
)  # fmt: skip
IDLE_ROUNDS = 100_000
"""Rounds in which every warp only polls, and nothing it could poll changes: a deadlock."""
# Pauses in a loop that some lanes of a warp are in, after which those that are elsewhere may be the
# ones that they wait for. Lane 0 that waits for another block is out of its loop after a few; lane
# 1 that waits for a lock which lane 0 gives back after the loop will never be.
PAUSES = 16


@dataclass(frozen=True, slots=True)
class Traits:
    """The facts about a kernel that the driver needs.

    Attributes:
        resumable: whether a warp may stop before its end, also if lanes are not independent.
        in_cluster: whether the launches have clusters, whose blocks run together.
        arrives_at_cluster: whether it has instructions of the cluster's barrier.
        engine: whether it makes bulk copies.
        local_bytes: one lane's local memory.
    """

    resumable: bool
    in_cluster: bool
    arrives_at_cluster: bool
    engine: bool
    local_bytes: int


def add_driver(module: ll.Module, warp: ll.Function, name: str, traits: Traits) -> None:
    """Add `void name(context)`: run blocks until there are none left, or the launch is stopped."""
    function = ll.Function(module, ll.FunctionType(VOID, [PTR]), name)
    context = function.args[0]
    b = ll.IRBuilder(function.append_basic_block("entry"))
    local = number(traits.local_bytes * LANES)
    if not traits.resumable and not traits.in_cluster:
        start = build.load_slot(b, context, int(Context.START))
        with b.if_then(b.icmp_unsigned("==", start, number(0))):
            through = get(module, "ks.run_through", _make_run_through, traits)
            b.call(through, [context, warp, local])
            b.ret_void()
    run = get(module, "ks.run_blocks", _make_run_blocks, traits)
    b.call(run, [context, warp, local])
    b.ret_void()


def _make_run_through(module: ll.Module, name: str, traits: Traits) -> LLValue:
    """Build `void run_through(context, code, local)`: run each block's warps to their end."""
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    context, code, local = function.args
    source = _BlockSource(b, context)
    loop, some, done = (b.append_basic_block(n) for n in ("loop", "some", "done"))
    b.branch(loop)
    b.position_at_end(loop)
    block = source.take(b)
    b.cbranch(b.icmp_signed(">=", block, number(0)), some, done)
    b.position_at_end(some)
    _begin_block(b, context, block, local)
    warps = build.load_slot(b, context, int(Context.WARPS))
    with tracing.work_noted(b, context), build.counted_loop(b, warps, "warps") as index:
        b.store(index, build.slot(b, context, int(Context.WARP)))
        b.call(_warp_code(code), [context, frame_of(b, context, index)])
    _end(b, context, traits)
    b.branch(loop)
    b.position_at_end(done)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _warp_code(code: LLValue) -> LLValue:
    """Return a pointer as one to a warp's function."""
    code.type = ll.FunctionType(I32, [PTR, PTR]).as_pointer()
    return code


class _BlockSource:
    """Takes the numbers of blocks from the counter that all workers share, some at a time."""

    def __init__(self, b: ll.IRBuilder, context: LLValue) -> None:
        self._context = context
        self._next, self._end, self._result = b.alloca(I64), b.alloca(I64), b.alloca(I64)
        b.store(number(0), self._next)
        b.store(number(0), self._end)

    def take(self, b: ll.IRBuilder) -> LLValue:
        """Return the number of a block to run; -1 if there are none, or the launch is stopped."""
        control = context_pointer(b, self._context, Context.CONTROL)
        b.store(number(-1), self._result)
        # Another worker may write it: an atomic load is not moved out of the loop.
        stop = build.load_shared_slot(b, control, int(Control.STOP))
        with b.if_then(b.icmp_unsigned("==", stop, number(0)), likely=True):
            used_up = b.icmp_unsigned(">=", b.load(self._next, typ=I64), b.load(self._end, typ=I64))
            with b.if_then(used_up):
                self._take_more(b, control)
            own = b.load(self._next, typ=I64)
            with b.if_then(b.icmp_unsigned("<", own, b.load(self._end, typ=I64)), likely=True):
                b.store(b.add(own, number(1)), self._next)
                b.store(own, self._result)
        return b.load(self._result, typ=I64)

    def _take_more(self, b: ll.IRBuilder, control: LLValue) -> None:
        total = build.load_slot(b, control, int(Control.TOTAL_BLOCKS))
        chunk = build.load_slot(b, control, int(Control.CHUNK))
        next_block = build.slot(b, control, int(Control.NEXT_BLOCK))
        first = b.atomic_rmw("add", next_block, chunk, "monotonic")
        b.store(first, self._next)
        b.store(build.binary(b, "umin", b.add(first, chunk), total), self._end)


class _ContextSource:
    """Has a context for the next block: that of a block that has ended, or one more.

    None is searched for: with 4,224 blocks put aside, each turn of one would look at all of them.
    """

    def __init__(self, b: ll.IRBuilder, base: LLValue) -> None:
        self._base = base
        self._spare, self._full = b.alloca(PTR), b.alloca(I1)
        b.store(base, self._spare)
        b.store(ll.Constant(I1, 0), self._full)

    def find(self, b: ll.IRBuilder) -> LLValue:
        """Return whether there is a context for the next block, as an i1."""
        empty = b.not_(_is_there(b, b.load(self._spare, typ=PTR)))
        with b.if_then(b.and_(empty, b.not_(b.load(self._full, typ=I1)))):
            made = _ask_for_context(b, self._base)
            b.store(build.to_pointer(b, made), self._spare)
            b.store(b.icmp_unsigned("==", made, number(0)), self._full)
        return _is_there(b, b.load(self._spare, typ=PTR))

    def use(self, b: ll.IRBuilder) -> LLValue:
        """Return the context, which holds a block from now on."""
        context = b.load(self._spare, typ=PTR)
        b.store(ll.Constant(PTR, None), self._spare)
        return context

    def give_back(self, b: ll.IRBuilder, context: LLValue) -> None:
        """Note that the block in a context has ended."""
        b.store(context, self._spare)


# Worked case: `while (ld.acquire(flag) == 0);` in block 0, and block 63 that sets the flag.
#
#     block 0    its warps only pause: it is put aside in its own context, as resident blocks are
#     block 1    begins in another context, and ends
#     …          as many blocks as the GPU holds at once may be put aside
#     block 63   sets the flag and ends; no block is left to begin
#     block 0    has its turn again, sees the flag, ends
#
# A kernel whose blocks do not wait for each other never puts one aside, and uses one context. The
# context of a block that has ended is the next one's.
def _make_run_blocks(module: ll.Module, name: str, traits: Traits) -> LLValue:
    """Build `void run_blocks(context, code, local)`: run blocks, those that wait in turn."""
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    base, code, local = function.args
    source = _BlockSource(b, base)
    contexts = _ContextSource(b, base)
    current = b.alloca(PTR)
    names = ("loop", "more", "fresh", "parked", "resume", "run", "done")
    loop, more, fresh, parked, resume, run, done = map(b.append_basic_block, names)
    b.branch(loop)
    b.position_at_end(loop)
    b.cbranch(contexts.find(b), more, parked)
    b.position_at_end(more)
    block = source.take(b)
    b.cbranch(b.icmp_signed(">=", block, number(0)), fresh, parked)
    b.position_at_end(fresh)
    b.store(contexts.use(b), current)
    start = _begin_cluster if traits.in_cluster else _begin_block
    start(b, b.load(current, typ=PTR), block, local)
    b.branch(run)
    b.position_at_end(parked)
    waiting = b.call(get(module, "ks.find_parked", _make_find_parked), [base])
    b.cbranch(_is_there(b, waiting), resume, done)
    b.position_at_end(resume)
    b.store(waiting, current)
    _look_now_and_then(b, base)
    b.cbranch(_is_stopped(b, base), done, run)
    b.position_at_end(run)
    here = b.load(current, typ=PTR)
    make = _make_run_cluster if traits.in_cluster else _make_run_rounds
    with tracing.work_noted(b, here):
        waits = b.call(get(module, "ks.run_rounds", make, traits), [here, code])
    b.store(waits, build.slot(b, here, int(Context.PARKED)))
    with b.if_then(b.icmp_unsigned("==", waits, number(0))):
        contexts.give_back(b, here)
        build.add_to_slot(b, base, int(Context.ENDED), number(1))
        _end(b, here, traits)
    b.branch(loop)
    b.position_at_end(done)
    b.ret_void()
    return function


def _look_now_and_then(b: ll.IRBuilder, base: LLValue) -> None:
    """Let the host look, after many turns of blocks that wait, whether they can ever go on."""
    turns = build.slot(b, base, int(Context.TURNS))
    count = b.add(b.load(turns, typ=I64), number(1))
    b.store(count, turns)
    patience = build.load_slot(b, base, int(Context.PATIENCE))
    with b.if_then(b.icmp_unsigned(">=", count, patience), likely=False):
        b.store(number(0), turns)
        look = build.load_slot(b, base, int(Context.LOOK))
        b.call(b.inttoptr(look, ll.FunctionType(I64, [PTR]).as_pointer()), [base])


def _end(b: ll.IRBuilder, context: LLValue, traits: Traits) -> None:
    """Note that a block, or all those of a cluster, have ended; not if the launch is stopped."""
    with b.if_then(b.not_(_is_stopped(b, context))):
        _tell_of_end(b, context, traits)
    if traits.engine:
        helpers.call(b, "bulk_finish", [context])


def _tell_of_end(b: ll.IRBuilder, context: LLValue, traits: Traits) -> None:
    """Tell who watches accesses that blocks have ended."""
    if traits.in_cluster:
        blocks = build.load_slot(b, context, int(Context.CLUSTER_BLOCKS))
        with build.counted_loop(b, blocks, "ended") as rank:
            watch.end_block(b, peer(b, context, rank))
    elif traits.engine:
        watch.end_block(b, context)


def _is_there(b: ll.IRBuilder, pointer: LLValue) -> LLValue:
    return b.icmp_unsigned("!=", b.ptrtoint(pointer, I64), number(0))


def _ask_for_context(b: ll.IRBuilder, base: LLValue) -> LLValue:
    """Return the address of one more context, from the host; 0 if the GPU holds no more blocks."""
    make = build.load_slot(b, base, int(Context.ANOTHER))
    function_type = ll.FunctionType(I64, [PTR]).as_pointer()
    return b.call(b.inttoptr(make, function_type), [base])


def _is_stopped(b: ll.IRBuilder, context: LLValue) -> LLValue:
    """Return whether the launch has been stopped, as an i1."""
    control = context_pointer(b, context, Context.CONTROL)
    stop = build.load_shared_slot(b, control, int(Control.STOP))
    return b.icmp_unsigned("!=", stop, number(0))


def _make_find_parked(module: ll.Module, name: str) -> LLValue:
    """Build `ptr find_parked(base)`: a context of this worker whose block was put aside, in turn.

    Null if there is none.
    """
    function, b = begin(module, name, PTR, [PTR])
    (base,) = function.args
    last = build.slot(b, base, int(Context.LAST))
    start = b.load(last, typ=PTR)
    head, advance, take, none = (b.append_basic_block(n) for n in ("head", "next", "take", "none"))
    entry = b.block
    b.branch(head)
    b.position_at_end(head)
    at = b.phi(PTR)
    following = b.load(build.slot(b, at, int(Context.NEXT)), typ=PTR)
    parked = build.load_slot(b, following, int(Context.PARKED))
    b.cbranch(b.icmp_unsigned("!=", parked, number(0)), take, advance)
    b.position_at_end(advance)
    around = b.icmp_unsigned("==", following, start)
    at.add_incoming(start, entry)
    at.add_incoming(following, advance)
    b.cbranch(around, none, head)
    b.position_at_end(take)
    b.store(following, last)
    b.ret(following)
    b.position_at_end(none)
    b.ret(ll.Constant(PTR, None))
    return function


def _listed(b: ll.IRBuilder, context: LLValue, index: LLValue) -> LLValue:
    """Return the number of the block, or cluster, that runs at a place of the order."""
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
    return block


def _set_block(b: ll.IRBuilder, context: LLValue, index: LLValue) -> None:
    """Note %ctaid of the block with this number, x fastest."""
    block = _listed(b, context, index)
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


def _begin_block(b: ll.IRBuilder, context: LLValue, block: LLValue, local: LLValue) -> None:
    """Begin the block of this number."""
    _set_block(b, context, block)
    b.call(get(b.module, "ks.begin_block", _make_begin_block), [context, local])


def _begin_cluster(b: ll.IRBuilder, context: LLValue, index: LLValue, local: LLValue) -> None:
    """Begin all blocks of the cluster of this number."""
    b.call(get(b.module, "ks.begin_cluster", _make_begin_cluster), [context, index, local])


# Worked case: a grid of 4 x 4 x 2 blocks in clusters of 2 x 2 x 1 (CUDA's order of ranks).
#
#     cluster 3     its index is (1, 1, 0): there are 2 x 2 x 2 clusters, x fastest
#     rank 2 of it  is at (0, 1, 0) in it: the block (1, 1, 0) * (2, 2, 1) + (0, 1, 0) = (2, 3, 0)
def _make_begin_cluster(module: ll.Module, name: str) -> LLValue:
    """Build `void begin_cluster(context, number, local)`: each block of it in its own context."""
    function, b = begin(module, name, VOID, [PTR, I64, I64])
    context, index, local = function.args
    left = _listed(b, context, index)
    sizes = [build.load_slot(b, context, int(Context.CLUSTER_X + n)) for n in range(3)]
    corner: list[LLValue] = []
    for axis, size in enumerate(sizes):
        clusters = b.udiv(build.load_slot(b, context, int(Context.GRID_X + axis)), size)
        corner.append(b.mul(b.urem(left, clusters), size))
        left = b.udiv(left, clusters)
    blocks = build.load_slot(b, context, int(Context.CLUSTER_BLOCKS))
    with build.counted_loop(b, blocks, "ranks") as rank:
        there, remaining = peer(b, context, rank), rank
        for axis, size in enumerate(sizes):
            place = b.add(corner[axis], b.urem(remaining, size))
            b.store(place, build.slot(b, there, int(Context.BLOCK_X + axis)))
            remaining = b.udiv(remaining, size)
        b.call(get(module, "ks.begin_block", _make_begin_block), [there, local])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_begin_block(module: ll.Module, name: str) -> LLValue:
    """Build `void begin_block(context, local)`: shared and local memory (of a warp, in bytes),
    barriers and warps as they are before a block begins.
    """
    function, b = begin(module, name, VOID, [PTR, I64])
    context, local = function.args
    warps = build.load_slot(b, context, int(Context.WARPS))
    shared = context_pointer(b, context, Context.SHARED)
    size = build.load_slot(b, context, int(Context.SHARED_BYTES))
    scratch = b.trunc(build.load_slot(b, context, int(Context.SCRATCH)), I8)
    _fill(b, shared, size, scratch)
    start = build.load_slot(b, context, int(Context.START))
    with build.counted_loop(b, warps, "prepare") as index:
        frame = frame_of(b, context, index)
        with b.if_then(b.icmp_unsigned("!=", local, number(0))):
            _fill(b, b.gep(frame, [number(FRAME_HEAD_BYTES)], source_etype=I8), local, scratch)
        for place in _CLEARED:
            b.store(number(0), build.slot(b, frame, int(place)))
        b.store(start, build.slot(b, frame, int(Frame.INDEPENDENT)))
    barriers = context_pointer(b, context, Context.BARRIERS)
    with build.counted_loop(b, number(BARRIERS), "clear") as index:
        b.store(number(0), build.slot(b, barriers, index))
    b.store(number(0), build.slot(b, context, int(Context.IDLE)))
    b.store(warps, build.slot(b, context, int(Context.ALIVE)))
    watch.begin_block(b, context)
    tags.begin_block(b, context)
    tracing.begin_block(b, context)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _fill(b: ll.IRBuilder, start: LLValue, size: LLValue, byte: LLValue) -> None:
    fill = [start, byte, size, ll.Constant(I1, 0)]
    build.intrinsic(b, "memset", VOID, fill, [PTR, I64])


def _make_run_rounds(module: ll.Module, name: str, traits: Traits) -> LLValue:
    """Build `i64 run_rounds(context, code)`: give each warp that can run its turn, round by round.

    It returns 0 when the block has ended, and 1 when its warps only wait for something that other
    blocks may do.
    """
    function, b = begin(module, name, I64, [PTR, PTR])
    context, code = function.args
    again, some, asleep = (b.append_basic_block(n) for n in ("round", "some", "asleep"))
    b.branch(again)
    b.position_at_end(again)
    _return_if_stopped(b, context)
    ran = b.call(get(module, "ks.run_round", _make_run_round, traits), [context, code])
    b.cbranch(b.icmp_unsigned("!=", ran, number(0)), some, asleep)
    b.position_at_end(asleep)
    alive = build.load_slot(b, context, int(Context.ALIVE))
    with b.if_then(b.icmp_unsigned("==", alive, number(0))):
        b.ret(number(0))
    completed = _complete_all(b, context, traits)
    with b.if_then(b.icmp_unsigned("==", completed, number(0))):
        _report_deadlock(b, context)
    b.branch(again)
    b.position_at_end(some)
    idle = build.load_slot(b, context, int(Context.IDLE))
    with b.if_then(b.icmp_unsigned(">", idle, number(IDLE_ROUNDS))):
        _report_deadlock(b, context)
    moved = build.load_slot(b, context, int(Context.MOVED))
    _let_others_run(b, context, moved)
    b.branch(again)
    function.attributes.add("noinline")
    return function


def _return_if_stopped(b: ll.IRBuilder, context: LLValue) -> None:
    """Return that the block has ended, if the launch has been stopped."""
    control = context_pointer(b, context, Context.CONTROL)
    stop = build.load_shared_slot(b, control, int(Control.STOP))
    with b.if_then(b.icmp_unsigned("!=", stop, number(0)), likely=False):
        b.ret(number(0))


def _let_others_run(b: ll.IRBuilder, context: LLValue, moved: LLValue) -> None:
    """Return that the block waits, if nothing in it has moved or it has had its rounds."""
    place = build.slot(b, context, int(Context.ROUNDS))
    rounds = b.add(b.load(place, typ=I64), number(1))
    b.store(rounds, place)
    # Without sharing it is 0, and less 1 the largest number.
    last = b.sub(build.load_slot(b, context, int(Context.SHARES)), number(1))
    waits = b.icmp_unsigned("==", moved, number(0))
    with b.if_then(b.or_(waits, b.icmp_unsigned(">", rounds, last))):
        b.store(number(0), place)
        b.ret(number(1))


def _complete_all(b: ll.IRBuilder, context: LLValue, traits: Traits) -> LLValue:
    """Let threads go on that wait for ones that have ended; return whether there are some."""
    completed = helpers.call(b, "barrier_complete_all", [context])
    if traits.arrives_at_cluster:
        completed = b.or_(completed, helpers.call(b, "cluster_complete", [context]))
    return completed


def _report_deadlock(b: ll.IRBuilder, context: LLValue) -> None:
    """Stop the launch, and return that the block has ended."""
    control = context_pointer(b, context, Context.CONTROL)
    stop = build.slot(b, control, int(Control.STOP))
    exchanged = b.cmpxchg(stop, number(0), number(int(Fault.DEADLOCK)), "monotonic", "monotonic")
    with b.if_then(b.extract_value(exchanged, 1)):
        here = b.ptrtoint(context, I64)
        b.store(here, build.slot(b, control, int(Control.FAULT_ADDRESS)))
    b.ret(number(0))


def _make_run_round(module: ll.Module, name: str, traits: Traits) -> LLValue:
    """Build `i64 run_round(context, code)`: give each warp that can run one turn.

    It returns whether there was one.
    """
    function, b = begin(module, name, I64, [PTR, PTR])
    context, code = function.args
    idle = build.slot(b, context, int(Context.IDLE))
    ran = b.alloca(I64)
    b.store(number(0), ran)
    b.store(number(0), build.slot(b, context, int(Context.MOVED)))
    b.store(b.add(b.load(idle, typ=I64), number(1)), idle)
    with build.counted_loop(b, build.load_slot(b, context, int(Context.WARPS)), "turn") as index:
        frame = frame_of(b, context, index)
        state = build.slot(b, frame, int(Frame.STATE))
        with b.if_then(b.icmp_unsigned("==", b.load(state, typ=I64), number(RUNS))):
            b.store(index, build.slot(b, context, int(Context.WARP)))
            b.store(number(1), ran)
            with b.if_then(_has_turn(b, context)):
                _take_turn(b, context, code, frame, traits)
    b.ret(b.load(ran, typ=I64))
    function.attributes.add("noinline")
    return function


# Worked case: a cluster of two blocks, whose block 0 waits at the cluster's barrier while block 1
# polls a word in the shared memory of block 0.
#
#     block 0   no warp can run; that is not a deadlock, since a warp of block 1 can
#     block 1   its warp pauses, so nothing has moved in the whole cluster: it is put aside
#     later     if no warp of either block could run, and no barrier is complete: a deadlock
def _make_run_cluster(module: ll.Module, name: str, traits: Traits) -> LLValue:
    """Build `i64 run_cluster(context, code)`: as `run_rounds`, for the warps of a whole cluster.

    context: that of its first block.
    """
    function, b = begin(module, name, I64, [PTR, PTR])
    context, code = function.args
    blocks = build.load_slot(b, context, int(Context.CLUSTER_BLOCKS))
    names = ("ran", "moved", "alive", "idle")
    ran, moved, alive, idle = (b.alloca(I64, name=n) for n in names)
    again = b.append_basic_block("round")

    def note(place: LLValue, value: LLValue) -> None:
        b.store(b.or_(b.load(place, typ=I64), value), place)

    b.branch(again)
    b.position_at_end(again)
    _return_if_stopped(b, context)
    for place, value in ((ran, 0), (moved, 0), (alive, 0), (idle, 1 << 62)):
        b.store(number(value), place)
    with build.counted_loop(b, blocks, "blocks") as rank:
        there = peer(b, context, rank)
        turn = b.call(get(module, "ks.run_round", _make_run_round, traits), [there, code])
        note(ran, turn)
        note(alive, build.load_slot(b, there, int(Context.ALIVE)))
        with b.if_then(b.icmp_unsigned("==", turn, number(0))):
            note(moved, _complete_all(b, there, traits))
    with build.counted_loop(b, blocks, "look") as rank:
        there = peer(b, context, rank)
        note(moved, build.load_slot(b, there, int(Context.MOVED)))
        rounds = build.load_slot(b, there, int(Context.IDLE))
        b.store(build.binary(b, "umin", b.load(idle, typ=I64), rounds), idle)
    with b.if_then(b.icmp_unsigned("==", b.load(alive, typ=I64), number(0))):
        b.ret(number(0))
    stays = b.icmp_unsigned("==", b.or_(b.load(moved, typ=I64), b.load(ran, typ=I64)), number(0))
    long = b.icmp_unsigned(">", b.load(idle, typ=I64), number(IDLE_ROUNDS))
    with b.if_then(b.or_(stays, long)):
        _report_deadlock(b, context)
    _let_others_run(b, context, b.load(moved, typ=I64))
    b.branch(again)
    function.attributes.add("noinline")
    return function


def _has_turn(b: ll.IRBuilder, context: LLValue) -> LLValue:
    """Return whether a warp runs in this round: always, or in a random schedule half the time."""
    random = build.load_slot(b, context, int(Context.RANDOM))
    before = b.block
    with b.if_then(b.icmp_unsigned("!=", random, number(0)), likely=False):
        drawn = b.icmp_unsigned("!=", convergence.random_below(b, context, number(2)), number(0))
        here = b.block
    turn = b.phi(I1)
    turn.add_incoming(ll.Constant(I1, 1), before)
    turn.add_incoming(drawn, here)
    return turn


def _take_turn(
    b: ll.IRBuilder, context: LLValue, code: LLValue, frame: LLValue, traits: Traits
) -> None:
    """Run a warp until it ends, waits, polls, or has had its turn."""
    state = build.slot(b, frame, int(Frame.STATE))
    alive = build.slot(b, context, int(Context.ALIVE))
    pauses = build.slot(b, frame, int(Frame.PAUSES))
    result = _run_warp(b, context, frame, code)
    done = b.append_basic_block("turn.done")
    switch = b.switch(result, done)

    @contextmanager
    def case(kind: Result) -> Generator[None]:
        place = b.append_basic_block(f"turn.{kind.name.lower()}")
        switch.add_case(ll.Constant(I32, kind), place)
        b.position_at_end(place)
        yield
        b.branch(done)

    with case(Result.ENDED):
        b.store(number(ENDED), state)
        b.store(b.sub(b.load(alive, typ=I64), number(1)), alive)
        _note_progress(b, context)
        if traits.arrives_at_cluster:
            helpers.call(b, "cluster_complete", [context])
    with case(Result.WAITS):
        barrier = build.load_slot(b, frame, int(Frame.BARRIER))
        with b.if_then(b.icmp_unsigned("!=", barrier, number(POLL))):
            b.store(number(WAITS), state)
            b.store(number(0), pauses)
            _note_progress(b, context)
            _count_at_barrier(b, context, frame, barrier, traits)
    with case(Result.BLOCKED):
        b.store(number(WAITS), state)
        _note_progress(b, context)
    with case(Result.LEAVES):
        b.store(number(1), build.slot(b, frame, int(Frame.INDEPENDENT)))
        _note_progress(b, context)
    with case(Result.KEEPS_STEP):
        _note_progress(b, context)
    with case(Result.PAUSES):
        _begin_patience(b, context)
    with case(Result.PAUSES_APART):
        _begin_patience(b, context)
        _count_pause(b, frame)
    b.position_at_end(done)


def _begin_patience(b: ll.IRBuilder, context: LLValue) -> None:
    """Begin anew to count the rounds in which nothing happens."""
    b.store(number(0), build.slot(b, context, int(Context.IDLE)))


def _count_pause(b: ll.IRBuilder, frame: LLValue) -> None:
    """Count a pause with lanes elsewhere; after too many the lanes go on independently."""
    pauses = build.slot(b, frame, int(Frame.PAUSES))
    many = b.add(b.load(pauses, typ=I64), number(1))
    b.store(many, pauses)
    leaves = b.zext(b.icmp_unsigned(">", many, number(PAUSES)), I64)
    b.store(leaves, build.slot(b, frame, int(Frame.INDEPENDENT)))


def _note_progress(b: ll.IRBuilder, context: LLValue) -> None:
    """Note that a warp of the block did more than wait."""
    _begin_patience(b, context)
    b.store(number(1), build.slot(b, context, int(Context.MOVED)))


def _count_at_barrier(
    b: ll.IRBuilder, context: LLValue, frame: LLValue, barrier: LLValue, traits: Traits
) -> None:
    """Count a warp that waits at a barrier of the block, or of the cluster."""

    def at_block() -> None:
        threads = build.load_slot(b, frame, int(Frame.BARRIER_THREADS))
        helpers.call(b, "barrier_arrive", [context, barrier, threads, number(LANES)])

    if not traits.arrives_at_cluster:
        at_block()
        return
    of_cluster = b.icmp_unsigned("==", barrier, number(CLUSTER_BARRIER))
    with b.if_else(of_cluster) as (whole, own):
        with whole:
            helpers.call(b, "cluster_wait", [context, frame])
        with own:
            at_block()


def _run_warp(b: ll.IRBuilder, context: LLValue, frame: LLValue, code: LLValue) -> LLValue:
    """Run a warp in its converged or independent code; return its `Result` as an i32."""
    independent = build.load_slot(b, frame, int(Frame.INDEPENDENT))
    is_converged = b.icmp_unsigned("==", independent, number(0))
    with b.if_else(is_converged, likely=True) as (when_converged, when_independent):
        with when_converged:
            converged = b.call(_warp_code(code), [context, frame])
            converged_block = b.block
        with when_independent:
            apart = b.call(get(b.module, "ks.run_apart", _make_run_apart), [context, frame])
            apart_block = b.block
    result = b.phi(I32)
    result.add_incoming(converged, converged_block)
    result.add_incoming(apart, apart_block)
    return result


def _make_run_apart(module: ll.Module, name: str) -> LLValue:
    """Build `i32 run_apart(context, frame)`: run a warp in independent code, compiled if needed."""
    function, b = begin(module, name, I32, [PTR, PTR])
    context, frame = function.args
    other = build.slot(b, context, int(Context.INDEPENDENT))
    with b.if_then(b.icmp_unsigned("==", b.load(other, typ=I64), number(0)), likely=False):
        prepare = build.load_slot(b, context, int(Context.PREPARE))
        make = b.inttoptr(prepare, ll.FunctionType(I64, [PTR]).as_pointer())
        compiled = b.call(make, [context])
        with b.if_then(b.icmp_unsigned("==", compiled, number(0))):
            b.ret(ll.Constant(I32, Result.ENDED))  # it could not be compiled: the launch stops
        b.store(compiled, other)
    pointer = b.inttoptr(b.load(other, typ=I64), ll.FunctionType(I32, [PTR, PTR]).as_pointer())
    b.ret(b.call(pointer, [context, frame]))
    function.attributes.add("noinline")
    return function
