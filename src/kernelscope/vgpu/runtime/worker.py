"""The threads that run blocks, and the memory of each, reused from launch to launch."""

from __future__ import annotations

import functools
import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu.layout import FIRST_OF_ROOM, MOST_CLUSTER_BLOCKS, Context, Engine
from kernelscope.vgpu.runtime.address_space import LINE_WORDS, Table

_KEPT_ROOMS = 16
_OWN = struct.Struct(f"{len(Context) - FIRST_OF_ROOM}q")
_OWN_AT = 8 * FIRST_OF_ROOM


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """The needs of one plan's launches from each worker.

    Attributes:
        shared: bytes of shared memory of a block.
        frames: bytes of the frames of a block's warps.
        engine: bytes of a block's queue of bulk copies; 0: it has none.
        tensor: bytes of its tensor memory; 0: it has none.
        blocks_of_cluster: rooms that are opened at once.
        sites: the counters of memory instructions, in 64-bit slots.
        blocks: the counters of basic blocks.
    """

    shared: int
    frames: int
    engine: int
    tensor: int
    blocks_of_cluster: int
    sites: int
    blocks: int


_most = 0  # threads, if somebody has said how many


def use_threads(most: int) -> None:
    """Run blocks on no more threads than these from now on."""
    global _most
    _most = most
    workers.cache_clear()


def worker_count() -> int:
    """Return the number of threads that run blocks: the cores that this process may use, unless
    `use_threads` has said fewer.
    """
    return min(_cores(), _most or _cores())


@functools.cache
def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def workers() -> list[Worker]:
    """Return a worker for each thread; a launch uses the first ones."""
    return [Worker(n) for n in range(worker_count())]


class Buffer:
    """An array, its address and its bytes; asking NumPy for them takes longer than to fill them."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.bytes = array.data.cast("B") if array.size else memoryview(b"")
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
        self.tensor: Buffer | None = None

    def slot(self, place: Context) -> int:
        """Return a slot of the context."""
        return int(self.context.array[place])

    def grow(self, needs: Needs) -> None:
        """Grow to what a plan's blocks need."""
        if len(self.shared.array) < needs.shared:
            self.shared = aligned(needs.shared)
        if len(self.frames.array) < needs.frames:
            self.frames = aligned(needs.frames)
        if needs.engine and (self.engine is None or 8 * len(self.engine.array) < needs.engine):
            self.engine = words(-(-needs.engine // 8))
        if needs.tensor and self.tensor is None:
            self.tensor = words(-(-needs.tensor // 8))

    def own(self, of_worker: tuple[int, int, int, int], needs: Needs) -> bytes:
        """Return the slots of the context that are this room's own, in order.

        of_worker: those of its worker, from `Context.TABLE` on.
        """
        here = self.context.address
        engine = 0 if self.engine is None else self.engine.address
        tensor = self.tensor.address if needs.tensor and self.tensor is not None else 0
        return _OWN.pack(
            *of_worker, self.shared.address, self.frames.address, self.barriers.address, engine,
            tensor, self.peers.address, here, here,
        )  # fmt: skip

    def begin(self, common: bytearray, own: bytes) -> None:
        """Fill the context with the slots that the launch's rooms have in common, and its own."""
        if self.engine is not None:
            self.engine.array[Engine.PENDING] = 0
        context = self.context.bytes
        context[:_OWN_AT] = common
        context[_OWN_AT:] = own

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
        self.needs: Needs | None = None
        self._common = bytearray()
        self._own = b""

    def begin(self, needs: Needs, common: bytearray) -> None:
        """Prepare for a launch, with fresh counters.

        Args:
            needs: the same object for each launch of a plan.
            common: the slots of a context that all rooms have in common, in order.
        """
        room = self.rooms[0]
        if needs is not self.needs:
            if len(self.counted.array) != needs.sites + needs.blocks:
                self.counted = words(needs.sites + needs.blocks)
            room.grow(needs)
            self.needs, self._own = needs, room.own(self._slots(needs), needs)
        self._common = common
        self.counted.array.fill(0)
        self.used = 1
        room.begin(common, self._own)
        if needs.blocks_of_cluster > 1:
            self._open_cluster(room)

    def _slots(self, needs: Needs) -> tuple[int, int, int, int]:
        """Return the slots of a context that are this worker's, from `Context.TABLE` on."""
        counted = self.counted.address
        return self.table.address, counted, counted + 8 * needs.sites, self.number

    def another_room(self) -> int:
        """Return the address of one more context, for another block of this launch.

        In a launch with clusters it is for the first block of a cluster, whose other blocks have
        rooms as well.
        """
        room = self._open_room()
        self._open_cluster(room)
        room.follow(self.rooms[0])
        return room.context.address

    def _open_cluster(self, first: Room) -> None:
        """Open a room for each block of a cluster but the first, which has one."""
        assert self.needs is not None
        for rank in range(1, self.needs.blocks_of_cluster):
            self._open_room().join(first, rank)

    def _open_room(self) -> Room:
        assert self.needs is not None
        if self.used == len(self.rooms):
            self.rooms.append(Room())
        room, self.used = self.rooms[self.used], self.used + 1
        room.grow(self.needs)
        room.begin(self._common, room.own(self._slots(self.needs), self.needs))
        return room

    def room_of(self, context: int) -> Room | None:
        """Return the room whose context is at an address, if it is this worker's."""
        rooms = self.rooms[: self.used]
        return next((room for room in rooms if room.context.address == context), None)

    def end(self) -> None:
        """Forget a launch: its allocations may be freed, and most rooms are needed no more."""
        self.table.end()
        if len(self.rooms) > _KEPT_ROOMS:
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
    raw = np.zeros(count + 2 * LINE_WORDS, np.int64)
    start = -raw.ctypes.data // 8 % LINE_WORDS
    return Buffer(raw[start : start + count])


def aligned(size: int) -> Buffer:
    """Return uninitialised bytes at a multiple of 1024, which swizzled shared memory needs."""
    raw = np.empty(size + 1024, np.uint8)
    start = -raw.ctypes.data % 1024
    return Buffer(raw[start : start + size])
