"""The host's part of traced launches: memory for the events, and what is read from it."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.clusters import Dim3, blocks_of, cluster_of, threads_of
from kernelscope.vgpu.counting import bulk
from kernelscope.vgpu.counting.trace import (
    BlockTrace,
    Event,
    LaunchTrace,
    TracePlan,
    TraceRequest,
    WarpTrace,
    in_allocations,
    merged,
    work_sizes,
)
from kernelscope.vgpu.layout import (
    EVENT_KIND,
    EVENT_SLOTS,
    LANES,
    RUN_BITS,
    Context,
    Trace,
    Traced,
    TracedWarp,
)
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool
from kernelscope.vgpu.runtime.pages import lazy_zeros

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kernelscope.vgpu.runtime.worker import Room, Worker

_MOST_NOTED = 1 << 20
"""Blocks of a grid whose work is noted: 8 MB."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """The events of all warps, as `WarpTrace` has those of one."""

    kinds: np.ndarray
    numbers: np.ndarray
    lanes: np.ndarray
    counted: np.ndarray
    wavefronts: np.ndarray
    spaces: np.ndarray
    offsets: np.ndarray
    sectors: np.ndarray


class TraceTool(LaunchTool):
    """The slots of the traced blocks of one launch."""

    def __init__(self, facts: LaunchFacts[TracePlan], request: TraceRequest, host: Host) -> None:
        super().__init__(host)
        plan, heads = facts.plan, facts.program.heads
        self._facts, self._plan = facts, plan
        self._warps = warps = -(-threads_of(facts.block) // LANES)
        # The blocks of the grid whose work is noted.
        blocks = math.prod(facts.grid) if math.prod(facts.cluster) == 1 else 0
        self._numbers = sorted(set(request.blocks))
        self._basic_blocks = len(plan.starts) - 1
        self._events = TracedWarp.COUNTS + 2 * self._basic_blocks
        self._runs = self._events + EVENT_SLOTS * request.most_events
        most_runs = LANES * request.most_events
        stride = self._runs + most_runs
        self._blocks = lazy_zeros(len(self._numbers), len(Trace) + warps * stride)
        for slot, value in (
            (Trace.STRIDE, stride),
            (Trace.MOST_EVENTS, request.most_events),
            (Trace.MOST_RUNS, most_runs),
            (Trace.EVENTS, self._events),
            (Trace.RUNS, self._runs),
        ):
            self._blocks[:, slot] = value
        addresses = self._blocks.ctypes.data + self._blocks.strides[0] * np.arange(
            len(self._numbers)
        )
        pairs = np.stack([np.array(self._numbers, np.int64), addresses], axis=1)
        self._sizes = _counted_sizes(plan, np.array(heads))
        self._work = np.zeros(blocks if blocks <= _MOST_NOTED else 0, np.int64)
        work = self._work.ctypes.data if self._work.size else 0
        head = np.zeros(len(Traced), np.int64)
        head[Traced.BLOCKS], head[Traced.WORK] = len(pairs), work
        head[Traced.BASIC_BLOCKS], head[Traced.SIZES] = len(heads), self._sizes.ctypes.data
        self._table = np.concatenate((head, pairs.reshape(-1)))

    @classmethod
    def begin(
        cls,
        facts: LaunchFacts[TracePlan],
        make: Callable[[LaunchFacts[TracePlan]], TraceRequest | None],
        host: Host,
    ) -> Self | None:
        """Return the tool, if blocks are to be traced."""
        request = make(facts)
        return None if request is None else cls(facts, request, host)

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Let a block find whether it is traced."""
        room.context.array[Context.TRACES] = self._table.ctypes.data

    def read(self, executions: np.ndarray | None) -> LaunchTrace:
        """Return the traces of the blocks; `executions` as `LaunchTrace` has them."""
        warps = self._read_warps()
        blocks = tuple(
            BlockTrace(number, tuple(warps[n * self._warps : (n + 1) * self._warps]))
            for n, number in enumerate(self._numbers)
        )
        starts = np.array(self._plan.starts)
        work = self._work if self._work.size else None
        facts, instructions = self._facts, self._plan.instructions
        return LaunchTrace(
            facts.kernel, facts.grid, facts.block, instructions, starts, blocks, work, executions
        )

    def _read_warps(self) -> list[WarpTrace]:
        """Return what each warp did, block after block: all are read at once, then parted."""
        # Views: a copy of all slots would fill the pages that are empty.
        slots = [w for b in self._blocks for w in b[len(Trace) :].reshape(self._warps, -1)]
        events = [int(warp[TracedWarp.EVENTS]) for warp in slots]
        runs = [int(warp[TracedWarp.RUNS]) for warp in slots]
        ends = [self._events + EVENT_SLOTS * n for n in events]
        rows = [warp[self._events : end] for warp, end in zip(slots, ends, strict=True)]
        first, costs, places = np.concatenate(rows).reshape(-1, EVENT_SLOTS).T
        held = [warp[self._runs : self._runs + n] for warp, n in zip(slots, runs, strict=True)]
        words = np.concatenate(held)
        bounds = np.cumsum([0, *events])
        before = np.repeat(np.cumsum([0, *runs])[:-1], events)
        begins = np.append(before + (places & 0xFFFFFFFF), len(words))
        owners = np.repeat(np.arange(len(first)), np.diff(begins))
        sectors_at = in_allocations(words & (1 << RUN_BITS) - 1)
        offsets, sectors = merged(owners, sectors_at, (words >> RUN_BITS) + 1, len(first))
        kinds, numbers = first >> EVENT_KIND, first & 0xFFFFFFFF
        counted = np.where(self._are_bulk(kinds, numbers), np.diff(offsets), costs & 0xFFFFFFFF)
        rows_of = _Columns(
            kinds.astype(np.uint8), numbers.astype(np.int32),
            (first >> 32 & 0xFF).astype(np.uint8), counted.astype(np.int32),
            (costs >> 32).astype(np.int32), (places >> 32).astype(np.uint8), offsets, sectors,
        )  # fmt: skip
        ranges = itertools.pairwise(bounds.tolist())
        return [self._part(w, rows_of, *ends) for w, ends in zip(slots, ranges, strict=True)]

    def _part(self, slots: np.ndarray, rows: _Columns, low: int, high: int) -> WarpTrace:
        """Return the trace of one warp: the events from `low` to `high` of all warps."""
        executions, lanes = slots[TracedWarp.COUNTS : self._events].reshape(-1, 2).T.copy()
        offsets, own = rows.offsets[low : high + 1], slice(low, high)
        return WarpTrace(
            executions, lanes, rows.kinds[own], rows.numbers[own], rows.lanes[own],
            rows.counted[own], rows.wavefronts[own], rows.spaces[own], offsets - offsets[0],
            rows.sectors[offsets[0] : offsets[-1]], bool(slots[TracedWarp.TRUNCATED]),
        )  # fmt: skip

    def _are_bulk(self, kinds: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Return which events are bulk copies."""
        of = [i.access in bulk.AMOUNTS for i in self._plan.instructions]
        of = np.array([*of, False], np.bool_)  # a kernel may have no instruction
        is_access = kinds == Event.ACCESS
        return is_access & of[np.where(is_access, numbers, 0)]


def _counted_sizes(plan: TracePlan, heads: np.ndarray) -> np.ndarray:
    """Return the instructions that an execution counted at each basic block stands for.

    One that is counted at a head stands for all its blocks, in which no lane parted.
    """
    own = work_sizes(plan.instructions, plan.starts)
    of_head = np.bincount(heads, weights=own, minlength=len(heads)).astype(np.int64)
    return np.where(heads == np.arange(len(heads)), of_head, own).astype(np.int64)


def check_request(
    kernel: str,
    request: TraceRequest,
    grid: Dim3,
    cluster: Dim3 | None,
    running: Collection[int] | None,
) -> None:
    """Refuse blocks that do not run.

    running: the blocks of a sampled launch (with clusters: the clusters); None for all.

    Raises:
        LaunchError: a number is not of a block of the grid, or that block is not in the sample.
    """
    total = grid[0] * grid[1] * grid[2]
    for number in request.blocks:
        if not 0 <= number < total:
            raise LaunchError(
                f"`{kernel}`: block {number} cannot be traced: the grid has blocks 0 to {total - 1}"
            )
        held = cluster_of(number, grid, cluster or (1, 1, 1)) if blocks_of(cluster) > 1 else number
        if running is not None and held not in running:
            raise LaunchError(
                f"`{kernel}`: block {number} cannot be traced: it is not in the sample of "
                f"{len(running)} that runs"
            )
