"""The threads that run blocks, and the memory of each, reused from launch to launch."""

from __future__ import annotations

import functools
import os
import struct

import numpy as np

from kernelscope.vgpu.layout import Context
from kernelscope.vgpu.runtime.memory import Table

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


class Worker:
    """The memory of one thread that runs blocks.

    Attributes:
        context: the slots of `layout.Context`; compiled code is called with their address.
        counted: the slots of memory instructions, then those of basic blocks.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.context = Buffer(np.zeros(len(Context), np.int64))
        self.barriers = Buffer(np.zeros(64, np.int64))
        self.shared = aligned(0)
        self.frames = aligned(0)
        self.counted = Buffer(np.zeros(0, np.int64))
        self.table = Table()

    def slot(self, place: Context) -> int:
        """Return a slot of the context."""
        return int(self.context.array[place])

    def grow(self, shared: int, frames: int, counted: int) -> None:
        """Grow to these bytes of shared memory and frames, and to exactly this many counters."""
        if len(self.shared.array) < shared:
            self.shared = aligned(shared)
        if len(self.frames.array) < frames:
            self.frames = aligned(frames)
        if len(self.counted.array) != counted:
            self.counted = Buffer(np.zeros(counted, np.int64))

    def begin(self, values: list[int], sites: int) -> None:
        """Fill the context for a launch, with fresh counters.

        Args:
            values: every slot of the context, in order; the worker's own are filled in here.
            sites: the slots of memory instructions, before those of basic blocks.
        """
        self.counted.array.fill(0)
        values[Context.TABLE] = self.table.address
        values[Context.SITES] = self.counted.address
        values[Context.BLOCK_COUNTS] = self.counted.address + 8 * sites
        values[Context.SHARED] = self.shared.address
        values[Context.FRAMES] = self.frames.address
        values[Context.BARRIERS] = self.barriers.address
        values[Context.WORKER] = self.number
        _CONTEXT.pack_into(self.context.array.data, 0, *values)


def aligned(size: int) -> Buffer:
    """Return uninitialised bytes at a multiple of 1024, which swizzled shared memory needs."""
    raw = np.empty(size + 1024, np.uint8)
    start = -raw.ctypes.data % 1024
    return Buffer(raw[start : start + size])
