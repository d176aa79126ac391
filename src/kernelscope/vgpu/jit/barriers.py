"""Compiled barriers of a block: threads are counted as they arrive, and the last lets all go on.

A warp of converged code counts whole; lanes that run independently count by themselves.

As on the hardware a barrier begins anew the moment its count is reached: who arrives after that,
even before those who waited have run again, counts for the next time (PTX ISA, 9.7.13.1).
"""

from __future__ import annotations

from kernelscope.vgpu.jit import build, convergence, watch, watch_barriers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, context_pointer, get
from kernelscope.vgpu.jit.build import I8, I32, I64, PTR
from kernelscope.vgpu.layout import (
    AT_BARRIER,
    BARRIERS,
    CLUSTER_BARRIER,
    LANES,
    LAST_SITES,
    Check,
    Context,
    Frame,
    Meeting,
)
from kernelscope.vgpu.types import LLValue

VOID = ll.VoidType()
RUNS, WAITS, ENDED = 0, 1, 2
ASKED = 32
"""Slots from a barrier's count to the number of threads that it waits for."""


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def frame_of(b: ll.IRBuilder, context: LLValue, index: LLValue) -> LLValue:
    """Return a pointer to the frame of a warp."""
    frames = context_pointer(b, context, Context.FRAMES)
    size = build.load_slot(b, context, int(Context.FRAME_BYTES))
    return b.gep(frames, [b.mul(index, size)], source_etype=I8)


def arrive(module: ll.Module) -> LLValue:
    """Return the function that counts an arrival; see `_make_arrive`."""
    return get(module, "ks.arrive", _make_arrive)


