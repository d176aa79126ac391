"""The state of a running simulator, as arrays: its C (`sm.c`) keeps no objects."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kernelscope.simulator import kinds
from kernelscope.simulator.inputs import ACCESS, INSTRUCTION, Code, Streams
from kernelscope.simulator.machine import MACHINE, Machine

ROW = np.dtype(
    [
        *((name, INSTRUCTION[name]) for name in INSTRUCTION.names or ()),
        ("throttle", np.int64),
        ("executed", np.int64),
        ("stalls", np.int64, (len(kinds.REASONS),)),
    ],
    align=True,
)
"""An instruction; the reason of a stall at its pipe; how many warps executed it, and waited at it
for how many cycles."""

PLAN = np.dtype([("run", np.int64), ("runs_end", np.int64), ("access", np.int64)])
"""A warp of the streams: its runs and its first access."""

BLOCK = np.dtype(
    [("stream", np.int64), ("shift", np.int64), ("begin", np.int64), ("end", np.int64)]
)
"""A block that the SM runs: the streams' block, what is added to its sectors, its time."""

WARP = np.dtype(
    [
        ("age", np.int64),
        ("run", np.int64),
        ("runs_end", np.int64),
        ("times", np.int64),
        ("access", np.int64),
        ("shift", np.int64),
        ("since", np.int64),
        ("copies", np.int64),
        ("stores", np.int64),
        ("pc", np.int64),
        ("end", np.int64),
        ("slot", np.int64),
        ("waiting", np.int64),
        ("pipe", np.int64),
    ],
    align=True,
)
"""A resident warp: its place in its stream, and what it waits for.

age: warps that started before it. run, runs_end, times, pc, end: the run it is in, the end of its
runs, how often the run is still executed, the next instruction, the end of the run's. access: the
next one. shift: added to its sectors. since: the first cycle of a wait whose end is not known.
copies, stores: when those so far are done. waiting: the number of a barrier, or kinds.NAMED + that
of an event; -1 for nothing. pipe: of the next instruction."""

COUNTER = np.dtype(
    [
        ("released", np.int64),
        ("why", np.int64),
        ("sets", np.int64),
        ("history", np.int64, (kinds.KEPT,)),
    ],
    align=True,
)
"""A barrier of a warp: when it is released, the stall's reason, how often it was set, and when the
last ones are released."""

SCHEDULER = np.dtype(
    [
        ("wake", np.int64),
        ("last", np.int64),
        ("issued", np.int64),
        ("tensor_free", np.int64),
        ("group_free", np.int64),
        ("held", np.int64),
        ("even_free", np.int64),
        ("odd_free", np.int64),
        ("head", np.int64),
        ("pipe_free", np.int64, (len(kinds.PIPES),)),
        ("queue", np.int64, (kinds.MOST_QUEUE,)),
    ],
    align=True,
)
"""A sub-partition: the next cycle in which it has something to look at, the place of the warp that
issued last, instructions issued, when the tensor core has done what it was given and what
warpgroups gave it, until when the dispatcher is held, when each bank
of registers has been read, the oldest place of the memory queue, when
each pipe takes an instruction again, when each place of the memory queue is free."""

SLOT = np.dtype(
    [
        ("block", np.int64),
        ("live", np.int64),
        ("events", np.int64),
        ("descriptors", np.int64),
        ("fresh", np.int64),
    ]
)
"""A place for a block: which one is there, its warps that have not ended, its first event, when the
copy engine can fetch its descriptors, how many fences of its warps are after descriptors that the
copy engine has not fetched."""

GATE = np.dtype([("arrived", np.int64), ("expected", np.int64), ("turn", np.int64)])
"""A barrier of a block: warps that wait, for how many it waits (0: all), the last one's turn."""

EVENT = np.dtype([("left", np.int64), ("complete", np.int64)])
"""An event of a block: arrivals that it still needs, when it is complete."""

LINE = np.dtype(
    [
        ("tag", np.int64),
        ("newer", np.int64),
        ("older", np.int64),
        ("chain", np.int64),
        ("arrival", np.int64, (4,)),
    ],
    align=True,
)
"""A line of L1: its address, its neighbours in the order of use, the next one of its hash, and when
each of its sectors arrives; -1: not there."""

ATOMIC = np.dtype([("sector", np.int64), ("free", np.float64)])
"""The sector of an atomic, and when the next one on it may begin."""

_TURNS = kinds.SCHEDULERS * kinds.MOST_QUEUE + 2

TALLY = np.dtype(
    [
        ("l2_free", np.float64),
        ("dram_free", np.float64),
        ("taken", np.int64),
        ("taken_from", np.int64, (_TURNS,)),
        ("taken_to", np.int64, (_TURNS,)),
        ("started", np.int64),
        ("next_start", np.int64),
        ("ended", np.int64),
        ("stores", np.int64),
        ("copier_free", np.int64),
        ("age", np.int64),
        ("l1_sectors", np.int64),
        ("l1_hits", np.int64),
        ("l1_store_hits", np.int64),
        ("l2_sectors", np.int64),
        ("l2_misses", np.int64),
        ("dram_sectors", np.int64),
        ("wavefronts", np.int64),
        ("used", np.int64),
        ("newest", np.int64),
        ("oldest", np.int64),
        ("busy", np.int64, (len(kinds.PIPES),)),
    ],
)
"""When the servers are free, the counters, and L1's lines: those used, the ends of their list.

stores: when all stores and reductions so far are done. copier_free: when the copy engine has
fetched the descriptors that it was asked for.

taken, taken_from, taken_to: the turns of the memory unit that are not over, in order: no more than
there are places in the queues, that which is under way, and a new one."""

