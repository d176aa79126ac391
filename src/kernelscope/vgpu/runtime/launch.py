"""One launch: check it, lay out its arguments, run its blocks, name the counters."""

from __future__ import annotations

import ctypes
import functools
import itertools
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError, TimeLimitError
from kernelscope.record import Access
from kernelscope.vgpu.clusters import Dim3, blocks_of, threads_of
from kernelscope.vgpu.counting.counters import Tally
from kernelscope.vgpu.layout import (
    ENGINE_BYTES,
    FIRST_ALLOCATION,
    LANES,
    OFFSET_BITS,
    PARAM_WINDOW,
    RANK_SHIFT,
    SITE_SLOTS,
    VALUE_BITS,
    Context,
    Control,
    Fault,
)
from kernelscope.vgpu.lowering import stack
from kernelscope.vgpu.runtime.guard import Watched, guard
from kernelscope.vgpu.runtime.host_calls import HostCalls
from kernelscope.vgpu.runtime.memory import (
    SPACE,
    Region,
    Table,
    address_of,
    find_owner,
    remembered_owner,
)
from kernelscope.vgpu.runtime.team import run_on_threads
from kernelscope.vgpu.runtime.worker import Worker, room_of, worker_count, workers
from kernelscope.vgpu.schedule import Schedule
from kernelscope.vgpu.tensor_map import TENSOR_MAP_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernelscope.hardware import GPUSpec
    from kernelscope.vgpu.jit.engine import LoadedCode
    from kernelscope.vgpu.jit.program import IndependentCode, Program

_RESOLVER = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)
_PREPARE = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
_BETWEEN_NS = 1000


class _Clock:
    """The time that `%globaltimer` has reached; it goes on from launch to launch."""

    ns = 1_000_000_000


_ROUNDS = 64
"""The rounds of a block that may wait for others before these have a turn."""
_TURN = 64
"""The pieces that a warp of independent lanes runs before the others have a turn."""
_AFTER_STACK = f", at whose end is its stack of {stack.BYTES} bytes: a recursion may be too deep"
_launches = itertools.count(1)


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


# ---- checks ------------------------------------------------------------------------------------


def dimensions(value: Any, name: str) -> Dim3:
    """Return a grid or block as three positive integers.

    Raises:
        LaunchError: it is not an int or a tuple of up to three, or has a size below 1.
    """
    parts = (value,) if isinstance(value, int) or hasattr(value, "__index__") else tuple(value)
    try:
        numbers = [int(p.__index__()) for p in parts]
    except AttributeError:
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


