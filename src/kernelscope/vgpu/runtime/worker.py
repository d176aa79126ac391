"""The threads that run blocks, and the memory of each, reused from launch to launch."""

from __future__ import annotations

import functools
import os
import struct
from collections.abc import Iterable

import numpy as np

from kernelscope.vgpu.layout import MOST_CLUSTER_BLOCKS, Context, Engine
from kernelscope.vgpu.runtime.memory import Table

_KEPT_ROOMS = 16
_LINE_WORDS = 16  # two lines of 64 bytes, which processors fetch together
_CONTEXT = struct.Struct(f"{len(Context)}q")


@functools.cache
def worker_count() -> int:
    """Return the number of threads that run blocks: the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def workers() -> list[Worker]:
    """Return a worker for each thread; a launch uses the first ones."""
    return [Worker(n) for n in range(worker_count())]


class Buffer:
    """An array and its address; asking NumPy for it takes as long as filling a context."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.address: int = array.ctypes.data


class Room:
    """The memory of one block while it runs or is put aside.

    Attributes:
        context: the slots of `layout.Context`; compiled code is called with their address.
    """

    def __init__(self) -> None:
        self.context = words(len(Context))
        self.barriers = words(64)
        self.peers = words(MOST_CLUSTER_BLOCKS)
        self.peers.array[0] = self.context.address
        self.shared = aligned(0)
        self.frames = aligned(0)
        self.engine: Buffer | None = None

    def slot(self, place: Context) -> int:
        """Return a slot of the context."""
        return int(self.context.array[place])

    def grow(self, shared: int, frames: int, engine: int) -> None:
        """Grow to these bytes of shared memory, frames, and of a queue of bulk copies (or 0)."""
        if len(self.shared.array) < shared:
            self.shared = aligned(shared)
        if len(self.frames.array) < frames:
            self.frames = aligned(frames)
        if engine and (self.engine is None or 8 * len(self.engine.array) < engine):
            self.engine = words(-(-engine // 8))

    def begin(self, values: list[int]) -> None:
        """Fill the context; the room's own slots are filled in here."""
        values[Context.SHARED] = self.shared.address
        values[Context.FRAMES] = self.frames.address
        values[Context.BARRIERS] = self.barriers.address
        values[Context.PARKED] = 0
        values[Context.ENGINE] = 0
        if self.engine is not None:
            self.engine.array[Engine.PENDING] = 0
            values[Context.ENGINE] = self.engine.address
        values[Context.RANK] = 0
        values[Context.PEERS] = self.peers.address
        self.peers.array[0] = self.context.address
        values[Context.NEXT] = values[Context.LAST] = self.context.address
        _CONTEXT.pack_into(self.context.array.data, 0, *values)

    def join(self, cluster: Room, rank: int) -> None:
        """Hold the block of this rank in the cluster whose first block another room holds."""
        self.context.array[Context.RANK] = rank
        self.context.array[Context.PEERS] = cluster.peers.address
        cluster.peers.array[rank] = self.context.address

    def follow(self, other: Room) -> None:
        """Join another room's ring, right after it."""
        self.context.array[Context.NEXT] = other.context.array[Context.NEXT]
        other.context.array[Context.NEXT] = self.context.address


class Worker:
    """The memory of one thread that runs blocks.

    Attributes:
        rooms: a room for each block that it holds at once; nearly always one.
        counted: the slots of memory instructions, then those of basic blocks.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.rooms = [Room()]
        self.used = 1
        self.counted = words(0)
        self.table = Table()
        self._sizes = 0, 0, 0
        self._values: list[int] = []

    def begin(
        self, values: list[int], sizes: tuple[int, int, int], sites: int, blocks: int
    ) -> None:
        """Prepare for a launch, with fresh counters.

        Args:
            values: every slot of a context, in order; the worker's own are filled in here.
            sizes: bytes of shared memory, of frames, and of a queue of bulk copies.
            sites: the slots of memory instructions.
            blocks: the slots of basic blocks.
        """
        if len(self.counted.array) != sites + blocks:
            self.counted = words(sites + blocks)
        self.counted.array.fill(0)
        values[Context.TABLE] = self.table.address
        values[Context.SITES] = self.counted.address
        values[Context.BLOCK_COUNTS] = self.counted.address + 8 * sites
        values[Context.WORKER] = self.number
        self._sizes, self._values = sizes, values.copy()
        self.used = 0
        self._open_cluster()

    def another_room(self) -> int:
        """Return the address of one more context, for another block of this launch.

        In a launch with clusters it is for the first block of a cluster, whose other blocks have
        rooms as well.
        """
        room = self._open_cluster()
        room.follow(self.rooms[0])
        return room.context.address

    def _open_cluster(self) -> Room:
        """Open a room for each block of a cluster, and return the first one's."""
        first = self._open_room()
        for rank in range(1, self._values[Context.CLUSTER_BLOCKS]):
            self._open_room().join(first, rank)
        return first

    def _open_room(self) -> Room:
        if self.used == len(self.rooms):
            self.rooms.append(Room())
        room, self.used = self.rooms[self.used], self.used + 1
        room.grow(*self._sizes)
        room.begin(self._values)
        return room

    def room_of(self, context: int) -> Room | None:
        """Return the room whose context is at an address, if it is this worker's."""
        rooms = self.rooms[: self.used]
        return next((room for room in rooms if room.context.address == context), None)

    def end(self) -> None:
        """Forget a launch: its allocations may be freed, and most rooms are needed no more."""
        self.table.clear()
        del self.rooms[_KEPT_ROOMS:]


def room_of(workers: Iterable[Worker], context: int) -> tuple[Worker, Room]:
    """Return the worker and the room whose context is at an address."""
    for worker in workers:
        room = worker.room_of(context)
        if room is not None:
            return worker, room
    raise LookupError(f"no context at {context:#x}")


def words(count: int) -> Buffer:
    """Return this many zeros of 64 bits in cache lines of their own.

    If two workers write into one line, each waits for the other: a softmax of 1,823 blocks on two
    threads took 1.17 times as long when NumPy had placed their contexts side by side.
    """
    raw = np.zeros(count + 2 * _LINE_WORDS, np.int64)
    start = -raw.ctypes.data // 8 % _LINE_WORDS
    return Buffer(raw[start : start + count])


def aligned(size: int) -> Buffer:
    """Return uninitialised bytes at a multiple of 1024, which swizzled shared memory needs."""
    raw = np.empty(size + 1024, np.uint8)
    start = -raw.ctypes.data % 1024
    return Buffer(raw[start : start + size])