def _make_arrive(module: ll.Module, name: str) -> LLValue:
    """Build `void arrive(context, barrier, threads, amount)`: count `amount` threads; at `threads`
    (0: all of the block that have not ended) let those who wait go on and begin anew.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I64])
    context, barrier, asked, amount = function.args
    here = build.slot(b, context_pointer(b, context, Context.BARRIERS), barrier)
    with b.if_then(_is_checked(b, context), likely=False):
        _check_count(b, context, barrier, here, asked)
    b.store(asked, build.slot(b, here, ASKED))
    count = b.add(b.load(here, typ=I64), amount)
    b.store(count, here)
    _complete(b, context, barrier, here, asked, count)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _is_checked(b: ll.IRBuilder, context: LLValue) -> LLValue:
    return b.icmp_unsigned("!=", build.load_slot(b, context, int(Context.CHECK)), number(0))


def _check_count(
    b: ll.IRBuilder, context: LLValue, barrier: LLValue, here: LLValue, asked: LLValue
) -> None:
    """Tell if those who wait already ask for another number of threads; note who comes."""
    every = b.mul(build.load_slot(b, context, int(Context.WARPS)), number(LANES))

    def in_full(threads: LLValue) -> LLValue:
        return b.select(b.icmp_unsigned("==", threads, number(0)), every, threads)

    before = build.load_slot(b, here, ASKED)
    some = b.icmp_unsigned("!=", b.load(here, typ=I64), number(0))
    other = b.icmp_unsigned("!=", in_full(before), in_full(asked))
    with b.if_then(b.and_(some, other)):
        both = b.or_(b.shl(in_full(before), number(32)), in_full(asked))
        watch_barriers.tell(b, context, Check.COUNTS, barrier, ll.Constant(I32, 0), both)
    sites = build.slot(b, here, LAST_SITES)
    b.store(build.load_slot(b, context, int(Context.CHECKED_SITE)), sites)


def _complete(
    b: ll.IRBuilder, context: LLValue, barrier: LLValue, here: LLValue, asked: LLValue,
    count: LLValue,
) -> LLValue:  # fmt: skip
    """Let the waiting threads go on if all have arrived; return whether they have."""
    alive = build.load_slot(b, context, int(Context.ALIVE))
    every = b.icmp_unsigned("==", asked, number(0))
    needed = b.select(every, b.mul(alive, number(LANES)), asked)
    some = b.icmp_unsigned("!=", count, number(0))
    due = b.and_(some, b.icmp_unsigned(">=", count, needed))
    with b.if_then(due):
        b.store(number(0), here)
        b.call(let_go(b.module), [context, barrier])
    return due


def complete_without_ended(module: ll.Module) -> LLValue:
    """Return the function for when no warp can run; see `_make_complete_all`."""
    return get(module, "ks.complete_all", _make_complete_all)


def _make_complete_all(module: ll.Module, name: str) -> LLValue:
    """Build `i64 complete_all(context)` for when warps have ended that others waited for.

    It returns whether some warp can go on.
    """
    function, b = begin(module, name, I64, [PTR])
    context = function.args[0]
    barriers = context_pointer(b, context, Context.BARRIERS)
    moved = b.alloca(I64)
    b.store(number(0), moved)
    with build.counted_loop(b, number(BARRIERS), "barriers") as index:
        here = build.slot(b, barriers, index)
        asked, count = build.load_slot(b, here, ASKED), b.load(here, typ=I64)
        done = _complete(b, context, index, here, asked, count)
        b.store(b.or_(b.load(moved, typ=I64), b.zext(done, I64)), moved)
    b.ret(b.load(moved, typ=I64))
    return function


def let_go(module: ll.Module) -> LLValue:
    """Return the function that lets the threads at a barrier go on; see `_make_let_go`."""
    return get(module, "ks.let_go", _make_let_go)


def _make_let_go(module: ll.Module, name: str) -> LLValue:
    """Build `void let_go(context, barrier)`: who waits there runs again, with the votes of all of
    them.
    """
    function, b = begin(module, name, VOID, [PTR, I64])
    context, barrier = function.args
    warps = build.load_slot(b, context, int(Context.WARPS))
    watched = b.icmp_unsigned("!=", build.load_slot(b, context, int(Context.WATCH)), number(0))
    # At the cluster's barrier threads arrive and wait at two instructions, each for itself.
    of_block = b.icmp_unsigned("<", barrier, number(BARRIERS))
    with b.if_then(b.and_(watched, of_block), likely=False):
        b.call(get(module, "ks.watch.meet", _make_watch_meeting), [context, barrier])
    with b.if_then(b.and_(_is_checked(b, context), of_block), likely=False):
        b.call(get(module, "ks.check.meet", _make_check_meeting), [context, barrier])
    sums = {place: b.alloca(I64) for place in (Frame.VOTES, Frame.VOTERS)}
    for total in sums.values():
        b.store(number(0), total)

    def add(place: Frame, amount: LLValue) -> None:
        b.store(b.add(b.load(sums[place], typ=I64), amount), sums[place])

    # Warps of converged code are the rule, and a block of four warps at a barrier comes here for
    # each: what only independent lanes need is kept out of their way.
    with build.counted_loop(b, warps, "votes") as index:
        frame = frame_of(b, context, index)
        with b.if_then(_waits_at(b, frame, barrier)):
            for place in sums:
                add(place, build.load_slot(b, frame, int(place)))
        with b.if_then(_is_independent(b, frame), likely=False):
            lanes = _lanes_at(b, frame, barrier)
            yes = convergence.fetch(b, frame, Meeting.OPERANDS, 1)
            add(Frame.VOTES, _popcount(b, b.and_(build.to_bits(b, yes), lanes)))
            add(Frame.VOTERS, _popcount(b, lanes))
    with build.counted_loop(b, warps, "go") as index:
        frame = frame_of(b, context, index)
        totals = [b.load(total, typ=I64) for total in sums.values()]
        with b.if_then(_waits_at(b, frame, barrier)):
            for place, total in zip(sums, totals, strict=True):
                b.store(total, build.slot(b, frame, int(place)))
            b.store(number(RUNS), build.slot(b, frame, int(Frame.STATE)))
        with b.if_then(_is_independent(b, frame), likely=False):
            go_on = get(module, "ks.lanes_go_on", _make_lanes_go_on)
            b.call(go_on, [frame, barrier, *totals])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_watch_meeting(module: ll.Module, name: str) -> LLValue:
    """Build `void meet(context, barrier)`: tell who watches which threads wait at the barrier."""
    function, b = begin(module, name, VOID, [PTR, I64])
    context, barrier = function.args
    table = build.stack_bytes(b, 8 * LANES)
    b.store(build.constant(ADDRESSES, 0), table, align=64)  # for warps that the block has not
    here = build.slot(b, context_pointer(b, context, Context.BARRIERS), barrier)
    of_all = b.icmp_unsigned("==", build.load_slot(b, here, ASKED), number(0))
    whole = b.alloca(I8)
    b.store(ll.Constant(I8, 1), whole)
    with build.counted_loop(b, build.load_slot(b, context, int(Context.WARPS)), "met") as index:
        frame = frame_of(b, context, index)
        apart = b.zext(_lanes_at(b, frame, barrier), I64)
        live = b.zext(convergence.lanes_in(b, frame, Frame.LIVE), I64)
        is_apart = _is_independent(b, frame)
        all_ = b.select(_waits_at(b, frame, barrier), number(0xFFFFFFFF), number(0))
        lanes = b.select(is_apart, apart, all_)
        b.store(lanes, build.slot(b, table, index))
        state = build.load_slot(b, frame, int(Frame.STATE))
        needed = b.select(is_apart, live, number(0xFFFFFFFF))
        # A barrier of all threads does not wait for those that have ended; one with a number may
        # have been reached by a `bar.arrive` of theirs, behind which they did more.
        ended = b.and_(b.icmp_unsigned("==", state, number(ENDED)), of_all)
        came = b.or_(ended, b.icmp_unsigned("==", lanes, needed))
        b.store(b.and_(b.load(whole, typ=I8), b.zext(came, I8)), whole)
    is_whole = b.icmp_unsigned("!=", b.load(whole, typ=I8), ll.Constant(I8, 0))
    watch.meet(b, context, barrier, table, is_whole)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_check_meeting(module: ll.Module, name: str) -> LLValue:
    """Build `void meet(context, barrier)`: tell if some warp's lanes did not all come, or came to
    several instructions, or if warps have ended that a barrier of the whole block does without.
    """
    function, b = begin(module, name, VOID, [PTR, I64])
    context, barrier = function.args
    odd = b.alloca(I64)
    b.store(number(0), odd)
    warps = build.load_slot(b, context, int(Context.WARPS))
    here = build.slot(b, context_pointer(b, context, Context.BARRIERS), barrier)
    of_all = b.icmp_unsigned("==", build.load_slot(b, here, ASKED), number(0))
    last_mask = b.trunc(build.load_slot(b, context, int(Context.LAST_WARP_MASK)), I32)
    with build.counted_loop(b, warps, "checked") as index:
        frame = frame_of(b, context, index)
        is_last = b.icmp_unsigned("==", b.add(index, number(1)), warps)
        exist = b.select(is_last, last_mask, ll.Constant(I32, 0xFFFFFFFF))
        apart = _lanes_at(b, frame, barrier)
        then = b.load(
            convergence.field(b, frame, Meeting.THEN), typ=convergence.LANE_WORDS, align=4
        )
        place = b.extract_element(then, build.first_set(b, exist))
        elsewhere = build.to_bits(b, b.icmp_unsigned("!=", then, build.splat(b, place)))
        some = b.icmp_unsigned("!=", apart, ll.Constant(I32, 0))
        split = b.icmp_unsigned("!=", b.and_(elsewhere, exist), ll.Constant(I32, 0))
        odd_apart = b.and_(some, b.or_(split, b.icmp_unsigned("!=", apart, exist)))
        came = convergence.lanes_in(b, frame, Frame.CAME)
        odd_whole = b.and_(_waits_at(b, frame, barrier), b.icmp_unsigned("!=", came, exist))
        state = build.load_slot(b, frame, int(Frame.STATE))
        ended = b.and_(of_all, b.icmp_unsigned("==", state, number(ENDED)))
        found = b.select(_is_independent(b, frame), odd_apart, odd_whole)
        b.store(b.or_(b.load(odd, typ=I64), b.zext(b.or_(found, ended), I64)), odd)
    with b.if_then(b.icmp_unsigned("!=", b.load(odd, typ=I64), number(0))):
        none = ll.Constant(I32, 0)
        watch_barriers.tell(b, context, Check.MET, barrier, none, number(0))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_lanes_go_on(module: ll.Module, name: str) -> LLValue:
    """Build `void lanes_go_on(frame, barrier, votes, voters)`: the lanes of an independent warp
    that wait at the barrier run again.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I64])
    frame, barrier, *totals = function.args
    lanes = _lanes_at(b, frame, barrier)
    with b.if_then(b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0))):
        for row, total in enumerate(totals):
            result = build.splat(b, total)
            convergence.bring(b, frame, Meeting.RESULTS + row * convergence.ROW, result, lanes)
        convergence.release(b, frame, lanes)
        b.store(number(RUNS), build.slot(b, frame, int(Frame.STATE)))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _waits_at(b: ll.IRBuilder, frame: LLValue, barrier: LLValue) -> LLValue:
    """Return whether a whole warp waits at a barrier."""
    waits = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.STATE)), number(WAITS))
    same = b.icmp_unsigned("==", build.load_slot(b, frame, int(Frame.BARRIER)), barrier)
    return b.and_(b.and_(waits, same), b.not_(_is_independent(b, frame)))


