"""Launches that may begin before the one before them has ended (programmatic dependent launch).

    make[(32,)](x, n, launch_pdl=True)     tl.extra.cuda.gdc_launch_dependents(); tl.store(x, …)
    use[(32,)](x, y, n, launch_pdl=True)   tl.load(x, …)       a race: no gdc_wait() comes before it

`griddepcontrol.wait` waits until the grids that a launch depends on have ended and their writes are
visible to all of its threads (PTX ISA 9.7.15.14). Nothing else does: `launch_dependents` only says
when the next grid may begin, and one that never says it lets the next grid begin at its own end,
when its writes need not be visible yet.

So what a launch does before that wait is found by a run on the interpreter in which the wait never
ends. It is compared with all that the grid before it does. A launch that nobody made wait ends
before the grids before it, maybe, so that the next launch's wait is not for them.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kernelscope._demangle import written_name
from kernelscope.sanitizer.buffers import Buffers, Element
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.vgpu import (
    REGISTRY,
    SPACE,
    Kernel,
    LaunchRequest,
    LiveMemory,
    Region,
    Snapshot,
    ir,
)
from kernelscope.vgpu.analysis.accesses import global_marks
from kernelscope.vgpu.clusters import Dim3, index_in
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.interpreter.warp import Observer, Warp
from kernelscope.vgpu.layout import Mark
from kernelscope.vgpu.printing import kept_output
from kernelscope.vgpu.runtime.overlap import MOST_BYTES, HeldGrid

_MOST_GRIDS = 4
"""Grids that may run at once."""
_TRIGGER = "griddepcontrol"

_Done = tuple[bool, bool]
"""Whether an access writes, and whether it is strong for the whole GPU, as atomics are."""
Where = tuple[ir.Inst, int, int]
"""An instruction, the number of the block, the thread."""


@dataclass(slots=True)
class _Bytes:
    """The places that accesses of one direction reached, as host addresses."""

    starts: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    where: list[Where] = field(default_factory=list[Where])

    def meets(self, other: _Bytes) -> tuple[int, int, int] | None:
        """Return the first place that both reached, and the number of an access of each."""
        if not self.starts or not other.starts:
            return None
        starts, ends = np.array(self.starts), np.array(self.ends)
        order = np.argsort(starts, kind="stable")
        starts, farthest = starts[order], np.maximum.accumulate(ends[order])
        # The accesses that begin before the end of one of the others; the farthest of them counts.
        firsts, lasts = np.array(other.starts), np.array(other.ends)
        before = np.searchsorted(starts, lasts) - 1
        hit = np.flatnonzero((before >= 0) & (farthest[np.maximum(before, 0)] > firsts))
        if not len(hit):
            return None
        theirs = int(hit[0])
        both = (np.array(self.starts) < lasts[theirs]) & (ends > firsts[theirs])
        mine = int(np.flatnonzero(both)[0])
        return max(self.starts[mine], other.starts[theirs]), mine, theirs


class _Accesses(Observer):
    """What a grid's threads do in global memory."""

    def __init__(self) -> None:
        self.of: defaultdict[_Done, _Bytes] = defaultdict(_Bytes)
        self.is_whole = True
        self.waited = False
        self._warp: Warp | None = None
        self._inst: ir.Inst | None = None
        self._marks: dict[ir.Inst, tuple[Mark, ...]] = {}

    def before(self, warp: Warp, place: tuple[int, int], here: Any) -> None:
        """Note the instruction that comes next."""
        instructions = warp.launch.function.blocks[place[0]].instructions
        self._warp, self._inst = warp, None
        if place[1] < len(instructions):
            inst = self._inst = instructions[place[1]]
            self.waited |= inst.opcode == _TRIGGER and inst.fields["what"] == "wait"

    def reached(self, host: int, size: int) -> None:
        """Note that the instruction accesses some bytes of global memory."""
        inst, warp = self._inst, self._warp
        if inst is None or warp is None:
            return
        if inst not in self._marks:
            self._marks[inst] = global_marks(inst)
        for mark in self._marks[inst]:
            reached = self.of[bool(mark & Mark.WRITE), bool(mark & Mark.STRONG_GPU)]
            reached.starts.append(host)
            reached.ends.append(host + size)
            reached.where.append((inst, warp.named[0], int(warp.thread[warp.spaces.lane])))


