"""The memory of the simulator: the queue to it, L1, L2, device memory, atomics.

Each is a server: it takes requests in the order of their issue, and the time of an answer is known
when the request is made. So nothing but the schedulers has to be stepped through time.
"""

from __future__ import annotations

import math
from typing import Any

from kernelscope.simulator.kinds import ABSENT, BY_RATE, LSU, ON_ITS_WAY
from kernelscope.simulator.lines import holds, line_of

_SETTLED = 1000.0  # cycles until the load of device memory is known
_GOLDEN = 0x9E3779B1  # a prime next to 2^32 over the golden ratio
# What a load from device memory takes more than on average, in cycles: the least, half of them, 90
# of 100, and the longest of a burst. Single loads on an H200 take 518, 692 and 806 cycles; bursts
# of 8, 32 and 128 pieces take 575, 720 and 750 longer than if L2 has them
# (docs/measured/2026-11-24-bursts.md).
_LEAST, _HALF, _MOST, _LONGEST = -149.0, 25.0, 139.0, 373.0


def turn(core: Any, scheduler: int, now: int, wavefronts: int) -> int:
    """Return when the memory unit takes an instruction, and give it its place in the queue."""
    machine, tally, of = core.machine[0], core.tally[0], core.schedulers[scheduler]
    size, head = machine.lsu_queue, of.head
    newest = head - 1 if head > 0 else size - 1
    of_partition = of.queue[newest] - machine.lsu_hold + machine.lsu_partition_cycles
    held = max(machine.lsu_cycles, wavefronts)
    at = _free_turn(core, now, max(now, of_partition), held)
    tally.wavefronts += wavefronts
    tally.busy[LSU] += held
    of.queue[head] = at + machine.lsu_hold
    of.head = head + 1 if head + 1 < size else 0
    of.pipe_free[LSU] = of.queue[of.head]
    return at


def _free_turn(core: Any, now: int, wanted: int, held: int) -> int:
    """Take the memory unit for the first `held` cycles from `wanted` on in which it is free."""
    tally = core.tally[0]
    over = 0
    while over < tally.taken and tally.taken_to[over] <= now:
        over += 1
    tally.taken -= over
    at, place = wanted, 0
    for turn in range(tally.taken):
        tally.taken_from[turn] = tally.taken_from[turn + over]
        tally.taken_to[turn] = tally.taken_to[turn + over]
        if place == turn and at + held > tally.taken_from[turn]:
            at = max(at, tally.taken_to[turn])
            place = turn + 1
    if place > 0 and tally.taken_to[place - 1] == at:
        tally.taken_to[place - 1] = at + held
        return at
    for turn in range(tally.taken, place, -1):
        tally.taken_from[turn] = tally.taken_from[turn - 1]
        tally.taken_to[turn] = tally.taken_to[turn - 1]
    tally.taken_from[place] = at
    tally.taken_to[place] = at + held
    tally.taken += 1
    return at


def _in_l2(core: Any, verdict: int) -> bool:
    """Whether L2 has a sector: its own verdict, or the rate, spread evenly."""
    if verdict != BY_RATE:
        return verdict != ABSENT
    tally = core.tally[0]
    tally.l2_error += core.machine[0].l2_rate
    if tally.l2_error >= 1.0:
        tally.l2_error -= 1.0
        return True
    return False


def _translated(core: Any, sector: int, at: int) -> int:
    """Return when a sector's page is known, which was asked for at `at`."""
    machine = core.machine[0]
    if machine.tlb_cycles == 0:
        return at
    page = sector * 32 // machine.tlb_page_bytes
    pages, oldest = core.pages, 0
    now = core.tally[0].l2_sectors + 1  # sectors ask one after the other: their number is a clock
    for place in range(len(pages)):
        if pages[place].page == page:
            pages[place].used = now
            return at
        if pages[place].used < pages[oldest].used:
            oldest = place
    pages[oldest].page = page
    pages[oldest].used = now
    return at + machine.tlb_cycles


