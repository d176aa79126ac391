"""The memory that compiled code and the launcher share: 64-bit slots, named here once."""

from __future__ import annotations

import enum

LANES, LANE_BITS = 32, 5
OFFSET_BITS, START_BITS = 40, 12
"""An allocation begins at device address `number << 40 | number << 12`: at a multiple of 512, and
two of them differ in the low 32 bits, too, as CUDA's do. Its number is in the bits from 40 up."""
OFFSET_MASK, START_MASK = (1 << OFFSET_BITS) - 1, (1 << START_BITS) - 1

CAPACITY = 1 << 20
"""Numbers of allocations. Tables with a row for each are `sparse`: pages of them that nothing uses
take no memory."""

SHARED_WINDOW, LOCAL_WINDOW, PARAM_WINDOW = 1, 2, 3
FIRST_ALLOCATION = 1 << 47 - OFFSET_BITS
"""Lower numbers are windows, or raw host addresses, which have 47 bits."""


def base_of(number: int) -> int:
    """Return the device address at which an allocation begins."""
    return (number << OFFSET_BITS) + (number << START_BITS)


def offset_of(address: int) -> int:
    """Return the byte of its allocation that a device address is at; before it negative."""
    return address - base_of(address >> OFFSET_BITS)


PARAM_BASE = base_of(PARAM_WINDOW)
IMAGE_CALL = 100
"""The kind of call of the host that runs a texture or surface instruction."""
CALL_BITS = 8
"""Bits of the kind of a call of the host, below the line of the PTX that calls."""
RANK_SHIFT = 24
"""An address of shared memory is `rank of the block in its cluster << 24 | byte offset`."""
MOST_CLUSTER_BLOCKS = 16
"""Blocks of the largest cluster of any launch."""


class Context(enum.IntEnum):
    """Slots of a worker's context: first those of a launch, then of its plan, last of the room."""

    PARAMS = 0
    SYMBOLS = enum.auto()
    CONTROL = enum.auto()
    BLOCK_LIST = enum.auto()
    """Block numbers to run where a launch is sampled, else 0."""
    GRID_ID = enum.auto()
    HOST_CALL = enum.auto()
    """A host function: does what a kernel asks of the host (printf, a failed assertion)."""
    WORKSPACE = enum.auto()
    """The device address of what the driver gives a cooperative launch for its grid's barrier."""
    CYCLES = enum.auto()
    """Cycles that the room's blocks have taken, as `%clock64` reads them."""
    SHARED_BYTES = enum.auto()
    GRID_X = enum.auto()
    GRID_Y = enum.auto()
    GRID_Z = enum.auto()
    BLOCK_X = enum.auto()
    """Index of the running block, %ctaid."""
    BLOCK_Y = enum.auto()
    BLOCK_Z = enum.auto()
    WARP = enum.auto()
    WARPS = enum.auto()
    FRAME_BYTES = enum.auto()
    DYNAMIC_SHARED = enum.auto()
    LAST_WARP_MASK = enum.auto()
    RESOLVE = enum.auto()
    """A host function: finds the allocation of a raw host address."""
    ALIVE = enum.auto()
    """Warps of the running block that have not ended."""
    IDLE = enum.auto()
    """Rounds of the block's warps since one of them did more than poll."""
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
    LOOK = enum.auto()
    """A host function: stops the launch if the blocks that were put aside can never go on."""
    TURNS = enum.auto()
    PATIENCE = enum.auto()
    ENDED = enum.auto()
    """Of a worker: the turns since that looked, those until it looks again, ended blocks."""
    PARKED = enum.auto()
    """Whether the context holds a block that was put aside."""
    MOVED = enum.auto()
    """Whether a warp of the block did more than wait in this round."""
    KHZ = enum.auto()
    """The clock of the GPU's multiprocessors."""
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
    WATCH = enum.auto()
    """The block's slots of `Watch`, where accesses are watched for races; else 0."""
    UNDEFINED = enum.auto()
    """The block's slots of `Undefined`, where undefined values are followed; else 0."""
    LIMITS = enum.auto()
    """The launch's slots of `Limit`, where accesses have limits; else 0."""
    SUPPRESSED = enum.auto()
    """The launch's slots of `Suppressed`, where accesses at fault are left out; else 0."""
    ODD = enum.auto()
    """A host function: is told of odd values that are stored (`analysis.numerics`); else 0."""
    PRECISE = enum.auto()
    """The block's slots of `Precise`, where values have shadows in float64; else 0."""
    CHECK = enum.auto()
    """A host function: is told of barriers that may be used wrongly (`Check`); else 0."""
    TRACES = enum.auto()
    """The table of a traced launch (`Traced`); else 0."""
    CHECKED_SITE = enum.auto()
    """The site of the barrier of the block that a warp came to last."""
    LOOP = enum.auto()
    """The basic block to which the running warp last went back for the 256th time, plus 1; or 0."""
    TRACE = enum.auto()
    """The slots of `Trace` of the running block; 0 if it is not traced."""
    TABLE = enum.auto()
    SITES = enum.auto()
    BLOCK_COUNTS = enum.auto()
    WORKER = enum.auto()
    SHARED = enum.auto()
    FRAMES = enum.auto()
    BARRIERS = enum.auto()
    """Threads that have arrived at each of the block's barriers."""
    ENGINE = enum.auto()
    """The block's queue of bulk copies (`Engine`); 0 if the kernel has none."""
    TENSOR = enum.auto()
    """The block's tensor memory (`tensor_layout`); 0 if the kernel uses none."""
    PEERS = enum.auto()
    """Address of a table with the contexts of the cluster's blocks, by rank."""
    NEXT = enum.auto()
    """The worker's next context, in a ring."""
    LAST = enum.auto()
    """In the worker's first context: the one that was looked at last."""


