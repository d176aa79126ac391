"""The schedulers of an SM, cycle by cycle; cycles in which none can issue are skipped.

The four are looked at in turn, and another one first in each cycle. Of the warps that can issue, a
scheduler takes the one that issued last, else the youngest (Huerta et al., arXiv 2503.20481: greedy,
then youngest).
"""

from __future__ import annotations

from typing import Any

from numba import njit

from kernelscope.simulator.kinds import (
    AT_MEMBAR,
    ATOMIC,
    BARRIER,
    BARRIER_ARRIVE,
    BULK_LOAD,
    BULK_STORE,
    COMMIT,
    COPY,
    COPY_L1,
    EVENT_ARRIVE,
    EVENT_ARRIVE_COPIES,
    EVENT_WAIT,
    FAR,
    FIRST_ACCESS,
    GMMA,
    LOAD,
    LOAD_L2,
    LONG,
    LSU,
    MEMBAR,
    NAMED,
    NO_PIPE,
    NOT_SELECTED,
    PIPES,
    REASONS,
    REDUCTION,
    SCHEDULERS,
    SHORT,
    SLEEP,
    SLEEPING,
    STORE,
    TENSOR,
    WAIT,
    WGMMA,
)
from kernelscope.simulator.memory import atomic, read, turn, write
from kernelscope.simulator.waiting import (
    count,
    end_warp,
    park,
    release,
    settle,
    start_block,
    step_on,
    try_barrier,
)

_REASONS = len(REASONS)
_PIPES = len(PIPES)