def _is_independent(b: ll.IRBuilder, frame: LLValue) -> LLValue:
    return b.icmp_unsigned("!=", build.load_slot(b, frame, int(Frame.INDEPENDENT)), number(0))


def _lanes_at(b: ll.IRBuilder, frame: LLValue, barrier: LLValue) -> LLValue:
    """Return the lanes of an independent warp that wait at a barrier, as an i32."""
    return convergence.blocked_at(b, frame, ll.Constant(I32, AT_BARRIER), b.trunc(barrier, I32))


def _popcount(b: ll.IRBuilder, lanes: LLValue) -> LLValue:
    return b.zext(build.popcount(b, lanes), I64)


# ---- lanes that arrive one by one --------------------------------------------------------------


def lanes_arrive(module: ll.Module) -> LLValue:
    """Return the function that counts lanes which now wait; see `_make_lanes_arrive`."""
    return get(module, "ks.lanes_arrive", _make_lanes_arrive)


def _make_lanes_arrive(module: ll.Module, name: str) -> LLValue:
    """Build `void lanes_arrive(context, frame, barriers, threads, lanes)`: lanes that have just
    been blocked count, each at its barrier; barriers and threads are <32 x i32>.
    """
    words = build.vector(I32)
    function, b = begin(module, name, VOID, [PTR, PTR, words, words, I32])
    context, frame, numbers, counts, lanes = function.args
    rest = b.alloca(I32)
    b.store(lanes, rest)
    head, body, done = (b.append_basic_block(n) for n in ("head", "body", "done"))
    b.branch(head)
    b.position_at_end(head)
    left = b.load(rest, typ=I32)
    b.cbranch(b.icmp_unsigned("!=", left, ll.Constant(I32, 0)), body, done)
    b.position_at_end(body)
    leader = build.first_set(b, left)
    own = b.extract_element(numbers, leader)
    same = build.to_bits(b, b.icmp_unsigned("==", numbers, build.splat(b, own)))
    group = b.and_(left, same)
    b.store(b.and_(left, b.not_(group)), rest)
    amount = b.add(_popcount(b, group), _ended_lanes(b, frame, own))
    asked = b.zext(b.extract_element(counts, leader), I64)
    b.call(arrive(module), [context, b.zext(own, I64), asked, amount])
    b.branch(head)
    b.position_at_end(done)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _ended_lanes(b: ll.IRBuilder, frame: LLValue, barrier: LLValue) -> LLValue:
    """Return the lanes that count although they have ended, as an i64.

    A warp counts whole once all of its lanes that have not ended wait at the barrier.
    """
    waiting = convergence.blocked_at(b, frame, ll.Constant(I32, AT_BARRIER), barrier)
    live = convergence.lanes_in(b, frame, Frame.LIVE)
    whole = b.icmp_unsigned("==", waiting, live)
    return b.select(whole, b.sub(number(LANES), _popcount(b, live)), number(0))


