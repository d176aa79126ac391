"""What changes while the simulator runs, as arrays: compiled code keeps no objects."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kernelscope.simulator import kinds
from kernelscope.simulator.inputs import Code, Streams
from kernelscope.simulator.machine import Machine

WARP = np.dtype(
    [
        ("age", np.int64),
        ("run", np.int64),
        ("times", np.int64),
        ("access", np.int64),
        ("shift", np.int64),
        ("since", np.int64),
        ("copies", np.int64),
        ("stores", np.int64),
        ("runs_end", np.int64),
        ("pc", np.int32),
        ("end", np.int32),
        ("slot", np.int32),
        ("waiting", np.int32),
        ("pipe", np.int32),
    ],
    align=True,
)
"""A resident warp: its place in its stream, and what it waits for.

age: warps that started before it. run, times, pc, end: the run it is in, how often that is still
executed, the next instruction, the end of the run's. access: the next one. shift: added to its
sectors. since: the first cycle of a wait whose end is not known. copies, stores: when those so far
are done. waiting: the number of a barrier, or kinds.NAMED + that of an event; -1 for nothing. pipe:
of the next instruction."""

SLOT = np.dtype([("block", np.int64), ("live", np.int32), ("events", np.int32)], align=True)
"""A place for a block: which one is there, its warps that have not ended, its first event."""

TALLY = np.dtype(
    [
        ("l2_free", np.float64),
        ("dram_free", np.float64),
        ("l2_error", np.float64),
        ("lsu_free", np.int64),
        ("started", np.int64),
        ("ended", np.int64),
        ("age", np.int64),
        ("l1_sectors", np.int64),
        ("l1_hits", np.int64),
        ("l2_sectors", np.int64),
        ("dram_sectors", np.int64),
        ("wavefronts", np.int64),
        ("used", np.int32),
        ("newest", np.int32),
        ("oldest", np.int32),
    ],
    align=True,
)
"""The servers' next free cycles, the counters, and the ends of L1's list of lines."""

ATOMICS = 4096
"""Sectors whose last atomic is remembered: one for each number of the lowest 12 bits."""


class Core(NamedTuple):
    """All arrays of a simulation. "Place": a warp's index, by scheduler and then by slot.

    Attributes:
        ready: [places] the first cycle in which the warp may be looked at again.
        wake: [schedulers] the next cycle in which the scheduler has something to look at.
        last: [schedulers] the place of the warp that issued last.
        pipe_free: [schedulers × pipes] the next cycle in which the pipe takes an instruction.
        tensor_free: [schedulers] when the tensor core has done what it was given.
        queue, queue_head: [schedulers × lsu_queue] when each place of the memory queue is free.
        released, why: [places × COUNTERS] when the barrier is released, and the stall's reason.
        sets, history: how often it was set, and the last KEPT releases.
        arrived, expected, gathered: [slots × NAMED] warps at a barrier, for how many it waits (0:
            all), the turn of the last.
        left, complete: [slots × events] arrivals that an event still needs; when it is complete.
        stalls: [instructions × reasons]; executed: [instructions].
        busy: [pipes] cycles × sub-partitions that the pipe was held.
        begin, finish: [blocks] their first cycle and the first after their last.
        tags, newer, older, chain, heads, arrival: L1's lines, their order of use, a hash table of
            them, and when each of their sectors arrives (-1: not there).
    """

    machine: np.ndarray
    intervals: np.ndarray
    latencies: np.ndarray
    code: np.ndarray
    throttle: np.ndarray
    runs: np.ndarray
    run_starts: np.ndarray
    accesses: np.ndarray
    access_starts: np.ndarray
    sectors: np.ndarray
    in_l2: np.ndarray
    events: np.ndarray
    event_starts: np.ndarray
    blocks: np.ndarray
    tally: np.ndarray
    warps: np.ndarray
    slots: np.ndarray
    ready: np.ndarray
    wake: np.ndarray
    last: np.ndarray
    pipe_free: np.ndarray
    tensor_free: np.ndarray
    queue: np.ndarray
    queue_head: np.ndarray
    released: np.ndarray
    why: np.ndarray
    sets: np.ndarray
    history: np.ndarray
    arrived: np.ndarray
    expected: np.ndarray
    gathered: np.ndarray
    left: np.ndarray
    complete: np.ndarray
    stalls: np.ndarray
    executed: np.ndarray
    issued: np.ndarray
    busy: np.ndarray
    begin: np.ndarray
    finish: np.ndarray
    tags: np.ndarray
    newer: np.ndarray
    older: np.ndarray
    chain: np.ndarray
    heads: np.ndarray
    arrival: np.ndarray
    atomic_sector: np.ndarray
    atomic_free: np.ndarray
    pages: np.ndarray
    page_used: np.ndarray


def new_core(code: Code, streams: Streams, machine: Machine, blocks: np.ndarray) -> Core:
    """Return the state before the first cycle.

    blocks: [blocks that the SM runs, 2] the number of the stream's block, and what is added to its
        sectors.
    """
    slots = min(machine.resident, len(blocks))
    places = -(-slots * streams.warps // kinds.SCHEDULERS) * kinds.SCHEDULERS
    most_events = max(1, int(np.diff(streams.event_starts).max()))
    pipes, size, lines = len(kinds.PIPES), len(code.table), max(1, machine.l1_lines)

    def zeros(count: int, kind: type = np.int64) -> np.ndarray:
        return np.zeros(count, kind)

    return Core(
        machine=machine.record(),
        intervals=np.array(machine.intervals),
        latencies=np.array(machine.latencies),
        code=code.table,
        throttle=_throttle(code),
        runs=streams.runs.ravel(),
        run_starts=streams.run_starts,
        accesses=streams.accesses,
        access_starts=streams.access_starts,
        sectors=streams.sectors,
        in_l2=streams.in_l2,
        events=streams.events,
        event_starts=streams.event_starts,
        blocks=blocks.ravel(),
        tally=np.zeros(1, TALLY),
        warps=np.zeros(places, WARP),
        slots=np.zeros(slots, SLOT),
        ready=np.full(places, kinds.FAR),
        wake=np.full(kinds.SCHEDULERS, kinds.FAR),
        last=np.full(kinds.SCHEDULERS, -1),
        pipe_free=zeros(kinds.SCHEDULERS * pipes),
        tensor_free=zeros(kinds.SCHEDULERS),
        queue=zeros(kinds.SCHEDULERS * machine.lsu_queue),
        queue_head=zeros(kinds.SCHEDULERS),
        released=zeros(places * kinds.COUNTERS),
        why=zeros(places * kinds.COUNTERS),
        sets=zeros(places * kinds.COUNTERS),
        history=zeros(places * kinds.COUNTERS * kinds.KEPT),
        arrived=zeros(slots * kinds.NAMED),
        expected=zeros(slots * kinds.NAMED),
        gathered=zeros(slots * kinds.NAMED),
        left=zeros(slots * most_events),
        complete=zeros(slots * most_events),
        stalls=zeros(size * len(kinds.REASONS)),
        executed=zeros(size),
        issued=zeros(kinds.SCHEDULERS),
        busy=zeros(pipes),
        begin=zeros(len(blocks)),
        finish=zeros(len(blocks)),
        tags=zeros(lines),
        newer=zeros(lines, np.int32),
        older=zeros(lines, np.int32),
        chain=zeros(lines, np.int32),
        heads=np.full(1 << lines.bit_length(), -1, np.int32),
        arrival=zeros(lines * 4),
        atomic_sector=np.full(ATOMICS, -1),
        atomic_free=zeros(ATOMICS, np.float64),
        pages=np.full(max(1, machine.tlb_pages), -1),
        page_used=zeros(max(1, machine.tlb_pages)),
    )


def _throttle(code: Code) -> np.ndarray:
    """Return for each instruction the reason of a stall at its pipe."""
    table = code.table
    memory = np.where(
        (table["kind"] >= kinds.LOAD) & (table["kind"] <= kinds.COPY_L1), kinds.LG, kinds.MIO
    )
    pipe = table["pipe"]
    other = np.where(pipe == kinds.TENSOR, kinds.TENSOR_BUSY, kinds.MATH)
    return np.where(pipe == kinds.LSU, memory, other).astype(np.int64)
