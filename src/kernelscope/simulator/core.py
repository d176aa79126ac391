"""The schedulers of an SM, cycle by cycle; cycles in which none can issue are skipped.

The four are looked at in turn, and another one first in each cycle. Of the warps that can issue, a
scheduler takes the one that issued last, else the youngest (Huerta et al., arXiv 2503.20481).
"""

from __future__ import annotations

from typing import Any

from kernelscope.simulator.accesses import access_memory, make_known
from kernelscope.simulator.kinds import (
    AT_MEMBAR,
    BARRIER,
    BARRIER_ARRIVE,
    COMMIT,
    DESCRIPTOR,
    EVENT_WAIT,
    FAR,
    FIRST_ACCESS,
    GMMA,
    LONG,
    LSU,
    MEMBAR,
    NAMED,
    NO_PIPE,
    NOT_SELECTED,
    SCHEDULERS,
    SHORT,
    SLEEP,
    SLEEPING,
    TENSOR,
    TMA,
    WAIT,
    WGMMA,
)
from kernelscope.simulator.memory import turn
from kernelscope.simulator.waiting import (
    come,
    end_warp,
    park,
    release,
    settle,
    start_block,
    step_on,
)

_READING = 3
"""Cycles in which an instruction may read its operands."""


def run(core: Any) -> int:
    """Run all blocks; return the first cycle after the last one, or -1 if warps wait for ever."""
    begin = 0
    for slot in range(len(core.slots)):
        start_block(core, slot, begin)
    while core.tally[0].ended < len(core.blocks):
        now = FAR
        for scheduler in range(SCHEDULERS):
            now = min(now, core.schedulers[scheduler].wake)
        if now == FAR:
            return -1
        for turned in range(SCHEDULERS):
            scheduler = (now + turned) % SCHEDULERS
            if core.schedulers[scheduler].wake == now:
                _look(core, scheduler, now)
    end = 0
    for block in range(len(core.blocks)):
        end = max(end, core.blocks[block].end)
    return end


def _look(core: Any, scheduler: int, now: int) -> None:
    """Issue the instruction of one warp, if any can; note why the others cannot."""
    places = len(core.ready) // SCHEDULERS
    own = core.schedulers[scheduler]
    best, age, able, wake = -1, -1, 0, FAR
    for place in range(scheduler * places, (scheduler + 1) * places):
        ready = core.ready[place]
        if ready > now:
            wake = min(wake, ready)
            continue
        warp = core.warps[place]
        free = own.pipe_free[warp.pipe]
        if free > now:
            row = core.rows[warp.pc]
            row.stalls[NOT_SELECTED] += now - ready
            row.stalls[row.throttle] += free - now
            core.ready[place] = free
            wake = min(wake, free)
            continue
        able += 1
        if place == own.last:
            best, age = place, FAR
        elif warp.age > age:
            best, age = place, warp.age
    if able and own.held > now:
        own.wake = min(wake, own.held)
        return
    own.wake = now + 1 if able > 1 else wake
    if best >= 0:
        _issue(core, scheduler, best, now)


def _issue(core: Any, scheduler: int, place: int, now: int) -> None:
    """Issue the next instruction of a warp."""
    warp, machine = core.warps[place], core.machine[0]
    row = core.rows[warp.pc]
    kind = row.kind
    row.stalls[NOT_SELECTED] += now - core.ready[place]
    row.executed += 1
    core.schedulers[scheduler].issued += 1
    core.schedulers[scheduler].last = place
    # A warpgroup's product reads and writes a register of its sums each cycle. Beside it another
    # instruction that reads registers takes the dispatcher two: an attention that is never without
    # a ready warp on an H200 issues in 70 % of the cycles, and its instructions stall 0.45 cycles
    # at the dispatcher (docs/measured/2026-11-26-tutorials.md).
    if core.schedulers[scheduler].group_free > now and _reads_registers(row.pipe):
        core.schedulers[scheduler].held = now + 2
    if row.even or row.odd:
        _read_registers(core, scheduler, now)
    at = _take(core, scheduler, place, now)
    done, why = _execute(core, scheduler, place, at)
    if row.read_barrier >= 0:
        reading = row.reading if row.reading else machine.reading[kind]
        release(core, place, row.read_barrier, at + reading, SHORT)
    if row.write_barrier >= 0 and kind not in (BARRIER, EVENT_WAIT):
        release(core, place, row.write_barrier, done, why)
    if kind == BARRIER:
        park(core, place, row.which, now + 1)
    if kind in (BARRIER, BARRIER_ARRIVE):
        come(core, warp.slot, row, at)
    if kind == BARRIER:
        return
    start = now + (2 if row.yields and row.stall < 2 else max(1, row.stall))
    until = start
    if kind in (EVENT_WAIT, MEMBAR, SLEEP):
        until = _pause(core, place, now, start, at)
        if until == FAR:
            return
    if step_on(core, place):
        core.rows[warp.pc].stalls[WAIT] += start - now - 1
        settle(core, place, until)
    else:
        end_warp(core, place, now + 1)


