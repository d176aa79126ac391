"""The trace of a launch in the interpreter: the specification of `counting.trace`."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.clusters import Dim3
from kernelscope.vgpu.counting import bulk
from kernelscope.vgpu.counting.trace import (
    BlockTrace,
    Event,
    LaunchTrace,
    Numbered,
    Spaces,
    TraceRequest,
    WarpTrace,
    in_allocations,
    work_sizes,
)


@dataclass(slots=True)
class Touched:
    """The accesses of one executed instruction; a bulk copy adds its sectors when it moves.

    Attributes:
        lanes: those that access it; None: all active ones.
    """

    sectors: set[int] = field(default_factory=set[int])
    counted: int = 0
    wavefronts: int = 0
    spaces: Spaces = field(default_factory=lambda: Spaces(0))
    lanes: int | None = None


@dataclass(frozen=True, slots=True)
class _Event:
    kind: Event
    number: int
    lanes: int
    touched: Touched


class _Warp:
    """The events of one warp so far."""

    def __init__(self, blocks: int) -> None:
        self.executions = np.zeros(blocks, np.int64)
        self.lanes = np.zeros(blocks, np.int64)
        self.events: list[_Event] = []
        self.truncated = False


class Tracer:
    """Records what the requested blocks of a launch do."""

    def __init__(self, function: ir.Function, request: TraceRequest) -> None:
        self._name, self._request = function.name, request
        self._numbered = Numbered(function)
        self._plan = self._numbered.plan
        self._blocks: dict[int, dict[int, _Warp]] = {number: {} for number in request.blocks}
        self._work: Counter[int] = Counter()
        self._sizes = work_sizes(self._plan.instructions, self._plan.starts)

    def enter(self, block: int, warp: int, basic_block: int, lanes: int) -> None:
        """Record that lanes of a warp begin a basic block."""
        self._work[block] += int(self._sizes[basic_block])
        row = self._warp(block, warp)
        if row is not None:
            row.executions[basic_block] += 1
            row.lanes[basic_block] += lanes
            self._add(row, _Event(Event.BLOCK, basic_block, lanes, Touched()))

    def execute(self, place: tuple[int, int], inst: ir.Inst, lanes: int, touched: Touched) -> None:
        """Record a barrier or an access by the active lanes of a warp; place: its block and
        number.
        """
        row = self._warp(*place)
        if row is None:
            return
        event = Event.BARRIER if inst.form.kind == "barrier" else Event.ACCESS
        if event == Event.BARRIER or touched.spaces:
            self._add(row, _Event(event, self._numbered.of(inst), lanes, touched))

    def use(
        self, place: tuple[int, int], inst: ir.Inst, active: np.ndarray, phase: tuple[int, int]
    ) -> None:
        """Record that the active lanes use an mbarrier; phase: its address, the parity."""
        row = self._warp(*place)
        if row is not None:
            touched = Touched(counted=phase[0], wavefronts=phase[1])
            number = self._numbered.of(inst)
            self._add(row, _Event(Event.PHASE, number, int(active.sum()), touched))

    def _warp(self, block: int, warp: int) -> _Warp | None:
        warps = self._blocks.get(block)
        if warps is None:
            return None
        return warps.setdefault(warp, _Warp(len(self._plan.starts) - 1))

    def _add(self, row: _Warp, event: _Event) -> None:
        row.truncated |= len(row.events) >= self._request.most_events
        if not row.truncated:
            row.events.append(event)

    def trace(self, grid: Dim3, block: Dim3) -> LaunchTrace:
        """Return the traces of the blocks."""
        blocks = tuple(
            BlockTrace(number, tuple(self._read(warps[n]) for n in sorted(warps)))
            for number, warps in sorted(self._blocks.items())
        )
        starts = np.array(self._plan.starts)
        work = np.array([self._work[number] for number in range(math.prod(grid))], np.int64)
        return LaunchTrace(self._name, grid, block, self._plan.instructions, starts, blocks, work)

    def _read(self, row: _Warp) -> WarpTrace:
        events = row.events
        sectors = [in_allocations(np.array(sorted(e.touched.sectors), np.int64)) for e in events]
        counts = [self._counted(e) for e in events]
        return WarpTrace(
            row.executions,
            row.lanes,
            np.array([e.kind for e in events], np.uint8),
            np.array([e.number for e in events], np.int32),
            np.array([e.lanes for e in events], np.uint8),
            np.array(counts, np.int32),
            np.array([e.touched.wavefronts for e in events], np.int32),
            np.array([e.touched.spaces for e in events], np.uint8),
            np.cumsum([0, *map(len, sectors)]),
            np.concatenate(sectors) if sectors else np.zeros(0, np.int64),
            row.truncated,
        )

    def _counted(self, event: _Event) -> int:
        if event.kind == Event.ACCESS:
            access = self._plan.instructions[event.number].access
            if access in bulk.AMOUNTS:
                return len(event.touched.sectors)
        return event.touched.counted
