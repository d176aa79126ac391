"""A block's tensor memory as compiled code has it: 64-bit slots, tasks, and then its words."""

from __future__ import annotations

import enum

TENSOR_LANES, TENSOR_COLUMNS, TENSOR_UNIT = 128, 512, 32
"""Its lanes and columns of 32 bits, and the columns of the smallest allocation."""
TENSOR_UNITS = TENSOR_COLUMNS // TENSOR_UNIT
TOLD_SITES = 32


class TensorMemory(enum.IntEnum):
    """64-bit slots at the head of a block's tensor memory, before its tasks and its words."""

    UNITS = 0
    """A bit for each unit of columns that is allocated."""
    RELINQUISHED = enum.auto()
    """1 once the block has given up the right to allocate."""
    ASKED = enum.auto()
    """Allocations that a warp of the block has asked for together with the peer block."""
    FREED = enum.auto()
    """Allocations that it has given back so."""
    PENDING = enum.auto()
    """Tasks that are issued and not complete."""
    ISSUED = enum.auto()
    """Tasks issued so far."""
    SITE = enum.auto()
    """The instruction that allocated last."""
    CHAIN = enum.auto()
    """Where accesses are watched: 1 if products like the last one need not be told to the host."""
    CHAIN_TIME = enum.auto()
    """When the last product was issued."""
    CHAIN_SITE = enum.auto()
    CHAIN_THREAD = enum.auto()
    CHAIN_WAY = enum.auto()
    CHAIN_D = enum.auto()
    CHAIN_SHAPE = enum.auto()
    WAITS = 16
    """Of each warp 1 more than the request that it waits with for the peer block; else 0."""
    SIZES = 48
    """Of each unit the columns of the allocation that begins there."""
    TOLD = SIZES + TENSOR_UNITS
    """The instructions of tasks that the host was told of in this block, by the number of the
    instruction modulo `TOLD_SITES`: that number + 1."""
    TASKS = TOLD + TOLD_SITES


class TensorTask(enum.IntEnum):
    """Slots of a product, a copy or a shift on its way (`tcgen05.mma`, `.cp`, `.shift`)."""

    WAY = 0
    """What it does: `TensorWay`, and above it of a product its kind, of a copy its shape."""
    NUMBER = enum.auto()
    """How many were issued before it."""
    THREAD = enum.auto()
    SITE = enum.auto()
    LANE = enum.auto()
    D = enum.auto()
    """The address in tensor memory that it writes."""
    A = enum.auto()
    """The matrix descriptor of A or of what is copied, or A's address in tensor memory."""
    B = enum.auto()
    SHAPE = enum.auto()
    """The instruction descriptor."""
    KEEPS = enum.auto()
    """Whether the old sums are added."""
    HALVINGS = enum.auto()
    """How often these are halved before."""
    SCALE_A = enum.auto()
    SCALE_B = enum.auto()
    ZEROS = enum.auto()
    """The descriptor of the columns of B that count as zeros; 0 for none."""
    PANEL = enum.auto()
    """The function that adds the products of 16 rows and 8 columns."""
    HALF_PANEL = enum.auto()
    """The same for sums that are f16."""
    META = enum.auto()
    """The address of the metadata of a sparse A."""
    OFF = enum.auto()
    """From here on a bit for each lane of D that is not written, of both blocks of a pair."""
    END = OFF + 4


class TensorWay(enum.IntFlag):
    """What a task does; above it, from `TENSOR_KIND_AT` on, a product's kind."""

    PAIR = 1
    """In both blocks of a pair (`.cta_group::2`)."""
    COPIES = enum.auto()
    """It is a copy; its bits from `TENSOR_KIND_AT` on are those of `TensorCopy`."""
    SHIFTS = enum.auto()
    """It moves rows down: each takes the next one's."""
    A_IS_TENSOR = enum.auto()
    """A is in tensor memory."""
    STATIONARY = enum.auto()
    """`.ws`: the layout of its sums differs."""
    SPARSE = enum.auto()
    """A is half stored (`.sp`)."""
    SHIFTS_A = enum.auto()
    """`.ashift`: the rows of A in tensor memory move down by one after the product."""
    SM_103 = enum.auto()
    """The GPU is sm_103a: K may be 96, and a leading dimension an address."""