def lanes_ended(module: ll.Module) -> LLValue:
    """Return the function for when lanes have ended; see `_make_lanes_ended`."""
    return get(module, "ks.lanes_ended", _make_lanes_ended)


def _make_lanes_ended(module: ll.Module, name: str) -> LLValue:
    """Build `void lanes_ended(context, frame)`: the others may all wait at one barrier now.

    The cluster's barrier has its own rule for lanes that have ended.
    """
    function, b = begin(module, name, VOID, [PTR, PTR])
    context, frame = function.args
    live = convergence.lanes_in(b, frame, Frame.LIVE)
    with b.if_then(b.icmp_unsigned("==", live, ll.Constant(I32, 0))):
        b.ret_void()
    members = b.load(
        convergence.field(b, frame, Meeting.MEMBERS), typ=convergence.LANE_WORDS, align=4
    )
    barrier = b.extract_element(members, build.first_set(b, live))
    waiting = convergence.blocked_at(b, frame, ll.Constant(I32, AT_BARRIER), barrier)
    of_block = b.icmp_unsigned("!=", barrier, ll.Constant(I32, CLUSTER_BARRIER))
    with b.if_then(b.and_(of_block, b.icmp_unsigned("==", waiting, live))):
        place = b.zext(barrier, I64)
        here = build.slot(b, context_pointer(b, context, Context.BARRIERS), place)
        asked = build.load_slot(b, here, ASKED)
        b.call(arrive(module), [context, place, asked, _ended_lanes(b, frame, barrier)])
    b.ret_void()
    function.attributes.add("noinline")
    return function
