"""One launch: check it, lay out its arguments, run its blocks, name what was counted."""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import struct
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.counters import Tally
from kernelscope.vgpu.host_calls import HostCalls
from kernelscope.vgpu.jit.layout import (
    FIRST_ALLOCATION,
    LANES,
    OFFSET_BITS,
    PARAM_WINDOW,
    SITE_SLOTS,
    Context,
    Control,
    Fault,
)
from kernelscope.vgpu.memory import CAPACITY, SPACE, Region, Table, find_owner, region_of
from kernelscope.vgpu.types import TYPES

if TYPE_CHECKING:
    from kernelscope.hardware import GPUSpec
    from kernelscope.vgpu.jit.engine import LoadedCode
    from kernelscope.vgpu.program import Program

Dim3 = tuple[int, int, int]
_RESOLVER = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64)
_launches = itertools.count(1)


@dataclass(frozen=True, slots=True)
class LaunchCounts:
    """What one launch did.

    Attributes:
        counters: by Nsight Compute's names (and `kernelscope__…`), sums over the launch.
        sampled: whether only some of the blocks ran and the counters are scaled.
        wall_s: seconds that the virtual GPU took on this CPU; says nothing of a GPU.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    dynamic_shared_bytes: int
    static_shared_bytes: int
    counters: dict[str, float]
    sampled: bool
    wall_s: float


# ---- checks ------------------------------------------------------------------------------------


def dimensions(value: Any, what: str) -> Dim3:
    """A grid or block as three positive integers.

    Raises:
        LaunchError: no int or tuple of up to three, or something below 1.
    """
    parts = (value,) if isinstance(value, int) or hasattr(value, "__index__") else tuple(value)
    try:
        numbers = [int(p.__index__()) for p in parts]
    except AttributeError:
        raise LaunchError(f"{what} must be integers, is {value!r}") from None
    if not 1 <= len(numbers) <= 3:
        raise LaunchError(f"{what} must have one to three dimensions, has {len(numbers)}")
    if min(numbers) < 1:
        raise LaunchError(
            f"{what} {tuple(numbers)} has a dimension below 1; launch nothing instead"
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
        raise LaunchError(f"`{name}`: dynamic shared memory of {shared[1]} bytes")
    if sum(shared) > spec.shared_per_block_bytes:
        raise LaunchError(
            f"`{name}`: {sum(shared)} bytes of shared memory "
            f"({shared[0]} static, {shared[1]} dynamic); "
            f"{spec.full_name} gives a block at most {spec.shared_per_block_bytes}"
        )


# ---- arguments ---------------------------------------------------------------------------------

_PACK = {
    ("s", 8): "<b", ("s", 16): "<h", ("s", 32): "<i", ("s", 64): "<q",
    ("f", 16): "<e", ("f", 32): "<f", ("f", 64): "<d",
    ("u", 8): "<B", ("u", 16): "<H", ("u", 32): "<I", ("u", 64): "<Q",
}  # fmt: skip


def pack_arguments(
    name: str, parameters: Sequence[ir.Parameter], args: Sequence[Any]
) -> tuple[bytearray, list[Region]]:
    """The parameter buffer and the allocations that the arguments bring.

    Raises:
        LaunchError: the number or the kind of an argument is wrong.
    """
    if len(args) != len(parameters):
        raise LaunchError(f"`{name}` takes {len(parameters)} arguments, is given {len(args)}")
    last = parameters[-1] if parameters else None
    buffer = bytearray(max(last.offset + last.size if last else 0, 8))
    regions: list[Region] = []
    for number, (parameter, value) in enumerate(zip(parameters, args, strict=True)):
        where = f"`{name}`, argument {number} ({parameter.name}, .{parameter.type})"
        _pack_one(buffer, parameter, value, where, regions)
    return buffer, regions


def _pack_one(
    buffer: bytearray, parameter: ir.Parameter, value: Any, where: str, regions: list[Region]
) -> None:
    scalar = TYPES[parameter.type]
    if parameter.count > 1 or isinstance(value, bytes | bytearray):
        data: bytes | None = None
        if isinstance(value, np.void):
            data = value.tobytes()
        elif isinstance(value, bytes | bytearray):
            data = bytes(value)
        if data is None or len(data) != parameter.size:
            raise LaunchError(f"{where}: needs {parameter.size} bytes, is {type(value).__name__}")
        buffer[parameter.offset : parameter.offset + parameter.size] = data
        return
    found = region_of(value) if not isinstance(value, np.generic) else None
    if found is not None:
        if scalar.bits != 64 or scalar.is_float:
            raise LaunchError(f"{where}: an array was given where the kernel takes a number")
        region, host = found
        regions.append(region)
        address = SPACE.address(region, host) if region.size or host else 0
        struct.pack_into("<Q", buffer, parameter.offset, address & ((1 << 64) - 1))
        return
    struct.pack_into(
        "<" + f"{scalar.bits // 8}s", buffer, parameter.offset, _number(scalar, value, where)
    )


def _number(scalar: Any, value: Any, where: str) -> bytes:
    if value is None:
        value = 0
    if isinstance(value, bool | np.bool_):
        value = int(value)
    if isinstance(value, float | np.floating):
        if not scalar.is_float and scalar.kind != "b":
            raise LaunchError(f"{where}: a float was given where the kernel takes an integer")
        code = _PACK[("f", scalar.bits)]
        try:
            return struct.pack(code, float(value))
        except OverflowError:
            return struct.pack(code, float("inf") if value > 0 else float("-inf"))
    index = getattr(value, "__index__", None)
    if index is None:
        raise LaunchError(
            f"{where}: {type(value).__name__} cannot be passed; give a tensor, an array or a number"
        )
    number = int(index())
    if scalar.is_float and scalar.kind == "f":
        return struct.pack(_PACK[("f", scalar.bits)], float(number))
    if not -(1 << (scalar.bits - 1)) <= number < 1 << scalar.bits:
        raise LaunchError(f"{where}: {number} does not fit {scalar.bits} bits")
    return (number & ((1 << scalar.bits) - 1)).to_bytes(scalar.bits // 8, "little")


# ---- running -----------------------------------------------------------------------------------


@functools.cache
def worker_count() -> int:
    """Threads that run blocks: the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(worker_count() - 1, 1), thread_name_prefix="virtual-gpu")


