"""Runs the simulator: arrays in, `Simulated` out. The compiled code is kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kernelscope._cache import cache_folder, source_key
from kernelscope.errors import UsageError
from kernelscope.simulator import kinds
from kernelscope.simulator.inputs import Code, Streams
from kernelscope.simulator.machine import Machine
from kernelscope.simulator.state import Core, new_core


@dataclass(frozen=True, eq=False)
class Simulated:
    """What an SM did.

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
        l2_sectors, dram_sectors: that moved between L1 and L2, L2 and device memory.
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
    l2_sectors: int
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
    if blocks.ndim != 2 or not len(blocks) or not np.all(blocks[:, 0] < streams.blocks):
        raise UsageError(f"blocks must be rows of a number below {streams.blocks} and a shift")
    streams.check(code)
    core = new_core(code, streams, machine, blocks)
    cycles = _compiled()(core)
    if cycles < 0:
        raise UsageError(f"after {_last(core)} instructions all warps wait for what never comes")
    tally = core.tally[0]
    return Simulated(
        cycles=int(cycles),
        begin=core.begin,
        end=core.finish,
        issued=core.issued,
        executed=core.executed,
        stalls=core.stalls.reshape(-1, len(kinds.REASONS)),
        busy=core.busy,
        wavefronts=int(tally["wavefronts"]),
        l1_sectors=int(tally["l1_sectors"]),
        l1_hits=int(tally["l1_hits"]),
        l2_sectors=int(tally["l2_sectors"]),
        dram_sectors=int(tally["dram_sectors"]),
    )


def _last(core: Core) -> int:
    return int(core.issued.sum())


@cache
def _compiled() -> Callable[[Core], int]:
    """Return the compiled simulator, from the cache on disk if it is there.

    Numba looks at the file of the function that it keeps, not at those of the functions which that
    one calls: so the folder is named by what all of them say.
    """
    import numba
    from numba import config, njit

    from kernelscope.simulator import core

    key = source_key(Path(__file__).parent).hex()[:16]
    folder = cache_folder("simulator") / f"{key}-{numba.__version__}"
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return njit(_nrt=False, cache=True)(core.run.py_func)
    finally:
        config.CACHE_DIR = before
