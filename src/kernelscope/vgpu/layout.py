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


IMAGE_CALL = 100
"""The kind of call of the host that runs a texture or surface instruction."""
RANK_SHIFT = 24
"""An address of shared memory is `rank of the block in its cluster << 24 | byte offset`."""
MOST_CLUSTER_BLOCKS = 16
"""Blocks of the largest cluster of any launch."""


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
    INDEPENDENT = enum.auto()
    """The kernel's code for warps whose lanes run independently; 0 until a warp needs it."""
    PREPARE = enum.auto()
    """A host function: compiles that code and returns it."""
    START = enum.auto()
    """Whether warps begin in that code."""
    TURN = enum.auto()
    """The number of pieces that such a warp runs before the other warps have a turn."""
    ANOTHER = enum.auto()
    """A host function: makes another context for the worker, or returns 0 if the GPU is full."""
    NEXT = enum.auto()
    """The worker's next context, in a ring."""
    LAST = enum.auto()
    """In the worker's first context: the one that was looked at last."""
    PARKED = enum.auto()
    """Whether the context holds a block that was put aside."""
    MOVED = enum.auto()
    """Whether a warp of the block did more than wait in this round."""
    CYCLES = enum.auto()
    """Cycles that the room's blocks have taken, as `%clock64` reads them."""
    KHZ = enum.auto()
    """The clock of the GPU's multiprocessors."""
    WORKSPACE = enum.auto()
    """The device address of what the driver gives a cooperative launch for its grid's barrier."""
    SHARES = enum.auto()
    """Rounds of a block's warps after which the worker's other blocks have a turn; 0: no number.

    A kernel whose loops may wait for another block shares, also if its warps seem to move:

        while (atomicAdd(count, 0) < blocks) __syncthreads();
    """
    ROUNDS = enum.auto()
    """Rounds since the other blocks had a turn."""
    RANDOM = enum.auto()
    """The state of the generator that picks whose turn it is; 0: turns are in order."""
    CLUSTER_X = enum.auto()
    """Blocks of a cluster in x; 1 in a launch without clusters."""
    CLUSTER_Y = enum.auto()
    CLUSTER_Z = enum.auto()
    CLUSTER_BLOCKS = enum.auto()
    RANK = enum.auto()
    """The number of the running block in its cluster."""
    PEERS = enum.auto()
    """Address of a table with the contexts of the cluster's blocks, by rank."""
    ENGINE = enum.auto()
    """The block's queue of bulk copies (`Engine`); 0 if the kernel has none."""


class Control(enum.IntEnum):
    """Slots that all workers of a launch share."""

    NEXT_BLOCK = 0
    TOTAL_BLOCKS = enum.auto()
    CHUNK = enum.auto()
    STOP = enum.auto()
    """Not 0: every worker ends as soon as it looks; a `Fault` where the kernel is at fault."""
    TIME = enum.auto()
    """Nanoseconds that `%globaltimer` has reached, in any block."""
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
    INTERRUPTED = 8
    OPERAND = 9
    """The value of a register is beyond what its operand may be. It is in FAULT_ADDRESS, and from
    bit `VALUE_BITS` on the operand's number among those with bounds.
    """
    OUTSIDE_CLUSTER = 10
    """An address of shared memory names a rank that the cluster does not have."""
    BLOCK_HAS_ENDED = 11
    """An access to the shared memory of a block of the cluster that has ended."""
    BULK_SIZE = 12
    """A bulk copy of a size that is not a multiple of 16 bytes."""
    BULK_ALIGNMENT = 13
    """An address of a bulk copy that is not a multiple of 16, or that its tile needs aligned."""
    TENSOR_MAP = 14
    """128 bytes that do not describe a tensor as the instruction needs it."""
    CLUSTER = 15
    """A copy to blocks that the cluster does not have."""


