"""What warps wait for in the simulator, and how they go on: barriers, events, new blocks."""

from __future__ import annotations

from typing import Any

from numba import njit

from kernelscope.simulator.kinds import (
    AT_BARRIER,
    COUNTERS,
    FAR,
    KEPT,
    LONG,
    NAMED,
    REASONS,
    SCHEDULERS,
    SHORT,
    WAIT,
    WAIT_COUNT,
)

_REASONS = len(REASONS)


@njit(_nrt=False)
def release(core: Any, place: int, barrier: int, at: int, why: int) -> None:
    """Set a barrier of a warp, to be released at `at`; earlier ones count as done before it."""
    index = place * COUNTERS + barrier
    if at > core.released[index]:
        core.released[index] = at
        core.why[index] = why
    core.sets[index] += 1
    core.history[index * KEPT + core.sets[index] % KEPT] = core.released[index]


@njit(_nrt=False)
def settle(core: Any, place: int, start: int) -> None:
    """Find when a warp's next instruction may be issued; `start`: but for barriers."""
    warp = core.warps[place]
    row = core.code[warp.pc]
    at, why = start, WAIT
    mask, barrier = row.wait_mask, 0
    while mask:
        if mask & 1:
            index = place * COUNTERS + barrier
            if core.released[index] > at:
                at, why = core.released[index], core.why[index]
        mask >>= 1
        barrier += 1
    if row.kind == WAIT_COUNT:
        index = place * COUNTERS + row.index
        sets = core.sets[index] - row.count
        if sets > 0 and core.history[index * KEPT + sets % KEPT] > at:
            at, why = core.history[index * KEPT + sets % KEPT], core.why[index]
    core.stalls[warp.pc * _REASONS + why] += at - start
    warp.pipe = row.pipe
    core.ready[place] = at
    scheduler = place // (len(core.ready) // SCHEDULERS)
    core.wake[scheduler] = min(core.wake[scheduler], at)


@njit(_nrt=False)
def park(core: Any, place: int, what: int, since: int) -> None:
    """Let a warp wait, from cycle `since` on, for something that has not happened yet."""
    core.warps[place].waiting = what
    core.warps[place].since = since
    core.ready[place] = FAR


@njit(_nrt=False)
def step_on(core: Any, place: int) -> bool:
    """Go to the warp's next instruction; whether there is one."""
    warp = core.warps[place]
    warp.pc += 1
    if warp.pc < warp.end:
        return True
    warp.times -= 1
    if warp.times > 0:
        warp.pc = core.runs[3 * warp.run]
        return True
    warp.run += 1
    if warp.run == warp.runs_end:
        return False
    _enter(core, place)
    return True


@njit(_nrt=False)
def _enter(core: Any, place: int) -> None:
    """Begin the warp's run."""
    warp = core.warps[place]
    warp.pc = core.runs[3 * warp.run]
    warp.end = core.runs[3 * warp.run] + core.runs[3 * warp.run + 1]
    warp.times = core.runs[3 * warp.run + 2]


@njit(_nrt=False)
def start_block(core: Any, slot: int, at: int) -> None:
    """Start the next of the SM's blocks in a slot."""
    tally = core.tally[0]
    number = tally.started
    tally.started += 1
    core.begin[number] = at
    stream, shift = core.blocks[2 * number], core.blocks[2 * number + 1]
    warps = (len(core.run_starts) - 1) // (len(core.event_starts) - 1)
    here = core.slots[slot]
    here.block = number
    here.live = warps
    for event in range(core.event_starts[stream], core.event_starts[stream + 1]):
        core.left[here.events + event - core.event_starts[stream]] = core.events[event]
        core.complete[here.events + event - core.event_starts[stream]] = 0
    for warp in range(warps):
        seat = slot * warps + warp
        place = seat % SCHEDULERS * (len(core.ready) // SCHEDULERS) + seat // SCHEDULERS
        _start_warp(core, place, slot, stream * warps + warp, shift)
        settle(core, place, at)


@njit(_nrt=False)
def _start_warp(core: Any, place: int, slot: int, stream: int, shift: int) -> None:
    """Put a warp at the beginning of its stream."""
    warp, tally = core.warps[place], core.tally[0]
    warp.age = tally.age
    tally.age += 1
    warp.run = core.run_starts[stream]
    warp.runs_end = core.run_starts[stream + 1]
    warp.access = core.access_starts[stream]
    warp.shift = shift
    warp.slot = slot
    warp.copies = 0
    warp.stores = 0
    warp.waiting = -1
    for index in range(place * COUNTERS, (place + 1) * COUNTERS):
        core.released[index] = 0
        core.sets[index] = 0
    _enter(core, place)


@njit(_nrt=False)
def end_warp(core: Any, place: int, at: int) -> None:
    """End a warp; the block's last one ends the block, and the next block starts."""
    tally = core.tally[0]
    slot = core.warps[place].slot
    core.warps[place].waiting = -1
    core.ready[place] = FAR
    core.slots[slot].live -= 1
    if core.slots[slot].live == 0:
        tally.ended += 1
        core.finish[core.slots[slot].block] = at
        if tally.started < len(core.begin):
            start_block(core, slot, at + core.machine[0].start_cycles)
        return
    for barrier in range(NAMED):
        if core.arrived[slot * NAMED + barrier] > 0:
            try_barrier(core, slot, barrier, at)


@njit(_nrt=False)
def try_barrier(core: Any, slot: int, barrier: int, at: int) -> None:
    """Let the warps at a barrier go, if all have come."""
    index = slot * NAMED + barrier
    expected = core.expected[index]
    if expected == 0:
        expected = core.slots[slot].live
    if core.arrived[index] < expected:
        return
    core.arrived[index] = 0
    turn = core.gathered[index]
    core.gathered[index] = 0
    go_on(core, slot, barrier, max(at, turn + core.machine[0].barrier_latency))


@njit(_nrt=False)
def go_on(core: Any, slot: int, what: int, at: int) -> None:
    """Let the warps of a block that wait for `what` go on at `at`."""
    why = AT_BARRIER if what < NAMED else LONG
    for place in range(len(core.ready)):
        warp = core.warps[place]
        if warp.waiting != what or warp.slot != slot:
            continue
        until = max(at, warp.since)
        core.stalls[warp.pc * _REASONS + why] += until - warp.since
        written = core.code[warp.pc].write_barrier
        if written >= 0:
            release(core, place, written, until + core.machine[0].latency_shared, SHORT)
        warp.waiting = -1
        step_on(core, place)
        settle(core, place, until)


@njit(_nrt=False)
def count(core: Any, slot: int, event: int, at: int) -> None:
    """Count an arrival at an event, which happens at `at`."""
    index = core.slots[slot].events + event
    core.left[index] -= 1
    core.complete[index] = max(core.complete[index], at)
    if core.left[index] == 0:
        go_on(core, slot, NAMED + event, core.complete[index])