@njit(_nrt=False)
def run(core: Any) -> int:
    """Run all blocks; return the first cycle after the last one, or -1 if warps wait for ever."""
    for slot in range(len(core.slots)):
        core.slots[slot].events = slot * (len(core.left) // len(core.slots))
        core.tally[0].newest = -1
        core.tally[0].oldest = -1
        start_block(core, slot, 0)
    while core.tally[0].ended < len(core.begin):
        now = FAR
        for scheduler in range(SCHEDULERS):
            now = min(now, core.wake[scheduler])
        if now == FAR:
            return -1
        for turned in range(SCHEDULERS):
            scheduler = (now + turned) % SCHEDULERS
            if core.wake[scheduler] == now:
                look(core, scheduler, now)
    end = 0
    for block in range(len(core.finish)):
        end = max(end, core.finish[block])
    return end


@njit(_nrt=False)
def look(core: Any, scheduler: int, now: int) -> None:
    """Issue the instruction of one warp, if any can; note why the others cannot."""
    places = len(core.ready) // SCHEDULERS
    best, age, able, wake = -1, -1, 0, FAR
    for place in range(scheduler * places, (scheduler + 1) * places):
        ready = core.ready[place]
        if ready > now:
            wake = min(wake, ready)
            continue
        warp = core.warps[place]
        free = core.pipe_free[scheduler * _PIPES + warp.pipe]
        if free > now:
            row = warp.pc * _REASONS
            core.stalls[row + NOT_SELECTED] += now - ready
            core.stalls[row + core.throttle[warp.pc]] += free - now
            core.ready[place] = free
            wake = min(wake, free)
            continue
        able += 1
        if place == core.last[scheduler]:
            best, age = place, FAR
        elif warp.age > age:
            best, age = place, warp.age
    core.wake[scheduler] = now + 1 if able > 1 else wake
    if best >= 0:
        issue(core, scheduler, best, now)


@njit(_nrt=False)
def issue(core: Any, scheduler: int, place: int, now: int) -> None:
    """Issue the next instruction of a warp."""
    warp = core.warps[place]
    pc = warp.pc
    row = core.code[pc]
    kind = row.kind
    core.stalls[pc * _REASONS + NOT_SELECTED] += now - core.ready[place]
    core.executed[pc] += 1
    core.issued[scheduler] += 1
    core.last[scheduler] = place
    wavefronts = 1
    if kind >= FIRST_ACCESS:
        wavefronts = core.accesses[warp.access].wavefronts
    elif kind == BARRIER or kind == BARRIER_ARRIVE:
        wavefronts = core.machine[0].barrier_cycles
    at = _take(core, scheduler, row, now, wavefronts)
    latency = row.latency if row.latency else core.latencies[row.pipe]
    done, why = at + latency, SHORT
    if kind >= FIRST_ACCESS:
        done, why = _access(core, place, kind, at)
    elif kind == COMMIT:
        done, why = max(at, warp.copies), LONG
    elif kind == WGMMA:
        done, why = core.tensor_free[scheduler] + latency, GMMA
    if row.read_barrier >= 0:
        release(core, place, row.read_barrier, at + core.machine[0].operand_cycles, SHORT)
    start = now + max(1, row.stall)
    if row.yields:
        start = max(start, now + 2)
    before = start
    if kind == BARRIER:
        if row.write_barrier >= 0:
            release(core, place, row.write_barrier, done, why)
        park(core, place, row.index, now + 1)
        _come(core, warp.slot, row, at)
        return
    if kind == BARRIER_ARRIVE:
        _come(core, warp.slot, row, at)
    elif kind == EVENT_WAIT:
        index = core.slots[warp.slot].events + core.accesses[warp.access - 1].event
        if core.left[index] > 0:
            park(core, place, NAMED + core.accesses[warp.access - 1].event, now + 1)
            return
        start = max(start, core.complete[index])
        done = max(at, core.complete[index]) + core.machine[0].latency_shared
        core.stalls[pc * _REASONS + LONG] += start - before
    elif kind == MEMBAR:
        start = max(start, warp.stores)
        core.stalls[pc * _REASONS + AT_MEMBAR] += start - before
    elif kind == SLEEP:
        start = max(start, now + row.count)
        core.stalls[pc * _REASONS + SLEEPING] += start - before
    if row.write_barrier >= 0:
        release(core, place, row.write_barrier, done, why)
    if step_on(core, place):
        core.stalls[warp.pc * _REASONS + WAIT] += before - now - 1
        settle(core, place, start)
    else:
        end_warp(core, place, now + 1)


@njit(_nrt=False)
def _take(core: Any, scheduler: int, row: Any, now: int, wavefronts: int) -> int:
    """Take the instruction's pipe; return when the unit behind it begins."""
    pipe = row.pipe
    if pipe == LSU:
        return turn(core, scheduler, now, wavefronts)
    if pipe == NO_PIPE:
        return now
    interval = row.interval if row.interval else core.intervals[pipe]
    core.busy[pipe] += interval
    free = now + interval
    if pipe == TENSOR:
        begin = max(now, core.tensor_free[scheduler])
        core.tensor_free[scheduler] = begin + interval
        # A warpgroup's product waits at the tensor core while another one runs; `mma` does not.
        free = max(now + 1, begin) if row.kind == WGMMA else begin + interval
    core.pipe_free[scheduler * _PIPES + pipe] = free
    return now


@njit(_nrt=False)
def _access(core: Any, place: int, kind: int, at: int) -> tuple[int, int]:
    """Do what an instruction does with memory; return when it is done, and why one waits for it."""
    warp, machine = core.warps[place], core.machine[0]
    access = core.accesses[warp.access]
    warp.access += 1
    shift = warp.shift
    if kind == LOAD or kind == LOAD_L2:
        return read(core, access, shift, at, kind == LOAD), LONG
    if kind == STORE:
        warp.stores = max(warp.stores, write(core, access, shift, at))
        return at + machine.operand_cycles, SHORT
    if kind == ATOMIC:
        return atomic(core, access, shift, at), LONG
    if kind == REDUCTION:
        warp.stores = max(warp.stores, atomic(core, access, shift, at))
        return at + machine.operand_cycles, SHORT
    if kind == COPY or kind == COPY_L1:
        done = read(core, access, shift, at, kind == COPY_L1)
        warp.copies = max(warp.copies, done)
        return done, LONG
    if kind == BULK_LOAD:
        done = read(core, access, shift, at + machine.bulk_latency, False)
        if access.event >= 0:
            count(core, warp.slot, access.event, done)
        return done, LONG
    if kind == BULK_STORE:
        done = write(core, access, shift, at + machine.bulk_latency)
        warp.copies = max(warp.copies, done)
        return done, LONG
    done = at + machine.latency_shared + max(0, access.wavefronts - 1)
    if kind == EVENT_ARRIVE:
        count(core, warp.slot, access.event, done)
    elif kind == EVENT_ARRIVE_COPIES:
        count(core, warp.slot, access.event, max(done, warp.copies))
    return done, SHORT


@njit(_nrt=False)
def _come(core: Any, slot: int, row: Any, at: int) -> None:
    """Count a warp at a barrier, which has its turn at `at`."""
    index = slot * NAMED + row.index
    core.arrived[index] += 1
    core.expected[index] = row.count
    core.gathered[index] = max(core.gathered[index], at)
    try_barrier(core, slot, row.index, at + 1)