FIRST_OF_PLAN, FIRST_OF_ROOM = Context.SHARED_BYTES, Context.TABLE
"""Where the slots begin that launches of one plan (`runtime.launch.Plan`) have in common, and those
that each room has of its own."""


BLOCK_COUNT_SLOTS = 2
"""Of a basic block: its executions, and the lanes that were active, summed."""


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
    FULL = enum.auto()
    """Whether as many blocks have begun as the GPU holds at once, in a launch whose blocks ask for
    others."""
    CANCELLED = enum.auto()
    """Blocks, or clusters, that do not run because others have asked for them."""
    TURN = enum.auto()
    """Turns of blocks so far, in such a launch."""


class Allocation(enum.IntEnum):
    """Slots of an allocation's entry in the table of a worker."""

    SIZE = 0
    DELTA = enum.auto()
    """Host address minus device address."""
    READ_BITS = enum.auto()
    """Bitmap with a bit for each 32-byte sector read; 0: do not note."""
    WRITE_BITS = enum.auto()


ALLOCATION_SLOTS = 4


class Found(enum.IntEnum):
    """Slots of an allocation that a kernel found by a host address; behind a worker's table."""

    BASE = 0
    SIZE = enum.auto()
    DEVICE = enum.auto()
    """The device address of its first byte."""


FOUND_SLOTS = len(Found)
FOUND_CAPACITY = 64
"""The newest that compiled code finds again by itself."""
FOUND_PLACE = CAPACITY * ALLOCATION_SLOTS
"""The slot of a table that says how many there are; their slots follow."""

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


class Traced(enum.IntEnum):
    """Slots of a traced launch; number and address (`Trace`) of each traced block follow."""

    BLOCKS = 0
    """How many are traced."""
    WORK = enum.auto()
    """Address of a slot for each block of the grid: the instructions that it executed; or 0."""
    BASIC_BLOCKS = enum.auto()
    """How many basic blocks have counters."""
    SIZES = enum.auto()
    """Address of a slot for each of them: the instructions that an execution stands for."""


class Trace(enum.IntEnum):
    """Slots of a traced block, before those of its warps (`jit.tracing`)."""

    STRIDE = 0
    """The slots of a warp."""
    MOST_EVENTS = enum.auto()
    MOST_RUNS = enum.auto()
    EVENTS = enum.auto()
    """Where in a warp's slots its events are, `EVENT_SLOTS` each."""
    RUNS = enum.auto()
    """Where its runs are: `sectors - 1 << RUN_BITS | number of the first sector`, of at most
    `MOST_OF_RUN` sectors."""


