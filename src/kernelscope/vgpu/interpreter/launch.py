"""A launch in the interpreter: its blocks or clusters, each with its turns until all have ended."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.errors import LaunchError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.last_loads import guard_last_loads
from kernelscope.vgpu.clusters import blocks_of, check_division, chosen_cluster
from kernelscope.vgpu.interpreter.cluster import end_phase
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.tracing import Tracer
from kernelscope.vgpu.interpreter.warp import Block, Dim3, Launch, LeftOut
from kernelscope.vgpu.schedule import Schedule

_PASSES = 6
"""Turns of all blocks that wait, between two looks whether they can ever go on."""
_IDLE_ROUNDS = 1000  # in which warps only ask whether something has happened, and nothing does


def launch(
    function: ir.Function,
    grid: Dim3,
    block: Dim3,
    arguments: Sequence[Any],
    dynamic_shared_bytes: int = 0,
    limit_s: float | None = None,
    cooperative: bool = False,
    schedule: Schedule | None = None,
    cluster: Dim3 | None = None,
    tracer: Tracer | None = None,
    left_out: LeftOut | None = None,
    resident: int | None = None,
) -> dict[str, float]:
    """Run a kernel; arrays among the arguments are changed in place.

    Args:
        function: the kernel.
        grid: blocks in x, y, z.
        block: threads of a block in x, y, z.
        arguments: NumPy arrays for pointers, numbers for scalars, `bytes` for structures, in the
            order of the parameters.
        dynamic_shared_bytes: shared memory beyond what the kernel declares.
        limit_s: seconds of processor time after which the launch stops; None: no limit.
        cooperative: whether the blocks may wait for each other all at once (`grid.sync()`).
        schedule: the order in which warps and blocks run; None for turns.
        cluster: blocks of a cluster in x, y, z; None: as the kernel was compiled.
        tracer: records what some blocks do.
        left_out: takes each access at fault, which is then left out; None: it ends the launch.
        resident: the most blocks that run at once; None: all.

    Returns:
        The counters of the launch by name.

    Raises:
        LaunchError: a deadlock, a trap, or a cluster that does not fit the kernel or the grid.
        MemoryAccessError: an address outside every allocation, or misaligned.
        TimeLimitError: it ran longer than `limit_s`.
    """
    guard_last_loads(function)
    memory = Memory(function)
    parameters = memory.pack(arguments)
    tally = Tally()
    run = Launch(function, grid, block, memory, parameters, dynamic_shared_bytes, tally)
    run.tracer, run.left_out = tracer, left_out
    if schedule is not None:
        run.schedule = schedule
    if cooperative:
        run.workspace = memory.add(np.zeros(256, np.uint8))
    if limit_s is not None:
        run.ends = process_time() + limit_s
    run.cluster = chosen_cluster(function.name, cluster, function.cluster)
    if run.cluster is not None:
        check_division(function.name, grid, run.cluster)
    run.not_begun.extend(places_of_clusters(grid, run.cluster or (1, 1, 1)))
    most = len(run.not_begun) if resident is None else resident // blocks_of(run.cluster)
    _run_all(run, max(most, 1))
    return tally.counters()


def _run_all(run: Launch, most: int) -> None:
    """Run all clusters, at most so many at once."""
    waiting: list[list[Block]] = []
    # Blocks whose warps only wait for others are put aside, and have their turn again later.
    before, passes, looks = b"", 0, 0
    # Drawn turns may leave out the warp that could go on, and a clock goes on while nothing else
    # changes.
    is_provable = not run.keeps_time and run.schedule.name != "random"
    while waiting or run.not_begun:
        while run.not_begun and len(waiting) < most:
            waiting.append(run.begin(run.not_begun.popleft()))
        waiting = [blocks for blocks in waiting if not run_together(blocks)]
        passes += 1
        late = any(block.engine.pending for blocks in waiting for block in blocks)
        if passes % _PASSES == 0 and waiting and is_provable and not late:
            state = _state_of(waiting, run.memory)
            if state == before:
                raise LaunchError("deadlock: nothing changes what the threads wait for")
            looks += 1
            # States may come back in turn (R. P. Brent, "An improved Monte Carlo factorization
            # algorithm", 1980): one is kept for as many looks as came before it.
            if looks & (looks - 1) == 0:
                before = state


def _state_of(waiting: Sequence[Sequence[Block]], memory: Memory) -> bytes:
    """Return a digest of all that the next turns of blocks go by."""
    digest = hashlib.sha256()
    for block in (block for blocks in waiting for block in blocks):
        digest.update(block.shared.tobytes())
        for warp in block.warps:
            digest.update(repr((warp.places, warp.blocked, warp.first, warp.rounds)).encode())
            for part in (warp.live, warp.waiting, warp.spaces.local, *warp.values):
                digest.update(part.tobytes())
    for array in memory.arrays.values():
        digest.update(array.tobytes())
    return digest.digest()


def indices(sizes: Dim3) -> list[Dim3]:
    """Return all indices below the sizes, x fastest."""
    axes = (range(size) for size in reversed(sizes))
    return [(x, y, z) for z, y, x in itertools.product(*axes)]


def places_of_clusters(grid: Dim3, cluster: Dim3) -> list[list[Dim3]]:
    """Return for each cluster of a grid the indices of its blocks, by rank."""
    counts = grid[0] // cluster[0], grid[1] // cluster[1], grid[2] // cluster[2]
    return [
        [
            (
                at[0] * cluster[0] + inside[0],
                at[1] * cluster[1] + inside[1],
                at[2] * cluster[2] + inside[2],
            )
            for inside in indices(cluster)
        ]
        for at in indices(counts)
    ]


def run_together(blocks: Sequence[Block]) -> bool:
    """Run a cluster's blocks until they end (True), or their warps only wait for what other
    clusters may do (False).
    """
    run = blocks[0].run_of
    run.turns += 1
    every = [warp for block in blocks for warp in block.warps]
    while any(warp.live.any() for warp in every):
        warps = every
        if run.schedule.name == "random":
            warps = [warp for warp in every if run.random.random() < 0.5] or every
        moved = [warp for warp in warps if warp.run()]
        released = [b.release(n) for b in blocks for n in list(b.barriers) if n in b.barriers]
        released.append(end_phase(blocks))
        only_waits = all(warp.polls or warp.pauses for warp in moved) and not any(released)
        only_polls = only_waits and not any(warp.pauses for warp in moved)
        for block in blocks:
            block.idle = block.idle + 1 if only_polls else 0
        patience = _IDLE_ROUNDS if moved or len(warps) < len(every) else 0
        if min(block.idle for block in blocks) > patience:
            raise LaunchError("deadlock: every thread of a block waits at a barrier")
        # A loop that may wait for another block may have a barrier in it, at which its warps move.
        pauses = any(warp.pauses for warp in moved)
        if only_waits or pauses or run.schedule.is_fine or run.asks_for_blocks:
            run.check_time()
            if any(warp.live.any() for warp in every):
                return False
    for block in blocks:
        block.engine.finish()
        block.tensor.check_end()
    return True