class _Seen(LiveMemory):
    """The memory of a grid that notes each access."""

    observer: _Accesses

    def at(self, address: int, size: int) -> np.ndarray:
        """Return the bytes at an address, as a view."""
        view = super().at(address, size)
        self.observer.reached(view.ctypes.data, size)
        return view


class _Grid:
    """A launch that may still run, by the memory that it was given; it keeps no tensor alive."""

    def __init__(self, request: LaunchRequest) -> None:
        self.kernel: Kernel = request.kernel
        self._request = request.shape, request.cluster, request.cooperative
        self._memory = _Seen(request.kernel, request.arguments)
        self._owners = {region: REGISTRY.owner_of(region) for region in self._memory.regions}
        size = sum(region.size for region in self._memory.regions)
        uses = request.early or _TRIGGER in request.kernel.module.text
        self._before = self._snapshot() if uses and size <= MOST_BYTES else None
        self.waited = False
        self._all: _Accesses | None = None

    def _snapshot(self) -> Snapshot:
        return Snapshot(self._memory.regions)

    @property
    def is_there(self) -> bool:
        """Whether all of its memory is still that of the same tensors."""
        return all(
            owner is not None and owner() is not None and REGISTRY.owner_of(region) is owner
            for region, owner in self._owners.items()
        )

    @property
    def name(self) -> str:
        """The kernel's name as its source writes it."""
        return written_name(self.kernel.name)

    @cached_property
    def function(self) -> ir.Function:
        """The kernel's instructions."""
        return self.kernel.lowered()

    def side(self, where: Where) -> tuple[Place, Dim3, Dim3]:
        """Return the place, the thread and the block of an access."""
        inst, block, thread = where
        place = Place(source_of(self.function, inst.location), inst.position.line)
        grid, threads, _ = self._request[0]
        return place, index_in(thread, threads), index_in(block, grid)

    def element(self, host: int, width: int, buffers: Buffers) -> Element:
        """Return the element at a host address."""
        inside = (r for r in self._memory.regions if r.base <= host < r.base + r.size)
        region = next(inside, Region(host, width))
        return buffers.global_element(SPACE.number(region), host - region.base, width)

    def all(self) -> _Accesses:
        """Return all that it does, from the memory that it began with."""
        if self._all is None:
            self._all = self.rehearsed(holds_back=False, begin=self._before)
        return self._all

    def rehearsed(self, *, holds_back: bool, begin: Snapshot | None = None) -> _Accesses:
        """Return what it does, and leave the memory as it is.

        Args:
            holds_back: whether the grid that it depends on never ends.
            begin: the memory that it begins with; None: as it is.
        """
        after = self._snapshot()
        if begin is not None:
            begin.restore()
        seen = self._memory.observer = _Accesses()
        try:
            grid = HeldGrid(self.function, self._request, self._memory, seen)
            with kept_output([]):
                grid.run()
                if not holds_back:
                    grid.go_on()
            grid.end()
        finally:
            after.restore()
        seen.is_whole = grid.is_whole
        return seen


