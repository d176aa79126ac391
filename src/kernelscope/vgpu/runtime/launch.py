"""One launch: check it, lay out its arguments, run its blocks, name the counters."""

from __future__ import annotations

import ctypes
import functools
import itertools
import operator
import struct
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope._demangle import written_name
from kernelscope._real_time import perf_counter
from kernelscope.errors import FaultPlace, LaunchError, MemoryAccessError, TimeLimitError
from kernelscope.record import Access
from kernelscope.vgpu.clusters import Dim3, blocks_of, index_in, threads_of
from kernelscope.vgpu.counting.counters import Tally
from kernelscope.vgpu.counting.trace import LaunchTrace
from kernelscope.vgpu.faults import VALUE_BITS, Fault
from kernelscope.vgpu.layout import (
    ENGINE_BYTES,
    FIRST_ALLOCATION,
    FIRST_OF_PLAN,
    FIRST_OF_ROOM,
    LANES,
    OFFSET_BITS,
    RANK_SHIFT,
    SITE_SLOTS,
    Context,
    Control,
    offset_of,
)
from kernelscope.vgpu.lowering import stack
from kernelscope.vgpu.runtime.address_space import SPACE, Bitmaps, unique_sectors
from kernelscope.vgpu.runtime.guard import WatchedLaunch, guard
from kernelscope.vgpu.runtime.held_signals import HeldSignals
from kernelscope.vgpu.runtime.host_calls import HostCalls
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts, LaunchTool
from kernelscope.vgpu.runtime.long_work import line
from kernelscope.vgpu.runtime.registry import REGISTRY, Region
from kernelscope.vgpu.runtime.settings import Makers
from kernelscope.vgpu.runtime.stillness import Stillness, first_patience
from kernelscope.vgpu.runtime.suppressing import SuppressTool
from kernelscope.vgpu.runtime.thread_pool import run_on_threads
from kernelscope.vgpu.runtime.tools import LAUNCH_TOOLS
from kernelscope.vgpu.runtime.tracing import TraceTool
from kernelscope.vgpu.runtime.warp_state import Standing, StandingBlock, in_words
from kernelscope.vgpu.runtime.watching import UndecidedError
from kernelscope.vgpu.runtime.worker import Needs, Worker, room_of, worker_count, workers
from kernelscope.vgpu.schedule import Schedule
from kernelscope.vgpu.tensor_layout import (
    TENSOR_BYTES,
)
from kernelscope.vgpu.tensor_map import TENSOR_MAP_PROBLEMS
from kernelscope.vgpu.tensor_memory import problem_of
from kernelscope.vgpu.tools import Tool

if TYPE_CHECKING:
    from kernelscope.hardware import GPUSpec
    from kernelscope.vgpu.jit.engine import LoadedCode
    from kernelscope.vgpu.jit.program import IndependentCode, Program
    from kernelscope.vgpu.jit.stops import Stop
    from kernelscope.vgpu.runtime.arguments import Packed

_RESOLVER = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)
_PREPARE = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
_BYTE = ctypes.c_char
_CONTROL = ctypes.c_int64 * len(Control)
_BETWEEN_NS = 1000


class _Clock:
    """The time that `%globaltimer` has reached; it goes on from launch to launch."""

    ns = 1_000_000_000


LITTLE = 1 << 14
"""Threads of a launch; fewer are not worth several workers."""
_ROUNDS = 64
"""The rounds of a block that may wait for others before these have a turn."""
_TURN = 64
"""The pieces that a warp of independent lanes runs before the others have a turn."""
_AFTER_STACK = (
    f"; its stack of {stack.BYTES} bytes is at the end of that memory: a recursion may be too deep"
)
_SHOWN_BLOCKS = 8192
"""The blocks that an error looks at, of those that wait."""
_SOON = 10_000
"""Instructions of all warps of a launch that take less than a hundredth of a second."""
_launches = itertools.count(1)
_NO_ALLOCATIONS: dict[int, Region] = {}


