"""The common interface of tools that look at a launch (`vgpu.tools`; the table is `tools`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.clusters import Dim3, index_in
from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.layout import FIRST_ALLOCATION, LANES, OFFSET_BITS, Context
from kernelscope.vgpu.runtime.address_space import SPACE, pointed_at
from kernelscope.vgpu.runtime.registry import Region

if TYPE_CHECKING:
    from kernelscope.vgpu.analysis.address_sources import Source
    from kernelscope.vgpu.counting.plan import SiteInfo
    from kernelscope.vgpu.jit.program import Program
    from kernelscope.vgpu.runtime.warp_state import Standing, StandingBlock
    from kernelscope.vgpu.runtime.worker import Room, Worker

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class LaunchFacts(Generic[P]):
    """The facts that a tool knows of a launch when it begins.

    Attributes:
        cluster: the blocks of a cluster in each direction.
        program: the compiled kernel.
        plan: what the tool must know of the kernel; see its `jit.instruments`.
        allocations: the memory that the launch may access, by its number.
        parameters: the bytes of its parameters.
        symbols: the memory of the module's variables.
        workers: the threads that run it.
        one_thread: whether a block is one thread of control for the kernel's author, as in Triton.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    cluster: Dim3
    program: Program
    plan: P
    allocations: Mapping[int, Region]
    parameters: bytes
    symbols: Mapping[str, Region]
    workers: int
    one_thread: bool

    @property
    def sites(self) -> tuple[SiteInfo, ...]:
        """The instructions that access memory or may be at fault, by their number."""
        return self.program.plan.sites

    def thread_at(self, context: np.ndarray, lane: int) -> tuple[Dim3, Dim3]:
        """Return a thread's index in its block, and the block's in the grid.

        Args:
            context: the slots of `layout.Context` of the block.
            lane: the thread's, in the warp that runs.
        """
        thread = int(context[Context.WARP]) * LANES + lane
        axes = (Context.BLOCK_X, Context.BLOCK_Y, Context.BLOCK_Z)
        x, y, z = (int(context[axis]) for axis in axes)
        return index_in(thread, self.block), (x, y, z)

    def allocation_of(self, source: Source) -> int:
        """Return the allocation that a parameter (by its offset) or a variable points into; -1 if
        it is not known.
        """
        if isinstance(source, str):
            region = self.symbols.get(source)
        else:
            # A host's address is of a CPU tensor, or in a tensor map that CUDA's function has made.
            address = int.from_bytes(self.parameters[source : source + 8], "little")
            if address >> OFFSET_BITS >= FIRST_ALLOCATION:
                return address >> OFFSET_BITS
            region = pointed_at(address)
        return -1 if region is None else SPACE.number(region)


class Host(Protocol):
    """The part of the running launch that the tools need."""

    def error_of(
        self, fault: Fault, site: int, address: int, block: Dim3, thread: Dim3
    ) -> LaunchError:
        """Return the error for a fault."""
        ...

    def fail(self, problem: BaseException) -> None:
        """Set the error that the launch ends with."""
        ...

    def block_at(self, context: int) -> StandingBlock:
        """Return the block whose context is at an address, as its warps stand."""
        ...

    def deadlocked(self) -> tuple[Standing, ...]:
        """Return where warps wait that never go on."""
        ...


class LaunchTool:
    """The work of one tool in one launch.

    Attributes:
        contexts: the slots of `layout.Context` of the blocks that are looked at, by address.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.contexts: dict[int, np.ndarray] = {}
        self._functions: list[object] = []

    @classmethod
    def begin(cls, facts: LaunchFacts[Any], make: Callable[[Any], Any], host: Host) -> Self | None:
        """Return the tool of a launch; None if no tool watches it.

        make: makes who looks of the facts, or None.
        """
        raise NotImplementedError

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Give the room of one of a worker's blocks what its code needs."""
        raise NotImplementedError

    def attach(self, worker: Worker) -> None:
        """Give the new rooms of a worker what their code needs."""
        for room in worker.rooms[: worker.used]:
            if room.context.address not in self.contexts:
                self.contexts[room.context.address] = room.context.array
                self.attach_room(room, worker)

    def add(self, allocations: Iterable[tuple[int, Region]]) -> None:
        """Look at memory, too, whose address the launch has found."""

    def end(self) -> None:
        """Note that the launch has ended."""

    def function(self, kind: Any, called: Callable[..., None]) -> int:
        """Return the address of a function for compiled code; what it raises ends the launch."""

        def guarded(*arguments: Any) -> None:
            try:
                called(*arguments)
            except BaseException as problem:  # noqa: BLE001 - it cannot pass through native code
                self.host.fail(problem)

        native = kind(guarded)
        self._functions.append(native)
        return ctypes.cast(native, ctypes.c_void_p).value or 0


def lane_words(kind: Any, address: int) -> np.ndarray:
    """Return the words of 32 lanes at an address, of a type of `ctypes`."""
    return np.ctypeslib.as_array((kind * LANES).from_address(address))