class TracedWarp(enum.IntEnum):
    """Slots of a warp of a traced block."""

    EVENTS = 0
    """How many it has; while an access is in progress, without that one."""
    RUNS = enum.auto()
    """How many it has, with those of an access in progress."""
    TRUNCATED = enum.auto()
    """1 if an event did not fit; none is kept from then on."""
    OPEN = enum.auto()
    """1 while an access is in progress."""
    BEFORE = enum.auto()
    """From here on the counters of its site as they were before."""
    COUNTS = BEFORE + SITE_SLOTS
    """From here on for each basic block its executions and their lanes."""


EVENT_SLOTS = 3
"""Of an event: `kind << 40 | lanes << 32 | number`, `wavefronts << 32 | sectors counted`, and
`spaces << 32 | its first run`; the kinds and spaces are those of `counting.trace`."""
EVENT_KIND, RUN_BITS = 40, 55
MOST_OF_RUN = 1 << 63 - RUN_BITS


class Engine(enum.IntEnum):
    """64-bit slots at the head of a block's queue of bulk copies, before its entries."""

    PENDING = 0
    """Copies that are issued and not complete."""
    REQUESTS = enum.auto()
    """Requests for other blocks so far; only differences of them count."""
    GROUPS = 8
    """Bulk groups committed so far, of each of 1,024 threads. Only differences of them count."""
    ENTRIES = GROUPS + 1024


MOST_ENGINE_ENTRIES = 256
"""Copies that a block may have on the way; if there are more, the oldest complete early."""
ENGINE_ENTRY_SLOTS = 58
ENGINE_BYTES = 8 * (Engine.ENTRIES + MOST_ENGINE_ENTRIES * ENGINE_ENTRY_SLOTS)


BULK_RANK = 5


class BulkCopy(enum.IntEnum):
    """Slots of a bulk copy in the queue. Those from COUNT on have one for each dimension."""

    MOVER = 0
    """The function that moves a piece: `void mover(target, source, bytes)`."""
    LOADS = enum.auto()
    """Whether it goes to shared memory."""
    OWNER = enum.auto()
    """The host address of the mbarrier that it completes on, or its thread's number + 1."""
    GROUP = enum.auto()
    """The bulk group of that thread."""
    BYTES = enum.auto()
    """What it completes on the mbarrier."""
    SITE = enum.auto()
    MARKS = enum.auto()
    """What it does to the sectors of the tensor: 1 reads, 2 writes, 3 both; of a copy within shared
    memory 3 if it combines."""
    DEVICE = enum.auto()
    """The tensor's address in global memory; 0 if it is in shared memory."""
    TARGETS = enum.auto()
    """The blocks that it counts for: 1, all of a multicast at its first copy, or 0 at the rest."""
    MANY = enum.auto()
    """Whether it is a multicast."""
    HOST = enum.auto()
    """The same as a host address."""
    SHARED = enum.auto()
    """The host address of the box in shared memory, whose rows follow each other."""
    OFFSET = enum.auto()
    """The same from the beginning of the block's shared memory."""
    SWIZZLE = enum.auto()
    """The bits of an address that are changed by those of the row; see `tensor_map.swizzled`."""
    ELEMENT = enum.auto()
    """Bytes of an element; of packed ones, of their unit (`tensor_map.Packing`)."""
    FILL = enum.auto()
    """Whether elements outside the tensor become NaN."""
    ROWS = enum.auto()
    COUNT = enum.auto()
    """Elements of the box."""
    STEP = COUNT + BULK_RANK
    COORDINATE = STEP + BULK_RANK
    SIZE = COORDINATE + BULK_RANK
    """Elements of the tensor."""
    STRIDE = SIZE + BULK_RANK
    """Bytes; not of dimension 0."""
    DATA = STRIDE + BULK_RANK
    """Two slots with the bytes that an asynchronous store or reduction brings."""
    CARRIES = DATA + 2
    """Whether it brings them; then HOST is not used."""
    ARRIVALS = enum.auto()
    """Threads that arrive at the mbarrier with it."""
    FRAME = enum.auto()
    """The frame of the warp of which those are: MOVER first completes copies of `cp.async`."""
    QUEUE = enum.auto()
    STAGE = enum.auto()
    """What MOVER takes besides frame and queue; see `instructions.copies`."""
    READ = enum.auto()
    """Whether its bytes are read, and only have to be written."""
    THREAD = enum.auto()
    """The number of the thread in its block that issued it."""
    ROOM = enum.auto()
    """Of a box that is stored: the bytes from the tensor's begin to the end of its allocation."""
    TICKET = enum.auto()
    """Where accesses are watched, the host's number for it."""
    NAME = enum.auto()
    """There what stands for it in stamps once it is complete, if compiled code notes that."""
    PLACE = enum.auto()
    """Bytes that an element has in shared memory: more than ELEMENT if padding follows."""
    BYTE_MASK = enum.auto()
    """A bit for each byte of a 16-byte chunk that is copied; 0: all."""
    REQUEST = enum.auto()
    """Of the answer to a request for a block: 1 until it is known, and DATA has the turn of the
    request; then 2. STAGE has its number, the same in all blocks that get it."""
    ISSUED = enum.auto()
    """Where accesses are watched: when it was issued, if the host does not know of it yet."""