class Worker:
    """The memory of one thread that runs blocks; reused from launch to launch."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.context = np.zeros(len(Context), np.int64)
        # Python integers go into a memoryview several times as fast as into an array.
        self.slots = memoryview(self.context.data)
        self.table = Table()
        self.shared = aligned(0)
        self.frames = aligned(0)
        self.barriers = np.zeros(64, np.int64)
        self.counted = np.zeros(0, np.int64)

    def grow(self, shared: int, frames: int) -> None:
        """Have at least so many bytes of shared memory and frames."""
        if len(self.shared) < shared:
            self.shared = aligned(shared)
        if len(self.frames) < frames:
            self.frames = aligned(frames)

    def begin(self, values: dict[Context, int], sites: int, blocks: int) -> None:
        """Fill the context for a launch, with fresh counters."""
        self.counted = np.zeros(sites + blocks, np.int64)
        start = self.counted.ctypes.data
        own = {
            Context.TABLE: self.table.address,
            Context.SITES: start,
            Context.BLOCK_COUNTS: start + 8 * sites,
            Context.SHARED: self.shared.ctypes.data,
            Context.FRAMES: self.frames.ctypes.data,
            Context.BARRIERS: self.barriers.ctypes.data,
            Context.WORKER: self.number,
        }
        for place, value in (values | own).items():
            self.slots[place] = value


def aligned(size: int) -> np.ndarray:
    """Uninitialised bytes at a multiple of 1024 (what swizzled shared memory asks for)."""
    raw = np.empty(size + 1024, np.uint8)
    start = -raw.ctypes.data % 1024
    return raw[start : start + size]


@functools.cache
def _workers() -> list[Worker]:
    return [Worker(n) for n in range(worker_count())]


class Run:
    """One launch on its way through the workers."""

    def __init__(
        self, name: str, program: Program, tally: Tally, symbols: dict[str, Region]
    ) -> None:
        self.name = name
        self.program = program
        self.tally = tally
        self.symbols = symbols
        self.error: Exception | None = None
        self._owners: list[Region] = []

    def go(
        self,
        code: LoadedCode,
        grid: Dim3,
        block: Dim3,
        shared: tuple[int, int],
        arguments: tuple[bytearray, list[Region]],
        sample: int | None,
    ) -> LaunchCounts:
        """Run it; see `Kernel.launch`."""
        started = time.perf_counter()
        total = grid[0] * grid[1] * grid[2]
        chosen = _sample(total, sample)
        running = total if chosen is None else len(chosen)
        workers = _workers()[: self.how_many(running, block)]
        control = np.zeros(len(Control), np.int64)
        control[Control.TOTAL_BLOCKS] = running
        control[Control.CHUNK] = max(1, running // (len(workers) * 16))
        keep = self.prepare(workers, control, (grid, block, shared), arguments, chosen)
        self.execute(code, workers, control)
        self.raise_fault(control, workers)
        counted = workers[0].counted
        for worker in workers[1:]:
            counted = counted + worker.counted
        unique = self.unique_sectors(workers)
        counters = self.tally.name_counts(counted, unique, total / running)
        for worker in workers:
            worker.table.clear()
        del keep
        return LaunchCounts(
            self.name, grid, block, shared[1], shared[0], counters,
            chosen is not None, time.perf_counter() - started,
        )  # fmt: skip

    def how_many(self, blocks: int, block: Dim3) -> int:
        """One worker where the order of blocks shows in the result, or there is little work."""
        if self.program.ordered or blocks * block[0] * block[1] * block[2] < 1 << 14:
            return 1
        return min(worker_count(), blocks)

    def prepare(
        self,
        workers: list[Worker],
        control: np.ndarray,
        shape: tuple[Dim3, Dim3, tuple[int, int]],
        arguments: tuple[bytearray, list[Region]],
        chosen: np.ndarray | None,
    ) -> list[Any]:
        """Fill the workers' contexts; returns what must stay alive during the run."""
        grid, block, shared = shape
        buffer, regions = arguments
        params = np.frombuffer(buffer, np.uint8)
        symbol_values = np.array(
            [SPACE.address(self.symbols[s], self.symbols[s].base) for s in self.program.symbols]
            or [0],
            np.int64,
        )
        resolver = _RESOLVER(functools.partial(self.resolve, workers))
        # Kernels that call the host are ordered; most are not and need none of this.
        calls = None
        if self.program.ordered:
            calls = HostCalls(workers, control, block, self.owner, self.fail)
        threads = block[0] * block[1] * block[2]
        warps = -(-threads // LANES)
        values = {
            Context.PARAMS: params.ctypes.data,
            Context.ENTRIES: CAPACITY,
            Context.SHARED_BYTES: sum(shared),
            Context.SYMBOLS: symbol_values.ctypes.data,
            Context.CONTROL: control.ctypes.data,
            Context.GRID_X: grid[0],
            Context.GRID_Y: grid[1],
            Context.GRID_Z: grid[2],
            Context.WARPS: warps,
            Context.FRAME_BYTES: self.program.frame_bytes,
            Context.BLOCK_LIST: 0 if chosen is None else chosen.ctypes.data,
            Context.DYNAMIC_SHARED: shared[1],
            Context.GRID_ID: next(_launches),
            Context.LAST_WARP_MASK: (1 << (threads % LANES or LANES)) - 1,
            Context.RESOLVE: ctypes.cast(resolver, ctypes.c_void_p).value or 0,
            Context.HOST_CALL: calls.address if calls else 0,
        }
        for worker in workers:
            worker.grow(max(sum(shared), 64), warps * self.program.frame_bytes)
            worker.begin(values, len(self.program.sites) * SITE_SLOTS, 2 * len(self.program.mix))
            worker.table.clear()
            worker.table.add(PARAM_WINDOW, params.ctypes.data, len(params), note_sectors=False)
            for region in (*regions, *self.symbols.values()):
                worker.table.add(SPACE.number(region), region.base, region.size)
        return [params, symbol_values, resolver, calls, buffer]

    def resolve(self, workers: list[Worker], context: int, address: int) -> int:
        """Called by compiled code with an address that is in no allocation of this launch."""
        try:
            number = address >> OFFSET_BITS
            if number >= FIRST_ALLOCATION:
                known = SPACE.region(number)
                if known is None or find_owner(known.base) != known:
                    return 0
                region, host = known, known.base + (address & ((1 << OFFSET_BITS) - 1))
            else:
                found = self.owner(address)
                if found is None:
                    return 0
                region, host = found, address
            place = SPACE.number(region)
            for worker in workers:
                if worker.context.ctypes.data == context and not worker.table.holds(place):
                    worker.table.add(place, region.base, region.size)
            return SPACE.address(region, host)
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self.error = problem
            return 0

    def fail(self, problem: Exception) -> None:
        """The error that this launch ends with; the first one stays."""
        if self.error is None:
            self.error = problem

    def owner(self, address: int) -> Region | None:
        """The allocation that a raw host address is in, searched for once in a launch."""
        for region in self._owners:
            if region.base <= address < region.base + region.size:
                return region
        found = find_owner(address)
        if found is not None:
            self._owners.append(found)
        return found

    def execute(self, code: LoadedCode, workers: list[Worker], control: np.ndarray) -> None:
        """Run the workers; on Ctrl-C let them stop at the next loop or block, then raise it."""
        others = [_pool().submit(code.run, w.context.ctypes.data) for w in workers[1:]]
        try:
            code.run(workers[0].context.ctypes.data)
            for other in others:
                other.result()
        except KeyboardInterrupt:
            control[Control.STOP] = Fault.INTERRUPT
            for other in others:
                other.result()
            raise

    def unique_sectors(self, workers: list[Worker]) -> tuple[int, int]:
        """Distinct 32-byte sectors read and written, over all allocations and workers."""
        total = [0, 0]
        numbers = {n for w in workers for n in w.table.bitmaps}
        for number in numbers:
            maps = [w.table.bitmaps[number] for w in workers if number in w.table.bitmaps]
            for way in (0, 1):
                bits = maps[0][way]
                for other in maps[1:]:
                    bits = bits | other[way]
                total[way] += int(np.bitwise_count(bits).sum())
        return total[0], total[1]

    def raise_fault(self, control: np.ndarray, workers: list[Worker]) -> None:
        """Turn what the code stopped for into an error with its source line."""
        fault = int(control[Control.STOP])
        if not fault:
            return
        for worker in workers:
            worker.table.clear()
        if self.error is not None:
            raise self.error
        address = int(control[Control.FAULT_ADDRESS]) & ((1 << 64) - 1)
        site = self.program.sites[int(control[Control.FAULT_SITE])] if self.program.sites else None
        at = ""
        if site is not None:
            at = f" at {site.source}" if site.source else ""
            at += (
                f" (ptx:{site.ptx_line}:{site.ptx_column}, lane {int(control[Control.FAULT_LANE])})"
            )
        messages = {
            Fault.OUT_OF_BOUNDS: f"address {self.describe(address)} is outside every argument's "
            "memory",
            Fault.MISALIGNED: f"address {self.describe(address)} is not a multiple of the access's "
            "width",
            Fault.SHARED_OUT_OF_BOUNDS: f"shared-memory address {address:#x} is beyond the block's "
            f"{int(workers[0].context[Context.SHARED_BYTES])} bytes",
            Fault.LOCAL_OUT_OF_BOUNDS: f"local-memory address {address:#x} is outside the thread's "
            "memory",
        }
        if fault in messages:
            raise MemoryAccessError(f"`{self.name}`: {messages[Fault(fault)]}{at}")
        if fault == Fault.DEADLOCK:
            raise LaunchError(
                f"`{self.name}`: deadlock: some warps wait at a barrier that the others never reach"
            )
        if fault == Fault.TRAP:
            raise LaunchError(f"`{self.name}`: the kernel executed `trap` (a failed assertion)")
        raise LaunchError(f"`{self.name}`: stopped ({Fault(fault).name.lower()})")

    def describe(self, address: int) -> str:
        """An address as the argument it is nearest to: "byte 4096 of an argument of 64 bytes"."""
        number = address >> OFFSET_BITS
        region = SPACE.region(number)
        if region is None:
            return f"{address:#x}"
        offset = address & ((1 << OFFSET_BITS) - 1)
        return f"{address:#x} (byte {offset} of an allocation of {region.size} bytes)"


def _sample(total: int, sample: int | None) -> np.ndarray | None:
    """Block numbers spread evenly over the grid, first and last among them."""
    if sample is None or sample >= total:
        return None
    return np.unique(np.linspace(0, total - 1, max(sample, 1)).round().astype(np.int64))
