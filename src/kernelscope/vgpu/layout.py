"""The memory that compiled code and the launcher share: 64-bit slots, named here once."""

from __future__ import annotations

import enum

LANES = 32
OFFSET_BITS = 40
"""A device address is `allocation number << 40 | byte offset`."""

CAPACITY = 1 << 12
"""Allocations that are remembered; the one not used for longest gives up its number."""

SHARED_WINDOW, LOCAL_WINDOW, PARAM_WINDOW = 1, 2, 3
FIRST_ALLOCATION = 1 << 47 - OFFSET_BITS
"""Lower numbers are windows, or raw host addresses, which have 47 bits."""


class Context(enum.IntEnum):
    """Slots of a worker's context."""

    PARAMS = 0
    TABLE = enum.auto()
    SITES = enum.auto()
    BLOCK_COUNTS = enum.auto()
    SHARED = enum.auto()
    SHARED_BYTES = enum.auto()
    SYMBOLS = enum.auto()
    CONTROL = enum.auto()
    GRID_X = enum.auto()
    GRID_Y = enum.auto()
    GRID_Z = enum.auto()
    BLOCK_X = enum.auto()
    """Index of the running block, %ctaid."""
    BLOCK_Y = enum.auto()
    BLOCK_Z = enum.auto()
    WARP = enum.auto()
    WARPS = enum.auto()
    FRAMES = enum.auto()
    FRAME_BYTES = enum.auto()
    BLOCK_LIST = enum.auto()
    """Block numbers to run where a launch is sampled, else 0."""
    DYNAMIC_SHARED = enum.auto()
    WORKER = enum.auto()
    GRID_ID = enum.auto()
    LAST_WARP_MASK = enum.auto()
    RESOLVE = enum.auto()
    """A host function: finds the allocation of a raw host address."""
    BARRIERS = enum.auto()
    """Threads that have arrived at each of the block's barriers."""
    ALIVE = enum.auto()
    """Warps of the running block that have not ended."""
    IDLE = enum.auto()
    """Rounds of the block's warps since one of them did more than poll."""
    HOST_CALL = enum.auto()
    """A host function: does what a kernel asks of the host (printf, a failed assertion)."""
    SCRATCH = enum.auto()
    """The value of every byte of shared and local memory before a block."""


class Control(enum.IntEnum):
    """Slots that all workers of a launch share."""

    NEXT_BLOCK = 0
    TOTAL_BLOCKS = enum.auto()
    CHUNK = enum.auto()
    STOP = enum.auto()
    """Not 0: every worker ends as soon as it looks; a `Fault` where the kernel is at fault."""
    FAULT_SITE = enum.auto()
    FAULT_ADDRESS = enum.auto()
    FAULT_LANE = enum.auto()
    FAULT_WARP = enum.auto()
    FAULT_BLOCK_X = enum.auto()
    FAULT_BLOCK_Y = enum.auto()
    FAULT_BLOCK_Z = enum.auto()


class Fault(enum.IntEnum):
    """Why a launch stopped."""

    OUT_OF_BOUNDS = 1
    MISALIGNED = 2
    SHARED_OUT_OF_BOUNDS = 3
    LOCAL_OUT_OF_BOUNDS = 4
    DEADLOCK = 5
    TRAP = 6
    TIME_LIMIT = 7


class Allocation(enum.IntEnum):
    """Slots of an allocation's entry in the table of a worker."""

    SIZE = 0
    DELTA = enum.auto()
    """Host address minus device address."""
    READ_BITS = enum.auto()
    """Bitmap with a bit for each 32-byte sector read; 0: do not note."""
    WRITE_BITS = enum.auto()


ALLOCATION_SLOTS = 4

UNDEFINED = 0xFF
"""Every byte of shared and local memory before a block: as a float of any type it is NaN."""


class Site(enum.IntEnum):
    """Slots of a memory instruction's counters."""

    GLOBAL = 0
    """Warp executions with an active lane that went to global memory: requests."""
    SECTORS = enum.auto()
    SHARED = enum.auto()
    WAVEFRONTS = enum.auto()
    CONFLICTS = enum.auto()
    LANES = enum.auto()
    LOCAL = enum.auto()
    """Warp executions that went to local memory."""


SITE_SLOTS = 7


class Frame(enum.IntEnum):
    """64-bit slots at the head of a warp's frame, before its saved registers."""

    RESUME = 0
    STATE = enum.auto()
    """0 runs, 1 waits at a barrier, 2 has ended."""
    BARRIER = enum.auto()
    BARRIER_THREADS = enum.auto()
    """The number of threads that the barrier waits for; 0: all of the block."""
    PENDING = enum.auto()
    """Asynchronous copies begun and not completed: entries in the warp's queue."""
    GROUPS = enum.auto()
    """Asynchronous copy groups committed so far."""
    VOTES = enum.auto()
    """Lanes that brought a true predicate to a barrier's reduction; after it, of all warps."""
    VOTERS = enum.auto()
    """Lanes that took part in it."""


FRAME_HEAD_BYTES = 64
CLUSTER_BARRIER = 16
"""The number of the cluster's barrier, after the block's own sixteen."""
POLL = 17
"""In place of a barrier's number: the warp asks again in its next turn."""