class BulkWay(enum.IntFlag):
    """The direction of a bulk copy; above it its effect on the sectors of the tensor (`MARKS`), and
    the tensor's dimensions if it is a box.
    """

    LOADS = 1
    """To shared memory, where it completes on an mbarrier."""
    IS_GLOBAL = enum.auto()
    """The other end is in global memory."""
    IS_OWN = enum.auto()
    """To shared memory of the issuing block alone (`.shared::cta`)."""
    IS_MANY = enum.auto()
    """To the blocks of the cluster that a mask names."""
    COLUMNS = enum.auto()
    """It takes columns of pixels (im2col)."""
    WIDE = enum.auto()
    """It takes columns of pixels along one dimension (im2col::w)."""
    WIDE_128 = enum.auto()
    """It takes 128 of them (im2col::w::128)."""
    FOUR_ROWS = enum.auto()
    """It takes four rows (gather4, scatter4)."""
    IS_PAIR = enum.auto()
    """Its mbarriers are those of one block of each pair (cta_group::2)."""


BULK_WAY_MARKS_AT, BULK_WAY_RANK_AT = 12, 16


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
    CAME = enum.auto()
    """In checked code: the lanes of a converged warp that came to its barrier."""
    POLLED = enum.auto()
    """1 more than the address in the cluster of the mbarrier that a lane of the warp asked last, in
    vain; 0 before the first."""
    SUSPENDED = enum.auto()
    """The host address of the mbarrier at which lanes are suspended (`try_wait`), with their
    phase's parity in bit 0; 0: none."""
    SUSPENDED_LANES = enum.auto()
    """Those lanes; above them 1 if their phase has ended since."""


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
    """The result of a call of a warp's code."""

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
    STOPPED = enum.auto()
    """In the middle, because the launch was stopped."""


class Traits(enum.IntFlag):
    """What the code that runs blocks (`jit/c/driver.c`) must know of a kernel."""

    RESUMABLE = 1  # a warp may stop before its end, also if lanes are not independent
    IN_CLUSTER = 2  # the launches have clusters, whose blocks run together
    ARRIVES = 4  # it has instructions of the cluster's barrier
    ENGINE = 8  # it makes bulk copies
    CANCELS = 16  # its blocks ask for others, which then do not run
    MEETS = 32  # its warps meet at no barrier but number 0, of all threads and without votes


AT_BARRIER = -1
"""The kind of meeting that is a barrier of the block."""
FRAME_HEAD_BYTES = Meeting.RESULTS + 2 * 256
CLUSTER_BARRIER = 16
"""The number under which lanes wait at the cluster's barrier, after the block's own sixteen."""
COPY_SLOTS = 104
"""Words of a `cp.async` on its way."""
COPY_SOURCES, COPY_TARGETS, COPY_BYTES, COPY_HEAD = 0, 32, 64, 96
"""Where those words have the host address that each lane reads, where it writes, how many bytes it
reads, and what all lanes have in common (`jit/c/copies.c`)."""
COPIES_BYTES = 256 * COPY_SLOTS * 8
"""The warp's queue of asynchronous copies; see `instructions.copies`."""
PRODUCTS = 64
"""Products of matrices that a warp may have on the way; if there are more, all complete early."""
PRODUCT_SLOTS = 22
"""Of which the last sixteen hold 32 lanes of metadata."""