TENSOR_KIND_AT, TENSOR_SCALES_AT = 8, 16
"""Where above those flags are a product's kind, and the scales of a row of A in one product."""
TENSOR_COPY_LANES_AT, TENSOR_COPY_BYTES_AT, TENSOR_COPY_TIMES_AT, TENSOR_COPY_BITS_AT = (
    8,
    16,
    24,
    32,
)
"""Where above those flags are the lanes that a copy reads, the bytes of each, how it repeats them
(`TensorCopy`), and the bits of an element that it widens to a byte (0: none)."""


class TensorCopy(enum.IntEnum):
    """How a copy repeats what it reads in the four parts of tensor memory."""

    ONCE = 0
    PAIRS_02_13 = enum.auto()
    PAIRS_01_23 = enum.auto()
    FOUR_TIMES = enum.auto()


class TensorKind(enum.IntEnum):
    """The kind of a product."""

    F16 = 0
    TF32 = enum.auto()
    F8F6F4 = enum.auto()
    I8 = enum.auto()
    MXF8F6F4 = enum.auto()
    MXF4 = enum.auto()
    MXF4NVF4 = enum.auto()


class TensorEvent(enum.IntEnum):
    """An event of tensor memory that is passed to the host function of `layout.Sync`; these numbers
    are above those.
    """

    ORDER = 64
    """Lanes wait for their loads or stores, or have a fence; instead of the mark there is the
    number of `TensorOrder`."""
    ISSUE = enum.auto()
    """A task is issued; the table is its slots, as in those that follow. The number is 1 if
    compiled code has found what it reads of shared memory to be in order, and has noted that.
    Products like the last one are not passed on (`TensorMemory.CHAIN`)."""
    LOAD = enum.auto()
    """A warp loads, by the address D and the constant WAY."""
    STORE = enum.auto()
    ALLOC = enum.auto()
    """A warp has allocated A columns from the address D on."""
    FREE = enum.auto()
    """It gives them back."""


class TensorOrder(enum.IntEnum):
    """What orders accesses to tensor memory (PTX ISA, 9.7.18.8 and 9.7.18.11)."""

    WAIT_LOAD = 0
    WAIT_STORE = enum.auto()
    FENCE_BEFORE = enum.auto()
    FENCE_AFTER = enum.auto()


class TensorProblem(enum.IntEnum):
    """What is wrong with a use of tensor memory (`Fault.TENSOR_MEMORY`); from bit `VALUE_BITS` of
    the fault's address on.
    """

    NOT_ALLOCATED = 0
    """The columns from this one on are not allocated."""
    COLUMNS = enum.auto()
    """An allocation of this many columns."""
    RELINQUISHED = enum.auto()
    NOT_A_BEGIN = enum.auto()
    """No allocation of the given size begins at this column."""
    OTHER_LANES = enum.auto()
    """A warp uses lanes, from this one on, that are another warp's."""
    ALIGNMENT = enum.auto()
    """A lane that an address may not name."""
    SHAPE = enum.auto()
    """An instruction descriptor that describes no product of this kind."""
    DESCRIPTOR = enum.auto()
    """A matrix descriptor with reserved bits, or with a mode that its matrix cannot have."""
    PEER = enum.auto()
    """A block without a peer."""
    METADATA = enum.auto()
    """The metadata of a sparse A begin at this column, which is odd."""
    NEVER_FREED = enum.auto()
    """The block ended with columns that it did not give back."""


MOST_TENSOR_TASKS = 256
"""Tasks that a block may have on the way; if there are more, the oldest complete early."""
TENSOR_TASK_SLOTS = 21
TENSOR_WORDS_AT = -(-(TensorMemory.TASKS + MOST_TENSOR_TASKS * TENSOR_TASK_SLOTS) // 8) * 8
"""The slot at which the words begin: of each column its 128 lanes, one after another."""
TENSOR_BYTES = 8 * TENSOR_WORDS_AT + 4 * TENSOR_LANES * TENSOR_COLUMNS
assert TensorTask.END <= TENSOR_TASK_SLOTS