class EarlyLaunches:
    """Looks at launches that may begin early."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        self._note = note
        self._grids: list[_Grid] = []

    def ordered(self, *_: object) -> None:
        """Note that all launches so far have ended: the host has waited for them, or PyTorch's
        kernels come next.
        """
        self._grids.clear()

    def begin(
        self, request: LaunchRequest, report: Callable[[Finding], object], buffers: Buffers
    ) -> None:
        """Look at a launch that comes now."""
        if not request.early:
            self._grids.clear()
        grid = _Grid(request)
        before = self._grids[-_MOST_GRIDS:]
        if before:
            self._compare(grid, before, report, buffers)
        self._grids = [*before, grid]

    def _compare(
        self,
        grid: _Grid,
        before: Sequence[_Grid],
        report: Callable[[Finding], object],
        buffers: Buffers,
    ) -> None:
        early = grid.rehearsed(holds_back=True)
        grid.waited = early.waited
        covered = True  # whether the end of the grid right before is the end of this one, too
        for other in reversed(before):
            own = early if covered else grid.rehearsed(holds_back=False)
            if any(reached.starts for reached in own.of.values()) and other.is_there:
                theirs = other.all()
                for finding in _races(grid, own, other, theirs, buffers, is_chain=not covered):
                    report(finding)
                if not (own.is_whole and theirs.is_whole):
                    words = f"compared in part with `{other.name}`, which may still run"
                    self._note(grid.kernel.name, words)
            covered &= other.waited


def _races(
    grid: _Grid,
    own: _Accesses,
    other: _Grid,
    theirs: _Accesses,
    buffers: Buffers,
    *,
    is_chain: bool,
) -> Iterator[Finding]:
    """Yield the conflicts of two grids, one of each kind."""
    for (done, mine), (other_done, before) in itertools.product(own.of.items(), theirs.of.items()):
        (writes, is_strong), (other_writes, other_is_strong) = done, other_done
        if not (writes or other_writes) or (is_strong and other_is_strong):
            continue
        met = mine.meets(before)
        if met is not None:
            host, place, there = met
            (did, before_does), (do, does) = _DOES[other_writes], _DOES[writes]
            element = grid.element(host, mine.ends[place] - mine.starts[place], buffers)
            sides = grid.side(mine.where[place]), other.side(before.where[there])
            words = f"{does} {element}", before_does
            yield _finding(
                f"early-{did}-{do}", (grid, other), sides, words, element, is_chain=is_chain
            )


_DOES = {False: ("read", "reads"), True: ("write", "writes")}
_Side = tuple[Place, Dim3, Dim3]


def _finding(
    kind: str,
    grids: tuple[_Grid, _Grid],
    sides: tuple[_Side, _Side],
    words: tuple[str, str],
    element: Element,
    *,
    is_chain: bool,
) -> Finding:
    grid, other = grids
    does, before = words
    wait = "`tl.extra.cuda.gdc_wait()`" if grid.kernel.one_thread else _CUDA_WAIT
    if is_chain:
        why = f"no launch in between has waited for `{other.name}`"
        advice = f"use {wait} in each kernel of the chain, also in those that do not need its data"
    else:
        why = "with no `griddepcontrol.wait` before it"
        advice = f"use {wait} before the first access to what `{other.name}` accesses, or launch "
        advice += f"`{grid.name}` without {_ATTRIBUTE[grid.kernel.one_thread]}"
    (place, thread, block), (there, other_thread, other_block) = sides
    return Finding(
        tool="race",
        kind=kind,
        kernel=grid.kernel.name,
        place=place,
        thread=thread,
        block=block,
        message=f"`{grid.name}` may begin before `{other.name}` has ended, and {does}, "
        f"which `{other.name}` {before}, {why}",
        advice=advice,
        other=there,
        other_thread=other_thread,
        other_block=other_block,
        element=element,
        other_ptx=other.kernel.module.text,
    )


# NVRTC's own headers lack cudaGridDependencySynchronize().
_CUDA_WAIT = (
    '`asm volatile("griddepcontrol.wait;" ::: "memory")` (nvcc: `cudaGridDependencySynchronize()`)'
)
_ATTRIBUTE = {True: "`launch_pdl`", False: "the attribute programmaticStreamSerialization"}