class Product(enum.IntEnum):
    """Slots of a product in the queue."""

    CODE = 0
    LANES = enum.auto()
    A = enum.auto()
    """The matrix descriptor of A; not used if A is in registers."""
    B = enum.auto()
    KEEPS = enum.auto()
    """Whether the old sums are added."""
    GROUP = enum.auto()
    METADATA = enum.auto()
    """Of a sparse A: its register, 32 words."""


BARRIERS = 16
"""Barriers of a block."""
BARRIER_ASKED = 32
"""Slots from a barrier's count to the number of threads that it waits for."""
RUNS, WAITS, ENDED = 0, 1, 2
"""The states of a warp."""
POLL = 17
"""In place of a barrier's number: the warp asks again in its next turn."""


class Watch(enum.IntEnum):
    """Slots of a block whose accesses are watched; `docs/check.md` describes cells and stamps."""

    CLOCK = 0
    """Address of the launch's time, which each synchronisation moves on; behind it is `TOLD`."""
    LAUNCH_TIME = enum.auto()
    """The time at which the launch began: what has an earlier stamp was done by another launch."""
    BLOCK_TIME = enum.auto()
    """The time of the last barrier of the whole block."""
    BEGAN = enum.auto()
    """The time at which the block began: what has an earlier stamp in its shared memory was done by
    the block that had this memory before."""
    CONTEXT = enum.auto()
    """Address of the block's context."""
    BLOCK = enum.auto()
    """The block's number, as stamps have it: shifted by `THREAD_BITS`."""
    SHADOWS = enum.auto()
    """Address of a table with a row of `Shadow` for each allocation."""
    SHARED = enum.auto()
    """From here on a row of `Shadow` for the block's shared memory."""
    READ_TIMES = SHARED + 7
    """Address of the time of the last read of each cell of shared memory, also by a product, an i64
    each."""
    READERS = enum.auto()
    """Address of what each warp has read last of shared memory: for each warp its cells, and behind
    them when other blocks of the cluster have read."""
    CELLS = enum.auto()
    """The cells of shared memory."""
    GRAIN_BITS = enum.auto()
    """The bits of the bytes of one of them."""
    SOURCES = enum.auto()
    """1 if the launch may write what its copies (`cp.async`) read; else 0."""
    CLUSTER_TIME = enum.auto()
    """Up to when all threads of the block know the accesses of all threads of its cluster."""
    ONE_THREAD = enum.auto()
    """1 if a block is one thread of control for its author; else 0."""
    NOTICE = enum.auto()
    """A host function: looks at an access that compiled code cannot say is in order."""
    PAUSES = enum.auto()
    """Address of the slots of `Pause` for each site."""
    SYNCHRONISE = enum.auto()
    """A host function: notes an instruction that may order memory, beyond what times show."""
    KNOWN = enum.auto()
    """Address of up to when each warp knows the accesses of each other one, without a barrier of
    the whole block: [32 warps that know, 32 warps]."""
    ENGINES = enum.auto()
    """Address of the slots of `AsyncUnits`; 0 for a kernel that uses no asynchronous engine."""
    WARP_TIMES = enum.auto()
    """The time of the last barrier of each warp."""
    PASSES = WARP_TIMES + 32
    """How many passes at mbarriers the host has not been told of; behind it are the slots of `Pass`
    of each."""


TOLD = 1
"""After a launch's time: 1 once the host was called for what orders threads, besides barriers of
whole blocks; else 0."""


class Pass(enum.IntEnum):
    """Slots of warps that have seen a phase of one mbarrier over.

    Compiled code keeps passes until something asks who knows what, and tells of them at once.
    """

    SITE = 0
    WARPS = enum.auto()
    """Those that passed, as bits: all lanes of each, or lanes of one."""
    LANES = enum.auto()
    SCOPE = enum.auto()
    """0 if the wait is relaxed, else the bits of its scope."""
    PLACE = enum.auto()
    """The mbarrier's address in its cluster."""
    PHASE = enum.auto()
    """The phase that the mbarrier is in, as its parity."""
    TIME = enum.auto()
    """When the last of them passed."""


PASS_SLOTS = 7
MOST_PASSES = 64
WATCH_SLOTS = Watch.PASSES + 1 + MOST_PASSES * PASS_SLOTS