@dataclass(frozen=True, slots=True)
class LaunchCounts:
    """The counts of one launch.

    Attributes:
        counters: by Nsight Compute's names (and `kernelscope__…`), sums over the launch.
        sampled: whether only some of the blocks ran and the counters are scaled.
        accesses: memory accesses by source line.
        divergent_source: the line on which most lanes were idle.
        wall_s: seconds that the virtual GPU took on this CPU, unrelated to a GPU's time.
        sites: [memory instructions, slots of `layout.Site`], by the numbers of `ir.Inst.site`.
        blocks: [basic blocks, (times a warp executed it, lanes that were active then, summed)].
            A sampled launch scales neither `sites` nor `blocks`.
        cluster: blocks of a cluster in each direction; None for a launch without clusters.
        trace: what the blocks did that were to be traced; None: there were none.
        inexact: the kernel's instructions that a GPU may calculate otherwise, by what their results
            rest on (`ir.precision.Precision`); None: not known.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    dynamic_shared_bytes: int
    static_shared_bytes: int
    counters: dict[str, float]
    sampled: bool
    wall_s: float
    accesses: tuple[Access, ...] = ()
    divergent_source: str | None = None
    sites: np.ndarray = field(default_factory=lambda: np.zeros((0, SITE_SLOTS)), compare=False)
    blocks: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)), compare=False)
    cluster: Dim3 | None = None
    inexact: dict[str, tuple[str, ...]] | None = None
    trace: LaunchTrace | None = field(default=None, compare=False)


# ---- checks ------------------------------------------------------------------------------------


def dimensions(value: Any, name: str) -> Dim3:
    """Return a grid or block as three positive integers.

    Raises:
        LaunchError: it is not an int or a tuple of up to three, or has a size below 1.
    """
    if type(value) is tuple and len(value) == 3:  # as front ends give it
        x, y, z = value
        if type(x) is type(y) is type(z) is int and x > 0 and y > 0 and z > 0:
            return x, y, z
    elif type(value) is int and value > 0:
        return value, 1, 1
    if isinstance(value, int) or hasattr(value, "__index__"):
        value = (value,)
    try:
        numbers = [*map(int, map(operator.index, value))]
    except TypeError:
        raise LaunchError(f"{name} must be integers, got {value!r}") from None
    if not 1 <= len(numbers) <= 3:
        raise LaunchError(f"{name} must have one to three dimensions, got {len(numbers)}")
    if min(numbers) < 1:
        raise LaunchError(
            f"{name} {tuple(numbers)} has a dimension below 1; skip the launch instead"
        )
    x, y, z = (*numbers, 1, 1)[:3]
    return x, y, z


def check_launch(
    name: str, spec: GPUSpec, grid: Dim3, block: Dim3, shared: tuple[int, int], header: Any
) -> None:
    """Refuse what a GPU would refuse (CUDA programming guide, "Technical Specifications").

    Raises:
        LaunchError: grid, block or shared memory beyond the limits.
    """
    name = written_name(name)
    if grid[0] > 2**31 - 1 or max(grid[1:]) > 65535:
        raise LaunchError(f"`{name}`: grid {grid} is beyond (2147483647, 65535, 65535)")
    threads = block[0] * block[1] * block[2]
    if max(block[:2]) > 1024 or block[2] > 64 or threads > spec.max_threads_per_block:
        raise LaunchError(
            f"`{name}`: block {block} has {threads} threads; the limit is "
            f"{spec.max_threads_per_block} threads and (1024, 1024, 64)"
        )
    if header.required_block is not None and block != header.required_block:
        raise LaunchError(
            f"`{name}`: compiled for a block of {header.required_block} (.reqntid), "
            f"launched with {block}"
        )
    if header.max_block is not None:
        most = header.max_block[0] * header.max_block[1] * header.max_block[2]
        if threads > most:
            raise LaunchError(f"`{name}`: block {block} is over its .maxntid of {most} threads")
    if shared[1] < 0:
        raise LaunchError(f"`{name}`: dynamic shared memory cannot be {shared[1]} bytes")
    if sum(shared) > spec.shared_per_block_bytes:
        raise LaunchError(
            f"`{name}`: {sum(shared)} bytes of shared memory "
            f"({shared[0]} static, {shared[1]} dynamic); "
            f"{spec.full_name} gives a block at most {spec.shared_per_block_bytes}"
        )


# ---- running -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The part that launches of one kernel share if they differ only in their arguments.

    Attributes:
        code: the compiled code of `program`.
        symbols: the memory of the module's variables.
        shared: bytes of static and of dynamic shared memory.
        resident: the most blocks that the GPU holds at once.
        khz: the clock of the GPU's multiprocessors.
        independent: returns the code for warps whose lanes run independently.
        watched: whether one of the sanitizer's tools looks.
        total: the blocks of the grid, or its clusters.
        running: those of them that run.
        team: the workers that run them.
        slots: the slots of a context up to `FIRST_OF_ROOM`; each launch fills in the first ones.
        memory: what its launches use one after another.
        ends_soon: whether a launch has ended before anybody could want to stop it.
    """

    name: str
    program: Program
    code: LoadedCode
    tally: Tally
    symbols: dict[str, Region]
    grid: Dim3
    block: Dim3
    shared: tuple[int, int]
    cluster: Dim3 | None
    resident: int
    independent: Callable[[], tuple[IndependentCode, LoadedCode]]
    watched: bool
    total: int
    running: int
    team: list[Worker]
    khz: int
    needs: Needs
    slots: bytearray
    memory: LaunchMemory
    ends_soon: bool

    @classmethod
    def make(
        cls,
        name: str,
        loaded: tuple[Program, LoadedCode, Tally],
        symbols: dict[str, Region],
        shape: tuple[Dim3, Dim3, tuple[int, int], Dim3 | None],
        settings: tuple[Schedule, int, int, int],
        independent: Callable[[], tuple[IndependentCode, LoadedCode]],
        watched: bool,
        speculative: bool,
        sampled: int | None,
        parameter_bytes: int,
    ) -> Plan:
        """Return the plan of a launch.

        Args:
            name: the kernel's name.
            loaded: its code.
            symbols: the memory of the module's variables.
            shape: grid, block, shared memory and cluster.
            settings: the schedule, the clock of the GPU in kHz, the value of every byte of shared
                and local memory before a block, and the most blocks that the GPU holds at once.
            independent: returns the code for warps whose lanes run independently.
            watched: whether one of the sanitizer's tools looks.
            speculative: whether several workers run it also then.
            sampled: the number of blocks (or clusters) to run; None for all.
            parameter_bytes: those of the kernel's parameters.
        """
        (program, code, tally), (grid, block, shared, cluster) = loaded, shape
        schedule, khz, scratch, resident = settings
        fine, threads, together = schedule.is_fine, threads_of(block), blocks_of(cluster)
        frame_bytes = max(program.frame_bytes, independent()[0].frame_bytes if fine else 0)
        warps = -(-threads // LANES)
        values = [0] * FIRST_OF_ROOM
        values[Context.GRID_X : Context.GRID_Z + 1] = grid
        values[Context.CLUSTER_X : Context.CLUSTER_Z + 1] = cluster or (1, 1, 1)
        values[Context.CLUSTER_BLOCKS] = together
        values[Context.WARPS] = warps
        values[Context.LAST_WARP_MASK] = (1 << (threads % LANES or LANES)) - 1
        values[Context.SHARED_BYTES] = sum(shared)
        values[Context.DYNAMIC_SHARED] = shared[1]
        values[Context.FRAME_BYTES] = frame_bytes
        values[Context.SCRATCH] = scratch
        values[Context.KHZ] = khz
        values[Context.START] = int(fine)
        values[Context.SHARES] = _shares(program, fine)
        values[Context.TURN] = 1 if fine else _TURN
        values[Context.PATIENCE] = first_patience(watched, program.keeps_time)
        if schedule.name == "random":
            # A multiplication spreads small seeds over all bits; the state must not be 0.
            values[Context.RANDOM] = (schedule.seed + 1) * 0x9E3779B97F4A7C15 % (1 << 63)
        for place, function in _HOST_FUNCTIONS.items():
            values[place] = function
        total = grid[0] * grid[1] * grid[2] // together
        running = total if sampled is None else sampled
        # One worker where the order of blocks matters, and for little work.
        single_worker = (watched and not speculative) or program.ordered or fine
        single_worker |= running * together * threads < LITTLE
        shared_bytes = max(sum(shared), 64)
        # What stores have read and not written has a place after the queue.
        engine = program.engine * (ENGINE_BYTES + fine * shared_bytes)
        memory = shared_bytes, warps * frame_bytes, engine, program.tensor * TENSOR_BYTES
        sites, blocks = len(program.plan.sites), len(program.plan.mix)
        needs = Needs(*memory, together, sites * SITE_SLOTS, 2 * blocks)
        return cls(
            name, program, code, tally, symbols, grid, block, shared, cluster, resident,
            independent, watched, total, running,
            workers()[: 1 if single_worker else min(worker_count(), running)],
            khz, needs, bytearray(struct.pack(f"{FIRST_OF_ROOM}q", *values)),
            LaunchMemory(parameter_bytes),
            not watched and not fine
            and running * together * warps * program.most_executed <= _SOON,
        )  # fmt: skip


def _shares(program: Program, fine: bool) -> int:
    """Return `Context.SHARES`. Blocks that ask for others take turns often: each gets some."""
    if fine or program.cancels:
        return 1
    return _ROUNDS if program.may_wait else 0


class LaunchMemory:
    """The memory that the launches of a plan use one after another.

    Args:
        parameter_bytes: those of the kernel's parameters.

    Attributes:
        window: where the parameters are.
    """

    def __init__(self, parameter_bytes: int) -> None:
        self._parameters = bytearray(parameter_bytes)
        self.window = Region(ctypes.addressof(_BYTE.from_buffer(self._parameters)), parameter_bytes)
        self._bitmaps: Bitmaps | None = None

    def hold(self, parameters: bytearray) -> None:
        """Hold the parameters of a launch."""
        self._parameters[:] = parameters

    def bitmaps(self, allocations: dict[int, Region], workers: int) -> Bitmaps:
        """Return empty bitmaps of a launch's allocations: of the same ones the same object."""
        known = self._bitmaps
        if known is not None and known.allocations == allocations:
            known.clear()
            return known
        made = Bitmaps(allocations, workers)
        self._bitmaps = made if made.is_small else None
        return made


_OF_LAUNCH = struct.Struct(f"{FIRST_OF_PLAN}q")


class Run:
    """One launch, run by the workers.

    `plan`: what it has in common with others. `finds_owners`: as `Kernel` has it. `one_thread`: as
    `Kernel` has it. `makers`: as `Settings.tools`.
    """

    workspace: np.ndarray | None = None
    error: BaseException | None = None
    stillness: Stillness | None = None
    stopped_at = ""

    def __init__(self, plan: Plan, finds_owners: bool, one_thread: bool, makers: Makers) -> None:
        self.plan = plan
        self.name = plan.name
        self.written = written_name(plan.name)
        self.program = plan.program
        self.symbols = plan.symbols
        self.cluster = plan.cluster
        self.team = plan.team
        self.finds_owners = finds_owners
        self.one_thread = one_thread
        self.makers = makers
        self.tools: list[LaunchTool] = []
        self.control = _CONTROL()
        self.allocations: dict[int, Region] = {}
        self._begun = perf_counter()
        self.thread = threading.current_thread()

    def go(
        self,
        arguments: Packed,
        chosen: np.ndarray | None,
        limit_s: float | None = None,
    ) -> LaunchCounts:
        """Run it; see `Kernel.run`."""
        plan, team, control = self.plan, self.team, self.control
        running = plan.running
        # Blocks that a thread takes at a time: few, so that the threads end together, but not so
        # few that they contend for the counter.
        is_single = running < 128 or self.program.cancels
        chunk = 1 if is_single else max(1, min(running // (len(team) * 64), 64))
        control[Control.TOTAL_BLOCKS] = running
        control[Control.CHUNK] = chunk
        control[Control.TIME] = _Clock.ns
        bitmaps, calls = self.prepare(arguments, chosen)
        self.execute(limit_s)
        if self.error is not None and not isinstance(self.error, Exception):
            raise self.error  # what the tools have seen is a part
        for tool in self.tools:
            tool.end()
        if plan.watched and self.error is not None:
            raise self.error
        _Clock.ns = control[Control.TIME] + _BETWEEN_NS
        self._raise_fault()
        scale = plan.total / running
        unique = unique_sectors(bitmaps, [worker.table for worker in team], scale)
        read = plan.tally.read(self.counted(), unique, scale)
        for worker in team:
            worker.end()
        del calls
        trace = None
        if self.tools:
            trace = self._traced(None if chosen is not None else read.blocks[:, 0])
        return LaunchCounts(
            self.name, plan.grid, plan.block, plan.shared[1], plan.shared[0], read.counters.copy(),
            chosen is not None, perf_counter() - self._begun, read.accesses,
            read.divergent_source, read.sites, read.blocks, self.cluster, self.program.inexact,
            trace,
        )  # fmt: skip

    def prepare(
        self, arguments: Packed, chosen: np.ndarray | None
    ) -> tuple[Bitmaps, tuple[Any, ...]]:
        """Fill the workers' contexts.

        Also the bitmaps, and the objects that must stay alive during the run.
        """
        (buffer, regions, _, numbers), plan, team = arguments, self.plan, self.team
        window = plan.memory.window
        plan.memory.hold(buffer)
        symbols = self._symbol_addresses() if self.symbols else None
        # Only ordered kernels call the host.
        calls = None
        if self.program.ordered:
            calls = HostCalls(
                team,
                self.control,
                plan.block,
                REGISTRY.place,
                self.fail,
                self.place_of,
                Tool.SUPPRESS in self.makers,
            )
        workspace = 0
        if self.workspace is not None:
            region = Region(self.workspace.ctypes.data, self.workspace.nbytes)
            REGISTRY.enter(region, self.workspace, by_host=False)
            workspace = SPACE.address(region, region.base)
            regions.append(region)
        _OF_LAUNCH.pack_into(
            plan.slots, 0,
            window.base, ctypes.addressof(symbols) if symbols else 0,
            ctypes.addressof(self.control),
            0 if chosen is None else chosen.ctypes.data, next(_launches),
            calls.address if calls else 0, workspace, _Clock.ns * plan.khz // 1_000_000,
        )  # fmt: skip
        for region in (*regions, *self.symbols.values()) if self.symbols else regions:
            number = numbers.get(region)
            self.allocations[SPACE.number(region) if number is None else number] = region
        # A kernel without accesses touches no sector, whatever its arguments are.
        allocations = self.allocations if self.program.plan.sites else _NO_ALLOCATIONS
        bitmaps = plan.memory.bitmaps(allocations, len(team))
        for place, worker in enumerate(team):
            worker.begin(plan.needs, plan.slots)
            worker.table.begin(window, bitmaps, place)
        if self.makers:
            self._begin_tools(buffer, self.allocations)
        return bitmaps, (symbols, calls)

    def _symbol_addresses(self) -> ctypes.Array[ctypes.c_int64]:
        """Return the device addresses of the module's variables that the kernel uses."""
        placed = [self.symbols[name] for name in self.program.symbols]
        addresses = [SPACE.of_variable(region) for region in placed]
        return (ctypes.c_int64 * len(addresses))(*addresses)

    def _begin_tools(self, parameters: bytearray, allocations: dict[int, Region]) -> None:
        """Let the tools look at this launch, whose workers are ready."""
        plan, program = self.plan, self.program
        for tool, tool_type in LAUNCH_TOOLS.items():
            if tool not in self.makers:
                continue
            facts: LaunchFacts[Any] = LaunchFacts(
                self.name, plan.grid, plan.block, self.cluster or (1, 1, 1), program,
                program.plans[tool], allocations, bytes(parameters), self.symbols, len(self.team),
                self.one_thread,
            )  # fmt: skip
            begun = tool_type.begin(facts, self.makers[tool], self)
            if begun is not None:
                self.tools.append(begun)
                for worker in self.team:
                    begun.attach(worker)

    def _traced(self, executions: np.ndarray | None) -> LaunchTrace | None:
        traces = (tool.read(executions) for tool in self.tools if isinstance(tool, TraceTool))
        return next(traces, None)

    def block_at(self, context: int) -> StandingBlock:
        """Return the block whose context is at an address, as its warps stand."""
        return StandingBlock(context, self.program.stops, self._stops_apart)

    def _stops_apart(self) -> tuple[Stop | None, ...]:
        return self.plan.independent()[0].stops

    def deadlocked(self) -> tuple[Standing, ...]:
        """Return where warps wait that never go on."""
        is_deadlock = self.control[Control.STOP] == Fault.DEADLOCK
        return self.standing(self.control, self.team) if is_deadlock else ()

    def standing(
        self, control: ctypes.Array[ctypes.c_int64], team: list[Worker]
    ) -> tuple[Standing, ...]:
        """Return where the warps are of a launch that stopped because none can go on.

        That is the block which found that, those of its cluster, and those put aside. A launch that
        ran out of its time has all of its blocks.
        """
        fault = int(control[Control.STOP])
        if fault not in (Fault.DEADLOCK, Fault.TIME_LIMIT):
            return ()
        finder = int(control[Control.FAULT_ADDRESS]) if fault == Fault.DEADLOCK else 0
        rooms = (room for worker in team for room in worker.rooms[: worker.used])
        blocks = (self.block_at(room.context.address) for room in rooms)
        waiting = (b for b in blocks if not finder or b.is_parked or finder in (b.at, *b.peers))
        some = itertools.islice((b for b in waiting if b.is_alive), _SHOWN_BLOCKS)
        standing = tuple(standing for block in some for standing in block.standing())
        if self.stillness is None or not self.stillness.is_proven:
            return standing
        # A loop with a barrier in it may be anywhere in its round.
        of_grid, loops = self._at_the_grids_barrier(), ("spins", "runs")
        named = (
            replace(s, state="spins", waits_for=of_grid) if s.state in loops else s
            for s in standing
        )
        return (*named, *self._elsewhere())

    def _at_the_grids_barrier(self) -> str:
        """Return in words how many blocks are at the barrier of a cooperative launch, or ""."""
        # `grid.sync()` adds 1 for each block to the second word, and 2^31 - (blocks - 1) for the
        # first one, so that the highest bit changes when all have come.
        if self.workspace is None:
            return ""
        low, blocks = int(self.workspace.view(np.uint32)[1]) & (1 << 31) - 1, self.plan.total
        come = low if low < blocks else blocks + low - (1 << 31)
        return f"({come} of {blocks} blocks are at the grid's barrier)" if come > 0 else ""

    def _elsewhere(self) -> Iterator[Standing]:
        """Yield the blocks that have ended or not begun, while the others wait for ever."""
        rooms = (room for worker in self.team for room in worker.rooms[: worker.used])
        blocks = (self.block_at(room.context.address) for room in rooms)
        alive = {block.index for block in blocks if block.is_alive}
        grid, begun = self.plan.grid, self.control[Control.NEXT_BLOCK]
        if self.cluster is not None or self.plan.running != self.plan.total:
            return
        for number in range(min(self.plan.total, _SHOWN_BLOCKS)):
            index = index_in(number, grid)
            if index not in alive:
                yield Standing(index, 0, 1, "left" if number < begun else "new", None)

    def another_room(self, context: int) -> int:
        """Return the address of one more context for the worker of one, or 0 if the GPU is full.

        Compiled code calls this when the blocks that a worker holds wait for others.
        """
        try:
            worker, _ = room_of(self.team, context)
            most = -(-self.plan.resident // len(self.team))
            fits = worker.used + blocks_of(self.cluster) <= most
            room = worker.another_room() if fits else 0
            for tool in self.tools:
                tool.attach(worker)
            return room
        except BaseException as problem:  # noqa: BLE001 - none can pass through native code
            self.fail(problem)
            return 0

    def look(self, context: int) -> int:
        """Stop the launch if the blocks that wait for each other can never go on.

        Compiled code calls this now and then.
        """
        try:
            worker, _ = room_of(self.team, context)
            numbers = {number for each in self.team for number in each.table.found}
            others = (region for number in numbers if (region := SPACE.region(number)) is not None)
            if self._is_still(worker, self.team, (*self.allocations.values(), *others)):
                self.control[Control.FAULT_ADDRESS] = context
                self.control[Control.STOP] = Fault.DEADLOCK
        except BaseException as problem:  # noqa: BLE001 - none can pass through native code
            self.fail(problem)
        return 0

    def _is_still(self, worker: Worker, team: Sequence[Worker], regions: Iterable[Region]) -> bool:
        if self.stillness is None:
            self.stillness = Stillness(self.control, self._begun, self.thread)
        return self.stillness.look(worker, team, regions)

    def prepare_independent(self) -> int:
        """Return the address of the code for warps whose lanes run independently; 0 if it fails.

        Compiled code calls this when a warp needs it.
        """
        try:
            _, loaded = self.plan.independent()
            return ctypes.cast(loaded.run, ctypes.c_void_p).value or 0
        except BaseException as problem:  # noqa: BLE001 - none can pass through native code
            self.fail(problem)
            self.control[Control.STOP] = Fault.TRAP
            return 0

    def resolve(self, context: int, address: int) -> int:
        """Return the device address for an address that is in no allocation of this launch, or 0.

        Compiled code calls this.
        """
        # Two kinds of addresses come here. One is a host address in a table of pointers, such as
        # `torch.tensor([x.data_ptr(), y.data_ptr()])` of a grouped product: its allocation is
        # searched for. The other is a device address (`number << 40 | offset`) that an earlier
        # kernel stored. Its number may belong to a tensor that was freed since, so the allocation
        # must still have an owner; otherwise the kernel would write into memory that Python uses
        # for something else.
        if not self.finds_owners:
            return 0
        try:
            if self.plan.watched and len(self.team) > 1:
                raise UndecidedError  # it is not known yet what else points there
            number = address >> OFFSET_BITS
            if number >= FIRST_ALLOCATION:
                known = SPACE.region(number)
                if known is None or not REGISTRY.is_alive(known):
                    return 0
                region, host = REGISTRY.seen(known), known.base + offset_of(address)
            else:
                known_there = REGISTRY.place(address)
                if known_there is None:
                    return 0
                region, host = known_there
            place = SPACE.number(region)
            worker, _ = room_of(self.team, context)
            if worker.table.add(place, region):
                for tool in self.tools:
                    tool.add([(place, region)])
            if number < FIRST_ALLOCATION:
                worker.table.name(place, Region(address - (host - region.base), region.size))
            return SPACE.address(region, host)
        except BaseException as problem:  # noqa: BLE001 - none can pass through native code
            self.fail(problem)
            return 0

    def place_of(self, number: int, warp: int, lane: int) -> str:
        """Return where an instruction is, for a message; the lane is of the first block."""
        site = self.program.plan.sites[number]
        source = f" at {site.source}" if site.source else ""
        thread = warp * LANES + lane
        return f"{source} (ptx:{site.ptx_line}:{site.ptx_column}, thread {thread})"

    def fail(self, problem: BaseException) -> None:
        """Set the error that this launch ends with, unless an earlier error set it.

        What is not an error, such as KeyboardInterrupt or a debugger's `quit`, stops it at once.
        """
        if isinstance(problem, LaunchError) and not problem.problem:
            problem.problem = str(problem)  # of a kernel that has begun
        is_error = isinstance(problem, Exception)
        if self.error is None or not is_error:
            self.error = problem
        if isinstance(problem, UndecidedError) or not is_error:
            self.control[Control.STOP] = Fault.INTERRUPTED

    def execute(self, limit_s: float | None) -> None:
        """Run the workers; after `limit_s` seconds of processor time, and at Ctrl-C, stop them.

        They stop at the next iterations of a loop or the next block.
        """
        addresses = [worker.rooms[0].context.address for worker in self.team]
        _running.append(self)
        signals = HeldSignals(self.thread)
        try:
            if self.plan.ends_soon and not line().joins:
                run_on_threads(self.plan.code.run, addresses)
                return
            launch = WatchedLaunch(f"`{self.written}`", self.control, limit_s, self.whereabouts)
            guard().begin_launch(launch)
            try:
                run_on_threads(self.plan.code.run, addresses)
            finally:
                guard().end_launch(launch)
                self.stopped_at = launch.stopped_at
        finally:
            _running.pop()
            signals.release()

    def counted(self) -> np.ndarray:
        """Return the workers' counts: site slots, then executions and lanes of the blocks."""
        first, *others = self.team
        if not others:
            return first.counted.array
        return functools.reduce(np.add, (worker.counted.array for worker in self.team))

    def whereabouts(self) -> str:
        """Return the loop that the launch is in, "at k.cu:12 (ptx:96)", or "" if it is in none."""
        rooms = (room for worker in self.team for room in worker.rooms[: worker.used])
        last = next((at for room in rooms if (at := room.slot(Context.LOOP))), 0) - 1
        plan = self.program.plan
        # A loop that calculates nothing, `L: bra L;`, has no line of its own.
        for block in range(last, -1, -1):
            place, lines = plan.places[block], plan.lines[block]
            if place or lines:
                ptx = f"ptx:{lines[0]}" if lines else ""
                where = f"{place} ({ptx})" if place and ptx else place or ptx
                return f"at {where}" if block == last else f"after {where}"
        return ""

    def _raise_fault(self) -> None:
        """Raise the error, with its source line, that compiled code stopped for.

        A tool that keeps launches going takes the error of a fault that is no access.
        """
        fault = self.control[Control.STOP]
        if not fault:
            return
        standing = self.standing(self.control, self.team)
        for worker in self.team:
            worker.end()
        if self.error is not None:
            raise self.error
        error = self._error_of_stop(fault, standing)
        takers = (tool.taker for tool in self.tools if isinstance(tool, SuppressTool))
        if not any(taker.ended(error) for taker in takers):
            raise error

    def _error_of_stop(self, fault: int, standing: tuple[Standing, ...]) -> LaunchError:
        """Return the error that compiled code stopped for; raise it if the launch took too long."""
        control = self.control
        if fault == Fault.INTERRUPTED:
            raise KeyboardInterrupt
        if fault == Fault.TIME_LIMIT:
            waiting = [s for s in standing if s.state == "spins"]
            where = f"; it was {self.stopped_at}" if self.stopped_at else ""
            where = f"; {in_words(waiting, self.plan.block)}" if waiting else where
            message = f"`{self.written}`: stopped, because it ran longer than its time limit{where}"
            raise TimeLimitError(message)
        if fault == Fault.DEADLOCK:
            waiting = in_words(standing, self.plan.block)
            return LaunchError(f"`{self.written}`: deadlock: {waiting}")
        address = control[Control.FAULT_ADDRESS] & ((1 << 64) - 1)
        place = _thread_of(control, self.plan.block)
        return self.error_of(Fault(fault), control[Control.FAULT_SITE], address, *place)

    def error_of(
        self, fault: Fault, site: int, address: int, block: Dim3, thread: Dim3
    ) -> LaunchError:
        """Return the error for a fault of a thread at a site; an operand's value is in `address`,
        as `Fault.OPERAND` says.
        """
        sites = self.program.plan.sites
        if not sites:
            return LaunchError(f"`{self.written}`: stopped ({fault.name.lower()})")
        info = sites[site]
        at = f" at {info.source}" if info.source else ""
        at += f" (ptx:{info.ptx_line}:{info.ptx_column}, block {block}, thread {thread})"
        if fault in (Fault.OPERAND, Fault.MIXED_OPERAND):
            bounds, value = info.bounds[address >> VALUE_BITS], address & (1 << VALUE_BITS) - 1
            mixed = fault == Fault.MIXED_OPERAND
            problem = bounds.mixed(value) if mixed else bounds.problem(value)
            error = LaunchError(f"`{self.written}`: {problem}{at}")
        elif fault == Fault.TRAP:
            problem = f"the kernel executed `{info.mnemonic}`"
            error = LaunchError(f"`{self.written}`: {problem}{at}")
        else:
            shared_bytes = self.team[0].rooms[0].slot(Context.SHARED_BYTES)
            problem = self.memory_problem(fault, address, shared_bytes)
            error = MemoryAccessError(f"`{self.written}`: {problem}{at}")
            if fault == Fault.OUT_OF_BOUNDS:
                region, offset = SPACE.place_of(address)
                base = (-1, -1) if region is None else (region.base, offset)
                error = MemoryAccessError(str(error), *base, address)
        where = info.source, info.ptx_line, block, thread
        fault_kind = fault.name.lower().replace("_", "-")
        error.place = FaultPlace(fault_kind, info.mnemonic, *where, info.lane_bytes)
        error.problem = problem
        return error

    def memory_problem(self, fault: int, address: int, shared_bytes: int) -> str:
        """Return the fault of an address for which compiled code stopped; "" for others."""
        messages = {
            Fault.OUT_OF_BOUNDS: f"address {self.describe(address)} is outside every argument's "
            "memory",
            Fault.MISALIGNED: f"address {self.describe(address)} is not a multiple of the access's "
            "width",
            Fault.SHARED_OUT_OF_BOUNDS: f"shared-memory address {address:#x} is beyond the block's "
            f"{shared_bytes} bytes",
            Fault.LOCAL_OUT_OF_BOUNDS: f"local-memory address {address:#x} is outside the thread's "
            f"memory{_AFTER_STACK if self.program.has_stack else ''}",
            Fault.OUTSIDE_CLUSTER: f"shared-memory address {address:#x} is of block "
            f"{address >> RANK_SHIFT} of a cluster that has {blocks_of(self.cluster)}",
            Fault.BLOCK_HAS_ENDED: f"shared-memory address {address:#x} is of block "
            f"{address >> RANK_SHIFT} of the cluster, which has ended; let the blocks meet at "
            "barrier.cluster before one ends",
            Fault.BULK_SIZE: f"{_signed(address)} bytes of a bulk copy are not a multiple of 16 "
            "bytes: round the size, or copy the rest with `ld` and `st`",
            Fault.BULK_ALIGNMENT: f"address {self.describe(address)} is not aligned as a bulk copy "
            "needs it: to 16 bytes, and a tensor's tile in shared memory to 128",
            Fault.TENSOR_MAP: TENSOR_MAP_PROBLEMS[address & 0xFF]
            if fault == Fault.TENSOR_MAP
            else "",
            Fault.TENSOR_MEMORY: problem_of(address >> VALUE_BITS, address & (1 << VALUE_BITS) - 1)
            if fault == Fault.TENSOR_MEMORY
            else "",
            Fault.CLUSTER: f"block mask {address:#x} of a bulk copy names blocks that the "
            f"cluster of {blocks_of(self.cluster)} does not have",
        }
        return messages.get(Fault(fault), "")

    def describe(self, address: int) -> str:
        """Return an address with its allocation: "0x… (byte 4096 of an allocation of 64 bytes)"."""
        region, offset = SPACE.place_of(address)
        if region is None:
            return f"{address:#x}"
        if offset < 0:
            return f"{address:#x} ({-offset} bytes before an allocation of {region.size} bytes)"
        return f"{address:#x} (byte {offset} of an allocation of {region.size} bytes)"


# Compiled code calls these of the launch that runs, and only one does. They are made once, because
# to make one takes as long as a tenth of the shortest launch.
_running: list[Run] = []


def stop_launches(threads: Iterable[threading.Thread]) -> None:
    """Stop the launches that these threads have begun; each raises KeyboardInterrupt."""
    for run in [*_running]:
        if run.thread in threads:
            run.control[Control.STOP] = Fault.INTERRUPTED


@_RESOLVER
def _resolve(context: int, address: int) -> int:
    return _running[-1].resolve(context, address)


@_PREPARE
def _prepare(_context: int) -> int:
    return _running[-1].prepare_independent()


@_PREPARE
def _another(context: int) -> int:
    return _running[-1].another_room(context)


@_PREPARE
def _look(context: int) -> int:
    return _running[-1].look(context)


_HOST_FUNCTIONS = {
    place: ctypes.cast(function, ctypes.c_void_p).value or 0
    for place, function in (
        (Context.RESOLVE, _resolve),
        (Context.PREPARE, _prepare),
        (Context.ANOTHER, _another),
        (Context.LOOK, _look),
    )
}


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _thread_of(control: ctypes.Array[ctypes.c_int64], block: Dim3) -> tuple[Dim3, Dim3]:
    """Return the block and the thread that the fault is of which a launch stopped for."""
    places = (Control.FAULT_BLOCK_X, Control.FAULT_BLOCK_Y, Control.FAULT_BLOCK_Z)
    bx, by, bz = (control[place] for place in places)
    number = control[Control.FAULT_WARP] * LANES + control[Control.FAULT_LANE]
    return (bx, by, bz), index_in(number, block)


Sample = int | Callable[[Dim3], Sequence[int]]
"""Blocks of a launch that run for all: how many, or a function from the grid of blocks (or of
clusters) to the numbers of those."""


def sample_of(grid: Dim3, sample: Sample | None, cluster: Dim3 | None = None) -> np.ndarray | None:
    """Return the block numbers of a sample, in order; None for all.

    A number of blocks is spread evenly over the grid, with first and last. With clusters they are
    the numbers of the clusters that hold as many blocks.
    """
    # 4 of 100 blocks are 0, 33, 66 and 99. The first four alone would miss the last block, whose
    # mask cuts off a part, and in a causal attention the blocks with the most work.
    together = blocks_of(cluster)
    total = grid[0] * grid[1] * grid[2] // together
    if callable(sample):
        x, y, z = cluster or (1, 1, 1)
        chosen = np.unique(np.array(sample((grid[0] // x, grid[1] // y, grid[2] // z)), np.int64))
        return chosen if len(chosen) < total else None
    if sample is None or sample >= total * together:
        return None
    count = max(-(-sample // together), 1)
    return np.unique(np.linspace(0, total - 1, count).round().astype(np.int64))
