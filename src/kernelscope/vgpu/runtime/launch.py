"""One launch: check it, lay out its arguments, run its blocks, name the counters."""

from __future__ import annotations

import ctypes
import functools
import itertools
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError, TimeLimitError
from kernelscope.record import Access
from kernelscope.vgpu.counting.counters import Tally
from kernelscope.vgpu.layout import (
    FIRST_ALLOCATION,
    LANES,
    OFFSET_BITS,
    PARAM_WINDOW,
    SITE_SLOTS,
    Context,
    Control,
    Fault,
)
from kernelscope.vgpu.runtime.host_calls import HostCalls
from kernelscope.vgpu.runtime.memory import SPACE, Region, Table, find_owner, remembered_owner
from kernelscope.vgpu.runtime.team import run_on_threads
from kernelscope.vgpu.runtime.worker import Worker, worker_count, workers

if TYPE_CHECKING:
    from kernelscope.hardware import GPUSpec
    from kernelscope.vgpu.jit.engine import LoadedCode
    from kernelscope.vgpu.jit.program import Program

Dim3 = tuple[int, int, int]
_RESOLVER = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)
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
        self.error: Exception | None = None
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
        total = grid[0] * grid[1] * grid[2]
        running = total if chosen is None else len(chosen)
        team = workers()[: self.how_many(running, block)]
        control = np.zeros(len(Control), np.int64)
        control[Control.TOTAL_BLOCKS] = running
        # Blocks that a thread takes at a time: few, so that the threads end together, but not so
        # few that they contend for the counter.
        control[Control.CHUNK] = max(1, min(running // (len(team) * 64), 64))
        keep = self.prepare(team, control, (grid, block, shared), arguments, chosen)
        self.execute(code, team, control, limit_s)
        self.raise_fault(control, team, block)
        counted = sum((w.counted.array for w in team[1:]), start=team[0].counted.array)
        unique = unique_sectors([w.table for w in team])
        counters = self.tally.name_counts(counted, unique, total / running)
        for worker in team:
            worker.table.clear()
        del keep
        sites = len(self.program.plan.sites) * SITE_SLOTS
        return LaunchCounts(
            self.name, grid, block, shared[1], shared[0], counters,
            chosen is not None, time.perf_counter() - started,
            *self.tally.lines.read(counted, total / running),
            counted[:sites].reshape(-1, SITE_SLOTS).copy(), counted[sites:].reshape(-1, 2).copy(),
        )  # fmt: skip

    def how_many(self, blocks: int, block: Dim3) -> int:
        """Return the number of workers: 1 if the order of blocks matters, or for little work."""
        if self.program.ordered or blocks * block[0] * block[1] * block[2] < 1 << 14:
            return 1
        return min(worker_count(), blocks)

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
        placed = [self.symbols[name] for name in self.program.symbols]
        symbols = [SPACE.address(region, region.base) for region in placed]
        symbol_values = (ctypes.c_int64 * len(symbols))(*symbols)
        resolver = _RESOLVER(functools.partial(self.resolve, team))
        # Only ordered kernels call the host.
        calls = None
        if self.program.ordered:
            calls = HostCalls(team, control, block, self.owner, self.fail)
        threads = block[0] * block[1] * block[2]
        warps = -(-threads // LANES)
        values = [0] * len(Context)
        values[Context.PARAMS] = ctypes.addressof(params)
        values[Context.SHARED_BYTES] = sum(shared)
        values[Context.SYMBOLS] = ctypes.addressof(symbol_values)
        values[Context.CONTROL] = control.ctypes.data
        values[Context.GRID_X : Context.GRID_Z + 1] = grid
        values[Context.WARPS] = warps
        values[Context.FRAME_BYTES] = self.program.frame_bytes
        values[Context.BLOCK_LIST] = 0 if chosen is None else chosen.ctypes.data
        values[Context.DYNAMIC_SHARED] = shared[1]
        values[Context.SCRATCH] = self.scratch
        values[Context.GRID_ID] = next(_launches)
        values[Context.LAST_WARP_MASK] = (1 << (threads % LANES or LANES)) - 1
        values[Context.RESOLVE] = ctypes.cast(resolver, ctypes.c_void_p).value or 0
        values[Context.HOST_CALL] = calls.address if calls else 0
        sites, blocks = len(self.program.plan.sites) * SITE_SLOTS, 2 * len(self.program.plan.mix)
        allocations = {SPACE.number(r): r for r in (*regions, *self.symbols.values())}
        window = Region(ctypes.addressof(params), len(buffer))
        for worker in team:
            worker.grow(max(sum(shared), 64), warps * self.program.frame_bytes, sites + blocks)
            worker.begin(values, sites)
            worker.table.clear()
            worker.table.add_unnoted(PARAM_WINDOW, window)
            worker.table.fill(allocations)
        return [params, symbol_values, resolver, calls]

    def resolve(self, team: list[Worker], context: int, address: int) -> int:
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
            for worker in team:
                if worker.context.address == context and not worker.table.holds(place):
                    worker.table.add(place, region)
            return SPACE.address(region, host)
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self.error = problem
            return 0

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
        """Run the workers; after `limit_s` seconds of processor time stop them.

        They stop at the next iteration of a loop or the next block.
        """
        addresses = [worker.context.address for worker in team]
        if limit_s is None:
            run_on_threads(code.run, addresses)
            return
        ended = threading.Event()

        def watch(ends: float) -> None:
            # Time in which this process waited for other processes does not count.
            while (left := ends - time.process_time()) > 0:
                if ended.wait(left):
                    return
            control[Control.STOP] = Fault.TIME_LIMIT

        watcher = threading.Thread(target=watch, args=[time.process_time() + limit_s])
        watcher.start()
        try:
            run_on_threads(code.run, addresses)
        finally:
            ended.set()
            watcher.join()

    def raise_fault(
        self, control: np.ndarray, team: list[Worker], block: tuple[int, int, int]
    ) -> None:
        """Raise the error, with its source line, that compiled code stopped for."""
        fault = int(control[Control.STOP])
        if not fault:
            return
        for worker in team:
            worker.table.clear()
        if self.error is not None:
            raise self.error
        address = int(control[Control.FAULT_ADDRESS]) & ((1 << 64) - 1)
        sites = self.program.plan.sites
        site = sites[int(control[Control.FAULT_SITE])] if sites else None
        at = ""
        if site is not None:
            at = f" at {site.source}" if site.source else ""
            at += f" (ptx:{site.ptx_line}:{site.ptx_column}, {_thread_of(control, block)})"
        messages = {
            Fault.OUT_OF_BOUNDS: f"address {self.describe(address)} is outside every argument's "
            "memory",
            Fault.MISALIGNED: f"address {self.describe(address)} is not a multiple of the access's "
            "width",
            Fault.SHARED_OUT_OF_BOUNDS: f"shared-memory address {address:#x} is beyond the block's "
            f"{team[0].slot(Context.SHARED_BYTES)} bytes",
            Fault.LOCAL_OUT_OF_BOUNDS: f"local-memory address {address:#x} is outside the thread's "
            "memory",
        }
        if fault in messages:
            message = f"`{self.name}`: {messages[Fault(fault)]}{at}"
            if fault != Fault.OUT_OF_BOUNDS:
                raise MemoryAccessError(message)
            region = SPACE.region(address >> OFFSET_BITS)
            if region is None:
                raise MemoryAccessError(message, address=address)
            offset = address & ((1 << OFFSET_BITS) - 1)
            raise MemoryAccessError(message, region.base, offset, address)
        if fault == Fault.TIME_LIMIT:
            raise TimeLimitError(
                f"`{self.name}`: stopped, because it ran longer than its time limit"
            )
        if fault == Fault.DEADLOCK:
            raise LaunchError(
                f"`{self.name}`: deadlock: some warps wait at a barrier that the others never reach"
            )
        if fault == Fault.TRAP:
            raise LaunchError(f"`{self.name}`: the kernel executed `trap` (a failed assertion)")
        raise LaunchError(f"`{self.name}`: stopped ({Fault(fault).name.lower()})")

    def describe(self, address: int) -> str:
        """Return an address with its allocation: "0x… (byte 4096 of an allocation of 64 bytes)"."""
        number = address >> OFFSET_BITS
        region = SPACE.region(number)
        if region is None:
            return f"{address:#x}"
        offset = address & ((1 << OFFSET_BITS) - 1)
        return f"{address:#x} (byte {offset} of an allocation of {region.size} bytes)"


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


def sample_of(grid: Dim3, sample: int | None) -> np.ndarray | None:
    """Return block numbers spread evenly over the grid, with first and last; None for all."""
    # 4 of 100 blocks are 0, 33, 66 and 99. The first four alone would miss the last block, whose
    # mask cuts off a part, and in a causal attention the blocks with the most work.
    total = grid[0] * grid[1] * grid[2]
    if sample is None or sample >= total:
        return None
    return np.unique(np.linspace(0, total - 1, max(sample, 1)).round().astype(np.int64))