class Pause(enum.IntEnum):
    """Slots of a site whose races are known: they are counted, and only some are looked at."""

    LEFT = 0
    """Notices that are still to be passed by."""
    PASSED = enum.auto()
    """The accesses in those that were."""
    WRITERS = enum.auto()
    """The sites that wrote last in the known races: bit `site % 64` of each. A read of what another
    one wrote is told."""
    SAME = enum.auto()
    """1 if the last known race is of writes of one value. A write of another one is told."""


PAUSE_SLOTS = 4


class AsyncUnits(enum.IntEnum):
    """Slots of a watched block whose kernel uses engines; from SINCE on there are 32 of each, one
    for each warp.
    """

    READS = 0
    """Address of what each warp's products read: for each warp its cells, `time << 32 | site`."""
    FENCED = enum.auto()
    """Generic writes to shared memory before this time are seen by engines after a barrier."""
    FOUND = enum.auto()
    """Set by the host: the access that it was told of is a fault."""
    REGISTERS = enum.auto()
    """Address of when products last used each of their lists of registers (`analysis.in_flight`):
    for each warp its lists, `time << 32 | site`."""
    STORES = enum.auto()
    """Stores in bulk that read the block's shared memory now, as the host counts them."""
    READ_LOW = enum.auto()
    """The first cell of shared memory that a thread of the block has read, and in the next slot the
    one behind the last."""
    READ_HIGH = enum.auto()
    SINCE = 8
    """The time since which a warp's products are on the way; those before are complete."""
    SAFE = SINCE + 32
    """The same as it was at the last barrier of the block."""
    FENCES = SAFE + 32
    """The last proxy fence of all lanes of a warp."""
    FENCES_SAFE = FENCES + 32
    """The same as it was at the last barrier of the block."""
    ANY_FENCE = FENCES_SAFE + 32
    """The last proxy fence of some lane of a warp."""
    GROUPS = ANY_FENCE + 32
    """Groups of products committed so far."""
    KNOWN = GROUPS + 32
    """Up to which time each warp knows the copies of the block's first 32 mbarriers."""
    PRODUCTS_KNOWN = KNOWN + 32 * 32
    """Up to which time each warp knows the products of each other one to be complete."""
    LAST = PRODUCTS_KNOWN + 32 * 32
    """When each warp's products have read last."""
    BEGINS = LAST + 32
    """When each of the last `PRODUCT_GROUPS` groups began, for each warp."""


PRODUCT_GROUPS = 16
ENGINES_SLOTS = AsyncUnits.BEGINS + 32 * PRODUCT_GROUPS


class Shadow(enum.IntEnum):
    """Slots of an allocation's row in the table of shadows: addresses of arrays by cell."""

    SIZE = 0
    """Its bytes; 0 where nothing is watched."""
    WRITES = enum.auto()
    """The stamp of the last write, an i64."""
    WRITE_MARKS = enum.auto()
    """Its mark, an i32."""
    OTHERS = enum.auto()
    """The stamp of an earlier strong write that was not ordered before that one."""
    OTHER_MARKS = enum.auto()
    READS = enum.auto()
    """The stamp of the last read; 0 if nothing reads it, and for shared memory, whose reads are
    noted by warp."""
    READ_MARKS = enum.auto()
    WRITTEN = enum.auto()
    """A bit for each cell that this worker has written, if several run the launch; else 0. Shared
    memory has none."""


SHADOW_SLOTS = 8
THREAD_BITS = 10
"""A stamp is `flag << 63 | time << 32 | block << 10 | thread`."""
TIME_BITS = 32
FLAGGED = 1 << 63
"""In a stamp: its mark says that there is more to it (`MANY`, `LISTED`)."""
MANY_READERS, STRONG_READERS = 1 << 8, 0b111 << 5
"""What a warp has read last of a cell of shared memory is `time << 32 | site << 9 | these | lane`.
The bits of a strong read are those of its scope in a mark."""
READERS_SCOPE, READ_SITE = 15, 9


class Watched(enum.IntFlag):
    """The case of code that watches an access (`jit/c/watch.h`); above it the access's bytes."""

    SHARED = 1
    WRITES = enum.auto()
    SPECIAL = enum.auto()
    """A strong access, or a write on the way."""
    ORDERS = enum.auto()
    """The kernel orders threads by more than barriers of a whole block."""
    PUBLISHES = enum.auto()
    """A thread may make something known to another one through memory."""
    ENGINES = enum.auto()
    """The kernel uses engines."""
    IN_CLUSTER = enum.auto()
    """Other blocks may access shared memory, too."""