_ATOMICS = 4096
"""Sectors whose last atomic is remembered: one for each number of the lowest 12 bits."""


class Core(NamedTuple):
    """All arrays of a simulation.

    A warp's place is its index by scheduler, then by slot.

    Attributes:
        machine: [1], tally: [1].
        rows: [instructions]; runs: [runs × 3]; plans: [streams' warps]; accesses, sectors, in_l2,
            events, event_starts: as in `Streams`.
        blocks: [blocks that the SM runs].
        warps: [places]; ready: [places] the first cycle in which the warp may be looked at again.
        counters: [places × kinds.COUNTERS].
        schedulers: [4]; slots: [slots]; gates: [slots × kinds.NAMED]; waits: [slots × events].
        lines: [lines]; heads: [hashes] the first line of each; atomics: [_ATOMICS].
    """

    machine: np.ndarray
    tally: np.ndarray
    rows: np.ndarray
    runs: np.ndarray
    plans: np.ndarray
    accesses: np.ndarray
    sectors: np.ndarray
    in_l2: np.ndarray
    events: np.ndarray
    event_starts: np.ndarray
    blocks: np.ndarray
    warps: np.ndarray
    ready: np.ndarray
    counters: np.ndarray
    schedulers: np.ndarray
    slots: np.ndarray
    gates: np.ndarray
    waits: np.ndarray
    lines: np.ndarray
    heads: np.ndarray
    atomics: np.ndarray


_NUMBER = np.dtype(np.int64)
TYPES = {
    "machine": MACHINE,
    "tally": TALLY,
    "rows": ROW,
    "runs": _NUMBER,
    "plans": PLAN,
    "accesses": ACCESS,
    "sectors": _NUMBER,
    "in_l2": np.dtype(np.int8),
    "events": _NUMBER,
    "event_starts": _NUMBER,
    "blocks": BLOCK,
    "warps": WARP,
    "ready": _NUMBER,
    "counters": COUNTER,
    "schedulers": SCHEDULER,
    "slots": SLOT,
    "gates": GATE,
    "waits": EVENT,
    "lines": LINE,
    "heads": _NUMBER,
    "atomics": ATOMIC,
}
"""The type of the elements of each array of `Core`, in its order."""


def new_core(code: Code, streams: Streams, machine: Machine, blocks: np.ndarray) -> Core:
    """Return the state before the first cycle.

    blocks: [blocks that the SM runs, 2] the number of the stream's block, and what is added to its
        sectors.
    """
    count = min(machine.resident, len(blocks))
    places = -(-count * streams.warps // kinds.SCHEDULERS) * kinds.SCHEDULERS
    most_events = max(1, int(np.diff(streams.event_starts).max()))
    lines = max(1, machine.l1_lines)
    slots = np.zeros(count, SLOT)
    slots["events"] = np.arange(count) * most_events
    tally, schedulers = np.zeros(1, TALLY), np.zeros(kinds.SCHEDULERS, SCHEDULER)
    tally["newest"] = tally["oldest"] = schedulers["last"] = -1
    schedulers["wake"] = kinds.FAR
    schedulers["queue"] = -kinds.FAR
    warps = np.zeros(places, WARP)
    warps["waiting"] = -1
    atomics = np.zeros(_ATOMICS, ATOMIC)
    atomics["sector"] = -1
    return Core(
        machine=machine.record(),
        tally=tally,
        rows=_rows(code),
        runs=streams.runs.ravel(),
        plans=_plans(streams),
        accesses=streams.accesses,
        sectors=streams.sectors,
        in_l2=streams.in_l2,
        events=streams.events,
        event_starts=streams.event_starts,
        blocks=_blocks(blocks),
        warps=warps,
        ready=np.full(places, kinds.FAR),
        counters=np.zeros(places * kinds.COUNTERS, COUNTER),
        schedulers=schedulers,
        slots=slots,
        gates=np.zeros(count * kinds.NAMED, GATE),
        waits=np.zeros(count * most_events, EVENT),
        lines=np.zeros(lines, LINE),
        heads=np.full(1 << lines.bit_length(), -1, np.int64),
        atomics=atomics,
    )


def _rows(code: Code) -> np.ndarray:
    table = code.table
    rows = np.zeros(len(table), ROW)
    for name in INSTRUCTION.names or ():
        rows[name] = table[name]
    row_kinds = table["kind"]
    global_access = (row_kinds >= kinds.LOAD) & (row_kinds <= kinds.COPY_L1)
    through_l1 = global_access | (row_kinds == kinds.LOCAL_STORE)
    of_queue = np.where(through_l1, kinds.LG, kinds.MIO)
    other = np.where(table["pipe"] == kinds.TENSOR, kinds.TENSOR_BUSY, kinds.MATH)
    rows["throttle"] = np.where(table["pipe"] == kinds.LSU, of_queue, other)
    return rows


def _plans(streams: Streams) -> np.ndarray:
    plans = np.zeros(len(streams.run_starts) - 1, PLAN)
    plans["run"], plans["runs_end"] = streams.run_starts[:-1], streams.run_starts[1:]
    plans["access"] = streams.access_starts[:-1]
    return plans


def _blocks(blocks: np.ndarray) -> np.ndarray:
    rows = np.zeros(len(blocks), BLOCK)
    rows["stream"], rows["shift"] = blocks[:, 0], blocks[:, 1]
    return rows