VALUE_BITS = 32


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
    REMOTE = enum.auto()
    """Warp executions with an active lane that went to another block's shared memory."""
    REMOTE_SECTORS = enum.auto()
    """The sectors of other blocks' shared memory that those went to."""

    L2_SECTORS = SHARED
    """Of a bulk copy: SECTORS, once for all blocks that a multicast goes to."""
    REQUESTS = WAVEFRONTS
    """Of a multicast: what it asks L2 for, in pieces of at most 128 bytes."""


SITE_SLOTS = 9


class Engine(enum.IntEnum):
    """64-bit slots at the head of a block's queue of bulk copies, before its entries."""

    PENDING = 0
    """Copies that are issued and not complete."""
    GROUPS = 8
    """Bulk groups committed so far, of each of 1,024 threads. Only differences of them count."""
    ENTRIES = GROUPS + 1024


ENGINE_ENTRIES = 256
"""Copies that a block may have on the way; if there are more, the oldest complete early."""
ENGINE_ENTRY_SLOTS = 56
ENGINE_BYTES = 8 * (Engine.ENTRIES + ENGINE_ENTRIES * ENGINE_ENTRY_SLOTS)


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
    INDEPENDENT = enum.auto()
    """Whether the warp's lanes run independently. Then its registers are in `registers` and the
    slots below count."""
    LIVE = enum.auto()
    """Lanes that have not ended."""
    BLOCKED = enum.auto()
    """Live lanes that wait for other lanes or at a barrier; `Meeting` says for what."""
    PLACES = enum.auto()
    """Address of an array with an i32 for each piece: the lanes that run it next."""
    FIRST = enum.auto()
    """The piece from which on the next one with lanes is searched."""
    PAUSES = enum.auto()
    """Pauses of a warp in a loop that may wait for another thread, without an end of that loop."""
    ARRIVED = enum.auto()
    """Lanes that have arrived at the cluster's barrier in its current phase."""
    STAGES = enum.auto()
    """`cp.async.mbarrier.arrive` of the warp so far: each tracks the copies begun before it."""
    PRODUCTS = enum.auto()
    """Products of matrices (`wgmma`) begun and not complete: entries in the warp's queue."""
    PRODUCT_GROUPS = enum.auto()
    """Groups of such products committed so far."""


class Meeting(enum.IntEnum):
    """Byte offsets in a warp's frame of what its blocked lanes wait for, 32 lanes each."""

    KIND = 8 * 24
    """i32: the instruction and its modifiers, by number; -1: a barrier."""
    MEMBERS = KIND + 128
    """i32: the lanes that it waits for, or the barrier's number."""
    THEN = MEMBERS + 128
    """i32: the piece where the lane goes on."""
    OPERANDS = THEN + 128
    """i64, three times: what the lane brings."""
    RESULTS = OPERANDS + 3 * 256
    """i64, twice: what it gets."""


class Result(enum.IntEnum):
    """How a call of a warp's code ended."""

    ENDED = 0
    WAITS = enum.auto()
    """At the barrier that the frame names, or for one more look (`POLL`)."""
    PAUSES = enum.auto()
    """After its turn, or in a loop that may wait for another thread; it can go on at once."""
    PAUSES_APART = enum.auto()
    """The same, with lanes elsewhere that may be the ones waited for."""
    LEAVES = enum.auto()
    """Its lanes go on independently."""
    BLOCKED = enum.auto()
    """Independent lanes, all of which wait for others."""
    KEEPS_STEP = enum.auto()
    """Before a store, so that the other warps of the block come as far (`analysis.in_step`)."""


AT_BARRIER = -1
"""The kind of meeting that is a barrier of the block."""
FRAME_HEAD_BYTES = Meeting.RESULTS + 2 * 256
CLUSTER_BARRIER = 16
"""The number under which lanes wait at the cluster's barrier, after the block's own sixteen."""
COPIES_BYTES = 256 * 104 * 8
"""The warp's queue of asynchronous copies; see `instructions.copies`."""
PRODUCTS = 64
"""Products of matrices that a warp may have on the way; if there are more, all complete early."""
PRODUCT_SLOTS = 8
BARRIERS = 16
"""Barriers of a block."""
POLL = 17
"""In place of a barrier's number: the warp asks again in its next turn."""