WATCHED_GRAIN_AT, WATCHED_WIDTH_AT, WATCHED_ELEMENT_AT = 8, 16, 24
"""Where above those flags are the bits of a cell's bytes, a lane's bytes, and an element's."""


class Mark(enum.IntFlag):
    """The bits of a mark of an access, above the number of its site."""

    STRONG_BLOCK = 1 << 20
    """It is strong (PTX ISA, 8.5) for the threads of its block."""
    STRONG_CLUSTER = 1 << 21
    STRONG_GPU = 1 << 22
    MANY = 1 << 23
    """Of a write: another strong one is in OTHERS. Of a read: other lanes of the warp read, too."""
    LISTED = 1 << 24
    """Of a read: the host has the list of who reads."""
    WRITE = 1 << 25
    ATOMIC = 1 << 26
    SHARED = 1 << 27
    ASYNC = 1 << 28
    """It is by an engine next to the warps. Of a write, in a flagged stamp: it is on the way."""
    ENGINE = 1 << 29
    """It is by the proxy `async` (PTX ISA, 8.3): a product, a bulk copy."""
    VOLATILE = 1 << 30
    """It is volatile, of data in shared memory: between lanes of a warp it orders nothing."""


SITE_MASK = (1 << 20) - 1


class Notice(enum.IntEnum):
    """Rows of 32 i64 in what compiled code tells about an access."""

    ADDRESSES = 0
    WRITES = enum.auto()
    WRITE_MARKS = enum.auto()
    OTHERS = enum.auto()
    OTHER_MARKS = enum.auto()
    READS = enum.auto()
    READ_MARKS = enum.auto()


NOTICE_BYTES = 7 * LANES * 8


class Sync(enum.IntEnum):
    """A synchronisation event that is passed to a host function."""

    MEET = 0
    """Threads of a block met at a barrier."""
    MEET_WARP = enum.auto()
    """Lanes of a warp met at its barrier."""
    FENCE = enum.auto()
    STRONG = enum.auto()
    """A strong access; the table has its addresses."""
    ARRIVE = enum.auto()
    """Lanes arrived at a barrier of the block and do not wait."""
    MBARRIER_ARRIVE = enum.auto()
    """Lanes have arrived at mbarriers of shared memory; the table has their addresses. The number
    is 0 if that is relaxed, else the bits of the scope."""
    MBARRIER_SET = enum.auto()
    """Lanes have made mbarriers, or ended them."""
    MBARRIER_PASSED = enum.auto()
    """Lanes have seen that a phase is over; the number says how often, and the table has the slots
    of `Pass` of each time."""
    INIT_FENCE = enum.auto()
    """Lanes make known which mbarriers they have made: `fence.mbarrier_init`."""
    CLUSTER_ARRIVE = enum.auto()
    """Lanes arrive at the barrier of the cluster; the number is 0 if that is relaxed."""
    CLUSTER_PASSED = enum.auto()
    """Lanes go on from there."""
    REMOTE = enum.auto()
    """Lanes access shared memory of other blocks; the table has their addresses."""
    PROXY_FENCE = enum.auto()
    """Some lanes of a warp, not all, have ordered their accesses with those of engines."""
    REGISTERS = enum.auto()
    """Lanes use registers of a product that is on the way; instead of the mark there is the number
    of the instruction among those of `analysis.in_flight`, and the product's site."""
    UNFENCED = enum.auto()
    """A product whose registers another instruction may have used with no fence after it; there is
    the number of that instruction, as of `REGISTERS`, or -1 for the kernel's first product."""
    END = enum.auto()
    """The block has ended, and copies may be on the way."""
    BULK_WAIT = enum.auto()
    """Lanes waited for all groups of their bulk copies but the last n, or, with 1 added to twice n,
    until they have read."""
    BULK_ISSUE = enum.auto()
    """A bulk copy is issued; the table is its entry in the queue, as in those that follow. The
    number is 0 if compiled code cannot say whether what it does in shared memory is in order, else
    1. Then it notes the write of a load, and from bit 1 on there are the cells of which the host
    has to ask who reads: the first, and from bit 32 on how many."""
    BULK_COMPLETE = enum.auto()
    """It is complete, and so is its part of the mbarrier's phase. The host need not know of its
    issue (`BulkCopy.ISSUED`)."""
    COPY_ISSUE = enum.auto()
    """Lanes issue a `cp.async` whose source this launch may write; the table is its entry in the
    warp's queue, as in the next one. The number is the thread of lane 0, as stamps have it."""
    COPY_READ = enum.auto()
    """Its bytes have moved. With `1 << TIME_BITS` in the number their threads have waited for it,
    else they arrived at an mbarrier."""


