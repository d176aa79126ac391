"""What each kind of instruction of the simulator does with memory."""

from __future__ import annotations

from typing import Any

from kernelscope.simulator.kinds import (
    ATOMIC,
    BULK_LOAD,
    BULK_STORE,
    COPY,
    COPY_L1,
    EVENT_ARRIVE,
    EVENT_ARRIVE_COPIES,
    LOAD,
    LOAD_L2,
    LOCAL_STORE,
    LONG,
    REDUCTION,
    SHORT,
    STORE,
)
from kernelscope.simulator.memory import atomic, keep, read, write
from kernelscope.simulator.waiting import count


def access_memory(core: Any, place: int, kind: int, at: int) -> tuple[int, int]:
    """Do what an instruction does with memory; return when it is done, and why one waits for it.

    at: when the memory unit, or the copy engine, takes it.
    """
    warp = core.warps[place]
    access = core.accesses[warp.access]
    warp.access += 1
    done = at + core.machine[0].latency_shared + max(0, access.wavefronts - 1)
    if kind in (LOAD, LOAD_L2):
        return read(core, access, warp.shift, at, kind == LOAD), LONG
    if kind == ATOMIC:
        return atomic(core, access, warp.shift, at), LONG
    if kind in (COPY, COPY_L1):
        done = read(core, access, warp.shift, at, kind == COPY_L1)
        warp.copies = max(warp.copies, done)
        return done, LONG
    if kind in (BULK_LOAD, BULK_STORE):
        return _bulk(core, warp, access, kind, at), LONG
    if kind == STORE:
        _sent(core, warp, write(core, access, warp.shift, at))
        return at + core.machine[0].reading[kind], SHORT
    if kind == LOCAL_STORE:
        write(core, access, warp.shift, at)
        keep(core, access, warp.shift, at)
        return at + core.machine[0].reading[kind], SHORT
    if kind == REDUCTION:
        _sent(core, warp, atomic(core, access, warp.shift, at))
        return at + core.machine[0].reading[kind], SHORT
    if kind == EVENT_ARRIVE:
        count(core, warp.slot, access.event, done)
    elif kind == EVENT_ARRIVE_COPIES:
        count(core, warp.slot, access.event, max(done, warp.copies))
    return done, SHORT


def _sent(core: Any, warp: Any, done: int) -> None:
    """Note when a store or a reduction of a warp is done."""
    warp.stores = max(warp.stores, done)
    core.tally[0].stores = max(core.tally[0].stores, done)


def _bulk(core: Any, warp: Any, access: Any, kind: int, at: int) -> int:
    """Return when a bulk copy is done."""
    begin = _described(core, warp, at) + core.machine[0].bulk_latency
    if kind == BULK_STORE:
        done = write(core, access, warp.shift, begin)
        warp.copies = max(warp.copies, done)
        return done
    done = read(core, access, warp.shift, begin, kind != BULK_LOAD)
    count(core, warp.slot, access.event, done)
    return done


def make_known(core: Any, warp: Any, at: int) -> None:
    """Begin a fence behind a tensor's new descriptor: each warp of the block waits at it."""
    slot = core.slots[warp.slot]
    slot.descriptors = max(at, slot.descriptors) + core.machine[0].descriptor_cycles // slot.live
    slot.fresh += 1


def _described(core: Any, warp: Any, at: int) -> int:
    """Return when the copy engine has the descriptor of a copy that was issued at `at`.

    All warps of a block wait at a fence behind a new descriptor, and the first copy behind them
    brings it. Which copy has which descriptor is not known: they are taken to come in turn.
    """
    slot, tally = core.slots[warp.slot], core.tally[0]
    free = max(at, tally.copier_free)
    if slot.fresh > 0:
        slot.fresh -= min(slot.fresh, slot.live)
        free += core.machine[0].fetch_cycles
        tally.copier_free = free
    # A fetch does not keep the engine from the copies of other blocks until its fence is over.
    return max(at, slot.descriptors) + free - at
