"""Runs the simulator: arrays in, `Simulated` out. The compiled code is kept on disk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernelscope.errors import UsageError
from kernelscope.simulator import kinds
from kernelscope.simulator.inputs import Code, Streams
from kernelscope.simulator.machine import Machine
from kernelscope.simulator.state import new_core


@dataclass(frozen=True, eq=False)
class Simulated:
    """The cycles and counts of a simulated SM.

    Attributes:
        cycles: until its last block ended.
        begin, end: [blocks] the first cycle of each, and the first one after it.
        issued: [4] instructions by each scheduler.
        executed: [instructions] warps that executed each.
        stalls: [instructions, kinds.REASONS] cycles that warps waited at each, by reason. With
            `executed` they add up to the cycles of all warps.
        busy: [kinds.PIPES] cycles × sub-partitions that the pipe was held; that of the memory unit
            in cycles.
        wavefronts: of L1's data stage.
        l1_sectors, l1_hits: that loads asked L1 for, and had.
        l1_store_hits: that L1 has of what is stored; they move to L2 all the same.
        l2_sectors, dram_sectors: that moved between L1 and L2, L2 and device memory.
        l2_misses: of loads and atomics that L2 has not. Of 64 bytes from device memory, those that
            were asked for.
    """

    cycles: int
    begin: np.ndarray
    end: np.ndarray
    issued: np.ndarray
    executed: np.ndarray
    stalls: np.ndarray
    busy: np.ndarray
    wavefronts: int
    l1_sectors: int
    l1_hits: int
    l1_store_hits: int
    l2_sectors: int
    l2_misses: int
    dram_sectors: int


def simulate(
    code: Code,
    streams: Streams,
    machine: Machine,
    blocks: np.ndarray | None = None,
) -> Simulated:
    """Run blocks on one SM.

    blocks: [n, 2] integers, for each block that the SM runs, in order: the block of `streams` that
        it executes, and what is added to its sectors' numbers. None: each of them once.

    Raises UsageError if the streams do not fit the code, or warps wait for what never comes.
    """
    if blocks is None:
        blocks = np.stack([np.arange(streams.blocks), np.zeros(streams.blocks)], 1)
    blocks = np.ascontiguousarray(blocks, np.int64)
    known = np.arange(streams.blocks)
    if blocks.ndim != 2 or not len(blocks) or not np.isin(blocks[:, 0], known).all():
        raise UsageError(f"blocks must be rows of a number below {streams.blocks} and a shift")
    streams.check(code)
    if machine.lsu_queue > kinds.MOST_QUEUE:
        raise UsageError(f"lsu_queue is {machine.lsu_queue}, at most {kinds.MOST_QUEUE}")
    core = new_core(code, streams, machine, blocks)
    from kernelscope.simulator.compiled import run  # loads LLVM

    cycles = run(core)
    issued, tally = core.schedulers["issued"], core.tally[0]
    if cycles < 0:
        raise UsageError(f"after {issued.sum()} instructions all warps wait for what never comes")
    return Simulated(
        cycles=int(cycles),
        begin=core.blocks["begin"],
        end=core.blocks["end"],
        issued=issued,
        executed=core.rows["executed"],
        stalls=core.rows["stalls"],
        busy=tally["busy"],
        wavefronts=int(tally["wavefronts"]),
        l1_sectors=int(tally["l1_sectors"]),
        l1_hits=int(tally["l1_hits"]),
        l1_store_hits=int(tally["l1_store_hits"]),
        l2_sectors=int(tally["l2_sectors"]),
        l2_misses=int(tally["l2_misses"]),
        dram_sectors=int(tally["dram_sectors"]),
    )