class Check(enum.IntEnum):
    """An event of a barrier that may be used wrongly, for a host function; `jit.watch_barriers`."""

    MET = 0
    """A barrier of the block lets its threads go on, and they did not come alike."""
    COUNTS = enum.auto()
    """Threads came to a barrier that waits for another number of them."""
    MEMBERS = enum.auto()
    """Lanes met whose member masks do not name just them."""
    SKIPPED = enum.auto()
    """Lanes are at an instruction and named in its mask, and its predicate leaves them out."""
    SHUFFLE = enum.auto()
    """Lanes read a lane that takes no part."""
    INIT = enum.auto()
    """An mbarrier is made."""
    INVALIDATE = enum.auto()
    """An mbarrier ends."""
    NOT_MADE = enum.auto()
    """There is no mbarrier where one is used."""
    COUNT = enum.auto()
    """An mbarrier's count of arrivals is out of its range."""
    TOO_MANY = enum.auto()
    """More arrive at an mbarrier than its phase waits for."""
    BYTES = enum.auto()
    """The bytes that an mbarrier waits for are out of their range."""


LAST_SITES = 48
"""Slots from a block's barriers to the sites at which threads came to each last."""


class Ordering(enum.IntFlag):
    """The accesses that a fence or a strong access orders."""

    ACQUIRE = 1
    RELEASE = 2
    SC = 4


LIMITED_CLOSED_AT, LIMITED_SETS_AT, LIMITED_ROW_AT, LIMITED_WRITES_AT = 8, 16, 24, 25
"""Where above the bytes of a lane's access are the states that do not allow it, what it makes of
them, whether it must stay in its arguments, and whether it writes (`jit/c/access_limits.c`)."""


class Limit(enum.IntEnum):
    """Slots of a launch whose accesses have limits (`jit.access_limits`)."""

    STATES = 0
    """Address of a table: for each allocation the address of the states of its bytes, how many of
    them there are, and the address of who has written each 4 bytes last (`WRITER_*`); 0 for those
    without. Instead of the address 0 if nothing in global memory has limits."""
    ROWS = enum.auto()
    """Address of a table: for each row of the plan the number of an allocation, the address of what
    lies outside in it, a byte for each byte, how many there are, and 1 if its arguments may not be
    written."""
    TELL = enum.auto()
    """A host function: takes note of an access beyond its limits."""


class State(enum.IntFlag):
    """The state of a byte of memory; 0: it may be read and written."""

    CLOSED = 1
    """It belongs to no allocation: memory of the heap that is free."""
    WRITTEN = 2
    """This launch has written it."""


WRITER_THREAD, WRITER_BLOCK = 20, 30
"""The first bits in a writer's word, above the site, of the thread and of the block's number."""


class Beyond(enum.IntEnum):
    """The kind of an access beyond its limits that is passed to a host function."""

    ARRAY = 0
    """It is outside the variable that its address was computed from."""
    ROW = enum.auto()
    """It is outside the arguments that its address was computed from."""
    STATE = enum.auto()
    """The state of a byte does not allow it."""
    CONSTANT = enum.auto()
    """It writes to arguments that may not be written."""
    EXTENT = enum.auto()
    """A copy of a box writes behind the last column of its tensor."""


STEP_BITS = 20
"""Of the word that says what rounded a value: those with the number of an instruction."""


class Precise(enum.IntEnum):
    """Slots of a block of a launch whose values have shadows (`analysis.shadows`)."""

    TELL = 0
    """A host function: is told of stored values that are far from their shadows."""
    SUMS = enum.auto()
    """Two f64 for each store that is looked at: how many values it stored, and their squares."""
