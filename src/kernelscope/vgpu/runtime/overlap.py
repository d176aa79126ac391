"""Launches that may begin before the one before them has ended (programmatic dependent launch).

Compiled code runs one launch after another. What a launch does before `griddepcontrol.wait` is
found on the interpreter, where the wait can be held back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.errors import LaunchError
from kernelscope.vgpu import ir, printing
from kernelscope.vgpu.interpreter.effects import GRID_BEFORE
from kernelscope.vgpu.interpreter.launch import places_of_clusters, run_together
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.warp import Block, Launch, Observer
from kernelscope.vgpu.runtime.live_memory import LiveMemory, Snapshot

if TYPE_CHECKING:
    from kernelscope.vgpu.runtime.kernel import LaunchRequest, Proceed
    from kernelscope.vgpu.runtime.launch import LaunchCounts

_LIMIT_S = 2.0
"""Processor time of a grid on the interpreter."""
MOST_BYTES = 64 << 20
"""Bytes of a launch's memory that is kept as it was before the launch."""


class HeldGrid:
    """A grid on the interpreter, whose `griddepcontrol.wait` waits until `go_on`.

    Attributes:
        is_whole: whether all of its blocks have run as far as they could in the time that they had.
    """

    def __init__(
        self,
        function: ir.Function,
        request: tuple[Any, Any, bool],
        memory: LiveMemory,
        observer: Observer | None = None,
    ) -> None:
        """Begin with no block; request: shape, cluster, whether it is cooperative."""
        (grid, block, dynamic), cluster, cooperative = request
        self._memory = memory
        self._run = run = Launch(
            function, grid, block, memory, memory.buffer, dynamic, Tally(), observer or Observer()
        )
        run.cluster, run.holds_back = cluster, True
        run.ends = process_time() + _LIMIT_S
        if cooperative:
            run.workspace = memory.add(np.zeros(256, np.uint8))
        self._places = places_of_clusters(grid, cluster or (1, 1, 1))
        self._waiting: list[list[Block]] = []
        self.is_whole = True

    def run(self) -> None:
        """Run each block as far as it goes: to its end, to the wait, or to what never happens."""
        for places in _spread(self._places):
            if process_time() > self._run.ends:
                self.is_whole = False
                return
            self._turn(self._run.begin(places))
        self._turns()

    def go_on(self) -> None:
        """Let the grid before end, and run the blocks to their ends."""
        self._run.holds_back = False
        waiting, self._waiting = self._waiting, []
        for blocks in waiting:
            for block in blocks:
                block.idle = 0
                held = block.barriers.pop(GRID_BEFORE, None)
                for warp, lanes in held.waiting.items() if held else ():
                    for lane in lanes:
                        warp.release(lane, [])
            self._turn(blocks)
        self._turns()

    def end(self) -> None:
        """Give its memory back."""
        if self._run.workspace:
            self._memory.remove(self._run.workspace)

    def _turns(self) -> None:
        """Let blocks that wait for others have their turns, until none of them moves."""
        while any(not self._is_held(blocks) for blocks in self._waiting):
            if process_time() > self._run.ends:
                self.is_whole = False
                return
            waiting, self._waiting = self._waiting, []
            for blocks in waiting:
                if self._is_held(blocks):
                    self._waiting.append(blocks)
                else:
                    self._turn(blocks)

    @staticmethod
    def _is_held(blocks: Sequence[Block]) -> bool:
        return min(block.idle for block in blocks) > 0

    def _turn(self, blocks: list[Block]) -> None:
        try:
            if not run_together(blocks):
                self._waiting.append(blocks)
        except LaunchError:  # all of its threads wait for the grid before, or for those that do
            self._waiting.append(blocks)


def _spread(clusters: Sequence[Any]) -> Iterator[Any]:
    """Yield all, the first ones spread over the grid: one of 64, then one of 8, then the others."""
    taken = np.zeros(len(clusters), np.bool_)
    for step in (64, 8, 1):
        for place in range(0, len(clusters), step):
            if not taken[place]:
                taken[place] = True
                yield clusters[place]


class Overlaps:
    """Lets launches begin early under the schedules `interleaved` and `random`.

    Each runs in order first, which gives its counts. Then, under `random` if a random bit says so,
    the memory is that of another order: all of it up to its waits, the launch before it, the rest.
    """

    def __init__(self) -> None:
        self._before: tuple[LaunchRequest, Snapshot] | None = None
        self._count = 0

    def ordered(self, *_: object) -> None:
        """Note that all launches so far have ended."""
        self._before = None

    def launch(self, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Run a launch, and let it begin early."""
        memory = LiveMemory(request.kernel, request.arguments)
        size = sum(region.size for region in memory.regions)
        own = Snapshot(memory.regions) if size <= MOST_BYTES else None
        counts = proceed(request)
        before, self._before = self._before, None
        if own is not None:
            if request.early and before is not None and self._draws(request):
                _overlap(request, memory, own, before)
            self._before = request, own
        return counts

    def _draws(self, request: LaunchRequest) -> bool:
        self._count += 1
        chosen = request.settings.schedule
        return chosen.name != "random" or random.Random(chosen.seed + self._count).random() < 0.5


def _overlap(
    request: LaunchRequest,
    memory: LiveMemory,
    own: Snapshot,
    before: tuple[LaunchRequest, Snapshot],
) -> None:
    """Leave the memory as if a launch had begun before the one before it."""
    after = Snapshot(memory.regions)
    first, begin = before
    own.restore()
    first_after = Snapshot(begin.regions)
    begin.restore()
    shape = request.shape, request.cluster, request.cooperative
    grid = HeldGrid(request.kernel.lowered(), shape, memory)
    with printing.kept_output([]):
        grid.run()
        first.run()
        grid.go_on()
    grid.end()
    if not grid.is_whole:
        first_after.restore()
        after.restore()