def _read_registers(core: Any, scheduler: int, now: int) -> None:
    """Read the operands of the instruction that is issued; hold the dispatcher if they are late.

    Each of two banks, of even and odd registers, is read once a cycle. An instruction has three
    cycles for it, and the next ones wait for what takes longer (Huerta et al., section 5.3). Of 110
    rows of FFMA with chosen registers 96 take as long on an H200, the others 0.1 to 0.3 cycles
    longer (docs/measured/2026-11-26-unseen.md).
    """
    # `FFMA R0, R2, R4, R6` again and again: 3 reads of one bank, 3 cycles each. With `R4.reuse`
    # and R7 the even bank is read once, and the odd one once: one cycle.
    own = core.schedulers[scheduler]
    row = core.rows[core.warps[own.last].pc]
    late = 0
    if row.even:
        own.even_free = max(own.even_free, now) + row.even
        late = max(late, own.even_free - now - max(row.even, _READING))
    if row.odd:
        own.odd_free = max(own.odd_free, now) + row.odd
        late = max(late, own.odd_free - now - max(row.odd, _READING))
    if late > 0:
        own.held = max(own.held, now + 1 + late)


def _reads_registers(pipe: int) -> bool:
    """Return whether instructions of a pipe have operands of 32 lanes, tensor cores' apart."""
    return NO_PIPE < pipe < TENSOR or pipe == LSU or pipe > TMA


def _execute(core: Any, scheduler: int, place: int, at: int) -> tuple[int, int]:
    """Do what an instruction does; return when its result is there, and why one waits for it.

    at: when its unit begins.
    """
    warp, machine = core.warps[place], core.machine[0]
    row = core.rows[warp.pc]
    latency = row.latency if row.latency else machine.latencies[row.pipe]
    done, why = at + latency, SHORT
    if row.kind >= FIRST_ACCESS:
        done, why = access_memory(core, place, row.kind, at)
        done += row.latency
    elif row.kind == DESCRIPTOR:
        make_known(core, warp, at)
    elif row.kind == COMMIT:
        done, why = max(at, warp.copies), LONG
    elif row.kind == WGMMA:
        done, why = core.schedulers[scheduler].tensor_free + latency, GMMA
    return done, why


def _take(core: Any, scheduler: int, place: int, now: int) -> int:
    """Take the instruction's pipe; return when the unit behind it begins."""
    warp, machine, own = core.warps[place], core.machine[0], core.schedulers[scheduler]
    row = core.rows[warp.pc]
    pipe = row.pipe
    if pipe == NO_PIPE:
        return now
    if pipe == LSU:
        wavefronts = 1
        if row.kind >= FIRST_ACCESS:
            wavefronts = core.accesses[warp.access].wavefronts
        elif row.kind in (BARRIER, BARRIER_ARRIVE):
            wavefronts = machine.barrier_cycles
        return turn(core, scheduler, now, wavefronts)
    interval = row.interval if row.interval else machine.intervals[pipe]
    core.tally[0].busy[pipe] += interval
    free = now + interval
    if pipe == TENSOR:
        begin = max(now, own.tensor_free)
        own.tensor_free = free = begin + interval
        # A warpgroup's products wait at the tensor core, and `mma` at its pipe: warps of products
        # on an H200 stall 0.00 of their cycles at it (math_pipe_throttle), with 8 in a row.
        if row.kind == WGMMA:
            own.group_free, free = free, now + 1
    own.pipe_free[pipe] = free
    return now


def _pause(core: Any, place: int, now: int, start: int, at: int) -> int:
    """Return when a warp goes on that waits for an event, its stores or a while; FAR: not known.

    start: when it may but for that.
    at: when the memory unit has taken the instruction.
    """
    warp = core.warps[place]
    row = core.rows[warp.pc]
    if row.kind == MEMBAR:
        # It waits for L2 in any case, and for the stores of the whole SM.
        sent = max(core.tally[0].stores, now + core.machine[0].latency_l2)
        until, why = max(start, sent), AT_MEMBAR
    elif row.kind == SLEEP:
        until, why = max(start, now + row.number), SLEEPING
    else:
        event = core.accesses[warp.access - 1].event
        if event < 0:
            return start
        wait = core.waits[core.slots[warp.slot].events + event]
        if wait.left > 0:
            park(core, place, NAMED + event, now + 1)
            return FAR
        until, why = max(start, wait.complete), LONG
        if row.write_barrier >= 0:
            done = max(at, wait.complete) + core.machine[0].latency_shared
            release(core, place, row.write_barrier, done, SHORT)
    row.stalls[why] += until - start
    return until