def _from_dram(core: Any, start: float, pair: int) -> int:
    """Return when 64 bytes that device memory begins to read at `start` are there.

    They take different times: other banks, other rows, refreshes. Which take how long is spread
    evenly over the addresses: the same ones take as long each time. The busier it was until now,
    the later it answers, with the square of its load.
    """
    machine, tally = core.machine[0], core.tally[0]
    busy = min(1.0, tally.dram_sectors * machine.dram_sector_cycles / (start + _SETTLED))
    part = ((pair * _GOLDEN >> 20) & 0xFFFFF) / 2.0**20
    if part < 0.5:
        more = _LEAST + part / 0.5 * (_HALF - _LEAST)
    elif part < 0.9:
        more = _HALF + (part - 0.5) / 0.4 * (_MOST - _HALF)
    else:
        more = _MOST + (part - 0.9) / 0.1 * (_LONGEST - _MOST)
    more = machine.dram_spread * more + (machine.dram_loaded * busy + machine.dram_turns) * busy
    return math.ceil(start + machine.latency_dram + more)


def read(core: Any, access: Any, shift: int, at: int, keeps: bool) -> int:
    """Return when all sectors of a load are there.

    at: when the memory unit has taken it.
    keeps: whether L1 is asked, and keeps them.
    """
    machine, tally = core.machine[0], core.tally[0]
    done = at + machine.latency_l1 + max(0, access.wavefronts - 1)
    line, place, pair, of_pair = -1, 0, -1, 0
    for number in range(access.first, access.first + access.sectors):
        sector = core.sectors[number] + shift
        if keeps:
            tally.l1_sectors += 1
            if sector >> 2 != line:
                line = sector >> 2
                place = line_of(core, line)
            there = core.lines[place].arrival[sector & 3]
            if there >= 0:
                tally.l1_hits += 1
                done = max(done, there)
                continue
        start = max(float(_translated(core, sector, at)), tally.l2_free)
        tally.l2_free = start + machine.l2_sector_cycles
        tally.l2_sectors += 1
        there = math.ceil(start) + machine.latency_l2
        if sector >> 1 == pair:
            tally.l2_misses += 1
            there = max(there, of_pair)
        elif core.in_l2[number] == ON_ITS_WAY:
            there = _from_dram(core, start, sector >> 1)
        elif not _in_l2(core, core.in_l2[number]):
            start = max(start, tally.dram_free)
            tally.dram_free = start + 2.0 * machine.dram_sector_cycles
            tally.dram_sectors += 2
            tally.l2_misses += 1
            there = _from_dram(core, start, sector >> 1)
            pair, of_pair = sector >> 1, there
        if keeps:
            core.lines[place].arrival[sector & 3] = there
        done = max(done, there)
    return done


def write(core: Any, access: Any, shift: int, at: int) -> int:
    """Return when the sectors of a store have reached L2; L2 passes on those that it lacks."""
    machine, tally = core.machine[0], core.tally[0]
    done = at
    for number in range(access.first, access.first + access.sectors):
        sector = core.sectors[number] + shift
        start = max(float(_translated(core, sector, at)), tally.l2_free)
        tally.l2_free = start + machine.l2_sector_cycles
        tally.l2_sectors += 1
        tally.l1_store_hits += holds(core, sector)
        if not _in_l2(core, core.in_l2[number]):
            tally.dram_free = max(start, tally.dram_free) + machine.dram_sector_cycles
            tally.dram_sectors += 1
        done = max(done, math.ceil(start) + machine.latency_l2)
    return done


def keep(core: Any, access: Any, shift: int, at: int) -> None:
    """Let L1 have the sectors of a store to local memory."""
    for number in range(access.first, access.first + access.sectors):
        sector = core.sectors[number] + shift
        place = line_of(core, sector >> 2)
        core.lines[place].arrival[sector & 3] = at + core.machine[0].latency_l1


def atomic(core: Any, access: Any, shift: int, at: int) -> int:
    """Return when the sectors of an atomic operation have been changed and are back."""
    machine, tally = core.machine[0], core.tally[0]
    done = at + machine.latency_l1
    for number in range(access.first, access.first + access.sectors):
        sector = core.sectors[number] + shift
        start = max(float(_translated(core, sector, at)), tally.l2_free)
        tally.l2_free = start + max(machine.l2_sector_cycles, machine.atomic_sector_cycles)
        tally.l2_sectors += 1
        latency = machine.latency_l2
        if not _in_l2(core, core.in_l2[number]):
            start = max(start, tally.dram_free)
            tally.dram_free = start + 2.0 * machine.dram_sector_cycles
            tally.dram_sectors += 2
            tally.l2_misses += 1
            latency = machine.latency_dram
        last = core.atomics[sector & (len(core.atomics) - 1)]
        if last.sector == sector:
            start = max(start, last.free)
        last.sector = sector
        last.free = start + machine.same_address_cycles
        done = max(done, math.ceil(start) + latency)
    return done
