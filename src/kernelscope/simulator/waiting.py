"""What warps wait for in the simulator, and how they go on: barriers, events, new blocks."""

from __future__ import annotations

from typing import Any

from kernelscope.simulator.kinds import (
    AT_BARRIER,
    COUNTERS,
    DRAIN,
    FAR,
    KEPT,
    LONG,
    NAMED,
    SCHEDULERS,
    SHORT,
    WAIT,
    WAIT_COUNT,
)


def release(core: Any, place: int, barrier: int, at: int, why: int) -> None:
    """Set a barrier of a warp, to be released at `at`; earlier ones count as done before it."""
    counter = core.counters[place * COUNTERS + barrier]
    if at > counter.released:
        counter.released = at
        counter.why = why
    counter.sets += 1
    counter.history[counter.sets % KEPT] = counter.released


def settle(core: Any, place: int, start: int) -> None:
    """Find when a warp's next instruction may be issued; `start`: but for barriers."""
    warp = core.warps[place]
    row = core.rows[warp.pc]
    at, why = start, WAIT
    mask, barrier = row.wait_mask, 0
    while mask:
        if mask & 1:
            counter = core.counters[place * COUNTERS + barrier]
            if counter.released > at:
                at, why = counter.released, counter.why
        mask >>= 1
        barrier += 1
    if row.kind == WAIT_COUNT:
        counter = core.counters[place * COUNTERS + row.which]
        sets = counter.sets - row.number
        if sets > 0 and counter.history[sets % KEPT] > at:
            at, why = counter.history[sets % KEPT], counter.why
    row.stalls[why] += at - start
    warp.pipe = row.pipe
    core.ready[place] = at
    scheduler = core.schedulers[place // (len(core.ready) // SCHEDULERS)]
    scheduler.wake = min(scheduler.wake, at)


def park(core: Any, place: int, what: int, since: int) -> None:
    """Let a warp wait, from cycle `since` on, for something that has not happened yet."""
    core.warps[place].waiting = what
    core.warps[place].since = since
    core.ready[place] = FAR


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


def _enter(core: Any, place: int) -> None:
    """Begin the warp's run."""
    warp = core.warps[place]
    warp.pc = core.runs[3 * warp.run]
    warp.end = core.runs[3 * warp.run] + core.runs[3 * warp.run + 1]
    warp.times = core.runs[3 * warp.run + 2]


def start_block(core: Any, slot: int, at: int) -> None:
    """Start the next of the SM's blocks in a slot, at `at` or when its turn to start has come."""
    tally = core.tally[0]
    at = max(at, tally.next_start)
    tally.next_start = at + core.machine[0].start_cycles
    number = tally.started
    tally.started += 1
    block = core.blocks[number]
    block.begin = at
    stream = block.stream
    warps = len(core.plans) // (len(core.event_starts) - 1)
    here = core.slots[slot]
    here.block = number
    here.live = warps
    here.descriptors = 0
    here.fresh = 0
    first = core.event_starts[stream]
    for event in range(core.event_starts[stream + 1] - first):
        core.waits[here.events + event].left = core.events[first + event]
        core.waits[here.events + event].complete = 0
    for warp in range(warps):
        seat = slot * warps + warp
        place = seat % SCHEDULERS * (len(core.ready) // SCHEDULERS) + seat // SCHEDULERS
        _start_warp(core, place, slot, stream * warps + warp, block.shift)
        settle(core, place, at)


def _start_warp(core: Any, place: int, slot: int, stream: int, shift: int) -> None:
    """Put a warp at the beginning of its stream."""
    warp, tally = core.warps[place], core.tally[0]
    warp.age = tally.age
    tally.age += 1
    warp.run = core.plans[stream].run
    warp.runs_end = core.plans[stream].runs_end
    warp.access = core.plans[stream].access
    warp.shift = shift
    warp.slot = slot
    warp.copies = 0
    warp.stores = 0
    warp.waiting = -1
    for index in range(place * COUNTERS, (place + 1) * COUNTERS):
        core.counters[index].released = 0
        core.counters[index].sets = 0
    _enter(core, place)


def end_warp(core: Any, place: int, at: int) -> None:
    """End a warp; when the block's last one has ended and their stores are out, the next starts."""
    tally = core.tally[0]
    warp = core.warps[place]
    slot = warp.slot
    drained = max(at, warp.stores - core.machine[0].latency_l2)
    core.rows[warp.pc - 1].stalls[DRAIN] += drained - at
    block = core.blocks[core.slots[slot].block]
    block.end = max(block.end, drained)
    core.ready[place] = FAR
    core.schedulers[place // (len(core.ready) // SCHEDULERS)].last = -1
    core.slots[slot].live -= 1
    if core.slots[slot].live == 0:
        tally.ended += 1
        if tally.started < len(core.blocks):
            start_block(core, slot, block.end)
        return
    for barrier in range(NAMED):
        if core.gates[slot * NAMED + barrier].arrived > 0:
            try_barrier(core, slot, barrier, at)


def try_barrier(core: Any, slot: int, barrier: int, at: int) -> None:
    """Let the warps at a barrier go, if all have come."""
    gate = core.gates[slot * NAMED + barrier]
    expected = gate.expected if gate.expected > 0 else core.slots[slot].live
    if gate.arrived < expected:
        return
    turn = gate.turn
    gate.arrived = 0
    gate.turn = 0
    go_on(core, slot, barrier, max(at, turn + core.machine[0].barrier_latency))


def go_on(core: Any, slot: int, what: int, at: int) -> None:
    """Let the warps of a block that wait for `what` go on at `at`."""
    why = AT_BARRIER if what < NAMED else LONG
    for place in range(len(core.ready)):
        warp = core.warps[place]
        if warp.waiting != what or warp.slot != slot:
            continue
        until = max(at, warp.since)
        core.rows[warp.pc].stalls[why] += until - warp.since
        written = core.rows[warp.pc].write_barrier
        if written >= 0:
            release(core, place, written, until + core.machine[0].latency_shared, SHORT)
        warp.waiting = -1
        step_on(core, place)
        settle(core, place, until)


def count(core: Any, slot: int, event: int, at: int) -> None:
    """Count an arrival at an event, -1 for none, which happens at `at`."""
    if event < 0:
        return
    wait = core.waits[core.slots[slot].events + event]
    wait.left -= 1
    wait.complete = max(wait.complete, at)
    if wait.left == 0:
        go_on(core, slot, NAMED + event, wait.complete)


def come(core: Any, slot: int, row: Any, at: int) -> None:
    """Count a warp at a barrier, which has its turn at `at`."""
    gate = core.gates[slot * NAMED + row.which]
    gate.arrived += 1
    gate.expected = row.number
    gate.turn = max(gate.turn, at)
    try_barrier(core, slot, row.which, at + 1)