class Run:
    """One launch, run by the workers."""

    def __init__(
        self,
        name: str,
        program: Program,
        tally: Tally,
        symbols: dict[str, Region],
        finds_owners: bool,
        scratch: int,
    ) -> None:
        self.name = name
        self.program = program
        self.tally = tally
        self.symbols = symbols
        self.finds_owners = finds_owners
        self.scratch = scratch
        self.resident = 1
        self.schedule = Schedule()
        self.khz = 1_000_000
        self.workspace: np.ndarray | None = None
        self.cluster: Dim3 | None = None
        self.independent: Callable[[], tuple[IndependentCode, LoadedCode]] | None = None
        self.error: Exception | None = None
        self.team: list[Worker] = []
        self.control = np.zeros(0, np.int64)
        self._owners: list[Region] = []

    def go(
        self,
        code: LoadedCode,
        grid: Dim3,
        block: Dim3,
        shared: tuple[int, int],
        arguments: tuple[bytearray, list[Region]],
        chosen: np.ndarray | None,
        limit_s: float | None = None,
    ) -> LaunchCounts:
        """Run it; see `Kernel.run`."""
        started = time.perf_counter()
        together = blocks_of(self.cluster)
        total = grid[0] * grid[1] * grid[2] // together
        running = total if chosen is None else len(chosen)
        team = workers()[: self.how_many(running, together * threads_of(block))]
        control = np.zeros(len(Control), np.int64)
        control[Control.TOTAL_BLOCKS] = running
        # Blocks that a thread takes at a time: few, so that the threads end together, but not so
        # few that they contend for the counter.
        control[Control.CHUNK] = max(1, min(running // (len(team) * 64), 64))
        keep = self.prepare(team, control, (grid, block, shared), arguments, chosen)
        self.execute(code, team, control, limit_s)
        _Clock.ns = int(control[Control.TIME]) + _BETWEEN_NS
        self.raise_fault(control, team, block)
        counted = sum((w.counted.array for w in team[1:]), start=team[0].counted.array)
        unique = unique_sectors([w.table for w in team])
        counters = self.tally.name_counts(counted, unique, total / running)
        for worker in team:
            worker.end()
        del keep
        sites = len(self.program.plan.sites) * SITE_SLOTS
        return LaunchCounts(
            self.name, grid, block, shared[1], shared[0], counters,
            chosen is not None, time.perf_counter() - started,
            *self.tally.lines.read(counted, total / running),
            counted[:sites].reshape(-1, SITE_SLOTS).copy(), counted[sites:].reshape(-1, 2).copy(),
            self.cluster, self.program.inexact,
        )  # fmt: skip

    def how_many(self, pieces: int, threads: int) -> int:
        """Return the number of workers: 1 if the order of blocks matters, or for little work.

        pieces: the blocks or clusters that are not divided between workers, of so many threads.
        """
        if self.program.ordered or self.schedule.is_fine or pieces * threads < 1 << 14:
            return 1
        return min(worker_count(), pieces)

    def prepare(
        self,
        team: list[Worker],
        control: np.ndarray,
        shape: tuple[Dim3, Dim3, tuple[int, int]],
        arguments: tuple[bytearray, list[Region]],
        chosen: np.ndarray | None,
    ) -> list[Any]:
        """Fill the workers' contexts; return the objects that must stay alive during the run."""
        (grid, block, shared), (buffer, regions) = shape, arguments
        params = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        placed = (self.symbols[name] for name in self.program.symbols)
        symbols = [SPACE.address(region, region.base) for region in placed]
        symbol_values = (ctypes.c_int64 * len(symbols))(*symbols)
        self.team, self.control = team, control
        # Only ordered kernels call the host.
        calls = None
        if self.program.ordered:
            calls = HostCalls(team, control, block, self.owner, self.fail, self.place_of)
        warps = -(-threads_of(block) // LANES)
        values = [0] * len(Context)
        self._set_shape(values, grid, block, shared)
        values[Context.PARAMS] = ctypes.addressof(params)
        values[Context.SYMBOLS] = ctypes.addressof(symbol_values)
        values[Context.CONTROL] = address_of(control)
        frame_bytes = self.program.frame_bytes
        if self.schedule.is_fine and self.independent:
            frame_bytes = max(frame_bytes, self.independent()[0].frame_bytes)
        values[Context.FRAME_BYTES] = frame_bytes
        values[Context.BLOCK_LIST] = 0 if chosen is None else chosen.ctypes.data
        values[Context.SCRATCH] = self.scratch
        values[Context.GRID_ID] = next(_launches)
        values[Context.HOST_CALL] = calls.address if calls else 0
        for place, function in _HOST_FUNCTIONS.items():
            values[place] = function
        control[Control.TIME] = _Clock.ns
        self._set_schedule(values)
        regions += self._place_workspace(values)
        plan = self.program.plan
        sites, blocks = len(plan.sites) * SITE_SLOTS, 2 * len(plan.mix)
        allocations = {SPACE.number(r): r for r in (*regions, *self.symbols.values())}
        window = Region(ctypes.addressof(params), len(buffer))
        shared_bytes = max(sum(shared), 64)
        engine_bytes = 0
        if self.program.engine:
            # What stores have read and not written has a place behind the queue.
            engine_bytes = ENGINE_BYTES + (shared_bytes if self.schedule.is_fine else 0)
        sizes = shared_bytes, warps * frame_bytes, engine_bytes
        for worker in team:
            worker.begin(values, sizes, sites, blocks)
            worker.table.begin(PARAM_WINDOW, window, allocations)
        return [params, symbol_values, calls]

    def _place_workspace(self, values: list[int]) -> list[Region]:
        """Give a cooperative launch its memory; return its allocation."""
        if self.workspace is None:
            return []
        region = Region(self.workspace.ctypes.data, self.workspace.nbytes)
        values[Context.WORKSPACE] = SPACE.address(region, region.base)
        return [region]

    def _set_shape(
        self, values: list[int], grid: Dim3, block: Dim3, shared: tuple[int, int]
    ) -> None:
        """Fill the slots of a context that say how many threads and how much memory there are."""
        threads, cluster = threads_of(block), self.cluster or (1, 1, 1)
        values[Context.GRID_X : Context.GRID_Z + 1] = grid
        values[Context.CLUSTER_X : Context.CLUSTER_Z + 1] = cluster
        values[Context.CLUSTER_BLOCKS] = blocks_of(cluster)
        values[Context.WARPS] = -(-threads // LANES)
        values[Context.LAST_WARP_MASK] = (1 << (threads % LANES or LANES)) - 1
        values[Context.SHARED_BYTES] = sum(shared)
        values[Context.DYNAMIC_SHARED] = shared[1]

    def _set_schedule(self, values: list[int]) -> None:
        """Fill the slots of a context that say who runs when, and its clock."""
        fine = self.schedule.is_fine
        values[Context.START] = int(fine)
        values[Context.SHARES] = 1 if fine else _ROUNDS if self.program.may_wait else 0
        values[Context.TURN] = 1 if fine else _TURN
        if self.schedule.name == "random":
            # A multiplication spreads small seeds over all bits; the state must not be 0.
            values[Context.RANDOM] = (self.schedule.seed + 1) * 0x9E3779B97F4A7C15 % (1 << 63)
        values[Context.KHZ] = self.khz
        values[Context.CYCLES] = _Clock.ns * self.khz // 1_000_000

    def another_room(self, context: int) -> int:
        """Return the address of one more context for the worker of one, or 0 if the GPU is full.

        Compiled code calls this when the blocks that a worker holds wait for others.
        """
        try:
            worker, _ = room_of(self.team, context)
            most = -(-self.resident // len(self.team))
            fits = worker.used + blocks_of(self.cluster) <= most
            return worker.another_room() if fits else 0
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self.fail(problem)
            return 0

    def prepare_independent(self) -> int:
        """Return the address of the code for warps whose lanes run independently; 0 if it fails.

        Compiled code calls this when a warp needs it.
        """
        try:
            assert self.independent is not None
            _, loaded = self.independent()
            return ctypes.cast(loaded.run, ctypes.c_void_p).value or 0
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
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
            number = address >> OFFSET_BITS
            if number >= FIRST_ALLOCATION:
                known = SPACE.region(number)
                if known is None or find_owner(known.base) != known:
                    return 0
                region, host = known, known.base + (address & ((1 << OFFSET_BITS) - 1))
            else:
                owner = self.owner(address)
                if owner is None:
                    return 0
                region, host = owner, address
            place = SPACE.number(region)
            worker, _ = room_of(self.team, context)
            if not worker.table.holds(place):
                worker.table.add(place, region)
            return SPACE.address(region, host)
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self.error = problem
            return 0

    def place_of(self, number: int, warp: int, lane: int) -> str:
        """Return where an instruction is, for a message; the lane is of the first block."""
        site = self.program.plan.sites[number]
        source = f" at {site.source}" if site.source else ""
        thread = warp * LANES + lane
        return f"{source} (ptx:{site.ptx_line}:{site.ptx_column}, thread {thread})"

    def fail(self, problem: Exception) -> None:
        """Set the error that this launch ends with, unless an earlier error set it."""
        if self.error is None:
            self.error = problem

    def owner(self, address: int) -> Region | None:
        """Return the allocation that a host address is in; a launch searches for each once."""
        return remembered_owner(address, self._owners)

    def execute(
        self, code: LoadedCode, team: list[Worker], control: np.ndarray, limit_s: float | None
    ) -> None:
        """Run the workers; after `limit_s` seconds of processor time, and at Ctrl-C, stop them.

        They stop at the next iterations of a loop or the next block.
        """
        addresses = [worker.rooms[0].context.address for worker in team]
        _running.append(self)
        guard().begin(
            Watched(self.name, control, limit_s, functools.partial(self.whereabouts, team))
        )
        try:
            run_on_threads(code.run, addresses)
        finally:
            guard().end()
            _running.pop()

    def whereabouts(self, team: list[Worker], seconds: float) -> str:
        """Return where the launch spends these seconds: ", now at k.cu:12 (ptx:96)"."""
        sites = len(self.program.plan.sites) * SITE_SLOTS

        def executed() -> np.ndarray:
            each = [worker.counted.array[sites::2].copy() for worker in team]
            return np.sum(each, axis=0)

        before = executed()
        time.sleep(seconds)
        block = int(np.argmax(executed() - before))
        lines = self.program.plan.lines[block]
        places = [self.program.plan.places[block]] if self.program.plan.places[block] else []
        places += [f"ptx:{lines[0]}"] if lines else []
        return f", now at {' '.join(places)}" if places else ""

    def raise_fault(
        self, control: np.ndarray, team: list[Worker], block: tuple[int, int, int]
    ) -> None:
        """Raise the error, with its source line, that compiled code stopped for."""
        fault = int(control[Control.STOP])
        if not fault:
            return
        for worker in team:
            worker.end()
        if self.error is not None:
            raise self.error
        address = int(control[Control.FAULT_ADDRESS]) & ((1 << 64) - 1)
        sites = self.program.plan.sites
        site = sites[int(control[Control.FAULT_SITE])] if sites else None
        at = ""
        if site is not None:
            at = f" at {site.source}" if site.source else ""
            at += f" (ptx:{site.ptx_line}:{site.ptx_column}, {_thread_of(control, block)})"
        if fault == Fault.OPERAND and site is not None:
            bounds = site.bounds[address >> VALUE_BITS]
            problem = bounds.problem(address & (1 << VALUE_BITS) - 1)
            raise LaunchError(f"`{self.name}`: {problem}{at}")
        problem = self.memory_problem(fault, address, team[0].rooms[0].slot(Context.SHARED_BYTES))
        if problem:
            message = f"`{self.name}`: {problem}{at}"
            if fault != Fault.OUT_OF_BOUNDS:
                raise MemoryAccessError(message)
            region = SPACE.region(address >> OFFSET_BITS)
            if region is None:
                raise MemoryAccessError(message, address=address)
            offset = address & ((1 << OFFSET_BITS) - 1)
            raise MemoryAccessError(message, region.base, offset, address)
        if fault == Fault.INTERRUPTED:
            raise KeyboardInterrupt
        if fault == Fault.TIME_LIMIT:
            raise TimeLimitError(
                f"`{self.name}`: stopped, because it ran longer than its time limit"
            )
        reasons = {
            Fault.DEADLOCK: "deadlock: some warps wait at a barrier that the others never reach",
            Fault.TRAP: "the kernel executed `trap` (a failed assertion)",
        }
        reason = reasons.get(Fault(fault), f"stopped ({Fault(fault).name.lower()})")
        raise LaunchError(f"`{self.name}`: {reason}")

    def memory_problem(self, fault: int, address: int, shared_bytes: int) -> str:
        """Return what is wrong with an address for which compiled code stopped; "" for others."""
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
            Fault.CLUSTER: f"block mask {address:#x} of a bulk copy names blocks that the "
            f"cluster of {blocks_of(self.cluster)} does not have",
        }
        return messages.get(Fault(fault), "")

    def describe(self, address: int) -> str:
        """Return an address with its allocation: "0x… (byte 4096 of an allocation of 64 bytes)"."""
        number = address >> OFFSET_BITS
        region = SPACE.region(number)
        if region is None:
            return f"{address:#x}"
        offset = address & ((1 << OFFSET_BITS) - 1)
        return f"{address:#x} (byte {offset} of an allocation of {region.size} bytes)"


# Compiled code calls these of the launch that runs, and only one does. They are made once, because
# to make one takes as long as a tenth of the shortest launch.
_running: list[Run] = []


@_RESOLVER
def _resolve(context: int, address: int) -> int:
    return _running[-1].resolve(context, address)


@_PREPARE
def _prepare(_context: int) -> int:
    return _running[-1].prepare_independent()


@_PREPARE
def _another(context: int) -> int:
    return _running[-1].another_room(context)


_HOST_FUNCTIONS = {
    place: ctypes.cast(function, ctypes.c_void_p).value or 0
    for place, function in (
        (Context.RESOLVE, _resolve),
        (Context.PREPARE, _prepare),
        (Context.ANOTHER, _another),
    )
}


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _thread_of(control: np.ndarray, block: tuple[int, int, int]) -> str:
    """Return the thread whose access faulted: "block (3, 0, 0), thread (17, 0, 0)"."""
    places = (Control.FAULT_BLOCK_X, Control.FAULT_BLOCK_Y, Control.FAULT_BLOCK_Z)
    index = tuple(int(control[place]) for place in places)
    number = int(control[Control.FAULT_WARP]) * LANES + int(control[Control.FAULT_LANE])
    row, x = divmod(number, block[0])
    z, y = divmod(row, block[1])
    return f"block {index}, thread {(x, y, z)}"


def unique_sectors(tables: list[Table]) -> tuple[int, int]:
    """Return the distinct 32-byte sectors read and written, of all allocations and workers."""
    read = written = 0
    for key in {key for table in tables for key in table.bitmaps}:
        bits, *others = (t.bitmaps[key] for t in tables if key in t.bitmaps)
        for other in others:
            bits |= other
        here = np.bitwise_count(bits).sum(axis=1)
        read, written = read + int(here[0]), written + int(here[1])
    return read, written


def sample_of(grid: Dim3, sample: int | None, cluster: Dim3 | None = None) -> np.ndarray | None:
    """Return block numbers spread evenly over the grid, with first and last; None for all.

    With clusters they are the numbers of the clusters that hold as many blocks.
    """
    # 4 of 100 blocks are 0, 33, 66 and 99. The first four alone would miss the last block, whose
    # mask cuts off a part, and in a causal attention the blocks with the most work.
    together = blocks_of(cluster)
    total = grid[0] * grid[1] * grid[2] // together
    if sample is None or sample >= total * together:
        return None
    count = max(-(-sample // together), 1)
    return np.unique(np.linspace(0, total - 1, count).round().astype(np.int64))
